import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const store = new Map<string, string>();
let full = false;
/** As after a reload: what the page knew is gone. */
const reloaded = async () => {
  vi.resetModules();
  return import('./progress');
};

beforeEach(() => {
  store.clear();
  full = false;
  const storage = {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (full) throw new DOMException('full', 'QuotaExceededError');
      store.set(key, value);
    },
  };
  // What is stored is among its own keys.
  const seen = {
    ownKeys: () => [...store.keys()],
    getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true, value: '' }),
  };
  vi.stubGlobal('localStorage', new Proxy(storage, seen));
});
afterEach(() => vi.unstubAllGlobals());

it('is kept, and joined with what another tab has solved', async () => {
  const page = await reloaded();
  page.rememberProgress('a', { at: 1, solved: ['one'] });
  const other = await reloaded();
  other.rememberProgress('a', { at: 5, solved: ['two'] });
  expect(page.recallProgress('a')).toEqual({ at: 1, solved: ['one', 'two'] });
  expect(page.rememberProgress('a', { at: 2, solved: ['one'] }).solved).toEqual(['one', 'two']);
  const next = await reloaded();
  expect(next.recallProgress('a')).toEqual({ at: 2, solved: ['one', 'two'] });
  expect(next.recallProgress('b')).toBeNull();
});

it('lasts as long as the page where the storage is full, which is told', async () => {
  const page = await reloaded();
  page.rememberProgress('a', { at: 1, solved: [] });
  expect(page.isKept()).toBe(true);
  full = true;
  page.rememberProgress('a', { at: 2, solved: ['one'] });
  expect(page.isKept()).toBe(false);
  expect(page.recallProgress('a')).toEqual({ at: 2, solved: ['one'] });
});

it('is not kept under names without end, nor under names without number: they may come from an address', async () => {
  const page = await reloaded();
  page.rememberProgress('x'.repeat(65), { at: 1, solved: [] });
  expect(page.isKept()).toBe(false);
  page.rememberProgress('x'.repeat(64), { at: 1, solved: [] });
  expect(page.isKept()).toBe(true);
  for (let i = 0; i < 300; i++) page.rememberProgress(`lesson ${i}`, { at: i, solved: [] });
  expect(page.isKept()).toBe(false);
  expect(store.size).toBe(200);
  expect([...store.keys()].every((key) => key.startsWith('outpost-lesson-') && key.length < 100)).toBe(true);
  // Those that are kept go on.
  page.rememberProgress('lesson 0', { at: 9, solved: [] });
  expect(page.isKept()).toBe(true);
  const next = await reloaded();
  expect(next.recallProgress('lesson 0')?.at).toBe(9);
});

it.each([
  '',
  '{',
  'null',
  '[]',
  '{"at":-1,"solved":[]}',
  '{"at":1}',
  '{"at":"1","solved":[]}',
  `${'['.repeat(50_000)}`,
])('counts %j as nothing', async (text) => {
  const { recallProgress } = await reloaded();
  store.set('outpost-lesson-a', text.slice(0, 200_000));
  expect(recallProgress('a')).toBeNull();
});
