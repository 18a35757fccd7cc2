import type {
  BeliefView,
  Color,
  EvaluatorName,
  Game,
  GameSetup,
  MoveReport,
  Outcome,
  PieceLetter,
  PlayerView,
  Progress,
  Seat,
  Square,
  Weights,
} from 'outpost';
import { EngineCrashError } from 'outpost';
import { latestNotice, turnsBegun } from '../belief/memory';
import { asksNetwork, loadNetwork, networkOrMs, onWeights, weightsNow } from '../belief/network';
import { trackingWords } from '../belief/words';
import { clearOwnSquares, correctMarkers, type Markers, toggleMarker } from '../board/markers';
import { opponentOf } from '../board/squares';
import { phaseWords } from '../board/words';
import { engine, onEngine } from '../engine/engine';
import { agentWords } from '../engine/words';
import type { Assistance } from '../record/assistance';
import { noticeText, outcomeTitle, resultText, senseText } from '../record/wording';
import { outcomeWords } from '../record/words';
import { type GameLock, lockGame } from '../storage/game-lock';
import { announce, forgetAnnouncements } from '../ui/announcer';
import { now } from '../ui/clock';
import { afterCrash, isAbort, messageOf } from '../ui/errors';
import { keepFinished } from './finished-game';
import { LowTime } from './low-time';
import type { NewGame } from './new-game';
import { forgetGame, type Keeping, keepGame, newGameId, type SavedGame } from './saved-game';
import { clockWords, markerWords } from './words';

/** Where the page stands with a game. */
export type Stage = 'loading' | 'turn' | 'result' | 'thinking' | 'handover' | 'over';

export interface Thinking {
  color: Color;
  since: number;
  progress: Progress | null;
  /** Set when the person stopped it. */
  stopped: boolean;
}

/** How long what is new waits for what follows from it: drawing the page once is quicker than drawing it twice. */
const TOGETHER_MS = 12;

/** A belief that takes longer can be stopped: sets of very long games take minutes. */
const SLOW_MS = 1500;

/** How long the opponent waits for its network where that is under way again, after a crash or at somebody's wish. */
const NETWORK_MS = 3000;

/** How long a result stays up before the opponent's turn may replace it. */
const RESULT_MS = 1100;

/**
 * A game as the page plays it: whose turn, what to show, and what to do next. It knows of the game only what
 * {@link Game.view} tells the person at the board. Fires `change` whenever something to show has changed, and `taken`
 * when another tab has taken the game over: this session is at its end then.
 */
export class GameSession extends EventTarget {
  readonly id: string;
  readonly game: Game;
  readonly setup: GameSetup;
  stage: Stage = 'loading';
  /** Whose view is shown. */
  viewer: Color;
  view: PlayerView | null = null;
  /** The clocks while the device is handed over: all that either person may see then. */
  handoverClocks: PlayerView['clocks'] = null;
  /** How the viewer's latest move turned out. */
  report: MoveReport | null = null;
  /** What the viewer was told at the start of this turn, in words. */
  notice: string | null = null;
  outcome: Outcome | null = null;
  /** When the game came to its end here. */
  endedAt = 0;
  /** Its name in the library, where every game that is finished here goes. */
  libraryId: string | null = null;
  /** Why it is not there. */
  libraryProblem: string | null = null;
  /** Until a game that has ended is in the library, and no longer kept as one that goes on. */
  finished: Promise<void> = Promise.resolve();
  thinking: Thinking | null = null;
  belief: BeliefView | null = null;
  /** While it is `computing`, the belief shown is of an earlier moment. */
  beliefState: 'off' | 'computing' | 'ready' | 'failed' | 'stopped' = 'off';
  /** Since when it has been `computing`. */
  private beliefSince = 0;
  beliefProgress: Progress | null = null;
  beliefError = '';
  /** A call that answers within moments is under way. */
  busy = false;
  error: string | null = null;
  /** The engine was given up, or the game could not be restored in it: the game goes on when somebody starts it again. */
  engineLost = false;
  /** Whether the game outlives the page. */
  keeping: Keeping = 'kept';
  /** The turn in which it was kept last. */
  keptTurn: number | null = null;
  readonly assistance: Assistance;
  /** Who scores moves for the opponent. */
  readonly evaluator: EvaluatorName;
  /** Why it is not the one that was asked for. */
  evaluatorProblem: string | null = null;
  private readonly lowTime: Record<Color, LowTime> | null;
  private readonly markersOf: Record<Color, Markers> = { white: new Map(), black: new Map() };
  /** When the result that is shown was first shown. */
  private resultAt = 0;
  private agentAbort: AbortController | null = null;
  /** An agent's turn is under way; there is never a second one. */
  private agentPlays = false;
  private beliefAbort: AbortController | null = null;
  /** The belief of the turn that begins when the result has been read. */
  private foreseen: { abort: AbortController; belief: Promise<BeliefView> } | null = null;
  private disposed = false;
  /** Of the engine in a row, while the same step of the game was tried. */
  private crashes = 0;
  /** It may be the belief itself that brings the engine down, as when memory does not suffice: the game goes on without. */
  private beliefGivenUp: EngineCrashError | null = null;
  /** The network weighed boards for the person at some time: that is assistance, too. */
  byNetwork = false;
  /** How boards were weighed for the belief that was last asked for. */
  private weights: Weights = 'uniform';
  private readonly weightsEnded: () => void;
  private readonly engineEnded: () => void;

