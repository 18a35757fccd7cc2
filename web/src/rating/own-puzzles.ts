/**
 * Puzzles of the person's own games: where they are kept. What a puzzle holds is checked where it is shown (`puzzles/puzzle.ts`); here it is
 * an object with an id.
 */
import type { DBSchema } from 'idb';
import { Database } from '../storage/database';
import { inTime } from '../storage/in-time';
import { PUZZLE_ID } from './puzzle-results';

export interface OwnPuzzle {
  id: string;
  /** As the engine made it; `null`: it was removed, and does not come back when its game is looked at again. */
  puzzle: object | null;
  /** When it was made or removed, in milliseconds since 1970. */
  at: number;
}

interface Schema extends DBSchema {
  puzzles: { key: string; value: unknown };
}

/** Puzzles that are kept; beyond that the oldest go. */
export const MOST_OWN = 500;
/** Characters of a puzzle: 24 boards take 2,000. */
const MOST_TEXT = 10_000;
const LATEST = Date.UTC(2200);
/** What shows them waits no longer for a browser that does not answer. */
const ANSWER_MS = 4000;

/** A puzzle as it is used here, whatever was stored; `null` for what is none. */
export function readOwnPuzzle(stored: unknown): OwnPuzzle | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { id, puzzle, at } = stored as Record<string, unknown>;
  if (typeof id !== 'string' || !PUZZLE_ID.test(id)) return null;
  if (typeof at !== 'number' || !Number.isInteger(at) || at < 0 || at > LATEST) return null;
  if (typeof puzzle !== 'object' || Array.isArray(puzzle)) return null;
  if (puzzle !== null && ((puzzle as { id?: unknown }).id !== id || JSON.stringify(puzzle).length > MOST_TEXT))
    return null;
  return { id, puzzle, at };
}

/** Those that stay, by their ids: the newest. */
export function newest(puzzles: Iterable<OwnPuzzle>): Map<string, OwnPuzzle> {
  const inOrder = [...puzzles].toSorted((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1));
  return new Map(inOrder.slice(0, MOST_OWN).map((puzzle) => [puzzle.id, puzzle]));
}

export class OwnPuzzles extends EventTarget {
  readonly #database = new Database<Schema>('outpost-own-puzzles', 1, (db) => {
    db.createObjectStore('puzzles');
  });
  /** What the browser has not taken. */
  readonly #memory = new Map<string, OwnPuzzle>();

  /** The puzzles, the newest first. */
  async all(): Promise<OwnPuzzle[]> {
    return [...(await this.#everything()).values()].filter(({ puzzle }) => puzzle !== null);
  }

  /** Keeps puzzles that were made of a game. Returns how many of them are there now: those that were removed stay away. */
  async keep(made: readonly { id: string; puzzle: object }[], now = Date.now()): Promise<number> {
    const there = await this.#everything();
    const fresh = made.filter(({ id }) => !there.has(id)).map(({ id, puzzle }) => ({ id, puzzle, at: now }));
    if (fresh.length > 0) await this.#put(fresh);
    const all = new Map([...there, ...fresh.map((one) => [one.id, one] as const)]);
    return made.filter(({ id }) => all.get(id)?.puzzle).length;
  }

  async remove(id: string, now = Date.now()): Promise<void> {
    await this.#put([{ id, puzzle: null, at: now }]);
  }

  /** Adds puzzles of a file. Returns how many were new; rejects where the browser does not take them. */
  async import(puzzles: readonly OwnPuzzle[]): Promise<number> {
    const there = await this.#everything();
    const fresh = [...newest(puzzles).values()].filter(({ id, puzzle }) => puzzle !== null && !there.has(id));
    if (fresh.length > 0) await this.#write(fresh);
    this.#changed();
    return fresh.length;
  }

  /** Deletes all. Rejects where the browser does not: they are still there then. */
  async clear(): Promise<void> {
    await inTime(
      this.#database.ask((db) => db.clear('puzzles')),
      ANSWER_MS,
    );
    this.#memory.clear();
    this.#changed();
  }

  /** With those that were removed. */
  async #everything(): Promise<Map<string, OwnPuzzle>> {
    let stored: unknown[] = [];
    try {
      stored = await inTime(
        this.#database.ask((db) => db.getAll('puzzles')),
        ANSWER_MS,
      );
    } catch {
      // Those of this page are there.
    }
    const read = stored.map(readOwnPuzzle).filter((puzzle) => puzzle !== null);
    return newest(new Map([...read, ...this.#memory.values()].map((puzzle) => [puzzle.id, puzzle])).values());
  }

  /** Puts puzzles where they last, if the browser lets it. */
  async #put(puzzles: readonly OwnPuzzle[]): Promise<void> {
    for (const puzzle of puzzles) this.#memory.set(puzzle.id, puzzle);
    await this.#write([...this.#memory.values()]).catch(() => undefined);
    this.#changed();
  }

  /** All or nothing; what is too much goes. */
  async #write(puzzles: readonly OwnPuzzle[]): Promise<void> {
    await inTime(
      this.#database.ask(async (db) => {
        const { store, done } = db.transaction('puzzles', 'readwrite');
        for (const puzzle of puzzles) void store.put(puzzle, puzzle.id);
        const keys = await store.getAllKeys();
        const there = (await store.getAll()).map(readOwnPuzzle).filter((puzzle) => puzzle !== null);
        const stay = newest(there);
        for (const key of keys) if (!stay.has(key)) void store.delete(key);
        await done;
      }),
      ANSWER_MS,
    );
    for (const { id } of puzzles) this.#memory.delete(id);
  }

  #changed(): void {
    this.dispatchEvent(new Event('change'));
  }
}

/** The puzzles of this browser. */
export const ownPuzzles = new OwnPuzzles();
