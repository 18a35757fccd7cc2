import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import './workshop.css';
import { wholeFen } from '../analyse/position';
import { piecesChoice } from '../board/look';
import { defineElements } from '../embed/elements';
import { holdEngine, releaseEngine } from '../embed/shared-engine';
import { engine } from '../engine/engine';
import { LESSONS } from '../lessons';
import { ownHash } from '../lessons/address';
import type { Lesson, LessonStep, Shown } from '../lessons/lesson';
import { LESSON_LIMITS, lessonText, readLesson } from '../lessons/lesson-file';
import { type OwnLesson, ownLessons } from '../lessons/own-lessons';
import { lessonFileWords } from '../lessons/own-words';
import { isPlayed } from '../problems/tasks';
import { announce } from '../ui/announcer';
import { isAbort, messageOf } from '../ui/errors';
import { icons } from '../ui/icons';
import { askBeforeLeaving } from '../ui/leaving';
import { renderMissing } from '../ui/part-missing';
import { guardFromReload, loadPart } from '../ui/parts';
import { WORKSHOP, workshopHash, workshopPlace } from './address';
import { type Checked, checkShown, isFilledIn } from './checking';
import {
  addStep,
  changeStep,
  copyOf,
  duplicateStep,
  fits,
  hasRoom,
  moveStep,
  newLesson,
  putBack,
  removeStep,
  type StepChange,
  withAttribute,
} from './editing';
import './lesson-list';
import { boardsOf, playedOf, signatureOf, taskOf } from './kinds';
import { titleOf } from './lesson-list';
import { type MoveAim, movesThat } from './move-aims';
import './lesson-sharing';
import { type SetUpBoard, textTooLong } from './step-form';
import { ownLessonWords, stepWords, workshopWords as words } from './words';

defineElements();

/** After the last change: the lesson is saved, its preview and the check of its problems follow. */
const SAVE_MS = 400;
/** Whoever types without a pause has it saved so often. */
const MOST_UNSAVED_MS = 1000;
const CHECK_MS = 350;

/** What the entry of the history that the editor of positions has is told by. */
const EDITOR = 'outpost-editor';

/** Lessons that a problem may be put into, of those changed last. */
const MOST_OFFERED = 8;

/** Where a lesson is made: its steps, the form of one of them, and the lesson as a student sees it. Each change is saved. */
export class WorkshopPage extends LitElement {
  static override properties = {
    shown: { type: Boolean },
    own: { state: true },
    previewed: { state: true },
    loading: { state: true },
    problem: { state: true },
    missing: { state: true },
    at: { state: true },
    removed: { state: true },
    view: { state: true },
    checked: { state: true },
    checking: { state: true },
    settingUp: { state: true },
    listing: { state: true },
    note: { state: true },
    placing: { state: true },
    state: { state: true },
    sharing: { state: true },
    ours: { state: true },
  };
  declare shown: boolean;
  /** `null`: the list of lessons. */
  declare private own: OwnLesson | null;
  /** The lesson as the preview has it. */
  declare private previewed: Lesson | null;
  /** And without what its author has not filled in yet: the check says what that is. */
  private inPreview: Lesson | null = null;
  declare private loading: boolean;
  declare private problem: string | null;
  /** Why the editor of positions could not be loaded. */
  declare private missing: unknown;
  /** The step whose form is shown. */
  declare private at: number;
  /** What was taken out, the last of it last. */
  declare private removed: readonly { step: LessonStep; at: number }[];
  /** Which of both is shown where there is no room for both. */
  declare private view: 'edit' | 'preview';
  /** What the check of the step found; `null` while it is not known. */
  declare private checked: Checked | null;
  declare private checking: boolean;
  /** Moves are being listed; and what became of it. */
  declare private listing: boolean;
  declare private note: string;
  declare private settingUp: SetUpBoard | null;
  /** A problem that waits to be put into a lesson, and the lessons there are. */
  declare private placing: { show: Shown; lessons: readonly OwnLesson[] } | null;
  declare private state: 'saved' | 'saving' | 'not saved' | 'too long';
  declare private sharing: boolean;
  /** Our lessons, to start from. */
  declare private ours: readonly Lesson[];
  /** Where a problem was put that is to be seen next. */
  private placedAt: number | null = null;
  private saveTimer: ReturnType<typeof setTimeout> | undefined;
  /** The boards of each step that follow from what was told, by the steps' ids: they follow it as long as nobody edits them. */
  private readonly derived = new Map<string, string>();
  /** When the first change was made that is not saved yet. */
  private unsavedSince: number | null = null;
  /** Lessons that are too long to be saved, by their ids: nothing of them is lost while the page lives. */
  private readonly tooLong = new Map<string, OwnLesson>();
  private checkTimer: ReturnType<typeof setTimeout> | undefined;
  private checkAbort: AbortController | null = null;
  private listAbort: AbortController | null = null;
  private stops: (() => void)[] = [];

