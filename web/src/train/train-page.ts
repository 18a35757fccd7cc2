import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import './train.css';
import { piecesChoice } from '../board/look';
import { defineElement } from '../embed/define';
import { OutpostGame } from '../embed/outpost-game';
import { OutpostPuzzle } from '../embed/outpost-puzzle';
// What the puzzle would load itself comes with the page.
import '../embed/puzzle-part';
import { holdEngine, releaseEngine } from '../embed/shared-engine';
import { engine } from '../engine/engine';
import { makeProblem } from '../lessons/make-problem';
import { makeProblemWords } from '../lessons/own-words';
import { ownSet } from '../puzzles/own-set';
import { KINDS, type Kind, type Puzzle } from '../puzzles/puzzle';
import { loadPuzzles, type PuzzleEntry, type PuzzleSet } from '../puzzles/puzzle-set';
import { shownOf } from '../puzzles/shown';
import { puzzleWords } from '../puzzles/words';
import { ownPuzzles } from '../rating/own-puzzles';
import { dayOf, keyOf, PUZZLE_START, type PuzzleResult, type PuzzleStep } from '../rating/puzzle-results';
import { puzzleStore } from '../rating/puzzle-store';
import { ratingWords } from '../rating/words';
import type { Course } from '../share/course-download';
import { puzzleCode } from '../share/embed-code';
import { courseWords, shareWords } from '../share/words';
import { Choice } from '../storage/choice';
import { drawn } from '../ui/drawn';
import { afterCrash, messageOf } from '../ui/errors';
import { icons } from '../ui/icons';
import { once } from '../ui/once';
import { renderMissing } from '../ui/part-missing';
import { loadPart } from '../ui/parts';
import { canHover } from '../ui/pointer';
import { recall, remember } from '../ui/remembered';
import { puzzleHash, type TrainPlace, trainPlace } from './address';
import { alike, nextInOrder, nextPuzzle } from './choosing';
import { renderHistory } from './history';
import { daysUntil } from './repeats';
import { Training } from './training';
import { trainWords as words } from './words';

defineElement('outpost-game', OutpostGame);
defineElement('outpost-puzzle', OutpostPuzzle);

// While the rest of the page is made; where it does not arrive, the page says so.
loadPuzzles().catch(() => {});

const SITE = location.origin + location.pathname;
const KEY = 'N';

/** The kind of puzzles that the person wants to see. */
const kindChoice = new Choice<Kind | 'all'>('outpost-train-kind', ['all', ...KINDS], () => 'all');

/** The puzzle that waits for an answer: a reload comes back to it. */
const WAITING = 'outpost-train-waiting';

const DAY_MS = 86_400_000;

interface Current {
  puzzle: PuzzleEntry;
  /** All of it, where it is of an own game. */
  own: Puzzle | null;
  what: TrainPlace['what'];
  /** It was answered before, though a new one was wanted: there is none. */
  again: boolean;
  /** Puzzles shown before: one that comes again begins anew. */
  number: number;
}

/** Happened when the first puzzle is there, or it is known that there is none: what is large waits for it. */
export const first = once();

/** By the days of daily puzzles. */
const isToday = (at: number): boolean => Math.floor(at / DAY_MS) === Math.floor(Date.now() / DAY_MS);

