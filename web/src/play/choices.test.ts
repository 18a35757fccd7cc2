import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Choices,
  clockOf,
  DEFAULT_LEVEL,
  type NewGame,
  newGameOf,
  ratesMoves,
  readChoices,
  recallChoices,
  rematchSeats,
  rememberChoices,
} from './choices';

const kept = vi.hoisted(() => new Map<string, string>());
const rating = vi.hoisted(() => ({ games: [] as unknown[] }));
vi.mock('../engine/level-list', () => ({
  levels: async () => [
    { level: 1, name: 'level-1', needsNetwork: false, rating: 150 },
    { level: 6, name: 'level-6', needsNetwork: false, rating: 950 },
  ],
}));
vi.mock('../rating/results-store', () => ({ results: { all: async () => rating.games } }));

beforeEach(() => {
  kept.clear();
  rating.games = [];
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});

describe('the choices', () => {
  it('begin with a level that newcomers can beat, and White', () => {
    expect(recallChoices()).toMatchObject({
      opponent: DEFAULT_LEVEL,
      color: 'white',
      clock: 'none',
      assistance: 'tracking',
    });
    kept.set('outpost-finished-games', '1');
    expect(recallChoices().color).toBe('random');
  });

  it('are remembered', () => {
    const chosen: Choices = {
      ...recallChoices(),
      opponent: 'adaptive',
      color: 'black',
      clock: 'own',
      minutes: 3,
      assistance: 'none',
    };
    rememberChoices(chosen);
    expect(recallChoices()).toEqual(chosen);
  });

  it('are whole, whatever is stored', () => {
    kept.set('outpost-new-game', '{');
    expect(recallChoices().opponent).toBe(DEFAULT_LEVEL);
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const choices = readChoices(value);
        expect(readChoices(choices)).toEqual(choices);
        expect(clockOf(choices)).not.toBe('invalid');
      }),
    );
    expect(readChoices({ opponent: 'hsuc', budget: 7, minutes: 1000 })).toMatchObject({
      opponent: 'hsuc',
      budget: 1000,
      minutes: 10,
    });
  });
});

describe('a new game', () => {
  const chosen = (more: Partial<Choices>): Choices => ({ ...recallChoices(), ...more });

  it('seats the person and the opponent', async () => {
    const game = await newGameOf(chosen({ opponent: 'level-3', color: 'black', clock: 'standard' }));
    expect(game?.setup.white).toMatchObject({ kind: 'agent', agent: 'level-3' });
    expect(game?.setup.black).toMatchObject({ kind: 'person' });
    expect(game?.setup.clock).toEqual({ seconds: 900, increment: 5 });
    const people = await newGameOf(chosen({ opponent: 'people' }));
    expect([people?.setup.white.kind, people?.setup.black.kind]).toEqual(['person', 'person']);
  });

  it('around one’s strength is against the nearest level', async () => {
    const against = async (): Promise<unknown> => (await newGameOf(chosen({ opponent: 'adaptive' })))?.setup.black;
    expect(await against()).toMatchObject({ agent: DEFAULT_LEVEL });
    const won = { at: 1, opponent: 'level-6', opponentRating: 950, color: 'white', score: 1, unrated: null };
    rating.games = [1, 2, 3].map((n) => ({ ...won, id: String(n) }));
    expect(await against()).toMatchObject({ agent: 'level-6' });
    rating.games = [1, 2, 3].map((n) => ({ ...won, id: String(n), score: 0, opponentRating: 150 }));
    expect(await against()).toMatchObject({ agent: 'level-1' });
  });

  it('after another one changes colours, but for two people', async () => {
    const { setup } = (await newGameOf(chosen({ opponent: 'level-3', color: 'black' }))) as NewGame;
    expect(rematchSeats(setup)).toEqual({ white: setup.black, black: setup.white });
    const people = (await newGameOf(chosen({ opponent: 'people' }))) as NewGame;
    expect(rematchSeats(people.setup)).toEqual({ white: people.setup.white, black: people.setup.black });
  });

  it('needs a clock within its limits', async () => {
    expect(await newGameOf(chosen({ clock: 'own', minutes: Number.NaN }))).toBe(null);
    expect((await newGameOf(chosen({ clock: 'own', minutes: 0.5, increment: 0 })))?.setup.clock).toEqual({
      seconds: 30,
      increment: 0,
    });
  });

  it('asks Stockfish only for those who rate moves', async () => {
    expect(
      (['level-8', 'adaptive', 'people', 'random', 'attacker', 'hsuc', 'siamese'] as const).filter(ratesMoves),
    ).toEqual(['hsuc', 'siamese']);
    const game = await newGameOf(chosen({ opponent: 'level-4', evaluator: 'stockfish' }));
    expect(game?.evaluator).toBe('built-in');
  });
});