  constructor() {
    super();
    this.shown = false;
    this.own = null;
    this.previewed = null;
    this.loading = false;
    this.problem = null;
    this.missing = null;
    this.at = 0;
    this.removed = [];
    this.view = 'edit';
    this.checked = null;
    this.checking = false;
    this.settingUp = null;
    this.listing = false;
    this.note = '';
    this.placing = null;
    this.state = 'saved';
    this.sharing = false;
    this.ours = [];
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('hashchange', this.onHash);
    window.addEventListener('popstate', this.onPopState);
    window.addEventListener('pagehide', this.save);
    window.addEventListener('focus', this.onFocus);
    document.addEventListener('visibilitychange', this.save);
    this.stops = [
      piecesChoice.onChange(() => this.requestUpdate()),
      guardFromReload(() => this.own !== null && this.state !== 'saved'),
      askBeforeLeaving(() => {
        // While the browser asks, what it is given is written.
        this.save();
        return this.state === 'saving' || this.tooLong.size > 0;
      }),
    ];
    // Embeds end an engine that none of them needs; this one is the app's.
    holdEngine(this);
    this.onHash();
    void this.loadOurs();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('hashchange', this.onHash);
    window.removeEventListener('popstate', this.onPopState);
    window.removeEventListener('pagehide', this.save);
    window.removeEventListener('focus', this.onFocus);
    document.removeEventListener('visibilitychange', this.save);
    for (const stop of this.stops) stop();
    this.save();
    this.checkAbort?.abort();
    releaseEngine(this);
  }

  private async loadOurs(): Promise<void> {
    const all = await Promise.allSettled(Object.values(LESSONS).map((load) => load()));
    this.ours = all.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  }

  /** Another tab may have changed the lesson. */
  private readonly onFocus = async (): Promise<void> => {
    const { own } = this;
    if (!own || this.state !== 'saved') return;
    const stored = await ownLessons.get(own.lesson.id);
    if (this.own !== own || !stored || stored.at <= own.at) return;
    this.own = stored;
    this.previewed = stored.lesson;
    this.at = Math.min(this.at, stored.lesson.steps.length - 1);
    this.checkSoon();
  };

  private readonly onHash = (): void => {
    const place = workshopPlace(location.hash);
    if (place === null) {
      this.save();
      this.placing = null;
      return;
    }
    this.save();
    void this.open(place.lesson);
  };

  private async open(id: string | null): Promise<void> {
    // Who comes back to it goes on where it was left.
    const at = id === this.own?.lesson.id ? this.at : 0;
    this.own = null;
    this.previewed = null;
    this.problem = null;
    this.removed = [];
    this.derived.clear();
    this.settingUp = null;
    this.sharing = false;
    this.view = 'edit';
    this.state = 'saved';
    if (id === null) return;
    this.placing = null;
    this.loading = true;
    const tooLong = this.tooLong.get(id);
    const own = tooLong ?? (await ownLessons.get(id));
    if (workshopPlace(location.hash)?.lesson !== id) return;
    this.loading = false;
    this.at = Math.min(this.placedAt ?? at, (own?.lesson.steps.length ?? 1) - 1);
    this.placedAt = null;
    if (own === null) this.problem = words.none;
    this.own = own;
    if (own) this.state = tooLong ? 'too long' : this.storedState;
    this.previewed = own?.lesson ?? null;
    this.checkSoon();
    await this.updateComplete;
    this.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }

