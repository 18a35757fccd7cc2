import { html, LitElement, type TemplateResult } from 'lit';
import { announce } from '../ui/announcer';
import { icons } from '../ui/icons';
import { fenWords } from './words';

/** The true position of a step as FEN, to be copied. */
export class StepFen extends LitElement {
  static override properties = { fen: {} };
  declare fen: string;

  constructor() {
    super();
    this.fen = '';
  }

  protected override createRenderRoot(): this {
    return this;
  }

  private async copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.fen);
      announce(fenWords.copied);
    } catch {
      // Not allowed in some frames: it is selected, to be copied by hand.
      const code = this.querySelector('code');
      if (code) getSelection()?.selectAllChildren(code);
      announce(fenWords.refused);
    }
  }

  protected override render(): TemplateResult {
    return html`<h3>${fenWords.title}</h3>
      <p class="row wrap">
        <code translate="no">${this.fen}</code>
        <button type="button" class="small-button" @click=${() => this.copy()}>${icons.copy} ${fenWords.copy}</button>
      </p>`;
  }
}

customElements.define('step-fen', StepFen);

declare global {
  interface HTMLElementTagNameMap {
    'step-fen': StepFen;
  }
}
