import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type {
  CallOptions,
  Color,
  EvaluatorName,
  MoveRow,
  MoveTable,
  MoveTableOptions,
  StockfishStatus,
} from 'outpost-rbc';
import { moveText } from '../board/move-results';
import { engine } from '../engine/engine';
import { afterCrash, isAbort, messageOf } from '../ui/errors';
import { sentences } from '../ui/texts';
import { commonWords } from '../ui/words';
import { beginsLeftOut, type Column, columns, reasonOf, sorted } from './move-rows';
import { moveTableWords, tryWords } from './words';

/** Asks for the table of the moment that the panel is about. */
export type AskMoves = (options: CallOptions & MoveTableOptions) => Promise<MoveTable>;

/** Positions looked at, and milliseconds at most, unless the person wants it deeper. */
const NODES: Record<EvaluatorName, number> = { 'built-in': 3_000_000, stockfish: 1_000_000 };
const MS = 4_000;
const DEEPER = 8;
/** Rows shown before "all". */
const FEW = 8;
/** What stands in columns where there is no room for all; the others follow in a line of their own (move-panel.css). */
const MAIN: ReadonlySet<Column> = new Set(['mean', 'losesKing']);
/** A row of the table as it is shown. */
interface Line {
  request: string | null;
  /** Those that are left out for the king's safety begin with it. */
  risky: boolean;
}

/** While someone holds a key down, only the moment they stop at is rated. */
const SETTLE_MS = 120;

/** What the person chose, for every panel of this page. */
const chosen: { on: boolean; evaluator: EvaluatorName } = { on: false, evaluator: 'built-in' };

/**
 * How good every move is over all boards that a side cannot tell apart, growing as it is worked out. Fires `point-move` with
 * the move in UCI that the person points at, or `null`, and `try-move` where moves can be tried.
 */
export class MovePanel extends LitElement {
  static override properties = {
    ask: { attribute: false },
    subject: {},
    played: { attribute: false },
    off: {},
    side: {},
    bare: { type: Boolean },
    tryable: { type: Boolean },
    evaluator: { state: true },
    on: { state: true },
    table: { state: true },
    other: { state: true },
    running: { state: true },
    problem: { state: true },
    status: { state: true },
    column: { state: true },
    upwards: { state: true },
    all: { state: true },
    open: { state: true },
  };
  declare ask: AskMoves | null;
  /** Changes with the moment that `ask` is about. */
  declare subject: string;
  /** The request that was made then, if it is known; `null` for the pass. */
  declare played: string | null | undefined;
  /** Why there is nothing to rate, when `ask` is `null`. */
  declare off: string;
  /** Whose moves these are, where that is to be said. */
  declare side: Color | null;
  /** Inside a panel that has a title and opens and closes: always on, without a title of its own. */
  declare bare: boolean;
  /** Each row has a button to try the move out. */
  declare tryable: boolean;
  declare private evaluator: EvaluatorName;
  declare private on: boolean;
  declare private table: MoveTable | null;
  /** What the other evaluator says. */
  declare private other: MoveTable | null;
  declare private running: 'mine' | 'other' | null;
  declare private problem: string | null;
  declare private status: StockfishStatus;
  /** By what the rows are sorted; `null`: in the order of the choice. */
  declare private column: Column | null;
  declare private upwards: boolean;
  declare private all: boolean;
  /** The request whose other figures are shown, where there is no room for all columns. */
  declare private open: string | null;
  private abort: AbortController | null = null;
  /** By how much the present moment was looked at longer than others. */
  private times = 1;
  private ended: (() => void) | null = null;
  /** The last table is of another moment: it stays, dimmed, until the next is there. */
  private stale = false;
  /** While somebody points at the rows or has the keyboard there, they stay where they are, so that no button slips away. */
  private readonly inside = { pointer: false, keyboard: false };
  private held: readonly Line[] | null = null;

  constructor() {
    super();
    this.ask = null;
    this.subject = '';
    this.played = undefined;
    this.off = '';
    this.side = null;
    this.bare = false;
    this.tryable = false;
    this.on = chosen.on;
    this.evaluator = chosen.evaluator;
    this.table = null;
    this.other = null;
    this.running = null;
    this.problem = null;
    this.status = { state: 'absent' };
    this.column = null;
    this.upwards = false;
    this.all = false;
    this.open = null;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.listen();
    if (this.hasUpdated) this.begin();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.abort?.abort();
    this.ended?.();
    this.ended = null;
  }

