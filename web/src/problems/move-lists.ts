/**
 * The moves of listed boards, for tasks that load no engine (2 MB, and none in a sandboxed frame). RBC has no check: whatever a piece can
 * do is a move. `move-lists.test.ts` compares them with the engine's.
 */
import type { Color, PieceLetter, Square } from 'outpost-rbc';
import { colorOf, parseSquare, squareName } from '../board/squares';
import type { FenBoard } from './attributes';

/** What the side to move can do on a board that is known, besides passing, in UCI. */
export function movesOn({ fen, pieces, turn }: FenBoard): string[] {
  const [, , castling = '-', enPassant = '-'] = fen.split(' ');
  const goal = parseSquare(enPassant);
  return movesOf(pieces, turn, castling, (to, piece) => piece !== null || to === goal);
}

/** What a side may request that sees only its own pieces, besides the pass: pawns may try to capture anywhere. */
export function requestsOn({ fen, pieces, turn }: FenBoard): string[] {
  const own = pieces.map((piece) => (piece && colorOf(piece) === turn ? piece : null));
  return movesOf(own, turn, fen.split(' ')[2] ?? '-', () => true);
}

const STRAIGHT = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;
const DIAGONAL = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
] as const;
const KNIGHT = [
  [1, 2],
  [2, 1],
  [2, -1],
  [1, -2],
  [-1, -2],
  [-2, -1],
  [-2, 1],
  [-1, 2],
] as const;

type Steps = readonly (readonly [number, number])[];

/** Steps of each piece but the pawn, and whether it repeats them. */
const WAYS: Record<string, { steps: Steps; slides: boolean }> = {
  n: { steps: KNIGHT, slides: false },
  b: { steps: DIAGONAL, slides: true },
  r: { steps: STRAIGHT, slides: true },
  q: { steps: [...STRAIGHT, ...DIAGONAL], slides: true },
  k: { steps: [...STRAIGHT, ...DIAGONAL], slides: false },
};

function movesOf(
  pieces: readonly (PieceLetter | null)[],
  turn: Color,
  castling: string,
  mayCapture: (to: Square, piece: PieceLetter | null) => boolean,
): string[] {
  const found: string[] = [];
  const at = (square: Square): PieceLetter | null => pieces[square] ?? null;
  const isOwn = (square: Square): boolean => {
    const piece = at(square);
    return piece !== null && colorOf(piece) === turn;
  };
  pieces.forEach((piece, from) => {
    if (!piece || colorOf(piece) !== turn) return;
    const way = WAYS[piece.toLowerCase()];
    if (way) {
      for (const [file, rank] of way.steps) {
        for (let to = step(from, file, rank); to !== null && !isOwn(to); to = step(to, file, rank)) {
          found.push(squareName(from) + squareName(to));
          if (!way.slides || at(to)) break;
        }
      }
      return;
    }
    const ahead = turn === 'white' ? 1 : -1;
    const go = (to: Square): void => {
      const last = to >> 3 === (turn === 'white' ? 7 : 0);
      for (const promoted of last ? ['q', 'n', 'r', 'b'] : [''])
        found.push(squareName(from) + squareName(to) + promoted);
    };
    const one = step(from, 0, ahead);
    if (one !== null && !at(one)) {
      go(one);
      const two = from >> 3 === (turn === 'white' ? 1 : 6) ? step(one, 0, ahead) : null;
      if (two !== null && !at(two)) go(two);
    }
    for (const file of [-1, 1]) {
      const to = step(from, file, ahead);
      if (to !== null && !isOwn(to) && mayCapture(to, at(to))) go(to);
    }
  });
  return [...found, ...castlings(pieces, turn, castling)];
}

function castlings(pieces: readonly (PieceLetter | null)[], turn: Color, castling: string): string[] {
  const home = turn === 'white' ? 4 : 60;
  const letter = (piece: string): string => (turn === 'white' ? piece.toUpperCase() : piece);
  if (pieces[home] !== letter('k')) return [];
  const free = (...offsets: number[]): boolean => offsets.every((offset) => !pieces[home + offset]);
  const found: string[] = [];
  if (castling.includes(letter('k')) && pieces[home + 3] === letter('r') && free(1, 2))
    found.push(squareName(home + 2));
  if (castling.includes(letter('q')) && pieces[home - 4] === letter('r') && free(-1, -2, -3))
    found.push(squareName(home - 2));
  return found.map((to) => squareName(home) + to);
}

/** The square so many files and ranks away; `null` off the board. */
function step(from: Square, files: number, ranks: number): Square | null {
  const [file, rank] = [(from & 7) + files, (from >> 3) + ranks];
  return file < 0 || file > 7 || rank < 0 || rank > 7 ? null : rank * 8 + file;
}
