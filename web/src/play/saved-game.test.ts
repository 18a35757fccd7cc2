import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readSaved, type SavedGame } from './saved-game';

/** A database with one place, which answers when the test lets it. */
const base = vi.hoisted(() => ({
  stored: undefined as unknown,
  answers: true,
  full: false,
  opened: 0,
  terminated: () => {},
}));
vi.mock('idb', () => {
  const answer = <T>(value: () => T): Promise<T> =>
    base.answers ? Promise.resolve().then(value) : new Promise(() => undefined);
  const store = {
    get: () => answer(() => base.stored),
    put: (value: unknown) =>
      answer(() => {
        if (base.full) throw new DOMException('full', 'QuotaExceededError');
        base.stored = value;
      }),
    delete: () =>
      answer(() => {
        base.stored = undefined;
      }),
  };
  return {
    openDB: async (_name: string, _version: number, { terminated }: { terminated: () => void }) => {
      base.opened += 1;
      base.terminated = terminated;
      return { get: store.get, transaction: () => ({ store, done: Promise.resolve() }), close: () => undefined };
    },
  };
});

const saved = {
  id: 'a1',
  sealed: new Uint8Array([1, 2, 3]),
  setup: {
    white: { kind: 'person', name: 'You' },
    black: { kind: 'agent', agent: 'random', budgetMs: 1000 },
    clock: { seconds: 900, increment: 5 },
    seed: 7,
  },
  assistance: 'hints',
  evaluator: 'stockfish',
  byNetwork: true,
  markers: { white: [[42, 'n']], black: [] },
  turn: 3,
  savedAt: 1_700_000_000_000,
};

describe('readSaved', () => {
  it('reads what was kept', () => {
    expect(readSaved(saved)).toMatchObject(saved);
  });

  it.each([
    ['an empty object', {}],
    ['a string', 'x'],
    ['null', null],
    ['no setup', { ...saved, setup: undefined }],
    ['an empty setup', { ...saved, setup: {} }],
    ['a seat of nobody', { ...saved, setup: { ...saved.setup, black: {} } }],
    ['no person', { ...saved, setup: { ...saved.setup, white: saved.setup.black } }],
    ['an odd clock', { ...saved, setup: { ...saved.setup, clock: 5 } }],
    ['no game', { ...saved, sealed: undefined }],
    ['an empty game', { ...saved, sealed: new Uint8Array() }],
    ['a game in words', { ...saved, sealed: 'abc' }],
  ])('refuses %s', (_, stored) => {
    expect(readSaved(stored)).toBeNull();
  });

  it.each([
    ['no markers', { markers: undefined }, { markers: { white: [], black: [] } }],
    [
      'odd markers among good ones',
      { markers: { white: [[999, 'Z'], [42, 'n'], ['q', {}], 5, [-1, 'p'], [1.5, 'p']], black: 'none' } },
      { markers: { white: [[42, 'n']], black: [] } },
    ],
    ['an unknown assistance', { assistance: 'zzz' }, { assistance: 'none' }],
    ['a time that is none', { savedAt: Number.NaN }, { savedAt: null }],
    ['a time out of range', { savedAt: 1e300 }, { savedAt: null }],
    ['no id', { id: undefined }, { id: 'unnamed' }],
    ['an odd turn', { turn: 'many' }, { turn: 1 }],
  ])('has a default for %s', (_, change, expected) => {
    expect(readSaved({ ...saved, ...change })).toMatchObject({ ...saved, ...expected });
  });
});

describe('a game that is kept', () => {
  const game = saved as unknown as SavedGame;
  let page: typeof import('./saved-game');
  beforeEach(async () => {
    vi.resetModules();
    Object.assign(base, { stored: undefined, answers: true, full: false, opened: 0 });
    page = await import('./saved-game');
  });

  it('waits for no storage that stops answering, and is kept once it answers again', async () => {
    vi.useFakeTimers();
    try {
      expect(await page.keepGame(game)).toBe('kept');
      base.answers = false;
      const look = page.unfinishedGame();
      await vi.advanceTimersByTimeAsync(4000);
      expect(await look).toBe('silent');
      // Nobody waits so long twice.
      const keeping = page.keepGame({ ...game, turn: 4 });
      await vi.advanceTimersByTimeAsync(250);
      expect(await keeping).toBe('silent');
      expect(await page.unfinishedGame()).toMatchObject({ turn: 4 });
      base.answers = true;
      expect(await page.keepGame({ ...game, turn: 5 })).toBe('kept');
      expect(await page.storageOfGames()).toBe('works');
      expect(base.stored).toMatchObject({ turn: 5 });
    } finally {
      vi.useRealTimers();
    }
  });

  it('lasts as long as the page where storage is full, and is kept when it is not', async () => {
    base.full = true;
    expect(await page.keepGame(game)).toBe('refused');
    expect(await page.unfinishedGame()).toMatchObject({ turn: 3 });
    base.full = false;
    expect(await page.keepGame(game)).toBe('kept');
  });

  it('is kept in another database when the browser has closed the first', async () => {
    await page.keepGame(game);
    base.terminated();
    expect(await page.keepGame(game)).toBe('kept');
    expect(base.opened).toBe(2);
  });
});
