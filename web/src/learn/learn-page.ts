import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { lessonWords } from '../lessons/words';
import './learn.css';
import { piecesChoice } from '../board/look';
import { holdEngine, releaseEngine } from '../embed/shared-engine';
import { LESSONS } from '../lessons';
import { isSharing, type LearnPlace, learnHash, learnPlace, ownHash, sharedHash } from '../lessons/address';
import type { Lesson } from '../lessons/lesson';
import { lessonText } from '../lessons/lesson-file';
import { type ListedLesson, listedLessons } from '../lessons/listed';
import { type OwnLesson, ownLessons } from '../lessons/own-lessons';
import { isKept, NO_PROGRESS, progressKey, recallProgress } from '../lessons/progress';
import { messageOf } from '../ui/errors';
import { icons } from '../ui/icons';
import { once } from '../ui/once';
import { renderMissing } from '../ui/part-missing';
import { loadPart } from '../ui/parts';
import { WORKSHOP, workshopHash } from '../workshop/address';
import '../workshop/lesson-list';
import { titleOf } from '../workshop/lesson-list';
import { ownLessonWords } from '../workshop/words';
import { learnWords } from './words';

const SITE = location.origin + location.pathname;

/** What is loaded with the first lesson: the list does without. */
type LessonPart = typeof import('./lesson-part');

/** Happened when the list or a lesson can be shown: what is large waits for it. */
export const first = once();

/** A lesson that is not one of ours: of this device, or of the address. */
interface Other {
  /** `undefined`: it is not known yet whether it is kept. */
  own: OwnLesson | null | undefined;
  lesson: Lesson;
  /** All of it, where it comes from the address. */
  packed: string | null;
}

/** The lessons: a list with how far one has come, or one of them, of ours, of this device or of the address. */
export class LearnPage extends LitElement {
  static override properties = {
    shown: { attribute: false },
    hash: { state: true },
    lessonPart: { state: true },
    other: { state: true },
    refused: { state: true },
    sharing: { state: true },
    problem: { state: true },
  };
  declare shown: boolean;
  declare private hash: string;
  declare private lessonPart: LessonPart | null;
  /** The lesson that is shown, where it is none of ours. */
  declare private other: Other | null;
  /** Why a lesson cannot be shown, or not be kept. */
  declare private refused: string | null;
  declare private sharing: boolean;
  /** Why what a lesson takes could not be fetched. */
  declare private problem: unknown;

  constructor() {
    super();
    this.shown = false;
    this.hash = location.hash;
    this.lessonPart = null;
    this.other = null;
    this.refused = null;
    this.sharing = false;
    this.problem = null;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  private stopListening: (() => void) | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('hashchange', this.onHash);
    // Embeds end an engine that none of them needs; this one is the app's.
    holdEngine(this);
    this.stopListening = piecesChoice.onChange(() => this.requestUpdate());
    ownLessons.addEventListener('change', this.onOwn);
    void this.arrive();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('hashchange', this.onHash);
    ownLessons.removeEventListener('change', this.onOwn);
    releaseEngine(this);
    this.stopListening?.();
  }

  private readonly onHash = (): void => {
    if (learnPlace(location.hash) === null) return;
    const before = learnPlace(this.hash);
    this.hash = location.hash;
    const now = learnPlace(this.hash);
    if (before?.of === now?.of && before?.lesson === now?.lesson) return;
    void this.arrive().then(() => (this.sharing ? this.focusSharing() : this.focusTitle()));
  };

  private readonly onOwn = (): void => {
    if (learnPlace(this.hash)?.of === 'own') void this.arrive(true);
  };

  /** Looks for the lesson that the address names, where it is none of ours. `again`: it may have changed. */
  private async arrive(again = false): Promise<void> {
    const place = learnPlace(this.hash);
    if (!again) {
      this.other = null;
      this.sharing = isSharing(this.hash);
    }
    this.refused = null;
    this.problem = null;
    if (place === null || place.lesson === null) return first.happened();
    // The address may name another one by the time, or another step of this one.
    const isWanted = (): boolean => {
      const now = learnPlace(this.hash);
      return now?.of === place.of && now.lesson === place.lesson;
    };
    const part = await this.load();
    first.happened();
    if (part === null || place.of === 'ours' || !isWanted()) return;
    if (place.of === 'shared') {
      try {
        const lesson = part.unpackLesson(place.lesson);
        const other = { own: undefined, lesson, packed: place.lesson };
        this.other = other;
        const own = await ownLessons.get(lesson.id);
        // It may have been changed since it was kept.
        const isKept = own !== null && lessonText(own.lesson) === lessonText(lesson);
        if (this.other === other) this.other = { ...other, own: isKept ? own : null };
      } catch (error) {
        this.refused = messageOf(error);
      }
      return;
    }
    const own = await ownLessons.get(place.lesson);
    if (!isWanted()) return;
    this.other = own && { own, lesson: own.lesson, packed: null };
    if (own === null) this.refused = learnWords.noOwn;
  }

