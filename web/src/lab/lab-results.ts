import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { EngineCrashError, type Estimate } from 'outpost';
import { engine } from '../engine/engine';
import { format } from '../ui/format';
import { saveBlob } from '../ui/save-file';
import type { ChartSeries } from './lab-chart';
import { DECAY, GROWTH, GROWTH_TURNS, RATING, readQuoted } from './measured';
import {
  anchorOf,
  decayCsv,
  type GameResult,
  gamesCsv,
  growthCsv,
  growthFigures,
  type PlayerFigures,
  type PolicyFigures,
  pairsCsv,
  playerCurves,
  ratingCsv,
  sensesCsv,
  shownTurns,
} from './results';
import type { GrowthSetup, LabSetup, PlayersSetup } from './setup';
import type { LabStore } from './store';
import { labWords } from './words';

type Figures =
  | { experiment: 'growth'; setup: GrowthSetup; policies: PolicyFigures[] }
  | { experiment: 'players'; setup: PlayersSetup; curve: { games: number; figures: PlayerFigures[] }[] };

/** How far beyond the ratings a chart shows their intervals: of few games they can be thousands wide. */
const ELO_REACH = 400;

/** Between two looks at growing results at least; it takes a quarter of the time at most. */
const REST_MS = 400;

/** Charts, tables and files of a run; {@link refresh} takes in games that were added to `results`. */
export class LabResults extends LitElement {
  static override properties = {
    setup: { attribute: false },
    results: { attribute: false },
    lanes: { attribute: false },
    store: { attribute: false },
    figures: { state: true },
  };
  declare setup: LabSetup;
  declare results: ReadonlyMap<number, GameResult>;
  declare lanes: number | null;
  declare store: LabStore;
  declare private figures: Figures | null;
  private computing = false;
  private stale = false;

