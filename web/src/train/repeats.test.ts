import fc from 'fast-check';
import { afterAll, expect, it, vi } from 'vitest';
import { offsetIn } from '../rating/in-zone';
import type { PuzzleResult } from '../rating/puzzle-results';
import { daysUntil, dueOf, repeatsOf } from './repeats';
import { Training } from './training';

const DAY = 86_400_000;
/** Ten in the morning. */
const START = Date.UTC(2026, 5, 10, 10);
const offset = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockImplementation(offsetIn('UTC'));
afterAll(() => offset.mockRestore());

const answer = (day: number, solved: boolean, more: Partial<PuzzleResult> = {}): PuzzleResult => {
  const at = START + day * DAY;
  return {
    puzzle: 'puzzle01',
    kind: 'safe',
    rating: 1500,
    deviation: 80,
    at,
    day: Math.floor(at / DAY),
    solved,
    hinted: false,
    milliseconds: 1,
    ...more,
  };
};
const after = (...results: PuzzleResult[]) => repeatsOf(results).get('puzzle01');

it('what was failed comes again the next day, from midnight on', () => {
  const repeat = after(answer(0, false));
  expect(repeat).toMatchObject({ known: false, kind: 'safe' });
  const due = (time: string) => dueOf(repeat ? [repeat] : [], new Date(`${time}Z`)).length;
  expect(due('2026-06-10T23:59')).toBe(0);
  expect(due('2026-06-11T00:01')).toBe(1);
  expect(due('2026-07-01T00:00')).toBe(1);
  expect(daysUntil(repeat ?? { due: 0 }, new Date(START))).toBe(1);
  expect(daysUntil(repeat ?? { due: 0 }, new Date(START + 9 * DAY))).toBe(0);
});

it('then in longer and longer times, and soon again when it is failed again', () => {
  const results = [answer(0, false)];
  const waits: number[] = [];
  let day = 0;
  for (let i = 0; i < 5; i++) {
    const wait = daysUntil(after(...results) ?? { due: 0 }, new Date(START + day * DAY));
    waits.push(wait);
    day += wait;
    results.push(answer(day, true));
  }
  expect(waits[0]).toBe(1);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect(waits.at(-1)).toBeGreaterThan(10);
  const wait = (last: PuzzleResult) => daysUntil(after(...results, last) ?? { due: 0 }, new Date(START + day * DAY));
  expect(wait(answer(day, false, { at: START + day * DAY + 1 }))).toBeLessThan(waits.at(-1) ?? 0);
  // A hint says that it was not quite known.
  const [good, hard] = [false, true].map((hinted) => after(answer(0, false), answer(1, true, { hinted })));
  expect(hard?.due).toBeLessThanOrEqual(good?.due ?? 0);
});

it('what was solved at once is not repeated; what was failed once is, in the order of its time', () => {
  const results = [
    answer(0, true),
    answer(2, false, { puzzle: 'puzzle02' }),
    answer(1, false, { puzzle: 'puzzle03' }),
    answer(9, true, { puzzle: 'puzzle02' }),
  ];
  const training = Training.of(results);
  expect([...training.repeats.keys()].toSorted()).toEqual(['puzzle02', 'puzzle03']);
  expect(training.due(new Date(START + 9 * DAY)).map(({ puzzle }) => puzzle)).toEqual(['puzzle03']);
  expect(training.due(new Date(START + 99 * DAY)).map(({ puzzle }) => puzzle)).toEqual(['puzzle03', 'puzzle02']);
  expect(training.mistakes.map(({ puzzle }) => puzzle)).toEqual(['puzzle03']);
  expect(training.kinds).toEqual(['safe', 'safe']);
});

it('keeps what says something: first answers, failures, and what comes after a failure', () => {
  const training = Training.of([answer(0, true), answer(0, false, { puzzle: 'puzzle02' })]);
  const keeps = (puzzle: string, solved: boolean): boolean => training.keeps({ puzzle, solved });
  expect(keeps('puzzle09', true)).toBe(true);
  expect(keeps('puzzle01', true)).toBe(false);
  expect(keeps('puzzle01', false)).toBe(true);
  expect(keeps('puzzle02', true)).toBe(true);
});

it('is the same in whatever order the answers are listed', () => {
  const results = [0, 1, 3, 7, 7.5, 20].map((day, i) => answer(day, i % 2 === 1));
  expect(repeatsOf(results.toReversed())).toEqual(repeatsOf(results));
});

it('takes one answer more as if all were gone through again', () => {
  const random = fc.record({
    puzzle: fc.constantFrom('puzzle01', 'puzzle02', 'puzzle03'),
    solved: fc.boolean(),
    hinted: fc.boolean(),
    day: fc.integer({ min: 0, max: 60 }),
  });
  fc.assert(
    fc.property(fc.array(random, { maxLength: 25 }), (list) => {
      const results = list.map(({ day, solved, ...more }, i) => answer(day + i / 100, solved, more));
      const grown = results.reduce((training, result) => training.with(result), Training.of([]));
      expect(grown).toEqual(Training.of(results));
    }),
    { numRuns: 50 },
  );
});
