/** A board after a move of the side to move, for listing what an opponent may have played. The engine is told what follows from it. */
import type { PieceLetter, Square } from 'outpost-rbc';
import { fenOf, readFen } from '../analyse/position';
import { opponentOf, parseSquare, squareName } from '../board/squares';

export interface AfterMove {
  fen: string;
  /** The square of the piece that was captured. */
  capture: Square | null;
}

/** `null` for a pass. The move must be possible there. */
export function afterMove(fen: string, uci: string | null): AfterMove | null {
  const setUp = readFen(fen);
  if (!setUp) return null;
  const board = setUp.board.slice();
  const { turn } = setUp;
  const next = { ...setUp, turn: opponentOf(turn), enPassant: null as string | null };
  if (uci === null) return { fen: fenOf({ ...next, board }), capture: null };
  const from = parseSquare(uci.slice(0, 2));
  const to = parseSquare(uci.slice(2, 4));
  const piece = from === null ? null : board[from];
  if (from === null || to === null || !piece) return null;
  let capture: Square | null = board[to] ? to : null;
  const isPawn = piece.toLowerCase() === 'p';
  if (isPawn && squareName(to) === setUp.enPassant && capture === null) capture = to + (turn === 'white' ? -8 : 8);
  if (capture !== null) board[capture] = null;
  board[from] = null;
  const promoted = uci[4];
  board[to] = promoted ? ((turn === 'white' ? promoted.toUpperCase() : promoted) as PieceLetter) : piece;
  if (piece.toLowerCase() === 'k' && Math.abs(to - from) === 2) {
    const [corner, beside] = to > from ? [to + 1, to - 1] : [to - 2, to + 1];
    board[beside] = board[corner] ?? null;
    board[corner] = null;
  }
  if (isPawn && Math.abs(to - from) === 16) next.enPassant = squareName((from + to) / 2);
  // Rights are those of kings and rooks that stood still (`fenOf` leaves out the others), not of one that came back.
  const touched = [from, to].map(squareName);
  const lost: Record<string, readonly string[]> = {
    K: ['e1', 'h1'],
    Q: ['e1', 'a1'],
    k: ['e8', 'h8'],
    q: ['e8', 'a8'],
  };
  const castling = [...setUp.castling].filter((right) => !lost[right]?.some((square) => touched.includes(square)));
  return { fen: fenOf({ ...next, board, castling: castling.join('') }), capture };
}
