import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import './library.css';
import { lessonText } from '../lessons/lesson-file';
import { ownLessons } from '../lessons/own-lessons';
import { ownPuzzles } from '../rating/own-puzzles';
import { puzzleStore } from '../rating/puzzle-store';
import { lessonLines, ownPuzzleLines, trainingLines } from '../rating/training-file';
import { playerName } from '../record/words';
import { messageOf } from '../ui/errors';
import { icons } from '../ui/icons';
import { type Damaged, library } from './library';
import { saveDamaged, saveLibrary } from './library-file';
import { libraryFilters } from './library-filters';
import { ANYTHING, NEWEST, type Order, select, tagsFrom, tagsOf, type Wanted } from './library-rows';
import type { Row } from './library-store';
import { libraryTable, type Tagging } from './library-table';
import { libraryWords } from './words';

/** Rows on a page: however many games there are, the page draws no more. */
const PAGE = 50;

const words = libraryWords;

/** The games in this browser. Fires `import-files` (detail: the files) for the page that reads records. */
export class LibraryView extends LitElement {
  static override properties = {
    shown: { type: Boolean },
    wanted: { state: true },
    order: { state: true },
    page: { state: true },
    tagging: { state: true },
    exporting: { state: true },
    problem: { state: true },
    damaged: { state: true },
    usage: { state: true },
    others: { state: true },
  };
  declare shown: boolean;
  declare private wanted: Wanted;
  declare private order: Order;
  declare private page: number;
  /** The game whose tags are edited. */
  declare private tagging: Tagging | null;
  declare private exporting: number | null;
  declare private problem: string | null;
  /** Games that the last export left out. */
  declare private damaged: { games: readonly Damaged[]; others: number } | null;
  declare private usage: { used: number; quota: number } | null;
  /** Answers to puzzles, and own lessons, which are exported with the games. */
  declare private others: number;
  private counted: { rows: readonly Row[]; tags: [string, number][]; bytes: number } | null = null;
  private found: { rows: readonly Row[]; wanted: Wanted; order: Order; result: Row[] } | null = null;

