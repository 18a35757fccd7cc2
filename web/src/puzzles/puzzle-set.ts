/** The puzzles of this site: a file of their own, which is fetched when the first of them is asked for. */
import { EmbedError } from '../problems/attributes';
import { loadPart } from '../ui/parts';
import type { Puzzle } from './puzzle';
import { puzzleProblems } from './words';

export interface PuzzleSet {
  /** In the order of their ids, in which all kinds and ratings are mixed. */
  readonly all: readonly Puzzle[];
  byId(id: string): Puzzle | null;
  /** The puzzle of the day on which `date` is in UTC, the same for everybody. */
  daily(date: Date): Puzzle;
}

let loading: Promise<PuzzleSet> | null = null;

/** Loads them, once. What failed is tried again with the next call. */
export function loadPuzzles(): Promise<PuzzleSet> {
  loading ??= fetchPuzzles().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/**
 * A module, not a file that is fetched: pages with an embed need no further rule in their policy, and sandboxed frames have it, too. It is
 * of this site, so that `puzzle.test.ts` has checked it with `readPuzzles`: that takes a tenth of a second.
 */
async function fetchPuzzles(): Promise<PuzzleSet> {
  const { default: json } = await loadPart('puzzles', () => import('./puzzles.json'));
  return puzzleSet(json.puzzles as unknown as Puzzle[]);
}

/** Milliseconds of a day. In UTC all days are of this length. */
const DAY = 86_400_000;

/** The puzzles of a file as a set. */
export function puzzleSet(puzzles: readonly Puzzle[]): PuzzleSet {
  if (puzzles.length === 0) throw new EmbedError(puzzleProblems.empty);
  const all = [...puzzles].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  const byId = new Map(all.map((puzzle) => [puzzle.id, puzzle]));
  const step = stepThrough(all.length);
  return {
    all,
    byId: (id) => byId.get(id) ?? null,
    daily: (date) => {
      const day = Math.floor(date.getTime() / DAY);
      return all[(((day % all.length) + all.length) * step) % all.length] as Puzzle;
    },
  };
}

/** A step that visits all of `n` before any of them again, and is far from the last one: near the golden section, without a common divisor. */
function stepThrough(n: number): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  let step = Math.max(1, Math.round(n * 0.618));
  while (divisor(step, n) !== 1) step += 1;
  return step;
}
