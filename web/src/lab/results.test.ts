import { readFileSync } from 'node:fs';
import { Outpost, type SenseSizes } from 'outpost-rbc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AGENT_RATINGS, GAMES_OF_A_PAIR } from '../engine/agent-ratings';
import { csv } from '../ui/csv';
import {
  CAP,
  decayOf,
  decayTable,
  type GameResult,
  gamesTable,
  growthFigures,
  growthTable,
  type PolicyFigures,
  pairsTable,
  playerCurves,
  playerFigures,
  ratingTable,
  sensesCsv,
  shownTurns,
} from './results';
import { DEFAULTS, type GrowthSetup, gameSeed, type PlayersSetup } from './setup';
import { niceTicks } from './ticks';

const sense = (turn: number, before: number, after: number, followed = true): SenseSizes => ({
  turn,
  before: { boards: before, exact: before <= CAP },
  after: { boards: after, exact: after <= CAP },
  followed,
});
const game = (index: number, winner: GameResult['winner'], senses: SenseSizes[] = []): GameResult => ({
  index,
  winner,
  reason: 'KING_CAPTURE',
  plies: 10,
  ms: 12.4,
  senses,
});

let outpost: Outpost;
beforeAll(async () => {
  outpost = await Outpost.start();
});
afterAll(() => outpost.terminate());

describe('growth', () => {
  const setup = { ...DEFAULTS.growth, policies: ['none', 'hsuc'], games: 2 } as GrowthSetup;
  // Games 0 and 2 are of the first policy.
  const results = [
    game(2, 'white', [sense(1, 1, 1), sense(2, 20, 10)]),
    game(0, null, [sense(1, 1, 1), sense(2, 40, 4), sense(3, 400, 10 * CAP), sense(4, 10 * CAP, 10 * CAP, false)]),
    game(1, 'black', [sense(1, 1, 1)]),
  ];
  let none: PolicyFigures | undefined;
  let hsuc: PolicyFigures | undefined;
  beforeAll(async () => {
    [none, hsuc] = await growthFigures(outpost, setup, results);
  });

  it('has means by turn, computed by hand', () => {
    expect(none?.games).toBe(2);
    const growth = none?.growth.map(({ turn, games, beyond, value }) => [turn, games, beyond, value]);
    expect(growth).toEqual([
      [1, 2, 0, 0],
      [2, 2, 0, expect.closeTo((1 + Math.log10(4)) / 2, 12)],
      [3, 1, 1, expect.closeTo(Math.log10(CAP), 12)],
      [4, 1, 1, expect.closeTo(Math.log10(CAP), 12)],
    ]);
    expect(none?.decay.map(({ turn, games, value }) => [turn, games, value])).toEqual([
      [2, 2, expect.closeTo(0.7, 12)],
      [3, 1, 1 - (10 * CAP) / 400],
    ]);
    // Both resamples of two values lie between them.
    const second = none?.growth[1];
    expect([second?.low, second?.high]).toEqual([expect.closeTo(Math.log10(4), 12), expect.closeTo(1, 12)]);
  });

  it('shows turns that enough games came to', () => {
    const turns = none?.growth ?? [];
    expect(shownTurns(turns, 2).map(({ turn }) => turn)).toEqual([1, 2]);
    expect(shownTurns(turns, 1)).toHaveLength(4);
    const five = turns.map((of) => ({ ...of, games: of.turn + 2 }));
    expect(shownTurns(five, 30).map(({ turn }) => turn)).toEqual([3, 4]);
  });

  it('has the three averages of the decay', () => {
    // 0.5, 0.9 and what grew; pooled over the senses that were counted: 1 + 10 + 1 + 4 of 1 + 20 + 1 + 40.
    expect(none?.senses).toBe(3);
    expect(none?.overall?.median.value).toBeCloseTo(0.5, 12);
    expect(none?.overall?.mean.value).toBeCloseTo((0.5 + 0.9 + 1 - (10 * CAP) / 400) / 3, 9);
    expect(none?.overall?.pooled.value).toBeCloseTo(1 - 16 / 62, 12);
    expect(hsuc?.overall).toBeNull();
    expect([decayOf(sense(1, 1, 1)), decayOf(sense(1, 10, 5, false)), decayOf(sense(1, 10, 5))]).toEqual([
      null,
      null,
      0.5,
    ]);
  });

  it('is the same in whatever order the games were over', async () => {
    expect(await growthFigures(outpost, setup, results.toReversed())).toEqual([none, hsuc]);
  });

  it('goes into files with the native program’s columns', async () => {
    const figures = [none, hsuc].filter((of) => of !== undefined);
    const growth = csv(growthTable(figures)).trim().split('\n');
    expect(growth.slice(0, 2)).toEqual([
      'sense,turn,games,beyond_cap,mean_log10_boards,low95,high95',
      'none,1,2,0,0.0000,0.0000,0.0000',
    ]);
    expect(growth).toHaveLength(6);
    const decay = csv(decayTable(setup, figures));
    expect(decay).toMatch(/^sense,against,turn,average,senses,g,low95,high95\nnone,random,all,mean,3,/);
    expect(decay).toContain('\nnone,random,2,mean,2,0.7000,');
    const senses = (await (await sensesCsv(setup, results)).text()).trim().split('\n');
    expect(senses).toHaveLength(8);
    expect(senses[3]).toBe('1,none,3,400,yes,2000000,no,yes');
    expect(csv(gamesTable(setup, results)).trim().split('\n')[2]).toBe(
      `2,hsuc+hsuc,random,${gameSeed(1, 0)},black,KING_CAPTURE,10,12,`,
    );
  });
});

