import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { Outpost } from 'outpost-rbc';
import './lab.css';
import './lab-bot';
import './lab-chart';
import './lab-comparison';
import './lab-log';
import './lab-results';
import { asks, loadNetworkInto } from '../belief/network';
import { agentWords } from '../engine/words';
import { lockGame } from '../storage/game-lock';
import { announce } from '../ui/announcer';
import { formatElapsed } from '../ui/clock';
import { messageOf } from '../ui/errors';
import { icons } from '../ui/icons';
import { guardFromReload } from '../ui/parts';
import { labelled } from '../ui/texts';
import { commonWords } from '../ui/words';
import { BotWorker, MOST_SOURCE, type OwnBot } from './bot-worker';
import type { LabComparison } from './lab-comparison';
import type { LabResults } from './lab-results';
import { playGame } from './play';
import { isOf, leftOf, type Run, setupText } from './run';
import { runList } from './run-list';
import { RunQueue } from './run-queue';
import {
  AGENTS,
  type Budget,
  DEFAULTS,
  type Experiment,
  type GrowthSetup,
  gamesInAll,
  hashOf,
  hasOwnBot,
  isRepeatable,
  type LabSetup,
  OWN_BOT,
  type Player,
  type PlayersSetup,
  POLICIES,
  playersOf,
  problemsOf,
  RANGES,
  setupOf,
} from './setup';
import { LabStore } from './store';
import { labWords } from './words';

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
    if (playersOf(setup).some((player) => player !== OWN_BOT && asks(player))) await loadNetworkInto(outpost);
    return outpost;
  } catch (error) {
    outpost.terminate();
    throw error;
  }
}