/** Puzzles one after the other, at the person's level, with their rating, streaks, repeats and history. */
export class TrainPage extends LitElement {
  static override properties = {
    shown: { attribute: false },
    puzzles: { state: true },
    problem: { state: true },
    training: { state: true },
    own: { state: true },
    current: { state: true },
    unknown: { state: true },
    decided: { state: true },
    said: { state: true },
    uncopied: { state: true },
    opening: { state: true },
    refused: { state: true },
    asking: { state: true },
  };
  declare shown: boolean;
  declare private puzzles: PuzzleSet | null;
  /** Why the puzzles could not be loaded. */
  declare private problem: unknown;
  /** `null` until the answers are read. */
  declare private training: Training | null;
  /** Puzzles of the person's own games, the newest first; `null` until they are read. */
  declare private own: readonly Puzzle[] | null;
  declare private current: Current | null;
  /** An id in the address that no puzzle has. */
  declare private unknown: string | null;
  /** The answer to the current puzzle; `kept` unless it says nothing new. */
  declare private decided: { result: PuzzleResult; kept: boolean } | null;
  /** What became of copying the link. */
  declare private said: string;
  /** The link, where the browser does not copy it. */
  declare private uncopied: string | null;
  declare private opening: boolean;
  /** Why the boards could not be opened, or the history not be deleted. */
  declare private refused: string | null;
  /** Whether to delete everything. */
  declare private asking: boolean;
  /** Puzzles that were passed over on this visit. */
  private readonly passed = new Set<string>();
  private number = 0;
  private reading = 0;
  private stopListening: (() => void)[] = [];

  constructor() {
    super();
    this.shown = false;
    this.puzzles = null;
    this.problem = null;
    this.training = null;
    this.own = null;
    this.current = null;
    this.unknown = null;
    this.decided = null;
    this.said = '';
    this.uncopied = null;
    this.opening = false;
    this.refused = null;
    this.asking = false;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('hashchange', this.onHash);
    window.addEventListener('focus', this.read);
    document.addEventListener('visibilitychange', this.read);
    document.addEventListener('keydown', this.onKey);
    puzzleStore.addEventListener('change', this.read);
    ownPuzzles.addEventListener('change', this.read);
    const update = (): void => this.requestUpdate();
    this.stopListening = [piecesChoice.onChange(update), kindChoice.onChange(this.onKind)];
    // Embeds end an engine that none of them needs; this one is the app's.
    holdEngine(this);
    void this.load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('hashchange', this.onHash);
    window.removeEventListener('focus', this.read);
    document.removeEventListener('visibilitychange', this.read);
    document.removeEventListener('keydown', this.onKey);
    puzzleStore.removeEventListener('change', this.read);
    ownPuzzles.removeEventListener('change', this.read);
    for (const stop of this.stopListening) stop();
    releaseEngine(this);
  }

  private async load(again = false): Promise<void> {
    this.problem = null;
    try {
      this.puzzles = await loadPuzzles(again);
      this.arrive();
    } catch (error) {
      this.problem = error;
      first.happened();
    }
  }

