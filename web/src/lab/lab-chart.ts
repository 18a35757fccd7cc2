import { html, LitElement, nothing, type PropertyValues, svg, type TemplateResult } from 'lit';
import { messageOf } from '../ui/errors';
import { format } from '../ui/format';
import { loadPart } from '../ui/parts';
import { saveBlob, saveText } from '../ui/save-file';
import { labelled } from '../ui/texts';
import { axisRange } from './axis';
import { chartImage } from './chart-image';
import { niceTicks } from './ticks';
import { labWords } from './words';

export interface ChartPoint {
  x: number;
  value: number;
  low: number;
  high: number;
  /** The true value is at least this: drawn hollow. */
  atLeast: boolean;
  /** What the table says. */
  text: string;
}

export interface ChartSeries {
  name: string;
  points: ChartPoint[];
}

const HEIGHT = 300;
const LEFT = 44;
const RIGHT = 12;
const TOP = 10;
const BOTTOM = 38;
/** Above this many points markers would run together: only each line's last has one, and those that are hollow. */
const MARKED = 30;

/**
 * Lines with their intervals as bands over an even axis. Lines differ by colour, dashes and markers; a table has the same values.
 * Drawn as wide as there is room, so that its letters are as large as others.
 */
export class LabChart extends LitElement {
  static override properties = {
    heading: { attribute: false },
    xLabel: { attribute: false },
    yLabel: { attribute: false },
    rowName: { attribute: false },
    series: { attribute: false },
    includes: { attribute: false },
    reach: { attribute: false },
    notes: { attribute: false },
    fileName: { attribute: false },
    problem: { state: true },
    width: { state: true },
  };
  declare heading: string;
  declare xLabel: string;
  declare yLabel: string;
  /** What a row of the table is. */
  declare rowName: string;
  declare series: readonly ChartSeries[];
  /** Values that the y axis must reach to. */
  declare includes: readonly number[];
  /** How far intervals may take it beyond the values. */
  declare reach: number;
  /** What an image of it says below. */
  declare notes: readonly string[];
  /** Of an image, without its ending. */
  declare fileName: string;
  /** Why there is no image. */
  declare private problem: string | null;
  declare private width: number;
  private readonly observer = new ResizeObserver(([entry]) => {
    const width = Math.round(entry?.contentRect.width ?? 0);
    if (width > 0) this.width = width;
  });
  private static count = 0;
  private readonly id_ = `lab-chart-${LabChart.count++}`;

  constructor() {
    super();
    this.heading = '';
    this.xLabel = '';
    this.yLabel = '';
    this.rowName = '';
    this.series = [];
    this.includes = [];
    this.reach = Number.POSITIVE_INFINITY;
    this.notes = [];
    this.fileName = 'outpost-lab';
    this.problem = null;
    this.width = 640;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.observer.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.observer.disconnect();
  }

  protected override shouldUpdate(_changed: PropertyValues): boolean {
    return this.series.length > 0;
  }

  protected override render(): TemplateResult {
    const { width } = this;
    const points = this.series.flatMap((series) => series.points);
    const xs = points.map(({ x }) => x);
    const ys = axisRange(points, this.includes, this.reach);
    const [left, right] = [0, Math.max(1, ...xs)];
    const yTicks = niceTicks(...ys, 6);
    const [bottom, top] = [yTicks[0] as number, yTicks.at(-1) as number];
    const xTicks = niceTicks(left, right, Math.max(3, Math.floor(width / 90))).filter(
      (tick) => tick <= right && Number.isInteger(tick),
    );
    const x = (value: number): number => LEFT + ((value - left) / (right - left)) * (width - LEFT - RIGHT);
    const y = (value: number): number => TOP + (1 - (value - bottom) / (top - bottom)) * (HEIGHT - TOP - BOTTOM);
    const names = this.series.map(({ name }) => name);
    return html`<figure class="lab-chart" aria-labelledby=${this.id_}>
      <figcaption id=${this.id_}>${this.heading}</figcaption>
      <p class="small muted" aria-hidden="true">${this.yLabel}</p>
      <svg viewBox="0 0 ${width} ${HEIGHT}" translate="no" role="img" aria-label=${labWords.charts.label(this.heading, names)}>
        ${yTicks.map(
          (tick) => svg`<line class="chart-grid" x1=${LEFT} x2=${width - RIGHT} y1=${y(tick)} y2=${y(tick)}></line>
            <text class="chart-tick" x=${LEFT - 6} y=${y(tick) + 4} text-anchor="end">${format.number(tick)}</text>`,
        )}
        ${xTicks.map(
          (tick) =>
            svg`<text class="chart-tick" x=${x(tick)} y=${HEIGHT - BOTTOM + 16} text-anchor="middle">${format.number(tick)}</text>`,
        )}
        <text class="chart-tick" x=${(LEFT + width - RIGHT) / 2} y=${HEIGHT - 5} text-anchor="middle">${this.xLabel}</text>
        <clipPath id="${this.id_}-plot">
          <rect x=${LEFT} y=${TOP - 4} width=${width - LEFT - RIGHT + 6} height=${HEIGHT - TOP - BOTTOM + 8}></rect>
        </clipPath>
        <g clip-path="url(#${this.id_}-plot)">
        ${this.series.map(({ points }, i) => svg`<path class="lab-band ${look(i)}" d=${band(points, x, y)}></path>`)}
        ${this.series.map(
          ({ points }, i) => svg`<path class="lab-line ${look(i)}" d=${path(points, x, y)}></path>
            ${points.map((point, n) =>
              point.atLeast || points.length <= MARKED || n === points.length - 1
                ? svg`<path class="lab-mark ${look(i)} ${point.atLeast ? 'hollow' : ''}" d=${mark(i, x(point.x), y(point.value))}></path>`
                : nothing,
            )}`,
        )}
        </g>
      </svg>
      <ul class="lab-legend">
        ${this.series.map(
          ({ name }, i) => html`<li>
            <svg viewBox="0 0 34 14" aria-hidden="true">
              <path class="lab-line ${look(i)}" d="M0 7L34 7"></path>
              <path class="lab-mark ${look(i)}" d=${mark(i, 17, 7)}></path></svg
            >${name}
          </li>`,
        )}
        <li class="muted">${labWords.charts.band} ${this.cut(points, ys) ? labWords.charts.cut : ''}</li>
      </ul>
      <div class="row wrap lab-images">
        <button type="button" class="small-button" data-image="svg" @click=${() => this.save('svg')}>${labWords.saveSvg}</button>
        <button type="button" class="small-button" data-image="png" @click=${() => this.save('png')}>${labWords.savePng}</button>
        <span class="problem" role="status">${this.problem === null ? '' : labWords.noImage(this.problem)}</span>
      </div>
      <details class="lab-table">
        <summary>${labWords.charts.table}</summary>
        ${this.renderTable()}
      </details>
    </figure>`;
  }

