/** Where results are kept: in a database of their own, and what the browser does not take, as long as the page lives. */
import type { DBSchema } from 'idb';
import { Database } from '../storage/database';
import { inTime } from '../storage/in-time';
import { type GameResult, readResult } from './results';

interface Schema extends DBSchema {
  games: { key: string; value: unknown };
}

/** What shows results waits no longer for a browser that does not answer. */
const ANSWER_MS = 4000;

class Results extends EventTarget {
  readonly #database = new Database<Schema>('outpost-results', 1, (db) => {
    db.createObjectStore('games');
  });
  readonly #memory = new Map<string, GameResult>();

  async all(): Promise<GameResult[]> {
    let stored: unknown[] = [];
    try {
      stored = await inTime(
        this.#database.ask((db) => db.getAll('games')),
        ANSWER_MS,
      );
    } catch {
      // Those of this page are there.
    }
    const results = new Map(this.#memory);
    for (const value of stored) {
      const result = readResult(value);
      if (result) results.set(result.id, result);
    }
    return [...results.values()];
  }

  /** Adds a game, unless it is there: the end of a game may be met again after a reload. */
  async add(result: GameResult): Promise<void> {
    try {
      await inTime(
        this.#database.ask(async (db) => {
          const { store, done } = db.transaction('games', 'readwrite');
          const there = await store.getKey(result.id);
          await Promise.all([there === undefined ? store.put(result, result.id) : null, done]);
        }),
        ANSWER_MS,
      );
    } catch {
      this.#memory.set(result.id, result);
    }
    this.dispatchEvent(new Event('change'));
  }

  /** Deletes all results. Rejects where the browser does not: they are still there then. */
  async clear(): Promise<void> {
    await inTime(
      this.#database.ask((db) => db.clear('games')),
      ANSWER_MS,
    ).finally(() => {
      this.#memory.clear();
      this.dispatchEvent(new Event('change'));
    });
  }
}

/** The results of this browser. */
export const results = new Results();
