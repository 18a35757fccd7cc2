import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Color, PlayerView, Square } from 'outpost-rbc';
import '../board/board';
import '../belief/move-panel';
import './player-clock';
import './sound-switch';
import '../belief/network-note';
import { futileRequests } from '../belief/futile-requests';
import { turnsBegun } from '../belief/memory';
import type { AskMoves } from '../belief/move-panel';
import { type Sight, scene, type TurnPhase, textScene, toldSight } from '../belief/scene';
import { textBoard } from '../belief/text-board';
import { moveTableWords, overlayWords, trackingWords } from '../belief/words';
import type { BoardMode, RbcBoard } from '../board/board';
import { colorOf, opponentOf, pieceOf, ROLES } from '../board/squares';
import { boardWords, chessWords, phaseWords } from '../board/words';
import { engineIsGivenUp, onEngine, restartEngine } from '../engine/engine';
import { engineWords } from '../engine/words';
import { failureText } from '../record/wording';
import { Choice } from '../storage/choice';
import { announce } from '../ui/announcer';
import { Fit, isCut } from '../ui/fit';
import { icons } from '../ui/icons';
import '../ui/tabs';
import type { Tab } from '../ui/tabs';
import { labelled } from '../ui/texts';
import { commonWords } from '../ui/words';
import { giveFeedback } from './feedback';
import { firstSteps, type Tip } from './first-steps';
import { GameEnd } from './game-end';
import { gameLog } from './game-log';
import type { GameSession } from './game-session';
import { markBanner, markerPalette, type Palette } from './marker-palette';
import { type Guidance, phaseBanner } from './phase-banner';
import { tipCard } from './tip';
import { sensesPanel, sensingHelps, type TrackingLayers, toggle, trackingPanel } from './tracking-panel';
import { TypedInput } from './typed-input';
import {
  handoverWords,
  markerWords,
  newGameWords,
  opponentNetworkWords,
  storageWords,
  tableWords,
  tipWords,
} from './words';

/** Whether what the pieces look like is told under the board. */
const legendChoice = new Choice('outpost-piece-legend', ['open', 'closed'] as const, () => 'open');