describe('players', () => {
  const setup = { ...DEFAULTS.players, players: ['trout', 'random'], games: 10 } as PlayersSetup;
  // Trout has White in the even games: it wins eight, draws one and loses one.
  const results = Array.from({ length: 10 }, (_, i) =>
    game(i, i === 3 ? null : (i % 2 === 0) === (i !== 4) ? 'white' : 'black'),
  );

  it('have scores with Wilson’s interval, and Elo with random at 0', async () => {
    const figures = await playerFigures(outpost, setup, results);
    const [trout, random] = figures;
    expect([trout?.total.points, trout?.total.games, random?.total.points]).toEqual([8.5, 10, 1.5]);
    expect(trout?.total.share?.low).toBeCloseTo(0.5412, 4);
    // With the drawn game 9 of 11: odds of 4.5.
    expect(trout?.elo?.value).toBeCloseTo(400 * Math.log10(4.5), 6);
    expect(random?.elo).toEqual({ value: 0, low: 0, high: 0 });
    expect(csv(ratingTable(figures)).split('\n')[2]).toMatch(/^random,10,1.5,.*,0.0,0.0,0.0$/);
    expect(csv(pairsTable(setup, figures)).split('\n')[1]).toMatch(/^trout,random,10,8.5,0.8500,0.5412,/);
  });

  it('without a game have nothing', async () => {
    const [trout] = await playerFigures(outpost, setup, []);
    expect([trout?.total.share, trout?.elo]).toEqual([null, null]);
    expect(await playerCurves(outpost, setup, [])).toEqual([]);
  });

  it('have curves that end in their figures', async () => {
    const curve = await playerCurves(outpost, setup, results.toReversed());
    expect(curve.map(({ games }) => games)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(curve.at(-1)?.figures).toEqual(await playerFigures(outpost, setup, results));
    const many = Array.from({ length: 401 }, (_, i) => game(i, 'white'));
    const long = await playerCurves(outpost, { ...setup, games: 401 }, many);
    expect(long.length).toBeLessThanOrEqual(40);
    expect(long.at(-1)?.games).toBe(401);
  });
});

describe('the native program', () => {
  const document = (name: string) => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');

  it('has the same intervals for the same seed', async () => {
    // As the unit tests of crates/rbc-statistics have them.
    const values = Array.from({ length: 100 }, (_, i) => i);
    const [mean] = await outpost.statistics.bootstrapMeans([values, []], 1);
    expect(mean).toEqual({ value: 49.5, low: 43.92825, high: 55.371249999999996 });
  });

  /** The tournament of all players: scores in docs/experiments.md, ratings in docs/experiments/rating.csv. */
  it('has the same ratings for the same results', async () => {
    const [table = ''] = document('experiments.md').split('\n## rating')[1]?.split('\n### ') ?? [];
    const rows = table.split('\n').filter((line) => /^\| `/.test(line));
    const cells = rows.map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
    const players = cells.map(([name]) => (name ?? '').replaceAll('`', ''));
    const columns = players.slice(1);
    const points = players.map(() => players.map(() => 0));
    cells.forEach((row, i) => {
      columns.forEach((column, c) => {
        const j = players.indexOf(column);
        const told = row[c + 2];
        // What is above the diagonal is enough: the rest is its counterpart.
        if (!told || j <= i) return;
        (points[i] as number[])[j] = Number(told);
        (points[j] as number[])[i] = GAMES_OF_A_PAIR - Number(told);
      });
    });
    for (const [name, rating] of Object.entries(AGENT_RATINGS)) {
      expect(points[players.indexOf(name)]?.[players.indexOf(rating.against)], name).toBe(rating.points);
    }
    const found = await outpost.statistics.standings(points, players.indexOf('random'));
    const csv = document('experiments/rating.csv').trim().split('\n').slice(1);
    expect(csv).toHaveLength(9);
    for (const line of csv) {
      const [player, , ...expected] = line.split(',');
      const { value, low, high } = found[players.indexOf(player ?? '')]?.elo ?? {};
      expect(
        [value, low, high].map((n) => n?.toFixed(1)),
        player,
      ).toEqual(expected);
    }
  });
});

it('ticks are round and hold everything', () => {
  expect(niceTicks(0, 5.3, 6)).toEqual([0, 2, 4, 6]);
  expect(niceTicks(0, 100, 6)).toEqual([0, 20, 40, 60, 80, 100]);
  expect(niceTicks(-130, 640, 6)).toEqual([-200, 0, 200, 400, 600, 800]);
  expect(niceTicks(3, 3, 6)).toEqual([3, 3.2]);
});
