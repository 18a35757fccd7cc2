import type { BeliefView, PieceLetter, Square } from 'outpost-rbc';
import { isPawnCapture } from '../board/moves';
import { parseSquare, ROLES } from '../board/squares';
import { occupied } from './belief-overlay';
import type { Sighting } from './memory';

/** Up to so many boards, rounding does not hide one of them. */
const MOST_BOARDS = 100_000;

/**
 * The requests that fail whatever the true board is: pawn captures where nothing can be, pawns whose way is surely blocked, and
 * castling past a piece that surely stands there. Goes by what was seen this turn and by an exact set only, so that no request that may
 * succeed is among them.
 */
export function futileRequests(
  requests: readonly string[],
  own: readonly (PieceLetter | null)[],
  seen: ReadonlyMap<Square, Sighting>,
  belief: BeliefView,
): string[] {
  const exact = belief.completeness === 'exact';
  const counts = exact && belief.weights === 'uniform' && belief.size <= MOST_BOARDS;
  const now = (square: Square) => {
    const sighting = seen.get(square);
    return sighting?.age === 0 ? sighting : null;
  };
  const isEmpty = (square: Square): boolean =>
    now(square)?.piece === null || (exact && occupied(belief.marginals, square) === 0);
  // Weights by the network can be so small that rounding hides a board.
  const isTaken = (square: Square): boolean =>
    Boolean(now(square)?.piece) || (counts && occupied(belief.marginals, square) > 1 - 1e-6);
  const isNoPawn = (square: Square): boolean => {
    const sighting = now(square);
    if (sighting) return sighting.piece?.toLowerCase() !== 'p';
    return exact && belief.marginals[ROLES.indexOf('pawn') * 64 + square] === 0;
  };
  return requests.filter((uci) => {
    const from = parseSquare(uci.slice(0, 2));
    const to = parseSquare(uci.slice(2, 4));
    const piece = from === null ? null : own[from]?.toLowerCase();
    if (from === null || to === null) return false;
    if (isPawnCapture(own[from], from, to)) {
      const fifth = belief.color === 'white' ? 4 : 3;
      const passed = (from & ~7) | (to & 7);
      return isEmpty(to) && (from >> 3 !== fifth || isNoPawn(passed));
    }
    if (piece === 'p') return isTaken(from + (belief.color === 'white' ? 8 : -8));
    if (piece === 'k' && Math.abs(to - from) === 2) {
      const between = to > from ? [1, 2] : [-1, -2, -3];
      return between.some((step) => isTaken(from + step));
    }
    return false;
  });
}
