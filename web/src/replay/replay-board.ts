import type { BeliefView, Color, PieceLetter, ReplayStep, Square } from 'outpost';
import { likelyOpacity, likelyPieces } from '../belief/belief-overlay';
import { heatOf, type Overlay, overlayNumbers } from '../belief/overlays';
import { surprises } from '../belief/surprises';
import { overlayWords } from '../belief/words';
import { moveArrows } from '../board/arrows';
import type { Arrow, Ghost } from '../board/board';
import { colorOf, opponentOf, parseSquare, pieceOf, senseWindow } from '../board/squares';
import { boardWords, chessWords } from '../board/words';
import { replayWords } from './words';

/** Whose view a board shows. */
export type View = 'truth' | Color;

export interface BoardContent {
  pieces: (PieceLetter | null)[];
  ghosts: Ghost[];
  heat: number[] | null;
  /** What a screen reader says of each square. */
  labels: string[];
}

/** How a belief is to be shown. */
export interface Look {
  overlay: Overlay;
  /** The true pieces are there too, solid. */
  blended: boolean;
  /** What the strongest colour of a map stands for. */
  most: number;
}

/**
 * What a board shows of a position: the truth, or what a side knows (`belief`) on its own pieces. While a belief is worked out, the
 * last one stays: a board without an opponent would say something else.
 */
export function boardContent(
  truth: readonly (PieceLetter | null)[],
  view: View,
  belief: BeliefView | null,
  last: BeliefView | null,
  look: Look,
): BoardContent {
  if (view === 'truth') {
    return { pieces: truth.slice(), ghosts: [], heat: null, labels: truth.map((piece) => boardWords.truth(piece)) };
  }
  const own = truth.map((piece) => (piece && colorOf(piece) === view ? piece : null));
  const pieces = look.blended ? truth.slice() : own;
  const strength = look.blended ? BLENDED : 1;
  const numbers = belief ? overlayNumbers(look.overlay, belief) : null;
  const labels = beliefLabels(truth, own, belief, numbers, look);
  if (!belief) {
    const ghosts = last && look.overlay === 'pieces' ? likelyGhosts(last, pieces, strength) : [];
    return { pieces, ghosts, heat: null, labels };
  }
  if (numbers) return { pieces, ghosts: [], heat: heatOf(numbers, look.most), labels };
  const ghosts = likelyGhosts(belief, pieces, strength);
  for (const square of surprises(truth, belief)) {
    ghosts.push({ square, piece: truth[square] as PieceLetter, kind: 'outline', opacity: 0.9 });
  }
  return { pieces, ghosts, heat: null, labels };
}

/** How much fainter a belief is drawn among true pieces: even what is nearly certain must not look like one of them. */
const BLENDED = 0.6;

/** The likely pieces; where a solid one stands, only what else is thought to stand there, small. */
function likelyGhosts(belief: BeliefView, solid: readonly (PieceLetter | null)[], strength = 1): Ghost[] {
  const opponent = opponentOf(belief.color);
  return likelyPieces(belief.marginals).flatMap(({ square, role, probability, rank }): Ghost[] => {
    const piece = pieceOf(role, opponent);
    if (solid[square] === piece) return [];
    const corner = rank === 1 || solid[square] !== null;
    return [{ square, piece, kind: 'likely', opacity: strength * likelyOpacity(probability), corner }];
  });
}

function beliefLabels(
  truth: readonly (PieceLetter | null)[],
  own: readonly (PieceLetter | null)[],
  belief: BeliefView | null,
  numbers: readonly number[] | null,
  { overlay, blended }: Look,
): string[] {
  const parts: string[][] = own.map((piece) => (piece ? [chessWords.pieceName(piece)] : []));
  if (!belief) return parts.map(([piece]) => piece ?? replayWords.notKnownYet);
  if (numbers) {
    numbers.forEach((number, square) => {
      if (!own[square]) parts[square]?.push(overlayWords.label(overlay, number));
    });
  } else {
    for (const { square, role, probability } of likelyPieces(belief.marginals)) {
      parts[square]?.push(boardWords.likely(pieceOf(role, opponentOf(belief.color)), probability));
    }
  }
  return parts.map((texts, square) => {
    const text = texts.join(', ') || boardWords.truth(null);
    if (!blended || own[square]) return text;
    return `${overlayWords.truly(truth[square] ?? null)}; ${overlayWords.believes(belief.color, text)}`;
  });
}

export function stepTints(step: ReplayStep, view: View): Map<Square, string> {
  const tints = new Map<Square, string>();
  const add = (square: Square | null | undefined, name: string): void => {
    if (square === null || square === undefined) return;
    tints.set(square, `${tints.get(square) ?? ''} ${name}`);
  };
  const mine = view === 'truth' || view === step.color;
  if (step.phase === 'start') add(step.notice, mine ? 'lost' : '');
  if (step.sense && step.sense.square !== null && mine && step.phase === 'sensed') {
    for (const square of senseWindow(step.sense.square)) add(square, 'seen-now');
  }
  if (step.phase === 'moved' && step.move) {
    if (mine && step.move.taken) {
      add(parseSquare(step.move.taken.slice(0, 2)), 'last-move');
      add(parseSquare(step.move.taken.slice(2, 4)), 'last-move');
    }
    add(step.move.capture, 'took');
  }
  return tints;
}

export function stepArrows(step: ReplayStep, view: View): Arrow[] {
  const { move } = step;
  if (step.phase !== 'moved' || !move?.requested || (view !== 'truth' && view !== step.color)) return [];
  return moveArrows(move);
}
