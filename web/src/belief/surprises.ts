import type { BeliefView, PieceLetter, Square } from 'outpost-rbc';
import { colorOf, ROLES, roleOf } from '../board/squares';

/** What stands on a square with less than this chance in a side's mind would surprise it. */
export const SURPRISE = 0.05;

/** Squares where an opponent piece stands that the side thinks very unlikely there. */
export function surprises(truth: readonly (PieceLetter | null)[], belief: BeliefView): Square[] {
  return truth.flatMap((piece, square) => {
    if (!piece || colorOf(piece) === belief.color) return [];
    const chance = belief.marginals[ROLES.indexOf(roleOf(piece)) * 64 + square] ?? 0;
    return chance < SURPRISE ? [square] : [];
  });
}