  /** Keeps the lesson of the address, and shows it as one of this device, or opens it in the workshop. */
  private async keep({ lesson }: Other, change: boolean): Promise<void> {
    try {
      const { id } = await ownLessons.add(lesson);
      location.hash = change ? workshopHash(id) : ownHash(id);
    } catch (error) {
      this.refused = messageOf(error);
    }
  }

  /** A copy of one of ours, to be changed. */
  private async copy(name: string, { copyOf, playedOf }: LessonPart): Promise<void> {
    try {
      const lesson = await ours(name);
      const { id } = await ownLessons.add(copyOf(lesson), playedOf(lesson));
      location.hash = workshopHash(id);
    } catch (error) {
      this.refused = messageOf(error);
    }
  }

  private async focusTitle(): Promise<void> {
    await this.updateComplete;
    window.scrollTo(0, 0);
    this.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }

  private async focusSharing(): Promise<void> {
    await this.updateComplete;
    const summary = this.querySelector<HTMLElement>('.learn-sharing summary');
    summary?.focus();
    summary?.scrollIntoView({ block: 'start' });
  }

  /** What a lesson takes; `null` where it does not arrive, which the page says then. */
  private async load(again = false): Promise<LessonPart | null> {
    this.problem = null;
    try {
      this.lessonPart ??= await loadPart('lesson', () => import('./lesson-part'), again);
    } catch (error) {
      this.problem = error;
    }
    return this.lessonPart;
  }

  /** Once more, on the person's demand. */
  private async retry(): Promise<void> {
    if (await this.load(true)) await this.arrive();
  }

  protected override shouldUpdate(changed: PropertyValues): boolean {
    // What is not seen need not be drawn; progress is read anew when it is.
    return this.shown || changed.has('shown');
  }

  protected override render(): TemplateResult {
    const place = learnPlace(this.hash);
    return html`<div class="page learn ${place?.lesson && !this.refused ? 'one' : ''}">
      ${this.refused ? html`<div class="notice bad" role="alert"><p>${this.refused}</p></div>` : nothing}
      ${this.problem ? renderMissing(this.problem, () => this.retry()) : nothing}
      ${this.renderPlace(place)}
    </div>`;
  }

  private renderPlace(place: LearnPlace | null): TemplateResult {
    const { lessonPart: part, other } = this;
    const lessons = listedLessons();
    const name = place?.of === 'ours' ? place.lesson : null;
    const lesson = lessons.find(({ id }) => id === name);
    if (place && part && other) return this.renderOther(place, other);
    if (place && part && lesson)
      return this.renderLesson(part, lesson, lessons[lessons.indexOf(lesson) + 1], place.step);
    if (!place?.lesson || this.refused || (name !== null && !lesson)) return this.renderList(lessons, name);
    return html`<h1 tabindex="-1">${lesson?.title ?? learnWords.title}</h1>
      ${this.problem ? nothing : html`<p class="muted">${lessonWords.loading}</p>`}`;
  }

  private renderList(lessons: readonly ListedLesson[], unknown: string | null): TemplateResult {
    return html`<div class="learn-top">
        <h1 tabindex="-1">${learnWords.title}</h1>
        <a href=${WORKSHOP}>${ownLessonWords.title}</a>
      </div>
      <p class="muted">${learnWords.lead}</p>
      ${unknown === null ? nothing : html`<p class="notice">${learnWords.noLesson}</p>`}
      <ol class="lesson-list">
        ${lessons.map((lesson, i) => this.renderEntry(lesson, i))}
      </ol>
      <p class="small muted">${isKept() ? learnWords.kept : learnWords.notKept}</p>
      <lesson-list></lesson-list>`;
  }

  private renderEntry(lesson: ListedLesson, index: number): TemplateResult {
    const progress = recallProgress(lesson.id) ?? NO_PROGRESS;
    const tasks = lesson.tasks.length;
    const solved = lesson.tasks.filter((id) => progress.solved.includes(id)).length;
    const begun = progress.at > 0 || solved > 0;
    return html`<li>
      <a class="card lesson-entry" href=${learnHash(lesson.id)}>
        <span class="lesson-number" aria-hidden="true">${solved === tasks ? icons.check : index + 1}</span>
        <span class="lesson-about">
          <strong class="lesson-title">${lesson.title}</strong>
          <span>${lesson.summary}</span>
          <span class="small muted">
            ${learnWords.length(lesson.minutes, tasks)}${begun ? html` · <strong>${learnWords.solved(solved, tasks)}</strong>` : nothing}
          </span>
        </span>
      </a>
    </li>`;
  }

