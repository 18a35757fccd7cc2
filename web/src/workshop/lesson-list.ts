import { html, LitElement, nothing, type TemplateResult } from 'lit';
import './workshop.css';
import { embedWords } from '../embed/words';
import { ownHash, sharingHash } from '../lessons/address';
import type { Lesson } from '../lessons/lesson';
import { LESSON_LIMITS, readLesson } from '../lessons/lesson-file';
import { type OwnLesson, ownLessons } from '../lessons/own-lessons';
import { lessonFileWords } from '../lessons/own-words';
import { progressKey, recallProgress } from '../lessons/progress';
import { messageOf } from '../ui/errors';
import { icons } from '../ui/icons';
import { workshopHash } from './address';
import { newLesson } from './editing';
import { ownLessonWords as words, workshopWords } from './words';

/** The lessons of this device: to open, to change, to delete; with a way to make one and to read one from a file. */
export class LessonList extends LitElement {
  static override properties = {
    shown: { type: Boolean },
    lessons: { state: true },
    deleted: { state: true },
    problem: { state: true },
  };
  declare shown: boolean;
  declare private lessons: readonly OwnLesson[] | null;
  /** What was deleted last. */
  declare private deleted: OwnLesson | null;
  declare private problem: string | null;

  constructor() {
    super();
    this.shown = true;
    this.lessons = null;
    this.deleted = null;
    this.problem = null;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    ownLessons.addEventListener('change', this.read);
    // Other tabs make lessons, too.
    window.addEventListener('focus', this.read);
    void this.read();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    ownLessons.removeEventListener('change', this.read);
    window.removeEventListener('focus', this.read);
  }

  private readonly read = async (): Promise<void> => {
    this.lessons = await ownLessons.all();
  };

  private async safely(action: () => Promise<void>): Promise<void> {
    this.problem = null;
    try {
      await action();
    } catch (error) {
      this.problem = words.failed(messageOf(error));
    }
  }

  private readonly make = (): Promise<void> =>
    this.safely(async () => {
      const lesson = await ownLessons.add(newLesson());
      location.hash = workshopHash(lesson.id);
    });

  private readonly openFile = (event: Event): Promise<void> =>
    this.safely(async () => {
      const input = event.target as HTMLInputElement;
      const [file] = input.files ?? [];
      if (!file) return;
      // Bytes: a character takes up to three.
      if (file.size > LESSON_LIMITS.file * 3) throw new Error(lessonFileWords.tooLong(LESSON_LIMITS.file));
      const text = await file.text();
      input.value = '';
      const lesson = await ownLessons.add(readLesson(text));
      location.hash = ownHash(lesson.id);
    });

  private delete(own: OwnLesson): Promise<void> {
    return this.safely(async () => {
      await ownLessons.remove(own.lesson.id);
      this.deleted = own;
      await this.read();
      await this.updateComplete;
      // The button that had the keyboard is gone.
      this.querySelector<HTMLElement>('.undo')?.focus();
    });
  }

  private readonly undo = (): Promise<void> =>
    this.safely(async () => {
      const { deleted } = this;
      if (!deleted) return;
      await ownLessons.put(deleted);
      this.deleted = null;
      await this.read();
      await this.updateComplete;
      this.querySelector<HTMLElement>(`[data-lesson="${deleted.lesson.id}"] a`)?.focus();
    });

  protected override render(): TemplateResult {
    const { lessons, deleted, problem } = this;
    return html`<section class="own-lessons" aria-labelledby="own-lessons">
      <div class="row between wrap">
        <h2 id="own-lessons">${words.title}</h2>
        <div class="row wrap">
          <button type="button" class="make-lesson" @click=${this.make}>${icons.plus} ${words.make}</button>
          <label class="button">
            ${icons.file} ${words.openFile}
            <input class="visually-hidden" type="file" accept=".json,application/json" @change=${this.openFile} />
          </label>
        </div>
      </div>
      ${problem ? html`<div class="notice bad" role="alert"><p>${problem}</p></div>` : nothing}
      ${
        deleted
          ? html`<div class="notice" role="status">
              <p>${words.deleted(titleOf(deleted.lesson))}</p>
              <button type="button" class="undo" @click=${this.undo}>${icons.undo} ${words.undo}</button>
            </div>`
          : nothing
      }
      ${ownLessons.isKept ? nothing : html`<p class="small problem">${words.notKept}</p>`}
      ${
        lessons && lessons.length > 0
          ? html`<ul class="own-lesson-list">
              ${lessons.map((own) => this.renderLesson(own))}
            </ul>`
          : html`<p class="small muted ${lessons === null ? 'own-lessons-unread' : ''}">${words.none}</p>`
      }
    </section>`;
  }

  private renderLesson(own: OwnLesson): TemplateResult {
    const { lesson } = own;
    const title = titleOf(lesson);
    const tasks = lesson.steps.filter(({ show }) => show?.attributes.task !== undefined);
    const done = recallProgress(progressKey(lesson))?.solved ?? [];
    const solved = tasks.filter(({ id }) => done.includes(id)).length;
    return html`<li class="card" data-lesson=${lesson.id}>
      <div class="own-lesson-about">
        <a href=${ownHash(lesson.id)}><bdi>${title}</bdi></a>
        ${lesson.summary ? html`<p>${lesson.summary}</p>` : nothing}
        <p class="small muted">
          ${words.steps(lesson.steps.length)}${tasks.length > 0 ? html` · ${embedWords.done(solved, tasks.length)}` : nothing}
        </p>
      </div>
      <div class="row wrap">
        <a class="button small-button" href=${workshopHash(lesson.id)} aria-label=${words.changeOf(title)}
          >${icons.pencil} ${words.change}</a
        >
        <a class="button small-button" href=${sharingHash(lesson.id)} aria-label=${words.shareOf(title)}
          >${icons.share} ${words.share}</a
        >
        <button type="button" class="small-button" aria-label=${words.deleteOf(title)} @click=${() => this.delete(own)}>
          ${icons.cross} ${words.delete}
        </button>
      </div>
    </li>`;
  }
}

export const titleOf = ({ title }: Lesson): string => title || workshopWords.untitled;

customElements.define('lesson-list', LessonList);

declare global {
  interface HTMLElementTagNameMap {
    'lesson-list': LessonList;
  }
}
