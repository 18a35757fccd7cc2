import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { margin } from './glicko';
import { offsetIn } from './in-zone';
import {
  dayOf,
  keyOf,
  PUZZLE_START,
  type PuzzleResult,
  type PuzzleStep,
  puzzleSteps,
  readPuzzleResult,
  streaksOf,
} from './puzzle-results';
import { ratingChart } from './rating-chart';

const HOUR = 3_600_000;
const NOON = Date.UTC(2026, 5, 10, 12);
let made = 0;

const answer = (solved: boolean, more: Partial<PuzzleResult> = {}): PuzzleResult => {
  made++;
  const at = more.at ?? NOON + made;
  return {
    puzzle: String(made).padStart(8, 'p'),
    kind: 'sense',
    rating: 1500,
    deviation: 80,
    at,
    day: Math.floor(at / (24 * HOUR)),
    solved,
    hinted: false,
    milliseconds: 9000,
    ...more,
  };
};

describe('the rating', () => {
  it('rises with a right answer, most with the first and with a hard puzzle, and falls with a wrong one', () => {
    const [first, second, third] = puzzleSteps([answer(true), answer(true), answer(false)]);
    expect(first?.change).toBeGreaterThan(100);
    expect(second?.change).toBeGreaterThan(0);
    expect(second?.change).toBeLessThan(first?.change ?? 0);
    expect(third?.change).toBeLessThan(0);
    expect(margin(third ?? PUZZLE_START)).toBeLessThan(margin(PUZZLE_START));
    const [hard] = puzzleSteps([answer(true, { rating: 2200 })]);
    expect(hard?.change).toBeGreaterThan(first?.change ?? 0);
    // A puzzle that nobody knows the difficulty of tells less.
    const [vague] = puzzleSteps([answer(true, { deviation: 350 })]);
    expect(vague?.change).toBeLessThan(first?.change ?? 0);
  });

  it('stays a rating whatever a file says, and is drawn', () => {
    const extreme = Array.from({ length: 20_000 }, (_, i) =>
      answer(i % 2 === 1, { rating: i % 2 ? 4000 : 0, deviation: 0 }),
    );
    const steps = puzzleSteps(extreme);
    for (const { rating, deviation, volatility } of [steps[100], steps.at(-1)] as PuzzleStep[]) {
      expect(rating).toBeGreaterThanOrEqual(0);
      expect(rating).toBeLessThanOrEqual(4000);
      expect(deviation).toBeLessThanOrEqual(350);
      expect(volatility).toBeLessThanOrEqual(0.1);
    }
    const many = Array.from({ length: 150_000 }, (_, i) => 1200 + (i % 7));
    expect(ratingChart(many, 'a chart').strings[0]).toContain('<figure');
  });

  it('counts first answers alone, and none that a hint led to', () => {
    const one = answer(false);
    const steps = puzzleSteps([
      one,
      { ...one, at: one.at + 1, solved: true },
      answer(true, { hinted: true, at: one.at + 2 }),
      answer(false, { hinted: true, at: one.at + 3 }),
    ]);
    expect(steps.map(({ unrated }) => unrated)).toEqual([null, 'repeat', 'hint', null]);
    expect(steps.map(({ change }) => Math.sign(change))).toEqual([-1, 0, 0, -1]);
    expect(steps[2]?.rating).toBe(steps[0]?.rating);
  });

  it('is of the answers alone, however they were put together', () => {
    const answers = fc.array(
      fc.record({ solved: fc.boolean(), hinted: fc.boolean(), rating: fc.integer({ min: 600, max: 2800 }) }),
      { minLength: 1, maxLength: 40 },
    );
    fc.assert(
      fc.property(answers, fc.nat(), (list, shuffle) => {
        const results = list.map(({ solved, ...more }) => answer(solved, more));
        const mixed = results.toSorted((a, b) => ((a.at * 7919 + shuffle) % 101) - ((b.at * 7919 + shuffle) % 101));
        expect(puzzleSteps(mixed)).toEqual(puzzleSteps(results));
        const last = puzzleSteps(results).at(-1);
        expect(Number.isFinite(last?.rating)).toBe(true);
        expect(last?.deviation).toBeGreaterThan(0);
        // A great surprise makes it a little less sure.
        expect(last?.deviation).toBeLessThan(PUZZLE_START.deviation + 1);
      }),
    );
  });
});

