import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { addGame, noPoints, type Points, ratings } from './ratings';
import { bootstrap, drawing, finish, mean, meanEstimate, quantileOfSorted, wilson } from './statistics';

const document = (name: string) => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');

describe('Wilson’s interval', () => {
  it('is the published one', () => {
    // 8 of 10: Brown, Cai, DasGupta 2001 give the formula.
    const [low, high] = wilson(0.8, 10);
    expect(low).toBeCloseTo(0.4902, 4);
    expect(high).toBeCloseTo(0.9433, 4);
    expect([wilson(0, 5)[0], wilson(1, 5)[1], ...wilson(0, 0)]).toEqual([0, 1, 0, 1]);
  });

  it('is that of the native program', () => {
    // As docs/experiments.md has them under "rating".
    const told = [88, 98, 100, 92].map((points) => {
      const [low, high] = wilson(points / 100, 100);
      return `${(100 * low).toFixed(1)} to ${high === 1 ? '100' : (100 * high).toFixed(1)}`;
    });
    expect(told).toEqual(['80.2 to 93.0', '93.0 to 99.4', '96.3 to 100', '85.0 to 95.9']);
    for (const interval of told.slice(0, 3)) expect(document('experiments.md')).toContain(interval);
  });
});

describe('averages', () => {
  it('are those computed by hand', () => {
    expect(mean([1, 2, 6])).toBe(3);
    expect(mean([])).toBeNull();
    expect(quantileOfSorted([1, 2, 3, 10], 0.5)).toBe(2.5);
    expect(quantileOfSorted([1, 4, 10, 100], 0.95)).toBeCloseTo(86.5, 9);
  });

  it('have the error of a mean by the bootstrap', () => {
    // 0 to 99: standard deviation 28.87, of the mean 2.887, times 1.96.
    const values = Array.from({ length: 100 }, (_, i) => i);
    const found = finish(meanEstimate(values, 1));
    expect(found?.value).toBe(49.5);
    expect(49.5 - (found?.low ?? 0)).toBeGreaterThan(4.9);
    expect(49.5 - (found?.low ?? 0)).toBeLessThan(6.4);
    expect((found?.high ?? 0) - 49.5).toBeGreaterThan(4.9);
    expect((found?.high ?? 0) - 49.5).toBeLessThan(6.4);
    expect(finish(meanEstimate(values, 1))).toEqual(found);
    expect(finish(meanEstimate([], 1))).toBeNull();
    expect(finish(bootstrap(3, 1, () => null))).toBeNull();
  });

  it('are drawn evenly, the same for a seed', () => {
    const draw = drawing(7);
    const counts = new Array<number>(10).fill(0);
    for (let i = 0; i < 100_000; i++) counts[draw(10)] = (counts[draw(10)] as number) + 1;
    // A standard deviation is 95.
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500);
    const some = (seed: number) => Array.from({ length: 8 }, drawing(seed).bind(null, 1000));
    expect(some(1)).toEqual(some(1));
    expect(some(1)).not.toEqual(some(2));
  });
});

function points(players: number, results: [number, number, number, number][]): Points {
  const scored = noPoints(players);
  for (const [first, second, won, games] of results) {
    (scored[first] as number[])[second] = won;
    (scored[second] as number[])[first] = games - won;
  }
  return scored;
}

describe('ratings', () => {
  it('of two differ by the logarithm of their odds', () => {
    // With the drawn game 15 of 20: odds of 3. Its standard error is 1 / sqrt(20 * 3/4 * 1/4) in natural units.
    const scored = points(2, [[0, 1, 14.5, 19]]);
    const [first, second] = ratings(scored, 1);
    expect(first?.elo).toBeCloseTo(190.8485, 4);
    expect(first?.margin).toBeCloseTo((0.516398 * 400 * 1.959964) / Math.LN10, 2);
    expect(second).toEqual({ elo: 0, margin: 0 });
    const [half] = ratings(scored, null);
    expect(half?.elo).toBeCloseTo(95.42425, 4);
    expect(half?.margin).toBeCloseTo((first?.margin ?? 0) / 2, 6);
  });

  it('of a clean score, and of a long chain of them, are finite', () => {
    expect(ratings(points(2, [[0, 1, 10, 10]]), 1)[0]?.elo).toBeCloseTo(400 * Math.log10(21), 6);
    const chain = Array.from({ length: 7 }, (_, i): [number, number, number, number] => [i, i + 1, 1000, 1000]);
    const found = ratings(points(8, chain), 7);
    expect(found[0]?.elo).toBeCloseTo(7 * 400 * Math.log10(2001), 3);
    expect(found.every(({ margin }) => Number.isFinite(margin))).toBe(true);
  });

  it('of a balanced circle are level, and without games unknown', () => {
    const circle: [number, number, number, number][] = [
      [0, 1, 7, 10],
      [1, 2, 7, 10],
      [2, 0, 7, 10],
    ];
    for (const { elo } of ratings(points(3, circle), null)) expect(elo).toBeCloseTo(0, 9);
    const alone = ratings(points(3, [[0, 1, 5, 10]]), null);
    expect(alone[2]?.margin).toBe(Number.POSITIVE_INFINITY);
    expect(alone[2]?.elo).toBeCloseTo(0, 6);
  });

  it('count a game for both of its players', () => {
    const scored = noPoints(2);
    addGame(scored, 0, 1, 1);
    addGame(scored, 1, 0, 0.5);
    expect(scored).toEqual([
      [0, 1.5],
      [0.5, 0],
    ]);
  });

  /** The native program's tournament of 2,100 games: scores in docs/experiments.md, ratings in docs/experiments/rating.csv. */
  it('are those of the native program', () => {
    const table = document('experiments.md').split('\n## rating')[1] ?? '';
    const rows = table.split('\n').filter((line) => /^\| `/.test(line));
    const cells = rows.map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
    const players = cells.map(([name]) => (name ?? '').replaceAll('`', ''));
    const columns = ['hsuc', 'a-bot', 'perfect-memory', 'trout', 'attacker', 'random'];
    const scored = noPoints(players.length);
    cells.forEach((row, i) => {
      columns.forEach((column, c) => {
        const j = players.indexOf(column);
        const told = row[c + 2];
        // What is above the diagonal is enough: the rest is its counterpart.
        if (!told || j <= i) return;
        (scored[i] as number[])[j] = Number(told);
        (scored[j] as number[])[i] = 100 - Number(told);
      });
    });
    const found = ratings(scored, players.indexOf('random'));
    const csv = document('experiments/rating.csv').trim().split('\n').slice(1);
    expect(csv).toHaveLength(7);
    for (const line of csv) {
      const [player, , elo, low, high] = line.split(',');
      const rating = found[players.indexOf(player ?? '')];
      expect(rating?.elo.toFixed(1), player).toBe(elo);
      expect(((rating?.elo ?? 0) - (rating?.margin ?? 0)).toFixed(1), player).toBe(low);
      expect(((rating?.elo ?? 0) + (rating?.margin ?? 0)).toFixed(1), player).toBe(high);
    }
  });
});
