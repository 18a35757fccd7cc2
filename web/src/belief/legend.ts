import { html, type TemplateResult } from 'lit';

/** What the colours of a map mean, from the least to the most. */
export function legend(low: string, high: string): TemplateResult {
  return html`<div class="legend"><span>${low}</span><span class="legend-bar" aria-hidden="true"></span><span>${high}</span></div>`;
}
