import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { LESSONS } from '../lessons';
import type { Lesson, LessonStep, Shown } from '../lessons/lesson';
import { MOST_NAME, NO_PROGRESS, type Progress, recallProgress, rememberProgress } from '../lessons/progress';
import { lessonWords } from '../lessons/words';
import { GAME_TEXTS, MOST_ITEMS, oneOf, wholeNumber } from '../problems/attributes';
import { messageOf } from '../ui/errors';
import { icons } from '../ui/icons';
import { loadPart } from '../ui/parts';
import { commonWords } from '../ui/words';
import { EmbedElement } from './element';
import type { EmbedEvents } from './events';
import { renderLead } from './lead';
import { markLanguage } from './own-language';
import { shadowStyles } from './styles';
import { embedWords } from './words';

/** What can be solved. */
const TASK = '[task], outpost-puzzle';

/** Numbers of steps that take no more than two lines on a phone. */
const MOST_DOTS = 10;

/** One page of what is shown. */
interface Page {
  /** What progress is kept by. */
  id: string;
  /** The words of a lesson of ours; `null` for what somebody put into the element. */
  step: LessonStep | null;
  /** What is shown in the page's own tree. */
  element: Element | null;
  task: boolean;
}

/**
 * Several embeds, one at a time, with what is solved of them: one of Outpost's lessons by its `name`, one that a teacher made (`data`, as
 * in its link), or its children, which are whatever a page puts there. Those that are or hold an embed with a task count as solved when it
 * says so.
 *
 * Attributes: `name`; `data`; `step` (from 1); `remember` (a key, or the lesson's name where it is empty): keeps the progress in the
 * browser's storage for this origin; `theme`, `pieces`, `sound`.
 */
export class OutpostLesson extends LitElement {
  static override styles = shadowStyles;
  static override properties = {
    theme: { reflect: true },
    pieces: {},
    sound: { type: Boolean },
    name: {},
    data: {},
    own: { attribute: false },
    next: { attribute: false },
    step: {},
    remember: {},
    lesson: { state: true },
    pages: { state: true },
    progress: { state: true },
    problem: { state: true },
  };
  declare theme: string;
  declare pieces: string | null;
  declare sound: boolean;
  declare name: string | null;
  /** A lesson as its link holds it (`lessons/lesson-link.ts`); wins over `name`. */
  declare data: string | null;
  /** A lesson, whatever the attributes say. Where it changes, it is shown at the same step. */
  declare own: Lesson | null;
  /** Where Next leads at the last step. */
  declare next: { href: string; label: string } | null;
  declare step: string | null;
  declare remember: string | null;
  declare private lesson: Lesson | null;
  declare private pages: readonly Page[];
  declare private progress: Progress;
  declare private problem: string | null;
  /** Counts the lessons that were asked for: what arrives late is not shown. */
  private asked = 0;
  /** What went wrong may go right another time. */
  private canRetry = false;

  constructor() {
    super();
    this.theme = '';
    this.pieces = null;
    this.sound = false;
    this.name = null;
    this.data = null;
    this.own = null;
    this.next = null;
    this.step = null;
    this.remember = null;
    this.lesson = null;
    this.pages = [];
    this.progress = NO_PROGRESS;
    this.problem = null;
    this.addEventListener('outpost-success', (event) => this.onSuccess(event.target as Node));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    markLanguage(this);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (['name', 'data', 'own'].some((name) => changed.has(name))) this.onSource();
    else if (changed.has('remember') && this.pages.length > 0) this.take(this.pages);
    else if (changed.has('step') && this.pages.length > 0) this.goToAttribute();
    if (['theme', 'pieces', 'sound'].some((name) => changed.has(name))) this.passOn();
  }

  protected override updated(): void {
    const steps = this.renderRoot.querySelector<HTMLElement>('.lesson-steps.many');
    const here = steps?.querySelector<HTMLElement>('[aria-current]')?.parentElement;
    // Of this line only: the page stays where it is.
    if (steps && here) steps.scrollLeft = here.offsetLeft - (steps.clientWidth - here.offsetWidth) / 2;
  }

