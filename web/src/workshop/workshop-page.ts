import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import './workshop.css';
import './lesson-list';
import { piecesChoice } from '../board/look';
import { holdEngine, releaseEngine } from '../embed/shared-engine';
import { LESSONS } from '../lessons';
import { ownHash } from '../lessons/address';
import type { Shown } from '../lessons/lesson';
import { readLesson } from '../lessons/lesson-file';
import { listedLessons } from '../lessons/listed';
import { type OwnLesson, ownLessons } from '../lessons/own-lessons';
import { announce } from '../ui/announcer';
import { messageOf } from '../ui/errors';
import { icons } from '../ui/icons';
import { askBeforeLeaving } from '../ui/leaving';
import { renderMissing } from '../ui/part-missing';
import { guardFromReload, loadPart } from '../ui/parts';
import { WORKSHOP, workshopHash, workshopPlace } from './address';
import { Draft } from './draft';
import { addStep, copyOf, hasRoom, newLesson, withAttribute } from './editing';
import { boardsOf, playedOf } from './kinds';
import { renderLessonForm } from './lesson-form';
import { titleOf } from './lesson-list';
import { StepCheck } from './step-check';
import type { SetUpBoard } from './step-form';
import { ownLessonWords, stepWords, workshopWords as words } from './words';

/** What the entry of the history that the editor of positions has is told by. */
const EDITOR = 'outpost-editor';

/** Lessons that a problem may be put into, of those changed last. */
const MOST_OFFERED = 8;

/** Where a lesson is made: the list of lessons, one of them with its preview, or the editor of a position of it. */
export class WorkshopPage extends LitElement {
  static override properties = {
    shown: { type: Boolean },
    loading: { state: true },
    problem: { state: true },
    missing: { state: true },
    view: { state: true },
    settingUp: { state: true },
    placing: { state: true },
    sharing: { state: true },
  };
  declare shown: boolean;
  declare private loading: boolean;
  declare private problem: string | null;
  /** Why the editor of positions, or what shows a lesson, could not be loaded. */
  declare private missing: unknown;
  declare private view: 'edit' | 'preview';
  declare private settingUp: SetUpBoard | null;
  /** A problem that waits to be put into a lesson, and the lessons there are. */
  declare private placing: { show: Shown; lessons: readonly OwnLesson[] } | null;
  declare private sharing: boolean;
  private readonly draft: Draft;
  private readonly check: StepCheck;
  /** Where a problem was put that is to be seen next. */
  private placedAt: number | null = null;
  private stops: (() => void)[] = [];

  constructor() {
    super();
    this.shown = false;
    this.loading = false;
    this.problem = null;
    this.missing = null;
    this.view = 'edit';
    this.settingUp = null;
    this.placing = null;
    this.sharing = false;
    const changed = (): void => this.requestUpdate();
    this.draft = new Draft({ changed, toCheck: () => this.check.soon() });
    this.check = new StepCheck(this.draft, changed);
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('hashchange', this.onHash);
    window.addEventListener('popstate', this.onPopState);
    window.addEventListener('pagehide', this.draft.save);
    window.addEventListener('focus', this.onFocus);
    document.addEventListener('visibilitychange', this.draft.save);
    this.stops = [
      piecesChoice.onChange(() => this.requestUpdate()),
      guardFromReload(() => this.draft.isUnsaved),
      askBeforeLeaving(() => {
        // While the browser asks, what it is given is written.
        this.draft.save();
        return this.draft.wouldBeLost;
      }),
    ];
    // Embeds end an engine that none of them needs; this one is the app's.
    holdEngine(this);
    this.onHash();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('hashchange', this.onHash);
    window.removeEventListener('popstate', this.onPopState);
    window.removeEventListener('pagehide', this.draft.save);
    window.removeEventListener('focus', this.onFocus);
    document.removeEventListener('visibilitychange', this.draft.save);
    for (const stop of this.stops) stop();
    this.draft.save();
    this.check.stop();
    releaseEngine(this);
  }

  private readonly onFocus = (): void => void this.draft.refresh();

  private readonly onHash = (): void => {
    const place = workshopPlace(location.hash);
    this.draft.save();
    if (place === null) this.placing = null;
    else void this.open(place.lesson);
  };

  private async open(id: string | null): Promise<void> {
    const { draft } = this;
    // Who comes back to it goes on where it was left.
    const at = id === draft.own?.lesson.id ? draft.at : 0;
    draft.close();
    this.check.forget({ lesson: true });
    this.problem = null;
    this.settingUp = null;
    this.sharing = false;
    this.view = 'edit';
    if (id === null) return;
    this.placing = null;
    this.loading = true;
    void this.loadPreview();
    const own = await draft.find(id);
    if (workshopPlace(location.hash)?.lesson !== id) return;
    this.loading = false;
    if (own === null) this.problem = words.none;
    else draft.open(own, this.placedAt ?? at);
    this.placedAt = null;
    await this.updateComplete;
    this.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }

