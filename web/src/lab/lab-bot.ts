import { html, LitElement, type TemplateResult } from 'lit';
import { LIMITS } from 'outpost-rbc';
import example from '../../../examples/lab-bot.js?raw';
import { messageOf } from '../ui/errors';
import { icons } from '../ui/icons';
import { botPatience, MOST_SOURCE, type OwnBot } from './bot-worker';
import { labWords } from './words';

/** Where a person gives the code of a bot: pasted, from a file, or dropped. Sends `bot` with an {@link OwnBot}. */
export class LabBot extends LitElement {
  static override properties = {
    bot: { attribute: false },
    problem: { state: true },
  };
  declare bot: OwnBot | null;
  /** Why a file could not be taken. */
  declare private problem: string;

  constructor() {
    super();
    this.bot = null;
    this.problem = '';
  }

  protected override createRenderRoot(): this {
    return this;
  }

  private give(changes: Partial<OwnBot>): void {
    this.problem = '';
    const detail: OwnBot = { name: this.bot?.name ?? '', source: this.bot?.source ?? '', ...changes };
    this.dispatchEvent(new CustomEvent<OwnBot>('bot', { detail }));
  }

  private async open(file: File | undefined): Promise<void> {
    if (!file) return;
    if (file.size > MOST_SOURCE) {
      this.problem = labWords.bot.tooLong;
      return;
    }
    try {
      this.give({ name: file.name.replace(/\.[^.]*$/, '').slice(0, LIMITS.name), source: await file.text() });
    } catch (error) {
      this.problem = messageOf(error);
    }
  }

  private readonly onDrop = (event: DragEvent): void => {
    const [file] = event.dataTransfer?.files ?? [];
    // Records open in Analyse, wherever they are dropped.
    if (!file || !/\.m?js$/i.test(file.name)) return;
    event.preventDefault();
    void this.open(file);
  };

  protected override render(): TemplateResult {
    const { bot } = labWords;
    return html`<fieldset class="lab-bot" @drop=${this.onDrop}>
      <legend>${bot.title}</legend>
      <p class="small">${bot.how}</p>
      <label class="lab-field"
        >${bot.name}
        <input
          type="text"
          name="bot-name"
          maxlength=${LIMITS.name}
          autocomplete="off"
          .value=${this.bot?.name ?? ''}
          @change=${(event: Event) => this.give({ name: (event.target as HTMLInputElement).value })}
        />
      </label>
      <label class="lab-field"
        >${bot.code}
        <textarea
          name="bot"
          rows="10"
          spellcheck="false"
          autocapitalize="off"
          autocomplete="off"
          translate="no"
          .value=${this.bot?.source ?? ''}
          @change=${(event: Event) => this.give({ source: (event.target as HTMLTextAreaElement).value })}
        ></textarea>
      </label>
      <div class="row wrap">
        <label class="button">
          ${icons.file} ${bot.file}
          <input
            class="visually-hidden"
            type="file"
            name="bot-file"
            accept=".js,.mjs,text/javascript"
            @change=${(event: Event) => {
              const input = event.target as HTMLInputElement;
              void this.open(input.files?.[0]);
              input.value = '';
            }}
          />
        </label>
        <button type="button" class="lab-example" @click=${() => this.give({ name: 'lab-bot', source: example })}>
          ${bot.example}
        </button>
        <span class="problem" role="status">${this.problem}</span>
      </div>
      <p class="small muted">${bot.safe((botPatience.look * botPatience.looks) / 1000)}</p>
      <p class="small muted">${bot.elsewhere} <a href="#analyse">${bot.toAnalyse}</a></p>
    </fieldset>`;
  }
}

customElements.define('lab-bot', LabBot);
