import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { Weights } from 'outpost';
import { chooseWeights, chosenWeights, loadNetwork, networkStatus, onWeights } from './network';
import { t } from './strings';

/** Every board alike, or by the network: the one choice of the page, with what becomes of it. */
export class WeightsSwitch extends LitElement {
  private ended: (() => void) | null = null;

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.ended = onWeights(() => this.requestUpdate());
    if (chosenWeights() === 'network' && networkStatus().state === 'absent') void loadNetwork();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.ended?.();
  }

  protected override render(): TemplateResult {
    const option = (weights: Weights): TemplateResult => html`<button
      type="button"
      class="segment"
      data-weights=${weights}
      aria-pressed=${chosenWeights() === weights ? 'true' : 'false'}
      title=${t.weights.long[weights]}
      @click=${() => chooseWeights(weights)}
    >
      ${t.weights.short[weights]}
    </button>`;
    return html`<div class="segments" role="group" aria-label=${t.weights.title}>
        ${option('uniform')} ${option('network')}
      </div>
      ${chosenWeights() === 'network' ? this.renderNetwork() : nothing}`;
  }

  private renderNetwork(): TemplateResult | typeof nothing {
    const status = networkStatus();
    switch (status.state) {
      case 'absent':
      case 'loading': {
        // The model arrives first; the module that comes after it, which is larger, tells of no progress.
        const { done, total } = status.state === 'loading' ? status : { done: 0, total: 0 };
        const known = total > 0 && done < total;
        return html`<p class="small muted" role="status">${t.weights.loading}</p>
          <progress
            class="thin"
            aria-label=${t.weights.loading}
            max=${known ? total : nothing}
            value=${known ? done : nothing}
          ></progress>`;
      }
      case 'failed':
        return html`<div class="row between wrap" role="alert">
          <p class="problem">${t.weights.failed(status.reason)}</p>
          <button type="button" @click=${() => loadNetwork()}>${t.app.retry}</button>
        </div>`;
      case 'ready':
        return nothing;
    }
  }
}

customElements.define('weights-switch', WeightsSwitch);