  private constructor(
    id: string,
    game: Game,
    setup: GameSetup,
    assistance: Assistance,
    evaluator: EvaluatorName,
    private readonly lock: GameLock | null,
  ) {
    super();
    this.id = id;
    this.game = game;
    this.setup = setup;
    this.assistance = assistance;
    this.evaluator = evaluator;
    const clockMs = (setup.clock?.seconds ?? 0) * 1000;
    this.lowTime = setup.clock && { white: new LowTime(clockMs), black: new LowTime(clockMs) };
    // So that it is there when the opponent's clock runs.
    if (evaluator === 'stockfish') void this.readyEvaluator();
    this.viewer = setup.white.kind === 'person' ? 'white' : 'black';
    this.weightsEnded = onWeights(() => this.weighAnew());
    this.engineEnded = onEngine('back', () => void this.engineBack());
    void lock?.lost.then(() => {
      if (this.disposed || this.over) return;
      this.dispose();
      this.dispatchEvent(new Event('taken'));
    });
  }

  /** `replace`: the person knows that another game is kept, and does not want it. */
  static async start({ setup, assistance, evaluator }: NewGame, replace = false): Promise<GameSession> {
    const outpost = await engine();
    // Before any clock runs. Where it cannot be had, the opponent does without.
    if (asksNetwork(setup)) await loadNetwork();
    const game = await outpost.newGame(setup);
    const id = newGameId();
    const session = new GameSession(id, game, setup, assistance, evaluator, await lockGame(id));
    await session.keep(replace);
    return session;
  }

  /** With the lock that the caller got for it, which is the session's from now on. */
  static async resume(saved: SavedGame, lock: GameLock): Promise<GameSession> {
    const outpost = await engine();
    if (asksNetwork(saved.setup)) await loadNetwork();
    const game = await outpost.resumeGame(saved.sealed);
    const session = new GameSession(saved.id, game, saved.setup, saved.assistance, saved.evaluator, lock);
    session.byNetwork = saved.byNetwork;
    session.keptTurn = saved.turn;
    for (const color of ['white', 'black'] as const) {
      session.markersOf[color] = new Map(saved.markers[color]);
    }
    return session;
  }

  get twoPeople(): boolean {
    return this.setup.white.kind === 'person' && this.setup.black.kind === 'person';
  }

  /** Whether an opponent here asks the network. */
  get asksNetwork(): boolean {
    return asksNetwork(this.setup);
  }

  seat(color: Color): Seat {
    return this.setup[color];
  }

  nameOf(color: Color): string {
    const seat = this.seat(color);
    return seat.kind === 'agent' ? agentWords.agent(seat.agent) : seat.name;
  }

  get markers(): Markers {
    return this.markersOf[this.viewer];
  }

