/** Where answers to puzzles are kept: in a database of their own, and what the browser does not take, as long as the page lives. */
import type { DBSchema } from 'idb';
import { Database } from '../storage/database';
import { inTime } from '../storage/in-time';
import { keyOf, type PuzzleResult, readPuzzleResult } from './puzzle-results';
import { MOST_RESULTS } from './training-file';

interface Schema extends DBSchema {
  results: { key: string; value: unknown };
}

/** What shows results waits no longer for a browser that does not answer. */
const ANSWER_MS = 4000;
/** For the many of a file. */
const IMPORT_MS = 20_000;

export class PuzzleStore extends EventTarget {
  readonly #database = new Database<Schema>('outpost-training', 1, (db) => {
    db.createObjectStore('results');
  });
  /** What the browser has not taken. */
  readonly #memory = new Map<string, PuzzleResult>();
  /** What it had when it was asked last: a browser that does not answer has forgotten nothing. */
  #stored = new Map<string, PuzzleResult>();

  #isKept = true;

  /** Whether the browser took the last answer, with all before it. */
  get isKept(): boolean {
    return this.#isKept;
  }

  async all(): Promise<PuzzleResult[]> {
    try {
      const values = await inTime(
        this.#database.ask((db) => db.getAll('results', null, MOST_RESULTS)),
        ANSWER_MS,
      );
      const results = values.map(readPuzzleResult).filter((result) => result !== null);
      this.#stored = new Map(results.map((result) => [keyOf(result), result]));
    } catch {
      // As it was.
    }
    return [...new Map([...this.#memory, ...this.#stored]).values()];
  }

  async count(): Promise<number> {
    return (await this.all()).length;
  }

  /** Adds a result, with those that the browser has not taken before. */
  async add(result: PuzzleResult): Promise<void> {
    this.#memory.set(keyOf(result), result);
    this.#isKept = await this.#write([...this.#memory.values()], ANSWER_MS).then(
      () => true,
      () => false,
    );
    this.dispatchEvent(new Event('change'));
  }

  /** Adds results of a file. Gives how many were new; rejects where the browser does not take them. */
  async import(results: readonly PuzzleResult[]): Promise<number> {
    const there = new Map((await this.all()).map((result) => [keyOf(result), result]));
    const fresh = new Map<string, PuzzleResult>();
    for (const result of results) {
      if (there.size + fresh.size >= MOST_RESULTS) break;
      const key = keyOf(result);
      // What this browser knows better stays.
      if (!there.has(key)) fresh.set(key, result);
    }
    try {
      if (fresh.size > 0) await this.#write([...fresh.values()], IMPORT_MS);
    } finally {
      this.dispatchEvent(new Event('change'));
    }
    return fresh.size;
  }

  /** Deletes all results. Rejects where the browser does not: they are still there then. */
  async clear(): Promise<void> {
    await inTime(
      this.#database.ask((db) => db.clear('results')),
      ANSWER_MS,
    ).finally(() => {
      this.#memory.clear();
      this.#stored.clear();
      this.dispatchEvent(new Event('change'));
    });
  }

  /** All or nothing. */
  async #write(results: readonly PuzzleResult[], ms: number): Promise<void> {
    await inTime(
      this.#database.ask(async (db) => {
        const { store, done } = db.transaction('results', 'readwrite');
        await Promise.all([...results.map((result) => store.put(result, keyOf(result))), done]);
      }),
      ms,
    );
    for (const result of results) {
      this.#memory.delete(keyOf(result));
      this.#stored.set(keyOf(result), result);
    }
  }
}

/** The answers of this browser. */
export const puzzleStore = new PuzzleStore();
