import { html, type TemplateResult } from 'lit';
import { messageOf } from './errors';
import { icons } from './icons';
import { PartMissing } from './parts';
import { commonWords, partWords } from './words';

/** What is shown in the place of a part that could not be loaded: what it is, why, and ways to try again. It stays until one helps. */
export function renderMissing(error: unknown, retry: () => void): TemplateResult {
  return html`<div class="notice bad part-missing" role="alert">
    <div>
      <p>${messageOf(error)}</p>
      <div class="row wrap">
        ${
          error instanceof PartMissing && error.replaced
            ? html`<button type="button" class="primary" @click=${reload}>${partWords.reload}</button>`
            : html`<button type="button" class="primary" @click=${retry}>${icons.again} ${commonWords.retry}</button>
                <button type="button" @click=${reload}>${partWords.reload}</button>`
        }
      </div>
    </div>
  </div>`;
}

function reload(): void {
  location.reload();
}
