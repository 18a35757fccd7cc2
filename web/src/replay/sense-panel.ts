import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { BeliefView, Color, PieceLetter, Square } from 'outpost-rbc';
import { tryWords } from '../belief/words';
import '../board/board';
import { sensingTells } from '../belief/belief-overlay';
import { legend } from '../belief/legend';
import { byUse, heatBy, MEASURES, type Measure, ranks, type SenseRow, senseRows } from '../belief/sense-rows';
import { moveTableWords, trackingWords } from '../belief/words';
import { squareName } from '../board/squares';
import { sensePanelWords, whatIfWords } from './words';

/** Rows shown before "all". */
const FEW = 10;

/** By what senses were last compared, for every panel of this page. */
let chosen: Measure = 'worst';

/**
 * What each of the 64 senses would have told. Fires `point-sense` (detail: the square pointed at, or `null`) and `try-sense`
 * (detail: square).
 */
export class SensePanel extends LitElement {
  static override properties = {
    belief: { attribute: false },
    sensed: { attribute: false },
    own: { attribute: false },
    orientation: {},
    waiting: {},
    measure: { state: true },
    all: { state: true },
    pointed: { state: true },
    picked: { state: true },
  };
  /** Of the side to sense, before its sense; `null` until it is worked out. */
  declare belief: BeliefView | null;
  /** Where it sensed; `null` where it did not, `undefined` where it is not known. */
  declare sensed: Square | null | undefined;
  /** The side's own pieces, to find one's way by. */
  declare own: readonly (PieceLetter | null)[];
  declare orientation: Color;
  /** What to say while there is no belief. */
  declare waiting: string;
  declare private measure: Measure;
  declare private all: boolean;
  declare private pointed: Square | null;
  declare private picked: Square | null;

  constructor() {
    super();
    this.belief = null;
    this.sensed = undefined;
    this.own = [];
    this.orientation = 'white';
    this.waiting = '';
    this.measure = chosen;
    this.all = false;
    this.pointed = null;
    this.picked = null;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.point(null);
  }

  private point(square: Square | null): void {
    if (this.pointed === square) return;
    this.pointed = square;
    this.dispatchEvent(new CustomEvent('point-sense', { detail: square }));
  }

  private tryOut(square: Square): void {
    this.dispatchEvent(new CustomEvent('try-sense', { detail: square }));
  }

  protected override render(): TemplateResult {
    const { belief } = this;
    if (!belief) return html`<p class="small muted">${this.waiting}</p>`;
    const rows = senseRows(belief);
    if (!rows) return html`<p class="small muted">${sensePanelWords.none}</p>`;
    if (!sensingTells(belief)) return html`<p class="small">${trackingWords.nothingToLearn(belief.estimate)}</p>`;
    const sorted = byUse(rows, this.measure);
    const rank = ranks(rows, this.measure);
    return html`<p class="small">${sensePanelWords.forSide(belief.color)} ${this.verdict(belief, sorted, rank)}</p>
      <div class="segments" role="group" aria-label=${sensePanelWords.by}>
        ${MEASURES.map((measure) => this.segment(measure))}
      </div>
      ${this.renderMap(belief, rows, sorted[0]?.square ?? null)} ${this.renderTable(belief, sorted, rank)}`;
  }

  private segment(measure: Measure): TemplateResult {
    return html`<button
      type="button"
      class="segment"
      data-measure=${measure}
      title=${sensePanelWords.long[measure]}
      aria-pressed=${this.measure === measure ? 'true' : 'false'}
      @click=${() => {
        this.measure = measure;
        chosen = measure;
      }}
    >
      ${sensePanelWords.short[measure]}
    </button>`;
  }

  /** How good the sense was that was made. */
  private verdict(belief: BeliefView, sorted: readonly SenseRow[], rank: ReadonlyMap<Square, number>): string {
    const best = sorted[0] as SenseRow;
    const { sensed } = this;
    if (sensed === undefined) return sensePanelWords.best(squareName(best.square), best, belief);
    if (sensed === null) return sensePanelWords.noneMade(squareName(best.square), best, belief);
    const mine = sorted.find(({ square }) => square === sensed) as SenseRow;
    const equals = [...rank.values()].filter((one) => one === rank.get(sensed)).length;
    return sensePanelWords.verdict(
      { name: squareName(sensed), row: mine, rank: rank.get(sensed) as number, equals },
      { name: squareName(best.square), row: best },
      belief,
    );
  }

