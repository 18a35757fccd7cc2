/**
 * Puzzles of the person's own games: where they are kept. What a puzzle holds is checked where it is shown (`puzzles/puzzle.ts`); here it is
 * an object with an id.
 */
import { type Entry, KeptStore } from '../storage/kept-store';
import { PUZZLE_ID } from './puzzle-results';

export interface OwnPuzzle {
  id: string;
  /** As the engine made it; `null`: it was removed, and does not come back when its game is looked at again. */
  puzzle: object | null;
  /** When it was made or removed, in milliseconds since 1970. */
  at: number;
}

/** Puzzles that are kept; beyond that the oldest go. */
export const MOST_OWN = 500;
/** Characters of a puzzle: 24 boards take 2,000. */
const MOST_TEXT = 10_000;
const LATEST = Date.UTC(2200);

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

export class OwnPuzzles extends KeptStore<OwnPuzzle> {
  constructor() {
    super({
      database: 'outpost-own-puzzles',
      store: 'puzzles',
      read: (value) => {
        const puzzle = readOwnPuzzle(value);
        return puzzle && entryOf(puzzle);
      },
    });
  }

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
    if (fresh.length > 0) {
      await this.write(fresh.map(entryOf));
      await this.#drop();
    }
    this.changed();
    return fresh.length;
  }

  /** With those that were removed. */
  async #everything(): Promise<Map<string, OwnPuzzle>> {
    return newest((await this.entries()).values());
  }

  async #put(puzzles: readonly OwnPuzzle[]): Promise<void> {
    await this.store([...this.unstored, ...puzzles.map(entryOf)]);
    await this.#drop();
  }

  /** What is too much goes, if the browser lets it: it is not shown. */
  async #drop(): Promise<void> {
    const all = await this.entries();
    const stay = newest(all.values());
    const gone = [...all.keys()].filter((id) => !stay.has(id));
    if (gone.length > 0) await this.write([], undefined, gone).catch(() => undefined);
  }
}

const entryOf = (puzzle: OwnPuzzle): Entry<OwnPuzzle> => [puzzle.id, puzzle];

/** The puzzles of this browser. */
export const ownPuzzles = new OwnPuzzles();