  /** Puts a problem into a lesson: a new one, or one that is chosen then. */
  async make(show: Shown): Promise<void> {
    const lessons = await ownLessons.all();
    if (lessons.length === 0) await this.place(show, null);
    else {
      this.placing = { show, lessons: lessons.slice(0, MOST_OFFERED) };
      if (location.hash !== WORKSHOP) location.hash = WORKSHOP;
      await this.updateComplete;
      this.querySelector<HTMLElement>('.workshop-placing h2')?.focus();
    }
  }

  /** Reads a lesson from a file, and shows it as one of this device. */
  async openFile(text: string): Promise<void> {
    try {
      const { id } = await ownLessons.add(readLesson(text));
      location.hash = ownHash(id);
    } catch (error) {
      this.problem = ownLessonWords.failed(messageOf(error));
    }
  }

  private async place(show: Shown, into: OwnLesson | null): Promise<void> {
    try {
      const lesson = into ? addStep(into.lesson, into.lesson.steps.length, { show }) : newLesson(show);
      if (into) await ownLessons.put({ ...into, lesson, at: Date.now() });
      else await ownLessons.add(lesson);
      this.placing = null;
      this.placedAt = lesson.steps.length - 1;
      location.hash = workshopHash(lesson.id);
    } catch (error) {
      this.problem = ownLessonWords.failed(messageOf(error));
    }
  }

  private async startFrom(lesson: Lesson): Promise<void> {
    try {
      const { id } = await ownLessons.add(copyOf(lesson), playedOf(lesson));
      location.hash = workshopHash(id);
    } catch (error) {
      this.problem = ownLessonWords.failed(messageOf(error));
    }
  }

  // Changes

  private get lesson(): Lesson {
    return (this.own as OwnLesson).lesson;
  }

  private get step(): LessonStep {
    return this.lesson.steps[this.at] as LessonStep;
  }

  private change(lesson: Lesson, tried = this.own?.tried ?? []): void {
    if (!this.own || lesson === this.lesson) return;
    this.own = { lesson, tried, at: Date.now() };
    this.state = 'saving';
    clearTimeout(this.saveTimer);
    this.unsavedSince ??= Date.now();
    const patience = this.unsavedSince + MOST_UNSAVED_MS - Date.now();
    this.saveTimer = setTimeout(this.save, Math.max(0, Math.min(SAVE_MS, patience)));
    this.checkSoon();
  }

  private changeThis(change: StepChange): void {
    this.change(changeStep(this.lesson, this.at, change));
  }

  private readonly save = (): void => {
    clearTimeout(this.saveTimer);
    this.unsavedSince = null;
    const { own } = this;
    if (!own || this.state !== 'saving') return;
    this.previewed = own.lesson;
    const { id } = own.lesson;
    if (whyTooLong(own.lesson) !== null) {
      this.tooLong.set(id, own);
      this.state = 'too long';
      return;
    }
    this.tooLong.delete(id);
    void ownLessons.put(own).then(() => {
      if (own === this.own) this.state = this.storedState;
    });
  };

  private get storedState(): 'saved' | 'not saved' {
    return ownLessons.isStored(this.lesson.id) ? 'saved' : 'not saved';
  }

  private select(at: number): void {
    if (at === this.at || !this.lesson.steps[at]) return;
    this.at = at;
    this.note = '';
    this.checkSoon();
  }

  private add(): void {
    const { lesson } = this;
    this.removed = [];
    this.change(addStep(lesson, this.at + 1));
    this.select(Math.min(this.at + 1, this.lesson.steps.length - 1));
    void this.focusOn('[name=heading]');
  }

  private duplicate(): void {
    this.removed = [];
    this.change(duplicateStep(this.lesson, this.at));
    this.select(this.at + 1);
  }

