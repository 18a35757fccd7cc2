import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { RecordFile, RecordSummary, Replay } from 'outpost';
import './replay-view';
import { engine } from './engine';
import { afterCrash, messageOf } from './errors';
import { icons } from './icons';
import { t } from './strings';

const MOST_BYTES = 256 * 2 ** 20;
const PAGE = 100;
const LIST = '#replay';

/** What the history keeps with an open game. */
interface Entry {
  file: number;
  /** The entry before is the list. */
  fromList: boolean;
}

/** The index of the game that an address names. */
function gameOf(hash: string): number | null {
  const number = /^#replay\/([1-9]\d*)$/.exec(hash)?.[1];
  return number === undefined ? null : Number(number) - 1;
}

/** Opens record files, one game or many. All text from a file is shown as text only. */
export class RecordsPage extends LitElement {
  static override properties = {
    shown: { type: Boolean },
    loading: { state: true },
    problem: { state: true },
    file: { state: true },
    fileName: { state: true },
    replay: { state: true },
    opening: { state: true },
    filter: { state: true },
    visible: { state: true },
  };
  declare shown: boolean;
  declare private loading: { text: string; part: number | null } | null;
  declare private problem: { title: string; text: string } | null;
  declare private file: RecordFile | null;
  declare private fileName: string;
  declare private replay: Replay | null;
  /** Index of the game that is being opened. */
  declare private opening: number | null;
  declare private filter: string;
  declare private visible: number;
  private attempt = 0;
  private gameAttempt = 0;
  /** Index in the file of the game that is open. */
  private index: number | null = null;
  /** Names the open file in the history, where entries may be of files that are gone. */
  private fileId = 0;
  /** A game was opened while another page was shown. */
  private unseen = false;

  constructor() {
    super();
    this.shown = false;
    this.loading = null;
    this.problem = null;
    this.file = null;
    this.fileName = '';
    this.replay = null;
    this.opening = null;
    this.filter = '';
    this.visible = PAGE;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('hashchange', this.onHash);
    this.onHash();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('hashchange', this.onHash);
    this.closeFile();
  }

  /** Follows the address: `#replay` is the list or the choice of a file, `#replay/2` the second game of the file. */
  private readonly onHash = (): void => {
    const { hash } = location;
    if (!hash.startsWith(LIST)) return;
    const wanted = gameOf(hash);
    const entry = (history.state as Entry | null)?.file;
    const game = this.file?.games.find((game) => game.index === wanted);
    if (wanted === null) {
      if (this.unseen && this.index !== null) this.enter(this.index);
      else this.closeGame();
    } else if (!game || (entry !== undefined && entry !== this.fileId)) {
      // A game of a file that is no longer open.
      history.replaceState(null, '', LIST);
      this.closeGame();
    } else if (wanted !== this.index) {
      void this.openGame(game, false);
    }
    this.unseen = false;
  };

  /** Adds the open game to the history, so that Back leads to the list. */
  private enter(index: number): void {
    const hash = `${LIST}/${index + 1}`;
    const entry: Entry = { file: this.fileId, fromList: true };
    if (location.hash !== hash) history.pushState(entry, '', hash);
  }

  private closeGame(): void {
    this.gameAttempt++;
    this.opening = null;
    this.index = null;
    this.replay?.dispose();
    this.replay = null;
  }

  private closeFile(): void {
    this.closeGame();
    this.unseen = false;
    if (gameOf(location.hash) !== null) history.replaceState(null, '', LIST);
    this.file?.dispose();
    this.file = null;
  }

  /** Opens a file, in place of the one that is open. */
  async open(blob: File): Promise<void> {
    const attempt = ++this.attempt;
    this.closeFile();
    this.problem = null;
    this.filter = '';
    this.visible = PAGE;
    this.fileName = blob.name;
    try {
      if (blob.size > MOST_BYTES) throw new Error(t.records.tooBig(Math.ceil(blob.size / 2 ** 20)));
      const bytes = await readAll(blob, (part) => {
        if (attempt === this.attempt) this.loading = { text: t.records.reading(blob.name), part };
      });
      if (attempt !== this.attempt) return;
      this.loading = { text: t.records.parsing(blob.name), part: null };
      const file = await (await engine()).openRecords(bytes, {
        onProgress: ({ done, total }) => {
          if (attempt === this.attempt && total > 0) {
            this.loading = { text: t.records.parsing(blob.name), part: done / total };
          }
        },
      });
      if (attempt !== this.attempt) {
        file.dispose();
        return;
      }
      if (file.games.length === 0) {
        file.dispose();
        throw new Error(t.records.none);
      }
      this.file = file;
      this.fileId = Date.now();
      if (file.games.length === 1) await this.openGame(file.games[0] as RecordSummary);
    } catch (error) {
      if (attempt === this.attempt) this.problem = { title: t.records.failed(blob.name), text: messageOf(error) };
    } finally {
      if (attempt === this.attempt) this.loading = null;
    }
  }

