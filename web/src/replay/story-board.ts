import { html, nothing, svg, type TemplateResult } from 'lit';
import type { BeliefView, Color, Observation, PieceLetter, ReplayStep, Square } from 'outpost-rbc';
import { lastSeen, sightingOpacity } from '../belief/memory';
import { arrowPath } from '../board/arrow-path';
import { colorOf, opponentOf, pieceOf, ROLES, roleOf, screenPosition, windowOnScreen } from '../board/squares';
import { cssVars } from '../ui/css-vars';
import { clauses } from '../ui/texts';
import { storyWords } from './story-words';

type Pieces = readonly (PieceLetter | null)[];

/** A piece that a side thinks, or remembers, to be on a square. */
export interface Ghost {
  square: Square;
  piece: PieceLetter;
  /** Its probability, or how fresh the memory is. */
  opacity: number;
  /** `null` for a memory. */
  chance: number | null;
}

interface StoryBoard {
  pieces: Pieces;
  ghosts?: readonly Ghost[];
  /** The middle of a window to be framed; `made`: it was really sensed. */
  window: Square | null;
  made: boolean;
  arrow: readonly [Square, Square] | null;
  /** A square to be marked. */
  mark?: Square | null;
  orientation: Color;
  caption: string;
  label: string;
}

/** What stands with less than this chance is not drawn. */
const LEAST = 0.1;
/** What was seen, or follows from it, is drawn like a piece. */
const CERTAIN = 0.999;

/** What a side thinks likely, the likeliest piece of each square. */
export function likelyGhosts(belief: BeliefView): Ghost[] {
  const opponent = opponentOf(belief.color);
  const ghosts: Ghost[] = [];
  for (let square = 0; square < 64; square++) {
    const chances = ROLES.map((_, role) => belief.marginals[role * 64 + square] ?? 0);
    const chance = Math.max(...chances);
    const role = ROLES[chances.indexOf(chance)];
    if (!role || chance < LEAST) continue;
    ghosts.push({
      square,
      piece: pieceOf(role, opponent),
      opacity: chance >= CERTAIN ? 1 : 0.3 + 0.4 * chance,
      chance,
    });
  }
  return ghosts;
}

/** What a side had been told by the step after its sense in half-turn `ply`. */
function told(steps: readonly ReplayStep[], color: Color, ply: number): Observation[] {
  return steps
    .filter((step) => step.color === color && step.ply <= ply)
    .flatMap((step): Observation[] => {
      if (step.phase === 'start') return [{ type: 'opponent', capture: step.notice }];
      if (step.phase === 'sensed') return step.sense ? [{ type: 'sense', ...step.sense }] : [];
      return step.move && step.ply < ply ? [{ type: 'move', ...step.move }] : [];
    });
}

/** What a side remembers to have seen, when it moved in half-turn `ply`: it is there before any belief is. */
export function rememberedGhosts(steps: readonly ReplayStep[], color: Color, ply: number, own: Pieces): Ghost[] {
  return [...lastSeen(told(steps, color, ply), color, own).values()].flatMap(({ square, piece, age }) =>
    piece ? [{ square, piece, opacity: age === 0 ? 1 : 0.7 * sightingOpacity(age), chance: null }] : [],
  );
}

/** Pieces in words, kind by kind. */
export function standing(pieces: Pieces, color: Color): string {
  const names = ROLES.toReversed().flatMap((role) => {
    const squares = pieces.flatMap((piece, square) =>
      piece && colorOf(piece) === color && roleOf(piece) === role ? [square] : [],
    );
    return squares.length > 0 ? [storyWords.standing(pieceOf(role, color), squares)] : [];
  });
  return clauses(names) || storyWords.nothingKnown;
}

/** A small board with what a moment is about. */
export function storyBoard(board: StoryBoard): TemplateResult {
  const { pieces, ghosts = [], window, made, arrow, mark, orientation, caption, label } = board;
  const at = (square: Square): Record<string, number> => {
    const { x, y } = screenPosition(square, orientation);
    return { '--x': x, '--y': y };
  };
  const man = (piece: PieceLetter, square: Square, more: string, vars = {}): TemplateResult =>
    html`<piece class="man ${more} ${colorOf(piece)} ${roleOf(piece)}" ${cssVars({ ...at(square), ...vars })}></piece>`;
  return html`<figure class="story-figure">
    <figcaption>${caption}</figcaption>
    <div class="diagram cg-wrap story-board" role="img" aria-label=${label}>
      ${mark === undefined || mark === null ? nothing : html`<span class="story-mark" ${cssVars(at(mark))}></span>`}
      ${ghosts.map(({ square, piece, opacity }) => man(piece, square, 'ghost', { '--p': opacity }))}
      ${pieces.map((piece, square) => (piece ? man(piece, square, '') : nothing))}
      <svg class="story-marks" viewBox="0 0 8 8" aria-hidden="true">
        ${window === null ? nothing : frame(window, made, orientation)}
        ${arrow === null ? nothing : drawnArrow(arrow, orientation)}
      </svg>
    </div>
  </figure>`;
}

function frame(window: Square, made: boolean, orientation: Color): TemplateResult {
  const { x, y, width, height } = windowOnScreen(window, orientation);
  return svg`<rect class=${made ? 'made' : 'could'} x=${x + 0.06} y=${y + 0.06} width=${width - 0.12} height=${height - 0.12} rx="0.12"></rect>` as TemplateResult;
}

function drawnArrow([start, end]: readonly [Square, Square], orientation: Color): TemplateResult {
  const { x1, y1, x2, y2, head } = arrowPath(screenPosition(start, orientation), screenPosition(end, orientation));
  return svg`<g class="arrow"><line x1=${x1} y1=${y1} x2=${x2} y2=${y2}></line><polygon points=${head}></polygon></g>` as TemplateResult;
}
