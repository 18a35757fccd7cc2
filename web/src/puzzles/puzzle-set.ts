/**
 * The puzzles of this site: a list to choose by, which is fetched when the first of them is asked for, and the puzzles themselves in parts,
 * each of which is fetched with the first of its puzzles.
 */
import { EmbedError } from '../problems/attributes';
import { loadPart } from '../ui/parts';
import { type Puzzle, readPuzzle } from './puzzle';
import { puzzleProblems } from './words';

/** What is known of a puzzle before it is loaded. */
export type PuzzleEntry = Pick<Puzzle, 'id' | 'kind' | 'rating' | 'deviation'>;

/** Some of the puzzles. */
export interface PuzzlePart {
  /** Of each the id, the kind, the rating and its deviation. */
  readonly entries: readonly (readonly [string, string, number, number])[];
  load: () => Promise<{ readonly default: readonly Puzzle[] }>;
}

export interface PuzzleSet {
  /** In the order of their ids, in which all kinds and ratings are mixed. */
  readonly all: readonly PuzzleEntry[];
  byId(id: string): PuzzleEntry | null;
  /** The puzzle of the day on which `date` is in UTC, the same for everybody. */
  daily(date: Date): PuzzleEntry;
  /** Loads a puzzle of the set, and others with it. `again`: somebody asked once more. */
  load(id: string, again?: boolean): Promise<Puzzle>;
  /** Loads all, so that each is at hand. */
  loadAll(): Promise<void>;
}

let loading: Promise<PuzzleSet> | null = null;

/** Loads the list of them, once. What failed is tried again with the next call. `again`: somebody asked once more. */
export function loadPuzzles(again = false): Promise<PuzzleSet> {
  loading ??= fetchList(again).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/**
 * Modules, not files that are fetched: pages with an embed need no further rule in their policy, and sandboxed frames have them, too. What
 * arrives in their place, such as another version's file, is as if nothing had arrived.
 */
function fetchList(again: boolean): Promise<PuzzleSet> {
  return loadPart('puzzles', () => import('virtual:puzzles').then(({ parts }) => puzzleSet(parts)), again);
}

/** Loads the puzzles of a part, and checks the one that is asked for: all of them would take a tenth of a second. */
function fetchPuzzle(part: PuzzlePart, id: string, again: boolean): Promise<Puzzle> {
  const read = async (): Promise<Puzzle> => readPuzzle((await part.load()).default.find((one) => one.id === id));
  return loadPart('puzzles', read, again);
}

/** Milliseconds of a day. In UTC all days are of this length. */
const DAY = 86_400_000;

/** Puzzles in parts as a set. */
export function puzzleSet(parts: readonly PuzzlePart[]): PuzzleSet {
  const partOf = new Map<string, PuzzlePart>();
  const all: PuzzleEntry[] = [];
  for (const part of parts) {
    for (const [id, kind, rating, deviation] of part.entries) {
      partOf.set(id, part);
      all.push({ id, kind: kind as Puzzle['kind'], rating, deviation });
    }
  }
  if (all.length === 0) throw new EmbedError(puzzleProblems.empty);
  all.sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  const byId = new Map(all.map((entry) => [entry.id, entry]));
  const step = stepThrough(all.length);
  return {
    all,
    byId: (id) => byId.get(id) ?? null,
    daily: (date) => {
      const day = Math.floor(date.getTime() / DAY);
      return all[(((day % all.length) + all.length) * step) % all.length] as PuzzleEntry;
    },
    load: async (id, again = false) => {
      const part = partOf.get(id);
      if (!part) throw new EmbedError(puzzleProblems.noId(id));
      return fetchPuzzle(part, id, again);
    },
    loadAll: async () => {
      await Promise.all(parts.map((part) => loadPart('puzzles', part.load)));
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
