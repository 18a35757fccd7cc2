import type { BeliefView, Square } from 'outpost-rbc';
import { ROLES, type Role } from '../board/squares';

/** A likely piece on a square. */
export interface Likely {
  square: Square;
  role: Role;
  probability: number;
}

/** Pieces below this chance are left out: of up to a hundred equally likely boards, none is. */
export const LEAST = 0.01;

/** A second piece on a square is drawn only from this chance on, or boards would be full of them. */
const LEAST_SECOND = 0.03;

/** The one or two likeliest opponent pieces of each square, the likelier first, leaving out what is nearly impossible. */
export function likelyPieces(marginals: Float32Array): Likely[] {
  const pieces: Likely[] = [];
  for (let square = 0; square < 64; square++) {
    const onSquare = ROLES.map((role, i) => ({ role, probability: marginals[i * 64 + square] ?? 0 }))
      .sort((a, b) => b.probability - a.probability)
      .slice(0, 2)
      .filter(({ probability }, rank) => probability >= Math.fround(rank === 0 ? LEAST : LEAST_SECOND));
    for (const { role, probability } of onSquare) pieces.push({ square, role, probability });
  }
  return pieces;
}

/** Whether a piece may stand on a square where {@link likelyPieces} has none. */
export function leavesOut(marginals: Float32Array): boolean {
  const drawn = new Set(likelyPieces(marginals).map(({ square }) => square));
  return Array.from({ length: 64 }, (_, square) => square).some(
    (square) => !drawn.has(square) && occupied(marginals, square) > 0,
  );
}

/** What is not certain is drawn at most so strongly: next to a piece that is known, nobody takes it for one. */
export const MOST_UNCERTAIN = 0.56;

/** The least that can be seen of a small piece. */
const LEAST_DRAWN = 0.3;

/** How strongly to show a probability that is no certainty: visible from the least on. */
export function likelyOpacity(probability: number): number {
  return LEAST_DRAWN + (MOST_UNCERTAIN - LEAST_DRAWN) * Math.min(1, probability) ** 0.8;
}

/** How wide to draw it, of a square's width. The two likeliest pieces of a square have a chance of one at most, and room for both. */
export function likelySize(probability: number): number {
  return 0.42 + 0.46 * Math.min(1, probability);
}

/** Every possible board has this piece there. Of a sample, nothing is certain. The engine sums in single precision. */
export function isCertain(probability: number, { completeness }: BeliefView): boolean {
  return completeness === 'exact' && probability > 1 - 1e-7;
}

/** Whether a piece is drawn of which it is not certain that it stands there. */
export function drawsGuesses(belief: BeliefView): boolean {
  return likelyPieces(belief.marginals).some(({ probability }) => !isCertain(probability, belief));
}

/** What a number of the boards that are held means: of a sample, so many times as many are possible. */
export function boardsLeft(belief: BeliefView, held = 0): number {
  return belief.size > 0 ? (held * belief.estimate) / belief.size : 0;
}

/**
 * Whether some sense could rule out a board. `false` with one board left, or when every board looks the same through
 * every window; `null` when it is not the time to sense.
 */
export function sensingTells(belief: BeliefView): boolean | null {
  return belief.senseWorst?.some((worst) => worst < belief.size) ?? null;
}

/** Chance that any opponent piece stands on a square. */
export function occupied(marginals: Float32Array, square: Square): number {
  let sum = 0;
  for (let role = 0; role < 6; role++) sum += marginals[role * 64 + square] ?? 0;
  return Math.min(1, sum);
}
