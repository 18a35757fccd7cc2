import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { t } from '../ui/strings';
import { type Copy, type Offline, offline, onOffline, takeUpdate } from './offline';

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
    this.timer = setTimeout(() => this.close(t.offline.kept), READY_MS);
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
              <span aria-hidden="true">${t.offline.filling}</span>
              <progress class="thin" aria-label=${t.offline.filling} max=${copy.total} value=${copy.done}></progress>
            </div>`
          : nothing
      }
      <div class="offline-notice" role="status">${this.renderMessage()}</div>
    `;
  }

  private renderMessage(): TemplateResult | typeof nothing {
    const { copy, update, damaged, fresh } = this.now;
    if (update === 'ready' || update === 'coming') {
      return this.renderUpdate(t.offline.update, t.offline.updateText, t.offline.updateNow);
    }
    if (update === 'elsewhere') {
      return this.renderUpdate(t.offline.updateElsewhere, t.offline.updateElsewhereText, t.offline.reload);
    }
    const text = damaged
      ? (damaged.mended ? t.offline.mended : t.offline.damaged)(damaged.name)
      : copy.state === 'failed'
        ? `${t.offline.failed}. ${whyFailed(copy)}`
        : fresh
          ? t.offline.kept
          : copy.state === 'filling'
            ? t.offline.filling
            : '';
    if (!text || this.closed === text) return nothing;
    if (text === t.offline.filling) return html`<p class="visually-hidden">${text}</p>`;
    return html`<div class="card row between">
      <p>${text}</p>
      <button type="button" class="small-button" @click=${() => this.close(text)}>${t.app.close}</button>
    </div>`;
  }

  private renderUpdate(title: string, text: string, button: string): TemplateResult | typeof nothing {
    if (this.closed === title) return nothing;
    const coming = this.now.update === 'coming';
    return html`<div class="card">
      <h2>${title}</h2>
      <p class="small">${text}</p>
      <div class="row end">
        <button type="button" ?disabled=${coming} @click=${() => this.close(title)}>${t.offline.later}</button>
        <button type="button" class="primary" ?disabled=${coming} @click=${takeUpdate}>
          ${coming ? t.offline.updateComing : button}
        </button>
      </div>
    </div>`;
  }
}

/** Why the copy could not be made, in words. */
export function whyFailed({ reason, detail }: Extract<Copy, { state: 'failed' }>): string {
  const why = t.offline.failedWhy[reason];
  return typeof why === 'string' ? why : why(detail);
}

customElements.define('offline-notice', OfflineNotice);
