import type { LevelDescription } from 'outpost-rbc';
import { engine } from './engine';

let known: Promise<LevelDescription[]> | null = null;

/** The levels with their measured ratings, weakest first. */
export function levels(): Promise<LevelDescription[]> {
  known ??= engine().then((outpost) => outpost.levels());
  known.catch(() => {
    known = null;
  });
  return known;
}