  get tracks(): boolean {
    return this.assistance === 'tracking' || this.assistance === 'hints';
  }

  private get over(): boolean {
    return this.stage === 'over';
  }

  private changed(): void {
    if (!this.disposed) this.dispatchEvent(new Event('change'));
  }

  private async keep(replace = false): Promise<void> {
    // One that is over, or was left, is not to be found again.
    if (!this.disposed && !this.over) await this.store(replace);
  }

  private async store(replace = false): Promise<void> {
    const game: SavedGame = {
      id: this.id,
      sealed: this.game.sealed(),
      setup: this.setup,
      assistance: this.assistance,
      evaluator: this.evaluator,
      byNetwork: this.byNetwork,
      markers: {
        white: [...this.markersOf.white],
        black: [...this.markersOf.black],
      },
      turn: this.view ? turnsBegun(this.view.observations) : 1,
      savedAt: Date.now(),
    };
    const keeping = await keepGame(game, replace);
    if (keeping === 'kept') this.keptTurn = game.turn;
    if (keeping !== this.keeping) {
      this.keeping = keeping;
      this.changed();
    }
  }

  /** Finds out whose turn it is and goes on from there. `arriving`: the game was just opened. */
  async advance(arriving = false): Promise<void> {
    if (this.disposed) return;
    try {
      this.error = null;
      const outcome = await this.game.outcome();
      if (outcome) return await this.end(outcome);
      const { color, seat } = await this.game.toMove();
      if (seat.kind === 'agent') {
        this.viewer = opponentOf(color);
        this.view = await this.game.view(this.viewer);
        await this.think(color);
        return;
      }
      if (this.twoPeople && (arriving || this.viewer !== color)) {
        this.viewer = color;
        this.view = null;
        this.belief = null;
        this.beliefAbort?.abort();
        this.report = null;
        this.notice = null;
        forgetAnnouncements();
        this.handoverClocks = (await this.game.view(color)).clocks;
        this.stage = 'handover';
        this.changed();
        return;
      }
      await this.beginTurn(color);
    } catch (error) {
      // The engine crashed and is back with the game as it was: go on, but not for ever.
      if (error instanceof EngineCrashError && !error.final && this.crashes++ < 2) await this.advance(arriving);
      else this.fail(error);
    }
  }

  /** The person whose turn it is sits at the board now. */
  async handedOver(): Promise<void> {
    try {
      await this.beginTurn(this.viewer);
    } catch (error) {
      this.fail(error);
    }
  }

  private async beginTurn(color: Color): Promise<void> {
    const before = this.view;
    this.viewer = color;
    this.view = await this.viewOf(color);
    this.crashes = 0;
    if (this.over) return;
    if (this.view.outcome) return await this.end(this.view.outcome);
    this.stage = 'turn';
    this.thinking = null;
    const capture = latestNotice(this.view.observations);
    const first = turnsBegun(this.view.observations) === 1 && this.view.ply < 2;
    const lost = capture === null || !before ? null : (before.own[capture] ?? null);
    this.notice = noticeText(capture, first && color === 'white', lost);
    this.markersOf[color] = clearOwnSquares(this.markersOf[color], this.view.own);
    if (this.view.phase === 'sense') announce(`${this.notice} ${phaseWords.sense}: ${phaseWords.senseText}`);
    void this.refreshBelief();
    void this.keep();
  }

  async sense(square: Square | null): Promise<void> {
    if (this.busy || this.view?.phase !== 'sense') return;
    await this.quickly(async () => {
      this.beliefAbort?.abort();
      const report = await this.act(() => this.game.sense(this.viewer, square));
      this.view = await this.viewOf(this.viewer);
      const before = this.markers;
      this.markersOf[this.viewer] = correctMarkers(before, report.result, this.viewer);
      const corrected = before.size - this.markers.size;
      announce(
        `${senseText(report, this.viewer)}${corrected > 0 ? ` ${markerWords.corrected(corrected)}` : ''} ${phaseWords.move}: ${phaseWords.moveText}`,
      );
      const { outcome } = this.view;
      // Shown before it is kept: storage takes its time.
      if (outcome) this.changed();
      else void this.refreshBelief();
      await this.keep();
      if (outcome) await this.end(outcome);
    });
  }

