import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { sentence, sentences } from '../ui/texts';
import { commonWords } from '../ui/words';
import {
  extraSizes,
  install,
  keepCopy,
  lookAgain,
  type Offline,
  offline,
  onOffline,
  removeCopy,
  takeUpdate,
  tryCopyAgain,
} from './offline';
import { whyFailed } from './offline-notice';
import { PARTS, type PartSizes, type SitePart, sizeOf } from './site-files';
import { offlineWords } from './words';

/** What is kept on this device for use without a network, how large it is, what else there is, and how to be rid of it. */
export class OfflinePanel extends LitElement {
  static override properties = {
    now: { state: true },
    extra: { state: true },
  };
  declare private now: Offline;
  /** Bytes of what the package keeps once it was used. */
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
    await lookAgain();
    this.extra = await extraSizes();
  }

  private async removeAll(): Promise<void> {
    await removeCopy();
    await this.measure();
  }

  protected override render(): TemplateResult {
    const { update, installable } = this.now;
    return html`<section
      class="offline"
      aria-labelledby="offline-title"
      data-state=${this.now.copy.state}
      data-parts=${this.parts.join(' ')}
    >
      <h3 id="offline-title">${offlineWords.title}</h3>
      ${this.renderCopy()} ${this.renderSizes()}
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

  private get parts(): readonly SitePart[] {
    return this.now.copy.state === 'kept' ? this.now.copy.parts : [];
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
        return html`<p class="small">${copy.why === 'connection' ? offlineWords.spared : offlineWords.none}</p>`;
      case 'filling':
        return html`<p class="small">
            ${offlineWords.filling} ${offlineWords.fillingOf(offlineWords.size(copy.done), offlineWords.size(copy.total))}
          </p>
          <progress aria-label=${offlineWords.filling} max=${copy.total} value=${copy.done}></progress>`;
      case 'failed':
        return html`<p class="small">${sentences(sentence(offlineWords.failed), whyFailed(copy))}</p>`;
      case 'kept':
        return html`<p class="small">
          ${copy.parts.length === PARTS.length ? offlineWords.keptAll : offlineWords.kept}
        </p>`;
    }
  }

  /** What is here, and how large the rest would be. */
  private renderSizes(): TemplateResult | typeof nothing {
    const { sizes, stored, copy } = this.now;
    if (!sizes || copy.state === 'filling') return nothing;
    const here = (part: 'network' | 'stockfish', size: number): boolean => this.parts.includes(part) || size > 0;
    const row = (name: string, size: number, isHere: boolean, later = offlineWords.onFirstUse): TemplateResult =>
      html`<dt>${name}</dt>
        <dd>${isHere ? offlineWords.size(size) : later(offlineWords.size(size))}</dd>`;
    const total =
      this.extra.network + this.extra.stockfish + (copy.state === 'failed' ? stored : sizeOf(this.parts, sizes));
    return html`<dl class="facts">
        ${this.parts.length > 0 ? row(offlineWords.files, sizeOf(this.sitePartsHere, sizes), true) : nothing}
        ${row(offlineWords.network, sizes.network, here('network', this.extra.network))}
        ${row(offlineWords.stockfish, sizes.stockfish, here('stockfish', this.extra.stockfish))}
        <dt>${offlineWords.total}</dt>
        <dd data-offline-total>${total > 0 ? offlineWords.size(total) : offlineWords.nothing}</dd>
      </dl>`;
  }

  /** The pages and the engine, as far as they are here. */
  private get sitePartsHere(): SitePart[] {
    return this.parts.filter((part) => part !== 'network' && part !== 'stockfish');
  }

  private renderButtons(): TemplateResult | typeof nothing {
    const { copy, sizes } = this.now;
    if (!sizes) return nothing;
    const all = html`<button type="button" @click=${() => keepCopy('all')}>${offlineWords.keepAll(sizeInWords(PARTS, sizes))}</button>`;
    const remove = html`<button type="button" @click=${this.removeAll}>${offlineWords.remove}</button>
      <span class="small muted">${offlineWords.removeHelp}</span>`;
    switch (copy.state) {
      case 'kept':
        return html`${copy.parts.length < PARTS.length ? all : nothing} ${remove}`;
      case 'filling':
        return remove;
      case 'none':
        return html`<button type="button" @click=${() => keepCopy('needed')}>
            ${offlineWords.keep(sizeInWords(['core', 'single'], sizes))}
          </button>
          ${all} ${this.extra.network + this.extra.stockfish > 0 ? remove : nothing}`;
      case 'failed':
        return html`<button type="button" @click=${tryCopyAgain}>${commonWords.retry}</button> ${remove}`;
      default:
        return nothing;
    }
  }
}

const sizeInWords = (parts: readonly SitePart[], sizes: PartSizes): string => offlineWords.size(sizeOf(parts, sizes));

customElements.define('offline-panel', OfflinePanel);
