import {
  type BeliefView,
  type Color,
  EngineCrashError,
  type EvaluatorName,
  type Game,
  type GameSetup,
  type MoveReport,
  type Outcome,
  type PieceLetter,
  type PlayerView,
  type SenseReport,
  type Square,
  type Weights,
} from 'outpost-rbc';
import { turnsBegun } from '../belief/memory';
import { asksNetwork, loadNetwork, networkOrMs, onWeights, weightsNow } from '../belief/network';
import { clearOwnSquares, correctMarkers, type Markers, toggleMarker } from '../board/markers';
import { engine, onEngine } from '../engine/engine';
import { levelOf } from '../engine/levels';
import { agentWords } from '../engine/words';
import type { Assistance } from '../record/assistance';
import { type GameLock, lockGame } from '../storage/game-lock';
import { announce } from '../ui/announcer';
import { afterCrash, isAbort, messageOf } from '../ui/errors';
import type { NewGame } from './choices';
import { type FinishedGame, keepFinished, keepResult } from './finished-game';
import { firstSteps } from './first-steps';
import { GameDriver } from './game-driver';
import { LowTime } from './low-time';
import { forgetGame, type Keeping, keepGame, newGameId, type SavedGame } from './saved-game';
import { clockWords, markerWords, newGameWords } from './words';

/** How long the opponent waits for its network where that is under way again, after a crash or at somebody's wish. */
const NETWORK_MS = 3000;

/** Every board alike would paint pieces nearly everywhere. */
export const PLAY_WEIGHTS: Weights = 'weighted';

/** How long a result stays up before the opponent's turn may replace it. */
const RESULT_MS = 1100;

/**
 * A game at Play: driven from turn to turn, with the person's markers and assistance, kept after every change, and put into the library
 * when it is over. Fires `taken` when another tab has taken the game over: this session is at its end then.
 */