  /** What a lesson is shown with: the list of lessons does without. */
  private async loadPreview(again = false): Promise<void> {
    this.missing = null;
    try {
      const { defineElements } = await loadPart('lesson', () => import('../embed/elements'), again);
      defineElements();
    } catch (error) {
      this.missing = error;
    }
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

  /** A copy of one of ours, to be changed. */
  private async startFrom(name: string): Promise<void> {
    try {
      const lesson = await LESSONS[name]?.();
      if (!lesson) return;
      const { id } = await ownLessons.add(copyOf(lesson), playedOf(lesson));
      location.hash = workshopHash(id);
    } catch (error) {
      this.problem = ownLessonWords.failed(messageOf(error));
    }
  }

  // Steps

  private select(at: number): void {
    if (at !== this.draft.at) this.check.forget();
    this.draft.select(at);
  }

  private readonly add = (): void => {
    this.check.forget();
    this.draft.add();
    void this.focusOn('[name=heading]');
  };

  private readonly duplicate = (): void => {
    this.check.forget();
    this.draft.duplicate();
  };

  private readonly removeStep = (): void => {
    if (this.draft.remove()) void this.focusOn('.workshop-removed button');
  };

  private readonly undo = (): void => {
    this.check.forget();
    this.draft.undo();
    void this.focusOn(this.draft.removed.length > 0 ? '.workshop-removed button' : '.workshop-steps [aria-current]');
  };

  private move(by: -1 | 1): void {
    if (this.draft.move(by)) announce(words.moved(this.draft.at + 1));
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
    if (this.settingUp && this.draft.own && !history.state?.[EDITOR]) void this.endSetUp(null);
  };

  private async endSetUp(fen: string | null): Promise<void> {
    const { settingUp } = this;
    const { draft } = this;
    const { show } = draft.step;
    this.settingUp = null;
    if (history.state?.[EDITOR]) history.back();
    if (settingUp && show && fen !== null) {
      if (settingUp.what !== 'boards') draft.changeStep({ show: withAttribute(show, settingUp.what, fen) });
      else {
        const { attributes } = show;
        const before = boardsOf(attributes);
        const fens = before.length > 0 || !attributes.fen || show.element !== 'board' ? before : [attributes.fen];
        const all = fens.toSpliced(settingUp.index, 1, fen);
        const single = show.element === 'board' && all.length === 1;
        const boards = withAttribute(show, 'boards', single ? '' : all.join(';'));
        draft.changeStep({ show: show.element === 'board' ? withAttribute(boards, 'fen', single ? fen : '') : boards });
      }
    }
    await this.focusOn(`[data-field=${settingUp?.what ?? 'boards'}] .workshop-set-up`);
    this.querySelector(`[data-field=${settingUp?.what ?? 'boards'}]`)?.scrollIntoView({ block: 'nearest' });
  }

  // What is shown

  protected override shouldUpdate(changed: PropertyValues): boolean {
    return this.shown || changed.has('shown');
  }

  protected override render(): TemplateResult {
    const { settingUp, missing } = this;
    const { own } = this.draft;
    if (own && settingUp) {
      return html`${missing ? renderMissing(missing, () => this.setUp(settingUp, true)) : nothing}
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
      ${missing ? renderMissing(missing, () => this.loadPreview(true)) : nothing}
      ${own ? this.renderForm() : this.loading ? html`<p class="muted">${words.loading}</p>` : this.renderStart()}
    </div>`;
  }

  private renderForm(): TemplateResult {
    const { draft, check, view, sharing, add, duplicate, undo, onStepKey } = this;
    return renderLessonForm({
      ...{ draft, check, view, sharing, add, duplicate, undo, onStepKey },
      remove: this.removeStep,
      setView: (chosen) => {
        this.view = chosen;
        draft.save();
      },
      setSharing: (open) => {
        this.sharing = open;
      },
      select: (at) => this.select(at),
      move: (by) => this.move(by),
      setUp: (board) => void this.setUp(board),
    });
  }

  private renderStart(): TemplateResult {
    return html`<h1 tabindex="-1">${words.title}</h1>
      <p class="muted">${words.lead}</p>
      ${this.placing ? this.renderPlacing(this.placing) : nothing}
      <lesson-list></lesson-list>
      <section aria-labelledby="workshop-ours">
        <h2 id="workshop-ours">${words.startFrom}</h2>
        <ul class="workshop-ours">
          ${listedLessons().map(
            ({ id, title }) =>
              html`<li>
                <button type="button" @click=${() => this.startFrom(id)}>${title}</button>
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
          .filter(({ lesson }) => hasRoom(lesson) && !this.draft.isTooLong(lesson.id))
          .map(
            (own) =>
              html`<button type="button" @click=${() => this.place(show, own)}>${words.into(titleOf(own.lesson))}</button>`,
          )}
      </div>
    </section>`;
  }
}

customElements.define('workshop-page', WorkshopPage);

declare global {
  interface HTMLElementTagNameMap {
    'workshop-page': WorkshopPage;
  }
}
