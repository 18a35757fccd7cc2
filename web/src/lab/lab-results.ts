import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { csv } from '../ui/csv';
import { saveBlob } from '../ui/save-file';
import { decaySeries, eloSeries, growthSeries, scoreSeries, shownPolicies } from './chart-series';
import {
  FIGURE_FILES,
  type FigureFile,
  type Figures,
  figuresOf,
  figureTable,
  type GrowthResults,
  type PlayersResults,
} from './figures';
import { type Cell, estimateCell, NONE, percent, rating, table } from './lab-table';
import { DECAY, GROWTH, GROWTH_TURNS, RATING, readQuoted } from './measured';
import { Repeated } from './repeated';
import { anchorOf, type GameResult, gamesTable, type PolicyFigures, sensesCsv } from './results';
import { type Run, setupText } from './run';
import type { GrowthSetup, LabSetup } from './setup';
import type { LabStore } from './store';
import { labWords } from './words';

/** How far beyond the ratings a chart shows their intervals: of few games they can be thousands wide. */
const ELO_REACH = 400;

/** Charts, tables and files of a run; {@link refresh} takes in games that were added to it. */
export class LabResults extends LitElement {
  static override properties = {
    run: { attribute: false },
    store: { attribute: false },
    figures: { state: true },
  };
  declare run: Run;
  declare store: LabStore;
  declare private figures: Figures | null;
  private readonly work = new Repeated(
    () => this.compute(),
    () => this.isConnected,
  );

  constructor() {
    super();
    this.figures = null;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  private get setup(): LabSetup {
    return this.run.setup;
  }

  private get results(): ReadonlyMap<number, GameResult> {
    return this.run.results;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('run')) return;
    this.figures = null;
    void this.work.again();
  }

  /** Takes in games that were added to the run. */
  refresh(): void {
    void this.work.again();
  }

  private async compute(): Promise<void> {
    const { run } = this;
    const figures = await figuresOf(run.setup, [...run.results.values()]);
    if (run === this.run) this.figures = figures;
  }

  protected override render(): TemplateResult {
    const { figures } = this;
    const some = this.results.size > 0;
    return html`${
      !figures || !some
        ? html`<p class="muted">${some ? labWords.computing : labWords.nothingYet}</p>`
        : figures.experiment === 'growth'
          ? this.renderGrowth(figures)
          : this.renderPlayers(figures)
    }
    ${some ? this.renderDownloads() : nothing}`;
  }

  private machine(): TemplateResult {
    const { setup } = this;
    return html`<p class="small muted lab-machine">
      ${labWords.machine(this.run.lanes, labWords.budgetText(setup.budget))} ${labWords.intervals[setup.experiment]}
    </p>`;
  }

  private renderGrowth({ setup, policies }: GrowthResults): TemplateResult {
    const shown = shownPolicies(policies);
    return html`<lab-chart
        data-chart="growth"
        .fileName=${this.fileName('growth')}
        .notes=${this.notes()}
        .heading=${labWords.charts.growth(setup.against)}
        .xLabel=${labWords.charts.growthX}
        .yLabel=${labWords.charts.growthY}
        .rowName=${labWords.turn}
        .series=${growthSeries(shown)}
        .includes=${[0]}
      ></lab-chart>
      <lab-chart
        data-chart="decay"
        .fileName=${this.fileName('decay')}
        .notes=${this.notes()}
        .heading=${labWords.charts.decay(setup.against)}
        .xLabel=${labWords.charts.growthX}
        .yLabel=${labWords.charts.decayY}
        .rowName=${labWords.turn}
        .series=${decaySeries(shown)}
        .includes=${[0, 100]}
      ></lab-chart>
      ${this.renderDecayTable(shown)} ${this.machine()} ${this.compareGrowth(setup, shown)}`;
  }

