import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { commonWords } from '../ui/words';
import { cancelNetwork, loadNetwork, networkIsBeingBuilt, networkStatus, onWeights, playersStatus } from './network';
import { likelyPlayersWords, weightsWords } from './words';

/** The progress of loading the network and the list of players, with buttons to cancel it and to try again. Empty once both are loaded. */
export class NetworkNote extends LitElement {
  static override properties = { texts: { attribute: false } };
  /** What waits for it, in words. */
  declare texts: {
    loading: string;
    failed: (why: string) => string;
    cancel: string;
    loadingPlayers?: string;
    /** That it does without the list of players; where nothing is said of that, they do not count. */
    withoutPlayers?: (why: string) => string;
  };
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
    const [network, players] = [networkStatus(), playersStatus()];
    // Nothing is weighed, and no game begins, before both came to something.
    const status =
      network.state !== 'absent' && network.state !== 'loading' && players.state === 'loading' ? players : network;
    const loading = status === players ? (this.texts.loadingPlayers ?? likelyPlayersWords.loading) : this.texts.loading;
    switch (status.state) {
      case 'absent':
      case 'loading': {
        // The model arrives first; the module that comes after it, which is larger, tells of no progress.
        const { done, total } = status.state === 'loading' ? status : { done: 0, total: 0 };
        const known = total > 0 && done < total;
        return html`<div class="row between wrap">
            <p class="small muted" role="status">${loading} ${networkIsBeingBuilt() ? weightsWords.building : nothing}</p>
            <button type="button" @click=${cancelNetwork}>${this.texts.cancel}</button>
          </div>
          <progress
            class="thin"
            aria-label=${loading}
            max=${known ? total : nothing}
            value=${known ? done : nothing}
          ></progress>`;
      }
      case 'failed':
        return this.renderProblem(this.texts.failed(status.reason));
      case 'ready': {
        const { withoutPlayers } = this.texts;
        return players.state === 'failed' && withoutPlayers
          ? this.renderProblem(withoutPlayers(players.reason))
          : nothing;
      }
    }
  }

  private renderProblem(what: string): TemplateResult {
    return html`<div class="row between wrap" role="alert">
      <p class="problem">${what}</p>
      <button type="button" @click=${() => loadNetwork()}>${commonWords.retry}</button>
    </div>`;
  }
}

customElements.define('network-note', NetworkNote);
