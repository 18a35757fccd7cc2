import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { Outpost } from 'outpost';
import './lab.css';
import './lab-chart';
import './lab-results';
import { asks, loadNetworkInto } from '../belief/network';
import { agentWords } from '../engine/words';
import { type GameLock, lockGame } from '../storage/game-lock';
import { announce } from '../ui/announcer';
import { formatElapsed } from '../ui/clock';
import { icons } from '../ui/icons';
import { guardFromReload } from '../ui/parts';
import { commonWords } from '../ui/words';
import type { LabResults } from './lab-results';
import { playGame } from './play';
import type { GameResult } from './results';
import { Runner } from './runner';
import {
  AGENTS,
  type Budget,
  DEFAULTS,
  type Experiment,
  type GrowthSetup,
  gamesInAll,
  hashOf,
  isRepeatable,
  type LabSetup,
  type Player,
  type PlayersSetup,
  POLICIES,
  pairings,
  problemsOf,
  RANGES,
  setupOf,
} from './setup';
import { LabStore } from './store';
import { labWords } from './words';

type State = 'idle' | 'starting' | 'running' | 'paused' | 'stopped' | 'done' | 'failed' | 'elsewhere';

/** What is, or was, played. */
interface Run {
  setup: LabSetup;
  results: Map<number, GameResult>;
  lost: Set<number>;
  /** Games at a time; `null` after a reload, when nobody knows. */
  lanes: number | null;
}

/** Names the lock that one tab holds while it plays. */
const LOCK = 'lab';
const MOST_LANES = 8;

function cores(): number {
  return Math.max(1, Math.min(64, navigator.hardwareConcurrency || 1));
}

/** Leaves a core to the page; phones are small and hot. */
function usualLanes(): number {
  const touch = matchMedia('(pointer: coarse)').matches;
  return Math.max(1, Math.min(touch ? 2 : 4, cores() - 1));
}

/** An engine of the Lab, with the network where a player asks it: without it, another player would be measured. */
async function startEngine(setup: LabSetup): Promise<Outpost> {
  const outpost = await Outpost.start({ build: 'single' });
  try {
    if (pairings(setup).some(({ first, second }) => asks(first) || asks(second))) await loadNetworkInto(outpost);
    return outpost;
  } catch (error) {
    outpost.terminate();
    throw error;
  }
}

/** The experiments: their set-up, their games, and what came of them. Goes on while another page is shown. */
export class LabPage extends LitElement {
  static override properties = {
    experiment: { state: true },
    forms: { state: true },
    linkProblems: { state: true },
    formProblems: { state: true },
    lanes: { state: true },
    background: { state: true },
    run: { state: true },
    state: { state: true },
    problem: { state: true },
    notes: { state: true },
    refused: { state: true },
    asking: { state: true },
    copied: { state: true },
  };
  declare private experiment: Experiment;
  declare private forms: Record<Experiment, LabSetup>;
  declare private linkProblems: string[];
  declare private formProblems: string[];
  declare private lanes: number;
  declare private background: boolean;
  declare private run: Run | null;
  declare private state: State;
  /** Why it cannot go on. */
  declare private problem: string;
  /** Crashes of this stretch. */
  declare private notes: string[];
  /** Why games are not kept. */
  declare private refused: string | null;
  /** Whether the last run may be replaced. */
  declare private asking: boolean;
  declare private copied: '' | 'copied' | 'refused';
  private readonly store = new LabStore();
  private runner: Runner | null = null;
  private lock: GameLock | null = null;
  /** The stretch that is being played: when it began, less pauses, and the games that were over in it. */
  private stretch = { began: 0, games: 0, pausedAt: 0 };
  private ticking: ReturnType<typeof setInterval> | undefined;
  private loaded: Promise<void> | null = null;
  private stopGuarding: (() => void) | null = null;

  constructor() {
    super();
    this.experiment = 'growth';
    this.forms = structuredClone(DEFAULTS);
    this.linkProblems = [];
    this.formProblems = [];
    this.lanes = usualLanes();
    this.background = false;
    this.run = null;
    this.state = 'idle';
    this.problem = '';
    this.notes = [];
    this.refused = null;
    this.asking = false;
    this.copied = '';
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('hashchange', this.onHash);
    document.addEventListener('visibilitychange', this.onVisibility);
    this.stopGuarding = guardFromReload(() => this.plays);
    this.loaded ??= this.load();
    this.onHash();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('hashchange', this.onHash);
    document.removeEventListener('visibilitychange', this.onVisibility);
    this.stopGuarding?.();
    this.stop();
  }