  private renderDecayTable(policies: PolicyFigures[]): TemplateResult {
    const columns = labWords.decayColumns;
    const rows = policies.map(({ policy, games, senses, overall }): Cell[] => [
      [policy, labWords.ofSenses(games, senses)],
      ...(['mean', 'median', 'pooled'] as const).map((average) => percent(overall?.[average])),
    ]);
    return table('decay', labWords.decayTable, [columns.sense, columns.mean, columns.median, columns.pooled], rows);
  }

  /** What the native program measured, beside what was measured here. */
  private compareGrowth(setup: GrowthSetup, policies: PolicyFigures[]): TemplateResult | typeof nothing {
    const quoted = policies.filter(({ policy }) => GROWTH[policy]);
    if (quoted.length === 0) return nothing;
    const nodes = 'nodes' in setup.budget ? setup.budget.nodes : null;
    const alike = setup.against === 'random' && nodes === 2000 && setup.turns === 25;
    const agree = { overlap: 0, all: 0 };
    const rows = quoted.flatMap(({ policy, growth }) =>
      GROWTH_TURNS.map((turn, column): Cell[] => {
        const here = growth.find((of) => of.turn === turn);
        const program = GROWTH[policy]?.[column] ?? '-';
        const told = readQuoted(program);
        if (here && told) {
          agree.all++;
          // Quoted bounds are rounded.
          if (here.low <= told.high + 0.005 && told.low - 0.005 <= here.high) agree.overlap++;
        }
        const cell = here ? estimateCell(here, 2, here.beyond > 0) : NONE;
        const games = labWords.gamesHereAndThere(here?.games ?? 0, quotedGames(program));
        return [[labWords.policyTurn(policy, turn), games], cell, quote(program)];
      }),
    );
    const decays = quoted.flatMap(({ policy, overall }): Cell[][] => {
      const program = DECAY[`${policy} v. ${setup.against}`];
      if (!program) return [];
      const here = (['mean', 'median', 'pooled'] as const).map((average) => percent(overall?.[average]));
      return [
        [[policy, labWords.here], ...here],
        [[policy, labWords.program], ...program.map(quote)],
      ];
    });
    const { mean, median, pooled } = labWords.decayColumns;
    return html`<details class="lab-more lab-compare">
      <summary>${labWords.compare}</summary>
      <p class="small">
        ${alike ? labWords.comparable : labWords.notComparableGrowth} ${agree.all > 0 ? labWords.overlap(agree.overlap, agree.all) : ''}
      </p>
      ${table('compare-growth', labWords.compareGrowth, [labWords.decayColumns.sense, labWords.here, labWords.program], rows)}
      ${
        decays.length > 0
          ? html`<p class="small">${labWords.notComparableDecay}</p>
              ${table('compare-decay', labWords.decayTable, [labWords.decayColumns.sense, mean, median, pooled], decays)}`
          : nothing
      }
    </details>`;
  }

  private renderPlayers({ setup, curve }: PlayersResults): TemplateResult | typeof nothing {
    const last = curve.at(-1)?.figures;
    if (!last) return nothing;
    const [first, second, ...more] = setup.players;
    const two = more.length === 0;
    const anchored = anchorOf(setup.players) !== null;
    const best = last.toSorted((a, b) => (b.elo?.value ?? 0) - (a.elo?.value ?? 0));
    const columns = labWords.ratingColumns;
    const rows = best.map((of): Cell[] => [
      [of.player, labWords.ofGames(of.total.points, of.total.games)],
      percent(of.total.share),
      rating(of.elo),
    ]);
    const order = best.map((of) => setup.players.indexOf(of.player));
    const pairs = best.map((of): Cell[] => [
      [of.player],
      ...order.map((j): Cell => {
        const pair = of.against[j];
        return [pair && pair.games > 0 ? labWords.pairCell(pair.points, pair.games) : ''];
      }),
    ]);
    const told = best.filter(({ player }) => RATING[player] !== undefined);
    return html`<lab-chart
        data-chart=${two ? 'score' : 'elo'}
        .fileName=${this.fileName(two ? 'score' : 'elo')}
        .notes=${this.notes()}
        .reach=${two ? Number.POSITIVE_INFINITY : ELO_REACH}
        .heading=${two ? labWords.charts.score(first ?? '', second ?? '') : labWords.charts.elo}
        .xLabel=${labWords.charts.gamesX}
        .yLabel=${two ? labWords.charts.scoreY : labWords.charts.eloY(anchored)}
        .rowName=${labWords.gamesColumn}
        .series=${two ? scoreSeries(setup, curve) : eloSeries(setup, curve)}
        .includes=${two ? [0, 100] : [0]}
      ></lab-chart>
      ${table('rating', labWords.ratingTable, [columns.player, columns.score, columns.elo], rows)}
      ${
        two
          ? nothing
          : html`<details class="lab-more lab-pairs">
              <summary>${labWords.pairsTable}</summary>
              ${table('pairs', labWords.pairsTable, [columns.player, ...best.map((of) => of.player)], pairs)}
            </details>`
      }
      ${this.machine()}
      ${
        anchored && told.length > 1
          ? html`<details class="lab-more lab-compare">
              <summary>${labWords.compare}</summary>
              <p class="small">${labWords.notComparableRating}</p>
              ${table(
                'compare-rating',
                labWords.charts.eloY(true),
                [columns.player, labWords.here, labWords.program],
                told.map((of) => [[of.player], rating(of.elo), quote(RATING[of.player] ?? '')]),
              )}
            </details>`
          : nothing
      }`;
  }

