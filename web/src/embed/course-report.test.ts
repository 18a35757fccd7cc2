import { describe, expect, it } from 'vitest';
import { CourseReport } from './course-report';
import { type Interaction, type Lms, openLms, type Standing, timespan12, timespan2004 } from './lms';

/** A platform that keeps what it is told. */
function platform(suspended = '') {
  const answers: Interaction[] = [];
  const standings: Standing[] = [];
  const lms: Lms = {
    suspended,
    answer: (interaction) => answers.push(interaction),
    report(standing) {
      standings.push(standing);
      return null;
    },
    end: () => {},
  };
  return { lms, answers, last: () => standings.at(-1) as Standing, standings };
}

const step = (n: number) => ({ lesson: 'rules', step: n, steps: 3, solved: 0, tasks: 2 });
describe.each([
  ['of ours', { content: { lesson: 'rules' }, pass: 0.6 }],
  ['that somebody made', { content: { data: '1aB-_' }, pass: 0.6 }],
])('a lesson %s', (_, given) => {
  it('is complete once each problem is solved or given up, and passes by the share of the solved', () => {
    const { lms, answers, last, standings } = platform();
    let now = 1_000;
    const report = new CourseReport(lms, given, () => now);
    report.answer({ task: 'count', answer: '2', correct: false, attempts: 1 });
    // Not before it is known how many problems there are.
    expect(standings).toEqual([]);
    report.progress(step(2));
    now = 3_500;
    report.answer({ task: 'count', answer: '3', correct: true, attempts: 1 });
    report.success({ task: 'count', attempts: 1, turns: 0 });
    expect(answers.slice(1)).toMatchObject([{ id: 'step-2', response: '3', correct: true, milliseconds: 2_500 }]);
    expect(last()).toMatchObject({ solved: 1, tasks: 2, complete: false, location: '2' });
    report.progress(step(3));
    report.failure({ task: 'capture-king', reason: 'turns' });
    expect(last()).toMatchObject({ solved: 1, complete: true, passed: false });
    // Tried again. It had no answer: it is told as solved.
    report.success({ task: 'capture-king', attempts: 0, turns: 2 });
    expect(last()).toMatchObject({ solved: 2, complete: true, passed: true });
    expect(answers.at(-1)).toMatchObject({ id: 'step-3', response: 'solved', correct: true });
    // What was solved stays solved.
    report.failure({ task: 'capture-king', reason: 'over' });
    expect(last()).toMatchObject({ solved: 2, passed: true });
  });

  it('goes on with what the platform kept', () => {
    const before = platform();
    const first = new CourseReport(before.lms, given);
    first.progress(step(2));
    first.success({ task: 'count', attempts: 1, turns: 0 });
    first.end();
    const { lms, last } = platform(before.last().suspended);
    const report = new CourseReport(lms, given);
    expect([report.place, report.solved]).toEqual([2, 1]);
    report.progress(step(2));
    expect(last()).toMatchObject({ solved: 1, tasks: 2, complete: false });
  });

  it.each(['', 'nonsense', '[]', 'null', '{"version":2}', '{"version":1,"marks":"x","step":1}'])(
    'begins anew where %j was kept',
    (kept) => {
      const report = new CourseReport(platform(kept).lms, given);
      expect([report.place, report.solved]).toEqual([1, 0]);
    },
  );
});

it('counts the first answer to a puzzle, to the mark exactly', () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const { lms, last } = platform();
  const report = new CourseReport(lms, { content: { puzzles: ids }, pass: 0.6 });
  for (const [i, puzzle] of ids.entries()) {
    const solved = i < 3;
    report.result({ puzzle, kind: 'count', solved, hinted: false, milliseconds: 10 });
    report.answer({ task: 'count', answer: '2', correct: solved, attempts: 1 });
    report.success({ task: 'count', attempts: 2, turns: 0 });
    expect(last().complete).toBe(i === 4);
  }
  expect(last()).toMatchObject({ solved: 3, tasks: 5, passed: true });
  const kept = platform(last().suspended);
  const review = new CourseReport(kept.lms, { content: { puzzles: ids }, pass: 0.6 });
  expect([review.review, review.left]).toEqual([true, ids]);
  review.result({ puzzle: 'e', kind: 'count', solved: true, hinted: false, milliseconds: 10 });
  review.answer({ task: 'count', answer: '2', correct: true, attempts: 1 });
  expect([kept.answers.length, kept.last().solved]).toEqual([0, 3]);
});

it('writes times as the versions do', () => {
  expect([0, 62_504, 36_000_000, 4e12].map(timespan12)).toEqual([
    '0000:00:00.00',
    '0000:01:02.50',
    '0010:00:00.00',
    '9999:06:40.00',
  ]);
  expect([0, 62_504, 36_000_010].map(timespan2004)).toEqual(['PT0H0M0.00S', 'PT0H1M2.50S', 'PT10H0M0.01S']);
  expect(timespan2004(1_930)).toBe('PT0H0M1.93S');
});

it('finds the run-time of its version in the frames around and their openers, and looks into no other site', () => {
  const api = { LMSInitialize: () => 'true', LMSGetValue: () => '', LMSSetValue: () => 'true' };
  const chain = (...windows: Record<string, unknown>[]): Window => {
    for (const [i, window] of windows.entries()) {
      window.parent = windows[i + 1] ?? window;
      window.top = windows.at(-1);
    }
    return windows[0] as unknown as Window;
  };
  const foreign = (): Record<string, unknown> =>
    Object.defineProperty({}, 'API', {
      get: () => {
        throw new Error('SecurityError');
      },
    });
  expect(openLms(chain({}, {}, { API: api }), '1.2')).not.toBeNull();
  expect(openLms(chain({}, {}, { API: api }), '2004')).toBeNull();
  expect(openLms(chain({}, { opener: chain({}, { API: api }) }), '1.2')).not.toBeNull();
  expect(openLms(chain({}, foreign()), '1.2')).toBeNull();
  expect(openLms(chain({}), '1.2')).toBeNull();
  // It does not begin.
  expect(openLms(chain({ API: { LMSInitialize: () => 'false', LMSGetLastError: () => '301' } }), '1.2')).toBeNull();
  expect(
    openLms(chain({ API: { ...api, LMSInitialize: () => 'false', LMSGetLastError: () => '101' } }), '1.2'),
  ).not.toBeNull();
});
