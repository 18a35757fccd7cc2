import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Action, BeliefView, BoardOutcome, BoardSet, Color, Square } from 'outpost-rbc';
import '../board/board';
import './boards.css';
import '../belief/move-panel';
import { sensingTells } from '../belief/belief-overlay';
import { boardDiagrams } from '../belief/likely-boards';
import type { AskMoves } from '../belief/move-panel';
import { piecesReadout, sensesReadout } from '../belief/readout';
import { type Scene, type Sight, scene } from '../belief/scene';
import { trackingWords } from '../belief/words';
import { moveText } from '../board/move-results';
import { opponentOf, ROLES, senseWindow, squareName } from '../board/squares';
import { boardWords } from '../board/words';
import { MOST_GIVEN, makeProblem, ofBoards } from '../lessons/make-problem';
import { makeProblemWords } from '../lessons/own-words';
import { resultText, senseText } from '../record/wording';
import { afterCrash, isAbort, messageOf } from '../ui/errors';
import { format } from '../ui/format';
import { icons } from '../ui/icons';
import { canHover } from '../ui/pointer';
import { labelled } from '../ui/texts';
import { analyseWords, boardsWords } from './words';

const words = boardsWords;
/** Boards drawn at first, and how many more at a time. */
const FEW = 6;
const MORE = 24;
/** Answers drawn: the rest are on few boards each. */
const MOST_OUTCOMES = 60;

type Overlay = keyof typeof words.overlays;

/** A set on the way from the boards as given, and what led to it. */
interface Station {
  set: BoardSet;
  /** What was done and answered, in words; empty at the beginning. */
  text: string;
}

/**
 * Boards that one side cannot tell apart: what it may conclude, and what each of its senses and moves could be answered with.
 * Fires `leave`, and `edit` for a position that is to be changed.
 */
export class BoardsView extends LitElement {
  static override properties = {
    set: { attribute: false },
    shown: { type: Boolean },
    path: { state: true },
    belief: { state: true },
    problem: { state: true },
    kind: { state: true },
    overlay: { state: true },
    tried: { state: true },
    outcomes: { state: true },
    requests: { state: true },
    pointed: { state: true },
    pointedMove: { state: true },
    flipped: { state: true },
    visible: { state: true },
    busy: { state: true },
  };
  declare set: BoardSet;
  declare shown: boolean;
  declare private path: readonly Station[];
  declare private belief: BeliefView | null;
  declare private problem: string | null;
  /** What is tried on the board. */
  declare private kind: 'sense' | 'request';
  declare private overlay: Overlay;
  declare private tried: Action | null;
  declare private outcomes: readonly BoardOutcome[] | null;
  /** Moves that may be asked for. */
  declare private requests: readonly string[];
  declare private pointed: Square | null;
  declare private pointedMove: string | null;
  declare private flipped: boolean;
  declare private visible: number;
  declare private busy: boolean;
  private abort: AbortController | null = null;
  private attempt = 0;
  /** Sets that were gone to. */
  private visit = 0;
  private asked: { set: BoardSet; ask: AskMoves } | null = null;