  async move(uci: string | null): Promise<void> {
    if (this.busy || this.view?.phase !== 'move') return;
    let moved = false;
    await this.quickly(async () => {
      this.beliefAbort?.abort();
      this.report = await this.act(() => this.game.move(this.viewer, uci));
      this.view = await this.viewOf(this.viewer);
      if (this.over) return;
      this.stage = 'result';
      this.resultAt = now();
      announce(`${phaseWords.result}: ${resultText(this.report)}`);
      this.changed();
      await this.keep();
      moved = true;
    });
    if (!moved) return;
    this.changed();
    const outcome = this.view?.outcome;
    if (outcome) await this.end(outcome);
    // With two people the result stays until it is handed over.
    else if (!this.twoPeople) await this.advance();
  }

  private viewOf(color: Color): Promise<PlayerView> {
    return afterCrash(() => this.game.view(color));
  }

  /** Makes an action that a crash of the engine broke off once more, unless it is among what the game remembers. */
  private async act<T>(action: () => Promise<T>): Promise<T> {
    const { view } = this;
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof EngineCrashError) || error.final) throw error;
      const { phase, ply } = await this.viewOf(this.viewer);
      if (phase !== view?.phase || ply !== view.ply) throw error;
      return action();
    }
  }

  private async think(color: Color): Promise<void> {
    if (this.agentPlays || this.over) return;
    this.agentPlays = true;
    const since = now();
    // There is one already when the person asked for this turn, and may have stopped it since.
    const abort = this.agentAbort ?? new AbortController();
    this.agentAbort = abort;
    this.thinking = { color, since, progress: null, stopped: false };
    const showing = this.stage === 'result' ? Math.max(0, this.resultAt + RESULT_MS - since) : 0;
    const dwell = new Promise<void>((resolve) => setTimeout(resolve, showing));
    const replace = (): void => {
      if (this.agentAbort === abort && this.thinking) {
        this.stage = 'thinking';
        this.changed();
      }
    };
    if (showing === 0) replace();
    else void dwell.then(replace);
    try {
      const evaluator = await this.readyEvaluator(abort.signal);
      if (this.asksNetwork) await networkOrMs(NETWORK_MS, abort.signal);
      await this.game.agentTurn({
        signal: abort.signal,
        evaluator,
        onProgress: (progress) => {
          if (this.thinking) {
            this.thinking = { ...this.thinking, progress };
            this.changed();
          }
        },
      });
      this.crashes = 0;
      this.foreseeBelief();
      await Promise.all([this.keep(), dwell]);
    } catch (error) {
      if (!isAbort(error)) throw error;
      if (this.over) return;
      if (this.thinking) this.thinking = { ...this.thinking, stopped: true };
      this.stage = 'thinking';
      this.changed();
      return;
    } finally {
      this.agentPlays = false;
      if (this.agentAbort === abort) this.agentAbort = null;
    }
    if (this.disposed || this.over) return;
    this.thinking = null;
    await this.advance();
  }

  /** Who can score moves now: Stockfish is loaded first, if it was asked for and can be. */
  private async readyEvaluator(signal?: AbortSignal): Promise<EvaluatorName> {
    if (this.evaluator === 'built-in') return 'built-in';
    // Nobody waits for it a second time; it is tried again, as a network may be back.
    if (this.evaluatorProblem) return this.evaluatorAfterAll();
    try {
      await (await engine()).stockfish.load(signal ? { signal } : {});
      return 'stockfish';
    } catch (error) {
      if (isAbort(error)) {
        if (signal?.aborted) throw error;
        return 'built-in';
      }
      this.evaluatorProblem = messageOf(error);
      this.changed();
      return 'built-in';
    }
  }

  private async evaluatorAfterAll(): Promise<EvaluatorName> {
    const { stockfish } = await engine();
    const ready = stockfish.status.state === 'ready';
    if (ready) {
      this.evaluatorProblem = null;
      this.changed();
    } else if (stockfish.status.state !== 'loading') {
      stockfish.load().catch(() => {
        // The reason is that of the first time.
      });
    }
    return ready ? 'stockfish' : 'built-in';
  }

  moveNow(): void {
    this.game.moveNow();
  }

  /** Stops the agent; it can be asked to think again. */
  stopAgent(): void {
    this.agentAbort?.abort();
  }

  async letAgentThink(): Promise<void> {
    if (!this.thinking?.stopped || this.agentAbort) return;
    // At once, so that a second click finds it thinking, and Stop finds something to stop.
    const abort = new AbortController();
    this.agentAbort = abort;
    this.thinking = { ...this.thinking, since: now(), progress: null, stopped: false };
    this.changed();
    await this.advance();
    if (this.agentAbort === abort) this.agentAbort = null;
  }

  async resign(): Promise<void> {
    await this.quickly(async () => {
      this.agentAbort?.abort();
      this.beliefAbort?.abort();
      await afterCrash(() => this.game.resign(this.viewer));
    });
    if (!this.error) await this.advance();
  }

  /** A clock runs. Its owner, at the board, is told when it is low. */
  clockRuns(color: Color, left: number): void {
    if (color !== this.viewer || this.over) return;
    if (this.lowTime?.[color].passes(left)) announce(clockWords.timeLeft(Math.ceil(left / 1000)));
  }

  /** A running clock has reached zero. */
  async clockRanOut(): Promise<void> {
    try {
      const check = (): Promise<Outcome | null> => afterCrash(() => this.game.checkClock());
      let outcome = await check();
      // The engine's clock may be a moment behind the page's.
      for (let tries = 0; !outcome && tries < 5 && !this.disposed; tries++) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        outcome = await check();
      }
      if (outcome && !this.over) {
        this.agentAbort?.abort();
        await this.end(outcome);
      }
    } catch (error) {
      this.fail(error);
    }
  }

  mark(square: Square, piece: PieceLetter | null): void {
    if (this.view?.own[square]) return;
    this.markersOf[this.viewer] = toggleMarker(this.markers, square, piece);
    this.changed();
    void this.keep();
  }

  clearMarkers(): void {
    this.markersOf[this.viewer] = new Map();
    this.changed();
    void this.keep();
  }

  /** Works out what is possible; once more after a crash, which another call may have brought about. */
  private async askBelief(abort: AbortController, isSecondTry = false): Promise<BeliefView> {
    this.weights = weightsNow();
    if (this.beliefGivenUp) throw this.beliefGivenUp;
    try {
      return await this.game.belief(this.viewer, {
        weights: this.weights,
        signal: abort.signal,
        onProgress: (progress) => {
          if (this.beliefAbort !== abort) return;
          this.beliefProgress = progress;
          this.changed();
        },
      });
    } catch (error) {
      if (!(error instanceof EngineCrashError) || error.final) throw error;
      // What another question died of says nothing of this one.
      if (abort.signal.aborted) throw error;
      if (!isSecondTry) return this.askBelief(abort, true);
      this.beliefGivenUp = error;
      throw error;
    }
  }

  /** The belief takes so long that somebody may want to stop it. */
  get beliefIsSlow(): boolean {
    return this.beliefState === 'computing' && now() - this.beliefSince > SLOW_MS;
  }

  /** The game goes on without beliefs, until {@link retryBelief}. */
  stopBelief(): void {
    this.beliefAbort?.abort();
    this.beliefState = 'stopped';
    this.belief = null;
    this.changed();
  }

  /** Somebody wants it all the same. */
  async retryBelief(): Promise<void> {
    this.beliefState = 'off';
    this.beliefGivenUp = null;
    if (this.stage === 'turn') await this.refreshBelief();
  }

  /** The person chose otherwise, or the network came or went. What was foreseen is no longer what is asked for. */
  private weighAnew(): void {
    if (this.weights === weightsNow() || !this.tracks || this.disposed || this.over) return;
    if (this.beliefState === 'stopped') return;
    this.beliefAbort?.abort();
    if (this.stage === 'turn') void this.refreshBelief();
  }

  /** Has the belief of the turn that comes next worked out, while the result of the last move is read. */
  private foreseeBelief(): void {
    if (!this.tracks || this.beliefGivenUp || this.disposed || this.over) return;
    if (this.beliefState === 'stopped') return;
    this.beliefAbort?.abort();
    const abort = new AbortController();
    this.beliefAbort = abort;
    const belief = this.askBelief(abort);
    belief.catch(() => {
      // Whoever needs it asks again.
    });
    this.foreseen = { abort, belief };
  }

  /** Works out what follows from the view that is new, and shows both: together where that is a matter of moments. */
  private async refreshBelief(): Promise<void> {
    if (!this.tracks || !this.view || this.beliefState === 'stopped') return this.changed();
    const foreseen = this.foreseen?.abort.signal.aborted ? null : this.foreseen;
    this.foreseen = null;
    if (!foreseen) this.beliefAbort?.abort();
    const abort = foreseen?.abort ?? new AbortController();
    this.beliefAbort = abort;
    this.beliefState = 'computing';
    this.beliefSince = now();
    if (!foreseen) this.beliefProgress = null;
    const late = setTimeout(() => this.changed(), TOGETHER_MS);
    try {
      const belief = await (foreseen?.belief.catch(() => this.askBelief(abort)) ?? this.askBelief(abort));
      if (this.beliefAbort !== abort) return;
      this.belief = belief;
      this.beliefState = 'ready';
      if (belief.weights === 'network' && !this.byNetwork) {
        this.byNetwork = true;
        // Else a reload before the next move would forget it.
        void this.keep();
      }
    } catch (error) {
      if (this.beliefAbort !== abort || isAbort(error)) return;
      this.beliefState = 'failed';
      this.beliefError = this.beliefGivenUp ? trackingWords.tooMuch : messageOf(error);
    } finally {
      clearTimeout(late);
    }
    this.changed();
  }

  private async quickly(action: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.error = null;
    this.changed();
    try {
      await action();
    } catch (error) {
      // What was asked too late is refused: the game is over then.
      const outcome = error instanceof EngineCrashError ? null : await this.game.outcome().catch(() => null);
      if (outcome) await this.end(outcome);
      else this.fail(error);
    } finally {
      this.busy = false;
      this.changed();
    }
  }

  private async end(outcome: Outcome): Promise<void> {
    if (this.over) return;
    this.outcome = outcome;
    this.endedAt = Date.now();
    this.stage = 'over';
    this.thinking = null;
    this.beliefAbort?.abort();
    announce(
      `${phaseWords.over}: ${outcomeTitle(outcome, this.twoPeople ? null : this.viewer)}. ${outcomeWords.reason(outcome)}`,
    );
    this.changed();
    this.finished = this.finish();
    await this.finished;
  }

  /** What is kept says that the game is over, until the library has it: a reload in between loses nothing. */
  private async finish(): Promise<void> {
    await this.store();
    try {
      this.libraryProblem = null;
      this.libraryId = await afterCrash(() => keepFinished(this));
      await forgetGame(this.id);
    } catch (error) {
      this.libraryProblem = messageOf(error);
      this.engineLost ||= error instanceof EngineCrashError && error.final;
    }
    this.changed();
    this.lock?.release();
  }

  /** Goes on where the engine left the game. */
  async engineBack(): Promise<void> {
    if (!this.engineLost || this.disposed) return;
    this.engineLost = false;
    this.crashes = 0;
    if (!this.over) return this.advance();
    if (this.libraryId === null) this.finished = this.finish();
    this.changed();
  }

  private fail(error: unknown): void {
    if (this.disposed || isAbort(error)) return;
    this.error = messageOf(error);
    this.engineLost ||= error instanceof EngineCrashError && error.final;
    this.changed();
  }

  dispose(): void {
    this.disposed = true;
    this.weightsEnded();
    this.engineEnded();
    this.agentAbort?.abort();
    this.beliefAbort?.abort();
    this.lock?.release();
    this.game.dispose();
  }
}
