import { html, LitElement, type TemplateResult } from 'lit';
import './share.css';
import { icons } from '../ui/icons';
import { shareWords } from './words';

type Kind = 'element' | 'iframe';

/** Copies what stands in a field. Where that is refused (some frames and browsers), it is selected, to be copied by hand. */
export async function copyField(field: HTMLTextAreaElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    return false;
  }
}

/** Code for pages of one's own, as an element or as a frame, to be copied. */
export class EmbedSnippet extends LitElement {
  static override properties = {
    text: { attribute: false },
    codes: { attribute: false },
    kind: { state: true },
    said: { state: true },
  };
  /** What it is for. */
  declare text: string;
  declare codes: Readonly<Record<Kind, string>>;
  declare private kind: Kind;
  /** What became of the last copying. */
  declare private said: string;

  constructor() {
    super();
    this.text = '';
    this.codes = { element: '', iframe: '' };
    this.kind = 'element';
    this.said = '';
  }

  protected override createRenderRoot(): this {
    return this;
  }

  private async copy(): Promise<void> {
    const field = this.querySelector('textarea');
    if (field) this.said = (await copyField(field)) ? shareWords.copied.embed : shareWords.copyRefused;
  }

  private choice(kind: Kind): TemplateResult {
    return html`<label class="check"
      ><input
        type="radio"
        name="embed-as"
        .checked=${this.kind === kind}
        @change=${() => {
          this.kind = kind;
          this.said = '';
        }}
      />
      ${shareWords.embedAs[kind]}</label
    >`;
  }

  protected override render(): TemplateResult {
    return html`<details class="embed-code">
      <summary>${shareWords.embed}</summary>
      <p class="small muted">${this.text}</p>
      <div role="radiogroup" aria-label=${shareWords.embed}>${this.choice('element')} ${this.choice('iframe')}</div>
      <textarea
        class="share-embed"
        readonly
        rows="4"
        aria-label=${shareWords.embed}
        spellcheck="false"
        .value=${this.codes[this.kind]}
        @focus=${(event: Event) => (event.target as HTMLTextAreaElement).select()}
      ></textarea>
      <div class="row wrap">
        <button type="button" class="copy-embed" @click=${() => this.copy()}>${icons.copy} ${shareWords.copyEmbed}</button>
      </div>
      <p class="share-status small" role="status">${this.said}</p>
    </details>`;
  }
}

customElements.define('embed-snippet', EmbedSnippet);
