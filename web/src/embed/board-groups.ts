import { html, type TemplateResult } from 'lit';
import type { Color, Square } from 'outpost-rbc';
import { boardDiagrams } from '../belief/likely-boards';
import { squareName } from '../board/squares';
import { type BoardSet, groupsOf } from '../problems/board-set';
import { cssVars } from '../ui/css-vars';
import { embedWords } from './words';

/** More boards than these are not drawn one by one. */
export const MOST_DIAGRAMS = 24;

interface DiagramOptions {
  /** Whether weights, where there are some, are shown. */
  weighed?: boolean;
  /** What stands below a board; its name when left out. */
  below?: (index: number) => TemplateResult;
}

/** The first boards as diagrams with their numbers, and with weights if they have some. */
export function numberedDiagrams(set: BoardSet, orientation: Color, options: DiagramOptions = {}): TemplateResult {
  return diagramsOf(set, [...set.boards.keys()].slice(0, MOST_DIAGRAMS), orientation, options);
}

function diagramsOf(
  set: BoardSet,
  indices: readonly number[],
  orientation: Color,
  { weighed = true, below = (index) => html`<span>${embedWords.boardNumber(index + 1)}</span>` }: DiagramOptions = {},
): TemplateResult {
  return boardDiagrams(
    indices.map((index) => ({
      fen: set.boards[index]?.fen ?? '',
      weight: set.weighted && weighed ? (set.weights[index] as number) : null,
      below: below(index),
    })),
    set.color,
    orientation,
  );
}

/** The boards as diagrams with their numbers, sorted by what a sense shows: what it leaves is one of the groups. */
export function groupedDiagrams(set: BoardSet, square: Square, orientation: Color): TemplateResult {
  const groups = groupsOf(set, square);
  let left = MOST_DIAGRAMS;
  return html`<p class="small"><strong>${embedWords.groups(squareName(square), groups.length)}</strong></p>
    <div class="board-groups">${groups.map((boards, i) => {
      const shown = boards.slice(0, Math.max(0, left));
      left -= shown.length;
      const title = embedWords.group(i + 1, boards.length);
      return html`<section class="board-group" aria-label=${title} ${cssVars({ '--columns': Math.min(3, boards.length) })}>
        <p class="small board-group-title">${title}</p>
        ${diagramsOf(set, shown, orientation)}
      </section>`;
    })}</div>`;
}