  /** Opens a game of the file: chosen from the list it enters the history, come back to from there it is in it. */
  private async openGame(game: RecordSummary, chosen = true): Promise<void> {
    const file = this.file;
    if (!file) return;
    const attempt = ++this.gameAttempt;
    this.opening = game.index;
    this.problem = null;
    try {
      const replay = await afterCrash(() => file.replay(game.index));
      if (attempt !== this.gameAttempt) {
        replay.dispose();
        return;
      }
      this.replay?.dispose();
      this.replay = replay;
      this.index = game.index;
      if (!location.hash.startsWith(LIST)) this.unseen = true;
      else if (chosen) this.enter(game.index);
      window.scrollTo({ top: 0 });
    } catch (error) {
      if (attempt !== this.gameAttempt) return;
      this.problem = { title: t.records.failed(this.fileName), text: messageOf(error) };
      if (!chosen) {
        history.replaceState(null, '', LIST);
        this.closeGame();
      }
    } finally {
      if (attempt === this.gameAttempt) this.opening = null;
    }
  }

  /** A click anywhere in a row opens its game, but not one that ends a selection of text. */
  private onRow(event: MouseEvent, game: RecordSummary): void {
    if ((event.target as HTMLElement).closest('button') || this.opening !== null) return;
    if (getSelection()?.type === 'Range') return;
    void this.openGame(game);
  }

  private backToList(): void {
    if ((history.state as Entry | null)?.fromList) history.back();
    else {
      history.replaceState(null, '', LIST);
      this.closeGame();
    }
  }

  protected override render(): TemplateResult {
    return html`
      ${
        this.replay && this.file
          ? this.renderReplay(this.replay)
          : html`<div class="page ${this.file ? '' : 'narrow'}">
              ${this.file && this.file.games.length > 1 ? this.renderList(this.file) : this.renderDrop()}
            </div>`
      }
    `;
  }

  private renderProblem(): TemplateResult | typeof nothing {
    if (!this.problem) return nothing;
    return html`<div class="notice bad record-problem" role="alert">
      <div>
        <strong>${this.problem.title}</strong>
        <p>${this.problem.text}</p>
      </div>
    </div>`;
  }

  /** Lines of the file that are no game. */
  private renderBadLines(): TemplateResult | typeof nothing {
    const problems = this.file?.problems ?? [];
    if (problems.length === 0) return nothing;
    const shown = problems.slice(0, 20);
    return html`<details class="notice bad bad-lines">
      <summary>${t.records.badLines(problems.length)}</summary>
      <ul>
        ${shown.map((problem) => html`<li>${problem}</li>`)}
        ${problems.length > shown.length ? html`<li>…</li>` : nothing}
      </ul>
    </details>`;
  }

  private renderPick(primary: boolean): TemplateResult {
    return html`<label class="button ${primary ? 'primary big' : ''}">
      ${icons.file} ${this.file ? t.records.another : t.records.pick}
      <input
        class="visually-hidden"
        type="file"
        accept=".json,.jsonl,.ndjson,.gz,application/json,application/gzip"
        @change=${(event: Event) => {
          const input = event.target as HTMLInputElement;
          const file = input.files?.[0];
          if (file) void this.open(file);
          input.value = '';
        }}
      />
    </label>`;
  }

  private renderDrop(): TemplateResult {
    return html`${this.renderProblem()}
      <section class="card drop" aria-label=${t.records.title}>
        <h1>${t.records.title}</h1>
        <p class="muted lead">${t.records.lead}</p>
        ${
          this.loading
            ? html`<div role="status" class="loading-file">
                <p>${this.loading.text}</p>
                <progress
                  aria-label=${this.loading.text}
                  max=${this.loading.part === null ? nothing : 1}
                  value=${this.loading.part ?? nothing}
                ></progress>
              </div>`
            : html`${this.renderPick(true)}
                <p class="small muted">${t.records.private}</p>`
        }
      </section>`;
  }

