/**
 * What follows from a handful of boards that one side cannot tell apart, listed by hand or in a link: the same numbers as the
 * engine has of its sets (board-set.test.ts), without loading it.
 */
import type { BeliefView, Color, PieceLetter, Square } from 'outpost';
import { colorOf, ROLES, roleOf, senseWindow } from '../squares';
import { t } from '../strings';
import { EmbedError, type FenBoard } from './attributes';

export interface BoardSet {
  color: Color;
  /** Without those that were given twice. */
  boards: readonly FenBoard[];
  own: (PieceLetter | null)[];
  belief: BeliefView;
}

const CONTENTS = 'PNBRQKpnbrqk';

/** The set of these boards. The side to move is the one that cannot tell them apart. */
export function boardSet(given: readonly FenBoard[]): BoardSet {
  const first = given[0];
  if (!first) throw new EmbedError(t.embed.noBoards);
  const color = first.turn;
  const ownOf = ({ pieces }: FenBoard) => pieces.map((piece) => (piece && colorOf(piece) === color ? piece : null));
  const own = ownOf(first);
  const different = new Map<string, FenBoard>();
  given.forEach((board, i) => {
    if (board.turn !== color) throw new EmbedError(t.embed.otherTurn(i + 1));
    const odd = ownOf(board).findIndex((piece, square) => piece !== own[square]);
    if (odd >= 0) throw new EmbedError(t.embed.otherOwn(i + 1, color));
    different.set(board.fen.split(' ').slice(0, 4).join(' '), board);
  });
  const boards = [...different.values()];
  return { color, boards, own, belief: beliefOf(color, own, boards) };
}

function beliefOf(color: Color, own: readonly (PieceLetter | null)[], boards: readonly FenBoard[]): BeliefView {
  const size = boards.length;
  const cells = boards.map(({ pieces }) => pieces.map((piece) => (piece ? 1 + CONTENTS.indexOf(piece) : 0)));
  const marginals = new Float32Array(384);
  const entropy = new Float32Array(64);
  for (let square = 0; square < 64; square++) {
    if (own[square]) continue;
    const counts = new Map<PieceLetter | null, number>();
    for (const { pieces } of boards) {
      const piece = pieces[square] ?? null;
      counts.set(piece, (counts.get(piece) ?? 0) + 1);
    }
    for (const [piece, count] of counts) {
      if (piece) marginals[ROLES.indexOf(roleOf(piece)) * 64 + square] = count / size;
    }
    entropy[square] = bits(counts.values(), size);
  }
  const senseWorst = new Uint32Array(64);
  const senseExpected = new Float32Array(64);
  const senseBits = new Float32Array(64);
  for (let square = 0; square < 64; square++) {
    const counts = [...classes(cells, square).values()];
    senseWorst[square] = Math.max(...counts);
    senseExpected[square] = counts.reduce((sum, count) => sum + count * count, 0) / size;
    senseBits[square] = bits(counts, size);
  }
  const worse = (a: Square, b: Square): boolean =>
    ((senseWorst[a] as number) - (senseWorst[b] as number) ||
      (senseExpected[a] as number) - (senseExpected[b] as number)) > 0;
  let bestSense = 0;
  for (let square = 1; square < 64; square++) if (worse(bestSense, square)) bestSense = square;
  return {
    color,
    size,
    estimate: size,
    completeness: 'exact',
    weights: 'uniform',
    marginals,
    entropy,
    senseWorst,
    senseExpected,
    senseBits,
    bestSense,
    lastDecay: null,
    // As of the engine's sets: of more boards that count alike none is before the others.
    likeliest: size <= 6 ? boards.map(({ fen }) => ({ fen, weight: 1 / size })) : [],
    truth: null,
  };
}

/** How many boards show each of the things that a sense can show. */
function classes(cells: readonly (readonly number[])[], square: Square): Map<number, number> {
  const window = senseWindow(square);
  const counts = new Map<number, number>();
  for (const board of cells) {
    // Nine squares of thirteen contents: exact in a double.
    const key = window.reduce((sum, at) => sum * 13 + (board[at] as number), 0);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function bits(counts: Iterable<number>, size: number): number {
  let sum = 0;
  for (const count of counts) sum -= (count / size) * Math.log2(count / size);
  return Math.max(0, sum);
}
