import type { Color, PieceLetter, Square } from 'outpost-rbc';
import { boardOfFen, colorOf, parseSquare } from '../board/squares';
import { editorWords } from './words';

export const START_FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
export const EMPTY_FEN = '8/8/8/8/8/8/8/8 w - - 0 1';

/** A position that is being set up. */
export interface SetUp {
  board: (PieceLetter | null)[];
  turn: Color;
  /** Some of `KQkq`. */
  castling: string;
  /** Where a pawn can be captured en passant. */
  enPassant: string | null;
  counters: string;
}

/** Where king and rook stand that may castle. */
const HOMES: Record<string, [Square, PieceLetter][]> = {
  K: [
    [4, 'K'],
    [7, 'R'],
  ],
  Q: [
    [4, 'K'],
    [0, 'R'],
  ],
  k: [
    [60, 'k'],
    [63, 'r'],
  ],
  q: [
    [60, 'k'],
    [56, 'r'],
  ],
};

/** A FEN with all its six fields: people often leave the last ones out. */
export function wholeFen(fen: string): string {
  const fields = fen.trim().split(/\s+/);
  return [...fields, ...['', 'w', '-', '-', '0', '1'].slice(fields.length)].join(' ');
}

/** Reads a FEN of which the last fields may be missing; `null` for any other text. */
export function readFen(text: string): SetUp | null {
  const [placement = '', turn = '', castling = '', enPassant = '', halfmoves = '', turns = ''] =
    wholeFen(text).split(' ');
  const ranks = placement.split('/');
  const whole = ranks.every((rank) => {
    const squares = [...rank].reduce((sum, char) => sum + (/\d/.test(char) ? Number(char) : 1), 0);
    return squares === 8 && /^[pnbrqkPNBRQK1-8]+$/.test(rank);
  });
  if (ranks.length !== 8 || !whole || !/^[wb]$/.test(turn) || !/^(-|[KQkq]{1,4})$/.test(castling)) return null;
  if (enPassant !== '-' && parseSquare(enPassant) === null) return null;
  if (!/^\d{1,5}$/.test(halfmoves) || !/^\d{1,5}$/.test(turns)) return null;
  return {
    board: boardOfFen(placement),
    turn: turn === 'w' ? 'white' : 'black',
    castling: castling === '-' ? '' : castling,
    enPassant: enPassant === '-' ? null : enPassant,
    counters: `${halfmoves} ${turns}`,
  };
}

/** The FEN; rights to castle only where king and rook are at home. */
export function fenOf({ board, turn, castling, enPassant, counters }: SetUp): string {
  const ranks: string[] = [];
  for (let rank = 7; rank >= 0; rank--) {
    let text = '';
    let gap = 0;
    for (const piece of board.slice(rank * 8, rank * 8 + 8)) {
      if (piece === null) gap++;
      else {
        text += (gap || '') + piece;
        gap = 0;
      }
    }
    ranks.push(text + (gap || ''));
  }
  const rights = ['K', 'Q', 'k', 'q'].filter(
    (right) => castling.includes(right) && HOMES[right]?.every(([square, piece]) => board[square] === piece),
  );
  return `${ranks.join('/')} ${turn === 'white' ? 'w' : 'b'} ${rights.join('') || '-'} ${enPassant ?? '-'} ${counters}`;
}

/** Why a position cannot be analysed, in words; `null` if it can. */
export function problemOf({ board }: SetUp): string | null {
  for (const color of ['white', 'black'] as const) {
    const pieces = board.filter((piece) => piece !== null && colorOf(piece) === color);
    const kings = pieces.filter((piece) => piece?.toLowerCase() === 'k').length;
    if (kings === 0) return editorWords.noKing(color);
    if (kings > 1) return editorWords.kings(color);
    if (pieces.length > 16) return editorWords.tooMany(color);
  }
  return null;
}
