import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { AgentDescription, EvaluatorName } from 'outpost-rbc';
import { EngineUnavailableError } from 'outpost-rbc';
import { chessWords } from '../board/words';
import { engine, onEngine } from '../engine/engine';
import { LEVELS, levelName, levelOf } from '../engine/levels';
import { agentWords, engineWords } from '../engine/words';
import { results } from '../rating/results-store';
import { ASSISTANCE } from '../record/assistance';
import { messageOf } from '../ui/errors';
import { icons } from '../ui/icons';
import { sentence, sentences } from '../ui/texts';
import {
  adaptiveLevel,
  type Choices,
  CLOCKS,
  COLORS,
  newGameOf,
  type Opponent,
  ratesMoves,
  recallChoices,
  rememberChoices,
  THINKING,
} from './choices';
import { opponentWords } from './opponent-words';
import { newGameWords } from './words';

/**
 * Choosing an opponent, and one button that starts. It is there before the engine, with the last choices. Fires `new-game` with a
 * `NewGame`.
 */
export class NewGamePanel extends LitElement {
  static override properties = {
    waiting: { type: Boolean },
    second: { type: Boolean },
    agents: { state: true },
    agentsError: { state: true },
    choices: { state: true },
    more: { state: true },
    nearest: { state: true },
    choosing: { state: true },
    problem: { state: true },
  };
  /** The game is being set up. */
  declare waiting: boolean;
  /** Something else comes first: going on with a game. */
  declare second: boolean;
  declare private agents: AgentDescription[] | null;
  declare private agentsError: string | null;
  declare private choices: Choices;
  /** The opponents that are no levels are on view. */
  declare private more: boolean;
  /** The level around the person's strength, once it is known. */
  declare private nearest: number | null;
  /** The opponent around the person's strength is being found. */
  declare private choosing: boolean;
  declare private problem: string | null;
  private stopListening: (() => void)[] = [];

