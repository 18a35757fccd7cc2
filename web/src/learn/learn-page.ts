import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { lessonWords } from '../lessons/words';
import './learn.css';
import { piecesChoice } from '../board/look';
import { defineElements } from '../embed/elements';
import '../share/embed-snippet';
import '../share/course-download';
import { holdEngine, releaseEngine } from '../embed/shared-engine';
import { LESSONS } from '../lessons';
import type { Lesson } from '../lessons/lesson';
import { isKept, NO_PROGRESS, type Progress, recallProgress } from '../lessons/progress';
import { lessonCode } from '../share/embed-code';
import { icons } from '../ui/icons';
import { renderMissing } from '../ui/part-missing';
import { learnHash, learnPlace } from './address';
import './print-lesson';
import { learnWords } from './words';

defineElements();

const SITE = location.origin + location.pathname;

/** The lessons: a list with how far one has come, or one of them. */
export class LearnPage extends LitElement {
  static override properties = {
    shown: { attribute: false },
    hash: { state: true },
    lessons: { state: true },
    problem: { state: true },
  };
  declare shown: boolean;
  declare private hash: string;
  declare private lessons: readonly Lesson[] | null;
  /** Why not all of them could be fetched. */
  declare private problem: unknown;

  constructor() {
    super();
    this.shown = false;
    this.hash = location.hash;
    this.lessons = null;
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
    void this.load();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('hashchange', this.onHash);
    releaseEngine(this);
    this.stopListening?.();
  }

  private readonly onHash = (): void => {
    if (learnPlace(location.hash) === null) return;
    const before = learnPlace(this.hash);
    this.hash = location.hash;
    if (before?.lesson !== learnPlace(this.hash)?.lesson) void this.focusTitle();
  };

  private async focusTitle(): Promise<void> {
    await this.updateComplete;
    window.scrollTo(0, 0);
    this.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
  }

  private async load(again = false): Promise<void> {
    this.problem = null;
    const loaded = await Promise.allSettled(Object.values(LESSONS).map((lesson) => lesson(again)));
    this.lessons = loaded.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const failed = loaded.find((each) => each.status === 'rejected');
    if (failed) this.problem = failed.reason;
  }

  protected override shouldUpdate(changed: PropertyValues): boolean {
    // What is not seen need not be drawn; progress is read anew when it is.
    return this.shown || changed.has('shown');
  }

  protected override render(): TemplateResult {
    const place = learnPlace(this.hash);
    const lesson = this.lessons?.find(({ id }) => id === place?.lesson);
    return html`<div class="page learn ${place?.lesson ? 'one' : ''}">
      ${this.problem ? renderMissing(this.problem, () => this.load(true)) : nothing}
      ${
        this.lessons === null
          ? html`<h1 tabindex="-1">${learnWords.title}</h1>
              ${this.problem ? nothing : html`<p class="muted">${lessonWords.loading}</p>`}`
          : lesson
            ? this.renderLesson(this.lessons, lesson, place?.step ?? null)
            : this.renderList(this.lessons, place?.lesson ?? null)
      }
    </div>`;
  }

  private renderList(lessons: readonly Lesson[], unknown: string | null): TemplateResult {
    return html`<h1 tabindex="-1">${learnWords.title}</h1>
      <p class="muted">${learnWords.lead}</p>
      ${unknown === null ? nothing : html`<p class="notice">${learnWords.noLesson}</p>`}
      <ol class="lesson-list">
        ${lessons.map((lesson, i) => this.renderEntry(lesson, i))}
      </ol>
      <p class="small muted">${isKept() ? learnWords.kept : learnWords.notKept}</p>`;
  }

  private renderEntry(lesson: Lesson, index: number): TemplateResult {
    const progress = recallProgress(lesson.id) ?? NO_PROGRESS;
    const { tasks, solved } = counted(lesson, progress);
    const begun = progress.at > 0 || solved > 0;
    return html`<li>
      <a class="card lesson-entry" href=${learnHash(lesson.id)}>
        <span class="lesson-number" aria-hidden="true">${solved === tasks && tasks > 0 ? icons.check : index + 1}</span>
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

  private renderLesson(lessons: readonly Lesson[], lesson: Lesson, step: number | null): TemplateResult {
    const index = lessons.indexOf(lesson);
    const next = step === lesson.steps.length ? lessons[index + 1] : undefined;
    return html`<div class="learn-top">
        <nav class="small" aria-label=${learnWords.title}>
          <a href="#learn">${icons.back} ${learnWords.all}</a>
        </nav>
        <h1 tabindex="-1">${lesson.title}</h1>
      </div>
      <outpost-lesson
        name=${lesson.id}
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
        <print-lesson .lesson=${lesson}></print-lesson>
        ${next ? html`<a class="button" href=${learnHash(next.id)}>${learnWords.next(next.title)} ${icons.next}</a>` : nothing}
      </div>`;
  }

  /** The address names the page that is shown: it can be passed on, and going back leads to the list. */
  private readonly onProgress = ({ detail }: HTMLElementEventMap['outpost-progress']): void => {
    if (!this.shown || detail.lesson === null || learnPlace(location.hash)?.lesson !== detail.lesson) return;
    const hash = learnHash(detail.lesson, detail.step);
    if (hash === location.hash) return;
    history.replaceState(history.state, '', hash);
    this.hash = hash;
  };
}

function counted({ steps }: Lesson, { solved }: Progress): { tasks: number; solved: number } {
  const tasks = steps.filter(({ show }) => show?.attributes.task !== undefined);
  return { tasks: tasks.length, solved: tasks.filter(({ id }) => solved.includes(id)).length };
}

customElements.define('learn-page', LearnPage);
