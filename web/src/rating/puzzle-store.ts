/** Where answers to puzzles are kept. */
import { KeptStore } from '../storage/kept-store';
import { keyOf, type PuzzleResult, readPuzzleResult } from './puzzle-results';
import { MOST_RESULTS } from './training-file';

/** For the many of a file. */
const IMPORT_MS = 20_000;

export class PuzzleStore extends KeptStore<PuzzleResult> {
  constructor() {
    super({
      database: 'outpost-training',
      store: 'results',
      most: MOST_RESULTS,
      read: (value) => {
        const result = readPuzzleResult(value);
        return result && [keyOf(result), result];
      },
    });
  }

  async all(): Promise<PuzzleResult[]> {
    return [...(await this.entries()).values()];
  }

  async count(): Promise<number> {
    return (await this.entries()).size;
  }

  /** Adds a result, with those that the browser has not taken before. */
  async add(result: PuzzleResult): Promise<void> {
    await this.store([...this.unstored, [keyOf(result), result]]);
  }

  /** Adds results of a file. Gives how many were new; rejects where the browser does not take them. */
  async import(results: readonly PuzzleResult[]): Promise<number> {
    const there = await this.entries();
    const fresh = new Map<string, PuzzleResult>();
    for (const result of results) {
      if (there.size + fresh.size >= MOST_RESULTS) break;
      const key = keyOf(result);
      // What this browser knows better stays.
      if (!there.has(key)) fresh.set(key, result);
    }
    try {
      if (fresh.size > 0) await this.write([...fresh], IMPORT_MS);
    } finally {
      this.changed();
    }
    return fresh.size;
  }
}

/** The answers of this browser. */
export const puzzleStore = new PuzzleStore();
