import { html, LitElement, type TemplateResult } from 'lit';
import type { Lesson } from '../lessons/lesson';
import { sheetWords } from '../share/words';
import { messageOf } from '../ui/errors';
import { loadPart } from '../ui/parts';

/** Prints a lesson for a class. */
export class PrintLesson extends LitElement {
  static override properties = { lesson: { attribute: false }, said: { state: true } };
  declare lesson: Lesson | null;
  declare private said: string;

  constructor() {
    super();
    this.lesson = null;
    this.said = '';
  }

  protected override createRenderRoot(): this {
    return this;
  }

  private readonly print = async (): Promise<void> => {
    this.said = '';
    if (!this.lesson) return;
    try {
      const { printLesson } = await loadPart('learn', () => import('./lesson-sheet'));
      await printLesson(this.lesson);
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

customElements.define('print-lesson', PrintLesson);

declare global {
  interface HTMLElementTagNameMap {
    'print-lesson': PrintLesson;
  }
}
