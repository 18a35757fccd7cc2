import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { ReplayStep } from 'outpost-rbc';
import { moveTableWords } from '../belief/words';
import { announce } from '../ui/announcer';
import type { AnalysisSession } from './analysis-session';
import { type Finding, type Findings, findingsOf, phaseOf } from './findings';
import { SessionController } from './session-controller';
import { summaryWords } from './words';

/**
 * What is worth telling of a game, in sentences that lead to their steps. The half-turns are judged while it is on the page.
 * Fires `seek` (detail: step).
 */
export class SummaryPanel extends LitElement {
  static override properties = {
    session: { attribute: false },
    step: { attribute: false },
    copied: { state: true },
  };
  declare session: AnalysisSession | null;
  declare step: number;
  /** The text to copy by hand, where the page may not. */
  declare private copied: string | null;
  private begun: AnalysisSession | null = null;
  private findings: Findings | null = null;
  private findingsFor: unknown = null;

  constructor() {
    super();
    this.session = null;
    this.step = 0;
    this.copied = null;
    new SessionController(this, ['report']);
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.session?.stopReport();
    this.begun = null;
  }

  protected override willUpdate(changed: PropertyValues): void {
    const { session } = this;
    if (changed.has('session')) {
      (changed.get('session') as AnalysisSession | null | undefined)?.stopReport();
      this.copied = null;
    }
    if (session && this.begun !== session) {
      this.begun = session;
      queueMicrotask(() => this.begin());
    }
    if (session && this.findingsFor !== session.report.turns) {
      this.findingsFor = session.report.turns;
      this.findings = findingsOf(session.report.turns);
    }
  }

  private begin(): void {
    const here = this.session?.replay.steps[this.step];
    void this.session?.makeReport(here?.ply ?? 0);
  }

  private stepOf(finding: Finding): number {
    const steps = this.session?.replay.steps ?? [];
    const of = (wanted: (step: ReplayStep) => boolean): number => steps.findIndex(wanted);
    const exact = of((step) => step.ply === finding.ply && step.phase === phaseOf(finding.kind));
    return exact >= 0 ? exact : of((step) => step.ply === finding.ply);
  }

  private get text(): string {
    const { session, findings } = this;
    if (!session || !findings) return '';
    return [
      summaryWords.title,
      ...findings.all.map((finding) => `- ${summaryWords.finding(finding)}`),
      summaryWords.avoidable('white', findings.avoidable.white),
      summaryWords.avoidable('black', findings.avoidable.black),
      summaryWords.caveat(findings.turns, findings.estimated),
    ].join('\n');
  }

  private async copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.text);
      this.copied = null;
      announce(summaryWords.copied);
    } catch {
      // Not allowed in some frames: the text is shown, selected.
      this.copied = this.text;
      await this.updateComplete;
      this.querySelector('textarea')?.select();
    }
  }

  protected override render(): TemplateResult | typeof nothing {
    const { session, findings } = this;
    if (!session || !findings) return nothing;
    const { running, done, progress, problem } = session.report;
    return html`<div class="summary" aria-busy=${running ? 'true' : 'false'}>
      ${
        running
          ? html`<div class="row between">
              <p class="small" role="status">${summaryWords.judging(findings.turns)}</p>
              <button type="button" class="small-button" @click=${() => session.stopReport()}>${moveTableWords.stop}</button>
            </div>
            <progress
              class="thin"
              aria-label=${summaryWords.judging(findings.turns)}
              max=${progress && progress.total > 0 ? progress.total : nothing}
              value=${progress && progress.total > 0 ? progress.done : nothing}
            ></progress>`
          : nothing
      }
      ${
        problem
          ? html`<p class="problem" role="alert">${summaryWords.failed(problem)}</p>`
          : !running && !done
            ? html`<p class="small muted">${summaryWords.stopped(findings.turns)}</p>`
            : nothing
      }
      ${!running && !done ? html`<button type="button" @click=${() => this.begin()}>${summaryWords.goOn}</button>` : nothing}
      ${findings.turns > 0 ? this.renderFindings(findings) : nothing}
    </div>`;
  }

  private renderFindings(findings: Findings): TemplateResult {
    return html`${
      findings.all.length === 0
        ? html`<p class="small">${this.session?.report.done ? summaryWords.nothing : summaryWords.nothingYet}</p>`
        : html`<ol class="findings">
            ${findings.all.map(
              (finding) => html`<li>
                <button
                  type="button"
                  class="finding"
                  data-kind=${finding.kind}
                  @click=${() => this.dispatchEvent(new CustomEvent('seek', { detail: this.stepOf(finding), bubbles: true }))}
                >
                  <span class="disc ${finding.color}" aria-hidden="true"></span>
                  <span>${summaryWords.finding(finding)}</span>
                </button>
              </li>`,
            )}
          </ol>`
    }
      <h3>${summaryWords.avoidableTitle}</h3>
      <p class="small">${summaryWords.avoidable('white', findings.avoidable.white)}</p>
      <p class="small">${summaryWords.avoidable('black', findings.avoidable.black)}</p>
      <p class="small muted caveat">${summaryWords.caveat(findings.turns, findings.estimated)}</p>
      <button type="button" @click=${() => this.copy()}>${summaryWords.copy}</button>
      ${
        this.copied === null
          ? nothing
          : html`<label class="small">${summaryWords.byHand}<textarea readonly rows="6" .value=${this.copied}></textarea></label>`
      }`;
  }
}

customElements.define('summary-panel', SummaryPanel);
