import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import '../share/course-download';
import '../share/embed-snippet';
import './workshop.css';
import { engine } from '../engine/engine';
import { sharedHash } from '../lessons/address';
import type { Lesson } from '../lessons/lesson';
import { lessonText } from '../lessons/lesson-file';
import { packLesson, SAFE_LINK } from '../lessons/lesson-link';
import { ownLessonCode } from '../share/embed-code';
import { copyField } from '../share/embed-snippet';
import { shareWords } from '../share/words';
import { isAbort } from '../ui/errors';
import { icons } from '../ui/icons';
import { saveText } from '../ui/save-file';
import { checkLesson } from './checking';
import { titleOf } from './lesson-list';
import { renderFindings } from './step-form';
import { checkWords, sharingWords as words } from './words';

const SITE = location.origin + location.pathname;

/** How a lesson that somebody made is passed on: as a link, a file, code for other pages, or a course package; after a check of its problems. */
export class LessonSharing extends LitElement {
  static override properties = {
    lesson: { attribute: false },
    tried: { attribute: false },
    found: { state: true },
    said: { state: true },
  };
  declare lesson: Lesson;
  /** Problems that are played and were solved (`OwnLesson.tried`). */
  declare tried: readonly string[];
  /** What is to be seen to before; `null` until it is known. */
  declare private found: Awaited<ReturnType<typeof checkLesson>> | null;
  /** What became of copying the link. */
  declare private said: string;
  private packed = '';
  private abort: AbortController | null = null;

  constructor() {
    super();
    this.tried = [];
    this.found = null;
    this.said = '';
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.abort?.abort();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('lesson') && !changed.has('tried')) return;
    this.packed = packLesson(this.lesson);
    this.said = '';
    void this.check();
  }

  private async check(): Promise<void> {
    this.abort?.abort();
    const abort = new AbortController();
    this.abort = abort;
    this.found = null;
    try {
      const found = await checkLesson(this.lesson, { engine, tried: this.tried, signal: abort.signal });
      if (!abort.signal.aborted) this.found = found;
    } catch (error) {
      if (!abort.signal.aborted && !isAbort(error)) throw error;
    }
  }

  private get link(): string {
    return SITE + sharedHash(this.packed);
  }

  private async copy(): Promise<void> {
    const field = this.querySelector<HTMLTextAreaElement>('.lesson-link');
    if (field) this.said = (await copyField(field)) ? shareWords.copied.link : shareWords.copyRefused;
  }

  private save(): void {
    saveText(`${this.fileName}.json`, `${lessonText(this.lesson, 2)}\n`, 'application/json');
  }

  /** Of letters that every system takes in names. */
  private get fileName(): string {
    const letters =
      this.lesson.title
        .normalize('NFKD')
        .toLowerCase()
        .match(/[a-z0-9]+/g) ?? [];
    const name = letters.join('-').slice(0, 40);
    return `outpost-lesson-${name || this.lesson.id}`;
  }

  protected override render(): TemplateResult {
    const { packed } = this;
    return html`<div class="lesson-sharing">
      ${this.renderFound()}
      <section>
        <h3>${words.link}</h3>
        ${
          this.link.length > SAFE_LINK
            ? html`<p class="notice" role="status">${words.tooLong(this.link.length, SAFE_LINK)}</p>`
            : html`<p class="small muted">${words.linkText}</p>
                <textarea
                  class="lesson-link"
                  readonly
                  rows="3"
                  spellcheck="false"
                  translate="no"
                  aria-label=${words.link}
                  .value=${this.link}
                  @focus=${(event: Event) => (event.target as HTMLTextAreaElement).select()}
                ></textarea>
                <div class="row wrap">
                  <button type="button" class="copy-link" @click=${this.copy}>${icons.copy} ${shareWords.copy}</button>
                  <span class="small muted">${shareWords.length(this.link.length)}</span>
                  <span class="small" role="status">${this.said}</span>
                </div>`
        }
      </section>
      <section>
        <h3>${words.file}</h3>
        <button type="button" class="save-lesson" @click=${this.save}>${icons.save} ${words.saveFile}</button>
      </section>
      <embed-snippet
        .text=${words.embedText}
        .codes=${{ element: ownLessonCode(packed, 'element', SITE), iframe: ownLessonCode(packed, 'iframe', SITE) }}
      ></embed-snippet>
      <course-download
        .course=${() => ({ title: titleOf(this.lesson), content: { data: packed }, file: this.fileName })}
      ></course-download>
    </div>`;
  }

  private renderFound(): TemplateResult | typeof nothing {
    const { found } = this;
    if (found === null) return html`<p class="small muted" role="status">${checkWords.checking}</p>`;
    if (found.length === 0) return nothing;
    const unsolvable = found.some(({ findings }) => findings.some(({ level }) => level === 'bad'));
    const all = found.flatMap(({ step, findings }) =>
      findings.map(({ level, text }) => ({ level, text: words.step(step + 1, text) })),
    );
    return html`<div class="notice ${unsolvable ? 'bad' : ''}" role="alert">
      <div>
        <p><strong>${unsolvable ? words.unsolvable : words.doubtful}</strong></p>
        ${renderFindings(all)}
      </div>
    </div>`;
  }
}

customElements.define('lesson-sharing', LessonSharing);

declare global {
  interface HTMLElementTagNameMap {
    'lesson-sharing': LessonSharing;
  }
}