  private renderLesson(
    part: LessonPart,
    lesson: ListedLesson,
    next: ListedLesson | undefined,
    step: number | null,
  ): TemplateResult {
    const { lessonCode } = part;
    return html`${this.renderTop(lesson.title)}
      <outpost-lesson
        name=${lesson.id}
        .next=${next ? { href: learnHash(next.id), label: learnWords.next(next.title) } : null}
        step=${step ?? nothing}
        remember=""
        pieces=${piecesChoice.value}
        sound
        @outpost-progress=${this.onProgress}
      ></outpost-lesson>
      <div class="row between wrap learn-after">
        <embed-snippet
          .text=${learnWords.embedText}
          .codes=${{ element: lessonCode(lesson.id, 'element', SITE), iframe: lessonCode(lesson.id, 'iframe', SITE) }}
        ></embed-snippet>
        <course-download
          .course=${() => ({ title: lesson.title, content: { lesson: lesson.id }, file: `outpost-${lesson.id}` })}
        ></course-download>
        <print-lesson .load=${() => ours(lesson.id)}></print-lesson>
        <button type="button" class="change-lesson" @click=${() => this.copy(lesson.id, part)}>${icons.pencil} ${learnWords.change}</button>
      </div>`;
  }

  private renderTop(title: string): TemplateResult {
    return html`<div class="learn-top">
      <nav class="small" aria-label=${learnWords.title}>
        <a href="#learn">${icons.back} ${learnWords.all}</a>
      </nav>
      <h1 tabindex="-1"><bdi>${title}</bdi></h1>
    </div>`;
  }

  /** One that somebody made. */
  private renderOther({ step }: LearnPlace, other: Other): TemplateResult {
    const { lesson, own } = other;
    return html`${this.renderTop(titleOf(lesson))}
      ${own && !ownLessons.isStored(lesson.id) ? html`<p class="notice bad" role="alert">${ownLessonWords.notKept}</p>` : nothing}
      ${
        own !== null
          ? nothing
          : html`<div class="notice shared-lesson">
              <p>${learnWords.shared}</p>
              <span class="row wrap">
                <button type="button" class="primary" @click=${() => this.keep(other, false)}>${icons.save} ${learnWords.keep}</button>
                <button type="button" @click=${() => this.keep(other, true)}>${icons.pencil} ${learnWords.change}</button>
              </span>
            </div>`
      }
      <outpost-lesson
        .own=${lesson}
        step=${step ?? nothing}
        remember=${progressKey(lesson)}
        pieces=${piecesChoice.value}
        sound
        @outpost-progress=${this.onOtherProgress}
      ></outpost-lesson>
      ${
        own
          ? html`<div class="row wrap learn-after">
              <print-lesson .load=${async () => lesson} computed></print-lesson>
              <a class="button" href=${workshopHash(lesson.id)}>${icons.pencil} ${learnWords.change}</a>
              <details
                class="card learn-sharing"
                ?open=${this.sharing}
                @toggle=${(event: Event) => {
                  if (event.target === event.currentTarget) this.sharing = (event.target as HTMLDetailsElement).open;
                }}
              >
                <summary>${learnWords.share}</summary>
                ${this.sharing ? html`<lesson-sharing .lesson=${lesson} .tried=${own.tried}></lesson-sharing>` : nothing}
              </details>
            </div>`
          : nothing
      }`;
  }

  private readonly onOtherProgress = ({ detail }: HTMLElementEventMap['outpost-progress']): void => {
    const { other } = this;
    if (!this.shown || !other || detail.lesson !== other.lesson.id) return;
    const { packed, lesson } = other;
    this.showAt(packed === null ? ownHash(lesson.id, detail.step) : sharedHash(packed, detail.step));
  };

  /** The address names the page that is shown: it can be passed on, and going back leads to the list. */
  private readonly onProgress = ({ detail }: HTMLElementEventMap['outpost-progress']): void => {
    if (!this.shown || detail.lesson === null || learnPlace(location.hash)?.lesson !== detail.lesson) return;
    this.showAt(learnHash(detail.lesson, detail.step));
  };

  private showAt(hash: string): void {
    const [place, now] = [learnPlace(hash), learnPlace(location.hash)];
    if (hash === location.hash || place?.of !== now?.of || place?.lesson !== now?.lesson) return;
    history.replaceState(history.state, '', hash);
    this.hash = hash;
  }
}

/** One of ours, with all of it. */
function ours(name: string): Promise<Lesson> {
  const load = LESSONS[name];
  if (!load) throw new Error(name);
  return load();
}

customElements.define('learn-page', LearnPage);
