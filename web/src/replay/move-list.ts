import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Color, MoveReport, ReplayStep } from 'outpost-rbc';
import { moveText, type ResultKind, resultKind } from '../board/move-results';
import { squareName } from '../board/squares';
import { stepText } from '../record/wording';
import { logWords } from '../record/words';
import { cssVars } from '../ui/css-vars';
import { icons } from '../ui/icons';
import { noteWords, replayWords } from './words';

interface Cell {
  /** The last step of the half-turn. */
  index: number;
  /** The square that was sensed, by its name. */
  sensed: string | null;
  text: string;
  kind: ResultKind | '';
  /** The move took a piece. */
  took: boolean;
  /** The whole of it, in words. */
  words: string;
}

/** A full turn: one row. */
export interface MoveRow {
  turn: number;
  white: Cell | null;
  black: Cell | null;
}

const ROW = 28;
/** Rows in the document at a time: real games reach thousands. */
const WINDOW = 60;

/** The half-turns of a replay, by full turns. Exported for tests. */
export function moveRows(steps: readonly ReplayStep[]): MoveRow[] {
  const rows: MoveRow[] = [];
  for (const step of steps) {
    const turn = Math.floor(step.ply / 2);
    rows[turn] ??= { turn: turn + 1, white: null, black: null };
    const row = rows[turn];
    const move = step.phase === 'moved' ? step.move : null;
    const square = step.phase === 'sensed' ? (step.sense?.square ?? undefined) : undefined;
    row[step.color] = {
      index: step.index,
      sensed: square === undefined ? (row[step.color]?.sensed ?? null) : squareName(square),
      text: move ? shortMove(move) : '…',
      kind: move ? resultKind(move) : '',
      took: move !== null && move.capture !== null,
      words: stepText(step),
    };
  }
  return rows;
}

function shortMove(move: MoveReport): string {
  if (move.requested === null) return logWords.pass;
  return moveText(move.taken ?? move.requested);
}

/** The moves of a replay. Fires `seek` (detail: step). */
export class MoveList extends LitElement {
  static override properties = {
    steps: { attribute: false },
    step: { attribute: false },
    noted: { attribute: false },
    first: { state: true },
  };
  declare steps: readonly ReplayStep[];
  declare step: number;
  /** Half-turns that somebody wrote or drew something about. */
  declare noted: ReadonlySet<number>;
  /** The first row in the document. */
  declare private first: number;
  private rows: MoveRow[] = [];

  constructor() {
    super();
    this.steps = [];
    this.step = 0;
    this.noted = new Set();
    this.first = 0;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  private get row(): number {
    return Math.floor((this.steps[this.step]?.ply ?? 0) / 2);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('steps')) this.rows = moveRows(this.steps);
    if (changed.has('step') || changed.has('steps')) {
      const inside = this.row >= this.first + 10 && this.row < this.first + WINDOW - 10;
      if (!inside) this.showFrom(this.row - WINDOW / 2);
    }
  }

  private showFrom(row: number): void {
    this.first = Math.max(0, Math.min(Math.floor(row), this.rows.length - WINDOW));
  }

  protected override updated(changed: PropertyValues): void {
    if (!changed.has('step') && !changed.has('steps')) return;
    const list = this.querySelector<HTMLElement>('.moves-scroll');
    if (!list) return;
    const top = this.row * ROW;
    if (top < list.scrollTop) list.scrollTop = top - ROW;
    else if (top + ROW > list.scrollTop + list.clientHeight) {
      list.scrollTop = top + 2 * ROW - list.clientHeight;
    }
  }

  private readonly onScroll = (event: Event): void => {
    const list = event.target as HTMLElement;
    const seen = list.scrollTop / ROW;
    if (seen < this.first + 8 || seen > this.first + WINDOW - 20) this.showFrom(seen - WINDOW / 3);
  };

  protected override render(): TemplateResult {
    const shown = this.rows.slice(this.first, this.first + WINDOW);
    return html`<div
      class="moves-scroll ${this.rows.length <= WINDOW ? 'all' : ''}"
      tabindex="0"
      role="region"
      aria-label=${replayWords.moves}
      @scroll=${this.onScroll}
    >
      <ol
        class="move-list"
        ${cssVars({ '--above': `${this.first * ROW}px`, '--all': `${this.rows.length * ROW}px` })}
      >
        ${shown.map(
          (row) => html`<li>
            <span class="muted" translate="no">${row.turn}</span>${this.cell(row, 'white')}${this.cell(row, 'black')}
          </li>`,
        )}
      </ol>
    </div>
    ${this.legend()}`;
  }

  private cell(row: MoveRow, color: Color): TemplateResult {
    const cell = row[color];
    if (!cell) return html`<span></span>`;
    const ply = this.steps[this.step]?.ply;
    const own = this.steps[cell.index]?.ply;
    const current = own === ply;
    return html`<button
      type="button"
      class="move ${cell.kind}"
      title=${cell.words}
      aria-current=${current ? 'step' : 'false'}
      @click=${() => this.dispatchEvent(new CustomEvent('seek', { detail: cell.index, bubbles: true }))}
    >
      ${cell.sensed === null ? nothing : html`<span class="sensed" aria-hidden="true" translate="no">${cell.sensed}</span>`}
      ${
        cell.kind === 'failed'
          ? html`<s translate="no">${cell.text}</s><span class="visually-hidden">${replayWords.marks.failed}</span>`
          : html`<span translate=${cell.text === logWords.pass ? 'yes' : 'no'}>${cell.text}</span>`
      }
      ${cell.took ? html`<span><span aria-hidden="true">×</span><span class="visually-hidden">${replayWords.marks.took}</span></span>` : nothing}
      ${cell.kind === 'stopped' ? html`${icons.stop}<span class="visually-hidden">${replayWords.marks.stopped}</span>` : nothing}
      ${own !== undefined && this.noted.has(own) ? html`<span class="noted">${icons.note}<span class="visually-hidden">${noteWords.hasShort}</span></span>` : nothing}
    </button>`;
  }

  /** What the marks mean, of those that the game has. */
  private legend(): TemplateResult | typeof nothing {
    const cells = this.rows.flatMap(({ white, black }) => [white, black]);
    const has = (test: (cell: Cell) => boolean): boolean => cells.some((cell) => cell !== null && test(cell));
    const { marks } = replayWords;
    const lines = [
      has((cell) => cell.sensed !== null)
        ? html`<li><span class="sensed" aria-hidden="true" translate="no">${marks.sensedExample}</span> ${marks.sensed}</li>`
        : nothing,
      has((cell) => cell.took) ? html`<li><span aria-hidden="true">×</span> ${marks.took}</li>` : nothing,
      has((cell) => cell.kind === 'stopped') ? html`<li>${icons.stop} ${marks.stoppedLong}</li>` : nothing,
      has((cell) => cell.kind === 'failed')
        ? html`<li><s aria-hidden="true">${marks.example}</s> ${marks.failedLong}</li>`
        : nothing,
      this.noted.size > 0 ? html`<li class="noted">${icons.note} ${noteWords.legend}</li>` : nothing,
    ];
    return lines.every((line) => line === nothing) ? nothing : html`<ul class="move-legend">${lines}</ul>`;
  }
}

if (!customElements.get('move-list')) customElements.define('move-list', MoveList);