  /** Whether an interval goes on beyond the axis. */
  private cut(points: readonly ChartPoint[], [bottom, top]: readonly [number, number]): boolean {
    return points.some(({ low, high }) => low < bottom || high > top);
  }

  private async save(as: 'svg' | 'png'): Promise<void> {
    this.problem = null;
    const figure = this.querySelector('figure');
    if (!figure) return;
    try {
      const image = chartImage(figure, this.heading, this.yLabel, this.notes);
      if (as === 'svg') return saveText(`${this.fileName}.svg`, image.svg, 'image/svg+xml');
      const { pngOf } = await loadPart('share', () => import('../share/board-image'));
      saveBlob(`${this.fileName}.png`, await pngOf(image, labWords.rights));
    } catch (error) {
      this.problem = messageOf(error);
    }
  }

  private renderTable(): TemplateResult {
    const rows = [...new Set(this.series.flatMap(({ points }) => points.map(({ x }) => x)))].sort((a, b) => a - b);
    const cells = this.series.map(({ points }) => new Map(points.map(({ x, text }) => [x, text])));
    return html`<div class="lab-scroll" tabindex="0" role="region" aria-label=${labWords.charts.caption(this.heading)}>
      <table>
        <caption class="visually-hidden">
          ${labWords.charts.caption(labelled(this.heading, this.yLabel))}
        </caption>
        <thead>
          <tr>
            <th scope="col">${this.rowName}</th>
            ${this.series.map(({ name }) => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) => html`<tr>
              <th scope="row" translate="no">${format.number(row)}</th>
              ${cells.map((of) => html`<td translate="no">${of.get(row) ?? labWords.elsewhereCell}</td>`)}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }
}

type Scale = (value: number) => number;

/** Twelve looks: six colours, and six dashes that go round with them once and then shifted. */
function look(i: number): string {
  return `color-${i % 6} dash-${(i + Math.floor(i / 6) * 3) % 6}`;
}

const place = (x: number, y: number): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

function path(points: readonly ChartPoint[], x: Scale, y: Scale): string {
  return points.map((point, n) => `${n === 0 ? 'M' : 'L'}${place(x(point.x), y(point.value))}`).join('');
}

function band(points: readonly ChartPoint[], x: Scale, y: Scale): string {
  if (points.length === 0) return '';
  const upper = points.map((point) => place(x(point.x), y(point.high)));
  const lower = points.map((point) => place(x(point.x), y(point.low))).reverse();
  return `M${[...upper, ...lower].join('L')}Z`;
}

/** A circle, square, diamond, triangle, its reverse, or a cross. */
function mark(i: number, x: number, y: number): string {
  const points = (...corners: [number, number][]): string =>
    `M${corners.map(([dx, dy]) => place(x + dx, y + dy)).join('L')}Z`;
  switch (i % 6) {
    case 0:
      return `M${place(x - 3.5, y)}a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0`;
    case 1:
      return points([-3.2, -3.2], [3.2, -3.2], [3.2, 3.2], [-3.2, 3.2]);
    case 2:
      return points([-4.4, 0], [0, -4.4], [4.4, 0], [0, 4.4]);
    case 3:
      return points([-4.2, 3.2], [0, -4.2], [4.2, 3.2]);
    case 4:
      return points([-4.2, -3.2], [0, 4.2], [4.2, -3.2]);
    default:
      return points(
        [-4, -1.3],
        [-1.3, -1.3],
        [-1.3, -4],
        [1.3, -4],
        [1.3, -1.3],
        [4, -1.3],
        [4, 1.3],
        [1.3, 1.3],
        [1.3, 4],
        [-1.3, 4],
        [-1.3, 1.3],
        [-4, 1.3],
      );
  }
}

customElements.define('lab-chart', LabChart);
