import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { Estimate, Square } from 'outpost-rbc';
import { squareName } from '../board/squares';
import { engine } from '../engine/engine';
import { MOST_CHARACTERS } from '../ui/bounded-json';
import { csv } from '../ui/csv';
import { isAbort, messageOf } from '../ui/errors';
import { fixed, format } from '../ui/format';
import { icons } from '../ui/icons';
import { saveText } from '../ui/save-file';
import { followGame, type LoggedTurn, type LogSummary, logTable, readLog, summaryOf } from './bot-log';
import { type Cell, estimateCell, hundredfold, NONE, percent, table } from './lab-table';
import { labWords } from './words';

/** A log of a bot, pasted or opened, and its decisions beside those of `hsuc`. */
export class LabLog extends LitElement {
  static override properties = {
    problems: { state: true },
    done: { state: true },
    summary: { state: true },
  };
  declare private problems: string[];
  /** Turns that are behind, and all of them, while it works. */
  declare private done: { turns: number; total: number } | null;
  declare private summary: LogSummary | null;
  private turns: LoggedTurn[] = [];
  private work: AbortController | null = null;

  constructor() {
    super();
    this.problems = [];
    this.done = null;
    this.summary = null;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop();
  }

  private stop(): void {
    this.work?.abort();
    this.work = null;
    this.done = null;
  }

  private async check(text: string): Promise<void> {
    this.stop();
    this.summary = null;
    this.turns = [];
    if (text.length > MOST_CHARACTERS) {
      this.problems = [labWords.log.tooLong];
      return;
    }
    const { games, problems } = readLog(text);
    this.problems = games.length > 0 ? problems : [labWords.log.empty, ...problems];
    if (games.length === 0) return;
    const work = new AbortController();
    this.work = work;
    const total = games.flatMap(({ told }) => told.filter(({ type }) => type === 'move')).length;
    this.done = { turns: 0, total };
    const turns: LoggedTurn[] = [];
    try {
      const outpost = await engine();
      for (const [i, game] of games.entries()) {
        try {
          await followGame(outpost, game, i, work.signal, (turn) => {
            turns.push(turn);
            this.done = { turns: turns.length, total };
          });
        } catch (error) {
          if (work.signal.aborted || isAbort(error)) return;
          this.problems = [...this.problems, labWords.log.badGame(i + 1, messageOf(error))];
        }
      }
      const summary = await summaryOf(outpost, turns);
      if (work !== this.work) return;
      this.turns = turns;
      this.summary = turns.length > 0 ? summary : null;
    } catch (error) {
      if (work === this.work) this.problems = [...this.problems, messageOf(error)];
    } finally {
      if (work === this.work) this.stop();
    }
  }

  private readonly onSubmit = (event: Event): void => {
    event.preventDefault();
    void this.check(this.querySelector('textarea')?.value ?? '');
  };

  private readonly onFile = async (event: Event): Promise<void> => {
    const input = event.target as HTMLInputElement;
    const [file] = input.files ?? [];
    const field = this.querySelector('textarea');
    if (!file || !field) return;
    if (file.size > MOST_CHARACTERS) this.problems = [labWords.log.tooLong];
    else field.value = await file.text();
    input.value = '';
  };

  protected override render(): TemplateResult {
    const { log } = labWords;
    return html`<details class="card lab-more lab-log">
      <summary>${log.title}</summary>
      <div class="lab-log-body">
      <form @submit=${this.onSubmit}>
        <p class="small">${log.how}</p>
        <label class="lab-field"
          >${log.label}
          <textarea name="log" rows="6" spellcheck="false" autocapitalize="off" autocomplete="off" translate="no"></textarea>
        </label>
        <div class="row wrap">
          <button class="primary">${log.check}</button>
          <label class="button">
            ${icons.file} ${log.file}
            <input class="visually-hidden" type="file" name="log-file" accept=".jsonl,.ndjson,.log,.txt" @change=${this.onFile} />
          </label>
        </div>
      </form>
      ${
        this.problems.length > 0
          ? html`<ul class="problem" role="alert">
              ${this.problems.map((problem) => html`<li>${problem}</li>`)}
            </ul>`
          : nothing
      }
      ${
        this.done
          ? html`<div>
              <p role="status">${log.progress(this.done.turns, this.done.total)}</p>
              <progress aria-label=${log.title} max=${this.done.total} value=${this.done.turns}></progress>
              <button type="button" @click=${this.stop}>${labWords.stop}</button>
            </div>`
          : nothing
      }
      ${this.summary ? this.renderSummary(this.summary) : nothing}
      </div>
    </details>`;
  }

  private renderSummary(of: LogSummary): TemplateResult {
    const { log } = labWords;
    const bits = (estimate: Estimate | null): Cell => (estimate ? estimateCell(estimate, 2) : NONE);
    const rows: Cell[][] = [
      [[log.bits], bits(of.bits), bits(of.hsucBits)],
      [[log.chance], percent(of.chance), percent(of.hsucChance)],
      [[log.loss], of.loss ? estimateCell(hundredfold(of.loss), 1) : NONE, ['']],
    ];
    const at = (square: Square | null): string => (square === null ? log.none : squareName(square));
    const share = (chance: number): string => fixed(100 * chance, 1);
    const turns = this.turns.map((turn): Cell[] => [
      [log.gameTurn(turn.game + 1, turn.turn)],
      [`${turn.exact ? '' : '≈'}${format.number(Math.round(turn.boards))}`],
      [at(turn.sense), fixed(turn.bits, 2)],
      [at(turn.hsucSense), fixed(turn.hsucBits, 2)],
      [turn.request ?? log.pass, share(turn.chance)],
      [turn.hsucRequest ?? log.pass, share(turn.hsucChance)],
    ]);
    const { turn, boards, sense, hsucSense, request, hsucRequest } = log.turnColumns;
    return html`<p>${log.same(of.sameSense, of.sameRequest, of.turns)}</p>
      ${table('log', log.summary, [log.columns.measure, log.columns.bot, log.columns.hsuc], rows)}
      ${table('log-turns', log.turns, [turn, boards, sense, hsucSense, request, hsucRequest], turns)}
      <p class="small muted">${log.notes}</p>
      <div class="row">
        <button
          type="button"
          class="small-button"
          data-log="csv"
          @click=${() => saveText('outpost-lab-log.csv', csv(logTable(this.turns)), 'text/csv')}
        >
          ${log.turnsFile}
        </button>
      </div>`;
  }
}

customElements.define('lab-log', LabLog);
