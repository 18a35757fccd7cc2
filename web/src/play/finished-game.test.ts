import type { GameSetup, Outcome } from 'outpost-rbc';
import { beforeEach, expect, it, vi } from 'vitest';
import type { GameResult } from '../rating/results';
import { extrasOfGame, type FinishedGame, keepResult, resultOf } from './finished-game';

const kept = vi.hoisted(() => ({ results: [] as unknown[], finished: 0 }));
const engine = vi.hoisted(() => ({ runs: true }));
vi.mock('../rating/results-store', () => ({
  results: {
    add: async (result: unknown) => {
      kept.results.push(result);
    },
  },
}));
vi.mock('../storage/finished-games', () => ({
  countFinishedGame: () => {
    kept.finished++;
  },
}));
vi.mock('../engine/level-list', () => ({
  levels: async () => {
    if (!engine.runs) throw new Error('no engine');
    return [{ level: 2, name: 'level-2', needsNetwork: false, rating: 310 }];
  },
}));
vi.mock('../library/library', () => ({ library: {}, entryOf: () => ({}) }));

beforeEach(() => {
  kept.results = [];
  kept.finished = 0;
  engine.runs = true;
});

const PERSON = { kind: 'person', name: 'You' } as const;
const agent = (name: string) => ({ kind: 'agent', agent: name, budgetMs: 0 }) as GameSetup['white'];

function game(
  white: GameSetup['white'],
  black: GameSetup['black'],
  winner: Outcome['winner'],
  more = {},
): FinishedGame {
  return {
    id: 'g',
    game: {} as FinishedGame['game'],
    setup: { white, black, clock: null, seed: 1 },
    outcome: { winner } as Outcome,
    assistance: 'tracking',
    byNetwork: false,
    endedAt: 5,
    ...more,
  };
}

const RATINGS = new Map([['level-2', 310]]);
const score = (finished: FinishedGame): GameResult['score'] | undefined => resultOf(finished, RATINGS, null)?.score;

it('points are those of the person', () => {
  expect(score(game(PERSON, agent('level-2'), 'white'))).toBe(1);
  expect(score(game(PERSON, agent('level-2'), 'black'))).toBe(0);
  expect(score(game(agent('level-2'), PERSON, 'black'))).toBe(1);
  expect(score(game(agent('level-2'), PERSON, null))).toBe(0.5);
  expect(resultOf(game(agent('level-2'), PERSON, null), RATINGS, null)).toMatchObject({
    color: 'black',
    opponent: 'level-2',
    opponentRating: 310,
    unrated: null,
    at: 5,
  });
  expect(resultOf(game(PERSON, PERSON, 'white'), RATINGS, null)).toBe(null);
});

it('only levels have ratings', () => {
  expect(resultOf(game(PERSON, agent('trout'), 'white'), RATINGS, null)?.opponentRating).toBe(null);
});

it('a game with hints, a turn taken back, a past or a start position of its own is not rated', async () => {
  const played = (more: Partial<FinishedGame> & { game?: unknown }) =>
    keepResult(game(PERSON, agent('level-2'), 'white', more));
  const rewound = (white: number, past: number, asChess = true) => ({
    takenBack: async () => ({ white, black: 0 }),
    past: async () => past,
    beganAsChess: async () => asChess,
  });
  await played({ assistance: 'hints' });
  await played({ game: rewound(1, 0) } as never);
  await played({ game: rewound(0, 6) } as never);
  await played({ game: rewound(0, 0, false) } as never);
  await played({ game: rewound(0, 0) } as never);
  expect(kept.results.map((result) => (result as GameResult).unrated)).toEqual([
    'hints',
    'takeback',
    'midway',
    'position',
    null,
  ]);
});

it('a game is added to the records, also where no engine tells the ratings', async () => {
  await keepResult(game(PERSON, agent('level-2'), 'white'));
  engine.runs = false;
  await keepResult(game(PERSON, agent('level-2'), 'white'));
  await keepResult(game(PERSON, PERSON, 'white'));
  expect(kept.results).toMatchObject([{ opponentRating: 310 }, { opponentRating: null }]);
  expect(kept.finished).toBe(3);
});

it('the record says which turns were taken back, and where the game went on from', async () => {
  const played = (back: number, past: number) =>
    extrasOfGame(
      game(PERSON, agent('level-2'), 'white', {
        game: { takenBack: async () => ({ white: back, black: 0 }), past: async () => past },
      }),
    );
  expect(await played(2, 7)).toMatchObject({ assistance: { white: 'tracking' }, takenBack: 2, past: 7 });
  expect(Object.keys(await played(0, 0)).sort()).toEqual(['assistance', 'played']);
});