  private renderMap(belief: BeliefView, rows: readonly SenseRow[], best: Square | null): TemplateResult {
    const heat = heatBy(rows, this.measure);
    const shown = this.pointed ?? this.picked;
    const row = shown === null ? undefined : rows[shown];
    return html`<div class="sense-map">
        <rbc-board
          .orientation=${this.orientation}
          .pieces=${this.own}
          .heat=${heat}
          .best=${best}
          .tints=${new Map(typeof this.sensed === 'number' ? [[this.sensed, 'chosen-sense']] : [])}
          .mode=${'sense'}
          .labels=${rows.map((one) => sensePanelWords.label(one, belief))}
          .name=${sensePanelWords.map}
          @point=${(event: CustomEvent<Square | null>) => this.point(event.detail)}
          @sense-square=${(event: CustomEvent<Square>) => {
            event.stopPropagation();
            this.picked = event.detail;
          }}
        ></rbc-board>
      </div>
      ${legend(trackingWords.legendLow, trackingWords.legendHigh)}
      <p class="small muted">${sensePanelWords.marks}</p>
      <div class="row between sense-readout">
        <p class="readout" role="status">${row ? sensePanelWords.at(squareName(row.square), row, belief) : sensePanelWords.hover}</p>
        ${
          this.picked === null
            ? nothing
            : html`<button type="button" class="small-button" @click=${() => this.tryOut(this.picked as Square)}>
                ${whatIfWords.trySense(squareName(this.picked))}
              </button>`
        }
      </div>`;
  }

  private renderTable(
    belief: BeliefView,
    sorted: readonly SenseRow[],
    rank: ReadonlyMap<Square, number>,
  ): TemplateResult {
    const shown = this.all ? sorted : sorted.slice(0, FEW);
    const made = sorted.find(({ square }) => square === this.sensed);
    const rows = made && !shown.includes(made) ? [...shown, made] : shown;
    return html`<div class="table-scroll" tabindex="0" role="region" aria-label=${sensePanelWords.table}>
        <table class="move-rows sense-rows" @mouseleave=${() => this.point(null)}>
          <thead>
            <tr>
              <th scope="col">${sensePanelWords.square}</th>
              ${MEASURES.map(
                (
                  measure,
                ) => html`<th scope="col" aria-sort=${this.measure === measure ? (measure === 'bits' ? 'descending' : 'ascending') : nothing}>
                  <button type="button" class="sort" title=${sensePanelWords.long[measure]} @click=${() => {
                    this.measure = measure;
                    chosen = measure;
                  }}>${sensePanelWords.short[measure]}<span class="sort-sign" aria-hidden="true">${this.measure === measure ? (measure === 'bits' ? '▼' : '▲') : ''}</span></button>
                </th>`,
              )}
              <th scope="col"><span class="visually-hidden">${whatIfWords.title}</span></th>
            </tr>
          </thead>
          <tbody>
            ${rows.map((row) => this.renderRow(row, belief, rank.get(row.square) as number))}
          </tbody>
        </table>
      </div>
      <button type="button" class="quiet" aria-expanded=${this.all ? 'true' : 'false'} @click=${() => {
        this.all = !this.all;
      }}>${this.all ? moveTableWords.fewer : moveTableWords.all(64)}</button>`;
  }

  private renderRow(row: SenseRow, belief: BeliefView, rank: number): TemplateResult {
    const name = squareName(row.square);
    const made = row.square === this.sensed;
    return html`<tr class="${rank === 1 ? 'best' : ''} ${made ? 'played' : ''}" @mouseenter=${() => this.point(row.square)}>
      <th scope="row"><span translate="no">${rank}. ${name}</span> ${made ? html`<span class="tag">${sensePanelWords.made}</span>` : nothing}</th>
      ${MEASURES.map((measure) => html`<td translate="no">${sensePanelWords.cell(measure, row, belief.completeness)}</td>`)}
      <td>
        <button
          type="button"
          class="small-button"
          aria-label=${whatIfWords.trySense(name)}
          @focus=${() => this.point(row.square)}
          @blur=${() => this.point(null)}
          @click=${() => this.tryOut(row.square)}
        >${tryWords.try}</button>
      </td>
    </tr>`;
  }
}

customElements.define('sense-panel', SensePanel);
