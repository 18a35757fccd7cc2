import type { BeliefView, Color, ReplayStep } from 'outpost-rbc';
import type { Overlay } from '../belief/overlays';
import type { Happened, Pieces, Sight } from '../belief/scene';
import { moveArrows } from '../board/arrows';
import { colorOf, ROLES, senseWindow } from '../board/squares';

/** Whose view a board shows. */
export type View = 'truth' | Color;

/** How a belief is to be shown. */
export interface Look {
  overlay: Overlay;
  /** The true pieces are there too, solid. */
  blended: boolean;
  /** What the strongest colour of a map stands for. */
  most: number;
  /** True pieces that the side thinks very unlikely are outlined. */
  outlined: boolean;
  /** The belief last shown, until this one is computed. */
  last: BeliefView | null;
}

/** What a board of a replay shows: the truth, or what a side knows and believes at a step. */
export function stepSight(
  step: ReplayStep,
  truth: Pieces,
  view: View,
  belief: BeliefView | null,
  { overlay, blended, most, outlined, last }: Look,
): Sight {
  const happened = stepHappened(step, view);
  if (view === 'truth') return { pieces: truth, happened };
  const own = truth.map((piece) => (piece && colorOf(piece) === view ? piece : null));
  const drawn = overlay === 'pieces' ? { ghosts: ROLES } : { map: overlay, most };
  return {
    pieces: blended ? truth : own,
    happened,
    believed: { color: view, belief, last, blended, truth: outlined ? truth : undefined, ...drawn },
  };
}

/** What a step tells a side; everybody is told where a piece was captured. */
function stepHappened({ color, phase, notice, sense, move }: ReplayStep, view: View): Happened {
  const mine = view === 'truth' || view === color;
  if (phase === 'start') return mine ? { lost: notice } : {};
  if (phase === 'sensed') {
    return mine && sense && sense.square !== null ? { sensed: senseWindow(sense.square) } : {};
  }
  if (!move) return {};
  return mine ? { move, took: move.capture, arrows: moveArrows(move) } : { took: move.capture };
}
