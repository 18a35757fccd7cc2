import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { Weights } from 'outpost';
import './network-note';
import { chooseWeights, chosenWeights, loadNetwork, networkStatus, onWeights } from './network';
import { weightsWords } from './words';

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
      title=${weightsWords.long[weights]}
      @click=${() => chooseWeights(weights)}
    >
      ${weightsWords.short[weights]}
    </button>`;
    return html`<div class="segments" role="group" aria-label=${weightsWords.title}>
        ${option('uniform')} ${option('network')}
      </div>
      ${chosenWeights() === 'network' ? html`<network-note .texts=${weightsWords.note}></network-note>` : nothing}`;
  }
}

customElements.define('weights-switch', WeightsSwitch);