  private removeThis(): void {
    const { step, at, lesson } = this;
    if (lesson.steps.length < 2) return;
    this.removed = [...this.removed, { step, at }];
    this.change(removeStep(lesson, at));
    this.at = Math.min(at, this.lesson.steps.length - 1);
    this.checkSoon();
    void this.focusOn('.workshop-removed button');
  }

  private undo(): void {
    const last = this.removed.at(-1);
    if (!last) return;
    this.change(putBack(this.lesson, last.at, last.step));
    this.removed = this.removed.slice(0, -1);
    this.at = last.at;
    this.note = '';
    this.checkSoon();
    void this.focusOn(this.removed.length > 0 ? '.workshop-removed button' : '.workshop-steps [aria-current]');
  }

  private move(by: -1 | 1): void {
    const to = this.at + by;
    const moved = moveStep(this.lesson, this.at, to);
    if (moved === this.lesson) return;
    this.removed = [];
    this.change(moved);
    this.at = to;
    announce(words.moved(to + 1));
  }

  private readonly onStepKey = (event: KeyboardEvent): void => {
    if (!event.altKey || event.ctrlKey || event.metaKey) return;
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (by === 0) return;
    event.preventDefault();
    this.move(by);
    void this.focusOn('.workshop-steps [aria-current]');
  };

  private async focusOn(selector: string): Promise<void> {
    await this.updateComplete;
    await this.querySelector('workshop-step')?.updateComplete;
    this.querySelector<HTMLElement>(selector)?.focus();
  }

  // Checks

  private checkSoon(): void {
    clearTimeout(this.checkTimer);
    this.checkAbort?.abort();
    this.listAbort?.abort();
    const show = this.own?.lesson.steps[this.at]?.show;
    this.checking = show !== undefined;
    this.checked = null;
    if (show) this.checkTimer = setTimeout(() => void this.check(show), CHECK_MS);
  }

  private async check(show: Shown): Promise<void> {
    const abort = new AbortController();
    this.checkAbort = abort;
    try {
      const checked = await checkShown(show, { engine, tried: this.own?.tried ?? [], signal: abort.signal });
      if (abort.signal.aborted || this.own?.lesson.steps[this.at]?.show !== show) return;
      this.checking = false;
      this.checked = checked;
      this.fillIn(show, checked);
    } catch (error) {
      if (!abort.signal.aborted && !isAbort(error)) throw error;
    }
  }

  /** What only the check can know is written where nothing is yet. */
  private fillIn(show: Shown, { boards, follows, right }: Checked): void {
    const task = taskOf(show);
    const { id } = this.step;
    const { boards: given } = show.attributes;
    if (follows && given) this.derived.set(id, given);
    if (boards && (!given || given === this.derived.get(id)))
      this.changeThis({ show: withAttribute(show, 'boards', boards.join(';')) });
    else if ((task === 'where' || task === 'played') && !show.attributes.answer && right.length > 0)
      this.changeThis({ show: withAttribute(show, 'answer', right.join(' ')) });
  }

  /** Writes the moves that do something best into the right answers. */
  private async listMoves(aim: MoveAim): Promise<void> {
    const { show } = this.step;
    if (!show || this.listing) return;
    this.listing = true;
    this.note = stepWords.listing;
    const abort = new AbortController();
    this.listAbort = abort;
    const isHere = (): boolean => this.own?.lesson.steps[this.at]?.show === show;
    try {
      const moves = await movesThat(await engine(), boardsOf(show.attributes).map(wholeFen), aim, abort.signal);
      if (!isHere()) return;
      this.note = moves.length === 0 ? stepWords.noneListed : '';
      if (moves.length > 0) this.changeThis({ show: withAttribute(show, 'answer', moves.join(' ')) });
    } catch (error) {
      if (isHere() && !isAbort(error)) this.note = stepWords.notListed(messageOf(error));
    } finally {
      this.listing = false;
    }
  }

  private readonly onProgress = ({ detail }: HTMLElementEventMap['outpost-progress']): void => {
    if (this.own && detail.step - 1 !== this.at && this.previewed?.steps.length === this.lesson.steps.length)
      this.select(detail.step - 1);
  };

