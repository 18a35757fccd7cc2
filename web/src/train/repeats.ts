/** When puzzles that were failed come again: spaced repetition by FSRS. Loaded with the Train page, as its library is. */
import { type Card, createEmptyCard, fsrs, Rating } from 'ts-fsrs';
import { dayOf, type PuzzleResult, puzzlesInOrder } from '../rating/puzzle-results';

/** Days are the shortest step: who fails a puzzle sees its answer, and knows it for that day. */
const scheduler = fsrs({ enable_fuzz: false, enable_short_term: false, maximum_interval: 365 });

/** A puzzle that was failed once. */
export interface Repeat {
  puzzle: string;
  kind: string;
  /** Milliseconds since 1970. */
  due: number;
  /** The last answer to it was right. */
  known: boolean;
  /** When it was answered last. */
  at: number;
  /** FSRS's own. */
  card: Card;
}

/**
 * All puzzles that were failed once, by their ids. As the rating it is computed from the answers each time; an answer from the first
 * failure on is a review.
 */
export function repeatsOf(results: readonly PuzzleResult[]): Map<string, Repeat> {
  const repeats = new Map<string, Repeat>();
  for (const result of puzzlesInOrder(results)) {
    const next = repeatAfter(repeats.get(result.puzzle), result);
    if (next) repeats.set(result.puzzle, next);
  }
  return repeats;
}

/** When a puzzle comes again after an answer; `null`: it was never failed. */
export function repeatAfter(
  before: Repeat | undefined,
  { puzzle, kind, at, solved, hinted }: PuzzleResult,
): Repeat | null {
  if (!before && solved) return null;
  const grade = solved ? (hinted ? Rating.Hard : Rating.Good) : Rating.Again;
  const { card } = scheduler.next(before?.card ?? createEmptyCard(new Date(at)), new Date(at), grade);
  return { puzzle, kind, due: card.due.getTime(), known: solved, at, card };
}

/** Those that are due on this day, the most overdue first. */
export function dueOf(repeats: Iterable<Repeat>, now: Date): Repeat[] {
  const today = dayOf(now);
  return [...repeats].filter(({ due }) => dayOf(new Date(due)) <= today).toSorted((a, b) => a.due - b.due);
}

/** Whole days until it is due; 0 for today and before. */
export function daysUntil({ due }: Pick<Repeat, 'due'>, now: Date): number {
  return Math.max(0, dayOf(new Date(due)) - dayOf(now));
}
