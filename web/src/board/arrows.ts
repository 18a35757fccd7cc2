import type { MoveReport } from 'outpost-rbc';
import type { Arrow } from './board';
import { resultKind } from './move-results';
import { parseSquare } from './squares';

/** A move that may be asked for. */
export function requestArrow(uci: string): Arrow {
  return { from: parseSquare(uci.slice(0, 2)) ?? 0, to: parseSquare(uci.slice(2, 4)) ?? 0, kind: 'taken' };
}

/** The move that was taken, and, dashed, the rest of the way that was asked for and not gone. */
export function moveArrows(move: MoveReport): Arrow[] {
  const squares = (uci: string) => ({
    from: parseSquare(uci.slice(0, 2)) ?? 0,
    to: parseSquare(uci.slice(2, 4)) ?? 0,
  });
  const arrows: Arrow[] = [];
  if (move.taken !== null) arrows.push({ ...squares(move.taken), kind: 'taken' });
  if (move.requested !== null) {
    const asked = squares(move.requested);
    const kind = resultKind(move);
    if (kind === 'failed') arrows.push({ ...asked, kind: 'asked' });
    if (kind === 'stopped' && move.taken !== null) {
      arrows.push({ from: squares(move.taken).to, to: asked.to, kind: 'asked' });
    }
  }
  return arrows;
}
