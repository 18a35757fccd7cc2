import type { Color, PieceLetter, Square } from 'outpost-rbc';

const FILES = 'abcdefgh';

export function squareName(square: Square): string {
  return `${FILES[square & 7]}${(square >> 3) + 1}`;
}

/** The square of a name such as `e4`; `null` for anything else. */
export function parseSquare(name: string): Square | null {
  if (!/^[a-h][1-8]$/.test(name)) return null;
  return FILES.indexOf(name[0] as string) + 8 * (Number(name[1]) - 1);
}

/** The 3x3 window around a square, clipped at the edge: rank above first, files left to right. */
export function senseWindow(center: Square): Square[] {
  const squares: Square[] = [];
  const file = center & 7;
  const rank = center >> 3;
  for (let r = rank + 1; r >= rank - 1; r--) {
    for (let f = file - 1; f <= file + 1; f++) {
      if (r >= 0 && r < 8 && f >= 0 && f < 8) squares.push(r * 8 + f);
    }
  }
  return squares;
}

/** Column and row of a square on the screen, from the top left. */
export function screenPosition(square: Square, orientation: Color): { x: number; y: number } {
  const file = square & 7;
  const rank = square >> 3;
  return orientation === 'white' ? { x: file, y: 7 - rank } : { x: 7 - file, y: rank };
}

export function squareAt(x: number, y: number, orientation: Color): Square {
  return orientation === 'white' ? (7 - y) * 8 + x : y * 8 + (7 - x);
}

/** The clipped window as a rectangle on the screen, in squares. */
export function windowOnScreen(
  center: Square,
  orientation: Color,
): { x: number; y: number; width: number; height: number } {
  const { x, y } = screenPosition(center, orientation);
  const left = Math.max(0, x - 1);
  const top = Math.max(0, y - 1);
  return { x: left, y: top, width: Math.min(7, x + 1) - left + 1, height: Math.min(7, y + 1) - top + 1 };
}

/** All squares in reading order on the screen. */
export function squaresInOrder(orientation: Color): Square[] {
  return Array.from({ length: 64 }, (_, i) => squareAt(i & 7, i >> 3, orientation));
}

export function isLight(square: Square): boolean {
  return ((square & 7) + (square >> 3)) % 2 === 1;
}

export function colorOf(piece: PieceLetter): Color {
  return piece === piece.toUpperCase() ? 'white' : 'black';
}

export function opponentOf(color: Color): Color {
  return color === 'white' ? 'black' : 'white';
}

export const ROLES = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'] as const;
export type Role = (typeof ROLES)[number];
const ROLE_LETTERS = 'pnbrqk';

export function roleOf(piece: PieceLetter): Role {
  return ROLES[ROLE_LETTERS.indexOf(piece.toLowerCase())] as Role;
}

export function pieceOf(role: Role, color: Color): PieceLetter {
  const letter = ROLE_LETTERS[ROLES.indexOf(role)] as string;
  return (color === 'white' ? letter.toUpperCase() : letter) as PieceLetter;
}

/** The 64 squares of a FEN's board field. */
export function boardOfFen(fen: string): (PieceLetter | null)[] {
  const board: (PieceLetter | null)[] = new Array(64).fill(null);
  const field = fen.split(' ')[0] ?? '';
  let rank = 7;
  let file = 0;
  for (const char of field) {
    if (char === '/') {
      rank--;
      file = 0;
    } else if (char >= '1' && char <= '8') {
      file += Number(char);
    } else {
      if (rank >= 0 && file < 8) board[rank * 8 + file] = char as PieceLetter;
      file++;
    }
  }
  return board;
}