  /** The author has solved a problem: a game that can be won is known by that alone. */
  private readonly onSolved = ({ detail }: HTMLElementEventMap['outpost-success']): void => {
    const { own, previewed } = this;
    const show = previewed?.steps[this.at]?.show;
    if (!own || !show || !isPlayed(detail.task) || own.lesson.steps[this.at]?.show !== show) return;
    const signature = signatureOf(show);
    if (own.tried.includes(signature)) return;
    this.own = { ...own, tried: [...own.tried, signature] };
    this.state = 'saving';
    this.save();
    this.checkSoon();
  };

  // Positions

  private async setUp(board: SetUpBoard, again = false): Promise<void> {
    this.missing = null;
    // Going back leads from the editor to the lesson.
    if (this.settingUp === null) history.pushState({ ...history.state, [EDITOR]: true }, '', location.href);
    this.settingUp = board;
    try {
      await loadPart('editor', () => import('../analyse/position-editor'), again);
      await this.updateComplete;
      const editor = this.querySelector('position-editor');
      await editor?.updateComplete;
      window.scrollTo(0, 0);
      editor?.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
    } catch (error) {
      this.missing = error;
    }
  }

  private readonly onPopState = (): void => {
    if (this.settingUp && this.own && !history.state?.[EDITOR]) void this.endSetUp(null);
  };

  private async endSetUp(fen: string | null): Promise<void> {
    const { settingUp } = this;
    const { show } = this.step;
    this.settingUp = null;
    if (history.state?.[EDITOR]) history.back();
    if (settingUp && show && fen !== null) {
      if (settingUp.what !== 'boards') this.changeThis({ show: withAttribute(show, settingUp.what, fen) });
      else {
        const { attributes } = show;
        const before = boardsOf(attributes);
        const fens = before.length > 0 || !attributes.fen || show.element !== 'board' ? before : [attributes.fen];
        const all = fens.toSpliced(settingUp.index, 1, fen);
        const single = show.element === 'board' && all.length === 1;
        const boards = withAttribute(show, 'boards', single ? '' : all.join(';'));
        this.changeThis({ show: show.element === 'board' ? withAttribute(boards, 'fen', single ? fen : '') : boards });
      }
    }
    await this.focusOn(`[data-field=${settingUp?.what ?? 'boards'}] .workshop-set-up`);
    this.querySelector(`[data-field=${settingUp?.what ?? 'boards'}]`)?.scrollIntoView({ block: 'nearest' });
  }