  private async listen(): Promise<void> {
    try {
      const { stockfish } = await engine();
      if (!this.isConnected || this.ended) return;
      this.status = stockfish.status;
      this.ended = stockfish.onChange((status) => {
        this.status = status;
      });
    } catch {
      // The page says that there is no engine.
    }
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (this.bare) this.on = true;
    if (changed.has('subject') || (changed.has('ask') && !this.ask !== !changed.get('ask'))) {
      this.stale = true;
      this.held = null;
      this.point(null);
      queueMicrotask(() => this.begin());
    }
  }

  /** Rates the moment anew, by the evaluator that was chosen. */
  private begin(times = 1): void {
    this.abort?.abort();
    this.abort = null;
    this.running = null;
    this.problem = null;
    this.other = null;
    this.times = times;
    if (!this.ask) this.table = null;
    if (this.on && this.ask && this.isConnected) void this.rate('mine', this.evaluator, times);
  }

  private readonly deeper = (): void => {
    this.times *= DEEPER;
    this.begin(this.times);
  };

  private async rate(whose: 'mine' | 'other', evaluator: EvaluatorName, times: number): Promise<void> {
    const abort = new AbortController();
    this.abort = abort;
    this.running = whose;
    this.problem = null;
    const show = (table: MoveTable): void => {
      if (this.abort !== abort) return;
      this.stale = false;
      if (whose === 'mine') this.table = table;
      else this.other = table;
    };
    const { signal } = abort;
    try {
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
      const { ask } = this;
      if (signal.aborted || !ask) return;
      if (evaluator === 'stockfish') await (await engine()).stockfish.load({ signal });
      const limits = { nodes: NODES[evaluator] * times, ms: MS * times };
      show(await afterCrash(() => ask({ evaluator, ...limits, signal, onTable: show })));
    } catch (error) {
      if (this.abort === abort && !isAbort(error)) this.problem = messageOf(error);
    } finally {
      if (this.abort === abort) this.running = null;
    }
  }

  private turnOn(on: boolean): void {
    chosen.on = on;
    this.on = on;
    if (!on) this.table = null;
    this.point(null);
    this.begin();
  }

  private choose(evaluator: EvaluatorName): void {
    chosen.evaluator = evaluator;
    this.evaluator = evaluator;
    // What the other one said is not this one's word.
    this.table = null;
    this.held = null;
    this.begin();
  }

  private stop(): void {
    this.abort?.abort();
    this.running = null;
  }

  private point(request: string | null): void {
    this.dispatchEvent(new CustomEvent('point-move', { detail: request }));
  }

  private get otherName(): EvaluatorName {
    return this.evaluator === 'built-in' ? 'stockfish' : 'built-in';
  }

  protected override render(): TemplateResult {
    if (this.bare) {
      return html`<div class="move-panel" aria-busy=${this.running !== null ? 'true' : 'false'}>${this.renderOn()}</div>`;
    }
    return html`<section class="card move-panel" aria-label=${moveTableWords.title} aria-busy=${this.running !== null}>
      <div class="row between wrap">
        <h2>${moveTableWords.title}</h2>
        <label class="switch"
          ><input
            type="checkbox"
            .checked=${this.on}
            @change=${(event: Event) => this.turnOn((event.target as HTMLInputElement).checked)}
          />${moveTableWords.on}</label
        >
      </div>
      ${this.on ? this.renderOn() : html`<p class="small muted">${moveTableWords.help}</p>`}
    </section>`;
  }

  private renderOn(): TemplateResult {
    if (!this.ask) return html`<p class="small muted">${this.off}</p>`;
    const { table } = this;
    const segment = (evaluator: EvaluatorName): TemplateResult =>
      html`<button
        type="button"
        class="segment"
        data-evaluator=${evaluator}
        aria-pressed=${this.evaluator === evaluator ? 'true' : 'false'}
        @click=${() => this.choose(evaluator)}
      >
        ${moveTableWords.evaluators[evaluator]}
      </button>`;
    return html`${this.side ? html`<p class="small">${moveTableWords.forSide(this.side)}</p>` : nothing}
      <div class="segments" role="group" aria-label=${moveTableWords.evaluator}>
        ${segment('built-in')} ${segment('stockfish')}
      </div>
      ${this.renderLoading()}
      ${table ? this.renderTable(table) : this.problem || this.running === null ? nothing : html`<p class="small muted">${moveTableWords.computing}</p>`}
      ${
        this.problem
          ? html`<div class="row between wrap" role="alert">
              <p class="problem">${moveTableWords.failed(this.problem)}</p>
              <button type="button" @click=${() => this.begin()}>${commonWords.retry}</button>
            </div>`
          : nothing
      }
      ${this.renderActions(table)}`;
  }