/** The experiments: their set-up, their runs one after the other, and what came of them. Goes on while another page is shown. */
export class LabPage extends LitElement {
  static override properties = {
    experiment: { state: true },
    forms: { state: true },
    linkProblems: { state: true },
    formProblems: { state: true },
    lanes: { state: true },
    background: { state: true },
    bot: { state: true },
    checking: { state: true },
    runs: { state: true },
    shown: { state: true },
    compared: { state: true },
    elsewhere: { state: true },
    refused: { state: true },
    copied: { state: true },
  };
  declare private experiment: Experiment;
  declare private forms: Record<Experiment, LabSetup>;
  declare private linkProblems: string[];
  declare private formProblems: string[];
  declare private lanes: number;
  declare private background: boolean;
  /** The person's own, which a set-up may have as a player. */
  declare private bot: OwnBot | null;
  /** The own bot is being tried. */
  declare private checking: boolean;
  /** The newest first. */
  declare private runs: Run[];
  declare private shown: Run | null;
  /** Runs side by side, in the order in which they were chosen. */
  declare private compared: Run[];
  /** Another tab plays. */
  declare private elsewhere: boolean;
  /** Why games are not kept. */
  declare private refused: string | null;
  declare private copied: '' | 'copied' | 'refused';
  private readonly store = new LabStore();
  private readonly queue = new RunQueue(
    this.store,
    {
      onChange: (run) => this.onRun(run),
      onDone: () => announce(labWords.finished),
    },
    { lock: () => lockGame(LOCK), start: startEngine, play: playGame },
  );
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
    this.bot = null;
    this.checking = false;
    this.runs = [];
    this.shown = null;
    this.compared = [];
    this.elsewhere = false;
    this.refused = null;
    this.copied = '';
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('hashchange', this.onHash);
    document.addEventListener('visibilitychange', this.onVisibility);
    this.stopGuarding = guardFromReload(() => this.queue.played !== null);
    this.loaded ??= this.load();
    this.onHash();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('hashchange', this.onHash);
    document.removeEventListener('visibilitychange', this.onVisibility);
    this.stopGuarding?.();
    this.queue.stopAll();
  }

  /** The runs that were played before the page was loaded. */
  private async load(): Promise<void> {
    const stored = (await this.store.load()).reverse();
    this.refused = this.store.refused;
    const [newest] = stored;
    if (!newest) return;
    this.runs = [...this.runs, ...stored];
    this.bot ??= stored.find(({ bot }) => bot)?.bot ?? null;
    if (this.shown) return;
    this.shown = newest;
    if (!setupOf(location.hash)) this.fillIn(newest.setup);
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
  }

  private get form(): LabSetup {
    return this.forms[this.experiment];
  }

  private change(changes: Partial<LabSetup>): void {
    this.forms = { ...this.forms, [this.experiment]: { ...this.form, ...changes } as LabSetup };
    this.formProblems = [];
    this.linkProblems = [];
    this.copied = '';
  }

  private readonly onVisibility = (): void => {
    const { played } = this.queue;
    const goesOn = this.background && played !== null && 'nodes' in played.setup.budget;
    this.queue.hold(document.hidden && !goesOn);
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

  private async submit(event: Event): Promise<void> {
    event.preventDefault();
    if (this.checking || this.queue.isUnderWay(this.ofForm)) return;
    this.formProblems = problemsOf(this.form);
    if (this.formProblems.length > 0) return;
    if (hasOwnBot(this.form)) {
      this.checking = true;
      this.formProblems = await problemsOfBot(this.bot);
      this.checking = false;
      if (this.formProblems.length > 0) return;
    }
    const begun = this.ofForm;
    await this.start(begun && leftOf(begun) > 0 ? begun : null);
  }

  /** The newest run of the form's set-up. */
  private get ofForm(): Run | null {
    return this.runs.find((run) => isOf(run, this.form, this.bot)) ?? null;
  }

  /** Plays what is left of `begun`, or the form's set-up from its beginning, once those before it are over. */
  private async start(begun: Run | null): Promise<void> {
    this.elsewhere = false;
    this.linkProblems = [];
    await this.loaded;
    // Another tab may have gone on with it.
    if (begun) await this.store.loadGames(begun).catch(() => {});
    const run = await this.queue.add(() => begun ?? this.begin(), this.lanes);
    if (run) this.shown = run;
    else this.elsewhere = true;
  }

  /** A new run of the form's set-up. */
  private begin(): Run {
    const setup = structuredClone(this.form);
    const run: Run = {
      id: Math.max(Date.now(), ...this.runs.map(({ id }) => id + 1)),
      setup,
      bot: hasOwnBot(setup) ? this.bot : null,
      results: new Map(),
      lost: new Set(),
      lanes: this.lanes,
      problem: null,
      notes: [],
    };
    this.runs = [run, ...this.runs];
    history.replaceState(history.state, '', hashOf(setup));
    void this.store.keepRun(run);
    return run;
  }

  /** A run has come further. */
  private onRun(run: Run): void {
    const { played } = this.queue;
    document.documentElement.toggleAttribute('data-lab-runs', played !== null);
    if (played && this.ticking === undefined) {
      // The time that is left.
      this.ticking = setInterval(() => this.requestUpdate(), 1000);
      this.onVisibility();
    } else if (!played) {
      clearInterval(this.ticking);
      this.ticking = undefined;
    }
    this.refused = this.store.refused;
    this.requestUpdate();
    void this.updateComplete.then(() => {
      if (run === this.shown) this.querySelector<LabResults>('lab-results')?.refresh();
      if (this.compared.includes(run)) this.querySelector<LabComparison>('lab-comparison')?.refresh();
    });
  }

  private async removeRun(run: Run): Promise<void> {
    this.runs = this.runs.filter((other) => other !== run);
    this.compared = this.compared.filter((other) => other !== run);
    this.shown = this.runs[0] ?? null;
    await this.store.remove(run.id);
    this.refused = this.store.refused;
    this.querySelector<HTMLElement>('h1')?.focus();
  }

  private readonly showRun = (run: Run): void => {
    this.shown = run;
    void this.updateComplete.then(this.see);
  };

  private readonly see = (): void => {
    const title = this.querySelector<HTMLElement>('#lab-results-title');
    title?.focus({ preventScroll: true });
    title?.scrollIntoView({ block: 'start' });
  };

  private readonly compareRun = (run: Run): void => {
    const { compared } = this;
    this.compared = compared.includes(run) ? compared.filter((other) => other !== run) : [...compared, run];
  };

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
      ${
        this.runs.length > 1
          ? runList({
              runs: this.runs,
              shown: this.shown,
              compared: this.compared,
              stateText: (run) => this.stateText(run),
              show: this.showRun,
              compare: this.compareRun,
            })
          : nothing
      }
      ${this.compared.length > 1 ? html`<lab-comparison .runs=${this.compared}></lab-comparison>` : nothing}
      ${this.shown ? this.renderRun(this.shown) : html`<p class="muted">${labWords.ready}</p>`}
      <lab-log></lab-log>
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
    const more = form.players.filter((player) => player !== OWN_BOT && ![...AGENTS, ...sensing].includes(player));
    const order: Player[] = [OWN_BOT, ...AGENTS, ...sensing, ...more];
    const box = (player: Player, title: string, text: string): TemplateResult => {
      const chosen = form.players.includes(player);
      return this.choice('player', player, title, text, chosen, () => {
        this.change({ players: order.filter((p) => (p === player ? !chosen : form.players.includes(p))) });
      });
    };
    const chosen = sensing.some((player) => form.players.includes(player)) || more.length > 0;
    return html`<fieldset>
      <legend>${labWords.players}</legend>
      <div class="lab-choices">${AGENTS.map((agent) => box(agent, agentWords.agent(agent), agent))}
        ${box(OWN_BOT, labWords.bot.title, labWords.bot.choice)}</div>
      <details class="lab-more" ?open=${chosen}>
        <summary>${labWords.sensingPlayers}</summary>
        <div class="lab-choices">
          ${POLICIES.map((policy) => box(`hsuc+${policy}`, labWords.sensingPlayer(policy), labWords.policy[policy]?.[1] ?? ''))}
          ${more.map((player) => box(player, player, ''))}
        </div>
      </details>
    </fieldset>
    ${
      form.players.includes(OWN_BOT)
        ? html`<lab-bot
            .bot=${this.bot}
            @bot=${({ detail }: CustomEvent<OwnBot>) => {
              // Problems stay until the next start: without them the button would move away from under a click.
              this.bot = detail;
            }}
          ></lab-bot>`
        : nothing
    }`;
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
        ${labWords.total(gamesInAll(form) || 0)}
        ${hasOwnBot(form) ? labWords.bot.repeatable : isRepeatable(form) ? labWords.repeatable : labWords.notRepeatable}
      </p>`;
  }

  private renderStart(): TemplateResult {
    const busy = this.checking || this.queue.isUnderWay(this.ofForm);
    return html`${this.renderProblems(labWords.problems.title, this.formProblems)}
      ${this.elsewhere ? html`<p class="problem" role="alert">${labWords.elsewhere}</p>` : nothing}
      <div class="row wrap">
        <button class="primary big lab-start" aria-disabled=${busy ? 'true' : 'false'}>
          ${this.queue.played && !busy ? labWords.queue : labWords.start}
        </button>
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
      ${this.shown ? this.renderNow(this.queue.played ?? this.shown) : nothing}`;
  }

  /** How far it is, where it was started: the results are further down. */
  private renderNow(run: Run): TemplateResult {
    return html`<div class="lab-now">
      <progress aria-label=${labWords.results} max=${gamesInAll(run.setup)} value=${run.results.size}></progress>
      <div class="row between wrap">
        <p>${this.stateText(run)} <span class="muted">${this.timeLeft(run)}</span></p>
        <button type="button" class="link" @click=${() => this.showRun(run)}>${labWords.toResults}</button>
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
    switch (this.queue.stateOf(run)) {
      case 'starting':
        return labWords.state.starting;
      case 'running':
        return labWords.state.running(done, total);
      case 'paused':
        return labWords.state.paused;
      case 'waiting':
        return labWords.state.waiting;
      case 'failed':
        return labWords.state.failed(run.problem ?? '');
      case 'done':
        return run.lost.size > 0 ? labWords.state.running(done, total) : labWords.state.done(total);
      case 'stopped':
        return labWords.state.stopped(done, total);
    }
  }

  private timeLeft(run: Run): string {
    const left = this.queue.timeLeft(run);
    return left === null ? '' : labWords.timeLeft(formatElapsed(left));
  }

  private renderRun(run: Run): TemplateResult {
    const [done, total] = [run.results.size, gamesInAll(run.setup)];
    const state = this.queue.stateOf(run);
    const underWay = this.queue.isUnderWay(run);
    const faults = [...run.results.values()].filter(({ fault }) => fault !== undefined).length;
    return html`<section class="card lab-run" aria-labelledby="lab-results-title" data-state=${state}>
      <div>
        <h2 id="lab-results-title" tabindex="-1">${labelled(labWords.results, labWords.ofRun(done, total))}</h2>
        <p class="small muted">${setupText(run.setup)}</p>
      </div>
      <div class="lab-state">
        <progress aria-label=${labWords.results} max=${total} value=${done}></progress>
        <div class="row between wrap">
          <p class=${state === 'failed' ? 'problem' : ''}>
            <span role="status">${underWay ? '' : this.stateText(run)}</span>
            ${underWay ? html`${this.stateText(run)} <span class="muted">${this.timeLeft(run)}</span>` : nothing}
          </p>
          <div class="row wrap">
            ${
              underWay
                ? html`<button type="button" class="lab-stop" @click=${() => this.queue.stop(run)}>${icons.cross} ${labWords.stop}</button>`
                : html`${
                    leftOf(run) <= 0
                      ? nothing
                      : html`<button type="button" class="lab-go-on" @click=${() => this.start(run)}>${icons.again} ${labWords.goOn}</button>`
                  }
                  <button type="button" class="quiet" @click=${() => this.removeRun(run)}>${labWords.remove}</button>`
            }
          </div>
        </div>
        ${run === this.queue.played ? html`<p class="small muted">${labWords.leaving}</p>` : nothing}
        ${this.refused === null ? nothing : html`<p class="problem" role="alert">${labWords.notKept(this.refused)}</p>`}
        ${
          run.notes.length > 0
            ? html`<ul class="small lab-notes" role="log" aria-label=${commonWords.failed}>
                ${run.notes.slice(-5).map((note) => html`<li>${note}</li>`)}
              </ul>`
            : nothing
        }
        ${
          run.lost.size > 0
            ? html`<div class="row between wrap">
                <p class="problem">${labWords.lost([...run.lost].map((index) => index + 1))}</p>
                ${underWay ? nothing : html`<button type="button" @click=${() => this.start(run)}>${labWords.again}</button>`}
              </div>`
            : nothing
        }
        ${faults > 0 ? html`<p class="problem">${labWords.bot.faults(faults)}</p>` : nothing}
      </div>
      <lab-results .run=${run} .store=${this.store}></lab-results>
    </section>`;
  }
}

/** What is wrong with an own bot, in words: it is started once. */
async function problemsOfBot(bot: OwnBot | null): Promise<string[]> {
  if (!bot || bot.source.trim() === '') return [labWords.bot.none];
  if (bot.source.length > MOST_SOURCE) return [labWords.bot.tooLong];
  const ended = new AbortController();
  try {
    await BotWorker.start(bot.source, ended.signal);
    return [];
  } catch (error) {
    return [messageOf(error)];
  } finally {
    ended.abort();
  }
}

customElements.define('lab-page', LabPage);
