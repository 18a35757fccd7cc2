import { html, type TemplateResult } from 'lit';
import type { BeliefView, Color, PieceLetter } from 'outpost-rbc';
import { ROLES, squareName } from '../board/squares';
import { series } from '../ui/texts';
import { LEAST } from './belief-overlay';
import { chancesOn, largest, type Overlay, overlayNumbers } from './overlays';
import { pieceLines } from './text-board';
import { overlayWords, textBoardWords, wordsPanelWords } from './words';

/** The text board: what is on the board, and the numbers of the overlay, in words. */
export function wordsPanel(
  truth: readonly (PieceLetter | null)[],
  view: 'truth' | Color,
  belief: BeliefView | null,
  overlay: Overlay,
  waiting: string,
): TemplateResult {
  if (view === 'truth') {
    return html`${(['white', 'black'] as const).map(
      (color) => html`<h3>${wordsPanelWords.truth(color)}</h3>${pieces(truth, color)}`,
    )}`;
  }
  return html`<h3>${wordsPanelWords.own(view)}</h3>
    ${pieces(truth, view)}
    <h3>${wordsPanelWords.belief(view, overlayWords.overlays(overlay))}</h3>
    ${belief ? numbers(belief, overlay) : html`<p class="small muted">${waiting}</p>`}`;
}

function pieces(truth: readonly (PieceLetter | null)[], color: Color): TemplateResult {
  const kinds = pieceLines(truth, color);
  return kinds.length > 0
    ? html`<ul>${kinds.map((kind) => html`<li>${kind}</li>`)}</ul>`
    : html`<p>${textBoardWords.none}</p>`;
}

function numbers(belief: BeliefView, overlay: Overlay): TemplateResult {
  const all = overlayNumbers(overlay, belief);
  if (all) {
    const bits = overlay === 'entropy';
    const shown = largest(all, bits ? 0.05 : LEAST);
    if (shown.length === 0) return html`<p>${wordsPanelWords.none}</p>`;
    return html`<p>
        ${series(shown.map(({ square, number }) => (bits ? wordsPanelWords.bits : wordsPanelWords.chance)(squareName(square), number)))}
      </p>
      ${bits ? '' : html`<p class="small muted">${wordsPanelWords.least(LEAST)}</p>`}`;
  }
  const kinds = ROLES.toReversed().map((role) => {
    const squares = Array.from({ length: 64 }, (_, square) => ({
      square,
      number: chancesOn(belief, square, LEAST).find((one) => one.role === role)?.probability ?? 0,
    }))
      .filter(({ number }) => number > 0)
      .sort((a, b) => b.number - a.number)
      .map(({ square, number }) => wordsPanelWords.chance(squareName(square), number));
    return { role, squares };
  });
  return html`<ul>
      ${kinds.map(({ role, squares }) => (squares.length > 0 ? html`<li>${textBoardWords.kind(role, squares)}</li>` : ''))}
    </ul>
    <p class="small muted">${wordsPanelWords.least(LEAST)}</p>`;
}
