import { html, type TemplateResult } from 'lit';
import { icons } from '../ui/icons';
import type { Tip } from './first-steps';
import { tipWords } from './words';

/**
 * What a newcomer is told at this point of the first game: beside the board, never over it. Between two tips its place stays, so that
 * nothing jumps.
 */
export function tipCard(tip: Tip | null, gotIt: (tip: Tip) => void, skip: () => void): TemplateResult {
  return html`<aside class="tip ${tip ? '' : 'between'}" data-tip=${tip ?? ''} aria-label=${tipWords.title}>
    <span class="tip-icon">${icons.info}</span>
    <p>${tip ? tipWords.tips[tip] : tipWords.next}</p>
    <div class="tip-actions">
      ${tip ? html`<button type="button" class="small-button" @click=${() => gotIt(tip)}>${tipWords.gotIt}</button>` : ''}
      <button type="button" class="quiet small-button" @click=${skip}>${tipWords.skip}</button>
    </div>
  </aside>`;
}
