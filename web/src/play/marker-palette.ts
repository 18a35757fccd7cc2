import { html, nothing, type TemplateResult } from 'lit';
import type { Color, PieceLetter } from 'outpost';
import { colorOf, opponentOf, pieceOf, ROLES, roleOf } from '../board/squares';
import { icons } from '../ui/icons';
import { markerWords } from './words';

/** The marker to put down, `erase`, or nothing. */
export type Palette = PieceLetter | 'erase' | null;

/** Calls `pick` with the marker that was chosen, or with `null` when it was let go of. */
export function markerPalette(
  viewer: Color,
  palette: Palette,
  pick: (palette: Palette) => void,
  /** Missing: there are no markers. */
  clear?: () => void,
): TemplateResult {
  const choice = (value: PieceLetter | 'erase', label: string, sign: TemplateResult): TemplateResult =>
    html`<button
      type="button"
      aria-pressed=${palette === value ? 'true' : 'false'}
      aria-label=${label}
      title=${label}
      @click=${() => pick(palette === value ? null : value)}
    >
      ${sign}
    </button>`;
  return html`<section class="card palette-card" aria-label=${markerWords.title}>
    <div class="row between wrap">
      <h2>${markerWords.title}</h2>
      <span class="row">
        ${clear ? html`<button type="button" class="quiet small-button" @click=${clear}>${markerWords.clear}</button>` : nothing}
      </span>
    </div>
    <div class="palette">
      ${ROLES.map((role) => {
        const piece = pieceOf(role, opponentOf(viewer));
        const sign = html`<span class="cg-wrap"><piece class="${colorOf(piece)} ${roleOf(piece)}"></piece></span>`;
        return choice(piece, markerWords.pick(piece), sign);
      })}
      ${choice('erase', markerWords.erase, icons.cross)}
    </div>
    <p class="small muted">${markerWords.help}</p>
  </section>`;
}

/** In place of the phase's banner while markers are put down. */
export function markBanner(palette: Palette, done: () => void): TemplateResult {
  return html`<section class="banner" data-phase="mark" aria-label=${markerWords.title}>
    <span class="banner-icon">${icons.plus}</span>
    <div class="banner-words">
      <h1>${markerWords.title}</h1>
      <p>${palette === 'erase' ? markerWords.erasing : markerWords.placing}</p>
    </div>
    <div class="banner-actions">
      <button type="button" class="on-phase" @click=${done}>${markerWords.done}</button>
    </div>
  </section>`;
}
