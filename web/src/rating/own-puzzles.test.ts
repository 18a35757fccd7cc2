import { expect, it } from 'vitest';
import { MOST_OWN, newest, OwnPuzzles, readOwnPuzzle } from './own-puzzles';

const id = (n: number): string => String(n).padStart(8, '0');
const made = (n: number) => ({ id: id(n), puzzle: { id: id(n), kind: 'safe' } });
const at = Date.UTC(2026, 5, 1);

it('keeps each puzzle once, and what was removed stays away', async () => {
  // Node has no database: they last as long as the page.
  const puzzles = new OwnPuzzles();
  let changes = 0;
  puzzles.addEventListener('change', () => changes++);
  expect(await puzzles.keep([made(1), made(2)], at)).toBe(2);
  expect(await puzzles.keep([made(2), made(3)], at + 1)).toBe(2);
  expect((await puzzles.all()).map((one) => one.id)).toEqual([id(3), id(1), id(2)]);
  await puzzles.remove(id(2), at + 2);
  expect(await puzzles.keep([made(2), made(3)], at + 3)).toBe(1);
  expect((await puzzles.all()).map((one) => one.id)).toEqual([id(3), id(1)]);
  expect(changes).toBe(3);
  expect(await puzzles.keep([], at)).toBe(0);
  // An import that is not kept is refused.
  await expect(puzzles.import([{ ...made(4), at }])).rejects.toThrow();
  expect(
    await puzzles.import([
      { ...made(1), at },
      { id: id(5), puzzle: null, at },
    ]),
  ).toBe(0);
});

it('has room for so many, the newest', () => {
  const many = Array.from({ length: MOST_OWN + 5 }, (_, n) => ({ ...made(n), at: at + n }));
  const kept = newest(many);
  expect(kept.size).toBe(MOST_OWN);
  expect(kept.has(id(4))).toBe(false);
  expect([...kept.keys()][0]).toBe(id(MOST_OWN + 4));
});

it('takes nothing else from a database or a file', () => {
  const good = { ...made(1), at };
  expect(readOwnPuzzle({ ...good, more: 1 })).toEqual(good);
  expect(readOwnPuzzle({ id: id(1), puzzle: null, at })).toEqual({ id: id(1), puzzle: null, at });
  for (const bad of [
    null,
    'x',
    {},
    { ...good, id: 'short' },
    { ...good, at: 1.5 },
    { ...good, at: -1 },
    { ...good, at: Number.NaN },
    { ...good, puzzle: 'x' },
    { ...good, puzzle: [] },
    { ...good, puzzle: undefined },
    { ...good, puzzle: { id: id(2) } },
    { ...good, puzzle: { id: id(1), boards: 'x'.repeat(10_000) } },
  ])
    expect(readOwnPuzzle(bad), JSON.stringify(bad)).toBeNull();
});
