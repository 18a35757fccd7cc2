import { beforeEach, expect, it, vi } from 'vitest';
import type { GameResult } from './results';
import type { Run } from './run';
import { DEFAULTS, hashOf, type LabSetup } from './setup';
import { LabStore, readResults, readRun } from './store';

/** The browser's storage: refuses, or takes everything. */
const browser = vi.hoisted(() => ({ refuses: true, kept: {} as Record<string, Map<string, unknown>> }));
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
        delete: async (which: number | { run: number }) => {
          check();
          const isMeant = (key: string) =>
            typeof which === 'number' ? key === `${which}` : key.startsWith(`${which.run},`);
          for (const key of [...of.keys()].filter(isMeant)) of.delete(key);
        },
        put: async (value: unknown, key: number | number[]) => {
          check();
          of.set(String(key), value);
        },
      };
    };
    return { transaction: () => ({ objectStore, done: Promise.resolve() }), close: () => undefined };
  },
}));
beforeEach(() => {
  Object.assign(browser, { refuses: true, kept: {} });
  vi.stubGlobal('IDBKeyRange', { bound: ([run]: number[]) => ({ run }) });
});

const result = (index: number): GameResult => ({
  index,
  winner: 'white',
  reason: 'KING_CAPTURE',
  plies: 9,
  ms: 3,
  senses: [{ turn: 1, before: { boards: 1, exact: true }, after: { boards: 1, exact: true }, followed: true }],
});

const begun = (id: number, setup: LabSetup): Run => ({
  id,
  setup,
  bot: null,
  results: new Map(),
  lost: new Set(),
  lanes: null,
  problem: null,
  notes: [],
});

it('reads what was stored, and leaves out what is no game', () => {
  const setup: LabSetup = { ...DEFAULTS.growth, games: 30 };
  const good = [result(0), { ...result(119), fault: 'it threw' }];
  const bad = [
    null,
    7,
    { ...result(1), winner: 'nobody' },
    { ...result(2), senses: [{}] },
    { ...result(3), plies: '9' },
    { ...result(4), fault: {} },
    result(120),
    result(-1),
    result(0.5),
  ];
  const bot = { name: 'mine', source: 'export default () => null' };
  const run = { setup: hashOf(setup), lost: [5, 'x', 999], bot: { ...bot, extra: 1 } };
  expect(readRun(8, run)).toEqual({ ...begun(8, setup), lost: new Set([5]), bot });
  expect(readRun(8, { ...run, bot: { name: 7 } })?.bot).toBeNull();
  expect(readResults(setup, [...bad, ...good])).toEqual(good);
  for (const broken of [undefined, null, 7, {}, { setup: 7 }, { setup: '#lab?games=0' }]) {
    expect(readRun(8, broken)).toBeNull();
  }
});

it('remembers the games of this page where nothing can be kept', async () => {
  const store = new LabStore();
  await store.keepRun(begun(1, DEFAULTS.growth));
  expect(store.refused).not.toBeNull();
  await store.keepGame(1, result(2), 'second');
  await store.keepGame(1, result(1), 'first');
  await store.keepGame(2, result(1), 'of another run');
  expect(await (await store.records(1)).text()).toBe('first\nsecond\n');
  expect(await store.load()).toEqual([]);
  await store.remove(1);
  expect((await store.records(1)).size).toBe(0);
  expect(await (await store.records(2)).text()).toBe('of another run\n');
});

it('keeps everything once the browser takes it again', async () => {
  browser.refuses = false;
  const store = new LabStore();
  await store.keepRun(begun(1, DEFAULTS.players));
  await store.keepGame(1, result(7), 'of the run before');
  browser.refuses = true;
  await store.keepRun(begun(2, DEFAULTS.growth));
  for (let index = 0; index < 50; index++) await store.keepGame(2, result(index), `game ${index}`);
  await store.keepRun({ ...begun(2, DEFAULTS.growth), lost: new Set([60]) });
  await store.remove(1);
  expect(store.refused).toBe('no storage here');
  expect(browser.kept.records?.get('1,7')).toBe('of the run before');
  browser.refuses = false;
  await store.keepGame(2, result(51), 'game 51');
  expect(store.refused).toBeNull();
  expect([...(browser.kept.runs ?? [])]).toEqual([['2', { setup: hashOf(DEFAULTS.growth), lost: [60], bot: null }]]);
  const keys = [...(browser.kept.results?.keys() ?? [])].sort((a, b) => Number(a.slice(2)) - Number(b.slice(2)));
  expect(keys).toEqual([...Array(50).keys(), 51].map((index) => `2,${index}`));
  expect(browser.kept.records?.get('2,7')).toBe('game 7');
});