  /** The run that was played before the page was loaded. */
  private async load(): Promise<void> {
    const stored = await this.store.load();
    this.refused = this.store.refused;
    if (!stored || this.run) return;
    this.run = {
      setup: stored.setup,
      results: new Map(stored.results.map((result) => [result.index, result])),
      lost: new Set(stored.lost),
      lanes: null,
    };
    this.state = this.left(this.run) > 0 ? 'stopped' : 'done';
    if (!setupOf(location.hash)) this.fillIn(stored.setup);
    this.compute();
  }

  private readonly onHash = (): void => {
    const named = setupOf(location.hash);
    if (!named) return;
    this.linkProblems = named.problems;
    this.fillIn(named.setup);
  };

  private fillIn(setup: LabSetup): void {
    this.experiment = setup.experiment;
    this.forms = { ...this.forms, [setup.experiment]: structuredClone(setup) };
    this.formProblems = [];
    this.asking = false;
  }

  private get form(): LabSetup {
    return this.forms[this.experiment];
  }

  private change(changes: Partial<LabSetup>): void {
    this.forms = { ...this.forms, [this.experiment]: { ...this.form, ...changes } as LabSetup };
    this.formProblems = [];
    this.linkProblems = [];
    this.asking = false;
    this.copied = '';
  }

  private left({ setup, results, lost }: Run): number {
    return gamesInAll(setup) - results.size - lost.size;
  }

  private get plays(): boolean {
    return this.state === 'starting' || this.state === 'running' || this.state === 'paused';
  }

  private readonly onVisibility = (): void => {
    if (!this.runner) return;
    const hold = document.hidden && !(this.background && this.run && 'nodes' in this.run.setup.budget);
    if (hold && this.state === 'running') {
      this.runner.pause();
      this.stretch.pausedAt = performance.now();
      this.state = 'paused';
    } else if (!document.hidden && this.state === 'paused') {
      this.stretch.began += performance.now() - this.stretch.pausedAt;
      this.state = 'running';
      this.runner.resume();
    }
  };

  /** The button that stops, and the one that goes on, take each other's place: so does the keyboard. */
  private acting = false;

  protected override willUpdate(): void {
    this.acting = this.querySelector('.lab-stop:focus, .lab-go-on:focus') !== null;
  }

  protected override updated(): void {
    if (!this.acting || document.activeElement !== document.body) return;
    const next =
      this.querySelector<HTMLElement>('.lab-stop, .lab-go-on') ?? this.querySelector<HTMLElement>('#lab-results-title');
    next?.focus({ preventScroll: true });
  }

  private submit(event: Event): void {
    event.preventDefault();
    if (this.plays) return;
    this.formProblems = problemsOf(this.form);
    if (this.formProblems.length > 0) return;
    const last = this.run;
    const another = !last || hashOf(last.setup) !== hashOf(this.form);
    if (last && last.results.size > 0 && !this.asking && (another || this.left(last) === 0)) {
      this.asking = true;
      void this.updateComplete.then(() => this.querySelector<HTMLElement>('.lab-keep')?.focus());
      return;
    }
    void this.start(another || (last !== null && this.left(last) === 0));
  }

  /** Plays the form's set-up from the beginning, or goes on with the last run. */
  private async start(anew: boolean): Promise<void> {
    this.asking = false;
    this.linkProblems = [];
    this.notes = [];
    this.state = 'starting';
    await this.loaded;
    this.lock = await lockGame(LOCK);
    if (!this.lock) {
      this.state = 'elsewhere';
      return;
    }
    if (anew || !this.run) {
      this.run = { setup: structuredClone(this.form), results: new Map(), lost: new Set(), lanes: this.lanes };
      await this.store.begin(this.run.setup);
      history.replaceState(history.state, '', hashOf(this.run.setup));
    } else {
      await this.catchUp(this.run);
      this.run.lanes = this.lanes;
    }
    this.refused = this.store.refused;
    this.compute();
    // Stopped meanwhile.
    if (this.state !== 'starting') return this.release();
    const run = this.run;
    const done = new Set(run.results.keys());
    this.runner = new Runner(
      run.setup,
      done,
      {
        onGame: (result, record) => this.onGame(run, result, record),
        onLost: (index, why) => {
          run.lost.add(index);
          this.notes = [...this.notes, labWords.lostWhy(index + 1, why)];
          void this.store.keepLost(run.setup, [...run.lost]);
        },
        onCrash: (index, why) => {
          this.notes = [...this.notes, labWords.crashed(index + 1, why)];
        },
        onEnd: (problem) => this.onEnd(run, problem),
      },
      { start: () => startEngine(run.setup), play: playGame },
    );
    if (run.lost.size > 0) {
      run.lost.clear();
      void this.store.keepLost(run.setup, []);
    }
    this.stretch = { began: performance.now(), games: 0, pausedAt: 0 };
    this.state = 'running';
    document.documentElement.dataset.labRuns = '';
    // The time that is left.
    this.ticking = setInterval(() => this.requestUpdate(), 1000);
    const playing = this.runner.run(this.lanes);
    this.onVisibility();
    await playing;
  }

