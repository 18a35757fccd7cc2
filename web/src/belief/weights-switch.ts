import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { Weights } from 'outpost-rbc';
import './network-note';
import {
  chooseWeights,
  chosenWeights,
  loadIfStored,
  loadNetwork,
  networkStatus,
  onWeights,
  playersStatus,
} from './network';
import { weightsWords } from './words';

/** Every board alike, or weighted: the one choice of the page, with what becomes of it. */
export class WeightsSwitch extends LitElement {
  static override properties = { preferred: {}, explains: { type: Boolean } };
  /** What counts until the person chooses. */
  declare preferred: Weights;
  /** Says in a sentence what the choice means. */
  declare explains: boolean;
  private ended: (() => void) | null = null;

  constructor() {
    super();
    this.preferred = 'uniform';
    this.explains = false;
  }

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

  protected override firstUpdated(): void {
    if (chosenWeights() === 'weighted' && networkStatus().state === 'absent') void loadNetwork();
    else if (this.preferred === 'weighted') void loadIfStored();
  }

  private noteTexts(): typeof weightsWords.note {
    const { note, onlyMoves } = weightsWords;
    return playersStatus().state === 'ready' ? { ...note, failed: onlyMoves } : note;
  }

  /** What the choice means, by what there is to weigh with. */
  private meaning(weights: Weights): string {
    const alone = networkStatus().state === 'ready' && playersStatus().state === 'failed';
    return weights === 'weighted' && alone ? weightsWords.networkAlone : weightsWords.long[weights];
  }

  protected override render(): TemplateResult {
    const chosen = chosenWeights(this.preferred);
    const option = (weights: Weights): TemplateResult => html`<button
      type="button"
      class="segment"
      data-weights=${weights}
      aria-pressed=${chosen === weights ? 'true' : 'false'}
      title=${this.meaning(weights)}
      @click=${() => chooseWeights(weights)}
    >
      ${weightsWords.short[weights]}
    </button>`;
    return html`<div class="segments" role="group" aria-label=${weightsWords.title}>
        ${option('uniform')} ${option('weighted')}
      </div>
      ${this.explains ? html`<p class="small muted">${this.meaning(chosen)}</p>` : nothing}
      ${chosen === 'weighted' ? html`<network-note .texts=${this.noteTexts()}></network-note>` : nothing}`;
  }
}

customElements.define('weights-switch', WeightsSwitch);
