import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { BeliefView, Color, PieceLetter, PlayerView, Replay, Square } from 'outpost';
import '../board/board';
import '../belief/move-panel';
import './player-clock';
import '../replay/replay-view';
import '../belief/network-note';
import '../belief/weights-switch';
import { boardsLeft, sensingTells } from '../belief/belief-overlay';
import { likelyBoards } from '../belief/likely-boards';
import { currentSense, latestMove } from '../belief/memory';
import type { AskMoves } from '../belief/move-panel';
import { piecesReadout, sensesReadout } from '../belief/readout';
import { type Sight, scene, type TurnPhase, textScene, toldSight } from '../belief/scene';
import { textBoard } from '../belief/text-board';
import { moveTableWords, trackingWords, weightsWords } from '../belief/words';
import type { BoardMode, RbcBoard } from '../board/board';
import { resultKind } from '../board/move-results';
import { readMove } from '../board/moves';
import { colorOf, opponentOf, parseSquare, pieceOf, ROLES, roleOf, squareName } from '../board/squares';
import { boardWords, phaseWords } from '../board/words';
import { engineIsGivenUp, onEngine, restartEngine } from '../engine/engine';
import { engineWords } from '../engine/words';
import { library } from '../library/library';
import { libraryWords } from '../library/words';
import type { Notes } from '../record/notes';
import { outcomeTitle, resultText, senseText, typedProblemText } from '../record/wording';
import { logWords, outcomeWords, typedWords } from '../record/words';
import type { Shared } from '../share/share-dialog';
import { formatElapsed, now } from '../ui/clock';
import { cssVars } from '../ui/css-vars';
import { afterCrash, messageOf } from '../ui/errors';
import { format } from '../ui/format';
import { icons } from '../ui/icons';
import { saveText } from '../ui/save-file';
import { commonWords } from '../ui/words';
import { extrasOfGame, recordOf } from './finished-game';
import { gameLog } from './game-log';
import type { GameSession } from './game-session';
import { endWords, handoverWords, markerWords, newGameWords, opponentNetworkWords, storageWords } from './words';

/** A game in progress, and its end. */
export class GameView extends LitElement {
  static override properties = {
    session: { attribute: false },
    shown: { type: Boolean },
    showLikely: { state: true },
    showHeat: { state: true },
    showSeen: { state: true },
    palette: { state: true },
    pointed: { state: true },
    typedProblem: { state: true },
    flipped: { state: true },
    replay: { state: true },
    replayError: { state: true },
    pointedMove: { state: true },
  };
  declare session: GameSession;
  declare shown: boolean;
  declare private showLikely: boolean;
  declare private showHeat: boolean;
  declare private showSeen: boolean;
  /** The marker to put down, `erase`, or nothing. */
  declare private palette: PieceLetter | 'erase' | null;
  declare private pointed: Square | null;
  declare private typedProblem: string | null;
  declare private flipped: boolean;
  declare private replay: Replay | null;
  declare private replayError: string | null;
  private stopListening: (() => void)[] = [];
  /** The finished game's name in the library. */
  /** The move that the person points at in the table. */
  declare private pointedMove: string | null;
  private elapsedTimer: ReturnType<typeof setInterval> | undefined;
  private listeningTo: GameSession | null = null;
  private lastPhase = '';
  private lastStage = '';