  /** Another tab may have gone on with the same run. */
  private async catchUp(run: Run): Promise<void> {
    const stored = await this.store.load();
    if (!stored || hashOf(stored.setup) !== hashOf(run.setup)) return;
    for (const result of stored.results) run.results.set(result.index, result);
  }

  private onGame(run: Run, result: GameResult, record: string): void {
    run.results.set(result.index, result);
    this.stretch.games++;
    void this.store.keepGame(result, record).then(() => {
      this.refused = this.store.refused;
    });
    this.compute();
    this.requestUpdate();
  }

  private onEnd(run: Run, problem: string | null): void {
    this.runner = null;
    clearInterval(this.ticking);
    delete document.documentElement.dataset.labRuns;
    this.release();
    if (problem !== null) {
      this.state = 'failed';
      this.problem = problem;
    } else {
      this.state = this.left(run) > 0 ? 'stopped' : 'done';
      if (this.state === 'done') announce(labWords.finished);
    }
    this.compute();
  }

  private stop(): void {
    if (this.runner) this.runner.stop();
    else if (this.state === 'starting') this.state = 'stopped';
  }

  private release(): void {
    this.lock?.release();
    this.lock = null;
  }

  private async clear(): Promise<void> {
    this.run = null;
    this.state = 'idle';
    this.asking = false;
    this.notes = [];
    await this.store.clear();
    this.querySelector<HTMLElement>('h1')?.focus();
  }

  /** Tells the results that there are more. */
  private compute(): void {
    void this.updateComplete.then(() => this.querySelector<LabResults>('lab-results')?.refresh());
  }

  protected override render(): TemplateResult {
    const { form } = this;
    return html`<div class="page lab">
      <div class="lab-head">
        <h1 tabindex="-1">${labWords.title}</h1>
        <p class="muted">${labWords.lead}</p>
      </div>
      ${this.renderProblems(labWords.problems.linkTitle, this.linkProblems, labWords.problems.linkText)}
      <form class="card" @submit=${this.submit} novalidate aria-labelledby="lab-setup">
        <h2 id="lab-setup">${labWords.setup}</h2>
        <fieldset>
          <legend>${labWords.experimentLabel}</legend>
          <div class="segments">
            ${(['growth', 'players'] as const).map(
              (experiment) => html`<label class="segment">
                <input
                  type="radio"
                  name="experiment"
                  value=${experiment}
                  .checked=${this.experiment === experiment}
                  @change=${() => {
                    this.experiment = experiment;
                    this.formProblems = [];
                    this.linkProblems = [];
                    this.asking = false;
                    this.copied = '';
                  }}
                />
                <span>${labWords.experiments[experiment]}</span>
              </label>`,
            )}
          </div>
        </fieldset>
        <div>
          <p class="small">${labWords.source[form.experiment]}</p>
          ${this.renderAbout()}
        </div>
        ${form.experiment === 'growth' ? this.renderPolicies(form) : this.renderPlayers(form)}
        ${this.renderFields()} ${this.renderStart()} ${this.renderLink()}
      </form>
      ${this.run ? this.renderRun(this.run) : html`<p class="muted">${labWords.ready}</p>`}
    </div>`;
  }

  private renderProblems(title: string, problems: string[], text = ''): TemplateResult | typeof nothing {
    if (problems.length === 0) return nothing;
    return html`<div class="notice bad lab-problems" role="alert">
      <h2>${title}</h2>
      <ul>
        ${problems.map((problem) => html`<li>${problem}</li>`)}
      </ul>
      ${text ? html`<p>${text}</p>` : nothing}
    </div>`;
  }