  constructor() {
    super();
    this.shown = true;
    this.path = [];
    this.belief = null;
    this.problem = null;
    this.kind = 'sense';
    this.overlay = 'pieces';
    this.tried = null;
    this.outcomes = null;
    this.requests = [];
    this.pointed = null;
    this.pointedMove = null;
    this.flipped = false;
    this.visible = FEW;
    this.busy = false;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.abort?.abort();
    this.disposeFrom(1);
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('set')) return;
    this.disposeFrom(1);
    this.goTo([{ set: this.set, text: '' }]);
  }

  private get now(): BoardSet {
    return (this.path.at(-1) as Station).set;
  }

  /** The first set belongs to the caller. */
  private disposeFrom(index: number): void {
    for (const { set } of this.path.slice(index)) set.dispose();
  }

  private goTo(path: readonly Station[]): void {
    this.path = path;
    this.visit++;
    this.belief = null;
    this.requests = [];
    this.visible = FEW;
    this.problem = null;
    this.untry();
    const { phase } = this.now;
    if (phase !== 'start') this.kind = 'request';
    if (phase !== 'start' && this.overlay === 'senses') this.overlay = 'pieces';
    void this.load();
  }

  private untry(): void {
    this.attempt++;
    this.tried = null;
    this.outcomes = null;
    this.busy = false;
  }

  private async load(): Promise<void> {
    this.abort?.abort();
    const abort = new AbortController();
    this.abort = abort;
    const { now } = this;
    const { signal } = abort;
    try {
      const belief = await afterCrash(() => now.belief({ signal }));
      if (signal.aborted) return;
      this.belief = belief;
      if (now.phase === 'moved') return;
      // The least of a rating: all that may be asked for.
      const { rows } = await afterCrash(() => now.moves({ nodes: 1, signal }));
      if (!signal.aborted) this.requests = rows.flatMap(({ request }) => request ?? []);
    } catch (error) {
      if (!signal.aborted && !isAbort(error)) this.problem = words.failed(messageOf(error));
    }
  }

  private async attemptAction(action: Action): Promise<void> {
    const attempt = ++this.attempt;
    const { now } = this;
    this.tried = action;
    this.outcomes = null;
    this.problem = null;
    this.busy = true;
    try {
      const outcomes = await afterCrash(() => now.outcomes(action));
      if (attempt === this.attempt) this.outcomes = outcomes;
    } catch (error) {
      if (attempt === this.attempt) this.problem = words.failed(messageOf(error));
    } finally {
      if (attempt === this.attempt) this.busy = false;
    }
  }

  private async take(outcome: number): Promise<void> {
    const { tried, now } = this;
    const answer = this.outcomes?.[outcome];
    if (!tried || !answer || this.busy) return;
    const attempt = ++this.attempt;
    this.busy = true;
    try {
      const set = await afterCrash(() => now.take(tried, outcome));
      if (attempt !== this.attempt) return set.dispose();
      this.goTo([...this.path, { set, text: this.answerText(answer) }]);
      await this.updateComplete;
      this.querySelector<HTMLElement>('.boards-head h1')?.focus();
    } catch (error) {
      if (attempt === this.attempt) {
        this.problem = words.failed(messageOf(error));
        this.busy = false;
      }
    }
  }

  private goBack(to: number): void {
    const path = this.path.slice(0, to + 1);
    this.disposeFrom(to + 1);
    this.goTo(path);
  }

  private answerText(answer: BoardOutcome): string {
    return 'sense' in answer ? senseText(answer.sense, this.now.color) : resultText(answer.move);
  }

  private get triedText(): string {
    const { tried } = this;
    if (!tried) return '';
    if ('sense' in tried) return words.tried.sense(tried.sense === null ? null : squareName(tried.sense));
    return words.tried.request(tried.request === null ? null : moveText(tried.request));
  }

  protected override render(): TemplateResult {
    const { now } = this;
    const { color, size } = now;
    const orientation = this.flipped ? opponentOf(color) : color;
    const drawn = scene(this.sight());
    return html`<div class="replay boards-view">
      <div class="replay-boards">
        <div class="boards-head row between wrap">
          <div>
            <h1 tabindex="-1">${words.title(this.set.size)}</h1>
            <p class="muted">${now.phase === 'moved' ? words.moved(color) : words.lead(color, size)}</p>
          </div>
          <div class="row wrap">
            ${
              this.set.size === 1
                ? html`<button type="button" @click=${() => this.dispatchEvent(new CustomEvent('edit'))}>${words.edit}</button>`
                : nothing
            }
            ${
              now.phase !== 'moved' && now.size <= MOST_GIVEN
                ? html`<button type="button" class="make-problem" @click=${() => makeProblem(this, ofBoards(now.fens, now.phase !== 'start'))}>
                    ${icons.plus} ${makeProblemWords.button}
                  </button>`
                : nothing
            }
            <button type="button" class="quiet" @click=${() => this.dispatchEvent(new CustomEvent('leave'))}>
              ${icons.back} ${analyseWords.back.start}
            </button>
          </div>
        </div>
        ${this.problem ? html`<div class="notice bad" role="alert"><p>${this.problem}</p></div>` : nothing}
        ${this.renderBoard(orientation, drawn)}
        <p class="readout" aria-hidden="true">${this.readout(drawn.heat)}</p>
        <div class="row between wrap">
          ${this.renderOverlays(drawn.heat)}
          <button
            type="button"
            class="quiet"
            @click=${() => {
              this.flipped = !this.flipped;
            }}
          >
            ${icons.flip} ${boardWords.flipShort}
          </button>
        </div>
      </div>
      <div class="replay-side">
        ${this.renderPath()} ${now.phase === 'moved' ? nothing : this.renderTry()} ${this.renderBoards(orientation)}
        ${now.phase === 'moved' ? nothing : this.renderRating()}
      </div>
    </div>`;
  }

  private renderBoard(orientation: Color, drawn: Scene): TemplateResult {
    const { now, kind } = this;
    const mode = now.phase === 'moved' ? 'view' : kind === 'sense' ? 'sense' : 'move';
    return html`<rbc-board
      .orientation=${orientation}
      .color=${now.color}
      .pieces=${now.own}
      .ghosts=${drawn.ghosts}
      .tints=${drawn.tints}
      .heat=${drawn.heat}
      .best=${drawn.best}
      .arrows=${drawn.arrows}
      .mode=${mode}
      .requests=${mode === 'move' ? this.requests : []}
      .labels=${drawn.labels}
      .name=${words.name(now.color)}
      @sense-square=${(event: CustomEvent<Square>) => this.attemptAction({ sense: event.detail })}
      @request-move=${(event: CustomEvent<string>) => this.attemptAction({ request: event.detail })}
      @point=${(event: CustomEvent<Square | null>) => {
        this.pointed = event.detail;
      }}
    ></rbc-board>`;
  }

  private sight(): Sight {
    const { now, belief, overlay, kind, tried } = this;
    const drawn = overlay === 'pieces' ? { ghosts: ROLES } : { map: overlay };
    const sensed = tried && 'sense' in tried && tried.sense !== null ? senseWindow(tried.sense) : [];
    return {
      pieces: now.own,
      happened: { sensed },
      pointed: this.pointedMove ?? (tried && 'request' in tried ? tried.request : null),
      believed: { color: now.color, belief, senses: kind === 'sense', ...drawn },
    };
  }

  private readout(heat: Scene['heat']): string {
    const { belief, pointed, overlay } = this;
    if (!belief) return '';
    if (overlay === 'entropy') {
      if (heat === null) return words.allKnown;
      if (pointed === null) return canHover() ? words.hoverEntropy : '';
      return words.entropy(squareName(pointed), belief.entropy[pointed] ?? 0);
    }
    if (overlay === 'pieces') return piecesReadout(belief, pointed);
    if (sensingTells(belief) === false) return trackingWords.nothingToLearn(belief.size);
    return sensesReadout(belief, pointed);
  }

  private renderOverlays(heat: Scene['heat']): TemplateResult {
    const overlays = (Object.keys(words.overlays) as Overlay[]).filter(
      (overlay) => overlay !== 'senses' || this.now.phase === 'start',
    );
    return html`<div class="segments" role="group" aria-label=${words.overlay}>
      ${overlays.map(
        (overlay) =>
          html`<button
            type="button"
            class="segment"
            aria-pressed=${this.overlay === overlay ? 'true' : 'false'}
            @click=${() => {
              this.overlay = overlay;
            }}
          >
            ${words.overlays[overlay]}
          </button>`,
      )}
    </div>
    ${
      this.overlay === 'pieces' || heat === null
        ? nothing
        : html`<div class="legend" aria-hidden="true">
            <span>${this.overlay === 'senses' ? trackingWords.legendLow : words.entropyLow}</span><span class="legend-bar"></span
            ><span>${this.overlay === 'senses' ? trackingWords.legendHigh : words.entropyHigh}</span>
          </div>`
    }`;
  }

  /** The way to here, each step of which can be gone back to. */
  private renderPath(): TemplateResult | typeof nothing {
    if (this.path.length < 2) return nothing;
    const last = this.path.length - 1;
    return html`<section class="card boards-path" aria-label=${words.path}>
      <div class="row between wrap">
        <h2>${words.path}</h2>
        <button type="button" class="small-button" @click=${() => this.goBack(last - 1)}>${icons.back} ${words.back}</button>
      </div>
      <ol>
        ${this.path.map(({ set, text }, i) => {
          const label = html`${i === 0 ? words.begin : text} <span class="muted">${trackingWords.boardsShort(set.size)}</span>`;
          return html`<li>
            ${
              i === last
                ? html`<span aria-current="step">${label}</span>`
                : html`<button type="button" class="link" @click=${() => this.goBack(i)}>${label}</button>`
            }
          </li>`;
        })}
      </ol>
    </section>`;
  }

  private renderTry(): TemplateResult {
    const { now, kind, tried, outcomes } = this;
    const option = (value: 'sense' | 'request'): TemplateResult =>
      html`<button
        type="button"
        class="segment"
        aria-pressed=${kind === value ? 'true' : 'false'}
        @click=${() => {
          if (kind === value) return;
          this.kind = value;
          this.untry();
        }}
      >
        ${words.kinds[value]}
      </button>`;
    const best = kind === 'sense' && this.belief && sensingTells(this.belief) ? this.belief.bestSense : null;
    return html`<section class="card boards-try" aria-label=${words.choose}>
      <div class="row between wrap">
        <h2>${words.choose}</h2>
        ${
          now.phase === 'start'
            ? html`<div class="segments" role="group" aria-label=${words.kind}>${option('sense')} ${option('request')}</div>`
            : nothing
        }
      </div>
      <p class="small muted">${kind === 'sense' ? words.chooseSense : words.chooseMove}</p>
      <div class="row wrap">
        ${
          best === null
            ? nothing
            : html`<button type="button" class="small-button" @click=${() => this.attemptAction({ sense: best })}>
                ${trackingWords.best(squareName(best))}
              </button>`
        }
        <button
          type="button"
          class="small-button"
          @click=${() => this.attemptAction(kind === 'sense' ? { sense: null } : { request: null })}
        >
          ${kind === 'sense' ? words.noSense : words.pass}
        </button>
      </div>
      <div role="status">
        ${
          tried
            ? html`<h3>${this.triedText}</h3>
                <p class="small">${outcomes ? `${words.outcomes(outcomes.length)}.` : this.busy ? words.working : ''}</p>`
            : nothing
        }
      </div>
      ${
        outcomes
          ? html`<ol class="outcomes">
              ${outcomes.slice(0, MOST_OUTCOMES).map((outcome, i) => this.renderOutcome(outcome, i))}
            </ol>
            ${
              outcomes.length > MOST_OUTCOMES
                ? html`<p class="small muted">${words.shown(MOST_OUTCOMES, outcomes.length)}</p>`
                : nothing
            }`
          : nothing
      }
    </section>`;
  }

  private renderOutcome(outcome: BoardOutcome, index: number): TemplateResult {
    const { size } = this.now;
    return html`<li>
      <div>
        <p>${this.answerText(outcome)}${'move' in outcome && outcome.endsGame ? html` <strong>${words.endsGame}</strong>` : nothing}</p>
        <p class="small muted">${words.outcome(outcome.boards, size)}</p>
        <meter min="0" max="1" value=${outcome.boards / size} aria-hidden="true"></meter>
      </div>
      <button
        type="button"
        class="small-button"
        aria-label=${labelled(words.goOn, this.answerText(outcome))}
        ?disabled=${this.busy}
        @click=${() => this.take(index)}
      >
        ${words.goOn}
      </button>
    </li>`;
  }

  private renderBoards(orientation: Color): TemplateResult {
    const { now, visible } = this;
    const shown = now.fens.slice(0, visible);
    return html`<section class="card boards-list" aria-label=${words.boards}>
      <h2>${labelled(words.boards, format.number(now.size))}</h2>
      ${boardDiagrams(
        shown.map((fen) => ({ fen, weight: null })),
        now.color,
        orientation,
      )}
      ${
        now.size > shown.length
          ? html`<div class="row between wrap">
              <p class="small muted">${words.shown(shown.length, now.size)}</p>
              <button
                type="button"
                class="small-button"
                @click=${() => {
                  this.visible += MORE;
                }}
              >
                ${words.more}
              </button>
            </div>`
          : nothing
      }
    </section>`;
  }

  private renderRating(): TemplateResult {
    const { now } = this;
    if (this.asked?.set !== now) this.asked = { set: now, ask: (options) => now.moves(options) };
    return html`<move-panel
      .ask=${this.asked.ask}
      subject=${this.visit}
      @point-move=${(event: CustomEvent<string | null>) => {
        this.pointedMove = event.detail;
      }}
    ></move-panel>`;
  }
}

customElements.define('boards-view', BoardsView);

declare global {
  interface HTMLElementTagNameMap {
    'boards-view': BoardsView;
  }
}
