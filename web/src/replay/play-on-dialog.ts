import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { AgentName, Color, Replay } from 'outpost-rbc';
import { chessWords } from '../board/words';
import { engine } from '../engine/engine';
import { agentWords } from '../engine/words';
import { messageOf } from '../ui/errors';
import { icons } from '../ui/icons';
import { commonWords } from '../ui/words';
import { playOnWords } from './story-words';

/** A point of a game from which another one goes on. */
export interface PlayOnPoint {
  replay: Replay;
  halfMoves: number;
  /** The side to move there. */
  color: Color;
}

/** A game that is to go on from there. */
export interface PlayOn extends PlayOnPoint {
  agent: AgentName;
}

/** Asks against whom a game is played on, and with which pieces. Fires `play-on` (detail: {@link PlayOn}), which bubbles. */
export class PlayOnDialog extends LitElement {
  static override properties = {
    point: { attribute: false },
    color: { state: true },
    agents: { state: true },
    agent: { state: true },
    problem: { state: true },
  };
  declare private point: PlayOnPoint | null;
  declare private color: Color;
  declare private agents: readonly AgentName[];
  declare private agent: AgentName | null;
  declare private problem: string | null;

  constructor() {
    super();
    this.point = null;
    this.color = 'white';
    this.agents = [];
    this.agent = null;
    this.problem = null;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  /** Opens at a point of a game. */
  async open(point: PlayOnPoint): Promise<void> {
    this.point = point;
    this.color = point.color;
    await this.updateComplete;
    this.querySelector('dialog')?.showModal();
    try {
      const outpost = await engine();
      // The weakest first, and levels, which say how strong they are, before the others.
      this.agents = [...(await outpost.levels()), ...(await outpost.agents())].map(({ name }) => name);
      const { white, black } = point.replay.summary;
      const played = this.agents.find((name) => name === white || name === black);
      this.agent ??= played ?? this.agents[0] ?? null;
      this.problem = null;
    } catch (error) {
      this.problem = messageOf(error);
    }
  }

  private close(): void {
    this.querySelector('dialog')?.close();
  }

  private start(): void {
    const { point, agent, color } = this;
    if (!point || !agent) return;
    this.close();
    const detail: PlayOn = { ...point, color, agent };
    this.dispatchEvent(new CustomEvent('play-on', { detail, bubbles: true }));
  }

  protected override render(): TemplateResult | typeof nothing {
    const { point } = this;
    if (!point) return nothing;
    return html`<dialog class="play-on" aria-labelledby="play-on-title">
      <h2 id="play-on-title">${playOnWords.title}</h2>
      <p>${playOnWords.text(Math.floor(point.halfMoves / 2) + 1, point.color)}</p>
      ${this.problem ? html`<p class="problem" role="alert">${this.problem}</p>` : nothing}
      <label>${playOnWords.opponent}
        <select
          @change=${(event: Event) => {
            this.agent = (event.target as HTMLSelectElement).value as AgentName;
          }}
        >
          ${this.agents.map(
            (name) => html`<option value=${name} ?selected=${name === this.agent}>${agentWords.agent(name)}</option>`,
          )}
        </select>
      </label>
      <div>
        <p id="play-on-color">${playOnWords.color}</p>
        <div class="segments" role="group" aria-labelledby="play-on-color">
          ${(['white', 'black'] as const).map(
            (color) =>
              html`<button
                type="button"
                class="segment"
                aria-pressed=${this.color === color ? 'true' : 'false'}
                @click=${() => {
                  this.color = color;
                }}
              >
                <span class="disc ${color}"></span> ${chessWords.color(color)}
              </button>`,
          )}
        </div>
      </div>
      <div class="row end wrap">
        <button type="button" @click=${() => this.close()}>${commonWords.cancel}</button>
        <button type="button" class="primary" ?disabled=${this.agent === null} @click=${() => this.start()}>
          ${icons.next} ${playOnWords.start}
        </button>
      </div>
    </dialog>`;
  }
}

customElements.define('play-on-dialog', PlayOnDialog);
