import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Color, PlayerView, Square } from 'outpost';
import '../board/board';
import '../belief/move-panel';
import './player-clock';
import './sound-switch';
import '../belief/network-note';
import type { AskMoves } from '../belief/move-panel';
import { type Sight, scene, textScene, toldSight } from '../belief/scene';
import { textBoard } from '../belief/text-board';
import { moveTableWords, trackingWords } from '../belief/words';
import type { BoardMode, RbcBoard } from '../board/board';
import { opponentOf, ROLES } from '../board/squares';
import { boardWords, phaseWords } from '../board/words';
import { engineIsGivenUp, onEngine, restartEngine } from '../engine/engine';
import { engineWords } from '../engine/words';
import { logWords } from '../record/words';
import { icons } from '../ui/icons';
import { commonWords } from '../ui/words';
import { giveFeedback } from './feedback';
import { GameEnd } from './game-end';
import { gameLog } from './game-log';
import type { GameSession } from './game-session';
import { markBanner, markerPalette, type Palette } from './marker-palette';
import { phaseBanner } from './phase-banner';
import { sensingHelps, type TrackingLayers, toggle, trackingPanel } from './tracking-panel';
import { TypedInput } from './typed-input';
import { handoverWords, newGameWords, opponentNetworkWords, storageWords } from './words';

/** A game in progress, and its end. */
export class GameView extends LitElement {
  static override properties = {
    session: { attribute: false },
    shown: { type: Boolean },
    layers: { state: true },
    showSeen: { state: true },
    palette: { state: true },
    pointed: { state: true },
    flipped: { state: true },
    pointedMove: { state: true },
  };
  declare session: GameSession;
  declare shown: boolean;
  declare private layers: TrackingLayers;
  declare private showSeen: boolean;
  declare private palette: Palette;
  declare private pointed: Square | null;
  declare private flipped: boolean;
  /** The move that the person points at in the table. */
  declare private pointedMove: string | null;
  private readonly typed = new TypedInput(this, (uci) => void this.move(uci));
  private end: GameEnd | null = null;
  private stopListening: (() => void)[] = [];
  private elapsedTimer: ReturnType<typeof setInterval> | undefined;
  private listeningTo: GameSession | null = null;
  private stopFeedback: (() => void) | null = null;
  private lastPhase = '';
  private lastStage = '';