/** Whether the pointer is a finger. */
const hasTouch = (): boolean => matchMedia('(pointer: coarse)').matches;

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
    pointedSense: { state: true },
    refusal: { state: true },
    notices: { attribute: false },
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
  /** The sense that the person points at in the list. */
  declare private pointedSense: Square | null;
  /** Why the square that was pressed last did nothing. */
  declare private refusal: string | null;
  /** What the page has to say, beside the board. */
  declare notices: unknown;
  private readonly typed = new TypedInput(this, (uci) => void this.move(uci));
  private end: GameEnd | null = null;
  private stopListening: (() => void)[] = [];
  private elapsedTimer: ReturnType<typeof setInterval> | undefined;
  private listeningTo: GameSession | null = null;
  private stopFeedback: (() => void) | null = null;
  /** The marker that was chosen last. */
  private marker: Palette = null;
  /** Tips that a screen reader has read. */
  private readonly said = new Set<Tip>();
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
    this.pointedSense = null;
    this.refusal = null;
    this.notices = nothing;
    new Fit(this, '.game-bar', (bar) => [...bar.querySelectorAll(':scope > button > span')].some(isCut), 2);
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
      this.pointedSense = null;
      this.refusal = null;
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
  /** The button that began the game is gone: the same, once there is a board. */
  private arriving = false;

  /** Somebody began or resumed the game on this page. */
  arrive(): void {
    this.arriving = true;
    this.requestUpdate();
  }

  protected override updated(): void {
    if (this.acting) this.toBoard();
    const { board } = this;
    if (board && this.arriving) {
      this.arriving = false;
      void board.updateComplete.then(() => this.toBoard());
    }
    this.followPhase();
  }

  /** The keyboard goes to the board, if nothing has it. */
  private toBoard(): void {
    if (document.activeElement === document.body) this.board?.focusBoard({ preventScroll: true });
  }

  /** Whoever looks at the hints of one phase gets those of the next. */
  private followPhase(): void {
    const { assistance, phase } = this.session;
    const tabs = this.querySelector('outpost-tabs');
    if (!tabs || assistance !== 'hints' || phase === this.tabsOf) return;
    this.tabsOf = phase;
    if ((tabs.open === 'senses' || tabs.open === 'best') && tabs.open !== this.hintTab) tabs.choose(this.hintTab, true);
  }

  /** The phase for which the tabs of hints were chosen. */
  private tabsOf: TurnPhase | null = null;

  /** Arrow keys anywhere on the page go to the board. */
  private readonly onKey = (event: KeyboardEvent): void => {
    const { stage } = this.session;
    if (!this.shown || stage === 'over' || stage === 'handover' || event.defaultPrevented) return;
    const undoes = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === 'z';
    // In a field the keys are for its text, and a question comes first.
    const elsewhere = (event.target as Element).closest('input, textarea, dialog') !== null;
    if (undoes && this.session.canTakeBack && !elsewhere) {
      event.preventDefault();
      void this.takeBack();
      return;
    }
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
    this.acting = this.querySelector('.banner button:focus, .senses button:focus') !== null;
    if (changed.has('session')) {
      this.listeningTo?.removeEventListener('change', this.onChange);
      this.listeningTo = this.session;
      this.session.addEventListener('change', this.onChange);
      this.stopFeedback?.();
      this.stopFeedback = giveFeedback(this.session);
      this.end?.dispose();
      this.end = new GameEnd(this, this.session);
      // Somebody comes back to a game that is over.
      if (this.session.stage === 'over') this.end.open();
      this.flipped = false;
    }
  }

  protected override render(): TemplateResult | typeof nothing {
    const { session } = this;
    if (session.stage === 'over' && session.outcome && this.end) {
      return this.end.render(session.outcome, this.shown, html`${this.notices} ${this.renderError()}`);
    }
    if (session.stage === 'handover') return this.renderHandover();
    if (!session.view) {
      return session.error
        ? this.renderError()
        : html`<div class="page narrow">${this.notices}<div class="card center" role="status"><progress></progress></div></div>`;
    }
    return this.renderGame(session.view);
  }

  private renderError(): TemplateResult | typeof nothing {
    // Of an engine that was given up, the page tells in one place.
    if (!this.session.error || (this.session.engineLost && engineIsGivenUp())) return nothing;
    return html`<div class="notice bad" role="alert">
      <p>${labelled(commonWords.failed, this.session.error)}</p>
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
    if (keptTurn !== null) return storageWords.earlier(keptTurn);
    return keeping === 'silent' ? storageWords.silent : storageWords.cannot;
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
    const { ghosts, tints, empty, heat, best, arrows, labels } = scene(sight);
    return html`<div class="game" data-phase=${mode === 'mark' ? 'mark' : phase}>
      ${palette === null ? phaseBanner(session, view, () => this.move(null), this.guidance()) : markBanner(palette, () => this.pick(null))}
      ${this.renderPlayer(opponentOf(orientation), 'far')}
      <rbc-board
        .orientation=${orientation}
        .color=${session.viewer}
        .pieces=${view.own}
        .ghosts=${ghosts}
        .tints=${tints}
        .empty=${empty}
        .heat=${heat}
        .best=${best}
        .frame=${phase === 'sense' ? this.pointedSense : null}
        .arrows=${arrows}
        .mode=${mode}
        .requests=${phase === 'move' ? view.requests : []}
        .futile=${this.futile(view, sight)}
        .labels=${labels}
        .name=${boardWords.labelOf(session.viewer)}
        @sense-square=${(event: CustomEvent<Square>) => session.sense(event.detail)}
        @request-move=${(event: CustomEvent<string>) => this.move(event.detail)}
        @refuse-move=${(event: CustomEvent<string | null>) => {
          this.refusal = event.detail;
        }}
        @mark-square=${(event: CustomEvent<Square>) => this.mark(event.detail)}
        @point=${(event: CustomEvent<Square | null>) => {
          this.pointed = event.detail;
        }}
      ></rbc-board>
      ${this.renderPlayer(orientation, 'near')} ${this.renderBar()} ${this.renderNotes(view)}
      <div class="card game-tabs">
        <outpost-tabs
          name=${session.assistance === 'hints' ? 'play-hints' : 'play'}
          label=${tableWords.tabs}
          first=${this.firstTab()}
          .tabs=${this.tabs(view, sight)}
        ></outpost-tabs>
      </div>
      ${this.renderTyped()} ${this.renderResign()} ${this.renderAskTakeBack()}
    </div>`;
  }

  private guidance(): Guidance {
    const phase = this.session.phase === 'sense' ? 'sense' : 'move';
    return {
      how: tableWords.how[phase](hasTouch()),
      isNew: firstSteps().explains(phase),
      refusal: this.refusal,
    };
  }

  /** With an assistance that knows the possible boards: the requests that fail on all of them, with why. */
  private futile(view: PlayerView, { seen, believed }: Sight): ReadonlyMap<string, string> {
    if (this.session.phase !== 'move' || !believed?.belief || !seen) return new Map();
    const requests = futileRequests(view.requests, view.own, seen, believed.belief);
    return new Map(requests.map((uci) => [uci, failureText(uci)]));
  }

  /** What is told beside the board, where nothing that comes or goes moves it. */
  private renderNotes(view: PlayerView): TemplateResult {
    const { session } = this;
    return html`<div class="game-notes">
      ${this.renderError()} ${this.notices} ${this.renderLegend()}
      ${this.renderTip(view)}
      ${session.asksNetwork ? html`<network-note .texts=${opponentNetworkWords.note}></network-note>` : nothing}
      ${
        session.evaluatorProblem
          ? html`<p class="small muted" role="note">${newGameWords.withoutStockfish(session.evaluatorProblem)}</p>`
          : nothing
      }
      ${session.keeping === 'kept' ? nothing : html`<p class="small muted" role="note">${this.keepingText()}</p>`}
    </div>`;
  }

  /** What the pieces look like, from the start, so that nothing moves later, until somebody closes it; it stays in the tab. */
  private renderLegend(): TemplateResult | typeof nothing {
    if (!this.session.tracks || !this.layers.likely || legendChoice.value === 'closed') return nothing;
    return html`<div class="piece-legend small" role="note">
      <p>${overlayWords.pieces}</p>
      <button
        type="button"
        class="quiet icon-button"
        aria-label=${commonWords.close}
        title=${commonWords.close}
        @click=${() => {
          legendChoice.value = 'closed';
          this.requestUpdate();
          // The button is gone with it.
          void this.updateComplete.then(() => this.toBoard());
        }}
      >
        ${icons.cross}
      </button>
    </div>`;
  }

  private renderTip(view: PlayerView): TemplateResult | typeof nothing {
    const steps = firstSteps();
    const turn = Math.max(1, turnsBegun(view.observations));
    if (!steps.guides(this.session.id, turn)) return nothing;
    const tip = steps.tip(this.session.phase, turn, this.session.tracks);
    if (tip && !this.said.has(tip)) {
      this.said.add(tip);
      // After what the phase itself announces.
      queueMicrotask(() => announce(labelled(tipWords.title, tipWords.tips[tip])));
    }
    const change = (act: () => void): void => {
      act();
      this.requestUpdate();
      // The button is gone with its tip.
      void this.updateComplete.then(() => this.toBoard());
    };
    return tipCard(
      tip,
      (read) => change(() => steps.gotIt(read, this.session.tracks)),
      () => change(() => steps.skip()),
    );
  }

  /** What is open until the person chooses: what the assistance is about. */
  private firstTab(): string {
    const { session } = this;
    if (session.assistance === 'hints') return this.hintTab;
    return session.tracks ? 'belief' : 'moves';
  }

  /** Of the two tabs of hints, the one that the phase needs. */
  private get hintTab(): 'senses' | 'best' {
    return this.session.phase === 'sense' ? 'senses' : 'best';
  }

  private tabs(view: PlayerView, sight: Sight): Tab[] {
    const { session, layers } = this;
    const choose = (chosen: TrackingLayers): void => {
      this.layers = chosen;
    };
    const dots = html`<p class="small muted dots" aria-hidden="true">
      <span class="dot"></span> ${tableWords.dots.any} <span class="dot capture"></span> ${tableWords.dots.capture}
    </p>`;
    const moves = (): TemplateResult => html`<div class="row end">
        ${toggle(trackingWords.showMemory, this.showSeen, () => {
          this.showSeen = !this.showSeen;
        })}
      </div>
      ${gameLog(view.observations)} ${dots}`;
    const tabs: Tab[] = [{ id: 'moves', label: tableWords.moves, keep: true, content: moves }];
    if (session.tracks) {
      const content = () => html`${trackingPanel(session, layers, choose, this.pointed, this.orientation)}
        ${layers.likely ? html`<p class="small muted" aria-hidden="true">${overlayWords.pieces}</p>` : nothing}
        ${dots}`;
      tabs.push({ id: 'belief', label: tableWords.belief, keep: true, content });
    }
    if (session.assistance === 'hints') {
      const point = (square: Square | null): void => {
        this.pointedSense = square;
      };
      const senses = () => sensesPanel(session, layers, choose, this.pointed, point);
      tabs.push({ id: 'senses', label: tableWords.senses, keep: true, content: senses });
      tabs.push({ id: 'best', label: moveTableWords.title, content: () => this.renderRating() });
    }
    tabs.push({
      id: 'more',
      label: tableWords.more,
      keep: true,
      content: () => textBoard(textScene(sight, session.viewer)),
    });
    return tabs;
  }

  private renderTyped(): TemplateResult {
    const typed = this.typed.render();
    if (!hasTouch()) return typed;
    return html`<details class="card typed-box"><summary>${tableWords.type}</summary>${typed}</details>`;
  }

  private renderBar(): TemplateResult {
    const { session, palette } = this;
    const button = (icon: TemplateResult, label: string, act: () => void): TemplateResult =>
      html`<button type="button" class="quiet" title=${label} @click=${act}>${icon}<span>${label}</span></button>`;
    const others = (): TemplateResult => html`${button(icons.flip, boardWords.flipShort, () => {
      this.flipped = !this.flipped;
    })}
    ${this.renderTakeBack()}
    ${button(icons.flag, phaseWords.resign, () => this.querySelector<HTMLDialogElement>('dialog.resign')?.showModal())}
    <button
      type="button"
      class="quiet"
      aria-label=${phaseWords.leave}
      title=${phaseWords.leaveText}
      @click=${() => this.dispatchEvent(new CustomEvent('leave'))}
    >
      ${icons.back}<span>${tableWords.leave}</span>
    </button>`;
    return html`<div class="game-bar" role="group" aria-label=${tableWords.bar} @keydown=${this.onBarKey}>
      ${
        session.assistance === 'none'
          ? nothing
          : html`<button
              type="button"
              class="quiet"
              title=${markerWords.title}
              aria-pressed=${palette === null ? 'false' : 'true'}
              @click=${() => this.pick(palette === null ? this.lastMarker : null)}
            >
              ${icons.marker}<span>${markerWords.title}</span>
            </button>`
      }
      ${
        palette === null
          ? others()
          : markerPalette(
              session.viewer,
              palette,
              this.pick,
              session.markers.size > 0 ? () => session.clearMarkers() : null,
            )
      }
    </div>`;
  }

  /** In casual games: with a clock, or against a person at this board, a turn stays played. */
  private renderTakeBack(): TemplateResult | typeof nothing {
    const { session } = this;
    if (session.setup.clock || session.twoPeople) return nothing;
    return html`<button
      type="button"
      class="quiet"
      title=${tableWords.takeBackLong}
      aria-keyshortcuts="Control+Z Meta+Z"
      aria-disabled=${session.canTakeBack ? 'false' : 'true'}
      @click=${() => this.takeBack()}
    >
      ${icons.undo}<span>${tableWords.takeBack}</span>
    </button>`;
  }

  /** Asks first, where it costs the rating. */
  private async takeBack(): Promise<void> {
    const { session } = this;
    if (session.canTakeBack && (await session.takeBackCosts())) {
      this.querySelector<HTMLDialogElement>('dialog.take-back')?.showModal();
    } else {
      await session.takeBack();
    }
  }

  /** The marker that was put down last, or the opponent's pawn. */
  private get lastMarker(): Palette {
    const last = this.marker;
    const opponent = opponentOf(this.session.viewer);
    return last !== null && (last === 'erase' || colorOf(last) === opponent) ? last : pieceOf('pawn', opponent);
  }

  private readonly onBarKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || this.palette === null) return;
    event.stopPropagation();
    this.pick(null);
    void this.updateComplete.then(() => this.querySelector<HTMLElement>('.game-bar button')?.focus());
  };

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

  private renderPlayer(color: Color, side: 'far' | 'near'): TemplateResult {
    const { session } = this;
    const clocks = session.stage === 'handover' ? session.handoverClocks : (session.view?.clocks ?? null);
    const active =
      color === session.viewer ? session.phase === 'sense' || session.phase === 'move' : session.thinking !== null;
    return html`<div class="player ${side} ${active ? 'active' : ''}">
      <span class="disc ${color}"></span>
      <span class="player-name">${session.nameOf(color)}</span>
      ${session.twoPeople ? nothing : html`<span class="player-color">${chessWords.color(color)}</span>`}
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
      bare
      .ask=${turn ? this.askMoves : null}
      subject=${`${session.id} ${session.viewer} ${session.view?.observations.length}`}
      off=${moveTableWords.notYourTurn}
      @point-move=${(event: CustomEvent<string | null>) => {
        this.pointedMove = event.detail;
      }}
    ></move-panel>`;
  }

  private readonly pick = (palette: Palette): void => {
    this.palette = palette;
    if (palette !== null) this.marker = palette;
  };

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

  private renderAskTakeBack(): TemplateResult {
    const close = (): void => this.querySelector<HTMLDialogElement>('dialog.take-back')?.close();
    return html`<dialog class="take-back" aria-labelledby="take-back-title">
      <h2 id="take-back-title">${tableWords.takeBack}</h2>
      <p>${tableWords.noLongerRated}</p>
      <div class="row end">
        <button type="button" autofocus @click=${close}>${commonWords.cancel}</button>
        <button
          type="button"
          class="primary"
          @click=${() => {
            close();
            void this.session.takeBack();
          }}
        >
          ${tableWords.takeBack}
        </button>
      </div>
    </dialog>`;
  }

  private renderHandover(): TemplateResult {
    const { session } = this;
    return html`<div class="page narrow">
      ${this.notices} ${this.renderError()}
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
                ${this.renderPlayer(session.viewer, 'near')} ${this.renderPlayer(opponentOf(session.viewer), 'far')}
              </div>`
            : nothing
        }
      </section>
    </div>`;
  }
}

customElements.define('game-view', GameView);
