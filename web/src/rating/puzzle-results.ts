/** Puzzles as they were answered, and what follows from that: the person's rating in puzzles, and streaks. */
import { afterOne, type Rating } from './glicko';

/** The first answer to a puzzle that was shown. */
export interface PuzzleResult {
  /** The puzzle's id. */
  puzzle: string;
  /** What it asked for (`web/src/puzzles`). */
  kind: string;
  /** The puzzle's own, on Glicko-2's scale, when it was answered. */
  rating: number;
  deviation: number;
  /** Milliseconds since 1970. */
  at: number;
  /** The day where the person was: days since 1970 by the clock on the wall. It stays when they travel. */
  day: number;
  /** Whether the first answer was right. */
  solved: boolean;
  hinted: boolean;
  /** From the question to the answer. */
  milliseconds: number;
}

/** The rating after a puzzle. */
export interface PuzzleStep extends Rating {
  result: PuzzleResult;
  /** By how much the puzzle changed it; 0 where it is unrated. */
  change: number;
  /** Why it changed nothing: it was solved with a hint, or answered before. */
  unrated: 'hint' | 'repeat' | null;
}

/**
 * Before the first puzzle. The set's mean is near 1500 (docs/pages.md); a newcomer begins below it, because the first puzzles should be
 * solved. Glickman's deviation of a player about whom nothing is known has it follow the first answers quickly.
 */
export const PUZZLE_START: Rating = { rating: 1200, deviation: 350, volatility: 0.06 };

/** Glickman's examples go up to 0.06, and systems for people to 0.1. */
const MOST_VOLATILITY = 0.1;

const DAY_MS = 86_400_000;

/** Days since 1970 by the clock on the wall. */
export function dayOf(date: Date): number {
  return Math.floor((date.getTime() - date.getTimezoneOffset() * 60_000) / DAY_MS);
}

/** What a result is kept under: no two are of one puzzle and one moment. */
export const keyOf = ({ puzzle, at }: Pick<PuzzleResult, 'puzzle' | 'at'>): string => `${puzzle} ${at}`;

/** In the order in which they were given. */
export function puzzlesInOrder(results: readonly PuzzleResult[]): PuzzleResult[] {
  return results.toSorted((a, b) => a.at - b.at || (a.puzzle < b.puzzle ? -1 : 1));
}

/**
 * The rating after each puzzle. It is computed from the answers each time, so that those of two tabs or devices make one, and deleting
 * leaves nothing behind. Only the first answer to a puzzle counts, and none that a hint led to.
 */
export function puzzleSteps(results: readonly PuzzleResult[]): PuzzleStep[] {
  const seen = new Set<string>();
  let rating = PUZZLE_START;
  return puzzlesInOrder(results).map((result) => {
    const step = stepAfter(rating, result, seen.has(result.puzzle));
    seen.add(result.puzzle);
    rating = step;
    return step;
  });
}

/** What an answer makes of the rating before it; `repeated`: the puzzle was answered before. */
export function stepAfter(before: Rating, result: PuzzleResult, repeated: boolean): PuzzleStep {
  const unrated = repeated ? 'repeat' : result.hinted && result.solved ? 'hint' : null;
  const { rating, deviation, volatility } =
    unrated === null ? bounded(afterOne(before, result, result.solved ? 1 : 0)) : before;
  const change = Math.round(rating) - Math.round(before.rating);
  return { rating, deviation, volatility, result, change, unrated };
}

/** Nobody who solves puzzles comes near these bounds. Answers of a file that somebody has made up could leave them, and never come back. */
function bounded({ rating, deviation, volatility }: Rating): Rating {
  return {
    rating: Math.min(Math.max(rating, 0), 4000),
    deviation: Math.min(deviation, PUZZLE_START.deviation),
    volatility: Math.min(volatility, MOST_VOLATILITY),
  };
}

export interface Streaks {
  /** Days in a row on which a puzzle was solved, up to today or yesterday. */
  days: number;
  /** Whether today is one of them. */
  today: boolean;
  /** Puzzles in a row that were solved at once, up to the last. */
  row: number;
}

/**
 * Days count where the person was. One that the date line has left out, or that there was twice, breaks nothing: what is solved within
 * 24 hours is in a row.
 */
export function streaksOf(results: readonly PuzzleResult[], now: Date): Streaks {
  const inOrder = puzzlesInOrder(results);
  let days = 0;
  let lastDay = Number.NEGATIVE_INFINITY;
  let lastAt = Number.NEGATIVE_INFINITY;
  for (const { day, at, solved } of inOrder) {
    if (!solved) continue;
    if (day > lastDay) days = day === lastDay + 1 || at - lastAt < DAY_MS ? days + 1 : 1;
    lastDay = Math.max(lastDay, day);
    lastAt = at;
  }
  const today = dayOf(now);
  const goesOn = lastDay >= today - 1 || now.getTime() - lastAt < DAY_MS;
  // Two tabs may have answered one puzzle.
  const row = new Set<string>();
  for (const { puzzle, solved, hinted } of inOrder.toReversed()) {
    if (!solved) break;
    if (!hinted) row.add(puzzle);
  }
  return { days: goesOn ? days : 0, today: lastDay >= today, row: row.size };
}

/** Ids of puzzles, here and in links. */
export const PUZZLE_ID = /^[0-9A-Za-z]{8}$/;

/** Where a clock begins that was never set: what is answered by such a one is kept, too. */
const EARLIEST = 0;
const LATEST = Date.UTC(2200);

const between = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && value >= least && value <= most;

/** A result as it is used here, whatever was stored; `null` for what is none. */
export function readPuzzleResult(stored: unknown): PuzzleResult | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { puzzle, kind, rating, deviation, at, day, solved, hinted, milliseconds } = stored as Record<string, unknown>;
  if (typeof puzzle !== 'string' || !PUZZLE_ID.test(puzzle)) return null;
  if (typeof kind !== 'string' || !/^[a-z-]{1,20}$/.test(kind)) return null;
  if (!between(rating, 0, 4000) || !between(deviation, 0, 1000)) return null;
  if (!between(at, EARLIEST, LATEST) || !Number.isInteger(at)) return null;
  if (typeof solved !== 'boolean') return null;
  const world = Math.floor(at / DAY_MS);
  return {
    puzzle,
    kind,
    rating,
    deviation,
    at,
    // Nowhere is it another day than the one before or after that in Greenwich.
    day: between(day, world - 1, world + 1) && Number.isInteger(day) ? day : world,
    solved,
    hinted: hinted === true,
    milliseconds: between(milliseconds, 0, DAY_MS) ? Math.round(milliseconds) : 0,
  };
}
