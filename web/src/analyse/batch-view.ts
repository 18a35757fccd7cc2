import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { EngineCrashError, type Estimate } from 'outpost-rbc';
import { engine } from '../engine/engine';
import { playerName } from '../record/words';
import { compact, number, percent, rough } from '../ui/format';
import { icons } from '../ui/icons';
import { saveText } from '../ui/save-file';
import { commonWords } from '../ui/words';
import {
  type Column,
  type Figures,
  failedRate,
  gameFigures,
  gamesCsv,
  NUMBERS,
  playerFigures,
  playersCsv,
  type SortOrder,
  sorted,
} from './batch';
import { type BatchRun, runOf } from './batch-run';
import type { Listed } from './keeping';
import { progress } from './start-card';
import { batchWords } from './words';

const words = batchWords;
/** Rows at first, and how many more at a time. */
const PAGE = 100;
/** Between two looks at growing results at least; the figures take a quarter of the time at most. */
const REST_MS = 400;

type Rows = 'players' | 'games';

/** Figures of many games, by player or by game, worked out while it is shown. Fires `open-game` (detail: its number). */
export class BatchView extends LitElement {
  static override properties = {
    games: { attribute: false },
    shown: { type: Boolean },
    rows: { state: true },
    order: { state: true },
    visible: { state: true },
    open: { state: true },
    players: { state: true },
  };
  declare games: readonly Listed[];
  declare shown: boolean;
  declare private rows: Rows;
  declare private order: SortOrder;
  declare private visible: number;
  /** The row whose details are shown. */
  declare private open: string | null;
  declare private players: readonly Figures[];
  private run: BatchRun | null = null;
  private counted = -1;
  private counting = false;

