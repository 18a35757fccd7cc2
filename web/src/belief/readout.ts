import type { BeliefView, Square } from 'outpost-rbc';
import { squareName } from '../board/squares';
import { roleName } from '../board/words';
import { format } from '../ui/format';
import { canHover } from '../ui/pointer';
import { boardsLeft } from './belief-overlay';
import { chancesOn } from './overlays';
import { trackingWords } from './words';

/** What may stand on the square under the pointer. Where there is none it says how to ask, but not on touch screens, where a tap acts. */
export function piecesReadout(belief: BeliefView, pointed: Square | null): string {
  if (pointed === null) return canHover() ? trackingWords.hoverPieces : '';
  const chances = chancesOn(belief, pointed).slice(0, 3);
  const texts = chances.map(({ role, probability }) => `${roleName(role)} ${format.percent(probability)}`);
  return trackingWords.squareChances(squareName(pointed), texts);
}

/** What a sense of the square under the pointer would leave and tell. */
export function sensesReadout(belief: BeliefView, pointed: Square | null): string {
  if (pointed === null) return canHover() ? trackingWords.hover : '';
  const left = (boards: number | undefined): number => boardsLeft(belief, boards);
  return trackingWords.at(
    squareName(pointed),
    left(belief.senseWorst?.[pointed]),
    left(belief.senseExpected?.[pointed]),
    belief.senseBits?.[pointed] ?? 0,
    belief.completeness,
  );
}
