import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Entry, KeptStore } from './kept-store';

/** A browser's store, and how it behaves. */
const browser = vi.hoisted(() => ({
  stored: new Map<string, unknown>(),
  answers: 'well' as 'well' | 'never' | 'refuses',
  /** What was done of a transaction until its code first waited. */
  done: [] as string[],
  writes: [] as (() => void)[],
}));
vi.mock('idb', () => {
  const answer = async <T>(value: () => T): Promise<T> => {
    if (browser.answers === 'never') await new Promise(() => undefined);
    if (browser.answers === 'refuses') throw new DOMException('full', 'QuotaExceededError');
    return value();
  };
  return {
    openDB: async () => ({
      close: () => undefined,
      getAll: () => answer(() => [...browser.stored.values()]),
      clear: () => answer(() => browser.stored.clear()),
      transaction: () => {
        const changes: (() => void)[] = [];
        const note = (what: string, change: () => void): Promise<void> => {
          browser.done.push(what);
          changes.push(change);
          return Promise.resolve();
        };
        return {
          store: {
            put: (value: unknown, key: string) => note(`put ${key}`, () => browser.stored.set(key, value)),
            delete: (key: string) => note(`delete ${key}`, () => browser.stored.delete(key)),
          },
          commit: () => browser.done.push('commit'),
          done: new Promise<void>((resolve) => browser.writes.push(resolve)).then(() =>
            answer(() => {
              for (const change of changes) change();
            }),
          ),
        };
      },
    }),
  };
});

interface Note {
  id: string;
  text: string;
}

class Notes extends KeptStore<Note> {
  constructor() {
    super({ database: 'notes', store: 'notes', read: (value) => entryOf(value as Note) });
  }
  async all(): Promise<string[]> {
    return [...(await this.entries()).values()].map(({ text }) => text).sort();
  }
  put = (...notes: Note[]): Promise<void> => this.store(notes.map(entryOf));
  putAll = (note: Note): Promise<void> => this.store([...this.unstored, entryOf(note)]);
  remove = (id: string): Promise<void> => this.delete(id);
}
const entryOf = (note: Note): Entry<Note> => [note.id, note];

/** Lets the browser answer all transactions, in their order. */
async function written(putting: Promise<void>): Promise<void> {
  await vi.waitFor(() => expect(browser.writes.length).toBeGreaterThan(0));
  for (const write of browser.writes.splice(0)) write();
  await putting;
}

let notes: Notes;
beforeEach(() => {
  Object.assign(browser, { stored: new Map(), answers: 'well', done: [], writes: [] });
  notes = new Notes();
});
afterEach(() => {
  vi.useRealTimers();
});

it('commits a write before anything is waited for, and is unstored until the browser has it', async () => {
  const putting = notes.put({ id: 'a', text: 'A' }, { id: 'b', text: 'B' });
  expect(notes.isUnstored).toBe(true);
  await vi.waitFor(() => expect(browser.writes.length).toBe(1));
  expect(browser.done).toEqual(['put a', 'put b', 'commit']);
  expect(browser.stored.size).toBe(0);
  expect(await notes.all()).toEqual(['A', 'B']);
  await written(putting);
  expect([...browser.stored.keys()]).toEqual(['a', 'b']);
  expect([notes.isUnstored, notes.isKept]).toEqual([false, true]);
});

it('has what the browser refuses as long as the page lives, and offers it again', async () => {
  let changes = 0;
  notes.addEventListener('change', () => changes++);
  browser.answers = 'refuses';
  await written(notes.put({ id: 'a', text: 'A' }));
  expect([notes.isKept, notes.isStored('a'), notes.isStored('b'), notes.isUnstored]).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect(await notes.all()).toEqual(['A']);
  browser.answers = 'well';
  await written(notes.putAll({ id: 'b', text: 'B' }));
  expect([...browser.stored.keys()]).toEqual(['a', 'b']);
  expect([notes.isKept, notes.isUnstored]).toEqual([true, false]);
  expect(changes).toBe(2);
});

it('keeps what was written last, whatever is answered first', async () => {
  const first = notes.put({ id: 'a', text: 'old' });
  await vi.waitFor(() => expect(browser.writes.length).toBe(1));
  const second = notes.put({ id: 'a', text: 'new' });
  await vi.waitFor(() => expect(browser.writes.length).toBe(2));
  browser.writes[0]?.();
  await first;
  expect(notes.isUnstored).toBe(true);
  expect(await notes.all()).toEqual(['new']);
  browser.writes[1]?.();
  await second;
  expect([notes.isUnstored, await notes.all()]).toEqual([false, ['new']]);
});

it('forgets nothing where the browser does not answer, and waits less the next time', async () => {
  await written(notes.put({ id: 'a', text: 'A' }));
  expect(await notes.all()).toEqual(['A']);
  vi.useFakeTimers();
  browser.answers = 'never';
  for (const patience of [4000, 500]) {
    let all: string[] | null = null;
    void notes.all().then((texts) => {
      all = texts;
    });
    await vi.advanceTimersByTimeAsync(patience - 1);
    expect(all).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(all).toEqual(['A']);
  }
});

it('deletes what the browser never took, and says where it does not delete the rest', async () => {
  await written(notes.put({ id: 'a', text: 'A' }));
  browser.answers = 'refuses';
  await written(notes.put({ id: 'b', text: 'B' }));
  await written(notes.remove('b'));
  await expect(written(notes.remove('a'))).rejects.toThrow('full');
  expect(await notes.all()).toEqual(['A']);
  await expect(notes.clear()).rejects.toThrow('full');
  expect(await notes.all()).toEqual(['A']);
  browser.answers = 'well';
  await notes.clear();
  expect(await notes.all()).toEqual([]);
});
