import { copyOfBytes, tableOptions, weightsOf } from './check.ts';
import { Replay } from './records.ts';
import { Resource } from './resource.ts';
import type { Restorable, Session } from './session.ts';
import type {
  BeliefOptions,
  BeliefView,
  CallOptions,
  Color,
  EvaluatorName,
  GameSetup,
  MoveReport,
  MoveTable,
  MoveTableOptions,
  Outcome,
  PlayerView,
  Seat,
  SenseReport,
  Square,
} from './types.ts';

/**
 * A game in progress, or just over.
 *
 * The engine is the arbiter; what a page can ask for is what the person at a seat may know. The true
 * board comes out only through {@link Game.replay} and {@link Game.recordJson}, once the game is over.
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
  readonly #restorable: Restorable & { sealed: Uint8Array };

  /** @internal Use {@link Outpost.newGame} or {@link Outpost.resumeGame}. */
  private constructor(session: Session, object: number, restorable: Restorable & { sealed: Uint8Array }) {
    this.#restorable = restorable;
    this.#resource = new Resource(session, object, restorable, this);
  }

  /** @internal */
  static async create(session: Session, setup: GameSetup): Promise<Game> {
    return Game.#open(session, (object) => session.call('newGame', [object, setup]));
  }

  /** @internal */
  static async resume(session: Session, sealed: Uint8Array): Promise<Game> {
    const kept = copyOfBytes('sealed', sealed);
    return Game.#open(session, (object) => session.call('resumeGame', [object, kept]));
  }

  static async #open(session: Session, open: (object: number) => Promise<void>): Promise<Game> {
    const object = session.newObject();
    const restorable = {
      sealed: new Uint8Array(),
      // One that is asked for while the engine is started again is made after that.
      restore: async (channel: Parameters<Restorable['restore']>[0]) => {
        if (restorable.sealed.length > 0) await channel.call('resumeGame', [object, restorable.sealed]);
      },
    };
    // Kept before it exists, as the first snapshot arrives before the answer does.
    session.keep(object, restorable);
    try {
      await open(object);
    } catch (error) {
      session.release(object);
      throw error;
    }
    return new Game(session, object, restorable);
  }

  /** What the person playing `color` may know. Rejects for an agent's seat while the game runs. */
  view(color: Color): Promise<PlayerView> {
    return this.#resource.call('game.view', [color]);
  }

  /** Senses around `square` (0 to 63, no name such as 'e4'), or not at all (`null`). */
  async sense(color: Color, square: Square | null): Promise<SenseReport> {
    return this.#resource.call('game.sense', [color, square]);
  }

  /** Requests a move in UCI, or passes (`null`). */
  async move(color: Color, uci: string | null): Promise<MoveReport> {
    return this.#resource.call('game.move', [color, uci]);
  }

  /**
   * Plays the turn (sense and move) of the agent whose turn it is.
   *
   * After an abort the turn can be started again; what was already played of it, such as the sense, stands.
   *
   * `evaluator` says who scores moves for the agent, if it asks at all: `built-in` when left out. With `nodes` (positions
   * looked at, a whole number) each of its decisions has so many, however long they take, in place of its seat's
   * milliseconds: the same seed and nodes give the same game on any machine, in both builds.
   *
   * The agent `siamese` asks the network as well, if that is loaded when its turn begins ({@link Outpost.siamese}).
   */
  async agentTurn(options: CallOptions & { evaluator?: EvaluatorName; nodes?: number } = {}): Promise<void> {
    const { evaluator = 'built-in', nodes } = Object(options) as { evaluator?: EvaluatorName; nodes?: number };
    return this.#resource.call('game.agentTurn', [evaluator, nodes], options);
  }

  /** Asks the agent that thinks to play the best it has found so far, at once. */
  moveNow(): void {
    this.#resource.call('game.moveNow', []).catch(() => {
      // Nothing to hurry: the turn's own call tells what happened to it.
    });
  }

  /** The person playing `color` gives up. */
  resign(color: Color): Promise<void> {
    return this.#resource.call('game.resign', [color]);
  }

  /** Looks at the clocks, as every other call does ({@link ClockSetup}), and says how the game ended, if it has. */
  checkClock(): Promise<Outcome | null> {
    return this.#resource.call('game.checkClock', []);
  }

  /** What `color` can conclude. While the game runs, for a person's seat only. */
  async belief(color: Color, options: BeliefOptions = {}): Promise<BeliefView> {
    return this.#resource.call('game.belief', [color, weightsOf(options)], options);
  }

  /**
   * How good each request of the person playing `color`, whose turn it is, would be: every one, and the pass, best first, over
   * the boards that the person cannot tell apart.
   */
  async moves(color: Color, options: CallOptions & MoveTableOptions = {}): Promise<MoveTable> {
    return this.#resource.call('game.moves', [color, tableOptions(options)], options);
  }

  /**
   * The newest snapshot of the game, to be kept (in IndexedDB, say) and given to
   * {@link Outpost.resumeGame}. Refreshed by the time a call that changes the game has answered.
   *
   * It holds the hidden pieces, scrambled so that nobody reads them by accident; it is no encryption.
   */
  sealed(): Uint8Array {
    return this.#restorable.sealed.slice();
  }

  /** Whose turn it is, and who sits there. */
  toMove(): Promise<{ color: Color; seat: Seat }> {
    return this.#resource.call('game.toMove', []);
  }

  /** How the game ended; `null` while it runs. */
  outcome(): Promise<Outcome | null> {
    return this.#resource.call('game.outcome', []);
  }

  /** The game as a `reconchess` record (`GameHistory` JSON). Rejects until the game is over. */
  recordJson(): Promise<string> {
    return this.#resource.call('game.recordJson', []);
  }

  /** The game with the truth, step by step. Rejects until the game is over. */
  async replay(): Promise<Replay> {
    const { session, object } = this.#resource;
    const restorable = this.#restorable;
    return Replay.open(
      session,
      (replay, options) => session.callOn(object, 'game.replay', [object, replay], options),
      async (channel, replay) => {
        // The game may have been disposed of since; its snapshot has not.
        const game = session.newObject();
        await channel.call('resumeGame', [game, restorable.sealed]);
        await channel.call('game.replay', [game, replay]);
        await channel.call('release', [game]);
      },
    );
  }

  /** Frees the game in the engine. */
  dispose(): void {
    this.#resource.dispose();
  }
}
