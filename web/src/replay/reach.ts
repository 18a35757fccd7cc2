import type { PieceLetter, Square } from 'outpost-rbc';
import { colorOf, roleOf } from '../board/squares';

/** Whether the piece on `from` can capture on `to`, where a piece of the other side stands: check does not exist. */
export function reaches(board: readonly (PieceLetter | null)[], from: Square, to: Square): boolean {
  const piece = board[from];
  if (!piece || from === to) return false;
  const [dx, dy] = [(to & 7) - (from & 7), (to >> 3) - (from >> 3)];
  const [ax, ay] = [Math.abs(dx), Math.abs(dy)];
  switch (roleOf(piece)) {
    case 'pawn':
      return ax === 1 && dy === (colorOf(piece) === 'white' ? 1 : -1);
    case 'knight':
      return ax * ay === 2;
    case 'king':
      return Math.max(ax, ay) === 1;
    case 'bishop':
      return ax === ay && isFree(board, from, to);
    case 'rook':
      return (ax === 0 || ay === 0) && isFree(board, from, to);
    case 'queen':
      return (ax === ay || ax === 0 || ay === 0) && isFree(board, from, to);
  }
}

/** Whether nothing stands between two squares of a line. */
function isFree(board: readonly (PieceLetter | null)[], from: Square, to: Square): boolean {
  const step = Math.sign((to & 7) - (from & 7)) + 8 * Math.sign((to >> 3) - (from >> 3));
  for (let square = from + step; square !== to; square += step) if (board[square]) return false;
  return true;
}
