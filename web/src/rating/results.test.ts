import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterGame, margin, START } from './glicko';
import { counts, type GameResult, nearestLevel, ratingNow, ratingSteps, readResult, tallies, tallyOf } from './results';

let made = 0;
const game = (score: GameResult['score'], more: Partial<GameResult> = {}): GameResult => {
  made++;
  return {
    id: `game ${made}`,
    at: made * 1000,
    opponent: 'level-2',
    opponentRating: 490,
    color: 'white',
    score,
    unrated: null,
    ...more,
  };
};

describe('the rating', () => {
  it('moves with each game as Glicko-2 has it', () => {
    // The example of Glickman's paper, a game at a time: rating 1500, deviation 200, against 1400 (deviation 50 here).
    const won = afterGame({ rating: 1500, deviation: 200, volatility: 0.06 }, 1400, 1);
    expect(won.rating).toBeCloseTo(1567, -1);
    expect(won.deviation).toBeLessThan(200);
    const lost = afterGame({ rating: 1500, deviation: 200, volatility: 0.06 }, 1400, 0);
    expect(lost.rating).toBeCloseTo(1385, -1);
  });

  it('starts where the first level is that is offered, and grows surer', () => {
    const steps = ratingSteps([game(1), game(0), game(1), game(0)]);
    expect(steps).toHaveLength(4);
    expect((steps[0]?.rating ?? 0) - START.rating).toBeGreaterThan(60);
    expect(steps[0]?.change).toBe(Math.round(steps[0]?.rating ?? 0) - START.rating);
    const margins = steps.map(margin);
    expect(margins).toEqual(margins.toSorted((a, b) => b - a));
    // Half of the points against 490: about that strong.
    expect(Math.abs((steps[3]?.rating ?? 0) - 490)).toBeLessThan(60);
  });

  it('is of games against levels alone, without hints and without a move taken back', () => {
    const others = [game(1, { opponentRating: null }), game(1, { unrated: 'hints' }), game(0, { unrated: 'takeback' })];
    expect(others.map(counts)).toEqual([false, false, false]);
    expect(ratingNow(others)).toBe(null);
    const counted = game(1);
    expect(ratingSteps([...others, counted]).map((step) => step.game.id)).toEqual([counted.id]);
  });

  it('depends on the order of the games in time alone, and goes up with points', () => {
    const scores = fc.array(
      fc.record({ score: fc.constantFrom(0, 0.5, 1), rating: fc.integer({ min: 100, max: 1300 }) }),
      { minLength: 1, maxLength: 40 },
    );
    fc.assert(
      fc.property(scores, fc.nat(), (list, shuffle) => {
        const games = list.map(({ score, rating }) => game(score as GameResult['score'], { opponentRating: rating }));
        const mixed = games.toSorted((a, b) => ((a.at * 7919 + shuffle) % 101) - ((b.at * 7919 + shuffle) % 101));
        const now = ratingNow(games);
        expect(ratingNow(mixed)).toEqual(now);
        expect(Number.isFinite(now?.rating)).toBe(true);
        expect(now?.deviation).toBeGreaterThan(0);
        expect(now?.deviation).toBeLessThan(START.deviation);
        const last = games.at(-1) as GameResult;
        if (last.score === 1) return;
        const better = ratingNow([...games.slice(0, -1), { ...last, score: 1 }]);
        expect(better?.rating).toBeGreaterThan(now?.rating ?? 0);
      }),
    );
  });
});

it('records count games and rows of wins or losses', () => {
  const list = [game(1), game(1), game(1), game(0.5), game(0), game(0)];
  expect(tallyOf(list)).toEqual({ won: 3, drawn: 1, lost: 2, streak: -2, best: 3 });
  expect(tallyOf(list.toReversed())).toEqual(tallyOf(list));
  expect(tallyOf([])).toEqual({ won: 0, drawn: 0, lost: 0, streak: 0, best: 0 });
  // With help, or begun elsewhere, they count for nothing.
  const helped = (['hints', 'takeback', 'midway', 'position'] as const).map((unrated) => game(1, { unrated }));
  expect(tallyOf([...list, ...helped])).toEqual(tallyOf(list));
  expect(tallies(helped).size).toBe(0);
  const more = [...list, game(1, { opponent: 'trout' }), game(1)];
  // The last opponent comes first.
  expect([...tallies(more).keys()]).toEqual(['level-2', 'trout']);
  expect(tallies(more).get('level-2')).toMatchObject({ won: 4, streak: 1 });
});

it('the level around a strength is the nearest', () => {
  const levels = [{ rating: 150 }, { rating: 310 }, { rating: 470 }];
  expect([-200, 229, 231, 400, 5000].map((rating) => nearestLevel(levels, rating)?.rating)).toEqual([
    150, 150, 310, 470, 470,
  ]);
  expect(nearestLevel([], 300)).toBe(null);
});

it('what is stored is read whatever it is', () => {
  const stored = game(0.5);
  expect(readResult(structuredClone(stored))).toEqual(stored);
  expect(readResult({ ...stored, unrated: 'else', opponentRating: 'high' })).toEqual({
    ...stored,
    unrated: null,
    opponentRating: null,
  });
  for (const broken of [null, 3, [], {}, { ...stored, score: 2 }, { ...stored, at: 9e99 }, { ...stored, id: 1 }])
    expect(readResult(broken)).toBe(null);
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const result = readResult(value);
      if (result) expect(readResult(result)).toEqual(result);
    }),
  );
});