  /** Where progress is kept; `null`: nowhere. */
  private get key(): string | null {
    const name = this.remember?.trim();
    if (name === undefined || name.length > MOST_NAME) return null;
    return name || (this.lesson?.id ?? null);
  }

  /** Whether it shows what a page put into it. */
  private get showsChildren(): boolean {
    return this.name === null && this.data === null && this.own === null;
  }

  /** Another lesson, or none: then what is in the element is shown. */
  private onSource(): void {
    this.asked += 1;
    this.problem = null;
    const { own } = this;
    // One that is being written goes on where it is.
    if (own && own.id === this.lesson?.id) {
      this.change(own);
      return;
    }
    for (const { step, element } of this.pages) if (step) element?.remove();
    this.lesson = null;
    this.pages = [];
    this.progress = NO_PROGRESS;
    if (own) this.takeLesson(own);
    else if (!this.showsChildren) void this.fetchLesson();
  }

  private takeLesson(lesson: Lesson): void {
    this.lesson = lesson;
    this.take(lesson.steps.map((step) => pageOf(step, null)));
  }

  /** Shows a lesson as it is now: what of it is shown already stays. */
  private change(lesson: Lesson): void {
    const before = new Map(this.pages.map((page) => [page.id, page]));
    const pages = lesson.steps.map((step) => {
      const page = before.get(step.id);
      const same = page?.element && page.step?.show?.element === step.show?.element ? page.element : null;
      return pageOf(step, same);
    });
    for (const { element } of this.pages) if (!pages.some((page) => page.element === element)) element?.remove();
    const others = lesson.steps.filter(({ id, show }) => taskOf(before.get(id)?.step?.show) !== taskOf(show));
    const solved = this.progress.solved.filter((id) => !others.some((step) => step.id === id));
    const shown = this.pages[this.progress.at]?.id;
    const at = pages.findIndex(({ id }) => id === shown);
    this.lesson = lesson;
    this.pages = pages;
    this.progress = { at: at < 0 ? Math.min(this.progress.at, pages.length - 1) : at, solved };
    for (const { step, element } of pages) if (step && element) dress(element, step);
    this.goToAttribute();
  }

  private async fetchLesson(again = false): Promise<void> {
    const asked = ++this.asked;
    this.problem = null;
    this.canRetry = false;
    try {
      const lesson = await this.lessonOf(again);
      if (lesson && asked === this.asked) this.takeLesson(lesson);
    } catch (error) {
      if (asked !== this.asked) return;
      this.problem = messageOf(error);
      this.tell('outpost-error', { message: this.problem });
    }
  }

  private async lessonOf(again: boolean): Promise<Lesson | undefined> {
    const { name, data } = this;
    if (data !== null) {
      this.canRetry = true;
      const { unpackLesson } = await loadPart('lesson', () => import('../lessons/lesson-link'), again);
      // It will be no other one the next time.
      this.canRetry = false;
      return unpackLesson(data);
    }
    const id = oneOf('name', name?.trim() || '–', Object.keys(LESSONS), '');
    this.canRetry = true;
    return LESSONS[id]?.(again);
  }

  private readonly onSlot = (event: Event): void => {
    if (!this.showsChildren) return;
    const all = (event.target as HTMLSlotElement).assignedElements();
    const items = all.slice(0, MOST_ITEMS);
    this.canRetry = false;
    this.problem = all.length > MOST_ITEMS ? embedWords.tooManyItems(MOST_ITEMS) : null;
    if (this.problem !== null) this.tell('outpost-error', { message: this.problem });
    for (const element of all.slice(MOST_ITEMS)) element.toggleAttribute('hidden', true);
    this.take(
      items.map((element, i) => ({
        id: String(i + 1),
        step: null,
        element,
        task: element.matches(TASK) || element.querySelector(TASK) !== null,
      })),
    );
  };

  /** Shows other pages, at the place that was asked for, or where they were left. */
  private take(pages: readonly Page[]): void {
    this.pages = pages;
    const kept = this.key === null ? null : recallProgress(this.key);
    if (kept) this.progress = kept;
    this.goToAttribute();
  }

