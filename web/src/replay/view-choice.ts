import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { Color, PieceLetter, Square } from 'outpost';
import '../belief/weights-switch';
import { legend } from '../belief/legend';
import { chancesOn, OVERLAYS, type Overlay, overlayNumbers } from '../belief/overlays';
import { colorOf, squareName } from '../board/squares';
import { t } from '../ui/strings';
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
    return html`<section class="card view-choice" aria-label=${t.insight.view.title}>
      <h2>${t.insight.view.title}</h2>
      ${this.sides.length > 0 ? this.renderOverlay() : html`<p class="small muted">${t.insight.view.truthHelp}</p>`}
      <h3>${t.weights.title}</h3>
      <weights-switch></weights-switch>
    </section>`;
  }

  private renderOverlay(): TemplateResult {
    const { overlay, sides } = this;
    const blending = overlay === 'pieces' ? t.insight.view.blendedLong : t.insight.view.blendedMap;
    return html`<div class="row wrap">
        <label class="overlay-choice"
          ><span>${t.insight.view.overlay}</span>
          <select
            .value=${overlay}
            @change=${(event: Event) => this.fire('overlay', (event.target as HTMLSelectElement).value)}
          >
            ${OVERLAYS.map((one) => html`<option value=${one} ?selected=${one === overlay}>${t.insight.view.overlays(one)}</option>`)}
          </select>
        </label>
        <label class="switch" title=${blending}
          ><input
            type="checkbox"
            .checked=${this.blended}
            @change=${(event: Event) => this.fire('blend', (event.target as HTMLInputElement).checked)}
          />${t.insight.view.blended}</label
        >
      </div>
      ${this.blended ? html`<p class="small muted">${blending}</p>` : nothing}
      ${overlay === 'pieces' ? nothing : legend(t.insight.view.low(overlay), t.insight.view.high(overlay, this.most))}
      ${sides.map((color) => html`<p class="readout" aria-hidden="true">${this.readout(color)}</p>`)}`;
  }

  private readout(color: Color): string {
    const belief = this.session?.belief(this.step, color);
    const { pointed } = this;
    if (!belief || pointed === null) return this.sides[0] === color ? t.insight.view.hover : '';
    const whose = (text: string): string => (this.sides.length > 1 ? t.insight.view.whose(color, text) : text);
    const name = squareName(pointed);
    const own = this.truth[pointed];
    if (own && colorOf(own) === color) return whose(`${name}: ${t.pieceName(own)}`);
    const numbers = overlayNumbers(this.overlay, belief);
    if (numbers) return whose(t.insight.view.at(name, this.overlay, numbers[pointed] ?? 0));
    const chances = chancesOn(belief, pointed).map(({ role, probability }) => `${role} ${t.percent(probability)}`);
    return whose(t.tracking.squareChances(name, chances));
  }
}

customElements.define('view-choice', ViewChoice);

declare global {
  interface HTMLElementTagNameMap {
    'view-choice': ViewChoice;
  }
}