  private renderAbout(): TemplateResult {
    const about = this.experiment === 'growth' ? labWords.aboutGrowth : labWords.aboutPlayers;
    return html`<details class="lab-more lab-about">
      <summary>${labWords.about}</summary>
      <h3>${about.paper}</h3>
      <p>${about.paperText} <strong>${about.retracted}</strong></p>
      <h3>${about.program}</h3>
      <p>${about.programText}</p>
      <h3>${about.how}</h3>
      <p>${about.howText}</p>
    </details>`;
  }

  private renderPolicies(form: GrowthSetup): TemplateResult {
    return html`<fieldset>
        <legend>${labWords.policies}</legend>
        <div class="lab-choices">
          ${POLICIES.map((policy) => {
            const [title, text] = labWords.policy[policy] as [string, string];
            const chosen = form.policies.includes(policy);
            return this.choice('policy', policy, title, text, chosen, () => {
              this.change({ policies: POLICIES.filter((p) => (p === policy ? !chosen : form.policies.includes(p))) });
            });
          })}
        </div>
      </fieldset>`;
  }

  private renderPlayers(form: PlayersSetup): TemplateResult {
    const sensing = POLICIES.map((policy): Player => `hsuc+${policy}`);
    // Others, such as a-bot+entropy, come by links.
    const more = form.players.filter((player) => ![...AGENTS, ...sensing].includes(player));
    const order = [...AGENTS, ...sensing, ...more];
    const box = (player: Player, title: string, text: string): TemplateResult => {
      const chosen = form.players.includes(player);
      return this.choice('player', player, title, text, chosen, () => {
        this.change({ players: order.filter((p) => (p === player ? !chosen : form.players.includes(p))) });
      });
    };
    const chosen = sensing.some((player) => form.players.includes(player)) || more.length > 0;
    return html`<fieldset>
      <legend>${labWords.players}</legend>
      <div class="lab-choices">${AGENTS.map((agent) => box(agent, agentWords.agent(agent), agent))}</div>
      <details class="lab-more" ?open=${chosen}>
        <summary>${labWords.sensingPlayers}</summary>
        <div class="lab-choices">
          ${POLICIES.map((policy) => box(`hsuc+${policy}`, labWords.sensingPlayer(policy), labWords.policy[policy]?.[1] ?? ''))}
          ${more.map((player) => box(player, player, ''))}
        </div>
      </details>
    </fieldset>`;
  }

  private choice(
    name: string,
    value: string,
    title: string,
    text: string,
    checked: boolean,
    toggle: () => void,
  ): TemplateResult {
    return html`<label>
      <input type="checkbox" name=${name} value=${value} .checked=${checked} @change=${toggle} />
      <span>${title}</span>
      ${text ? html`<span class="choice-text">${text}</span>` : nothing}
    </label>`;
  }

  private number(
    name: keyof typeof RANGES,
    label: string,
    value: number | null,
    set: (value: number) => void,
    help = '',
  ): TemplateResult {
    const [least, most] = RANGES[name];
    return html`<label class="lab-field"
      >${label}
      <input
        type="number"
        inputmode="numeric"
        name=${name}
        min=${least}
        max=${most}
        step="1"
        .value=${value === null || Number.isNaN(value) ? '' : String(value)}
        placeholder=${help || nothing}
        @change=${(event: Event) => set((event.target as HTMLInputElement).valueAsNumber)}
      />
    </label>`;
  }

  private renderAgainst(form: GrowthSetup): TemplateResult {
    return html`<label class="lab-field"
        >${labWords.against}
        <select
          name="against"
          @change=${(event: Event) => this.change({ against: (event.target as HTMLSelectElement).value as typeof form.against })}
        >
          ${AGENTS.map((agent) => html`<option value=${agent} .selected=${agent === form.against}>${agentWords.agent(agent)}</option>`)}
        </select>
      </label>`;
  }

