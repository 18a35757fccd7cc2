import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { Color, PieceLetter, Square } from 'outpost-rbc';
import '../belief/weights-switch';
import { legend } from '../belief/legend';
import { chancesOn, OVERLAYS, type Overlay, overlayNumbers } from '../belief/overlays';
import { overlayWords, trackingWords, weightsWords } from '../belief/words';
import { colorOf, squareName } from '../board/squares';
import { chessWords } from '../board/words';
import { format } from '../ui/format';
import type { AnalysisSession } from './analysis-session';
import { SessionController } from './session-controller';

/**
 * How beliefs are shown on the boards of a replay, what the colours mean, and the numbers of the square that somebody points at.
 * Fires `overlay` (detail: overlay) and `blend` (detail: whether).
 */
export class ViewChoice extends LitElement {
  static override properties = {
    session: { attribute: false },
    step: { attribute: false },
    truth: { attribute: false },
    sides: { attribute: false },
    overlay: {},
    blended: { type: Boolean },
    most: { attribute: false },
    pointed: { attribute: false },
  };
  declare session: AnalysisSession | null;
  declare step: number;
  /** The true position at the step. */
  declare truth: readonly (PieceLetter | null)[];
  /** Whose beliefs are on view. */
  declare sides: readonly Color[];
  declare overlay: Overlay;
  declare blended: boolean;
  /** What the strongest colour stands for. */
  declare most: number;
  declare pointed: Square | null;

  constructor() {
    super();
    this.session = null;
    this.step = 0;
    this.truth = [];
    this.sides = [];
    this.overlay = 'pieces';
    this.blended = false;
    this.most = 0;
    this.pointed = null;
    new SessionController(this, ['beliefs']);
  }

  protected override createRenderRoot(): this {
    return this;
  }

  private fire(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  protected override render(): TemplateResult {
    return html`<div class="view-choice">
      ${this.sides.length > 0 ? this.renderOverlay() : html`<p class="small muted">${overlayWords.truthHelp}</p>`}
      <h3>${weightsWords.title}</h3>
      <weights-switch></weights-switch>
    </div>`;
  }

  private renderOverlay(): TemplateResult {
    const { overlay, sides } = this;
    const blending = overlay === 'pieces' ? overlayWords.blendedLong : overlayWords.blendedMap;
    return html`<div class="row wrap">
        <label class="overlay-choice"
          ><span>${overlayWords.overlay}</span>
          <select
            .value=${overlay}
            @change=${(event: Event) => this.fire('overlay', (event.target as HTMLSelectElement).value)}
          >
            ${OVERLAYS.map((one) => html`<option value=${one} ?selected=${one === overlay}>${overlayWords.overlays(one)}</option>`)}
          </select>
        </label>
        <label class="switch" title=${blending}
          ><input
            type="checkbox"
            .checked=${this.blended}
            @change=${(event: Event) => this.fire('blend', (event.target as HTMLInputElement).checked)}
          />${overlayWords.blended}</label
        >
      </div>
      ${this.blended ? html`<p class="small muted">${blending}</p>` : nothing}
      ${overlay === 'pieces' ? nothing : legend(overlayWords.low(overlay), overlayWords.high(overlay, this.most))}
      ${sides.map((color) => html`<p class="readout" aria-hidden="true">${this.readout(color)}</p>`)}`;
  }

  private readout(color: Color): string {
    const belief = this.session?.belief(this.step, color);
    const { pointed } = this;
    if (!belief || pointed === null) return this.sides[0] === color ? overlayWords.hover : '';
    const whose = (text: string): string => (this.sides.length > 1 ? overlayWords.whose(color, text) : text);
    const name = squareName(pointed);
    const own = this.truth[pointed];
    if (own && colorOf(own) === color) return whose(`${name}: ${chessWords.pieceName(own)}`);
    const numbers = overlayNumbers(this.overlay, belief);
    if (numbers) return whose(overlayWords.at(name, this.overlay, numbers[pointed] ?? 0));
    const chances = chancesOn(belief, pointed).map(({ role, probability }) => `${role} ${format.percent(probability)}`);
    return whose(trackingWords.squareChances(name, chances));
  }
}

customElements.define('view-choice', ViewChoice);

declare global {
  interface HTMLElementTagNameMap {
    'view-choice': ViewChoice;
  }
}
