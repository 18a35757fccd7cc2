import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { AgentDescription, AgentName, ClockSetup, Color, EvaluatorName, GameSetup, Seat } from 'outpost';
import { EngineUnavailableError } from 'outpost';
import { chessWords } from '../board/words';
import { engine, onEngine } from '../engine/engine';
import { agentWords, engineWords } from '../engine/words';
import { ASSISTANCE, type Assistance } from '../record/assistance';
import { messageOf } from '../ui/errors';
import { icons } from '../ui/icons';
import { newGameWords } from './words';

export interface NewGame {
  setup: GameSetup;
  assistance: Assistance;
  /** Who scores moves for the opponent. */
  evaluator: EvaluatorName;
}

type Opponent = AgentName | 'people';
type ClockChoice = 'none' | 'standard' | 'own';

const THINKING = [500, 1000, 3000, 10_000];
/** Those who never ask how good moves are. */
const RATES_NOTHING: Opponent[] = ['people', 'random', 'attacker'];

/** The form for a new game. Fires `new-game` with a {@link NewGame}. */
export class NewGamePanel extends LitElement {
  static override properties = {
    waiting: { type: Boolean },
    agents: { state: true },
    agentsError: { state: true },
    opponent: { state: true },
    color: { state: true },
    clock: { state: true },
    minutes: { state: true },
    increment: { state: true },
    budget: { state: true },
    evaluator: { state: true },
    assistance: { state: true },
    problem: { state: true },
  };
  /** The game is being set up. */
  declare waiting: boolean;
  declare private agents: AgentDescription[] | null;
  declare private agentsError: string | null;
  private stopListening: (() => void)[] = [];
  declare private opponent: Opponent;
  declare private color: Color | 'random';
  declare private clock: ClockChoice;
  declare private minutes: number;
  declare private increment: number;
  declare private budget: number;
  declare private evaluator: EvaluatorName;
  declare private assistance: Assistance;
  declare private problem: string | null;

