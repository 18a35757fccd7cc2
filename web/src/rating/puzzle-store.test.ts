import { expect, it } from 'vitest';
import type { PuzzleResult } from './puzzle-results';
import { PuzzleStore } from './puzzle-store';

const result = (n: number): PuzzleResult => ({
  puzzle: String(n).padStart(8, '0'),
  kind: 'left',
  rating: 1300,
  deviation: 70,
  at: Date.UTC(2026, 5, 1) + n,
  day: 20_605,
  solved: true,
  hinted: false,
  milliseconds: 5,
});

it('without a database, results last as long as the page, and it is known that they do', async () => {
  // Node has none.
  const store = new PuzzleStore();
  let changes = 0;
  store.addEventListener('change', () => changes++);
  expect(store.isKept).toBe(true);
  await store.add(result(1));
  await store.add(result(2));
  await store.add(result(2));
  expect(store.isKept).toBe(false);
  expect(await store.all()).toEqual([result(1), result(2)]);
  expect(await store.count()).toBe(2);
  expect(changes).toBe(3);
  // An import that is not kept is refused, not half done.
  await expect(store.import([result(3)])).rejects.toThrow();
  expect(await store.import([result(1)])).toBe(0);
  expect(await store.count()).toBe(2);
  await expect(store.clear()).rejects.toThrow();
});
