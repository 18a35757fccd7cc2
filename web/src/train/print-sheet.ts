import { html, LitElement, type TemplateResult } from 'lit';
import type { Puzzle } from '../puzzles/puzzle';
import { courseWords, sheetWords } from '../share/words';
import { messageOf } from '../ui/errors';
import { loadPart } from '../ui/parts';

/** How many puzzles, where there is a choice. */
const PUZZLES = 6;

/** Prints puzzles for a class. */
export class PrintSheet extends LitElement {
  static override properties = {
    puzzles: { attribute: false },
    most: { type: Number },
    count: { state: true },
    said: { state: true },
  };
  /** So many of them. */
  declare puzzles: (n: number) => Promise<readonly Puzzle[]>;
  declare most: number;
  declare private count: number;
  declare private said: string;

  constructor() {
    super();
    this.puzzles = async () => [];
    this.most = 1;
    this.count = PUZZLES;
    this.said = '';
  }

  protected override createRenderRoot(): this {
    return this;
  }

  private readonly print = async (event: Event): Promise<void> => {
    event.preventDefault();
    this.said = '';
    try {
      const { printPuzzles } = await loadPart('train', () => import('./sheet'));
      await printPuzzles(await this.puzzles(this.count));
    } catch (error) {
      this.said = sheetWords.failed(messageOf(error));
    }
  };

  protected override render(): TemplateResult {
    return html`<details class="embed-code course-download">
      <summary>${sheetWords.open}</summary>
      <p class="small muted">${sheetWords.puzzles}</p>
      <form class="row wrap" @submit=${this.print}>
        <label
          >${courseWords.puzzles}
          <input
            type="number"
            required
            min="1"
            max=${this.most}
            step="1"
            .value=${String(Math.min(this.count, this.most))}
            @input=${({ target }: Event) => {
              const { validity, valueAsNumber } = target as HTMLInputElement;
              if (validity.valid) this.count = valueAsNumber;
            }}
        /></label>
        <button type="submit">${sheetWords.print}</button>
      </form>
      <p class="share-status small" role="status">${this.said}</p>
    </details>`;
  }
}

customElements.define('print-sheet', PrintSheet);

declare global {
  interface HTMLElementTagNameMap {
    'print-sheet': PrintSheet;
  }
}
