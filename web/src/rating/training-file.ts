/**
 * Answers to puzzles, puzzles of own games, and lessons that a person made, in a file: lines that stand before the games of the
 * library's file (`library/library-file.ts`). Everything that reads records skips them (`rbc_rules::record::Records`).
 */
import { readJson, TooMuchJson } from '../ui/bounded-json';
import { MOST_OWN, type OwnPuzzle, readOwnPuzzle } from './own-puzzles';
import { type PuzzleResult, readPuzzleResult } from './puzzle-results';

/** How such a line begins. */
const BEGINNING = '{"type":"OutpostTraining"';
/** Results on a line: some 300 kB. */
const PER_LINE = 4000;
/** Puzzles on a line: some 100 kB. */
const PUZZLES_PER_LINE = 50;
/** Results that are read of a file: forty a day for ten years. */
export const MOST_RESULTS = 150_000;
/** Characters of these lines in a file, and of one of them. */
const MOST_TEXT = 16_000_000;
const MOST_LINE = 2_000_000;

/** Lines with all results, each with its end. */
export function trainingLines(results: readonly PuzzleResult[]): string[] {
  const lines: string[] = [];
  for (let from = 0; from < results.length; from += PER_LINE) {
    const rows = results
      .slice(from, from + PER_LINE)
      .map(({ puzzle, kind, rating, deviation, at, day, solved, hinted, milliseconds }) => [
        puzzle,
        kind,
        rating,
        deviation,
        at,
        day,
        solved,
        hinted,
        milliseconds,
      ]);
    lines.push(`${BEGINNING},"version":1,"results":${JSON.stringify(rows)}}\n`);
  }
  return lines;
}

/** Lines with puzzles of own games. A version that knows none reads lines without results. */
export function ownPuzzleLines(puzzles: readonly OwnPuzzle[]): string[] {
  const lines: string[] = [];
  for (let from = 0; from < puzzles.length; from += PUZZLES_PER_LINE) {
    const some = puzzles.slice(from, from + PUZZLES_PER_LINE).map(({ puzzle, at }) => [at, puzzle]);
    lines.push(`${BEGINNING},"version":1,"results":[],"puzzles":${JSON.stringify(some)}}\n`);
  }
  return lines;
}

/** Lines with lessons, as JSON (`lessons/lesson-file.ts`), each with its end: one to a line, without answers. */
export function lessonLines(lessons: readonly string[]): string[] {
  return lessons.map((lesson) => `${BEGINNING},"version":1,"results":[],"lessons":[${lesson}]}\n`);
}

/** What the lines at the beginning of a file hold. */
export interface TrainingRead {
  /** Nothing stands behind them. */
  only: boolean;
  results: PuzzleResult[];
  puzzles: OwnPuzzle[];
  /** Lessons, each as JSON that is not checked yet. */
  lessons: string[];
  /** Results and puzzles that could not be read, or were too many; lines that could not be read count once. */
  bad: number;
}

/** Reads the lines at the beginning of a file, which may be gzipped and anybody's; `null` where there are none. */
export async function readTraining(bytes: Uint8Array, now = Date.now()): Promise<TrainingRead | null> {
  const begun = await beginningOf(bytes);
  if (begun === null) return null;
  const { texts, only } = begun;
  const results: PuzzleResult[] = [];
  const puzzles: OwnPuzzle[] = [];
  const lessons: string[] = [];
  let bad = 0;
  for (const text of texts) {
    const held = heldBy(text);
    if (held === null) bad++;
    for (const lesson of held?.lessons ?? []) lessons.push(JSON.stringify(lesson));
    for (const one of held?.puzzles ?? []) {
      const puzzle = Array.isArray(one) ? puzzleOf(one) : null;
      if (puzzle && puzzles.length < MOST_OWN) puzzles.push(puzzle);
      else bad++;
    }
    for (const row of held?.results ?? []) {
      const result = Array.isArray(row) ? resultOf(row) : null;
      // What is said to come is no answer that somebody gave.
      if (result && result.at < now + 86_400_000 && results.length < MOST_RESULTS) results.push(result);
      else bad++;
    }
  }
  return { only, results, puzzles, lessons, bad };
}

type Held = Record<'results' | 'puzzles' | 'lessons', unknown[]>;

function heldBy(text: string): Held | null {
  try {
    const { version, results, puzzles = [], lessons = [] } = readJson(text) as Record<string, unknown>;
    return version === 1 && Array.isArray(results) && Array.isArray(puzzles) && Array.isArray(lessons)
      ? { results, puzzles, lessons }
      : null;
  } catch (error) {
    if (error instanceof TooMuchJson || error instanceof SyntaxError) return null;
    throw error;
  }
}

function resultOf(row: readonly unknown[]): PuzzleResult | null {
  const [puzzle, kind, rating, deviation, at, day, solved, hinted, milliseconds] = row;
  return readPuzzleResult({ puzzle, kind, rating, deviation, at, day, solved, hinted, milliseconds });
}

function puzzleOf([at, puzzle]: readonly unknown[]): OwnPuzzle | null {
  const id = typeof puzzle === 'object' && puzzle !== null ? (puzzle as { id?: unknown }).id : null;
  return readOwnPuzzle({ id, puzzle, at });
}

/** The lines of ours that a file begins with. It is unpacked only as far as they reach. */
async function beginningOf(bytes: Uint8Array): Promise<{ texts: string[]; only: boolean } | null> {
  const reader = piecesOf(bytes).getReader();
  const decoder = new TextDecoder();
  const texts: string[] = [];
  let text = '';
  let taken = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      text += done ? decoder.decode() : decoder.decode(value, { stream: true });
      for (;;) {
        const rest = text.trimStart();
        const known = rest.slice(0, BEGINNING.length);
        if (!BEGINNING.startsWith(known) || (done && known.length < BEGINNING.length)) {
          const only = done && rest === '';
          return texts.length > 0 ? { texts, only } : null;
        }
        const end = rest.indexOf('\n');
        if (end < 0 && !done) break;
        const line = end < 0 ? rest : rest.slice(0, end);
        taken += line.length;
        if (taken > MOST_TEXT) return { texts, only: false };
        texts.push(line);
        text = end < 0 ? '' : rest.slice(end + 1);
      }
      // One that does not end.
      if (text.length > MOST_LINE) return texts.length > 0 ? { texts, only: false } : null;
    }
  } catch {
    // Not gzip, or a damaged one: whoever reads the games says so.
    return null;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function piecesOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
  const isZipped = bytes[0] === 0x1f && bytes[1] === 0x8b && typeof DecompressionStream !== 'undefined';
  return isZipped ? stream.pipeThrough(new DecompressionStream('gzip')) : stream;
}