  constructor() {
    super();
    this.waiting = false;
    this.agents = null;
    this.agentsError = null;
    this.opponent = 'attacker';
    this.color = 'random';
    this.clock = 'none';
    this.minutes = 10;
    this.increment = 5;
    this.budget = 1000;
    this.evaluator = 'built-in';
    this.assistance = 'tracking';
    this.problem = null;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.loadAgents();
    const retry = (): void => {
      if (this.agentsError !== null) void this.loadAgents();
    };
    this.stopListening = [onEngine('started', retry), onEngine('back', retry)];
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const stop of this.stopListening) stop();
  }

  private async loadAgents(): Promise<void> {
    try {
      const agents = await (await engine()).agents();
      this.agentsError = null;
      // The engine lists the weakest first.
      this.agents = agents.reverse();
      const known = this.opponent === 'people' || agents.some(({ name }) => name === this.opponent);
      if (!known && agents[0]) this.opponent = agents[0].name;
    } catch (error) {
      // Why the engine did not start is told at the top of the page.
      this.agentsError = error instanceof EngineUnavailableError ? engineWords.noOpponents : messageOf(error);
    }
  }

  private clockSetup(): ClockSetup | null | 'invalid' {
    if (this.clock === 'none') return null;
    if (this.clock === 'standard') return { seconds: 900, increment: 5 };
    const fine = this.minutes >= 0.5 && this.minutes <= 180 && this.increment >= 0 && this.increment <= 60;
    return fine ? { seconds: Math.round(this.minutes * 60), increment: this.increment } : 'invalid';
  }

  private submit(event: Event): void {
    event.preventDefault();
    const clock = this.clockSetup();
    if (clock === 'invalid') {
      this.problem = newGameWords.clockInvalid;
      return;
    }
    this.problem = null;
    const random = crypto.getRandomValues(new Uint32Array(2)) as unknown as [number, number];
    const color: Color = this.color === 'random' ? (random[0] % 2 === 0 ? 'white' : 'black') : this.color;
    const person = (name: string): Seat => ({ kind: 'person', name });
    const other: Seat =
      this.opponent === 'people'
        ? person(newGameWords.ownPlayers.black)
        : { kind: 'agent', agent: this.opponent, budgetMs: this.budget };
    const setup: GameSetup =
      this.opponent === 'people'
        ? { white: person(newGameWords.ownPlayers.white), black: other, clock, seed: random[1] }
        : color === 'white'
          ? { white: person(newGameWords.you), black: other, clock, seed: random[1] }
          : { white: other, black: person(newGameWords.you), clock, seed: random[1] };
    const evaluator = RATES_NOTHING.includes(this.opponent) ? 'built-in' : this.evaluator;
    const detail: NewGame = { setup, assistance: this.assistance, evaluator };
    this.dispatchEvent(new CustomEvent('new-game', { detail, bubbles: true }));
  }

  protected override render(): TemplateResult {
    return html`<form class="new-game card" @submit=${this.submit} novalidate>
      <h1>${newGameWords.title}</h1>
      <p class="muted lead">${newGameWords.lead}</p>
      <fieldset>
        <legend>${newGameWords.opponent}</legend>
        <div class="choices">${this.renderOpponents()}</div>
      </fieldset>
      <div class="columns">
        <fieldset ?hidden=${this.opponent === 'people'}>
          <legend>${newGameWords.color}</legend>
          <div class="segments">
            ${this.segment('color', 'white', html`<span class="disc white"></span>${chessWords.colors.white}`, this.color)}
            ${this.segment('color', 'random', html`<span class="disc both"></span>${newGameWords.random}`, this.color)}
            ${this.segment('color', 'black', html`<span class="disc black"></span>${chessWords.colors.black}`, this.color)}
          </div>
        </fieldset>
        <fieldset>
          <legend>${newGameWords.clock}</legend>
          <div class="segments">
            ${this.segment('clock', 'none', newGameWords.clockNone, this.clock)}
            ${this.segment('clock', 'standard', newGameWords.clockStandard, this.clock)}
            ${this.segment('clock', 'own', newGameWords.clockOwn, this.clock)}
          </div>
          ${this.clock === 'own' ? this.renderOwnClock() : nothing}
          ${this.clock === 'none' ? nothing : html`<p class="small muted clock-rule">${newGameWords.clockRule}</p>`}
        </fieldset>
      </div>
      <fieldset>
        <legend>${newGameWords.assistance}</legend>
        <div class="choices four">
          ${ASSISTANCE.map((level) => {
            const [name, text] = newGameWords.assist[level];
            return this.choice('assistance', level, name, text, this.assistance);
          })}
        </div>
      </fieldset>
      ${this.problem ? html`<p class="problem" role="alert">${this.problem}</p>` : nothing}
      <div class="row between wrap">
        ${
          this.opponent === 'people'
            ? html`<span></span>`
            : html`<label class="inline"
                >${newGameWords.thinking}
                <select
                  name="budget"
                  @change=${(event: Event) => {
                    this.budget = Number((event.target as HTMLSelectElement).value);
                  }}
                >
                  ${THINKING.map(
                    (ms) =>
                      html`<option value=${ms} ?selected=${ms === this.budget}>${newGameWords.thinkingOptions(ms)}</option>`,
                  )}
                </select>
              </label>`
        }
        ${
          !RATES_NOTHING.includes(this.opponent)
            ? html`<label class="inline"
                >${newGameWords.evaluator}
                <select
                  name="evaluator"
                  @change=${(event: Event) => {
                    this.evaluator = (event.target as HTMLSelectElement).value as EvaluatorName;
                  }}
                >
                  ${(['built-in', 'stockfish'] as const).map(
                    (name) =>
                      html`<option value=${name} ?selected=${name === this.evaluator}>${newGameWords.evaluators[name]}</option>`,
                  )}
                </select>
              </label>`
            : nothing
        }
        <button class="primary big" ?disabled=${this.waiting || this.agentsError !== null}>
          ${this.waiting ? html`<span class="spinner"></span>${newGameWords.starting}` : newGameWords.start}
        </button>
      </div>
    </form>`;
  }

  private renderOpponents(): unknown {
    const people = this.choice(
      'opponent',
      'people',
      html`${icons.people} ${newGameWords.twoPeople}`,
      newGameWords.twoPeopleText,
      this.opponent,
    );
    if (this.agentsError) {
      return html`<p class="problem">${this.agentsError}</p>${people}`;
    }
    if (!this.agents) {
      return html`<div class="choice loading" role="status">
        <span class="choice-title">${newGameWords.loadingAgents}</span><progress aria-label=${engineWords.starting}></progress>
      </div>
      ${people}`;
    }
    return [
      ...this.agents.map(({ name }) =>
        this.choice(
          'opponent',
          name,
          agentWords.agent(name),
          agentWords.thinking[name] ?? '',
          this.opponent,
          agentWords.strength[name],
        ),
      ),
      people,
    ];
  }

  private choice(
    name: 'opponent' | 'assistance',
    value: string,
    title: unknown,
    text: string,
    chosen: string,
    more?: string,
  ): TemplateResult {
    return html`<label class="choice">
      <input
        type="radio"
        name=${name}
        value=${value}
        .checked=${value === chosen}
        @change=${() => this.choose(name, value)}
      />
      <span class="choice-title">${title}</span>
      <span class="choice-text">${text}</span>
      ${more ? html`<span class="choice-more">${more}</span>` : nothing}
    </label>`;
  }

  private segment(name: 'color' | 'clock', value: string, title: unknown, chosen: string): TemplateResult {
    return html`<label class="segment">
      <input
        type="radio"
        name=${name}
        value=${value}
        .checked=${value === chosen}
        @change=${() => this.choose(name, value)}
      />
      <span>${title}</span>
    </label>`;
  }

  private choose(name: 'opponent' | 'assistance' | 'color' | 'clock', value: string): void {
    if (name === 'opponent') this.opponent = value as Opponent;
    else if (name === 'assistance') this.assistance = value as Assistance;
    else if (name === 'color') this.color = value as Color | 'random';
    else this.clock = value as ClockChoice;
  }

  private renderOwnClock(): TemplateResult {
    const input = (label: string, value: number, step: number, set: (n: number) => void): TemplateResult =>
      html`<label class="inline"
        >${label}
        <input
          type="number"
          inputmode="decimal"
          min="0"
          step=${step}
          .value=${String(value)}
          @input=${(event: Event) => set((event.target as HTMLInputElement).valueAsNumber)}
        />
      </label>`;
    return html`<div class="row own-clock">
      ${input(newGameWords.minutes, this.minutes, 0.5, (n) => {
        this.minutes = n;
      })}
      ${input(newGameWords.increment, this.increment, 1, (n) => {
        this.increment = n;
      })}
    </div>`;
  }
}

customElements.define('new-game', NewGamePanel);
