import { html, LitElement, type PropertyValues, svg, type TemplateResult } from 'lit';
import type { Color, StepSizes } from 'outpost-rbc';
import { corners, placeOn } from '../ui/corners';
import { format } from '../ui/format';
import { decades, linePath } from './size-lines';
import { replayWords } from './words';

const WIDTH = 430;
const HEIGHT = 170;
const LEFT = 54;
const RIGHT = 8;
const TOP = 8;
const BOTTOM = 20;

/**
 * The sizes of both information sets over a game, on a logarithmic scale. White's line is solid, Black's dashed, and
 * Black's diamonds are hollow, so that colour is not needed to tell them apart. Fires `seek` (detail: step).
 */
export class SizeChart extends LitElement {
  static override properties = {
    sizes: { attribute: false },
    steps: { attribute: false },
    step: { attribute: false },
    ranks: { attribute: false },
  };
  declare sizes: readonly (StepSizes | null)[];
  /** Steps of the whole game. */
  declare steps: number;
  declare step: number;
  /** Where the true board stood among a side's boards at some steps: diamonds on the same scale. */
  declare ranks: readonly { step: number; color: Color; rank: number }[];
  private lines: {
    white: string;
    black: string;
    ticks: number[];
    open: { x: number; y: number; from: number; to: number; color: Color }[];
  } = {
    white: '',
    black: '',
    ticks: [1, 10],
    open: [],
  };

  constructor() {
    super();
    this.sizes = [];
    this.steps = 0;
    this.step = 0;
    this.ranks = [];
  }

  protected override createRenderRoot(): this {
    return this;
  }

  private x(step: number): number {
    return LEFT + (step / Math.max(1, this.steps - 1)) * (WIDTH - LEFT - RIGHT);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('sizes') && !changed.has('steps')) return;
    let most = 10;
    for (const size of this.sizes) if (size) most = Math.max(most, size.white.estimate, size.black.estimate);
    const ticks = decades(most);
    const top = Math.max(Math.log10(most), Math.log10(ticks[ticks.length - 1] as number) * 0.9);
    const y = (size: number): number => TOP + (1 - Math.log10(Math.max(1, size)) / top) * (HEIGHT - TOP - BOTTOM);
    const x = (step: number): number => this.x(step);
    const open: { x: number; y: number; from: number; to: number; color: Color }[] = [];
    const every = Math.ceil(this.sizes.length / 150);
    this.sizes.forEach((size, step) => {
      if (!size || step % every !== 0) return;
      for (const color of ['white', 'black'] as const) {
        const { completeness, estimate, error } = size[color];
        if (completeness === 'sample') {
          // 19 in 20 estimates are off by less.
          const [least, most] = [Math.max(1, estimate - 2 * error), estimate + 2 * error];
          open.push({ x: x(step), y: y(estimate), from: Math.max(TOP, y(most)), to: y(least), color });
        }
      }
    });
    const line = (color: Color): string =>
      linePath(
        this.sizes.map((size) => (size ? size[color].estimate : null)),
        x,
        y,
      );
    this.lines = {
      white: line('white'),
      black: line('black'),
      ticks: ticks.filter((tick) => Math.log10(tick) <= top),
      open,
    };
    this.yOf = y;
  }

  private yOf: (size: number) => number = () => 0;

  private readonly onPointer = (event: PointerEvent): void => {
    if (event.type === 'pointermove' && event.buttons !== 1) return;
    const place = placeOn(this.querySelector('.chart-area'), event);
    if (!place) return;
    const at = place.x * WIDTH;
    const step = Math.round(((at - LEFT) / (WIDTH - LEFT - RIGHT)) * Math.max(1, this.steps - 1));
    this.dispatchEvent(new CustomEvent('seek', { detail: Math.min(this.steps - 1, Math.max(0, step)), bubbles: true }));
  };

  protected override render(): TemplateResult {
    const { lines } = this;
    const now = this.sizes[this.step];
    const cursor = this.x(this.step);
    return html`<figure class="chart">
      <div class="chart-area">${corners()}<svg
        viewBox="0 0 ${WIDTH} ${HEIGHT}"
        translate="no"
        role="img"
        aria-label=${replayWords.chartLabel(this.step + 1, this.steps)}
        @pointerdown=${this.onPointer}
        @pointermove=${this.onPointer}
      >
        ${lines.ticks.map(
          (
            tick,
          ) => svg`<line class="chart-grid" x1=${LEFT} x2=${WIDTH - RIGHT} y1=${this.yOf(tick)} y2=${this.yOf(tick)}></line>
            <text class="chart-tick" x=${LEFT - 6} y=${this.yOf(tick) + 4} text-anchor="end">${format.compact(tick)}</text>`,
        )}
        ${this.turnTicks().map(
          (tick) =>
            svg`<text class="chart-tick" x=${this.x(tick.step)} y=${HEIGHT - 4} text-anchor="middle">${tick.turn}</text>`,
        )}
        <text class="chart-tick" x=${LEFT - 10} y=${HEIGHT - 4} text-anchor="end">${replayWords.chartTurns}</text>
        <line class="chart-cursor" x1=${cursor} x2=${cursor} y1=${TOP} y2=${HEIGHT - BOTTOM}></line>
        <path class="chart-line white" d=${lines.white}></path>
        <path class="chart-line black" d=${lines.black}></path>
        ${lines.open.map(
          (dot) =>
            svg`<line class="chart-margin ${dot.color}" x1=${dot.x} x2=${dot.x} y1=${dot.from} y2=${dot.to}></line>`,
        )}
        ${lines.open.map((dot) => svg`<circle class="chart-sample ${dot.color}" cx=${dot.x} cy=${dot.y} r="2.5"></circle>`)}
        ${this.ranks.map(({ step, color, rank }) => {
          const [x, y] = [this.x(step), this.yOf(rank)];
          return svg`<path class="chart-rank ${color}" d="M${x - 5} ${y}L${x} ${y - 5}L${x + 5} ${y}L${x} ${y + 5}Z"></path>`;
        })}
        ${
          now
            ? (['white', 'black'] as const).map(
                (color) =>
                  svg`<circle class="chart-dot ${color}" cx=${cursor} cy=${this.yOf(now[color].estimate)} r="4.5"></circle>`,
              )
            : ''
        }
      </svg></div>
    </figure>`;
  }

  /** Full turns along the axis: six steps each. */
  private turnTicks(): { step: number; turn: number }[] {
    const turns = Math.ceil(this.steps / 6);
    const stride = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((n) => turns / n <= 10) ?? 1000;
    const ticks: { step: number; turn: number }[] = [];
    for (let turn = stride; turn <= turns; turn += stride) {
      const step = (turn - 1) * 6;
      if (step < this.steps) ticks.push({ step, turn });
    }
    return ticks;
  }
}

if (!customElements.get('size-chart')) customElements.define('size-chart', SizeChart);
