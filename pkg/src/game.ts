import type { GameNews, GameState } from '../wasm-single/engine.js';
import type { Channel } from './channel.ts';
import { copyOfBytes, tableOptions, weightsOf } from './check.ts';
import type { ObjectId } from './protocol.ts';
import { Replay } from './records.ts';
import { Resource } from './resource.ts';
import type { Restorable, Session } from './session.ts';
import type {
  BeliefOptions,
  BeliefView,
  CallOptions,
  Color,
  EvaluatorName,
  GamePast,
  GameSetup,
  MoveReport,
  MoveTable,
  MoveTableOptions,
  Outcome,
  PlayerView,
  Seat,
  SenseReport,
  Square,
  TakenBack,
} from './types.ts';

/**
 * Everything that defines a new game. With `from` it goes on from a point of another one: of a record (its JSON text, or a link),
 * or of a replay (or a branch of one), after so many half-turns. They become half-turns of this game, and each side has been told
 * what was told to it there; whoever sits down now goes on from that. Such a game has no `startFen` of its own.
 */
export type NewGameSetup = Omit<GameSetup, 'from'> & {
  from?: GamePast | { replay: Replay; halfMoves: number };
};

/** Milliseconds on a running clock below which the engine is asked: it may be over when the answer is used. */
const SHORT_MS = 1000;

/** What the page keeps of a game: the engine sends it whenever it changes. */
class Kept implements Restorable {
  sealed: Uint8Array = new Uint8Array();
  #state: GameState | null = null;
  #toldAt = 0;
  readonly #object: ObjectId;

  constructor(object: ObjectId) {
    this.#object = object;
  }

  changed({ state, sealed }: GameNews): void {
    this.sealed = sealed;
    this.#state = state;
    this.#toldAt = performance.now();
  }

  /** Where the game stands; `null` when a clock may have ended it meanwhile. */
  get state(): GameState | null {
    const clocks = this.#state?.clocks;
    const left = clocks?.running ? clocks[clocks.running] : Number.POSITIVE_INFINITY;
    return performance.now() - this.#toldAt < left - SHORT_MS ? this.#state : null;
  }

