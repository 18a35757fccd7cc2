/** Puzzles of the person's own games, as far as they can be shown. */
import type { OwnPuzzle } from '../rating/own-puzzles';
import { type Puzzle, readPuzzle } from './puzzle';

/** Reads them, in their order. What is stored may come from anybody's file: what is no puzzle is left out. */
export function ownSet(stored: readonly OwnPuzzle[]): Puzzle[] {
  return stored.flatMap((one) => read(one) ?? []);
}

/** Those that can be shown. */
export function showable(stored: readonly OwnPuzzle[]): OwnPuzzle[] {
  return stored.filter((one) => read(one) !== null);
}

function read({ puzzle }: OwnPuzzle): Puzzle | null {
  try {
    return readPuzzle(puzzle);
  } catch {
    return null;
  }
}