  /** Other tabs train, too. */
  private readonly read = async (): Promise<void> => {
    if (document.visibilityState === 'hidden' || !this.shown) return;
    const reading = ++this.reading;
    const [results, own] = await Promise.all([puzzleStore.all(), ownPuzzles.all()]);
    // Another answer was given meanwhile.
    if (reading !== this.reading) return;
    const kept = ownSet(own);
    if (kept.length !== this.own?.length || kept.some(({ id }, i) => id !== this.own?.[i]?.id)) this.own = kept;
    // Whether they are kept may have changed.
    this.requestUpdate();
    const keys = new Set(this.training?.results.map(keyOf));
    if (this.training && results.length === keys.size && results.every((result) => keys.has(keyOf(result)))) return;
    this.training = Training.of(results);
    if (this.current === null) this.arrive();
  };

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('shown')) return;
    // Who goes elsewhere meanwhile does not wait for a puzzle.
    if (!this.shown) {
      first.happened();
      return;
    }
    void this.read();
    this.arrive();
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('decided') && this.decided) void this.keepVerdictInSight();
  }

  /** What is said of the answer makes the way on higher, which lies over the page. */
  private async keepVerdictInSight(): Promise<void> {
    const { offsetHeight } = this.querySelector<HTMLElement>('.train-after') ?? {};
    if (offsetHeight) document.documentElement.style.setProperty('--train-after', `${offsetHeight}px`);
    const game = this.querySelector('outpost-game');
    await game?.updateComplete;
    game?.renderRoot.querySelector('.verdict')?.scrollIntoView({ block: 'nearest' });
  }

  private readonly onHash = (): void => {
    if (trainPlace(location.hash) !== null) this.arrive();
  };

  /** Follows the address, as soon as there is what it takes. */
  private arrive(): void {
    const place = trainPlace(location.hash);
    const { puzzles, training, own, current } = this;
    if (place === null || puzzles === null || training === null || own === null) return;
    this.unknown = null;
    if (place.what === 'one') {
      const puzzle = this.known(place.id);
      if (puzzle === null) this.unknown = place.id;
      if (current?.what !== 'one' || current.puzzle !== puzzle) this.show(puzzle, 'one');
    } else if (current?.what !== place.what) this.show(this.choose(place.what), place.what);
    else if (place.what === 'daily' && current.puzzle !== this.choose('daily'))
      this.show(this.choose('daily'), 'daily');
  }

  private show(puzzle: PuzzleEntry | null, what: TrainPlace['what']): void {
    const again =
      puzzle !== null && (what === 'next' || what === 'yours') && (this.training?.seen.has(puzzle.id) ?? false);
    this.current = puzzle && { puzzle, own: this.ownOf(puzzle), what, again, number: ++this.number };
    if (puzzle) this.whole(this.current as Current).then(first.happened, first.happened);
    else first.happened();
    void this.loadPassingOn();
    this.decided = null;
    this.said = '';
    this.uncopied = null;
    this.refused = null;
  }

  /** Where it does not arrive, the puzzle can be solved, and its link copied; the next one asks again. */
  private async loadPassingOn(): Promise<void> {
    await first.over;
    await drawn();
    await loadPart('share', () => import('./passing-on')).catch(() => {});
  }

  private choose(what: Exclude<TrainPlace['what'], 'one'>): PuzzleEntry | null {
    const { puzzles, training } = this;
    if (puzzles === null || training === null) return null;
    if (what === 'daily') return puzzles.daily(new Date());
    if (what === 'yours') {
      const not = new Set([...this.passed, this.current?.puzzle.id ?? '']);
      return nextInOrder(this.own ?? [], { seen: training.seen, not });
    }
    if (what === 'repeat') return this.due.find(({ id }) => !this.passed.has(id)) ?? this.due[0] ?? null;
    const kind = kindChoice.value === 'all' ? null : kindChoice.value;
    const waiting = puzzles.byId(recall(WAITING) ?? '');
    const waits = waiting !== null && !training.seen.has(waiting.id) && !this.passed.has(waiting.id);
    if (waits && (kind === null || waiting.kind === kind)) return waiting;
    const rating = (training.rated ?? PUZZLE_START).rating;
    const { seen, kinds: before } = training;
    const not = new Set(this.passed);
    if (this.current) not.add(this.current.puzzle.id);
    const puzzle = nextPuzzle(
      puzzles.all,
      { rating, kind, seen, not, before, answered: training.steps.length },
      Math.random,
    );
    if (puzzle) remember(WAITING, puzzle.id);
    return puzzle;
  }

  /** The puzzle of this day was answered on it. */
  private get dailyDone(): boolean {
    const daily = this.puzzles?.daily(new Date());
    const at = daily && this.training?.seen.get(daily.id);
    return typeof at === 'number' && isToday(at);
  }

  /** A puzzle of this site or of the person's own games. */
  private known(id: string): PuzzleEntry | null {
    return this.puzzles?.byId(id) ?? this.own?.find((puzzle) => puzzle.id === id) ?? null;
  }

  /** A puzzle of the person's own games, which is here with all of it; `null`: it is of this site. */
  private ownOf({ id }: PuzzleEntry): Puzzle | null {
    return this.puzzles?.byId(id) ? null : (this.own?.find((puzzle) => puzzle.id === id) ?? null);
  }

  /** All of a puzzle: what is shown was loaded before. */
  private async whole({ puzzle, own }: Pick<Current, 'puzzle' | 'own'>): Promise<Puzzle> {
    return own ?? (await loadPuzzles()).load(puzzle.id);
  }

  /** A puzzle with others of its kind. */
  private alike({ puzzle, own }: Current, n: number): Promise<Puzzle[]> {
    if (own) return Promise.resolve(alike(own, this.own ?? [], n));
    const entries = alike(puzzle, this.puzzles?.all ?? [], n);
    return Promise.all(entries.map((entry) => this.whole({ puzzle: entry, own: null })));
  }

  /** Puzzles that are due again. */
  private get due(): PuzzleEntry[] {
    return this.training?.due(new Date()).flatMap(({ puzzle }) => this.known(puzzle) ?? []) ?? [];
  }

  private readonly onKind = (): void => {
    this.requestUpdate();
    const { current, decided } = this;
    if (current === null) this.arrive();
    if (current?.what !== 'next' || decided) return;
    if (kindChoice.value !== 'all' && current.puzzle.kind !== kindChoice.value) this.show(this.choose('next'), 'next');
  };

  private chooseKind(kind: string): void {
    kindChoice.value = kindChoice.values.find((one) => one === kind) ?? 'all';
    if (this.current?.what !== 'next') location.hash = '#train';
    else if (this.decided) void this.next();
  }

  private readonly onResult = ({ detail }: HTMLElementEventMap['outpost-result']): void => {
    const { current, training } = this;
    if (!current || !training || this.decided || detail.puzzle !== current.puzzle.id) return;
    const now = new Date();
    const { id, kind, rating, deviation } = current.puzzle;
    const { solved, hinted, milliseconds } = detail;
    const result: PuzzleResult = {
      puzzle: id,
      kind,
      rating,
      deviation,
      at: now.getTime(),
      day: dayOf(now),
      solved,
      hinted,
      milliseconds,
    };
    // While the answer is read: the next one is at hand then.
    this.puzzles?.loadAll().catch(() => {});
    const kept = training.keeps(result) || (current.what === 'daily' && !this.dailyDone);
    this.decided = { result, kept };
    if (!kept) return;
    this.reading++;
    this.training = training.with(result);
    void puzzleStore.add(result);
  };

  /** Goes on, and says so to those who cannot see it. */
  private async next(): Promise<void> {
    const { current, decided } = this;
    if (!current) return;
    if (!decided) this.passed.add(current.puzzle.id);
    const { what } = current;
    if (what === 'next' || what === 'repeat' || what === 'yours') this.show(this.choose(what), what);
    else {
      history.pushState(null, '', '#train');
      this.arrive();
    }
    await this.updateComplete;
    window.scrollTo(0, 0);
    await this.querySelector('outpost-puzzle')?.updateComplete;
    const game = this.querySelector('outpost-game');
    await game?.updateComplete;
    const heading = game?.renderRoot.querySelector<HTMLElement>('.lesson-step h2');
    const other = this.querySelector<HTMLElement>('.train-none h2') ?? this.querySelector('h1');
    (heading ?? other)?.focus({ preventScroll: true });
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (!this.shown || !this.decided || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey)
      return;
    if (event.key.toUpperCase() !== KEY) return;
    // Where the board or the puzzle has the keyboard, that is behind their shadow.
    const target = event.composedPath()[0];
    if (target instanceof Element && target.closest('input, select, textarea, dialog')) return;
    event.preventDefault();
    void this.next();
  };

  private async copyLink(id: string): Promise<void> {
    const link = SITE + puzzleHash(id);
    try {
      await navigator.clipboard.writeText(link);
      this.said = shareWords.copied.link;
    } catch {
      this.uncopied = link;
      this.said = shareWords.copyRefused;
      await this.updateComplete;
      const field = this.querySelector<HTMLInputElement>('.train-link');
      field?.focus();
      field?.select();
    }
  }

  /** Opens the boards of a puzzle on the Analyse page. Only this needs the engine. */
  private async analyse(current: Current): Promise<void> {
    if (this.opening) return;
    this.opening = true;
    this.refused = null;
    try {
      const { boards } = await this.whole(current);
      // With the clocks, which the engine's reader wants.
      const fens = boards.split(';').map((fen) => fen.trim().split(/\s+/).slice(0, 4).concat('0', '1').join(' '));
      const link = await afterCrash(async () => (await engine()).encodeLink(JSON.stringify({ type: 'Boards', fens })));
      location.hash = `#${link}`;
    } catch (error) {
      this.refused = words.analyseFailed(messageOf(error));
    } finally {
      this.opening = false;
    }
  }

  /** Puts a puzzle into a lesson, in the workshop. It was answered, and so it is here. */
  private async makeProblem(current: Current): Promise<void> {
    makeProblem(this, shownOf(await this.whole(current)));
  }

  /** Takes a puzzle of an own game away, for good, and goes on. */
  private async removeOwn({ id }: PuzzleEntry): Promise<void> {
    this.own = this.own?.filter((puzzle) => puzzle.id !== id) ?? null;
    await ownPuzzles.remove(id);
    // It has no further answer to wait for.
    this.decided = null;
    await this.next();
  }

  private readonly clear = async (): Promise<void> => {
    this.refused = null;
    try {
      await puzzleStore.clear();
      this.reading++;
      this.training = Training.of([]);
      await ownPuzzles.clear();
      this.own = [];
      this.asking = false;
      await this.updateComplete;
      this.querySelector<HTMLElement>('h1')?.focus();
    } catch (error) {
      this.refused = words.notCleared(messageOf(error));
      await this.ask(false);
    }
  };

  /** Asks whether everything is to be deleted, or no more; the keyboard goes with it. */
  private async ask(asking: boolean): Promise<void> {
    this.asking = asking;
    await this.updateComplete;
    this.querySelector<HTMLElement>(asking ? '.train-sure button' : '.train-clear')?.focus();
  }

  protected override shouldUpdate(changed: PropertyValues): boolean {
    return this.shown || changed.has('shown');
  }

  protected override render(): TemplateResult {
    const { training, puzzles } = this;
    // Nothing moves for who comes for the first time while the answers are read.
    const isNew = training ? training.rated === null : recall(WAITING) === null;
    return html`<div class="page train">
      <div class="train-top">
        <h1 tabindex="-1">${words.title}</h1>
        <p class="train-standing">
          ${training ? this.renderStanding(training) : isNew ? html`<strong>${words.start}</strong>` : nothing}
        </p>
        ${isNew ? html`<a class="train-lessons" href="#learn">${words.lessons}</a>` : nothing}
      </div>
      ${this.renderWays()}
      ${
        this.problem !== null
          ? renderMissing(this.problem, () => this.load(true))
          : this.unknown !== null
            ? html`<div class="notice" role="alert">
                <p>${words.noPuzzle(this.unknown.slice(0, 40))}</p>
                <a class="button primary" href="#train">${words.nextPuzzle}</a>
              </div>`
            : this.current
              ? this.renderPuzzle(this.current)
              : training && puzzles
                ? this.renderNone(training)
                : html`<p class="muted train-loading" role="status">${words.loading}</p>`
      }
      ${training && (puzzles || this.problem !== null) ? this.renderHistory(training) : nothing}
    </div>`;
  }

  /** The rating and the streaks. */
  private renderStanding(training: Training): TemplateResult {
    const { rated } = training;
    const { days, today, row } = training.streaks(new Date());
    return html`<strong>${rated ? ratingWords.rating(rated) : words.start}</strong>
      ${days > 0 ? html`<span class="train-streak" title=${today ? nothing : words.notToday}>${words.days(days)}</span>` : nothing}
      ${row > 1 ? html`<span class="train-streak">${words.row(row)}</span>` : nothing}`;
  }

  private renderWays(): TemplateResult {
    const what = trainPlace(location.hash)?.what ?? 'next';
    const due = this.due.length;
    const own = this.own?.length ?? 0;
    const way = (
      one: 'next' | 'daily' | 'yours' | 'repeat',
      hash: string,
      text: TemplateResult | string,
    ): TemplateResult =>
      html`<a class="train-way" href=${hash} aria-current=${what === one ? 'page' : nothing}>${text}</a>`;
    return html`<div class="train-ways">
      <nav aria-label=${words.ways}>
        ${way('next', '#train', words.way.next)}
        ${way(
          'daily',
          '#train/daily',
          this.dailyDone
            ? html`${icons.check}<span aria-hidden="true">${words.way.daily}</span
                ><span class="visually-hidden">${words.dailyDone}</span>`
            : words.way.daily,
        )}
        ${
          own > 0 || what === 'yours'
            ? way(
                'yours',
                '#train/yours',
                html`<span aria-hidden="true">${words.way.yours}</span
                  ><span class="visually-hidden">${words.yoursText(own)}</span>`,
              )
            : nothing
        }
        ${due > 0 || what === 'repeat' ? way('repeat', '#train/repeat', words.way.repeat(due)) : nothing}
      </nav>
      <label class="train-kind"
        ><span>${words.kind}</span>
        <select @change=${(event: Event) => this.chooseKind((event.target as HTMLSelectElement).value)}>
          <option value="all" ?selected=${kindChoice.value === 'all'}>${words.all}</option>
          ${KINDS.map((kind) => html`<option value=${kind} ?selected=${kindChoice.value === kind}>${puzzleWords.kinds[kind]}</option>`)}
        </select></label
      >
    </div>`;
  }

  private renderPuzzle(current: Current): TemplateResult {
    const { puzzle, own, number, again } = current;
    return html`${again ? html`<p class="notice train-note">${words.allSeen}</p>` : nothing}
      ${keyed(
        number,
        html`<outpost-puzzle
          puzzle=${puzzle.id}
          .data=${own}
          pieces=${piecesChoice.value}
          sound
          @outpost-result=${this.onResult}
        ></outpost-puzzle>`,
      )}
      <div class="train-after">
        <p class="train-outcome" role="status">${this.decided ? this.renderOutcome(this.decided) : nothing}</p>
        <button
          type="button"
          class=${this.decided ? 'primary big' : 'quiet'}
          aria-keyshortcuts=${this.decided ? KEY : nothing}
          title=${this.decided && canHover() ? words.key(KEY) : nothing}
          @click=${this.next}
        >
          ${this.decided ? words.next : words.skip} ${icons.next}
        </button>
      </div>
      ${this.renderMore(current)}`;
  }

  private renderOutcome({ result, kept }: { result: PuzzleResult; kept: boolean }): TemplateResult {
    const { training } = this;
    const step = training?.steps.findLast((each: PuzzleStep) => keyOf(each.result) === keyOf(result));
    const repeat = kept ? training?.repeats.get(result.puzzle) : undefined;
    const text =
      !training || !step || step.unrated === 'repeat'
        ? words.outcome.repeat
        : step.unrated === 'hint'
          ? words.outcome.hint
          : training.isSettled
            ? ratingWords.changed(step, step.change)
            : ratingWords.rating(step);
    return html`<strong>${text}</strong>
      ${repeat ? html`<span>${words.outcome.comesBack(Math.max(1, daysUntil(repeat, new Date())))}</span>` : nothing}`;
  }

  private renderMore(current: Current): TemplateResult {
    const { puzzle, own } = current;
    const { id } = puzzle;
    const all: readonly PuzzleEntry[] = own ? (this.own ?? []) : (this.puzzles?.all ?? []);
    const ofKind = all.filter(({ kind }) => kind === puzzle.kind).length;
    return html`<div class="train-more">
      <div class="row wrap">
        ${
          this.decided
            ? html`<button type="button" aria-disabled=${this.opening ? 'true' : 'false'} @click=${() => this.analyse(current)}>
                ${icons.eye} ${words.analyse}
              </button>
              <button type="button" class="make-problem" @click=${() => this.makeProblem(current)}>
                ${icons.plus} ${makeProblemWords.button}
              </button>`
            : nothing
        }
        ${
          own
            ? html`<button type="button" class="quiet" @click=${() => this.removeOwn(puzzle)}>${icons.cross} ${words.removeOwn}</button>`
            : html`<button type="button" @click=${() => this.copyLink(id)}>${icons.copy} ${shareWords.copy}</button>`
        }
        <span class="small" role="status">${this.said}</span>
      </div>
      ${own ? html`<p class="small muted">${words.ownText}</p>` : nothing}
      ${
        this.uncopied === null
          ? nothing
          : html`<input class="train-link" readonly spellcheck="false" aria-label=${words.linkOf} .value=${this.uncopied} />`
      }
      ${
        own
          ? nothing
          : html`<embed-snippet
                .text=${words.embedText}
                .codes=${{ element: puzzleCode(id, 'element', SITE), iframe: puzzleCode(id, 'iframe', SITE) }}
              ></embed-snippet>
              <course-download .course=${(n: number) => this.course(puzzle, n)} .most=${ofKind}></course-download>`
      }
      <print-sheet .puzzles=${(n: number) => this.alike(current, n)} .most=${ofKind}></print-sheet>
    </div>`;
  }

  /** A package of a puzzle with others of its kind. */
  private course(puzzle: PuzzleEntry, n: number): Course {
    const chosen = alike(puzzle, this.puzzles?.all ?? [], n);
    return {
      title: courseWords.titleOf(puzzleWords.kinds[puzzle.kind], chosen.length),
      content: { puzzles: chosen.map(({ id }) => id) },
      file: `outpost-${puzzle.kind}-${chosen.length}`,
    };
  }

  /** Nothing is due, there is none of an own game, or the site has no puzzle of the kind. */
  private renderNone(training: Training): TemplateResult {
    const what = trainPlace(location.hash)?.what;
    if (what === 'yours') {
      return html`<div class="card train-none">
        <h2 tabindex="-1">${words.noneOfYours}</h2>
        <p>${words.howYours}</p>
        <p><a class="button primary" href="#play">${words.play}</a></p>
      </div>`;
    }
    if (what !== 'repeat') {
      return html`<div class="card train-none">
        <p>${words.noneOfKind}</p>
        <p><button type="button" class="primary" @click=${() => this.chooseKind('all')}>${words.all}</button></p>
      </div>`;
    }
    const now = new Date();
    const later = [...training.repeats.values()]
      .filter(({ puzzle }) => this.known(puzzle))
      .map((repeat) => daysUntil(repeat, now))
      .filter((days) => days > 0)
      .sort((a, b) => a - b);
    const [days] = later;
    return html`<div class="card train-none">
      <h2 tabindex="-1">${words.nothingDue}</h2>
      ${days === undefined ? nothing : html`<p>${words.nextDue(days)}</p>`}
      <p><a class="button primary" href="#train">${words.nextPuzzle}</a></p>
    </div>`;
  }

  private renderHistory(training: Training): TemplateResult {
    return renderHistory({
      training,
      known: (id) => this.known(id),
      due: this.due.length,
      now: new Date(),
      isKept: puzzleStore.isKept,
      asking: this.asking,
      refused: this.refused,
      ask: (asking) => void this.ask(asking),
      clear: this.clear,
    });
  }
}

customElements.define('train-page', TrainPage);

declare global {
  interface HTMLElementTagNameMap {
    'train-page': TrainPage;
  }
}
