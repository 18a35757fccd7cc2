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
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (full) throw new DOMException('full', 'QuotaExceededError');
      store.set(key, value);
    },
  });
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