  private renderLoading(): TemplateResult | typeof nothing {
    if (this.status.state !== 'loading') return nothing;
    const { done, total } = this.status;
    return html`<p class="small" role="status">${moveTableWords.loading}</p>
      <progress class="thin" aria-label=${moveTableWords.loading} max=${total || nothing} value=${total ? done : nothing}></progress>`;
  }

  private renderActions(table: MoveTable | null): TemplateResult {
    const running = this.running !== null;
    return html`<div class="row wrap move-actions">
      ${
        running
          ? html`<button type="button" @click=${this.stop}>${moveTableWords.stop}</button>`
          : html`${
              table?.done && !table.goesDeeper
                ? html`<span class="small muted">${moveTableWords.nothingMore}</span>`
                : html`<button type="button" @click=${this.deeper}>${moveTableWords.deeper}</button>`
            }
              ${
                table && !this.other
                  ? html`<button type="button" @click=${() => this.rate('other', this.otherName, this.times)}>
                      ${moveTableWords.compare(this.otherName)}
                    </button>`
                  : nothing
              }`
      }
      ${table ? html`<span class="small muted">${moveTableWords.looked(table.nodes, table.size, table.completeness)}</span>` : nothing}
    </div>`;
  }

  /** The rows on view in their order: by the column, or as they are held. */
  private lines(table: MoveTable): { row: MoveRow; risky: boolean }[] {
    if (this.held) {
      const rows = new Map(table.rows.map((row) => [row.request, row]));
      return this.held.flatMap(({ request, risky }) => {
        const row = rows.get(request);
        return row ? [{ row, risky }] : [];
      });
    }
    const rows = sorted(table.rows, this.column, this.upwards);
    const lines = (this.all ? rows : this.few(rows)).map((row, i, shown) => ({
      row,
      // In the order of the choice these come last, whatever they are worth.
      risky: this.column === null && beginsLeftOut(row, shown[i - 1]),
    }));
    if (!this.stale && (this.inside.pointer || this.inside.keyboard))
      this.held = lines.map(({ row, risky }) => ({ request: row.request, risky }));
    return lines;
  }

