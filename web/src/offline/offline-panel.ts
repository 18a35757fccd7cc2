import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { commonWords } from '../ui/words';
import { extraSizes, install, keepCopy, type Offline, offline, onOffline, removeCopy, takeUpdate } from './offline';
import { whyFailed } from './offline-notice';
import { offlineWords } from './words';

/** What is kept on this device for use without a network, how large it is, and how to be rid of it. */
export class OfflinePanel extends LitElement {
  static override properties = {
    now: { state: true },
    extra: { state: true },
  };
  declare private now: Offline;
  /** Bytes of what is kept once it was used. */
  declare private extra: { network: number; stockfish: number };
  private stopListening: (() => void) | null = null;
  /** Its dialog is opened long after it was made, and sizes change meanwhile. */
  private readonly seen = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) void this.measure();
  });

  constructor() {
    super();
    this.now = offline();
    this.extra = { network: 0, stockfish: 0 };
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.stopListening = onOffline(() => {
      this.now = offline();
    });
    this.now = offline();
    this.seen.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopListening?.();
    this.seen.disconnect();
  }

  private async measure(): Promise<void> {
    this.extra = await extraSizes();
  }

  private async removeAll(): Promise<void> {
    await removeCopy();
    await this.measure();
  }

  protected override render(): TemplateResult {
    const { update, installable } = this.now;
    return html`<section class="offline" aria-labelledby="offline-title" data-state=${this.now.copy.state}>
      <h3 id="offline-title">${offlineWords.title}</h3>
      ${this.renderCopy()}
      ${update === 'failed' ? html`<p class="small">${offlineWords.updateFailed}</p>` : nothing}
      <div class="row wrap">
        ${this.renderButtons()}
        ${
          update === 'ready' || update === 'elsewhere'
            ? html`<button type="button" class="primary" @click=${takeUpdate}>${offlineWords.updateNow}</button>`
            : nothing
        }
        ${installable ? html`<button type="button" @click=${install}>${offlineWords.install}</button>` : nothing}
      </div>
    </section>`;
  }

  private renderCopy(): TemplateResult {
    const { copy } = this.now;
    switch (copy.state) {
      case 'starting':
        return html`<p class="small muted">${offlineWords.starting}</p>`;
      case 'impossible':
        return html`<p class="small">
          ${offlineWords.impossible} ${offlineWords.impossibleHelp}
          ${copy.reason ? offlineWords.impossibleWhy(copy.reason) : nothing}
        </p>`;
      case 'none':
        return html`<p class="small">${offlineWords.none(offlineWords.size(copy.total))}</p>
          ${this.hasExtra ? this.renderSizes(0) : nothing}`;
      case 'filling':
        return html`<p class="small">
            ${offlineWords.filling} ${offlineWords.fillingOf(offlineWords.size(copy.done), offlineWords.size(copy.total))}
          </p>
          <progress aria-label=${offlineWords.filling} max=${copy.total} value=${copy.done}></progress>`;
      case 'failed':
        return html`<p class="small">${offlineWords.failed}. ${whyFailed(copy)}</p>`;
      case 'kept':
        return html`<p class="small">${offlineWords.kept}</p>
          ${this.renderSizes(copy.total)}`;
    }
  }

  /** What the package keeps of its own accord is there without the copy, too. */
  private get hasExtra(): boolean {
    return this.extra.network + this.extra.stockfish > 0;
  }

  private renderSizes(files: number): TemplateResult {
    const { network, stockfish } = this.extra;
    return html`<dl class="facts">
        ${
          files > 0
            ? html`<dt>${offlineWords.files}</dt>
                <dd>${offlineWords.size(files)}</dd>`
            : nothing
        }
        ${
          network > 0
            ? html`<dt>${offlineWords.network}</dt>
                <dd>${offlineWords.size(network)}</dd>`
            : nothing
        }
        <dt>${offlineWords.stockfish}</dt>
        <dd>${stockfish > 0 ? offlineWords.size(stockfish) : offlineWords.stockfishLater}</dd>
        <dt>${offlineWords.total}</dt>
        <dd data-offline-total>${offlineWords.size(files + network + stockfish)}</dd>
      </dl>`;
  }

  private renderButtons(): TemplateResult | typeof nothing {
    const remove = html`<button type="button" @click=${this.removeAll}>${offlineWords.remove}</button>
      <span class="small muted">${offlineWords.removeHelp}</span>`;
    switch (this.now.copy.state) {
      case 'kept':
      case 'filling':
        return remove;
      case 'none':
        return html`<button type="button" @click=${keepCopy}>${offlineWords.keep}</button>
          ${this.hasExtra ? remove : nothing}`;
      case 'failed':
        return html`<button type="button" @click=${keepCopy}>${commonWords.retry}</button>`;
      default:
        return nothing;
    }
  }
}

customElements.define('offline-panel', OfflinePanel);