  constructor() {
    super();
    this.games = [];
    this.shown = false;
    this.rows = 'players';
    this.order = { by: 'score', upwards: false };
    this.visible = PAGE;
    this.open = null;
    this.players = [];
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('games') && !changed.has('shown')) return;
    const run = runOf(this.games);
    if (run !== this.run) {
      this.leave();
      this.run = run;
      this.players = [];
      this.counted = -1;
      this.open = null;
      run.addEventListener('change', this.onChange);
    }
    if (!this.shown) run.stop();
    else if (!run.halted) void run.start();
    void this.count();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // The update finds the run again.
    this.requestUpdate('games', null);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.leave();
  }

  private leave(): void {
    this.run?.removeEventListener('change', this.onChange);
    this.run?.stop();
    this.run = null;
  }

  private readonly onChange = (): void => {
    this.requestUpdate();
    void this.count();
  };

  /** Has the engine work out the players' figures again, and not more often than anybody could read them. */
  private async count(): Promise<void> {
    if (this.counting) return;
    this.counting = true;
    try {
      while (this.isConnected && this.run && this.counted !== this.run.sides.length) {
        const { run } = this;
        const began = performance.now();
        const { length } = run.sides;
        try {
          const players = await playerFigures(await engine(), run.sides.slice());
          if (run === this.run) {
            this.players = players;
            this.counted = length;
          }
        } catch (error) {
          // After a crash the engine is started again.
          if (!(error instanceof EngineCrashError) || error.final) return;
        }
        await new Promise((resolve) => setTimeout(resolve, Math.max(REST_MS, 3 * (performance.now() - began))));
      }
    } finally {
      this.counting = false;
    }
  }

  private get figures(): Figures[] {
    const rows = this.rows === 'players' ? this.players : gameFigures(this.run?.sides ?? []);
    return sorted(rows, this.order);
  }

  private sortBy(by: Column): void {
    const same = this.order.by === by;
    this.order = { by, upwards: same ? !this.order.upwards : by === 'name' };
  }

  private save(): void {
    const { rows, figures } = this;
    const text = rows === 'players' ? playersCsv(figures) : gamesCsv(figures);
    saveText(`outpost-${rows}.csv`, text, 'text/csv');
  }

  private readonly halt = (): void => {
    const { run } = this;
    if (!run) return;
    run.halted = run.running;
    if (run.halted) run.stop();
    else void run.start();
  };

  protected override render(): TemplateResult {
    const { run, figures } = this;
    if (!run) return html``;
    const choose = (rows: Rows): void => {
      this.rows = rows;
      this.visible = PAGE;
      this.open = null;
      this.order = rows === 'players' ? { by: 'score', upwards: false } : { by: 'name', upwards: true };
    };
    return html`<div class="row between wrap batch-bar">
        <div class="segments" role="group" aria-label=${words.rows}>
          ${(['players', 'games'] as const).map(
            (rows) => html`<button
              type="button"
              class="segment"
              aria-pressed=${this.rows === rows ? 'true' : 'false'}
              @click=${() => choose(rows)}
            >
              ${words.by[rows]}
            </button>`,
          )}
        </div>
        <button type="button" class="save-csv" ?disabled=${figures.length === 0} @click=${this.save}>
          ${icons.save} ${words.csv}
        </button>
      </div>
      ${this.renderState(run)} ${figures.length > 0 ? this.renderTable(figures) : nothing}`;
  }

  private renderState(run: BatchRun): TemplateResult {
    const { complete, running, done, games, part, unread } = run;
    return html`${
      complete
        ? html`<p class="small muted" role="status">${words.done(games.length)}</p>`
        : html`<div class="row wrap batch-state">
            <p class="small" role="status">${words.so(done, games.length)}</p>
            ${running ? progress(words.working, (done + part) / games.length) : nothing}
            <button type="button" class="small-button" @click=${this.halt}>
              ${running ? html`${icons.stop} ${words.stop}` : html`${icons.play} ${words.goOn}`}
            </button>
          </div>`
    }
    ${
      unread.length > 0
        ? html`<details class="notice bad">
            <summary>${words.unread(unread.length)}</summary>
            <ul>
              ${unread.slice(0, 20).map(({ game, why }) => html`<li>${words.unreadGame(game + 1, why)}</li>`)}
            </ul>
          </details>`
        : nothing
    }`;
  }

  private renderTable(figures: readonly Figures[]): TemplateResult {
    const heading = (column: Column): TemplateResult => {
      const { by, upwards } = this.order;
      const label = column === 'name' ? words.first[this.rows] : words.columns[column];
      const sort = by === column ? (upwards ? 'ascending' : 'descending') : 'none';
      return html`<th scope="col" class=${column === 'name' ? 'batch-name' : 'number'} aria-sort=${sort}>
        <button type="button" class="sort" @click=${() => this.sortBy(column)}>
          ${label}<span class="sort-sign" aria-hidden="true">${by === column ? (upwards ? '▲' : '▼') : ''}</span>
        </button>
      </th>`;
    };
    return html`<div class="table-scroll" tabindex="0" role="region" aria-label=${words.by[this.rows]}>
      <table class="batch">
        <thead>
          <tr>
            ${heading('name')} ${NUMBERS.map(heading)}
          </tr>
        </thead>
        <tbody>
          ${repeat(
            figures.slice(0, this.visible),
            ({ key }) => key,
            (row) => this.renderRow(row),
          )}
        </tbody>
      </table>
      </div>
      ${
        figures.length > this.visible
          ? html`<button
              type="button"
              @click=${() => {
                this.visible += PAGE;
              }}
            >
              ${commonWords.more(Math.min(PAGE, figures.length - this.visible))}
            </button>`
          : nothing
      }
      <p class="small muted">${words.help(number.format(this.run?.cap ?? 0))}</p>`;
  }

  private renderRow(row: Figures): TemplateResult {
    const { key, side, score, boards, decay } = row;
    const open = this.open === key;
    const name = playerName(row.name);
    const failed = failedRate(row);
    const about = boards?.beyond ? '>' : boards?.exact === false ? '≈' : '';
    const toggle = (): void => {
      this.open = open ? null : key;
    };
    return html`<tr
        @click=${(event: MouseEvent) => {
          if (!(event.target as HTMLElement).closest('button')) toggle();
        }}
      >
        <th scope="row" class="batch-name">
          <button type="button" class="link" aria-expanded=${open ? 'true' : 'false'} title=${name} @click=${toggle}>
            <span class="two-lines">
              ${side ? html`<span translate="no">${side.game + 1}</span> <span class="disc ${side.color}"></span>` : nothing}
              <bdi translate="no">${name}</bdi>
            </span>
          </button>
        </th>
        <td class="number" translate="no">
          ${score ? (side ? words.points(score.value) : percent.format(score.value)) : '–'}
        </td>
        <td class="number" translate="no">${boards ? `${about}${(boards.mean < 10_000 ? rough : compact).format(boards.mean)}` : '–'}</td>
        <td class="number" translate="no">${decay ? percent.format(decay.value) : '–'}</td>
        <td class="number" translate="no">${failed === null ? '–' : percent.format(failed)}</td>
      </tr>
      ${
        open
          ? html`<tr class="batch-details">
              <td colspan="5">${this.renderDetails(row)}</td>
            </tr>`
          : nothing
      }`;
  }

  private renderDetails(row: Figures): TemplateResult {
    const { side, games, wins, draws, losses, score, boards, senses, notFollowed, givenUp, brokenOff } = row;
    const { decay, requests, failed, passes, turns } = row;
    const range = ({ low, high }: Estimate): string => words.range(percent.format(low), percent.format(high));
    return html`<ul class="small">
        ${
          side
            ? html`<li>${words.against(playerName(side.against), turns)}</li>`
            : html`<li>
                ${words.results(games, wins, draws, losses)} ${score ? range(score) : nothing}
              </li>`
        }
        ${
          boards
            ? html`<li>
                ${words.boards[boards.beyond ? 'beyond' : boards.exact ? 'counted' : 'estimated'](rough.format(boards.mean), rough.format(boards.max))}
              </li>`
            : nothing
        }
        ${
          givenUp > 0
            ? html`<li>
                ${side ? words.givenUpAt(number.format(side.sets.senses.find(({ followed }) => !followed)?.turn ?? 0)) : words.givenUp(givenUp)}
              </li>`
            : nothing
        }
        ${brokenOff > 0 ? html`<li>${side ? words.breaksOff : words.brokenOff(brokenOff)}</li>` : nothing}
        ${decay ? html`<li>${words.decay(percent.format(decay.value), senses - notFollowed)} ${side ? nothing : range(decay)}</li>` : nothing}
        <li>${words.failed(failed, requests)} ${passes > 0 ? words.passes(passes) : nothing}</li>
      </ul>
      ${
        side
          ? html`<button
              type="button"
              class="small-button"
              @click=${() => this.dispatchEvent(new CustomEvent('open-game', { detail: side.game }))}
            >
              ${words.open(number.format(side.game + 1))}
            </button>`
          : nothing
      }`;
  }
}

customElements.define('batch-view', BatchView);

declare global {
  interface HTMLElementTagNameMap {
    'batch-view': BatchView;
  }
}
