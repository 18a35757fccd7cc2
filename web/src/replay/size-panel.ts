import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Color } from 'outpost-rbc';
import './decay-chart';
import './size-chart';
import { weightsWords } from '../belief/words';
import { chessWords } from '../board/words';
import { labelled } from '../ui/texts';
import type { AnalysisSession } from './analysis-session';
import { type Decay, decays } from './decay';
import { SessionController } from './session-controller';
import { replayWords } from './words';

/** How many boards each side had to reckon with, over a whole game. Fires `seek` (detail: step). */
export class SizePanel extends LitElement {
  static override properties = {
    session: { attribute: false },
    step: { attribute: false },
    weighted: { type: Boolean },
  };
  declare session: AnalysisSession | null;
  declare step: number;
  /** Boards are weighted. */
  declare weighted: boolean;
  private decays: readonly Decay[] = [];
  private decaysOf: AnalysisSession['sizes'] | null = null;
  private ranks: readonly { step: number; color: Color; rank: number }[] = [];
  private ranksOf: AnalysisSession['judged'] | null = null;

  constructor() {
    super();
    this.session = null;
    this.step = 0;
    this.weighted = false;
    new SessionController(this, ['sizes', 'judged']);
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override willUpdate(changed: PropertyValues): void {
    const { session } = this;
    if (!session) return;
    if (this.decaysOf !== session.sizes) {
      this.decaysOf = session.sizes;
      this.decays = decays(session.replay.steps, session.sizes);
    }
    const judged = this.weighted ? session.judged : [];
    if (this.ranksOf !== judged && (this.weighted || changed.has('weighted'))) {
      this.ranksOf = judged;
      this.ranks = judged.flatMap((judgement) =>
        judgement?.truth ? [{ step: judgement.step, color: judgement.color, rank: judgement.truth.rank }] : [],
      );
    }
  }

  protected override render(): TemplateResult | typeof nothing {
    const { session } = this;
    const step = session?.replay.steps[this.step];
    if (!session || !step) return nothing;
    const { sizes, progress, analysing } = session;
    const now = sizes[this.step];
    const before = sizes[this.step - 1];
    const decay =
      step.phase === 'sensed' && now && before
        ? replayWords.decayLine(step.color, before[step.color].estimate, now[step.color].estimate)
        : '';
    const line = (color: Color): TemplateResult => html`<li>
      <span class="key ${color}" aria-hidden="true"></span>
      ${now ? replayWords.sizeLine(color, now[color]) : labelled(chessWords.color(color), replayWords.notYet)}
    </li>`;
    const estimated = sizes.some(
      (size) => size && (size.white.completeness === 'sample' || size.black.completeness === 'sample'),
    );
    return html`<div class="sizes" aria-busy=${analysing ? 'true' : 'false'}>
      <ul class="size-lines">
        ${line('white')} ${line('black')}
      </ul>
      <size-chart
        .sizes=${sizes}
        .steps=${session.replay.steps.length}
        .step=${this.step}
        .ranks=${this.ranks}
      ></size-chart>
      ${estimated ? html`<p class="small muted">${replayWords.legendSample}</p>` : nothing}
      ${this.ranks.length > 0 ? html`<p class="small muted">${weightsWords.legend}</p>` : nothing}
      <p class="small decay">${decay || replayWords.sizesHelp}</p>
      <decay-chart .decays=${this.decays} .steps=${session.replay.steps.length} .step=${this.step}></decay-chart>
      ${
        analysing
          ? html`<progress
              class="thin"
              aria-label=${replayWords.analysing}
              max=${progress && progress.total > 0 ? progress.total : nothing}
              value=${progress && progress.total > 0 ? progress.done : nothing}
            ></progress>`
          : nothing
      }
    </div>`;
  }
}

customElements.define('size-panel', SizePanel);
