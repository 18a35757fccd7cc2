import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { csv } from '../ui/csv';
import { saveText } from '../ui/save-file';
import { labelled, sentence, sentences } from '../ui/texts';
import { decaySeries, growthSeries, scoreSeries, shownPolicies } from './chart-series';
import {
  FIGURE_FILES,
  type FigureFile,
  type Figures,
  figuresOf,
  figureTable,
  type GrowthResults,
  type PlayersResults,
  sideBySide,
} from './figures';
import type { ChartSeries } from './lab-chart';
import { type Cell, NONE, percent, rating, table } from './lab-table';
import { Repeated } from './repeated';
import { labelsOf, type Run, setupText } from './run';
import { hashOf, MOST_PLAYERS } from './setup';
import { labWords } from './words';

/** What was worked out of the runs that are compared. */
interface Compared<F extends Figures = Figures> {
  run: Run;
  label: string;
  figures: F;
}

/** Runs of one experiment in the same charts and tables; {@link refresh} takes in games that were added to them. */
export class LabComparison extends LitElement {
  static override properties = {
    runs: { attribute: false },
    compared: { state: true },
  };
  /** Two at least. */
  declare runs: readonly Run[];
  declare private compared: Compared[];
  private readonly work = new Repeated(
    () => this.compute(),
    () => this.isConnected,
  );

  constructor() {
    super();
    this.runs = [];
    this.compared = [];
  }

  protected override createRenderRoot(): this {
    return this;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('runs')) void this.work.again();
  }

  refresh(): void {
    void this.work.again();
  }

  private async compute(): Promise<void> {
    const { runs } = this;
    const compared = await comparedOf(runs);
    if (runs === this.runs) this.compared = compared;
  }

  protected override render(): TemplateResult {
    const { compared } = this;
    const growth = compared.filter(isGrowth);
    const players = compared.filter(isPlayers);
    return html`<section class="card lab-comparison" aria-labelledby="lab-comparison-title">
      <h2 id="lab-comparison-title">${labWords.comparison}</h2>
      ${
        compared.length < 2
          ? html`<p class="muted">${labWords.computing}</p>`
          : html`${growth.length > 0 ? this.renderGrowth(growth) : this.renderPlayers(players)} ${this.renderDownloads()}`
      }
    </section>`;
  }

  private renderGrowth(compared: Compared<GrowthResults>[]): TemplateResult {
    const shown = compared.map(({ label, figures }) => ({ label, policies: shownPolicies(figures.policies) }));
    const rows = shown.flatMap(({ label, policies }) =>
      policies.map(({ policy, overall }): Cell[] => [
        [policy, label],
        ...(['mean', 'median', 'pooled'] as const).map((average) => percent(overall?.[average])),
      ]),
    );
    const columns = labWords.decayColumns;
    const lines = (series: typeof growthSeries): ChartSeries[] =>
      shown.flatMap(({ label, policies }) => series(policies, (policy) => labWords.ofLabel(policy, label)));
    return html`${this.renderChart('growth', labWords.compared.growth, labWords.charts.growthY, lines(growthSeries), [0])}
      ${this.renderChart('decay', labWords.compared.decay, labWords.charts.decayY, lines(decaySeries), [0, 100])}
      ${table('compared-decay', labWords.decayTable, [columns.sense, columns.mean, columns.median, columns.pooled], rows)}
      <p class="small muted">${labWords.intervals.growth}</p>`;
  }

  private renderPlayers(compared: Compared<PlayersResults>[]): TemplateResult {
    const lines = compared.flatMap(({ label, figures: { setup, curve } }) =>
      scoreSeries(setup, curve, (player) => labWords.ofLabel(player, label)),
    );
    const players = [...new Set(compared.flatMap(({ figures }) => figures.setup.players))];
    const last = compared.map(({ figures }) => figures.curve.at(-1)?.figures ?? []);
    const rows = (cell: (figures: (typeof last)[number][number]) => Cell): Cell[][] =>
      players.map((player) => [
        [player],
        ...last.map((figures) => {
          const of = figures.find((of) => of.player === player);
          return of ? cell(of) : NONE;
        }),
      ]);
    const head = [labWords.ratingColumns.player, ...compared.map(({ label }) => label)];
    return html`${this.renderChart('score', labWords.compared.score, labWords.charts.scoreY, lines, [0, 100])}
      ${table(
        'compared-score',
        labWords.ratingColumns.score,
        head,
        rows(({ total }) => percent(total.share)),
      )}
      ${table(
        'compared-elo',
        labWords.ratingColumns.elo,
        head,
        rows(({ elo }) => rating(elo)),
      )}
      <p class="small muted">${labWords.intervals.players} ${labWords.compared.opponents}</p>`;
  }

  private renderChart(
    name: 'growth' | 'decay' | 'score',
    heading: string,
    yLabel: string,
    lines: ChartSeries[],
    includes: number[],
  ): TemplateResult {
    const byTurn = name !== 'score';
    return html`<lab-chart
        data-chart="compared-${name}"
        .fileName=${this.fileName(name)}
        .notes=${this.notes()}
        .heading=${heading}
        .xLabel=${byTurn ? labWords.charts.growthX : labWords.charts.gamesX}
        .yLabel=${yLabel}
        .rowName=${byTurn ? labWords.turn : labWords.gamesColumn}
        .series=${lines.slice(0, MOST_PLAYERS)}
        .includes=${includes}
      ></lab-chart>
      ${lines.length > MOST_PLAYERS ? html`<p class="small muted">${labWords.compared.lines(MOST_PLAYERS)}</p>` : nothing}`;
  }

  private renderDownloads(): TemplateResult | typeof nothing {
    const [first] = this.runs;
    if (!first) return nothing;
    return html`<div class="lab-downloads">
      <h3>${labWords.downloads}</h3>
      <div class="row wrap">
        ${FIGURE_FILES[first.setup.experiment].map(
          (file) =>
            html`<button type="button" class="small-button" data-compared=${file} @click=${() => this.download(file)}>
              ${labWords.files[file]}
            </button>`,
        )}
      </div>
    </div>`;
  }

  /** What was played, for who sees an image of it somewhere else. */
  private notes(): string[] {
    const runs = this.compared.map(({ run, label }) =>
      labelled(label, sentences(sentence(setupText(run.setup)), labWords.games(run.results.size))),
    );
    return [labWords.charts.band, ...runs];
  }

  private fileName(file: string): string {
    return `outpost-lab-comparison-${file}-${this.runs.length}-runs`;
  }

  private async download(file: FigureFile): Promise<void> {
    const runs = (await comparedOf(this.runs)).map(({ run, label, figures }) => ({
      label,
      address: hashOf(run.setup),
      table: figureTable(file, figures),
    }));
    saveText(`${this.fileName(file)}.csv`, csv(sideBySide(runs)), 'text/csv');
  }
}

async function comparedOf(runs: readonly Run[]): Promise<Compared[]> {
  const labels = labelsOf(runs);
  return Promise.all(
    runs.map(async (run, i) => ({
      run,
      label: labels[i] ?? '',
      figures: await figuresOf(run.setup, [...run.results.values()]),
    })),
  );
}

const isGrowth = (of: Compared): of is Compared<GrowthResults> => of.figures.experiment === 'growth';
const isPlayers = (of: Compared): of is Compared<PlayersResults> => of.figures.experiment === 'players';

customElements.define('lab-comparison', LabComparison);
