import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { onEngine, restartEngine } from '../engine/engine';
import { icons } from '../ui/icons';
import { commonWords } from '../ui/words';
import type { AnalysisSession } from './analysis-session';
import { SessionController } from './session-controller';
import { replayWords } from './words';

/** What goes on or went wrong in the analysis of a line of play, whichever panels are open. */
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

  private renderProgress(session: AnalysisSession): TemplateResult {
    const progress = session.beliefProgress ?? session.progress;
    const known = progress !== null && progress.total > 0;
    return html`<div class="row between">
      <p class="small muted" role="status">${replayWords.analysing}</p>
      <button type="button" class="small-button stop-analysis" @click=${() => session.halt()}>${icons.stop} ${replayWords.halt}</button>
    </div>
    <progress
        class="thin"
        aria-label=${replayWords.analysing}
        max=${known ? progress.total : nothing}
        value=${known ? progress.done : nothing}
      ></progress>`;
  }

  private renderHalted(session: AnalysisSession): TemplateResult {
    return html`<div class="row between wrap">
      <p class="small muted" role="status">${replayWords.halted}</p>
      <button type="button" class="resume-analysis" @click=${() => session.goOn()}>${replayWords.goOn}</button>
    </div>`;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { session } = this;
    if (!session || !(session.resumed || session.problem || session.slow || session.halted)) return nothing;
    return html`<div class="card session-status">
      ${session.slow ? this.renderProgress(session) : session.halted ? this.renderHalted(session) : nothing}
      ${session.resumed ? html`<p class="small muted" role="status">${replayWords.resumed}</p>` : nothing}
      ${
        session.problem
          ? html`<div class="row between wrap" role="alert">
              <p class="problem">${replayWords.analyseFailed(session.problem)}</p>
              <button type="button" @click=${() => this.retry(session)}>${commonWords.retry}</button>
            </div>`
          : nothing
      }
    </div>`;
  }
}

customElements.define('session-status', SessionStatus);