  constructor() {
    super();
    this.shown = true;
    this.layers = { likely: true, heat: true };
    this.showSeen = true;
    this.palette = null;
    this.pointed = null;
    this.flipped = false;
    this.pointedMove = null;
  }

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.stopListening = [
      onEngine('given up', () => this.requestUpdate()),
      onEngine('back', () => {
        if (this.session.stage === 'over') this.end?.retry();
      }),
    ];
    document.addEventListener('keydown', this.onKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const stop of this.stopListening) stop();
    document.removeEventListener('keydown', this.onKey);
    this.listeningTo?.removeEventListener('change', this.onChange);
    this.listeningTo = null;
    this.stopFeedback?.();
    clearInterval(this.elapsedTimer);
    this.end?.dispose();
  }

  private readonly onChange = (): void => {
    const { stage, thinking } = this.session;
    clearInterval(this.elapsedTimer);
    if (stage === 'thinking' && thinking && !thinking.stopped) {
      this.elapsedTimer = setInterval(() => this.requestUpdate(), 500);
    }
    const phase = `${stage}${this.session.viewer}${this.session.view?.phase}${this.session.view?.ply}`;
    if (phase !== this.lastPhase) {
      this.lastPhase = phase;
      this.typed.clear();
      this.palette = null;
      if (stage === 'handover') this.pointed = null;
    }
    this.requestUpdate();
    if (stage !== this.lastStage) {
      this.lastStage = stage;
      void this.updateComplete.then(() => this.keepFocus());
    }
    if (stage === 'over') this.end?.open();
  };

  /** When what had the keyboard is gone, it goes to what comes next. */
  private keepFocus(): void {
    if (document.activeElement !== document.body) return;
    this.querySelector<HTMLElement>('.handover button, .end-banner h1')?.focus();
  }

  /** A button that acted may be gone with its phase: the keyboard goes on at the board, where the next one happens. */
  private acting = false;

  protected override updated(): void {
    if (this.acting && document.activeElement === document.body) this.board?.focusBoard({ preventScroll: true });
  }

  /** Arrow keys anywhere on the page go to the board. */
  private readonly onKey = (event: KeyboardEvent): void => {
    const { stage } = this.session;
    if (!this.shown || stage === 'over' || stage === 'handover' || event.defaultPrevented) return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.target !== document.body) return;
    if (event.key.startsWith('Arrow')) {
      event.preventDefault();
      this.board?.focusBoard();
    } else if (event.key === 'Escape' && this.palette) {
      this.palette = null;
    }
  };

  private get board(): RbcBoard | null {
    return this.querySelector('rbc-board');
  }

  protected override willUpdate(changed: PropertyValues): void {
    this.acting = this.querySelector('.banner button:focus, .best-sense button:focus') !== null;
    if (changed.has('session')) {
      this.listeningTo?.removeEventListener('change', this.onChange);
      this.listeningTo = this.session;
      this.session.addEventListener('change', this.onChange);
      this.stopFeedback?.();
      this.stopFeedback = giveFeedback(this.session);
      this.end?.dispose();
      this.end = new GameEnd(this, this.session);
      this.flipped = false;
    }
  }

  protected override render(): TemplateResult | typeof nothing {
    const { session } = this;
    if (session.stage === 'over' && session.outcome && this.end) {
      return this.end.render(session.outcome, this.shown, this.renderError());
    }
    if (session.stage === 'handover') return this.renderHandover();
    if (!session.view) {
      return session.error
        ? this.renderError()
        : html`<div class="page narrow"><div class="card center" role="status"><progress></progress></div></div>`;
    }
    return this.renderGame(session.view);
  }

  private renderError(): TemplateResult | typeof nothing {
    // Of an engine that was given up, the page tells in one place.
    if (!this.session.error || (this.session.engineLost && engineIsGivenUp())) return nothing;
    return html`<div class="notice bad" role="alert">
      <p>${commonWords.failed}: ${this.session.error}</p>
      ${
        this.session.engineLost
          ? html`<button type="button" @click=${this.restart}>${engineWords.again}</button>`
          : html`<button type="button" @click=${() => this.session.advance()}>${commonWords.retry}</button>`
      }
    </div>`;
  }

  private keepingText(): string {
    const { keeping, keptTurn } = this.session;
    if (keeping === 'elsewhere') return storageWords.elsewhere;
    return keptTurn === null ? storageWords.cannot : storageWords.earlier(keptTurn);
  }

  private readonly restart = async (): Promise<void> => {
    const { session } = this;
    try {
      await restartEngine();
      await session.engineBack();
    } catch {
      // The page says so.
    }
  };

  private get orientation(): Color {
    return this.flipped ? opponentOf(this.session.viewer) : this.session.viewer;
  }

  private renderGame(view: PlayerView): TemplateResult {
    const { session, orientation, palette } = this;
    const { phase } = session;
    const mode: BoardMode = palette !== null ? 'mark' : phase === 'sense' || phase === 'move' ? phase : 'view';
    const sight = this.sight(view);
    const { ghosts, tints, heat, best, arrows, labels } = scene(sight);
    return html`<div class="game" data-phase=${mode === 'mark' ? 'mark' : phase}>
      <div class="board-column">
        ${this.renderError()} ${palette === null ? phaseBanner(session, view, () => this.move(null)) : markBanner(palette, () => this.pick(null))} ${this.renderPlayer(opponentOf(orientation))}
        <rbc-board
          .orientation=${orientation}
          .color=${session.viewer}
          .pieces=${view.own}
          .ghosts=${ghosts}
          .tints=${tints}
          .heat=${heat}
          .best=${best}
          .arrows=${arrows}
          .mode=${mode}
          .requests=${phase === 'move' ? view.requests : []}
          .labels=${labels}
          .name=${boardWords.labelOf(session.viewer)}
          @sense-square=${(event: CustomEvent<Square>) => session.sense(event.detail)}
          @request-move=${(event: CustomEvent<string>) => this.move(event.detail)}
          @mark-square=${(event: CustomEvent<Square>) => this.mark(event.detail)}
          @point=${(event: CustomEvent<Square | null>) => {
            this.pointed = event.detail;
          }}
        ></rbc-board>
        ${this.renderPlayer(orientation)}
      </div>
      <div class="side-column">
        ${session.asksNetwork ? html`<network-note .texts=${opponentNetworkWords.note}></network-note>` : nothing}
        ${this.typed.render()} ${session.tracks ? this.renderTracking() : nothing}
        ${session.assistance === 'hints' ? this.renderRating() : nothing}
        ${session.assistance !== 'none' ? this.renderPalette() : nothing}
        <section class="card log-card" aria-label=${logWords.title}>
          <div class="row between wrap">
            <h2>${logWords.title}</h2>
            ${toggle(trackingWords.showMemory, this.showSeen, () => {
              this.showSeen = !this.showSeen;
            })}
          </div>
          <div class="log-scroll" tabindex="0" role="region" aria-label=${logWords.title}>${gameLog(view.observations)}</div>
        </section>
        ${textBoard(textScene(sight, session.viewer))}
        <div class="game-actions">
          <button
            type="button"
            class="quiet"
            @click=${() => {
              this.flipped = !this.flipped;
            }}
          >
            ${icons.flip} ${boardWords.flipShort}
          </button>
          <button
            type="button"
            class="quiet"
            title=${phaseWords.leaveText}
            @click=${() => this.dispatchEvent(new CustomEvent('leave'))}
          >
            ${icons.back} ${phaseWords.leave}
          </button>
          <button type="button" class="quiet" @click=${() => this.querySelector<HTMLDialogElement>('dialog.resign')?.showModal()}>
            ${icons.flag} ${phaseWords.resign}
          </button>
        </div>
        ${
          session.evaluatorProblem
            ? html`<p class="small muted" role="note">${newGameWords.withoutStockfish(session.evaluatorProblem)}</p>`
            : nothing
        }
        ${session.keeping === 'kept' ? nothing : html`<p class="small muted" role="note">${this.keepingText()}</p>`}
      </div>
      ${this.renderResign()}
    </div>`;
  }

  /** What the board shows: what the person was told, remembers, marked and, with assistance, may conclude. */
  private sight(view: PlayerView): Sight {
    const { session, layers } = this;
    const { phase, tracking, viewer } = session;
    const belief = session.tracks && tracking.view?.color === viewer ? tracking.view : null;
    const helps = sensingHelps(session) === true;
    return {
      ...toldSight(view, phase),
      remembers: this.showSeen,
      markers: session.markers,
      pointed: phase === 'sense' || phase === 'move' ? this.pointedMove : null,
      believed: belief && {
        color: viewer,
        belief: tracking.state === 'ready' ? belief : null,
        last: belief,
        ghosts: layers.likely ? ROLES : [],
        map: layers.heat && helps ? 'senses' : null,
        senses: helps,
      },
    };
  }

  private async move(uci: string | null): Promise<void> {
    await this.session.move(uci);
    if (this.session.error) this.board?.reset();
  }

  private mark(square: Square): void {
    if (this.palette === null) return;
    this.session.mark(square, this.palette === 'erase' ? null : this.palette);
  }

  private renderPlayer(color: Color): TemplateResult {
    const { session } = this;
    const clocks = session.stage === 'handover' ? session.handoverClocks : (session.view?.clocks ?? null);
    const active =
      color === session.viewer ? session.phase === 'sense' || session.phase === 'move' : session.thinking !== null;
    return html`<div class="player ${active ? 'active' : ''}">
      <span class="disc ${color}"></span>
      <span class="player-name">${session.nameOf(color)}</span>
      <span class="grow"></span>
      <player-clock
        .clocks=${clocks}
        .color=${color}
        .owner=${session.nameOf(color)}
        .initial=${(session.setup.clock?.seconds ?? 0) * 1000}
        @clock-runs=${(event: CustomEvent<number>) => session.clockRuns(color, event.detail)}
        @clock-zero=${() => session.clockRanOut()}
      ></player-clock>
      ${session.stage !== 'handover' && color !== this.orientation ? html`<sound-switch></sound-switch>` : nothing}
    </div>`;
  }

  private readonly askMoves: AskMoves = (options) => this.session.game.moves(this.session.viewer, options);

  /** How good each move would be, as far as the person at the board can know. */
  private renderRating(): TemplateResult {
    const { session } = this;
    const { phase } = session;
    const turn = phase === 'sense' || phase === 'move';
    return html`<move-panel
      .ask=${turn ? this.askMoves : null}
      subject=${`${session.id} ${session.viewer} ${session.view?.observations.length}`}
      off=${moveTableWords.notYourTurn}
      @point-move=${(event: CustomEvent<string | null>) => {
        this.pointedMove = event.detail;
      }}
    ></move-panel>`;
  }

  private renderTracking(): TemplateResult {
    const choose = (layers: TrackingLayers): void => {
      this.layers = layers;
    };
    return trackingPanel(this.session, this.layers, choose, this.pointed, this.orientation);
  }

  private readonly pick = (palette: Palette): void => {
    this.palette = palette;
  };

  private renderPalette(): TemplateResult {
    const { session } = this;
    const clear = session.markers.size > 0 ? () => session.clearMarkers() : undefined;
    return markerPalette(session.viewer, this.palette, this.pick, clear);
  }

  private renderResign(): TemplateResult {
    const close = (): void => this.querySelector<HTMLDialogElement>('dialog.resign')?.close();
    return html`<dialog class="resign" aria-labelledby="resign-title">
      <h2 id="resign-title">${phaseWords.resignTitle}</h2>
      <p>${phaseWords.resignText}</p>
      <div class="row end">
        <button type="button" autofocus @click=${close}>${phaseWords.resignNo}</button>
        <button
          type="button"
          class="danger"
          @click=${() => {
            close();
            void this.session.resign();
          }}
        >
          ${phaseWords.resignYes}
        </button>
      </div>
    </dialog>`;
  }

  private renderHandover(): TemplateResult {
    const { session } = this;
    return html`<div class="page narrow">
      ${this.renderError()}
      <section class="card handover" aria-label=${handoverWords.title(session.viewer)}>
        <span class="disc large ${session.viewer}"></span>
        <h1>${handoverWords.title(session.viewer)}</h1>
        <p class="muted">${handoverWords.text(session.viewer)}</p>
        <button type="button" class="primary big" @click=${() => session.handedOver()}>
          ${handoverWords.ready(session.viewer)}
        </button>
        ${
          session.handoverClocks
            ? html`<div class="handover-clocks">
                ${this.renderPlayer(session.viewer)} ${this.renderPlayer(opponentOf(session.viewer))}
              </div>`
            : nothing
        }
      </section>
    </div>`;
  }
}

customElements.define('game-view', GameView);
