import { expect, it } from 'vitest';
import type { Lesson } from './lesson';
import { MOST_LESSONS, OwnLessons } from './own-lessons';

/** There is no IndexedDB in Node, as in a browser that refuses it; with one: `tests/browser/workshop.test.ts`. */
const lesson = (id: string, title: string): Lesson => ({
  id,
  title,
  summary: '',
  minutes: 1,
  steps: [{ id: '1', heading: 'One', text: [] }],
  sources: [],
});

it('keeps lessons as long as the page where the browser keeps none, and says so', async () => {
  const own = new OwnLessons();
  let told = 0;
  own.addEventListener('change', () => told++);
  expect(await own.all()).toEqual([]);
  await own.put({ lesson: lesson('aaaaaaaa', 'A'), at: 1, tried: ['x'] });
  await own.put({ lesson: lesson('bbbbbbbb', 'B'), at: 2, tried: [] });
  expect(own.isKept).toBe(false);
  expect(own.isStored('aaaaaaaa')).toBe(false);
  expect(own.isStored('cccccccc')).toBe(true);
  expect(own.isUnstored).toBe(true);
  expect((await own.all()).map(({ lesson: { title } }) => title)).toEqual(['B', 'A']);
  expect(await own.get('aaaaaaaa')).toEqual({ lesson: lesson('aaaaaaaa', 'A'), at: 1, tried: ['x'] });
  await own.remove('bbbbbbbb');
  expect(await own.get('bbbbbbbb')).toBeNull();
  await own.remove('aaaaaaaa');
  expect([own.isKept, own.isUnstored]).toEqual([true, false]);
  await own.put({ lesson: lesson('aaaaaaaa', 'A'), at: 1, tried: [] });
  expect(told).toBe(5);
});

it('adds what is new, under another name where another lesson has it', async () => {
  const own = new OwnLessons();
  const first = await own.add(lesson('aaaaaaaa', 'A'));
  expect(first.id).toBe('aaaaaaaa');
  // The same link, opened again.
  expect(await own.add(lesson('aaaaaaaa', 'A'))).toEqual(first);
  const other = await own.add(lesson('aaaaaaaa', 'Other'));
  expect(other.id).not.toBe('aaaaaaaa');
  expect((await own.all()).length).toBe(2);
});

it('takes so many and no more', async () => {
  const own = new OwnLessons();
  for (let i = 0; i < MOST_LESSONS; i++)
    await own.put({ lesson: lesson(String(i).padStart(8, '0'), 'A'), at: i, tried: [] });
  await expect(own.add(lesson('zzzzzzzz', 'Z'))).rejects.toThrow('delete some first');
});
