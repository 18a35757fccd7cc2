import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { EmbedError, quoted, words } from '../problems/attributes';
import type { Puzzle } from '../puzzles/puzzle';
import { messageOf } from '../ui/errors';
import { loadPart, PartMissing } from '../ui/parts';
import { commonWords } from '../ui/words';
import type { EmbedEvents } from './events';
import type { Lead } from './lead';
import { type OutpostGame, provideBoardTasks } from './outpost-game';
import { markLanguage } from './own-language';
import { shadowStyles } from './styles';
import { embedWords } from './words';

/** What is loaded with the first puzzle: pages without one do without it. */
type PuzzlePart = typeof import('./puzzle-part');
let part: PuzzlePart | null = null;

/** Ids of a list, at most. */
const MOST_IDS = 1000;

/**
 * A puzzle of this site by its id, several one after the other, that of the day, or one that a page has made (`data`). It shows an
 * `outpost-game`, and needs no engine.
 *
 * Attributes: `puzzle` (an id), `puzzles` (ids), `daily`; `theme`, `pieces`, `sound`.
 */
export class OutpostPuzzle extends LitElement {
  static override styles = shadowStyles;
  static override properties = {
    theme: { reflect: true },
    pieces: {},
    sound: { type: Boolean },
    puzzle: {},
    puzzles: {},
    daily: { type: Boolean },
    data: { attribute: false },
    next: { attribute: false },
    at: { state: true },
    problem: { state: true },
    loading: { state: true },
  };
  declare theme: string;
  declare pieces: string | null;
  declare sound: boolean;
  declare puzzle: string | null;
  declare puzzles: string | null;
  declare daily: boolean;
  /** A puzzle, whatever the attributes say. */
  declare data: Puzzle | null;
  /** Goes on to another puzzle: with it there is a button, once the puzzle is over. */
  declare next: (() => void) | null;
  /** The place in the list. */
  declare private at: number;
  declare private problem: string | null;
  declare private loading: boolean;
  private ids: readonly string[] = [];
  /** What is shown, and how far it has come. */
  private shown: { puzzle: Puzzle; game: OutpostGame; since: number | null; hinted: boolean; decided: boolean } | null =
    null;
  /** Counts what was asked for: what arrives late is ignored. */
  private asked = 0;
  /** Over when what was asked for last is shown, or the reason why not. */
  private loaded: Promise<void> = Promise.resolve();
  /** What went wrong may go right another time. */
  private canRetry = false;
  private watching: IntersectionObserver | null = null;