  /** To the step that the attribute names; where it names none that is there, the lesson is shown where it stands. */
  private goToAttribute(): void {
    let at = this.progress.at;
    try {
      at = wholeNumber('step', this.step, 1, this.pages.length, at + 1) - 1;
    } catch {
      // As it says above.
    }
    this.show(at);
  }

  /** Goes to a page, which is made on its first visit. */
  private show(to: number): void {
    const at = Math.max(0, Math.min(this.pages.length - 1, to));
    this.pages = this.pages.map((page, i) => (i === at ? { ...page, element: page.element ?? made(page.step) } : page));
    this.pages.forEach(({ element, step }, i) => {
      if (step && element && !element.isConnected) {
        element.slot = 'lesson';
        this.append(element);
      }
      element?.toggleAttribute('hidden', i !== at);
    });
    this.passOn();
    this.keep({ ...this.progress, at });
  }

  /** To another page, on the person's demand: whoever cannot see it is told. */
  private async go(to: number): Promise<void> {
    this.show(to);
    await this.updateComplete;
    const element = this.pages[this.progress.at]?.element;
    if (element instanceof EmbedElement) await element.updateComplete;
    const place = element instanceof EmbedElement && element.lead ? element : this;
    place.renderRoot.querySelector<HTMLElement>('.lesson-step h2')?.focus({ preventScroll: true });
    const top = this.getBoundingClientRect().top;
    if (top < 0) this.scrollIntoView({ block: 'start' });
  }

  /** To the steps of a lesson of ours. */
  private passOn(): void {
    for (const { element, step } of this.pages) {
      if (!step || !element) continue;
      element.setAttribute('theme', this.theme);
      if (this.pieces !== null) element.setAttribute('pieces', this.pieces);
      element.toggleAttribute('sound', this.sound);
    }
  }

  private onSuccess(target: Node): void {
    const page = this.pages.find(({ element }) => element?.contains(target));
    if (!page || this.progress.solved.includes(page.id)) return;
    this.keep({ ...this.progress, solved: [...this.progress.solved, page.id] });
  }

  private keep(changed: Progress): void {
    const progress = this.key === null ? changed : rememberProgress(this.key, changed);
    this.progress = progress;
    const tasks = this.pages.filter(({ task }) => task);
    this.tell('outpost-progress', {
      lesson: this.lesson?.id ?? null,
      step: progress.at + 1,
      steps: this.pages.length,
      solved: tasks.filter(({ id }) => progress.solved.includes(id)).length,
      tasks: tasks.length,
    });
  }

  private tell<K extends keyof EmbedEvents>(name: K, detail: EmbedEvents[K]): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  protected override render(): TemplateResult {
    const { pages, problem, lesson } = this;
    const page = pages[this.progress.at];
    return html`<div class="embed-stage lesson">
      ${
        problem
          ? html`<div class="notice bad" part="problem" role="alert">
              <p>${problem}</p>
              ${
                this.canRetry
                  ? html`<button type="button" @click=${() => this.fetchLesson(true)}>${commonWords.retry}</button>`
                  : nothing
              }
            </div>`
          : nothing
      }
      ${
        (this.remember?.trim().length ?? 0) > MOST_NAME
          ? html`<p class="notice bad" part="problem" role="alert">${embedWords.longName('remember', MOST_NAME)}</p>`
          : nothing
      }
      ${page?.step && !page.step.show ? renderLead(page.step) : nothing}
      ${this.showsChildren ? html`<slot @slotchange=${this.onSlot}></slot>` : html`<slot name="lesson"></slot>`}
      ${lesson && this.progress.at === pages.length - 1 ? this.renderSources(lesson) : nothing}
      ${
        pages.length === 0
          ? problem
            ? nothing
            : html`<p>${this.showsChildren ? embedWords.emptyLesson : lessonWords.loading}</p>`
          : this.renderControls()
      }
    </div>`;
  }

