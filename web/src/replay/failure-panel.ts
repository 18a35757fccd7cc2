import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Color } from 'outpost-rbc';
import { surprises } from '../belief/surprises';
import { beliefWords } from '../belief/words';
import { boardOfFen, squareName } from '../board/squares';
import { chessWords } from '../board/words';
import { commonWords } from '../ui/words';
import type { AnalysisSession } from './analysis-session';
import { SessionController } from './session-controller';
import { type TruthChance, truthChances } from './truth-chances';
import { failureWords, panelWords, replayWords } from './words';

/** Rows shown at first, and more at each wish. */
const FEW = 10;

/** How likely the true board was to the side that had to move, the least likely first. Fires `seek` (detail: step). */
export class FailurePanel extends LitElement {
  static override properties = {
    session: { attribute: false },
    step: { attribute: false },
    weighted: { type: Boolean },
    side: { state: true },
    inOrder: { state: true },
    shown: { state: true },
  };
  declare session: AnalysisSession | null;
  declare step: number;
  /** By the weights, where boards do not count alike. */
  declare weighted: boolean;
  declare private side: Color | 'both';
  declare private inOrder: boolean;
  declare private shown: number;
  private chances: readonly TruthChance[] = [];
  private chancesOf: unknown = null;

  constructor() {
    super();
    this.session = null;
    this.step = 0;
    this.weighted = false;
    this.side = 'both';
    this.inOrder = false;
    this.shown = FEW;
    new SessionController(this, ['sizes', 'judged', 'beliefs']);
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.session?.want('failures', []);
  }

  private rows: readonly TruthChance[] = [];

  /** The half-turns as they were asked for. */
  private sorted(): TruthChance[] {
    const rows = this.chances.filter(({ color }) => this.side === 'both' || color === this.side);
    return this.inOrder ? rows : rows.sort((a, b) => a.chance - b.chance || a.ply - b.ply);
  }

  protected override willUpdate(changed: PropertyValues): void {
    const { session } = this;
    if (changed.has('session')) {
      (changed.get('session') as AnalysisSession | null | undefined)?.want('failures', []);
      this.shown = FEW;
    }
    if (!session) return;
    const source = this.weighted ? session.judged : session.sizes;
    const news = source !== this.chancesOf;
    if (news) {
      this.chancesOf = source;
      this.chances = truthChances(session.replay.steps, session.sizes, this.weighted ? session.judged : null);
    }
    if (news || changed.has('side') || changed.has('inOrder')) this.rows = this.sorted();
  }

  protected override updated(): void {
    // What would have surprised is worked out for the rows that are shown, once it is known which they are.
    const { session } = this;
    if (!session) return;
    const ready = !session.analysing;
    session.want('failures', ready ? this.rows.slice(0, this.shown).map(({ step, color }) => ({ step, color })) : []);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { session } = this;
    if (!session) return nothing;
    const { rows } = this;
    const segment = (side: Color | 'both'): TemplateResult =>
      html`<button
        type="button"
        class="segment"
        aria-pressed=${this.side === side ? 'true' : 'false'}
        @click=${() => {
          this.side = side;
        }}
      >
        ${side === 'both' ? failureWords.both : chessWords.color(side)}
      </button>`;
    return html`<p class="small muted">${failureWords.help(this.weighted)}</p>
      <div class="row between wrap">
        <div class="segments" role="group" aria-label=${failureWords.whose}>
          ${segment('both')} ${segment('white')} ${segment('black')}
        </div>
        <label class="switch"
          ><input
            type="checkbox"
            .checked=${this.inOrder}
            @change=${(event: Event) => {
              this.inOrder = (event.target as HTMLInputElement).checked;
            }}
          />${failureWords.inOrder}</label
        >
      </div>
      ${
        rows.length === 0
          ? html`<p class="small muted">${session.analysing || session.judging ? replayWords.analysing : failureWords.nothing}</p>`
          : html`<div class="table-scroll" tabindex="0" role="region" aria-label=${panelWords.failures}>
              <table class="move-rows failure-rows">
                <thead>
                  <tr>
                    <th scope="col">${failureWords.turn}</th>
                    <th scope="col">${failureWords.before}</th>
                    <th scope="col">${failureWords.after}</th>
                    <th scope="col">${failureWords.surprises}</th>
                  </tr>
                </thead>
                <tbody>
                  ${rows.slice(0, this.shown).map((row) => this.renderRow(session, row))}
                </tbody>
              </table>
            </div>`
      }
      ${
        rows.length > this.shown
          ? html`<button
              type="button"
              class="quiet"
              @click=${() => {
                this.shown += 2 * FEW;
              }}
            >
              ${commonWords.more(Math.min(2 * FEW, rows.length - this.shown))}
            </button>`
          : nothing
      }`;
  }

  private renderRow(session: AnalysisSession, row: TruthChance): TemplateResult {
    const { steps } = session.replay;
    const step = steps[row.step];
    const belief = session.belief(row.step, row.color);
    const squares = step && belief ? surprises(boardOfFen(step.fen), belief).map(squareName) : null;
    const here = steps[this.step]?.ply === row.ply;
    return html`<tr class=${here ? 'played' : ''}>
      <th scope="row">
        <button
          type="button"
          class="move-name"
          aria-current=${here ? 'step' : 'false'}
          @click=${() => this.dispatchEvent(new CustomEvent('seek', { detail: row.step, bubbles: true }))}
        >
          <span class="disc ${row.color}"></span> ${replayWords.step(Math.floor(row.ply / 2) + 1, row.color)}
        </button>
      </th>
      <td>${row.before === null ? '–' : beliefWords.chance(row.before)}</td>
      <td>${row.chance === 0 ? failureWords.lost : beliefWords.chance(row.chance, row.about)}</td>
      <td translate=${squares?.length === 0 ? 'yes' : 'no'}>${squares === null ? '…' : squares.length > 0 ? squares.join(' ') : failureWords.none}</td>
    </tr>`;
  }
}

customElements.define('failure-panel', FailurePanel);