  private renderFields(): TemplateResult {
    const { form } = this;
    const { budget } = form;
    const kind = 'nodes' in budget ? 'nodes' : 'ms';
    const value = 'nodes' in budget ? budget.nodes : budget.ms;
    const budgetOf = (kind: string, value: number): Budget => (kind === 'nodes' ? { nodes: value } : { ms: value });
    return html`<div class="lab-fields">
        ${form.experiment === 'growth' ? this.renderAgainst(form) : nothing}
        ${this.number('games', labWords.gamesOfEach[form.experiment], form.games, (games) => this.change({ games }))}
        <div class="lab-field">
          <span id="lab-budget">${labWords.budget}</span>
          <div class="lab-budget" role="group" aria-labelledby="lab-budget">
            <input
              type="number"
              inputmode="numeric"
              name="budget"
              aria-label=${labWords.names[kind]}
              min=${RANGES[kind][0]}
              max=${RANGES[kind][1]}
              step="1"
              .value=${Number.isNaN(value) ? '' : String(value)}
              @change=${(event: Event) => this.change({ budget: budgetOf(kind, (event.target as HTMLInputElement).valueAsNumber) })}
            />
            <select
              name="budget-kind"
              aria-label=${labWords.budget}
              @change=${(event: Event) => {
                const next = (event.target as HTMLSelectElement).value;
                this.change({ budget: next === 'nodes' ? { nodes: 2000 } : { ms: 50 } });
              }}
            >
              ${(['nodes', 'ms'] as const).map(
                (name) => html`<option value=${name} .selected=${name === kind}>${labWords.budgets[name]}</option>`,
              )}
            </select>
          </div>
        </div>
        ${this.number('turns', labWords.names.turns, form.turns, (turns) => this.change({ turns: Number.isNaN(turns) ? null : turns }), labWords.turnsHelp)}
        ${this.number('seed', labWords.names.seed, form.seed, (seed) => this.change({ seed }))}
        <label class="lab-field"
          >${labWords.lanes}
          <select
            name="lanes"
            aria-describedby="lab-lanes-help"
            @change=${(event: Event) => {
              this.lanes = Number((event.target as HTMLSelectElement).value);
            }}
          >
            ${Array.from({ length: Math.min(MOST_LANES, Math.max(2, cores())) }, (_, i) => i + 1).map(
              (n) => html`<option value=${n} .selected=${n === this.lanes}>${n}</option>`,
            )}
          </select>
        </label>
      </div>
      <p class="small muted" id="lab-lanes-help">${labWords.lanesHelp(cores())}</p>
      <p class="small muted">
        ${labWords.total(gamesInAll(form) || 0)} ${isRepeatable(form) ? labWords.repeatable : labWords.notRepeatable}
      </p>`;
  }

  private renderStart(): TemplateResult {
    const last = this.run;
    return html`${this.renderProblems(labWords.problems.title, this.formProblems)}
      ${this.state === 'elsewhere' ? html`<p class="problem" role="alert">${labWords.state.elsewhere}</p>` : nothing}
      ${
        this.asking && last
          ? html`<div class="notice" role="alertdialog" aria-labelledby="lab-replace" aria-describedby="lab-replace-text">
              <div>
                <h2 id="lab-replace">${labWords.replaceTitle}</h2>
                <p id="lab-replace-text">${labWords.replaceText(last.results.size)}</p>
              </div>
              <div class="row wrap">
                <button type="button" class="danger" @click=${() => this.start(true)}>${labWords.replace}</button>
                <button
                  type="button"
                  class="lab-keep"
                  @click=${() => {
                    this.asking = false;
                    void this.updateComplete.then(() => this.querySelector<HTMLElement>('.lab-start')?.focus());
                  }}
                >
                  ${commonWords.cancel}
                </button>
              </div>
            </div>`
          : html`<div class="row wrap">
              <button class="primary big lab-start" aria-disabled=${this.plays ? 'true' : 'false'}>${labWords.start}</button>
              ${
                'nodes' in this.form.budget
                  ? html`<label class="switch">
                      <input
                        type="checkbox"
                        name="background"
                        .checked=${this.background}
                        @change=${(event: Event) => {
                          this.background = (event.target as HTMLInputElement).checked;
                        }}
                      />
                      ${labWords.background}
                    </label>`
                  : nothing
              }
            </div>
            ${this.run && this.state !== 'idle' ? this.renderNow(this.run) : nothing}`
      }`;
  }

  /** How far it is, where it was started: the results are further down. */
  private renderNow(run: Run): TemplateResult {
    const see = (): void => {
      const title = this.querySelector<HTMLElement>('#lab-results-title');
      title?.focus({ preventScroll: true });
      title?.scrollIntoView({ block: 'start' });
    };
    return html`<div class="lab-now">
      <progress aria-label=${labWords.results} max=${gamesInAll(run.setup)} value=${run.results.size}></progress>
      <div class="row between wrap">
        <p>${this.stateText(run)} <span class="muted">${this.timeLeft(run)}</span></p>
        <button type="button" class="link" @click=${see}>${labWords.toResults}</button>
      </div>
    </div>`;
  }

