import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { t } from '../ui/strings';
import { extraSizes, install, keepCopy, type Offline, offline, onOffline, removeCopy, takeUpdate } from './offline';
import { whyFailed } from './offline-notice';

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
      <h3 id="offline-title">${t.offline.title}</h3>
      ${this.renderCopy()}
      ${update === 'failed' ? html`<p class="small">${t.offline.updateFailed}</p>` : nothing}
      <div class="row wrap">
        ${this.renderButtons()}
        ${
          update === 'ready' || update === 'elsewhere'
            ? html`<button type="button" class="primary" @click=${takeUpdate}>${t.offline.updateNow}</button>`
            : nothing
        }
        ${installable ? html`<button type="button" @click=${install}>${t.offline.install}</button>` : nothing}
      </div>
    </section>`;
  }

  private renderCopy(): TemplateResult {
    const { copy } = this.now;
    switch (copy.state) {
      case 'starting':
        return html`<p class="small muted">${t.offline.starting}</p>`;
      case 'impossible':
        return html`<p class="small">
          ${t.offline.impossible} ${t.offline.impossibleHelp}
          ${copy.reason ? t.offline.impossibleWhy(copy.reason) : nothing}
        </p>`;
      case 'none':
        return html`<p class="small">${t.offline.none(t.offline.size(copy.total))}</p>
          ${this.hasExtra ? this.renderSizes(0) : nothing}`;
      case 'filling':
        return html`<p class="small">
            ${t.offline.filling} ${t.offline.fillingOf(t.offline.size(copy.done), t.offline.size(copy.total))}
          </p>
          <progress aria-label=${t.offline.filling} max=${copy.total} value=${copy.done}></progress>`;
      case 'failed':
        return html`<p class="small">${t.offline.failed}. ${whyFailed(copy)}</p>`;
      case 'kept':
        return html`<p class="small">${t.offline.kept}</p>
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
            ? html`<dt>${t.offline.files}</dt>
                <dd>${t.offline.size(files)}</dd>`
            : nothing
        }
        ${
          network > 0
            ? html`<dt>${t.offline.network}</dt>
                <dd>${t.offline.size(network)}</dd>`
            : nothing
        }
        <dt>${t.offline.stockfish}</dt>
        <dd>${stockfish > 0 ? t.offline.size(stockfish) : t.offline.stockfishLater}</dd>
        <dt>${t.offline.total}</dt>
        <dd data-offline-total>${t.offline.size(files + network + stockfish)}</dd>
      </dl>`;
  }

  private renderButtons(): TemplateResult | typeof nothing {
    const remove = html`<button type="button" @click=${this.removeAll}>${t.offline.remove}</button>
      <span class="small muted">${t.offline.removeHelp}</span>`;
    switch (this.now.copy.state) {
      case 'kept':
      case 'filling':
        return remove;
      case 'none':
        return html`<button type="button" @click=${keepCopy}>${t.offline.keep}</button>
          ${this.hasExtra ? remove : nothing}`;
      case 'failed':
        return html`<button type="button" @click=${keepCopy}>${t.app.retry}</button>`;
      default:
        return nothing;
    }
  }
}

customElements.define('offline-panel', OfflinePanel);