  // What is shown

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('previewed')) return;
    const { previewed } = this;
    this.inPreview = previewed && { ...previewed, steps: previewed.steps.map(withoutUnfinished) };
  }

  protected override shouldUpdate(changed: PropertyValues): boolean {
    return this.shown || changed.has('shown');
  }

  protected override render(): TemplateResult {
    const { own, settingUp } = this;
    if (own && settingUp) {
      return html`${this.missing ? renderMissing(this.missing, () => this.setUp(settingUp, true)) : nothing}
        <position-editor
          .fen=${settingUp.fen}
          .action=${stepWords.take}
          .back=${stepWords.leave}
          .lead=${stepWords.editorLead}
          @leave=${() => this.endSetUp(null)}
          @open-position=${(event: CustomEvent<string>) => this.endSetUp(event.detail)}
        ></position-editor>`;
    }
    return html`<div class="page workshop" data-view=${this.view}>
      <nav class="small" aria-label=${words.title}>
        <a href=${own ? WORKSHOP : '#learn'}>${icons.back} ${own ? words.all : words.back}</a>
      </nav>
      ${this.problem ? html`<div class="notice bad" role="alert"><p>${this.problem}</p></div>` : nothing}
      ${own ? this.renderLesson(own) : this.loading ? html`<p class="muted">${words.loading}</p>` : this.renderStart()}
    </div>`;
  }

  private renderStart(): TemplateResult {
    return html`<h1 tabindex="-1">${words.title}</h1>
      <p class="muted">${words.lead}</p>
      ${this.placing ? this.renderPlacing(this.placing) : nothing}
      <lesson-list></lesson-list>
      <section aria-labelledby="workshop-ours">
        <h2 id="workshop-ours">${words.startFrom}</h2>
        <ul class="workshop-ours">
          ${this.ours.map(
            (lesson) =>
              html`<li>
                <button type="button" @click=${() => this.startFrom(lesson)}>${lesson.title}</button>
              </li>`,
          )}
        </ul>
      </section>`;
  }

  private renderPlacing({ show, lessons }: { show: Shown; lessons: readonly OwnLesson[] }): TemplateResult {
    return html`<section class="card workshop-placing" aria-labelledby="workshop-placing">
      <h2 id="workshop-placing" tabindex="-1">${words.where}</h2>
      <div class="row wrap">
        <button type="button" class="primary" @click=${() => this.place(show, null)}>${icons.plus} ${words.intoNew}</button>
        ${lessons
          .filter(({ lesson }) => hasRoom(lesson) && !this.tooLong.has(lesson.id))
          .map(
            (own) =>
              html`<button type="button" @click=${() => this.place(show, own)}>${words.into(titleOf(own.lesson))}</button>`,
          )}
      </div>
    </section>`;
  }

  private renderLesson(own: OwnLesson): TemplateResult {
    const { lesson } = own;
    return html`<div class="workshop-top">
        <h1 tabindex="-1"><bdi>${titleOf(lesson)}</bdi></h1>
        <p class="small muted workshop-state" role="status" data-state=${this.state}>${this.renderState()}</p>
      </div>
      <div class="segments workshop-views" role="group" aria-label=${words.view}>
        ${(['edit', 'preview'] as const).map(
          (view) =>
            html`<button
              type="button"
              class="segment"
              aria-pressed=${this.view === view ? 'true' : 'false'}
              @click=${() => {
                this.view = view;
                this.save();
              }}
            >
              ${words[view]}
            </button>`,
        )}
      </div>
      <div class="workshop-columns">
        <div class="workshop-edit">${this.renderAbout(lesson)} ${this.renderSteps(lesson)} ${this.renderShare(own)}</div>
        <section class="workshop-preview" aria-labelledby="workshop-preview">
          <h2 id="workshop-preview">${words.preview} <span class="muted small">${words.previewLead}</span></h2>
          <outpost-lesson
            .own=${this.inPreview}
            step=${this.at + 1}
            pieces=${piecesChoice.value}
            @outpost-progress=${this.onProgress}
            @outpost-success=${this.onSolved}
          ></outpost-lesson>
        </section>
      </div>`;
  }

  private renderState(): TemplateResult | string {
    if (this.state === 'saving') return words.saving;
    if (this.state === 'saved') return words.saved;
    return html`<span class="problem">${whyTooLong(this.lesson) ?? words.notSaved}</span>`;
  }

  private renderAbout(lesson: Lesson): TemplateResult {
    return html`<section class="card workshop-fields">
      <label class="workshop-field"
        ><span>${words.lessonTitle}</span>
        <input
          name="title"
          maxlength=${LESSON_LIMITS.title}
          .value=${lesson.title}
          @input=${(event: Event) => this.change({ ...this.lesson, title: (event.target as HTMLInputElement).value })}
      /></label>
      <label class="workshop-field"
        ><span>${words.summary}</span>
        <input
          name="summary"
          maxlength=${LESSON_LIMITS.summary}
          aria-describedby="workshop-summary-help"
          .value=${lesson.summary}
          @input=${(event: Event) => this.change({ ...this.lesson, summary: (event.target as HTMLInputElement).value })}
      /></label>
      <p id="workshop-summary-help" class="small muted">${words.summaryHelp}</p>
    </section>`;
  }

  private renderSteps(lesson: Lesson): TemplateResult {
    const { at, removed } = this;
    const full = !hasRoom(lesson);
    const action = (text: string, icon: unknown, off: boolean, act: () => void): TemplateResult =>
      html`<button type="button" class="small-button" aria-disabled=${off ? 'true' : 'false'} @click=${() => off || act()}>
        ${icon} ${text}
      </button>`;
    return html`<section class="card workshop-steps-card" aria-labelledby="workshop-steps">
      <div class="row between wrap">
        <h2 id="workshop-steps">${words.steps}</h2>
        <button
          type="button"
          class="small-button workshop-add"
          aria-disabled=${full ? 'true' : 'false'}
          @click=${() => full || this.add()}
        >
          ${icons.plus} ${words.addStep}
        </button>
      </div>
      ${full ? html`<p class="small muted">${words.mostSteps(LESSON_LIMITS.steps)}</p>` : nothing}
      <ol class="workshop-steps" @keydown=${this.onStepKey}>
        ${lesson.steps.map(
          ({ heading }, i) => html`<li>
            <button
              type="button"
              aria-current=${i === at ? 'step' : nothing}
              aria-describedby="workshop-keys"
              @click=${() => this.select(i)}
            >
              <span aria-hidden="true">${i + 1}</span>
              <span class="visually-hidden">${words.stepOf(i + 1)}</span>
              <bdi class=${heading ? '' : 'muted'}>${heading || words.noHeading}</bdi>
            </button>
          </li>`,
        )}
      </ol>
      ${
        removed.length > 0
          ? html`<div class="notice workshop-removed" role="status">
              <p>${words.removed}</p>
              <button type="button" @click=${() => this.undo()}>${icons.undo} ${words.undo}</button>
            </div>`
          : nothing
      }
      <div class="row wrap workshop-actions" role="group" aria-label=${words.stepActions}>
        ${action(words.up, icons.up, at === 0, () => this.move(-1))}
        ${action(words.down, icons.down, at === lesson.steps.length - 1, () => this.move(1))}
        ${action(words.duplicate, icons.copy, full, () => this.duplicate())}
        ${action(words.remove, icons.cross, lesson.steps.length < 2, () => this.removeThis())}
      </div>
      <p id="workshop-keys" class="small muted workshop-keys">${words.keys}</p>
      <workshop-step
        .step=${this.step}
        .checked=${this.checked}
        ?checking=${this.checking}
        ?busy=${this.listing}
        .note=${this.note}
        @list-moves=${({ detail }: CustomEvent<MoveAim>) => this.listMoves(detail)}
        @change-step=${({ detail }: CustomEvent<StepChange>) => this.changeThis(detail)}
        @set-up=${({ detail }: CustomEvent<SetUpBoard>) => this.setUp(detail)}
      ></workshop-step>
    </section>`;
  }

  private renderSharing(lesson: Lesson, tried: readonly string[]): TemplateResult {
    const why = whyTooLong(lesson);
    // Nobody could open it.
    if (why !== null) return html`<p class="problem">${why}</p>`;
    return html`<lesson-sharing .lesson=${lesson} .tried=${tried}></lesson-sharing>`;
  }

  private renderShare({ lesson, tried }: OwnLesson): TemplateResult {
    return html`<details
      class="card workshop-share"
      ?open=${this.sharing}
      @toggle=${(event: Event) => {
        if (event.target === event.currentTarget) this.sharing = (event.target as HTMLDetailsElement).open;
      }}
    >
      <summary>${words.share}</summary>
      ${this.sharing ? this.renderSharing(this.previewed ?? lesson, tried) : nothing}
    </details>`;
  }
}

function withoutUnfinished(step: LessonStep): LessonStep {
  if (!step.show || isFilledIn(step.show)) return step;
  const { show: _, ...words } = step;
  return words;
}

/** Why a lesson is not saved, in words; `null` where it can be. */
function whyTooLong(lesson: Lesson): string | null {
  const long = lesson.steps.findIndex((step) => !fits(step));
  if (long >= 0) return lessonFileWords.inStep(long + 1, textTooLong());
  return lessonText(lesson).length > LESSON_LIMITS.file ? words.tooLong(LESSON_LIMITS.file) : null;
}

customElements.define('workshop-page', WorkshopPage);

declare global {
  interface HTMLElementTagNameMap {
    'workshop-page': WorkshopPage;
  }
}
