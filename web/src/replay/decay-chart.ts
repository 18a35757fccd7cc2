import { html, LitElement, svg, type TemplateResult } from 'lit';
import type { Color } from 'outpost-rbc';
import { corners, placeOn } from '../ui/corners';
import { format } from '../ui/format';
import { type Decay, meanDecay } from './decay';
import { decayWords } from './words';

const WIDTH = 430;
const HEIGHT = 84;
/** As in the chart of the sizes above it. */
const LEFT = 54;
const RIGHT = 8;
const MIDDLE = HEIGHT / 2;
const TALLEST = MIDDLE - 6;

/** What each sense ruled out: White's bars go up, Black's down. Fires `seek` (detail: step). */
export class DecayChart extends LitElement {
  static override properties = {
    decays: { attribute: false },
    steps: { attribute: false },
    step: { attribute: false },
  };
  declare decays: readonly Decay[];
  /** Steps of the whole game. */
  declare steps: number;
  declare step: number;

  constructor() {
    super();
    this.decays = [];
    this.steps = 0;
    this.step = 0;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  private x(step: number): number {
    return LEFT + (step / Math.max(1, this.steps - 1)) * (WIDTH - LEFT - RIGHT);
  }

  /** All bars of a side as one path: long games have thousands. */
  private bars(color: Color): string {
    const sign = color === 'white' ? -1 : 1;
    return this.decays
      .filter((decay) => decay.color === color)
      .map(({ step, ratio }) => `M${this.x(step).toFixed(1)} ${MIDDLE}v${(sign * ratio * TALLEST).toFixed(1)}`)
      .join('');
  }

  private readonly onClick = (event: MouseEvent): void => {
    const place = placeOn(this.querySelector('.chart-area'), event);
    if (!place || this.decays.length === 0) return;
    const at = place.x * WIDTH;
    const away = (decay: Decay): number => Math.abs(this.x(decay.step) - at);
    const nearest = this.decays.reduce((a, b) => (away(b) < away(a) ? b : a));
    this.dispatchEvent(new CustomEvent('seek', { detail: nearest.step, bubbles: true }));
  };

  protected override render(): TemplateResult {
    const mean = (color: Color): number | null => meanDecay(this.decays, color);
    const width = Math.min(8, Math.max(0.6, (0.6 * (WIDTH - LEFT - RIGHT)) / Math.max(1, this.steps / 3)));
    const cursor = this.x(this.step);
    return html`<figure class="chart decay-chart">
      <figcaption class="small">${decayWords.title}</figcaption>
      <div class="chart-area">${corners()}<svg
        viewBox="0 0 ${WIDTH} ${HEIGHT}"
        translate="no"
        role="img"
        aria-label=${decayWords.label(mean('white'), mean('black'))}
        @click=${this.onClick}
      >
        ${[-1, 0, 1].map((part) => {
          const y = MIDDLE + part * TALLEST;
          return svg`<line class="chart-grid" x1=${LEFT} x2=${WIDTH - RIGHT} y1=${y} y2=${y}></line>
            <text class="chart-tick" x=${LEFT - 6} y=${y + 4} text-anchor="end">${format.percent(Math.abs(part))}</text>`;
        })}
        <line class="chart-cursor" x1=${cursor} x2=${cursor} y1="4" y2=${HEIGHT - 4}></line>
        ${(['white', 'black'] as const).map(
          (color) => svg`<path class="decay-bars ${color}" d=${this.bars(color)} stroke-width=${width}></path>`,
        )}
      </svg></div>
      <p class="small muted">${decayWords.means(mean('white'), mean('black'))}</p>
    </figure>`;
  }
}

customElements.define('decay-chart', DecayChart);
