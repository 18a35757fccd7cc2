import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { AnalysisSession } from './analysis-session';
import { onEngine, restartEngine } from './engine';
import { SessionController } from './session-controller';
import { t } from './strings';

/** What went wrong in the analysis of a line of play, whichever panels are open. */
export class SessionStatus extends LitElement {
  static override properties = { session: { attribute: false } };
  declare session: AnalysisSession | null;
  private stopListening: (() => void) | null = null;

  constructor() {
    super();
    this.session = null;
    new SessionController(this, ['sizes']);
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.stopListening = onEngine('back', () => {
      if (this.session?.problem) this.session.retry();
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopListening?.();
  }

  /** An engine that was given up is started first; {@link AnalysisSession.retry} follows in any case. */
  private async retry(session: AnalysisSession): Promise<void> {
    await restartEngine().catch(() => {});
    if (session.problem) session.retry();
  }

  protected override render(): TemplateResult | typeof nothing {
    const { session } = this;
    if (!session || !(session.resumed || session.problem)) return nothing;
    return html`<div class="card session-status">
      ${session.resumed ? html`<p class="small muted" role="status">${t.replay.resumed}</p>` : nothing}
      ${
        session.problem
          ? html`<div class="row between wrap" role="alert">
              <p class="problem">${t.replay.analyseFailed(session.problem)}</p>
              <button type="button" @click=${() => this.retry(session)}>${t.app.retry}</button>
            </div>`
          : nothing
      }
    </div>`;
  }
}

customElements.define('session-status', SessionStatus);
