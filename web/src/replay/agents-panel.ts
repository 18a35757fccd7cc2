import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Action, AgentName, Replay, ReplayStep } from 'outpost-rbc';
import { moveTableWords, tryWords } from '../belief/words';
import { moveText } from '../board/move-results';
import { squareName } from '../board/squares';
import { engine } from '../engine/engine';
import { agentWords } from '../engine/words';
import { logWords } from '../record/words';
import { afterCrash, isAbort, messageOf } from '../ui/errors';
import { sameAction } from './variations';
import { agentsPanelWords, panelWords } from './words';

/** What an agent would have done at one half-turn. */
interface Opinion {
  sense: Action | null;
  request: Action | null;
  problem: string | null;
}

/** Milliseconds that each agent has for a decision. */
const MS = 500;

/**
 * What each agent would have sensed at the start of a half-turn, and requested after its sense: asked one by one when the
 * person wants to know. Fires `point-action` (detail: an action or `null`) and `try-action` (detail: action).
 */
export class AgentsPanel extends LitElement {
  static override properties = {
    replay: { attribute: false },
    step: { attribute: false },
    opinions: { state: true },
    asking: { state: true },
    problem: { state: true },
  };
  declare replay: Replay;
  declare step: ReplayStep;
  /** By agent, of the half-turn that is shown. */
  declare private opinions: ReadonlyMap<AgentName, Opinion>;
  declare private asking: { agent: AgentName; done: number; total: number } | null;
  declare private problem: string | null;
  private abort: AbortController | null = null;
  /** What has been answered, by replay and half-turn. */
  private readonly known = new WeakMap<Replay, Map<number, ReadonlyMap<AgentName, Opinion>>>();

  constructor() {
    super();
    this.opinions = new Map();
    this.asking = null;
    this.problem = null;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop();
    this.point(null);
  }

  protected override willUpdate(changed: PropertyValues): void {
    const before = changed.get('step') as ReplayStep | undefined;
    if (changed.has('replay') || (before && before.ply !== this.step.ply)) this.stop();
    if (changed.has('replay') || changed.has('step')) {
      this.problem = null;
      this.opinions = this.known.get(this.replay)?.get(this.step.ply) ?? new Map();
    }
  }

  private stop(): void {
    this.abort?.abort();
    this.abort = null;
    this.asking = null;
  }

  private point(action: Action | null): void {
    this.dispatchEvent(new CustomEvent('point-action', { detail: action }));
  }

  /** The steps of the half-turn at which an agent can be asked. */
  private get moments(): { start: ReplayStep | undefined; sensed: ReplayStep | undefined } {
    const of = (phase: ReplayStep['phase']): ReplayStep | undefined =>
      this.replay.steps.find((step) => step.ply === this.step.ply && step.phase === phase);
    return { start: of('start'), sensed: of('sensed') };
  }

  private async ask(): Promise<void> {
    this.stop();
    const abort = new AbortController();
    this.abort = abort;
    const { signal } = abort;
    const { replay, moments } = this;
    const { ply } = this.step;
    this.problem = null;
    try {
      const agents = await (await engine()).agents();
      for (const [done, { name }] of agents.entries()) {
        if (signal.aborted) return;
        this.asking = { agent: name, done, total: agents.length };
        const ask = (step: ReplayStep | undefined): Promise<Action> | null =>
          step ? afterCrash(() => replay.consult(step.index, name, { ms: MS, signal })) : null;
        const opinion: Opinion = { sense: null, request: null, problem: null };
        try {
          opinion.sense = await ask(moments.start);
          opinion.request = await ask(moments.sensed);
        } catch (error) {
          if (isAbort(error)) throw error;
          opinion.problem = messageOf(error);
        }
        if (signal.aborted) return;
        this.opinions = new Map(this.opinions).set(name, opinion);
        const kept = this.known.get(replay) ?? new Map<number, ReadonlyMap<AgentName, Opinion>>();
        this.known.set(replay, kept.set(ply, this.opinions));
      }
    } catch (error) {
      if (this.abort === abort && !isAbort(error)) this.problem = messageOf(error);
    } finally {
      if (this.abort === abort) this.stop();
    }
  }

  protected override render(): TemplateResult {
    const { asking, opinions } = this;
    const { start, sensed } = this.moments;
    const moved = this.replay.steps.find(({ ply, phase }) => ply === this.step.ply && phase === 'moved');
    const made = {
      sense: sensed?.sense ? { sense: sensed.sense.square } : null,
      request: moved?.move ? { request: moved.move.requested } : null,
    };
    return html`<div class="agents" aria-busy=${asking ? 'true' : 'false'}>
      <p class="small">${agentsPanelWords.help(this.step.color, MS, sensed !== undefined)}</p>
      <div class="row wrap">
        ${
          asking
            ? html`<button type="button" @click=${() => this.stop()}>${moveTableWords.stop}</button>
                <span class="small" role="status">${agentsPanelWords.asking(asking.agent)}</span>`
            : html`<button type="button" ?disabled=${!start} @click=${() => this.ask()}>
                ${opinions.size > 0 ? agentsPanelWords.again : agentsPanelWords.ask}
              </button>`
        }
      </div>
      ${asking ? html`<progress class="thin" aria-label=${agentsPanelWords.asking(asking.agent)} max=${asking.total} value=${asking.done}></progress>` : nothing}
      ${this.problem ? html`<p class="problem" role="alert">${agentsPanelWords.failed(this.problem)}</p>` : nothing}
      ${
        opinions.size > 0
          ? html`<div class="table-scroll" tabindex="0" role="region" aria-label=${panelWords.agents}>
              <table class="move-rows agent-rows" @mouseleave=${() => this.point(null)}>
                <thead>
                  <tr>
                    <th scope="col">${agentsPanelWords.agent}</th>
                    <th scope="col">${agentsPanelWords.sense}</th>
                    <th scope="col">${agentsPanelWords.request}</th>
                  </tr>
                </thead>
                <tbody>
                  ${[...opinions].map(
                    ([name, { sense, request, problem }]) => html`<tr>
                      <th scope="row">${agentWords.agent(name)}</th>
                      ${
                        problem
                          ? html`<td colspan="2" class="problem">${problem}</td>`
                          : html`${this.cell(sense, made.sense)} ${this.cell(request, made.request)}`
                      }
                    </tr>`,
                  )}
                </tbody>
              </table>
            </div>`
          : nothing
      }
    </div>`;
  }

  /** One opinion: pointing at it shows it on the board, a click tries it; what was played needs no trying. */
  private cell(action: Action | null, made: Action | null): TemplateResult {
    if (!action) return html`<td>–</td>`;
    const played = sameAction(action, made);
    const text = actionText(action);
    return html`<td class=${played ? 'same' : ''} @mouseenter=${() => this.point(action)}>
      <button
        type="button"
        class="move-name"
        translate="no"
        title=${played ? agentsPanelWords.played : tryWords.tryThis(text)}
        @focus=${() => this.point(action)}
        @blur=${() => this.point(null)}
        @click=${() => this.dispatchEvent(new CustomEvent('try-action', { detail: action }))}
      >
        ${text}${played ? html`<span class="tag"> ${moveTableWords.played}</span>` : nothing}
      </button>
    </td>`;
  }
}

function actionText(action: Action): string {
  if ('sense' in action) return action.sense === null ? logWords.noSense : squareName(action.sense);
  return action.request === null ? logWords.pass : moveText(action.request);
}

customElements.define('agents-panel', AgentsPanel);