  constructor() {
    super();
    this.shown = true;
    this.showLikely = true;
    this.showHeat = true;
    this.showSeen = true;
    this.palette = null;
    this.pointed = null;
    this.typedProblem = null;
    this.flipped = false;
    this.replay = null;
    this.replayError = null;
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
        if (this.session.stage !== 'over' || this.replay) return;
        this.replayError = null;
        void this.openReplay();
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
    clearInterval(this.elapsedTimer);
    this.replay?.dispose();
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
      this.typedProblem = null;
      this.palette = null;
      if (stage === 'handover') this.pointed = null;
    }
    this.requestUpdate();
    if (stage !== this.lastStage) {
      this.lastStage = stage;
      void this.updateComplete.then(() => this.keepFocus());
    }
    if (stage === 'over' && !this.replay && !this.replayError) void this.openReplay();
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
      this.replay?.dispose();
      this.replay = null;
      this.replayError = null;
      this.flipped = false;
    }
  }

  private async openReplay(): Promise<void> {
    const session = this.session;
    try {
      const replay = await afterCrash(() => session.game.replay());
      if (session === this.session && this.isConnected) this.replay = replay;
      else replay.dispose();
    } catch (error) {
      this.replayError = messageOf(error);
    }
  }

  private readonly record = async (): Promise<Shared> => ({
    json: await this.session.game.recordJson(),
    extras: extrasOfGame(this.session),
  });

  private readonly keepNotes = (event: CustomEvent<{ notes: Notes }>): void => {
    if (this.session.libraryId) void library.setNotes(this.session.libraryId, [...event.detail.notes]);
  };

  private async save(): Promise<void> {
    const { setup } = this.session;
    try {
      const record = await recordOf(this.session);
      const name = (seat: typeof setup.white): string => (seat.kind === 'agent' ? seat.agent : 'person');
      const day = new Date().toISOString().slice(0, 10);
      saveText(`outpost-${day}-${name(setup.white)}-${name(setup.black)}.json`, record, 'application/json');
    } catch (error) {
      this.replayError = messageOf(error);
    }
  }

  protected override render(): TemplateResult | typeof nothing {
    const { session } = this;
    if (session.stage === 'over' && session.outcome) return this.renderEnd();
    if (session.stage === 'handover') return this.renderHandover();
    if (!session.view) {
      return session.error
        ? this.renderError()
        : html`<div class="page narrow"><div class="card center" role="status"><progress></progress></div></div>`;
    }
    return this.renderGame();
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

  // The game

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

  private get phase(): TurnPhase {
    const { stage, view } = this.session;
    if (stage === 'result') return 'result';
    if (stage === 'thinking' || !view) return 'waiting';
    return view.phase === 'sense' ? 'sense' : view.phase === 'move' ? 'move' : 'waiting';
  }

  private get orientation(): Color {
    return this.flipped ? opponentOf(this.session.viewer) : this.session.viewer;
  }

  private renderGame(): TemplateResult {
    const { session } = this;
    const view = session.view as NonNullable<typeof session.view>;
    const phase = this.phase;
    const { orientation } = this;
    const mode: BoardMode = this.palette !== null ? 'mark' : phase === 'sense' || phase === 'move' ? phase : 'view';
    const sight = this.sight(view);
    const { ghosts, tints, heat, best, arrows, labels } = scene(sight);
    return html`<div class="game" data-phase=${this.palette === null ? phase : 'mark'}>
      <div class="board-column">
        ${this.renderError()} ${this.renderBanner()} ${this.renderPlayer(opponentOf(orientation))}
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
        ${this.renderTyped()} ${session.tracks ? this.renderTracking() : nothing}
        ${session.assistance === 'hints' ? this.renderRating() : nothing}
        ${session.assistance !== 'none' ? this.renderPalette() : nothing}
        <section class="card log-card" aria-label=${logWords.title}>
          <div class="row between wrap">
            <h2>${logWords.title}</h2>
            <label class="switch"
              ><input
                type="checkbox"
                .checked=${this.showSeen}
                @change=${() => {
                  this.showSeen = !this.showSeen;
                }}
              />${trackingWords.showMemory}</label
            >
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

  private async move(uci: string | null): Promise<void> {
    await this.session.move(uci);
    if (this.session.error) this.board?.reset();
  }

  private mark(square: Square): void {
    if (this.palette === null) return;
    this.session.mark(square, this.palette === 'erase' ? null : this.palette);
  }

  private renderBanner(): TemplateResult {
    const { session } = this;
    const view = session.view as NonNullable<typeof session.view>;
    if (this.palette !== null) return this.renderMarkBanner();
    const phase = this.phase;
    const told = latestMove(view.observations);
    const result = told ? resultText(told) : '';
    // Not disabled: that would take the keyboard away.
    const busy = session.busy ? 'true' : 'false';
    let icon = icons.hourglass;
    let title: string = phaseWords.waiting;
    let text: unknown = '';
    let actions: unknown = nothing;
    if (phase === 'sense') {
      icon = icons.eye;
      title = phaseWords.sense;
      text = html`${session.notice ?? ''} <span class="banner-hint">${phaseWords.senseText}</span>`;
      actions = html`<button type="button" class="on-phase" aria-disabled=${busy} @click=${() => session.sense(null)}>
        ${phaseWords.noSense}
      </button>`;
    } else if (phase === 'move') {
      icon = icons.move;
      title = phaseWords.move;
      const sense = currentSense(view.observations);
      text = html`${sense ? senseText(sense, session.viewer) : ''}
        <span class="banner-hint">${phaseWords.moveText}</span>`;
      actions = html`<button type="button" class="on-phase" aria-disabled=${busy} @click=${() => this.move(null)}>
        ${phaseWords.pass}
      </button>`;
    } else if (phase === 'result') {
      const kind = told ? resultKind(told) : 'passed';
      icon = {
        moved: icons.check,
        captured: icons.capture,
        stopped: icons.stop,
        failed: icons.cross,
        passed: icons.check,
      }[kind];
      title = phaseWords.result;
      text = html`<strong data-result=${kind}>${result}</strong>`;
      if (session.twoPeople) {
        actions = html`<button type="button" class="on-phase" @click=${() => session.advance()}>
          ${handoverWords.done(opponentOf(session.viewer))}
        </button>`;
      }
    } else if (session.thinking) {
      const { thinking } = session;
      const who = session.nameOf(thinking.color);
      title = thinking.stopped ? phaseWords.paused(who) : phaseWords.thinking(who);
      text = html`<span class="elapsed" role="timer" aria-label=${phaseWords.elapsed}>${formatElapsed(now() - thinking.since)}</span
        >${result ? ` · ${result}` : nothing}`;
      actions = thinking.stopped
        ? html`<button type="button" class="on-phase" @click=${() => session.letAgentThink()}>${phaseWords.goOn}</button>`
        : html`<button type="button" class="on-phase" @click=${() => session.moveNow()}>${phaseWords.moveNow}</button>
            <button type="button" class="on-phase" @click=${() => session.stopAgent()}>${phaseWords.stop}</button>`;
    }
    const progress =
      phase === 'waiting' && session.thinking && !session.thinking.stopped ? session.thinking.progress : undefined;
    const part = progress && progress.total > 0 ? Math.min(1, progress.done / progress.total) : null;
    return html`<section class="banner" data-phase=${phase} aria-label=${title}>
      <span class="banner-icon">${icon}</span>
      <div class="banner-words">
        <h1>${title}</h1>
        <p>${text}</p>
      </div>
      <div class="banner-actions">${actions}</div>
      ${
        progress === undefined
          ? nothing
          : html`<span class="banner-progress ${part === null ? 'endless' : ''}" ${cssVars(part === null ? {} : { '--part': part })}></span>`
      }
    </section>`;
  }

  private renderMarkBanner(): TemplateResult {
    return html`<section class="banner" data-phase="mark" aria-label=${markerWords.title}>
      <span class="banner-icon">${icons.plus}</span>
      <div class="banner-words">
        <h1>${markerWords.title}</h1>
        <p>${this.palette === 'erase' ? markerWords.erasing : markerWords.placing}</p>
      </div>
      <div class="banner-actions">
        <button
          type="button"
          class="on-phase"
          @click=${() => {
            this.palette = null;
          }}
        >
          ${markerWords.done}
        </button>
      </div>
    </section>`;
  }

  private renderPlayer(color: Color): TemplateResult {
    const { session } = this;
    const clocks = session.stage === 'handover' ? session.handoverClocks : (session.view?.clocks ?? null);
    const active =
      color === session.viewer ? this.phase === 'sense' || this.phase === 'move' : session.thinking !== null;
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
    </div>`;
  }

  /** With hints, at the time to sense, once it is worked out: whether some sense tells anything. Else `null`. */
  private get sensingHelps(): boolean | null {
    const { session } = this;
    const { belief } = session;
    if (session.assistance !== 'hints' || this.phase !== 'sense' || session.beliefState !== 'ready') return null;
    return belief?.color === session.viewer ? sensingTells(belief) : null;
  }

  /** What the board shows: what the person was told, remembers, marked and, with assistance, may conclude. */
  private sight(view: PlayerView): Sight {
    const { session } = this;
    const belief = session.tracks && session.belief?.color === session.viewer ? session.belief : null;
    const isReady = session.beliefState === 'ready';
    return {
      ...toldSight(view, this.phase),
      remembers: this.showSeen,
      markers: session.markers,
      pointed: this.phase === 'sense' || this.phase === 'move' ? this.pointedMove : null,
      believed: belief && {
        color: session.viewer,
        belief: isReady ? belief : null,
        last: belief,
        ghosts: this.showLikely ? ROLES : [],
        map: this.showHeat && this.sensingHelps ? 'senses' : null,
        senses: this.sensingHelps === true,
      },
    };
  }

  /** Between turns nothing can be sent, but the field keeps the keyboard: a game can be played from it. */
  private renderTyped(): TemplateResult {
    const phase = this.phase;
    const usable = (phase === 'sense' || phase === 'move') && !this.session.busy;
    const label = phase === 'sense' ? typedWords.senseLabel : phaseWords.typed;
    return html`<form class="card typed" @submit=${this.onTyped} novalidate>
      <label for="typed">${label}</label>
      <div class="row">
        <input
          id="typed"
          name="typed"
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          maxlength="12"
          placeholder=${phase === 'sense' ? typedWords.sensePlaceholder : phaseWords.typedPlaceholder}
          aria-disabled=${usable ? 'false' : 'true'}
          aria-invalid=${this.typedProblem ? 'true' : 'false'}
          aria-describedby="typed-problem"
        />
        <button aria-disabled=${usable ? 'false' : 'true'}>${phase === 'sense' ? phaseWords.sense : phaseWords.typedGo}</button>
      </div>
      <p id="typed-problem" class="problem" role="alert">${this.typedProblem ?? ''}</p>
    </form>`;
  }

  private onTyped(event: Event): void {
    event.preventDefault();
    const input = this.querySelector<HTMLInputElement>('#typed');
    const view = this.session.view;
    if (!input || !view || this.session.busy || (this.phase !== 'sense' && this.phase !== 'move')) return;
    this.typedProblem = null;
    if (this.phase === 'sense') {
      const text = input.value.trim().toLowerCase();
      const square = parseSquare(text);
      if (square === null && text !== 'none') {
        this.typedProblem = typedWords.senseForm(input.value.trim());
        return;
      }
      input.value = '';
      void this.session.sense(square);
      return;
    }
    const typed = readMove(input.value, view.requests, view.own);
    if (typed.kind === 'error') {
      this.typedProblem = typedProblemText(typed, input.value.trim());
      input.select();
      return;
    }
    input.value = '';
    void this.move(typed.kind === 'pass' ? null : typed.kind === 'move' ? typed.uci : null);
  }

  private readonly askMoves: AskMoves = (options) => this.session.game.moves(this.session.viewer, options);

  /** How good each move would be, as far as the person at the board can know. */
  private renderRating(): TemplateResult {
    const { session, phase } = this;
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
    const { session } = this;
    const belief = session.belief?.color === session.viewer ? session.belief : null;
    const hints = session.assistance === 'hints';
    const helps = this.sensingHelps;
    const best = helps ? (belief?.bestSense ?? null) : null;
    return html`<section class="card tracking" aria-label=${trackingWords.title} aria-busy=${session.beliefState === 'computing'}>
      <div class="row between wrap">
        <h2>${trackingWords.title}</h2>
        <span class="row">
          ${this.toggle(trackingWords.show, this.showLikely, () => {
            this.showLikely = !this.showLikely;
          })}
          ${
            hints
              ? this.toggle(trackingWords.heat, this.showHeat, () => {
                  this.showHeat = !this.showHeat;
                })
              : nothing
          }
        </span>
      </div>
      ${
        session.beliefState === 'failed'
          ? html`<div class="row between wrap">
              <p class="problem">${trackingWords.failed(session.beliefError)}</p>
              <button type="button" @click=${() => session.retryBelief()}>${commonWords.retry}</button>
            </div>`
          : session.beliefState === 'stopped'
            ? html`<div class="row between wrap">
              <p class="muted">${trackingWords.stopped}</p>
              <button type="button" @click=${() => session.retryBelief()}>${trackingWords.goOn}</button>
            </div>`
            : belief
              ? html`<p class="big-number ${session.beliefState === 'computing' ? 'stale' : ''}" title=${trackingWords.completenessLong[belief.completeness]}>
                <strong translate=${belief.completeness === 'exact' ? 'no' : 'yes'}>${belief.completeness === 'exact' ? format.number(belief.size) : trackingWords.about(belief)}</strong>
                <span class="unit"
                  >${trackingWords.counted(belief)}</span
                >
              </p>`
              : html`<p class="muted">${trackingWords.computing}</p>`
      }
      ${
        belief && belief.lastDecay !== null && this.phase !== 'sense'
          ? html`<p class="small muted">${trackingWords.decay(belief.lastDecay)}</p>`
          : nothing
      }
      ${
        best !== null && belief?.senseWorst
          ? html`<div class="row between wrap best-sense">
              <span>${trackingWords.bestLong(squareName(best), boardsLeft(belief, belief.senseWorst[best]), belief.completeness)}</span>
              <button type="button" aria-disabled=${session.busy ? 'true' : 'false'} @click=${() => session.sense(best)}>
                ${trackingWords.useBest(squareName(best))}
              </button>
            </div>`
          : helps === false && belief
            ? html`<p class="best-sense">${trackingWords.nothingToLearn(belief.size)}</p>`
            : nothing
      }
      <h3>${weightsWords.title}</h3>
      <weights-switch></weights-switch>
      <p class="readout" aria-hidden="true">${belief ? this.readout(belief) : ''}</p>
      ${
        hints && this.showHeat && this.phase === 'sense' && helps !== false
          ? html`<div class="legend" aria-hidden="true">
              <span>${trackingWords.legendLow}</span><span class="legend-bar"></span><span>${trackingWords.legendHigh}</span>
            </div>`
          : nothing
      }
      ${session.beliefState === 'computing' ? this.beliefProgress() : nothing}
      ${
        session.beliefIsSlow
          ? html`<button type="button" class="quiet stop-tracking" @click=${() => session.stopBelief()}>
              ${icons.stop} ${trackingWords.stop}
            </button>`
          : nothing
      }
      ${
        belief
          ? html`<details>
              <summary>${weightsWords.likeliest}</summary>
              ${likelyBoards(belief, this.orientation)}
            </details>`
          : nothing
      }
    </section>`;
  }

  private beliefProgress(): TemplateResult {
    const progress = this.session.beliefProgress;
    return progress && progress.total > 0
      ? html`<progress class="thin" aria-label=${trackingWords.computing} max=${progress.total} value=${progress.done}></progress>`
      : html`<progress class="thin" aria-label=${trackingWords.computing}></progress>`;
  }

  private readout(belief: BeliefView): string {
    return this.sensingHelps ? sensesReadout(belief, this.pointed) : piecesReadout(belief, this.pointed);
  }

  private toggle(label: string, on: boolean, flip: () => void): TemplateResult {
    return html`<label class="switch"><input type="checkbox" .checked=${on} @change=${flip} />${label}</label>`;
  }

  private renderPalette(): TemplateResult {
    const { session } = this;
    const opponent = opponentOf(session.viewer);
    const pick = (value: PieceLetter | 'erase'): void => {
      this.palette = this.palette === value ? null : value;
    };
    return html`<section class="card palette-card" aria-label=${markerWords.title}>
      <div class="row between wrap">
        <h2>${markerWords.title}</h2>
        <span class="row">
          ${
            session.markers.size > 0
              ? html`<button type="button" class="quiet small-button" @click=${() => session.clearMarkers()}>${markerWords.clear}</button>`
              : nothing
          }
</span>
      </div>
      <div class="palette">
        ${ROLES.map((role) => {
          const piece = pieceOf(role, opponent);
          return html`<button
            type="button"
            aria-pressed=${this.palette === piece ? 'true' : 'false'}
            aria-label=${markerWords.pick(piece)}
            title=${markerWords.pick(piece)}
            @click=${() => pick(piece)}
          >
            <span class="cg-wrap"><piece class="${colorOf(piece)} ${roleOf(piece)}"></piece></span>
          </button>`;
        })}
        <button
          type="button"
          aria-pressed=${this.palette === 'erase' ? 'true' : 'false'}
          aria-label=${markerWords.erase}
          title=${markerWords.erase}
          @click=${() => pick('erase')}
        >
          ${icons.cross}
        </button>
      </div>
      <p class="small muted">${markerWords.help}</p>
    </section>`;
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

  // The end

  private renderEnd(): TemplateResult {
    const { session } = this;
    const outcome = session.outcome as NonNullable<typeof session.outcome>;
    const viewer = session.twoPeople ? null : session.viewer;
    const kind = viewer === null || outcome.winner === null ? 'even' : outcome.winner === viewer ? 'won' : 'lost';
    return html`<div class="finished">
      ${this.renderError()}
      <section class="end-banner ${kind}" aria-label=${phaseWords.over}>
        <div>
          <h1 tabindex="-1">${outcomeTitle(outcome, viewer)}</h1>
          <p>${outcomeWords.reason(outcome)} ${endWords.assistance(newGameWords.assist[session.assistance][0], session.byNetwork)}</p>
        </div>
        <div class="row wrap">
          ${
            this.session.libraryId === null
              ? nothing
              : html`<a class="button on-phase" href="#analyse/game/${this.session.libraryId}">${icons.eye} ${libraryWords.analyse}</a>`
          }
          <button type="button" class="on-phase" @click=${this.save}>${icons.save} ${endWords.save}</button>
          <button type="button" class="on-phase" @click=${() => this.dispatchEvent(new CustomEvent('leave'))}>
            ${icons.plus} ${endWords.newGame}
          </button>
          <button type="button" class="on-phase strong" @click=${() => this.dispatchEvent(new CustomEvent('rematch'))}>
            ${icons.again} ${endWords.rematch}
          </button>
        </div>
      </section>
      ${this.replayError ? html`<div class="notice bad" role="alert"><p>${this.replayError}</p></div>` : nothing}
      ${
        session.libraryProblem
          ? html`<div class="notice bad" role="alert"><p>${endWords.notInLibrary(session.libraryProblem)}</p></div>`
          : nothing
      }
      ${
        this.session.libraryId !== null && !library.isKept(this.session.libraryId)
          ? html`<div class="notice bad unkept-game" role="alert"><p>${libraryWords.finishedUnkept}</p></div>`
          : nothing
      }
      ${
        this.replay
          ? html`<replay-view .replay=${this.replay} .orientation=${session.viewer} .shown=${this.shown} .record=${this.record} start-at-end @annotations-changed=${this.keepNotes}></replay-view>`
          : this.replayError
            ? nothing
            : html`<div class="card center" role="status"><progress></progress><p>${endWords.loading}</p></div>`
      }
    </div>`;
  }
}

customElements.define('game-view', GameView);
