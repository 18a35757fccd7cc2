import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { commonWords } from '../ui/words';
import { cancelNetwork, loadNetwork, networkIsBeingBuilt, networkStatus, onWeights } from './network';
import { weightsWords } from './words';

/** The progress of loading the network, with buttons to cancel it and to try again. Empty once it is loaded. */
export class NetworkNote extends LitElement {
  static override properties = { texts: { attribute: false } };
  /** What waits for it, in words. */
  declare texts: { loading: string; failed: (why: string) => string; cancel: string };
  private ended: (() => void) | null = null;

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.ended = onWeights(() => this.requestUpdate());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.ended?.();
  }

  protected override render(): TemplateResult | typeof nothing {
    const status = networkStatus();
    switch (status.state) {
      case 'absent':
      case 'loading': {
        // The model arrives first; the module that comes after it, which is larger, tells of no progress.
        const { done, total } = status.state === 'loading' ? status : { done: 0, total: 0 };
        const known = total > 0 && done < total;
        return html`<div class="row between wrap">
            <p class="small muted" role="status">${this.texts.loading} ${networkIsBeingBuilt() ? weightsWords.building : nothing}</p>
            <button type="button" @click=${cancelNetwork}>${this.texts.cancel}</button>
          </div>
          <progress
            class="thin"
            aria-label=${this.texts.loading}
            max=${known ? total : nothing}
            value=${known ? done : nothing}
          ></progress>`;
      }
      case 'failed':
        return html`<div class="row between wrap" role="alert">
          <p class="problem">${this.texts.failed(status.reason)}</p>
          <button type="button" @click=${() => loadNetwork()}>${commonWords.retry}</button>
        </div>`;
      case 'ready':
        return nothing;
    }
  }
}

customElements.define('network-note', NetworkNote);
