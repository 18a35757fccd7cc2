import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { commonWords } from '../ui/words';
import { type Copy, type Offline, offline, onOffline, takeUpdate } from './offline';
import { offlineWords } from './words';

/** How long it says that all is there. */
const READY_MS = 8_000;

/** What people hear of working offline without asking: that it is being prepared, that it works, that there is a new version. */
export class OfflineNotice extends LitElement {
  static override properties = {
    now: { state: true },
    closed: { state: true },
  };
  declare private now: Offline;
  /** What was closed, by its text. */
  declare private closed: string;
  private stopListening: (() => void) | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.now = offline();
    this.closed = '';
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.stopListening = onOffline(() => this.take());
    this.take();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopListening?.();
    clearTimeout(this.timer);
  }

  private take(): void {
    const wasFresh = this.now.fresh;
    this.now = offline();
    if (!this.now.fresh || wasFresh) return;
    this.timer = setTimeout(() => this.close(offlineWords.kept), READY_MS);
  }

  private close(text: string): void {
    this.closed = text;
  }

  protected override render(): TemplateResult {
    const { copy } = this.now;
    return html`
      ${
        copy.state === 'filling'
          ? html`<div class="offline-filling">
              <span aria-hidden="true">${offlineWords.filling}</span>
              <progress class="thin" aria-label=${offlineWords.filling} max=${copy.total} value=${copy.done}></progress>
            </div>`
          : nothing
      }
      <div class="offline-notice" role="status">${this.renderMessage()}</div>
    `;
  }

  private renderMessage(): TemplateResult | typeof nothing {
    const { copy, update, damaged, fresh } = this.now;
    if (update === 'ready' || update === 'coming') {
      return this.renderUpdate(offlineWords.update, offlineWords.updateText, offlineWords.updateNow);
    }
    if (update === 'elsewhere') {
      return this.renderUpdate(offlineWords.updateElsewhere, offlineWords.updateElsewhereText, offlineWords.reload);
    }
    const text = damaged
      ? (damaged.mended ? offlineWords.mended : offlineWords.damaged)(damaged.name)
      : copy.state === 'failed'
        ? `${offlineWords.failed}. ${whyFailed(copy)}`
        : fresh
          ? offlineWords.kept
          : copy.state === 'filling'
            ? offlineWords.filling
            : '';
    if (!text || this.closed === text) return nothing;
    if (text === offlineWords.filling) return html`<p class="visually-hidden">${text}</p>`;
    return html`<div class="card row between">
      <p>${text}</p>
      <button type="button" class="small-button" @click=${() => this.close(text)}>${commonWords.close}</button>
    </div>`;
  }

  private renderUpdate(title: string, text: string, button: string): TemplateResult | typeof nothing {
    if (this.closed === title) return nothing;
    const coming = this.now.update === 'coming';
    return html`<div class="card">
      <h2>${title}</h2>
      <p class="small">${text}</p>
      <div class="row end">
        <button type="button" ?disabled=${coming} @click=${() => this.close(title)}>${offlineWords.later}</button>
        <button type="button" class="primary" ?disabled=${coming} @click=${takeUpdate}>
          ${coming ? offlineWords.updateComing : button}
        </button>
      </div>
    </div>`;
  }
}

/** Why the copy could not be made, in words. */
export function whyFailed({ reason, detail }: Extract<Copy, { state: 'failed' }>): string {
  const why = offlineWords.failedWhy[reason];
  return typeof why === 'string' ? why : why(detail);
}

customElements.define('offline-notice', OfflineNotice);
