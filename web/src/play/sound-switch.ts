import { html, LitElement, type TemplateResult } from 'lit';
import { announce } from '../ui/announcer';
import { icons } from '../ui/icons';
import { play, soundChoice } from './feedback';
import { soundWords } from './words';

/** Turns the sounds of games on and off, wherever it is put. */
export class SoundSwitch extends LitElement {
  private stop: (() => void) | null = null;

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.stop = soundChoice.onChange(() => this.requestUpdate());
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop?.();
  }

  private readonly toggle = (): void => {
    soundChoice.value = soundChoice.value === 'on' ? 'off' : 'on';
    announce(soundWords.now[soundChoice.value]);
    // What it is like.
    if (soundChoice.value === 'on') void play('moved');
  };

  protected override render(): TemplateResult {
    const { value } = soundChoice;
    return html`<button
      type="button"
      class="quiet icon-button"
      aria-pressed=${value === 'on' ? 'true' : 'false'}
      aria-label=${soundWords.sound}
      title=${soundWords.now[value]}
      @click=${this.toggle}
    >
      ${value === 'on' ? icons.sound : icons.soundOff}
    </button>`;
  }
}

customElements.define('sound-switch', SoundSwitch);
