import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { icons } from '../ui/icons';
import { commonWords } from '../ui/words';
import { type Copy, type Offline, offline, onOffline, takeUpdate } from './offline';
import { offlineWords } from './words';

interface Note {
  /** On the button in the header. */
  short: string;
  title: string;
  text: string;
  /** What can be done now, if anything. */
  action: string | null;
}

/**
 * What people hear of working offline without asking: that there is a new version, or that the copy was damaged. A button in the header,
 * so that it lies over nothing and moves nothing, which opens a dialog.
 */
export class OfflineNotice extends LitElement {
  static override properties = {
    now: { state: true },
    closed: { state: true },
  };
  declare private now: Offline;
  /** What was closed, by its text. */
  declare private closed: string;
  private stopListening: (() => void) | null = null;

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
    this.stopListening = onOffline(() => {
      this.now = offline();
    });
    this.now = offline();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopListening?.();
  }

  private get note(): Note | null {
    const { update, damaged } = this.now;
    if (update === 'ready' || update === 'coming') {
      return {
        short: offlineWords.updateShort,
        title: offlineWords.update,
        text: offlineWords.updateText,
        action: update === 'coming' ? offlineWords.updateComing : offlineWords.updateNow,
      };
    }
    if (update === 'elsewhere') {
      return {
        short: offlineWords.updateShort,
        title: offlineWords.updateElsewhere,
        text: offlineWords.updateElsewhereText,
        action: offlineWords.reload,
      };
    }
    if (!damaged) return null;
    const text = (damaged.mended ? offlineWords.mended : offlineWords.damaged)(damaged.name);
    if (this.closed === text) return null;
    return { short: offlineWords.copyShort, title: offlineWords.title, text, action: null };
  }

  private get dialog(): HTMLDialogElement | null {
    return this.querySelector('dialog');
  }

  private close(): void {
    this.dialog?.close();
    const { note } = this;
    if (note && note.action === null) this.closed = note.text;
  }

  protected override render(): TemplateResult {
    const { note } = this;
    return html`<span class="visually-hidden" role="status">${note ? (note.action === null ? note.text : note.title) : ''}</span>
      ${note ? this.renderNote(note) : nothing}`;
  }

  private renderNote({ short, title, text, action }: Note): TemplateResult {
    const coming = this.now.update === 'coming';
    return html`<button
        type="button"
        class="offline-news"
        aria-haspopup="dialog"
        title=${title}
        @click=${() => this.dialog?.showModal()}
      >
        ${action === null ? icons.info : icons.again}<span>${short}</span>
      </button>
      <dialog class="offline-notice" aria-labelledby="offline-notice">
        <h2 id="offline-notice">${title}</h2>
        <p>${text}</p>
        <div class="row end">
          <button type="button" ?disabled=${coming} @click=${this.close}>
            ${action === null ? commonWords.close : offlineWords.later}
          </button>
          ${
            action === null
              ? nothing
              : html`<button type="button" class="primary" ?disabled=${coming} @click=${takeUpdate}>${action}</button>`
          }
        </div>
      </dialog>`;
  }
}

/** Why the copy could not be made, in words. */
export function whyFailed({ reason, detail }: Extract<Copy, { state: 'failed' }>): string {
  const why = offlineWords.failedWhy[reason];
  return typeof why === 'string' ? why : why(detail);
}

customElements.define('offline-notice', OfflineNotice);
