import { html, LitElement, type TemplateResult } from 'lit';
import { engine } from '../engine/engine';
import type { Lesson } from '../lessons/lesson';
import { sheetWords } from '../share/words';
import { messageOf } from '../ui/errors';
import { loadPart } from '../ui/parts';

/** Prints a lesson for a class, which `load` gives. `computed`: its answers are not in the lesson, as in those that somebody made, and have to be found. */
export class PrintLesson extends LitElement {
  static override properties = {
    load: { attribute: false },
    computed: { type: Boolean },
    said: { state: true },
  };
  declare load: () => Promise<Lesson>;
  declare computed: boolean;
  declare private said: string;

  constructor() {
    super();
    this.load = () => Promise.reject(new Error('no lesson'));
    this.computed = false;
    this.said = '';
  }

  protected override createRenderRoot(): this {
    return this;
  }

  private readonly print = async (): Promise<void> => {
    this.said = '';
    try {
      const [{ printLesson }, lesson] = await Promise.all([
        loadPart('learn', () => import('./lesson-sheet')),
        this.load(),
      ]);
      await printLesson(this.computed ? await answered(lesson) : lesson);
    } catch (error) {
      this.said = sheetWords.failed(messageOf(error));
    }
  };

  protected override render(): TemplateResult {
    return html`<details class="embed-code course-download">
      <summary>${sheetWords.open}</summary>
      <p class="small muted">${sheetWords.lesson}</p>
      <p><button type="button" @click=${this.print}>${sheetWords.print}</button></p>
      <p class="share-status small" role="status">${this.said}</p>
    </details>`;
  }
}

async function answered(lesson: Lesson): Promise<Lesson> {
  const { withAnswers } = await loadPart('workshop', () => import('../workshop/checking'));
  return withAnswers(lesson, { engine, tried: [], signal: new AbortController().signal });
}

customElements.define('print-lesson', PrintLesson);

declare global {
  interface HTMLElementTagNameMap {
    'print-lesson': PrintLesson;
  }
}