describe('streaks', () => {
  const offset = vi.spyOn(Date.prototype, 'getTimezoneOffset');
  const live = (zone: string): void => {
    offset.mockImplementation(offsetIn(zone));
  };
  afterAll(() => offset.mockRestore());

  /** An answer at a moment, where the clock on the wall is so many hours ahead of Greenwich. */
  const at = (time: string, hours = 0, solved = true): PuzzleResult => {
    const moment = Date.parse(`${time}Z`);
    return answer(solved, { at: moment, day: Math.floor((moment + hours * HOUR) / (24 * HOUR)) });
  };

  it('count days on which something was solved, and last until the next day is over', () => {
    live('UTC');
    const list = [at('2026-06-08T10:00'), at('2026-06-09T23:59'), at('2026-06-10T00:01'), at('2026-06-10T20:00')];
    const now = (time: string) => streaksOf(list, new Date(`${time}Z`));
    expect(now('2026-06-10T21:00')).toEqual({ days: 3, today: true, row: 4 });
    expect(now('2026-06-11T00:00')).toMatchObject({ days: 3, today: false });
    expect(now('2026-06-11T23:59')).toMatchObject({ days: 3, today: false });
    expect(now('2026-06-12T00:00')).toMatchObject({ days: 0, today: false, row: 4 });
    // A day without, or with failures alone, ends them.
    expect(streaksOf([...list, at('2026-06-11T10:00', 0, false)], new Date('2026-06-12T09:00Z')).days).toBe(0);
    expect(streaksOf([...list, at('2026-06-12T10:00')], new Date('2026-06-12T11:00Z')).days).toBe(1);
    expect(streaksOf([], new Date())).toEqual({ days: 0, today: false, row: 0 });
  });

  it('go by the clock on the wall, where summer time begins and ends, too', () => {
    live('America/New_York');
    // Half past eleven in the evening, and half past midnight.
    expect(dayOf(new Date('2026-06-11T03:30Z'))).toBe(dayOf(new Date('2026-06-10T16:00Z')));
    expect(dayOf(new Date('2026-06-11T04:30Z'))).toBe(dayOf(new Date('2026-06-10T16:00Z')) + 1);
    for (const change of ['2026-03-08', '2026-11-01']) {
      const days = [0, 12, 24, 36, 48].map((hours) => dayOf(new Date(Date.parse(`${change}T16:00Z`) + hours * HOUR)));
      expect(days.at(-1)).toBe((days[0] ?? 0) + 2);
    }
    const evenings = ['2026-06-10T03:30', '2026-06-11T03:30'].map((time) => at(time, -4));
    expect(streaksOf(evenings, new Date('2026-06-12T03:00Z'))).toMatchObject({ days: 2, today: false });
    expect(streaksOf(evenings, new Date('2026-06-12T04:00Z'))).toMatchObject({ days: 0 });
  });

  it('outlast a journey over the date line in both directions', () => {
    live('Asia/Tokyo');
    // Monday evening in Los Angeles; Wednesday morning in Tokyo, 19 hours later. There was no Tuesday.
    const west = [at('2026-06-09T05:00', -7), at('2026-06-10T00:00', 9)];
    expect(streaksOf(west, new Date('2026-06-10T01:00Z')).days).toBe(2);
    live('America/Los_Angeles');
    // Wednesday in Tokyo, then Tuesday evening in Los Angeles, then Wednesday again.
    const east = [at('2026-06-10T00:00', 9), at('2026-06-10T05:00', -7), at('2026-06-10T20:00', -7)];
    expect(streaksOf(east, new Date('2026-06-10T21:00Z'))).toMatchObject({ days: 1, row: 3 });
  });

  it('of right answers end with a failure, and hints neither add nor end', () => {
    const row = (...list: PuzzleResult[]) => streaksOf(list, new Date(NOON)).row;
    expect(row(answer(true), answer(false), answer(true), answer(true, { hinted: true }), answer(true))).toBe(2);
    expect(row(answer(true), answer(false))).toBe(0);
  });
});

it('a puzzle that two tabs have answered is one in the row', () => {
  const first = answer(true);
  const again = { ...first, at: first.at + 1 };
  expect(streaksOf([first, again, answer(true, { at: first.at + 2 })], new Date(NOON)).row).toBe(2);
});

it('what is stored is read whatever it is', () => {
  const stored = answer(true);
  expect(readPuzzleResult(structuredClone(stored))).toEqual(stored);
  // A clock that was never set.
  expect(readPuzzleResult({ ...stored, at: 60_000, day: 0 })?.at).toBe(60_000);
  expect(readPuzzleResult({ ...stored, day: 3, hinted: 1, milliseconds: -4 })).toEqual({
    ...stored,
    hinted: false,
    milliseconds: 0,
  });
  for (const broken of [
    null,
    3,
    [],
    {},
    { ...stored, puzzle: 'short' },
    { ...stored, puzzle: '<b>12345' },
    { ...stored, kind: '__proto__ x' },
    { ...stored, rating: Number.NaN },
    { ...stored, rating: 1e9 },
    { ...stored, at: 9e99 },
    { ...stored, at: 1.5 },
    { ...stored, solved: 'yes' },
  ])
    expect(readPuzzleResult(broken)).toBe(null);
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const result = readPuzzleResult(value);
      if (result) expect(readPuzzleResult(result)).toEqual(result);
    }),
  );
  expect(keyOf(stored)).not.toBe(keyOf({ ...stored, at: stored.at + 1 }));
});
