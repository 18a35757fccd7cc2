/**
 * What follows from a few boards that one side cannot tell apart, listed by hand or in a link. The engine computes the same of
 * its sets (`crates/rbc-belief/src/survey.rs`). This stays because an embed with boards has to appear without loading the
 * engine (2 MB, and none in a sandboxed frame), and because listed boards may have weights, which the engine's sets
 * of listed boards have not. `board-set.test.ts` compares both.
 */
import type { BeliefView, Color, LikelyBoard, PieceLetter, Square } from 'outpost-rbc';
import { colorOf, ROLES, roleOf, senseWindow } from '../board/squares';
import { EmbedError, type FenBoard } from './attributes';
import { problemWords } from './words';

export interface BoardSet {
  color: Color;
  /** Without those that were given twice. */
  boards: readonly FenBoard[];
  /** How likely each is; they make 1. */
  weights: readonly number[];
  /** Whether the weights were given. */
  weighted: boolean;
  own: (PieceLetter | null)[];
  belief: BeliefView;
}

const CONTENTS = 'PNBRQKpnbrqk';

/**
 * The set of these boards, all alike or with a weight for each. The side to move is the one that cannot tell them apart.
 * Counts of boards (the worst case of a sense) take no notice of weights.
 */
export function boardSet(given: readonly FenBoard[], givenWeights: readonly number[] | null = null): BoardSet {
  const first = given[0];
  if (!first) throw new EmbedError(problemWords.noBoards);
  if (givenWeights && givenWeights.length !== given.length) {
    throw new EmbedError(problemWords.otherWeights(givenWeights.length, given.length));
  }
  const color = first.turn;
  const ownOf = ({ pieces }: FenBoard) => pieces.map((piece) => (piece && colorOf(piece) === color ? piece : null));
  const own = ownOf(first);
  const different = new Map<string, { board: FenBoard; weight: number }>();
  given.forEach((board, i) => {
    if (board.turn !== color) throw new EmbedError(problemWords.otherTurn(i + 1));
    const odd = ownOf(board).findIndex((piece, square) => piece !== own[square]);
    if (odd >= 0) throw new EmbedError(problemWords.otherOwn(i + 1, color));
    const key = board.fen.split(' ').slice(0, 4).join(' ');
    const before = different.get(key);
    const weight = givenWeights?.[i] ?? 1;
    // Boards that are given twice are one; of a weight that was given twice both count.
    different.set(key, { board, weight: before && givenWeights ? before.weight + weight : weight });
  });
  const boards = [...different.values()].map(({ board }) => board);
  // Divided by their sum as late as can be: of boards that are alike all sums are exact.
  const raw = [...different.values()].map(({ weight }) => weight);
  const sum = raw.reduce((total, weight) => total + weight, 0);
  const weights = raw.map((weight) => weight / sum);
  const weighted = givenWeights !== null;
  return { color, boards, weights, weighted, own, belief: beliefOf(color, own, boards, raw, sum, weighted) };
}

function beliefOf(
  color: Color,
  own: readonly (PieceLetter | null)[],
  boards: readonly FenBoard[],
  raw: readonly number[],
  sum: number,
  weighted: boolean,
): BeliefView {
  const size = boards.length;
  const cells = boards.map(({ pieces }) => pieces.map((piece) => (piece ? 1 + CONTENTS.indexOf(piece) : 0)));
  const marginals = new Float32Array(384);
  const entropy = new Float32Array(64);
  for (let square = 0; square < 64; square++) {
    if (own[square]) continue;
    const shares = new Map<PieceLetter | null, number>();
    boards.forEach(({ pieces }, i) => {
      const piece = pieces[square] ?? null;
      shares.set(piece, (shares.get(piece) ?? 0) + (raw[i] as number));
    });
    for (const [piece, share] of shares) {
      if (piece) marginals[ROLES.indexOf(roleOf(piece)) * 64 + square] = share / sum;
    }
    entropy[square] = bits(shares.values(), sum);
  }
  const senseWorst = new Uint32Array(64);
  const senseExpected = new Float32Array(64);
  const senseBits = new Float32Array(64);
  for (let square = 0; square < 64; square++) {
    const groups = [...classes(cells, raw, square).values()];
    senseWorst[square] = Math.max(...groups.map(({ count }) => count));
    senseExpected[square] = groups.reduce((total, { count, share }) => total + share * count, 0) / sum;
    senseBits[square] = bits(
      groups.map(({ share }) => share),
      sum,
    );
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
    error: 0,
    chanceError: 0,
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
    likeliest: weighted || size <= 6 ? byWeight(boards, raw, sum).slice(0, 6) : [],
    truth: null,
    players: null,
  };
}

/** Heaviest first, those that weigh the same in their order. */
function byWeight(boards: readonly FenBoard[], raw: readonly number[], sum: number): LikelyBoard[] {
  return boards.map(({ fen }, i) => ({ fen, weight: (raw[i] as number) / sum })).sort((a, b) => b.weight - a.weight);
}

/** How many boards show each of the things that a sense can show, and what they weigh together. */
function classes(
  cells: readonly (readonly number[])[],
  raw: readonly number[],
  square: Square,
): Map<number, { count: number; share: number }> {
  const window = senseWindow(square);
  const groups = new Map<number, { count: number; share: number }>();
  cells.forEach((board, i) => {
    // Nine squares of thirteen contents: exact in a double.
    const key = window.reduce((sum, at) => sum * 13 + (board[at] as number), 0);
    const group = groups.get(key) ?? { count: 0, share: 0 };
    group.count += 1;
    group.share += raw[i] as number;
    groups.set(key, group);
  });
  return groups;
}

/** The entropy of shares of `sum`. */
function bits(shares: Iterable<number>, sum: number): number {
  let total = 0;
  for (const share of shares) total -= (share / sum) * Math.log2(share / sum);
  return Math.max(0, total);
}

/** How many boards each thing that a sense can show leaves, the most first. */
export function groupSizes(boards: readonly FenBoard[], square: Square): number[] {
  return groupsOf({ boards }, square).map(({ length }) => length);
}

/** How a sense sorts the boards, by their indices: what shows the same stays together, the largest group first. */
export function groupsOf({ boards }: Pick<BoardSet, 'boards'>, square: Square): number[][] {
  const window = senseWindow(square);
  const groups = new Map<string, number[]>();
  boards.forEach(({ pieces }, i) => {
    const key = window.map((at) => pieces[at] ?? '.').join('');
    const group = groups.get(key) ?? [];
    group.push(i);
    groups.set(key, group);
  });
  return [...groups.values()].sort((a, b) => b.length - a.length);
}