  constructor() {
    super();
    this.shown = false;
    this.wanted = ANYTHING;
    this.order = NEWEST;
    this.page = 0;
    this.tagging = null;
    this.exporting = null;
    this.problem = null;
    this.damaged = null;
    this.usage = null;
    this.others = 0;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    library.addEventListener('change', this.onChange);
    puzzleStore.addEventListener('change', this.countOthers);
    ownLessons.addEventListener('change', this.countOthers);
    ownPuzzles.addEventListener('change', this.countOthers);
    void library.open();
    void this.measure();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    library.removeEventListener('change', this.onChange);
    puzzleStore.removeEventListener('change', this.countOthers);
    ownLessons.removeEventListener('change', this.countOthers);
    ownPuzzles.removeEventListener('change', this.countOthers);
    clearTimeout(this.measureTimer);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has('shown') && this.shown) void this.countOthers();
  }

  private readonly countOthers = async (): Promise<void> => {
    const [answers, puzzles, lessons] = await Promise.all([puzzleStore.count(), ownPuzzles.all(), ownLessons.all()]);
    this.others = answers + puzzles.length + lessons.length;
  };

  /** What an export of everything has before its games. */
  private async linesBefore(): Promise<string[]> {
    const [answers, puzzles, lessons] = await Promise.all([puzzleStore.all(), ownPuzzles.all(), ownLessons.all()]);
    return [
      ...trainingLines(answers),
      ...ownPuzzleLines(puzzles),
      ...lessonLines(lessons.map(({ lesson }) => lessonText(lesson))),
    ];
  }

  private measureTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly onChange = (): void => {
    this.requestUpdate();
    clearTimeout(this.measureTimer);
    this.measureTimer = setTimeout(() => void this.measure(), 500);
  };

  private async measure(): Promise<void> {
    try {
      const { usage, quota } = await navigator.storage.estimate();
      this.usage = usage === undefined || !quota ? null : { used: usage, quota };
    } catch {
      // Not every browser can say.
    }
  }

  /** The games that are wanted; the work is done again only when something changed. */
  private get rows(): Row[] {
    const { rows } = library;
    const { found, wanted, order } = this;
    if (found && found.rows === rows && found.wanted === wanted && found.order === order) return found.result;
    const result = select(rows, wanted, order);
    this.found = { rows, wanted, order, result };
    return result;
  }

  /** What is counted over all games. */
  private get totals(): { tags: [string, number][]; bytes: number } {
    const { rows } = library;
    if (this.counted?.rows !== rows) {
      this.counted = { rows, tags: tagsOf(rows), bytes: rows.reduce((sum, { size }) => sum + size, 0) };
    }
    return this.counted;
  }

  private want(change: Partial<Wanted>): void {
    this.wanted = { ...this.wanted, ...change };
    this.page = 0;
  }

  private async removeGames(ids: string[]): Promise<void> {
    this.problem = null;
    await library.remove(ids);
    await this.updateComplete;
    // What had the keyboard is gone.
    this.querySelector<HTMLElement>('.undo')?.focus();
  }

  private async restore(): Promise<void> {
    const { length } = library.deleted;
    const restored = await library.restore();
    this.problem = restored < length ? words.notRestored(length - restored, length) : null;
  }

  private async export(ids?: string[]): Promise<void> {
    this.problem = null;
    this.damaged = null;
    this.exporting = 0;
    try {
      const all = ids ?? library.rows.map(({ id }) => id);
      const onPart = (part: number): void => {
        this.exporting = part;
      };
      const games = await saveLibrary(library, all, onPart, ids ? [] : await this.linesBefore());
      if (games.length > 0) this.damaged = { games, others: all.length - games.length };
    } catch (error) {
      this.problem = words.exportFailed(messageOf(error));
    } finally {
      this.exporting = null;
    }
  }

  private async editTags(id: string): Promise<void> {
    this.tagging = { id, before: library.get(id)?.extras.tags ?? [] };
    await this.updateComplete;
    this.querySelector<HTMLInputElement>('.tag-editor input')?.select();
  }

  private async endTags(id: string, text: string | null): Promise<void> {
    const { tagging } = this;
    if (tagging?.id !== id) return;
    this.tagging = null;
    const { before } = tagging;
    if (text !== null && text !== before.join(', ')) await library.setTags(id, tagsFrom(text, before), before);
    await this.updateComplete;
    this.querySelector<HTMLElement>(`[data-game="${id}"] .edit-tags`)?.focus();
  }

  protected override render(): TemplateResult {
    const { rows: all } = library;
    const { usage } = this;
    const { bytes } = this.totals;
    return html`<section class="card library" aria-labelledby="library-title" aria-busy=${library.ready ? 'false' : 'true'}>
      <div class="row between wrap">
        <div>
          <h2 id="library-title">${words.title}</h2>
          <p class="small muted">
            ${all.length > 0 ? words.size(all.length, bytes) : library.ready ? words.empty : words.loading}
            ${usage ? html`<span class="storage-use">${words.storage(usage.used, usage.quota)}</span>` : nothing}
          </p>
        </div>
        <div class="row wrap">
          <label class="button">
            ${icons.file} ${words.import}
            <input
              class="visually-hidden"
              type="file"
              multiple
              accept=".json,.jsonl,.ndjson,.gz,application/json,application/gzip"
              @change=${(event: Event) => {
                const input = event.target as HTMLInputElement;
                const files = [...(input.files ?? [])];
                if (files.length > 0) this.dispatchEvent(new CustomEvent('import-files', { detail: files }));
                input.value = '';
              }}
            />
          </label>
          <button type="button" ?disabled=${(all.length === 0 && this.others === 0) || this.exporting !== null} @click=${() => this.export()}>
            ${icons.save} ${words.export}
          </button>
        </div>
      </div>
      ${this.renderMessages()} ${all.length > 0 ? this.renderGames() : html`<p class="muted small">${words.lead}</p>`}
    </section>`;
  }

  private renderMessages(): TemplateResult {
    const { unkept, problem } = library;
    return html`${
      problem === null
        ? nothing
        : html`<div class="notice bad library-refused" role="alert">
            <div>
              <strong>${words.refusedTitle}</strong>
              <p>${unkept.length > 0 ? words.refused(unkept.length, problem) : words.refusedYet(problem)}</p>
            </div>
            ${
              unkept.length > 0
                ? html`<button type="button" class="primary" @click=${() => this.export(unkept.map(({ id }) => id))}>
                    ${icons.save} ${words.saveFile}
                  </button>`
                : nothing
            }
          </div>`
    }
    ${this.problem ? html`<div class="notice bad" role="alert"><p>${this.problem}</p></div>` : nothing}
    ${this.damaged ? this.renderDamaged(this.damaged) : nothing}
    ${
      this.exporting === null
        ? nothing
        : html`<div role="status">
            <p class="small">${words.exporting}</p>
            <progress aria-label=${words.exporting} max="1" value=${this.exporting}></progress>
          </div>`
    }
    ${
      library.deleted.length === 0
        ? nothing
        : html`<div class="notice" role="status">
            <p>${words.removed(library.deleted.length)}</p>
            <span class="row">
              <button type="button" class="undo" @click=${this.restore}>${words.undo}</button>
              <button type="button" class="quiet" @click=${() => library.purge()}>${words.forGood}</button>
            </span>
          </div>`
    }`;
  }

  /** Games that an export left out: which, why, and a file with what there is of them. */
  private renderDamaged({ games, others }: { games: readonly Damaged[]; others: number }): TemplateResult {
    const shown = games.slice(0, 20);
    return html`<div class="notice bad damaged-games" role="alert">
      <div>
        <strong>${words.damagedTitle(games.length, others)}</strong>
        <ul>
          ${shown.map(({ white, black, why }) => html`<li><bdi>${words.damagedGame(playerName(white), playerName(black), why)}</bdi></li>`)}
          ${games.length > shown.length ? html`<li>…</li>` : nothing}
        </ul>
      </div>
      <button type="button" @click=${() => saveDamaged(games)}>${icons.save} ${words.saveDamaged}</button>
    </div>`;
  }

  private renderGames(): TemplateResult {
    const { rows } = this;
    const last = Math.max(0, Math.ceil(rows.length / PAGE) - 1);
    const page = Math.min(this.page, last);
    const shown = rows.slice(page * PAGE, (page + 1) * PAGE);
    const narrowed = this.wanted !== ANYTHING && JSON.stringify(this.wanted) !== JSON.stringify(ANYTHING);
    return html`${libraryFilters({
      wanted: this.wanted,
      order: this.order,
      tags: this.totals.tags,
      want: (change) => this.want(change),
      sort: (order) => {
        this.order = order;
        this.page = 0;
      },
    })}
      <div class="row between wrap">
        <p class="small muted" role="status">
          ${narrowed ? (rows.length > 0 ? words.found(rows.length) : words.nothingFound) : nothing}
        </p>
        <span class="row wrap">
          ${
            narrowed
              ? html`<button
                  type="button"
                  class="small-button"
                  @click=${() => {
                    this.wanted = ANYTHING;
                  }}
                >
                  ${words.clear}
                </button>`
              : nothing
          }
          ${
            rows.length > 0
              ? html`<button type="button" class="small-button quiet" @click=${() => this.removeGames(rows.map(({ id }) => id))}>
                  ${icons.cross} ${words.removeAll(rows.length)}
                </button>`
              : nothing
          }
        </span>
      </div>
      ${
        shown.length > 0
          ? libraryTable(shown, {
              tagging: this.tagging,
              editTags: (id) => this.editTags(id),
              endTags: (id, text) => this.endTags(id, text),
              remove: (id) => this.removeGames([id]),
            })
          : nothing
      }
      ${
        last > 0
          ? html`<nav class="row pages" aria-label=${words.pages}>
              <button
                type="button"
                aria-label=${words.previous}
                ?disabled=${page === 0}
                @click=${() => {
                  this.page = page - 1;
                }}
              >
                ${icons.back}
              </button>
              <span>${words.page(page * PAGE + 1, page * PAGE + shown.length, rows.length)}</span>
              <button
                type="button"
                aria-label=${words.next}
                ?disabled=${page === last}
                @click=${() => {
                  this.page = page + 1;
                }}
              >
                ${icons.next}
              </button>
            </nav>`
          : nothing
      }`;
  }
}

customElements.define('library-view', LibraryView);

declare global {
  interface HTMLElementTagNameMap {
    'library-view': LibraryView;
  }
}
