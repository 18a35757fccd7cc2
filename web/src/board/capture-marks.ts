import type { PieceLetter, Square } from 'outpost-rbc';
import type { Ghost } from './board';
import { isPawnCapture } from './moves';
import { colorOf, roleOf } from './squares';

/** What is known at a board, as far as captures go. */
export interface Known {
  pieces: readonly (PieceLetter | null)[];
  ghosts: readonly Ghost[];
  /** Squares on which nothing stands for certain. */
  empty: ReadonlySet<Square>;
}

/**
 * Class names for the target of a move: `covered` where a piece is drawn under it, `certain` where a capture is sure to succeed, `guessed`
 * where it may, `king-there` where that piece is the king and stands there for certain, `must-capture` where a pawn can go only to capture.
 */
export function captureMarks(from: Square, to: Square, known: Known): string[] {
  const { pieces, ghosts } = known;
  const piece = pieces[from];
  if (!piece) return [];
  const ghost = ghosts.find(({ square, corner }) => square === to && !corner);
  const there = pieceOn(to, known);
  const captures = isPawnCapture(piece, from, to);
  const marks: string[] = [];
  if (ghost) marks.push('covered');
  if (captures && !there) marks.push('must-capture');
  // A king castles by way of its own rook.
  if ((roleOf(piece) === 'pawn' && !captures) || (there && colorOf(there) === colorOf(piece))) return marks;
  if (!ghost && !there) return marks;
  const way = between(from, to);
  // What stands in the way is captured instead.
  if (way.some((square) => pieceOn(square, known) !== null)) return marks;
  marks.push(there && way.every((square) => known.empty.has(square)) ? 'certain' : 'guessed');
  if (there && roleOf(there) === 'king') marks.push('king-there');
  return marks;
}

/** The piece that stands on a square for certain: this turn's sense has shown it, or every possible board has it. */
function pieceOn(square: Square, { pieces, ghosts }: Known): PieceLetter | null {
  const sure = ghosts.find(
    (ghost) =>
      ghost.square === square &&
      !ghost.corner &&
      (ghost.certain || (ghost.kind === 'seen' && ghost.age === 0 && !ghost.since)),
  );
  return pieces[square] ?? sure?.piece ?? null;
}

/** The squares between two on a line; none of a knight's. */
function between(from: Square, to: Square): Square[] {
  const [dx, dy] = [(to & 7) - (from & 7), (to >> 3) - (from >> 3)];
  if (dx !== 0 && dy !== 0 && Math.abs(dx) !== Math.abs(dy)) return [];
  const step = Math.sign(dx) + 8 * Math.sign(dy);
  const count = Math.max(Math.abs(dx), Math.abs(dy)) - 1;
  return Array.from({ length: Math.max(0, count) }, (_, i) => from + (i + 1) * step);
}