  private readonly onFocusOut = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    // From one row to another is no way out.
    if (!(currentTarget as Element).contains(relatedTarget as Node | null)) this.hold('keyboard', false);
  };

  private hold(by: 'pointer' | 'keyboard', inside: boolean): void {
    this.inside[by] = inside;
    if (!this.inside.pointer && !this.inside.keyboard) this.held = null;
    this.requestUpdate();
  }

  private renderTable(table: MoveTable): TemplateResult {
    const { other } = this;
    const best = table.rows[0];
    // Its answers count many positions each. Without any, the built-in evaluation has looked at a single board.
    const silent = table.done && table.evaluator !== 'built-in' && table.nodes <= 1;
    const note = table.note ?? (silent ? moveTableWords.silent(table.evaluator) : null);
    const others = new Map(other?.rows.map((row, i) => [row.request, { row, rank: i + 1 }]));
    return html`
      <p class="move-best" role="status">${best && !this.stale && this.running === null ? this.bestText(table, best) : html`&nbsp;`}</p>
      ${note ? html`<p class="small notice">${note}</p>` : nothing}
      <div class="table-scroll" role="region" aria-label=${moveTableWords.title}>
        <table class="move-rows ${this.stale ? 'stale' : ''}" role="table" @mouseleave=${() => this.point(null)}>
          <thead role="rowgroup">
            <tr role="row">
              <th scope="col" role="columnheader">${moveTableWords.move}</th>
              ${columns.map((column) => this.renderHead(column))}
              ${other ? html`<th scope="col" role="columnheader" title=${moveTableWords.otherLong(this.otherName)}>${moveTableWords.evaluators[this.otherName]}</th>` : nothing}
            </tr>
          </thead>
          <tbody
            role="rowgroup"
            @pointerenter=${() => this.hold('pointer', true)}
            @pointerleave=${() => this.hold('pointer', false)}
            @focusin=${() => this.hold('keyboard', true)}
            @focusout=${this.onFocusOut}
          >
            ${this.lines(table).map(({ row, risky }) => [
              risky
                ? html`<tr class="divider" role="row"><td role="cell" colspan=${columns.length + (other ? 2 : 1)}>${moveTableWords.risky(table.safeEnough)}</td></tr>`
                : nothing,
              this.renderRow(row, row === best, others.get(row.request)),
            ])}
          </tbody>
        </table>
      </div>
      ${this.column === null ? html`<p class="small muted">${moveTableWords.order}</p>` : nothing}
      ${
        table.rows.length > FEW
          ? html`<button
              type="button"
              class="quiet"
              aria-expanded=${this.all ? 'true' : 'false'}
              @click=${() => {
                this.all = !this.all;
                this.held = null;
              }}
            >
              ${this.all ? moveTableWords.fewer : moveTableWords.all(table.rows.length)}
            </button>`
          : nothing
      }
      ${other && this.running === null ? html`<p class="small" role="status">${moveTableWords.otherBest(this.otherName, textOf(other.rows[0]), other.rows[0]?.request === best?.request)}</p>` : nothing}
    `;
  }

  /** The first ones, and the move that was played wherever it is. */
  private few(rows: readonly MoveRow[]): MoveRow[] {
    const few = rows.slice(0, FEW);
    const played = rows.find((row) => this.isPlayed(row));
    if (played && !few.includes(played)) few.push(played);
    return few;
  }

  private isPlayed(row: MoveRow): boolean {
    if (this.played === undefined) return false;
    // A promotion without a piece is a queen's.
    return row.request === this.played || (row.request !== null && row.request === `${this.played}q`);
  }

  private bestText(table: MoveTable, best: MoveRow): string {
    const reason = reasonOf(table);
    const instead = reason && 'instead' in reason ? reason.instead : null;
    return sentences(
      moveTableWords.best(textOf(best), best, table),
      best.capturesKing < 1 && reason ? moveTableWords.reason(reason.why, table.safeEnough) : '',
      instead ? moveTableWords.instead(textOf(instead), instead) : '',
    );
  }

  private renderHead(column: Column): TemplateResult {
    const [short, long] = moveTableWords.columns[column];
    const mine = this.column === column;
    const sort = mine ? (this.upwards ? 'ascending' : 'descending') : nothing;
    return html`<th scope="col" role="columnheader" class=${MAIN.has(column) ? 'main' : ''} aria-sort=${sort}>
      <button
        type="button"
        class="sort"
        title=${long}
        @click=${() => {
          // The largest first, then the smallest, then the order of the choice again.
          this.column = mine && this.upwards ? null : column;
          this.upwards = mine && !this.upwards;
          this.held = null;
        }}
      >
        ${short}<span class="sort-sign" aria-hidden="true">${mine ? (this.upwards ? '▲' : '▼') : ''}</span>
      </button>
    </th>`;
  }

  private renderRow(row: MoveRow, best: boolean, other?: { row: MoveRow; rank: number }): TemplateResult {
    const played = this.isPlayed(row);
    const key = row.request ?? '';
    const open = this.open === key;
    return html`<tr
      role="row"
      class="${best ? 'best' : ''} ${played ? 'played' : ''} ${open ? 'open' : ''}"
      @mouseenter=${() => this.point(row.request)}
    >
      <th scope="row" role="rowheader">
        <button
          type="button"
          class="move-name"
          translate="no"
          aria-expanded=${open ? 'true' : 'false'}
          @focus=${() => this.point(row.request)}
          @blur=${() => this.point(null)}
          @click=${() => {
            this.point(row.request);
            this.open = open ? null : key;
          }}
        >
          ${textOf(row)}
        </button>
        ${played ? html`<span class="tag">${moveTableWords.played}</span>` : nothing}
        ${
          this.tryable && !played
            ? html`<button
                type="button"
                class="small-button try"
                aria-label=${tryWords.tryThis(textOf(row))}
                @focus=${() => this.point(row.request)}
                @blur=${() => this.point(null)}
                @click=${() => this.dispatchEvent(new CustomEvent('try-move', { detail: row.request }))}
              >
                ${tryWords.try}
              </button>`
            : nothing
        }
      </th>
      ${columns.map(
        (column) =>
          html`<td role="cell" class=${MAIN.has(column) ? 'main' : ''} translate="no" data-label=${moveTableWords.columns[column][0]}>${moveTableWords.cell(column, row)}</td>`,
      )}
      ${other ? html`<td role="cell" translate="no" data-label=${moveTableWords.evaluators[this.otherName]}>${moveTableWords.otherCell(other.row.mean, other.rank)}</td>` : nothing}
    </tr>`;
  }
}

customElements.define('move-panel', MovePanel);

function textOf(row: MoveRow | undefined): string {
  if (!row) return '';
  return row.request === null ? moveTableWords.pass : moveText(row.request);
}
