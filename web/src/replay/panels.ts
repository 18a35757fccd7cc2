/** The panels beside a replay: what each tab holds. */
import { html, nothing, type TemplateResult } from 'lit';
import { panelWords } from './words';

export const PANELS = [
  'story',
  'summary',
  'list',
  'sizes',
  'view',
  'boards',
  'failures',
  'words',
  'senses',
  'moves',
  'agents',
  'players',
  'whatIf',
] as const;
export type PanelName = (typeof PANELS)[number];

/** A panel of a tab; with a title where the tab has several. */
export function panel(
  name: PanelName,
  titled: boolean,
  content: () => TemplateResult | typeof nothing,
): TemplateResult {
  return html`<section class="panel" data-panel=${name} aria-label=${titled ? nothing : panelWords[name]}>
    ${titled ? html`<h2>${panelWords[name]}</h2>` : nothing}
    <div class="panel-body">${content()}</div>
  </section>`;
}