  private renderLink(): TemplateResult {
    const link = new URL(hashOf(this.form), location.href).href;
    return html`<div class="lab-link">
      <label class="lab-field"
        >${labWords.link}
        <input type="text" name="link" readonly .value=${link} @focus=${(event: Event) => (event.target as HTMLInputElement).select()} />
      </label>
      <button type="button" @click=${() => this.copy(link)}>${labWords.copy}</button>
      <p class="small muted" role="status">
        ${this.copied === 'copied' ? labWords.copied : this.copied === 'refused' ? labWords.notCopied : ''}
      </p>
    </div>`;
  }

  private async copy(link: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(link);
      this.copied = 'copied';
    } catch {
      // Frames, insecure places, and who said no.
      this.copied = 'refused';
      this.querySelector<HTMLInputElement>('input[name=link]')?.select();
    }
  }

  private stateText(run: Run): string {
    const [done, total] = [run.results.size, gamesInAll(run.setup)];
    switch (this.state) {
      case 'starting':
        return labWords.state.starting;
      case 'running':
        return labWords.state.running(done, total);
      case 'paused':
        return labWords.state.paused;
      case 'failed':
        return labWords.state.failed(this.problem);
      case 'done':
        return run.lost.size > 0 ? labWords.state.running(done, total) : labWords.state.done(total);
      default:
        return labWords.state.stopped(done, total);
    }
  }

  private timeLeft(run: Run): string {
    const { began, games } = this.stretch;
    // The first games of a stretch say little.
    if (this.state !== 'running' || games < 2) return '';
    const each = (performance.now() - began) / games;
    return labWords.timeLeft(formatElapsed(each * this.left(run)));
  }

  private renderRun(run: Run): TemplateResult {
    const [done, total] = [run.results.size, gamesInAll(run.setup)];
    const { setup } = run;
    const kind =
      setup.experiment === 'growth'
        ? labWords.growthKind(setup.policies, setup.against)
        : labWords.playersKind(setup.players);
    const setupText = labWords.setupText({ ...setup, kind, budget: labWords.budgetText(setup.budget) });
    const complete = this.left(run) <= 0;
    return html`<section class="card lab-run" aria-labelledby="lab-results-title" data-state=${this.state}>
      <div>
        <h2 id="lab-results-title" tabindex="-1">${labWords.results}: ${labWords.ofRun(done, total)}</h2>
        <p class="small muted">${setupText}</p>
      </div>
      <div class="lab-state">
        <progress aria-label=${labWords.results} max=${total} value=${done}></progress>
        <div class="row between wrap">
          <p class=${this.state === 'failed' ? 'problem' : ''}>
            <span role="status">${this.plays ? '' : this.stateText(run)}</span>
            ${this.plays ? html`${this.stateText(run)} <span class="muted">${this.timeLeft(run)}</span>` : nothing}
          </p>
          <div class="row wrap">
            ${
              this.plays
                ? html`<button type="button" class="lab-stop" @click=${this.stop}>${icons.cross} ${labWords.stop}</button>`
                : complete
                  ? nothing
                  : html`<button type="button" class="lab-go-on" @click=${() => this.start(false)}>${icons.again} ${labWords.goOn}</button>`
            }
            ${
              this.plays
                ? nothing
                : html`<button type="button" class="quiet" @click=${this.clear}>${labWords.clear}</button>`
            }
          </div>
        </div>
        ${this.plays ? html`<p class="small muted">${labWords.leaving}</p>` : nothing}
        ${this.refused === null ? nothing : html`<p class="problem" role="alert">${labWords.notKept(this.refused)}</p>`}
        ${
          this.notes.length > 0
            ? html`<ul class="small lab-notes" role="log" aria-label=${commonWords.failed}>
                ${this.notes.slice(-5).map((note) => html`<li>${note}</li>`)}
              </ul>`
            : nothing
        }
        ${
          run.lost.size > 0
            ? html`<div class="row between wrap">
                <p class="problem">${labWords.lost([...run.lost].map((index) => index + 1))}</p>
                ${this.plays ? nothing : html`<button type="button" @click=${() => this.start(false)}>${labWords.again}</button>`}
              </div>`
            : nothing
        }
      </div>
      <lab-results .setup=${setup} .results=${run.results} .lanes=${run.lanes} .store=${this.store}></lab-results>
    </section>`;
  }
}

customElements.define('lab-page', LabPage);