  private renderDownloads(): TemplateResult {
    const { experiment } = this.setup;
    const files = [...FIGURE_FILES[experiment], ...(experiment === 'growth' ? ['senses'] : [])];
    return html`<div class="lab-downloads">
      <h3>${labWords.downloads}</h3>
      <div class="row wrap">
        ${[...files, 'games', 'records'].map(
          (file) =>
            html`<button type="button" class="small-button" data-file=${file} @click=${() => this.download(file)}>
              ${labWords.files[file]}
            </button>`,
        )}
        <button type="button" class="small-button lab-analyse" @click=${this.analyse}>${labWords.analyse}</button>
      </div>
      <p class="small muted">${labWords.recordsHelp}</p>
    </div>`;
  }

  /** What was played, for who sees an image of it somewhere else. */
  private notes(): string[] {
    return [`${labWords.charts.band} ${labWords.games(this.results.size)}`, setupText(this.setup)];
  }

  private fileName(file: string): string {
    const { setup } = this;
    const budget = 'nodes' in setup.budget ? `${setup.budget.nodes}-nodes` : `${setup.budget.ms}-ms`;
    return `outpost-lab-${setup.experiment}-${file}-seed-${setup.seed}-${budget}-${this.results.size}-games`;
  }

  private async download(file: string): Promise<void> {
    const name = this.fileName(file);
    if (file === 'records') saveBlob(`${name}.jsonl`, await this.store.records(this.run.id));
    else saveBlob(`${name}.csv`, new Blob([await this.csv(file)], { type: 'text/csv' }));
  }

  /** Has Analyse open the games. */
  private async analyse(): Promise<void> {
    const records = new File([await this.store.records(this.run.id)], `${this.fileName('records')}.jsonl`);
    this.dispatchEvent(new CustomEvent<File[]>('open-files', { detail: [records], bubbles: true }));
  }

  private async csv(file: string): Promise<string | Blob> {
    const { setup } = this;
    const games = [...this.results.values()];
    if (file === 'games') return csv(gamesTable(setup, games));
    if (setup.experiment === 'growth' && file === 'senses') return sensesCsv(setup, games);
    return csv(figureTable(file as FigureFile, await figuresOf(setup, games)));
  }
}

/** Of docs/experiments.md: `1.46 (1.40 to 1.52), 30 games`. */
function quote(text: string): Cell {
  const [, at, interval] = /^(\S+) \((.+)\)/.exec(text) ?? [];
  return at !== undefined && interval !== undefined ? [at, interval] : [text];
}

const quotedGames = (text: string): number => Number(/(?<!\d)(\d+) games/.exec(text)?.[1] ?? 0);

customElements.define('lab-results', LabResults);