export class GameSession extends GameDriver implements FinishedGame {
  readonly id: string;
  /** When the game came to its end here. */
  endedAt = 0;
  /** Its name in the library, where every game that is finished here goes. */
  libraryId: string | null = null;
  /** Why it is not there. */
  libraryProblem: string | null = null;
  /** Until a game that has ended is in the library, and no longer kept as one that goes on. */
  finished: Promise<void> = Promise.resolve();
  /** Whether the game outlives the page. */
  keeping: Keeping = 'kept';
  /** The turn in which it was kept last. */
  keptTurn: number | null = null;
  readonly assistance: Assistance;
  /** Who scores moves for the opponent. */
  readonly evaluator: EvaluatorName;
  /** Why it is not the one that was asked for. */
  evaluatorProblem: string | null = null;
  /** Boards were weighted for the person at some time, by the network as a rule: that is assistance, too. */
  byNetwork = false;
  /** Turns that were taken back, and half-turns that were taken from another game: known at the end. */
  takenBack = 0;
  past = 0;
  protected override resultMs = RESULT_MS;
  private readonly lowTime: Record<Color, LowTime> | null;
  private readonly markersOf: Record<Color, Markers> = { white: new Map(), black: new Map() };
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
    super(game, setup);
    this.id = id;
    this.assistance = assistance;
    this.evaluator = evaluator;
    const clockMs = (setup.clock?.seconds ?? 0) * 1000;
    this.lowTime = setup.clock && { white: new LowTime(clockMs), black: new LowTime(clockMs) };
    // So that it is there when the opponent's clock runs.
    if (evaluator === 'stockfish') void this.readyEvaluator();
    this.weightsEnded = onWeights(() => {
      if (!this.disposed && !this.over) this.tracking.reweigh();
    });
    this.engineEnded = onEngine('back', () => void this.engineBack());
    void lock?.lost.then(() => {
      if (this.disposed || this.over) return;
      this.dispose();
      this.dispatchEvent(new Event('taken'));
    });
  }

  /** `replace`: the person knows that another game is kept, and does not want it. */
  static async start({ setup, from, assistance, evaluator }: NewGame, replace = false): Promise<GameSession> {
    const outpost = await engine();
    // Before any clock runs. Where it cannot be had, the opponent does without.
    if (asksNetwork(setup)) await loadNetwork();
    const game = await outpost.newGame(from ? { ...setup, from } : setup);
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

  /** Whether an opponent here asks the network. */
  get asksNetwork(): boolean {
    return asksNetwork(this.setup);
  }

  nameOf(color: Color): string {
    const seat = this.setup[color];
    if (seat.kind === 'agent') return agentWords.agent(seat.agent);
    // In the language of the page, whatever it was when the game began.
    return this.twoPeople ? newGameWords.ownPlayers[color] : newGameWords.you;
  }

  get markers(): Markers {
    return this.markersOf[this.viewer];
  }

  override get tracks(): boolean {
    return this.assistance === 'tracking' || this.assistance === 'hints';
  }

  override weights(): Weights {
    return weightsNow(PLAY_WEIGHTS);
  }

  override believed({ weights }: BeliefView): void {
    if (weights !== 'weighted' || this.byNetwork) return;
    this.byNetwork = true;
    // Else a reload before the next move would forget it.
    void this.keep();
  }

  protected override async keep(replace = false): Promise<void> {
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

  protected override async begins({ own }: PlayerView): Promise<boolean> {
    this.markersOf[this.viewer] = clearOwnSquares(this.markers, own);
    return true;
  }

  protected override sensed({ square, result }: SenseReport): string {
    if (square !== null) firstSteps().did('sense');
    const before = this.markers;
    this.markersOf[this.viewer] = correctMarkers(before, result, this.viewer);
    const corrected = before.size - this.markers.size;
    return corrected > 0 ? markerWords.corrected(corrected) : '';
  }

  protected override async moved(report: MoveReport, view: PlayerView): Promise<boolean> {
    if (report.requested !== null) firstSteps().did('move');
    return super.moved(report, view);
  }

  /** Whether a turn that is taken back now costs the rating: the first one does, where the game would have changed it. */
  async takeBackCosts(): Promise<boolean> {
    const { white, black } = this.setup;
    const level = [white, black].some((seat) => seat.kind === 'agent' && levelOf(seat.agent) !== null);
    if (!level || this.assistance === 'hints') return false;
    try {
      const takenBack = await this.game.takenBack();
      const first = takenBack.white + takenBack.black === 0;
      const whole = (await this.game.past()) === 0 && (await this.game.beganAsChess());
      return first && whole;
    } catch {
      // The engine is gone: the record says it when it is back.
      return false;
    }
  }

  protected override async readyAgent(signal: AbortSignal): Promise<EvaluatorName> {
    const evaluator = await this.readyEvaluator(signal);
    if (this.asksNetwork) await networkOrMs(NETWORK_MS, signal);
    return evaluator;
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

  /** A clock runs. Its owner, at the board, is told when it is low. */
  clockRuns(color: Color, left: number): void {
    if (color !== this.viewer || this.over) return;
    if (!this.lowTime?.[color].passes(left)) return;
    announce(clockWords.timeLeft(Math.ceil(left / 1000)));
    this.tellNews({ kind: 'low time' });
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

  protected override async ended(_outcome: Outcome): Promise<void> {
    this.endedAt = Date.now();
    void this.count();
    this.finished = this.finish();
    await this.finished;
  }

  private async count(): Promise<void> {
    try {
      const { white, black } = await this.game.takenBack();
      this.takenBack = white + black;
      this.past = await this.game.past();
      this.changed();
    } catch {
      // The engine is gone: the record says it when it is back.
    }
  }

  /** What is kept says that the game is over, until the library has it: a reload in between loses nothing. */
  private async finish(): Promise<void> {
    await this.store();
    const counted = keepResult(this);
    try {
      this.libraryProblem = null;
      this.libraryId = await afterCrash(() => keepFinished(this));
      await forgetGame(this.id);
    } catch (error) {
      this.libraryProblem = messageOf(error);
      this.engineLost ||= error instanceof EngineCrashError && error.final;
    }
    this.changed();
    await counted;
    this.lock?.release();
  }

  override async engineBack(): Promise<void> {
    if (this.engineLost && !this.disposed && this.over && this.libraryId === null) this.finished = this.finish();
    await super.engineBack();
    this.changed();
  }

  override dispose(): void {
    this.weightsEnded();
    this.engineEnded();
    this.lock?.release();
    super.dispose();
  }
}
