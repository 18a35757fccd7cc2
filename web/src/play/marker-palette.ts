import { html, type TemplateResult } from 'lit';
import type { Color, PieceLetter } from 'outpost-rbc';
import { colorOf, opponentOf, pieceOf, ROLES, roleOf } from '../board/squares';
import { icons } from '../ui/icons';
import { markerWords } from './words';

/** The marker to put down, `erase`, or nothing. */
export type Palette = PieceLetter | 'erase' | null;

/** The pieces to choose from. Calls `pick` with the marker that was chosen. */
export function markerPalette(
  viewer: Color,
  palette: Palette,
  pick: (palette: Palette) => void,
  /** `null`: there are no markers. */
  clear: (() => void) | null,
): TemplateResult {
  const choice = (value: PieceLetter | 'erase', label: string, sign: TemplateResult): TemplateResult =>
    html`<button
      type="button"
      aria-pressed=${palette === value ? 'true' : 'false'}
      aria-label=${label}
      title=${label}
      @click=${() => pick(value)}
    >
      ${sign}
    </button>`;
  return html`<div class="palette" role="group" aria-label=${markerWords.title}>
      ${ROLES.map((role) => {
        const piece = pieceOf(role, opponentOf(viewer));
        const sign = html`<span class="cg-wrap"><piece class="${colorOf(piece)} ${roleOf(piece)}"></piece></span>`;
        return choice(piece, markerWords.pick(piece), sign);
      })}
      ${choice('erase', markerWords.erase, icons.cross)}
    </div>
    <button type="button" class="quiet small-button" aria-disabled=${clear ? 'false' : 'true'} @click=${() => clear?.()}>
      ${markerWords.clear}
    </button>`;
}

/** In place of the phase's banner while markers are put down. */
export function markBanner(palette: Palette, done: () => void): TemplateResult {
  return html`<section class="banner" data-phase="mark" aria-label=${markerWords.title}>
    <span class="banner-icon">${icons.plus}</span>
    <div class="banner-words">
      <h1>${markerWords.title}</h1>
      <div class="banner-text">
        <p>${palette === 'erase' ? markerWords.erasing : markerWords.placing} ${markerWords.help}</p>
      </div>
    </div>
    <div class="banner-actions">
      <button type="button" class="on-phase" @click=${done}>${markerWords.done}</button>
    </div>
  </section>`;
}