  async restore(channel: Channel): Promise<void> {
    // A game requested during a restart of the engine is made after it.
    if (this.sealed.length > 0) await channel.call('resumeGame', [this.#object, this.sealed]);
  }
}

/**
 * A game in progress, or just over.
 *
 * The engine is the arbiter; a page can ask only for what the person at a seat may know. The true board comes out only
 * through {@link Game.replay} and {@link Game.recordJson}, once the game is over.
 *
 * @example A person (White) against an agent:
 * ```ts
 * const game = await outpost.newGame({
 *   white: { kind: 'person', name: 'Ada' },
 *   black: { kind: 'agent', agent: 'attacker', budgetMs: 500 },
 *   clock: null,
 *   seed: 7,
 * });
 * await game.sense('white', 44); // e6
 * const { taken, capture } = await game.move('white', 'e2e4');
 * await game.agentTurn();
 * const view = await game.view('white'); // own pieces, and all that White was told
 * ```
 */
export class Game {
  readonly #resource: Resource;
  readonly #kept: Kept;
  /** Calls on their way that may change the game. */
  #changes = 0;

  /** @internal Use {@link Outpost.newGame} or {@link Outpost.resumeGame}. */
  private constructor(session: Session, object: number, kept: Kept) {
    this.#kept = kept;
    this.#resource = new Resource(session, object, kept, this);
  }

  /** @internal */
  static async create(session: Session, setup: NewGameSetup): Promise<Game> {
    const { from } = Object(setup) as NewGameSetup;
    const replay = from && 'replay' in from ? from.replay : null;
    if (!replay) return Game.#open(session, (object) => session.call('newGame', [object, setup as GameSetup]));
    if (!(replay instanceof Replay)) throw new TypeError('from.replay: pass a replay of this engine');
    const { from: _, ...rest } = setup;
    return Game.#open(session, (game) => replay.playOn(session, game, from?.halfMoves as number, rest));
  }

  /** @internal */
  static async resume(session: Session, sealed: Uint8Array): Promise<Game> {
    const kept = copyOfBytes('sealed', sealed);
    return Game.#open(session, (object) => session.call('resumeGame', [object, kept]));
  }

  static async #open(session: Session, open: (object: number) => Promise<void>): Promise<Game> {
    const object = session.newObject();
    const kept = new Kept(object);
    // Registered before it exists, because the first snapshot arrives before the answer.
    session.keep(object, kept);
    try {
      await open(object);
    } catch (error) {
      session.release(object);
      throw error;
    }
    return new Game(session, object, kept);
  }

  /** What the person playing `color` may know. Rejects for an agent's seat while the game runs. */
  view(color: Color): Promise<PlayerView> {
    return this.#resource.call('game.view', [color]);
  }

  /** Senses around `square` (0 to 63, no name such as 'e4'), or not at all (`null`). */
  async sense(color: Color, square: Square | null): Promise<SenseReport> {
    return this.#changing(this.#resource.call('game.sense', [color, square]));
  }

  /** Requests a move in UCI, or passes (`null`). */
  async move(color: Color, uci: string | null): Promise<MoveReport> {
    return this.#changing(this.#resource.call('game.move', [color, uci]));
  }

  /**
   * Plays the turn (sense and move) of the agent whose turn it is.
   *
   * After an abort the turn can be started again; what was already played, such as the sense, stands.
   *
   * `evaluator` scores moves for the agent, if it uses one (default: `built-in`). With `nodes`, each decision has that
   * many positions, however long they take, in place of its seat's milliseconds: the same seed and nodes give the same
   * game on any machine, in both builds.
   *
   * The agents `siamese`, `outpost` and `level-8` also use the network, if it is loaded when the turn begins ({@link Outpost.siamese}).
   */
  async agentTurn(options: CallOptions & { evaluator?: EvaluatorName; nodes?: number } = {}): Promise<void> {
    const { evaluator = 'built-in', nodes } = Object(options) as { evaluator?: EvaluatorName; nodes?: number };
    return this.#changing(this.#resource.call('game.agentTurn', [evaluator, nodes], options));
  }

  /** Makes the thinking agent play the best move found so far, at once. */
  moveNow(): void {
    this.#resource.call('game.moveNow', []).catch(() => {
      // Nothing to hurry: the turn's own call reports what happened.
    });
  }

  /** The person playing `color` resigns. */
  resign(color: Color): Promise<void> {
    return this.#changing(this.#resource.call('game.resign', [color]));
  }

  /**
   * Takes back the last turn of the person playing `color`: the game stands before its last sense again, and what came after is
   * undone, also the end of the game. An agent that thinks ({@link Game.agentTurn}) is stopped, and its call resolves.
   *
   * With the same decisions (and nodes) the game goes on as it did before. {@link Game.takenBack} counts.
   *
   * Rejects with an {@link EngineError} of the code `take-back`: its data have the `refusal` `clock` in a game with a clock, `nothing`
   * where `color` has not sensed in this game; {@link PlayerView.takeBackRefusal} says so before. Rejects for an agent's seat.
   *
   * @example
   * ```ts
   * if (view.takeBackRefusal === null) await game.takeBack('white');
   * ```
   */
  async takeBack(color: Color): Promise<void> {
    return this.#changing(this.#resource.call('game.takeBack', [color]));
  }

  /** How often each side has taken a turn back. */
  async takenBack(): Promise<TakenBack> {
    const { takenBack } = await this.#state();
    return { ...takenBack };
  }

  /** Half-turns of another game that this one went on from ({@link NewGameSetup}); 0 for a game from its beginning. */
  async past(): Promise<number> {
    return (await this.#state()).past;
  }

  /** Whether the game began at the start position of chess: a game that goes on from another one has that one's. */
  async beganAsChess(): Promise<boolean> {
    return (await this.#state()).beganAsChess;
  }

  /** Has the engine look at the clocks ({@link ClockSetup}); how the game ended, if it has. */
  async checkClock(): Promise<Outcome | null> {
    return (await this.#resource.call('game.state', [])).outcome;
  }

  /** The belief of `color`. While the game runs, for a person's seat only. */
  async belief(color: Color, options: BeliefOptions = {}): Promise<BeliefView> {
    return this.#resource.call('game.belief', [color, weightsOf(options)], options);
  }

  /**
   * Rates each request, and the pass, of the person playing `color`, whose turn it is, over the information set; best
   * first.
   */
  async moves(color: Color, options: CallOptions & MoveTableOptions = {}): Promise<MoveTable> {
    return this.#resource.call('game.moves', [color, tableOptions(options)], options);
  }

  /**
   * The newest snapshot of the game, to be stored (in IndexedDB, for example) and passed to {@link Outpost.resumeGame}.
   * It is up to date when a call that changes the game has answered.
   *
   * It contains the hidden pieces, scrambled so that nobody reads them by accident; this is not encryption.
   */
  sealed(): Uint8Array {
    return this.#kept.sealed.slice();
  }

  /** Whose turn it is, and who sits there. */
  async toMove(): Promise<{ color: Color; seat: Seat }> {
    const { color, seat } = await this.#state();
    return { color, seat: { ...seat } };
  }

  /** How the game ended; `null` while it runs. */
  async outcome(): Promise<Outcome | null> {
    const { outcome } = await this.#state();
    return outcome && { ...outcome };
  }

  /** The game as a `reconchess` record (`GameHistory` JSON). Rejects until the game is over. */
  recordJson(): Promise<string> {
    return this.#resource.call('game.recordJson', []);
  }

  /** The game with the truth, step by step. Rejects until the game is over. */
  async replay(): Promise<Replay> {
    const { session, object } = this.#resource;
    const kept = this.#kept;
    return Replay.open(
      session,
      (replay, options) => session.callOn(object, 'game.replay', [object, replay], options),
      async (channel, replay) => {
        // The game may have been disposed of since; its snapshot has not.
        const game = session.newObject();
        await channel.call('resumeGame', [game, kept.sealed]);
        await channel.call('game.replay', [game, replay]);
        await channel.call('release', [game]);
      },
    );
  }

  /** Where the game stands: as it was last told, unless that may be out of date. */
  async #state(): Promise<GameState> {
    const { session, object } = this.#resource;
    const told = this.#changes === 0 && session.has(object) ? this.#kept.state : null;
    return told ?? this.#resource.call('game.state', []);
  }

  async #changing<T>(call: Promise<T>): Promise<T> {
    this.#changes += 1;
    try {
      return await call;
    } finally {
      this.#changes -= 1;
    }
  }

  /** Frees the game in the engine. */
  dispose(): void {
    this.#resource.dispose();
  }
}