  constructor() {
    super();
    this.theme = '';
    this.pieces = null;
    this.sound = false;
    this.puzzle = null;
    this.puzzles = null;
    this.daily = false;
    this.data = null;
    this.next = null;
    this.at = 0;
    this.problem = null;
    this.loading = false;
    this.addEventListener('outpost-hint', () => {
      if (this.shown && !this.shown.decided) this.shown.hinted = true;
    });
    this.addEventListener('outpost-answer', (event) => this.decide(event.detail.correct));
    this.addEventListener('outpost-failure', () => this.decide(false));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    markLanguage(this);
    this.watching = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting) && this.shown) this.shown.since ??= performance.now();
    });
    this.watching.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.watching?.disconnect();
    this.watching = null;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (['puzzle', 'puzzles', 'daily', 'data'].some((name) => changed.has(name))) {
      this.at = 0;
      this.loaded = this.load();
    }
    if (['theme', 'pieces', 'sound'].some((name) => changed.has(name))) this.passOn();
    if (changed.has('next') && this.shown) this.shown.game.lead = this.leadOf(this.shown.puzzle);
  }

  /** With the puzzle in it. */
  protected override async getUpdateComplete(): Promise<boolean> {
    const isComplete = await super.getUpdateComplete();
    await this.loaded;
    return isComplete;
  }

  /** Shows the puzzle from its beginning. */
  start(): void {
    void this.shown?.game.start();
  }

  /** Finds the puzzle that the attributes name, and shows it. `again`: somebody asked once more. */
  private async load(again = false): Promise<void> {
    this.asked += 1;
    const { asked } = this;
    this.problem = null;
    this.loading = true;
    try {
      part ??= await loadPart('puzzles', () => import('./puzzle-part'), again);
      provideBoardTasks(part.boardTasks);
      const puzzle = this.data ? part.readPuzzle(this.data) : await this.named(part, again);
      if (asked === this.asked) this.show(puzzle, part);
    } catch (error) {
      if (asked !== this.asked) return;
      this.clear();
      this.problem = messageOf(error);
      this.canRetry = error instanceof PartMissing;
      this.tell('outpost-error', { message: this.problem });
    } finally {
      if (asked === this.asked) this.loading = false;
    }
  }

  private async named({ isId, loadPuzzles, puzzleProblems }: PuzzlePart, again: boolean): Promise<Puzzle> {
    const listed = this.puzzle?.trim()
      ? [this.puzzle.trim()]
      : words(this.puzzles ?? '', MOST_IDS, puzzleProblems.tooManyIds);
    this.ids = listed;
    if (listed.length === 0 && !this.daily) throw new EmbedError(puzzleProblems.noneGiven);
    const id = listed[this.at];
    if (id !== undefined && !isId(id)) throw new EmbedError(puzzleProblems.noId(quoted(id)));
    const set = await loadPuzzles(again);
    return set.load(id ?? set.daily(new Date()).id, again);
  }

  private clear(): void {
    this.shown?.game.remove();
    this.shown = null;
  }

  private show(puzzle: Puzzle, { shownOf, verdictOf }: PuzzlePart): void {
    const held = this.contains(document.activeElement);
    this.clear();
    const game = document.createElement('outpost-game') as OutpostGame;
    for (const [name, value] of Object.entries(shownOf(puzzle).attributes)) game.setAttribute(name, value);
    game.slot = 'game';
    game.lead = this.leadOf(puzzle);
    game.why = (answer, correct) => verdictOf(puzzle, answer, correct);
    this.shown = { puzzle, game, since: null, hinted: false, decided: false };
    this.passOn();
    this.append(game);
    // It is told again where the element is, also where that has not changed.
    this.watching?.unobserve(this);
    this.watching?.observe(this);
    if (held) void this.focusHeading(game);
  }

  /** After another puzzle has taken the place of the one that had the keyboard. */
  private async focusHeading(game: OutpostGame): Promise<void> {
    await game.updateComplete;
    game.renderRoot.querySelector<HTMLElement>('.lesson-step h2')?.focus({ preventScroll: true });
    if (this.getBoundingClientRect().top < 0) this.scrollIntoView({ block: 'start' });
  }

  private leadOf(puzzle: Puzzle): Lead | null {
    if (!part) return null;
    const { kinds, daily, side, rating, place, next } = part.puzzleWords;
    const listed = !this.data && this.ids.length > 1;
    const aside = [
      listed ? place(this.at + 1, this.ids.length) : this.daily && !this.data && this.ids.length === 0 ? daily : '',
      rating(puzzle.rating),
    ].filter((part) => part !== '');
    const more = listed && this.at + 1 < this.ids.length;
    const go = this.next ?? (more ? () => this.goOn() : null);
    return {
      heading: kinds[puzzle.kind],
      aside: aside.join(' · '),
      side: side(part.sideOf(puzzle)),
      text: [],
      next: go && { label: next, early: more && !this.next, go },
    };
  }

  private goOn(): void {
    // A second click on a button that is going.
    if (this.at + 1 >= this.ids.length) return;
    this.at += 1;
    void this.load();
  }

  private passOn(): void {
    const game = this.shown?.game;
    if (!game) return;
    game.setAttribute('theme', this.theme);
    if (this.pieces !== null) game.setAttribute('pieces', this.pieces);
    game.toggleAttribute('sound', this.sound);
  }

  /** The first answer, or showing the answer, decides a puzzle. */
  private decide(solved: boolean): void {
    const { shown } = this;
    if (!shown || shown.decided) return;
    shown.decided = true;
    const { puzzle, since, hinted } = shown;
    const milliseconds = since === null ? 0 : Math.round(performance.now() - since);
    this.tell('outpost-result', { puzzle: puzzle.id, kind: puzzle.kind, solved, hinted, milliseconds });
  }

  private tell<K extends keyof EmbedEvents>(name: K, detail: EmbedEvents[K]): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  protected override render(): TemplateResult {
    const { problem, loading } = this;
    const more = part !== null && this.at + 1 < this.ids.length && !this.data;
    return html`<div class="embed-stage puzzle">
      ${
        problem
          ? html`<div class="notice bad" part="problem" role="alert">
              <p>${problem}</p>
              <div class="row wrap">
                ${this.canRetry ? html`<button type="button" @click=${() => this.load(true)}>${commonWords.retry}</button>` : nothing}
                ${more ? html`<button type="button" class="primary" @click=${() => this.goOn()}>${part?.puzzleWords.next}</button>` : nothing}
              </div>
            </div>`
          : nothing
      }
      ${loading && !this.shown ? html`<p class="small" role="status">${embedWords.loadingPuzzle}</p>` : nothing}
      <slot name="game"></slot>
    </div>`;
  }
}