  constructor() {
    super();
    this.results = new Map();
    this.lanes = null;
    this.figures = null;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  /** Has the engine work the figures out again, and not more often than anybody could read them. */
  async refresh(): Promise<void> {
    this.stale = true;
    if (this.computing) return;
    this.computing = true;
    try {
      while (this.stale && this.isConnected) {
        this.stale = false;
        const began = performance.now();
        const { setup, results } = this;
        if (this.figures?.setup !== setup) this.figures = null;
        try {
          const figures = await figuresOf(setup, [...results.values()]);
          if (setup === this.setup) this.figures = figures;
        } catch (error) {
          // After a crash the engine is started again.
          if (!(error instanceof EngineCrashError) || error.final) return;
          this.stale = true;
        }
        await new Promise((resolve) => setTimeout(resolve, Math.max(REST_MS, 3 * (performance.now() - began))));
      }
    } finally {
      this.computing = false;
    }
  }

  protected override render(): TemplateResult {
    const { figures } = this;
    const some = this.results.size > 0;
    return html`${
      !some || figures?.setup !== this.setup
        ? html`<p class="muted">${labWords.nothingYet}</p>`
        : figures.experiment === 'growth'
          ? this.renderGrowth(figures.setup, figures.policies)
          : this.renderPlayers(figures.setup, figures.curve)
    }
    ${some ? this.renderDownloads() : nothing}`;
  }

  private machine(): TemplateResult {
    const { setup } = this;
    return html`<p class="small muted lab-machine">
      ${labWords.machine(this.lanes, labWords.budgetText(setup.budget))} ${labWords.intervals[setup.experiment]}
    </p>`;
  }

  private renderGrowth(setup: GrowthSetup, policies: PolicyFigures[]): TemplateResult {
    const shown = policies
      .filter(({ games }) => games > 0)
      .map((of) => ({ ...of, growth: shownTurns(of.growth, of.games), decay: shownTurns(of.decay, of.games) }));
    const growth: ChartSeries[] = shown.map(({ policy, growth }) => ({
      name: policy,
      points: growth.map((of) => ({
        ...of,
        x: of.turn,
        atLeast: of.beyond > 0,
        text: labWords.inGames(words(of, 2, of.beyond > 0), of.games),
      })),
    }));
    const decay: ChartSeries[] = shown.map(({ policy, decay }) => ({
      name: policy,
      points: decay.map((of) => ({
        ...hundredfold(of),
        x: of.turn,
        atLeast: false,
        text: labWords.inGames(words(hundredfold(of), 1), of.games),
      })),
    }));
    return html`<lab-chart
        data-chart="growth"
        .fileName=${this.fileName('growth')}
        .notes=${this.notes()}
        .heading=${labWords.charts.growth(setup.against)}
        .xLabel=${labWords.charts.growthX}
        .yLabel=${labWords.charts.growthY}
        .rowName=${labWords.turn}
        .series=${growth}
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
        .series=${decay}
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
        const cell = here ? split(here, 2, here.beyond > 0) : NONE;
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

  private renderPlayers(
    setup: PlayersSetup,
    curve: { games: number; figures: PlayerFigures[] }[],
  ): TemplateResult | typeof nothing {
    const last = curve.at(-1)?.figures;
    if (!last) return nothing;
    const [first, second, ...more] = setup.players;
    const two = more.length === 0;
    const anchored = anchorOf(setup.players) !== null;
    const names = two ? [first] : setup.players;
    const series: ChartSeries[] = names.map((name, i) => ({
      name: name ?? '',
      points: curve.flatMap(({ games, figures }) => {
        const figure = figures[i];
        const share = figure?.total.share;
        const estimate = two ? share && hundredfold(share) : figure?.elo;
        return estimate
          ? [{ ...estimate, x: games, atLeast: false, text: two ? words(estimate, 1) : elo(estimate) }]
          : [];
      }),
    }));
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
        .series=${series}
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
    const files = this.setup.experiment === 'growth' ? ['growth', 'decay', 'senses'] : ['rating', 'pairs'];
    return html`<div class="lab-downloads">
      <h3>${labWords.downloads}</h3>
      <div class="row wrap">
        ${[...files, 'games', 'records'].map(
          (file) =>
            html`<button type="button" class="small-button" data-file=${file} @click=${() => this.download(file)}>
              ${labWords.files[file]}
            </button>`,
        )}
      </div>
      <p class="small muted">${labWords.recordsHelp}</p>
    </div>`;
  }

  /** What was played, for who sees an image of it somewhere else. */
  private notes(): string[] {
    const { setup } = this;
    const kind =
      setup.experiment === 'growth'
        ? labWords.growthKind(setup.policies, setup.against)
        : labWords.playersKind(setup.players);
    const text = labWords.setupText({ ...setup, kind, budget: labWords.budgetText(setup.budget) });
    return [`${labWords.charts.band} ${labWords.games(this.results.size)}`, text];
  }

  private fileName(file: string): string {
    const { setup } = this;
    const budget = 'nodes' in setup.budget ? `${setup.budget.nodes}-nodes` : `${setup.budget.ms}-ms`;
    return `outpost-lab-${setup.experiment}-${file}-seed-${setup.seed}-${budget}-${this.results.size}-games`;
  }

  private async download(file: string): Promise<void> {
    const { setup } = this;
    const games = [...this.results.values()];
    const name = this.fileName(file);
    if (file === 'records') {
      saveBlob(`${name}.jsonl`, await this.store.records());
      return;
    }
    saveBlob(`${name}.csv`, new Blob([await this.csv(file, setup, games)], { type: 'text/csv' }));
  }

  private async csv(file: string, setup: LabSetup, games: GameResult[]): Promise<string | Blob> {
    if (file === 'games') return gamesCsv(setup, games);
    if (setup.experiment === 'growth' && file === 'senses') return sensesCsv(setup, games);
    const figures = await figuresOf(setup, games);
    if (figures.experiment === 'growth') {
      return file === 'growth' ? growthCsv(figures.policies) : decayCsv(figures.setup, figures.policies);
    }
    const last = figures.curve.at(-1)?.figures ?? [];
    return file === 'rating' ? ratingCsv(last) : pairsCsv(figures.setup, last);
  }
}

async function figuresOf(setup: LabSetup, games: GameResult[]): Promise<Figures> {
  const outpost = await engine();
  if (setup.experiment === 'growth') {
    return { experiment: 'growth', setup, policies: await growthFigures(outpost, setup, games) };
  }
  return { experiment: 'players', setup, curve: await playerCurves(outpost, setup, games) };
}

function words({ value, low, high }: Estimate, decimals: number, atLeast = false): string {
  return labWords.estimate(value.toFixed(decimals), low.toFixed(decimals), high.toFixed(decimals), atLeast);
}

function elo({ value, low, high }: Estimate): string {
  const [at, from, to] = [value, low, high].map((n) => format.number(Math.round(n) || 0)) as [string, string, string];
  return low === high ? at : labWords.estimate(at, from, to);
}

function hundredfold({ value, low, high }: Estimate): Estimate {
  return { value: 100 * value, low: 100 * low, high: 100 * high };
}

/** What a cell says, and below it what belongs to that: an interval, or how many. */
type Cell = readonly [string, string?];

const NONE: Cell = [labWords.elsewhereCell];

function split({ value, low, high }: Estimate, decimals: number, atLeast = false): Cell {
  const text = (n: number): string => (decimals > 0 ? n.toFixed(decimals) : format.number(Math.round(n) || 0));
  const [at, from, to] = [text(value), text(low), text(high)];
  return [`${atLeast ? '>' : ''}${at}`, low === high ? '' : labWords.interval(from, to)];
}

const percent = (estimate: Estimate | null | undefined): Cell => (estimate ? split(hundredfold(estimate), 1) : NONE);

const rating = (estimate: Estimate | null | undefined): Cell => (estimate ? split(estimate, 0) : NONE);

/** Of docs/experiments.md: `1.46 (1.40 to 1.52), 30 games`. */
function quote(text: string): Cell {
  const [, at, interval] = /^(\S+) \((.+)\)/.exec(text) ?? [];
  return at !== undefined && interval !== undefined ? [at, interval] : [text];
}

const quotedGames = (text: string): number => Number(/(?<!\d)(\d+) games/.exec(text)?.[1] ?? 0);

/** A table whose first column names its rows. */
function table(name: string, caption: string, head: string[], rows: readonly (readonly Cell[])[]): TemplateResult {
  const cell = ([main, below]: Cell): TemplateResult =>
    html`${main}${below ? html`<span class="lab-below"> ${below}</span>` : nothing}`;
  return html`<div data-table=${name}>
    <h3 id="lab-table-${name}">${caption}</h3>
    <div class="lab-scroll" tabindex="0" role="region" aria-labelledby="lab-table-${name}">
      <table aria-labelledby="lab-table-${name}">
        <thead>
          <tr>
            ${head.map((name) => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ([first, ...cells]) =>
              html`<tr>
                <th scope="row">${first ? cell(first) : nothing}</th>
                ${cells.map((one) => html`<td translate="no">${cell(one)}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </div>`;
}

customElements.define('lab-results', LabResults);