  private renderSources({ sources }: Lesson): TemplateResult | typeof nothing {
    if (sources.length === 0) return nothing;
    return html`<div class="lesson-sources" part="lesson-sources">
      <h3>${lessonWords.sources}</h3>
      <ul class="small">
        ${sources.map(({ text, url }) => html`<li>${url ? html`<a href=${url} rel="noreferrer" target="_blank">${text}</a>` : text}</li>`)}
      </ul>
    </div>`;
  }

  /** All steps, with what is solved of them. */
  private renderSteps(): TemplateResult {
    const { pages, progress } = this;
    return html`<nav part="lesson-steps" aria-label=${lessonWords.steps}>
      <ol class="lesson-steps ${pages.length > MOST_DOTS ? 'many' : ''}">
        ${pages.map(({ id, task, step }, i) => {
          const isSolved = progress.solved.includes(id);
          const label = lessonWords.step(i + 1, step?.heading ?? null, task, isSolved);
          return html`<li>
            <button
              type="button"
              class="lesson-dot ${task ? 'task' : ''} ${isSolved ? 'solved' : ''}"
              aria-current=${i === progress.at ? 'step' : nothing}
              aria-label=${label}
              title=${label}
              @click=${() => this.go(i)}
            >
              ${isSolved ? icons.check : i + 1}
            </button>
          </li>`;
        })}
      </ol>
    </nav>`;
  }

  private renderControls(): TemplateResult {
    const { pages, progress, next } = this;
    const { at, solved } = progress;
    const tasks = pages.filter(({ task }) => task);
    const done = tasks.filter(({ id }) => solved.includes(id)).length;
    const here = pages[at];
    const goOn =
      here !== undefined && (next !== null || at < pages.length - 1) && (!here.task || solved.includes(here.id));
    return html`<div part="lesson-controls" class="lesson-controls">
      <button
        type="button"
        class="lesson-back"
        aria-label=${embedWords.previous}
        ?disabled=${at === 0}
        @click=${() => this.go(at - 1)}
      >
        ${icons.back} <span>${embedWords.previous}</span>
      </button>
      <div class="lesson-place">
        ${this.renderSteps()}
        <p class="small lesson-count" role="status">
          ${embedWords.item(at + 1, pages.length)}${tasks.length > 0 ? ` · ${embedWords.done(done, tasks.length)}` : nothing}
        </p>
      </div>
      ${
        next && at >= pages.length - 1
          ? html`<a class="button ${goOn ? 'primary' : ''}" href=${next.href} aria-label=${next.label} title=${next.label}>
              ${embedWords.next} ${icons.next}
            </a>`
          : html`<button
              type="button"
              class=${goOn ? 'primary' : ''}
              ?disabled=${at >= pages.length - 1}
              @click=${() => this.go(at + 1)}
            >
              ${embedWords.next} ${icons.next}
            </button>`
      }
    </div>`;
  }
}

/** A step of a lesson, with what shows it already. */
function pageOf(step: LessonStep, element: Element | null): Page {
  return { id: step.id, step, element, task: step.show?.attributes.task !== undefined };
}

function made(step: LessonStep | null): Element | null {
  if (!step?.show) return null;
  const element = document.createElement(`outpost-${step.show.element}`);
  dress(element, step);
  return element;
}

/** Gives an element what a step says, and takes away what it says no more. */
function dress(element: Element, step: LessonStep): void {
  const attributes = step.show?.attributes ?? {};
  for (const name of (element.constructor as typeof EmbedElement).observedAttributes)
    if (!(name in attributes) && !OF_EVERY.includes(name)) element.removeAttribute(name);
  for (const [name, value] of Object.entries(attributes))
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  if (element instanceof EmbedElement) element.lead = step;
}

/** What the lesson itself gives to its steps. */
const OF_EVERY: readonly string[] = ['theme', 'pieces', 'sound'];

/** What is to be solved, without the words around it. */
function taskOf(shown: Shown | undefined): string {
  const texts: readonly string[] = GAME_TEXTS;
  return JSON.stringify(Object.entries(shown?.attributes ?? {}).filter(([name]) => !texts.includes(name)));
}