  private renderList(file: RecordFile): TemplateResult {
    const wanted = this.filter.trim().toLowerCase();
    const games = wanted
      ? file.games.filter((game) => `${game.white ?? ''}\n${game.black ?? ''}`.toLowerCase().includes(wanted))
      : file.games;
    const name = (text: string | null): unknown => text ?? html`<span class="muted">${t.records.unnamed}</span>`;
    const winner = (game: RecordSummary): TemplateResult =>
      game.winner
        ? html`<span class="wide-cell"><span class="disc ${game.winner}"></span> ${t.color(game.winner)}</span
            ><span class="narrow-cell">${t.end.wins(game.winner)}</span>`
        : html`${game.reason ? t.records.draw : t.records.unknown}`;
    const { columns } = t.records;
    return html`${this.renderProblem()} ${this.renderBadLines()}
      <section class="card" aria-label=${this.fileName}>
        <div class="row between wrap">
          <div class="file-title">
            <h1>${this.fileName}</h1>
            <p class="muted">${t.records.games(file.games.length)}</p>
          </div>
          ${this.renderPick(false)}
        </div>
        <label class="filter"
          >${t.records.filter}
          <input
            type="search"
            .value=${this.filter}
            @input=${(event: Event) => {
              this.filter = (event.target as HTMLInputElement).value;
              this.visible = PAGE;
            }}
          />
        </label>
        <div class="table-scroll" tabindex="0" role="region" aria-label=${t.records.games(file.games.length)}>
          <!-- The roles hold on narrow screens too, where a row is laid out in two lines. -->
          <table class="games" role="table">
            <thead role="rowgroup">
              <tr role="row">
                <th role="columnheader" scope="col">${columns.game}</th>
                <th role="columnheader" scope="col">${columns.white}</th>
                <th role="columnheader" scope="col">${columns.black}</th>
                <th role="columnheader" scope="col">${columns.winner}</th>
                <th role="columnheader" scope="col">${columns.reason}</th>
                <th role="columnheader" scope="col" class="number">${columns.plies}</th>
              </tr>
            </thead>
            <tbody role="rowgroup">
              ${games.slice(0, this.visible).map(
                (game) => html`<tr role="row" @click=${(event: MouseEvent) => this.onRow(event, game)}>
                  <td role="cell" class="game-number">
                    <button type="button" class="link" aria-label=${t.records.open(game.index + 1)} ?disabled=${this.opening !== null} @click=${() => this.openGame(game)}>
                      ${game.index + 1}${this.opening === game.index ? html` <span class="spinner"></span>` : nothing}
                    </button>
                  </td>
                  <td role="cell" class="played-by"><span class="disc white"></span>${name(game.white)}</td>
                  <td role="cell" class="played-by"><span class="disc black"></span>${name(game.black)}</td>
                  <td role="cell">${winner(game)}</td>
                  <td role="cell">${game.reason ? (t.records.reasons[game.reason] ?? game.reason) : ''}</td>
                  <td role="cell" class="number">
                    <span class="wide-cell">${game.plies}</span><span class="narrow-cell">${t.records.halfTurns(game.plies)}</span>
                  </td>
                </tr>`,
              )}
            </tbody>
          </table>
        </div>
        ${
          games.length > this.visible
            ? html`<button
                type="button"
                @click=${() => {
                  this.visible += PAGE * 5;
                }}
              >
                ${t.records.more(Math.min(PAGE * 5, games.length - this.visible))}
              </button>`
            : nothing
        }
      </section>`;
  }

  private renderReplay(replay: Replay): TemplateResult {
    const { summary } = replay;
    const many = (this.file?.games.length ?? 0) > 1;
    const result = summary.winner ? t.end.wins(summary.winner) : summary.reason ? t.end.draw : t.records.unfinished;
    return html`<div class="finished">
      ${this.renderProblem()} ${this.renderBadLines()}
      <section class="end-banner even" aria-label=${this.fileName}>
        <div>
          <h1 class="versus">
            <span class="disc white"></span>${summary.white ?? t.records.unnamed}
            <span class="disc black"></span>${summary.black ?? t.records.unnamed}
          </h1>
          <p>${result}${summary.reason ? `, ${t.records.reasons[summary.reason] ?? summary.reason}` : ''}</p>
        </div>
        <div class="row wrap">
          ${
            many
              ? html`<button type="button" class="on-phase" @click=${this.backToList}>${icons.back} ${t.records.back}</button>`
              : nothing
          }
          ${this.renderPick(false)}
        </div>
      </section>
      <replay-view .replay=${replay} .shown=${this.shown}></replay-view>
    </div>`;
  }
}

customElements.define('records-page', RecordsPage);

declare global {
  interface HTMLElementTagNameMap {
    'records-page': RecordsPage;
  }
}

/** Reads a file in pieces, telling how far it is. */
async function readAll(blob: Blob, onPart: (part: number) => void): Promise<Uint8Array> {
  const bytes = new Uint8Array(blob.size);
  const reader = blob.stream().getReader();
  let at = 0;
  let told = 0;
  onPart(0);
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes.set(value, at);
    at += value.length;
    if (performance.now() - told > 100) {
      told = performance.now();
      onPart(at / Math.max(1, blob.size));
    }
  }
  return bytes.subarray(0, at);
}
