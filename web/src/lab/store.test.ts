import { beforeEach, expect, it, vi } from 'vitest';
import type { GameResult } from './results';
import { DEFAULTS, hashOf, type LabSetup } from './setup';
import { LabStore, readResults, readRun } from './store';

/** The browser's storage: refuses, or takes everything. */
const browser = vi.hoisted(() => ({ refuses: true, kept: {} as Record<string, Map<string | number, unknown>> }));
vi.mock('idb', () => ({
  openDB: async () => {
    if (browser.refuses) throw new DOMException('no storage here', 'SecurityError');
    const objectStore = (name: string) => {
      browser.kept[name] ??= new Map();
      const of = browser.kept[name];
      const check = () => {
        if (browser.refuses) throw new DOMException('no storage here', 'QuotaExceededError');
      };
      return {
        clear: async () => {
          check();
          of.clear();
        },
        put: async (value: unknown, key: string | number) => {
          check();
          of.set(key, value);
        },
      };
    };
    return {
      transaction: () => ({ objectStore, done: Promise.resolve() }),
      close: () => undefined,
      get: async (name: string, key: string) => browser.kept[name]?.get(key),
    };
  },
}));
beforeEach(() => {
  Object.assign(browser, { refuses: true, kept: {} });
});

const result = (index: number): GameResult => ({
  index,
  winner: 'white',
  reason: 'KING_CAPTURE',
  plies: 9,
  ms: 3,
  senses: [{ turn: 1, before: { boards: 1, exact: true }, after: { boards: 1, exact: true }, followed: true }],
});

it('reads what was stored, and leaves out what is no game', () => {
  const setup: LabSetup = { ...DEFAULTS.growth, games: 30 };
  const good = [result(0), result(119)];
  const bad = [
    null,
    7,
    { ...result(1), winner: 'nobody' },
    { ...result(2), senses: [{}] },
    { ...result(3), plies: '9' },
    result(120),
    result(-1),
    result(0.5),
  ];
  const run = { setup: hashOf(setup), lost: [5, 'x', 999] };
  expect(readRun(run)).toEqual({ setup, results: [], lost: [5] });
  expect(readResults(setup, [...bad, ...good])).toEqual(good);
  for (const broken of [undefined, null, 7, {}, { setup: 7 }, { setup: '#lab?games=0' }]) {
    expect(readRun(broken)).toBeNull();
  }
});

it('remembers the games of this page where nothing can be kept', async () => {
  const store = new LabStore();
  await store.begin(DEFAULTS.growth);
  expect(store.refused).not.toBeNull();
  await store.keepGame(result(2), 'second');
  await store.keepGame(result(1), 'first');
  expect(await (await store.records()).text()).toBe('first\nsecond\n');
  expect(await store.load()).toBeNull();
  await store.begin(DEFAULTS.players);
  expect((await store.records()).size).toBe(0);
});

it('keeps everything once the browser takes it again', async () => {
  browser.refuses = false;
  const store = new LabStore();
  await store.begin(DEFAULTS.players);
  await store.keepGame(result(7), 'of the run before');
  browser.refuses = true;
  await store.begin(DEFAULTS.growth);
  for (let index = 0; index < 50; index++) await store.keepGame(result(index), `game ${index}`);
  await store.keepLost(DEFAULTS.growth, [60]);
  expect(store.refused).toBe('no storage here');
  expect(browser.kept.records?.get(7)).toBe('of the run before');
  browser.refuses = false;
  await store.keepGame(result(51), 'game 51');
  expect(store.refused).toBeNull();
  expect(browser.kept.runs?.get('current')).toEqual({ setup: hashOf(DEFAULTS.growth), lost: [60] });
  expect([...(browser.kept.results?.keys() ?? [])].sort((a, b) => Number(a) - Number(b))).toEqual([
    ...Array(50).keys(),
    51,
  ]);
  expect(browser.kept.records?.get(7)).toBe('game 7');
});
