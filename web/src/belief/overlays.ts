import type { BeliefView, Square } from 'outpost-rbc';
import { ROLES, type Role } from '../board/squares';
import { recall, remember } from '../ui/remembered';
import { occupied } from './belief-overlay';

/** What a belief is shown as: the likeliest pieces, the chance of one kind or of any as a map, or the uncertainty. */
export type Overlay = 'pieces' | 'any' | Role | 'entropy';

export const OVERLAYS: readonly Overlay[] = ['pieces', 'any', ...ROLES.toReversed(), 'entropy'];

const KEY = 'outpost-overlay';

export function chosenOverlay(): Overlay {
  const kept = recall(KEY) as Overlay | null;
  return kept !== null && OVERLAYS.includes(kept) ? kept : 'pieces';
}

export function chooseOverlay(overlay: Overlay): void {
  remember(KEY, overlay);
}

/** The number that an overlay has for each square: a chance from 0 to 1, or bits; `null` where it shows pieces. */
export function overlayNumbers(overlay: Overlay, belief: BeliefView): number[] | null {
  switch (overlay) {
    case 'pieces':
      return null;
    case 'any':
      return Array.from({ length: 64 }, (_, square) => occupied(belief.marginals, square));
    case 'entropy':
      return Array.from(belief.entropy);
    default: {
      const from = ROLES.indexOf(overlay) * 64;
      return Array.from(belief.marginals.subarray(from, from + 64));
    }
  }
}

/** What the strongest colour stands for: the largest number of all boards on view, so that they share one scale. */
export function scaleOf(boards: readonly (readonly number[] | null)[]): number {
  let most = 0;
  for (const numbers of boards) for (const number of numbers ?? []) most = Math.max(most, number);
  return most;
}

/** From 0 to 1, as the board colours it. */
export function heatOf(numbers: readonly number[], most: number): number[] {
  return numbers.map((number) => (most > 0 ? number / most : 0));
}

/** The squares with the largest numbers, leaving out what rounds to nothing. */
export function largest(numbers: readonly number[], least: number, most = 64): { square: Square; number: number }[] {
  return numbers
    .map((number, square) => ({ square, number }))
    .filter(({ number }) => number >= least)
    .sort((a, b) => b.number - a.number || a.square - b.square)
    .slice(0, most);
}

/** The chances of each kind of piece on a square, the likeliest first. */
export function chancesOn(belief: BeliefView, square: Square, least = 0.0005): { role: Role; probability: number }[] {
  return ROLES.map((role, i) => ({ role, probability: belief.marginals[i * 64 + square] ?? 0 }))
    .filter(({ probability }) => probability >= least)
    .sort((a, b) => b.probability - a.probability);
}