  constructor() {
    super();
    this.waiting = false;
    this.second = false;
    this.agents = null;
    this.agentsError = null;
    this.choices = recallChoices();
    this.more = false;
    this.nearest = null;
    this.choosing = false;
    this.problem = null;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.ask();
    const retry = (): void => {
      if (this.agentsError !== null) void this.ask();
    };
    results.addEventListener('change', this.findNearest);
    this.stopListening = [
      onEngine('started', retry),
      onEngine('back', retry),
      () => results.removeEventListener('change', this.findNearest),
    ];
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const stop of this.stopListening) stop();
  }

  /** What the engine knows of opponents. */
  private async ask(): Promise<void> {
    try {
      const agents = await (await engine()).agents();
      this.agentsError = null;
      // The engine lists the weakest first.
      this.agents = agents.toReversed();
      const { opponent } = this.choices;
      const known =
        levelOf(opponent) !== null || ['adaptive', 'people', ...agents.map(({ name }) => name)].includes(opponent);
      if (!known) this.choices = { ...this.choices, opponent: levelName(1) };
      await this.findNearest();
    } catch (error) {
      // Why the engine did not start is told at the top of the page.
      this.agentsError = error instanceof EngineUnavailableError ? engineWords.noOpponents : messageOf(error);
    }
  }

  private readonly findNearest = async (): Promise<void> => {
    try {
      this.nearest = levelOf(await adaptiveLevel());
    } catch {
      // It is found when the game starts, or that says why not.
    }
  };

  private async submit(event: Event): Promise<void> {
    event.preventDefault();
    if (this.choosing || this.waiting) return;
    this.problem = null;
    this.choosing = true;
    try {
      // They stay as they are seen here, whatever comes first to who has played.
      rememberChoices(this.choices);
      const detail = await newGameOf(this.choices);
      if (detail) this.dispatchEvent(new CustomEvent('new-game', { detail, bubbles: true }));
      else this.problem = newGameWords.clockInvalid;
    } catch (error) {
      this.problem = messageOf(error);
    } finally {
      this.choosing = false;
    }
  }

  private choose(changes: Partial<Choices>): void {
    this.choices = { ...this.choices, ...changes };
    this.problem = null;
    rememberChoices(this.choices);
  }

  protected override render(): TemplateResult {
    const { choices, waiting } = this;
    const busy = waiting || this.choosing;
    return html`<form class="new-game" @submit=${this.submit} novalidate aria-label=${newGameWords.title}>
      <button
        class="play-now ${this.second ? '' : 'primary'}"
        aria-disabled=${busy ? 'true' : 'false'}
        ?disabled=${this.agentsError !== null}
      >
        ${busy ? html`<span class="spinner"></span>${newGameWords.starting}` : html`${icons.play} ${newGameWords.play}`}
      </button>
      ${this.problem ? html`<p class="problem" role="alert">${this.problem}</p>` : nothing}
      ${this.agentsError ? html`<p class="problem">${this.agentsError}</p>` : nothing}
      <fieldset class="levels">
        <legend class="visually-hidden">${newGameWords.opponent}</legend>
        <div class="row wrap other-levels">
          <label class="pill">
            ${this.radio('level', 'adaptive', newGameWords.adaptive)}<span>${newGameWords.adaptive}</span>
          </label>
          <button
            type="button"
            class="link more-opponents"
            aria-expanded=${this.more ? 'true' : 'false'}
            aria-controls="more-opponents"
            @click=${() => {
              this.more = !this.more;
            }}
          >
            ${newGameWords.moreOpponents}
          </button>
        </div>
        <div class="segments level-row">
          ${LEVELS.map((level) => this.level(levelName(level), html`<span>${level}</span>`, agentWords.level(level)))}
        </div>
        <p class="level-text" role="status">${this.opponentText()}</p>
      </fieldset>
      <div id="more-opponents" ?hidden=${!this.more}>${this.more ? this.renderMore() : nothing}</div>
      <div class="setting-row">
        ${this.select('color', newGameWords.color, COLORS, (color) => (color === 'random' ? newGameWords.random : chessWords.colors[color]), choices.opponent === 'people')}
        ${this.select('clock', newGameWords.clock, CLOCKS, (clock) => newGameWords.clocks[clock])}
        ${this.select('assistance', newGameWords.assistance, ASSISTANCE, (level) => newGameWords.assist[level][0])}
      </div>
      ${choices.clock === 'own' ? this.renderOwnClock() : nothing}
      <p class="small muted setting-text ${choices.assistance === 'tracking' && choices.clock === 'none' ? 'known' : ''}">
        ${newGameWords.assist[choices.assistance][1]} ${choices.clock === 'none' ? nothing : newGameWords.clockRule}
      </p>
    </form>`;
  }

  private opponentText(): string {
    const { opponent } = this.choices;
    if (opponent === 'adaptive') return newGameWords.adaptiveText(this.nearest);
    const level = levelOf(opponent);
    if (level !== null) return sentences(sentence(agentWords.level(level)), opponentWords.levels[level]);
    return opponent === 'people'
      ? newGameWords.twoPeople
      : sentences(sentence(agentWords.agent(opponent)), lineOf(opponent));
  }

  private radio(name: 'level' | 'opponent', value: Opponent, label: string): TemplateResult {
    return html`<input
      type="radio"
      name=${name}
      value=${value}
      aria-label=${label}
      .checked=${value === this.choices.opponent}
      @change=${() => this.choose({ opponent: value })}
    />`;
  }

  private level(value: Opponent, content: TemplateResult, label: string): TemplateResult {
    return html`<label class="segment" title=${label}>${this.radio('level', value, label)}${content}</label>`;
  }

  private renderMore(): TemplateResult {
    const choice = (value: Opponent, title: unknown, label: string, text: string): TemplateResult =>
      html`<label class="choice">
        ${this.radio('opponent', value, sentences(sentence(label), text))}
        <span class="choice-title">${title}</span>
        <span class="choice-text">${text}</span>
      </label>`;
    const { twoPeople, twoPeopleText } = newGameWords;
    return html`<fieldset class="more-card">
        <legend class="visually-hidden">${newGameWords.moreOpponents}</legend>
        ${choice('people', html`${icons.people} ${twoPeople}`, twoPeople, twoPeopleText)}
        <p class="small muted">
          ${newGameWords.moreText}
          <button
            type="button"
            class="link"
            @click=${() => this.dispatchEvent(new CustomEvent('about', { bubbles: true }))}
          >
            ${newGameWords.about}
          </button>
        </p>
        ${
          this.agents
            ? this.agents.map(({ name }) => {
                const title = agentWords.agent(name);
                return choice(name, title, title, lineOf(name));
              })
            : this.agentsError
              ? nothing
              : html`<div class="choice loading" role="status">
                  <span class="choice-title">${newGameWords.loadingAgents}</span>
                  <progress aria-label=${engineWords.starting}></progress>
                </div>`
        }
      </fieldset>
      ${levelOf(this.choices.opponent) === null && !['adaptive', 'people'].includes(this.choices.opponent) ? this.renderThinking() : nothing}`;
  }

  private renderThinking(): TemplateResult {
    const { choices } = this;
    return html`<div class="setting-row">
      ${this.select('budget', newGameWords.thinking, THINKING, newGameWords.thinkingOptions)}
      ${
        ratesMoves(choices.opponent)
          ? this.select(
              'evaluator',
              newGameWords.evaluator,
              ['built-in', 'stockfish'] as const,
              (name: EvaluatorName) => newGameWords.evaluators[name],
            )
          : nothing
      }
    </div>`;
  }

  private select<K extends keyof Choices>(
    name: K,
    label: string,
    options: readonly Choices[K][],
    text: (value: Choices[K]) => string,
    hidden = false,
  ): TemplateResult {
    const chosen = this.choices[name];
    return html`<label class="setting" ?hidden=${hidden}>
      <span>${label}</span>
      <select
        name=${name}
        aria-label=${label}
        @change=${(event: Event) => {
          const { selectedIndex } = event.target as HTMLSelectElement;
          this.choose({ [name]: options[selectedIndex] } as Partial<Choices>);
        }}
      >
        ${options.map((value) => html`<option value=${value} ?selected=${value === chosen}>${text(value)}</option>`)}
      </select>
    </label>`;
  }

  private renderOwnClock(): TemplateResult {
    const input = (name: 'minutes' | 'increment', step: number): TemplateResult =>
      html`<label class="inline"
        >${newGameWords[name]}
        <input
          type="number"
          inputmode="decimal"
          min="0"
          step=${step}
          .value=${String(this.choices[name])}
          @input=${(event: Event) => this.choose({ [name]: (event.target as HTMLInputElement).valueAsNumber })}
        />
      </label>`;
    return html`<div class="row own-clock">${input('minutes', 0.5)} ${input('increment', 1)}</div>`;
  }
}

/** How an agent plays, and how well. */
const lineOf = (agent: string): string =>
  sentences(opponentWords.lines[agent] ?? '', opponentWords.strength[agent] ?? '');

customElements.define('new-game', NewGamePanel);
