import type { Channel } from './channel.ts';
import { observation as copyOfObservation, tableOptions, weightsOf } from './check.ts';
import type { ObjectId } from './protocol.ts';
import { Resource } from './resource.ts';
import type { Session } from './session.ts';
import type {
  BeliefOptions,
  BeliefView,
  CallOptions,
  Color,
  MoveTable,
  MoveTableOptions,
  Observation,
  PlayerView,
  WeighOptions,
} from './types.ts';

/**
 * One side's information set, for bot authors: tell it what your side was told, ask what follows.
 *
 * Squares are numbers here, 0 to 63 with a1 = 0, b1 = 1, … h8 = 63, or `null`; anything else is refused. (The program
 * `outpost rules` accepts names such as `"e4"` as well.)
 *
 * @example
 * ```ts
 * const belief = await outpost.track('white');
 * await belief.tell({ type: 'opponent', capture: null });
 * const { bestSense } = await belief.view();
 * await belief.tell({ type: 'sense', square: null, result: [] });
 * await belief.tell({ type: 'move', requested: 'e2e4', taken: 'e2e4', capture: null });
 * await belief.tell({ type: 'opponent', capture: null });
 * (await belief.view()).size; // 21: Black passed, or made one of 20 moves
 * ```
 */
export class Belief {
  readonly color: Color;
  readonly #resource: Resource;
  readonly #told: Observation[] = [];

  private constructor(session: Session, object: ObjectId, color: Color, startFen?: string, cap?: number) {
    this.color = color;
    const told = this.#told;
    this.#resource = new Resource(
      session,
      object,
      {
        restore: async (channel: Channel) => {
          await channel.call('track', [object, color, startFen, cap]);
          for (const observation of told) await channel.call('belief.tell', [object, observation]);
        },
      },
      this,
    );
  }

  /** @internal */
  static async track(session: Session, color: Color, startFen?: string, cap?: number): Promise<Belief> {
    const object = session.newObject();
    await session.call('track', [object, color, startFen, cap]);
    return new Belief(session, object, color, startFen, cap);
  }

  /**
   * Adds what the side was told next. Rejects when it cannot follow (out of order, a window that shows other own
   * pieces, a move that may not be requested) or when no board agrees with it; nothing changes then.
   */
  async tell(observation: Observation, options?: CallOptions): Promise<void> {
    const copy = copyOfObservation('observation', observation);
    await this.#resource.call('belief.tell', [copy], options);
    this.#told.push(copy);
  }

  /** The own pieces, the moves that may be requested, and everything told so far. */
  known(): Promise<PlayerView> {
    return this.#resource.call('belief.known', []);
  }

  /** What follows for the opponent's pieces, and what each sense would be worth. */
  async view(options: BeliefOptions = {}): Promise<BeliefView> {
    return this.#resource.call('belief.view', [weightsOf(options)], options);
  }

  /**
   * How likely the network ({@link Outpost.siamese}) takes each board to be, in the order of {@link Belief.boards} without a
   * limit below the size: not negative, and 1 in sum. It has learnt of this side's turns, before the sense and before the
   * move. Where no network is loaded, all are alike.
   */
  async weights(options: WeighOptions = {}): Promise<Float32Array> {
    const { opponent, temperature = 1 } = Object(options) as WeighOptions;
    return this.#resource.call('belief.weights', [opponent, temperature], options);
  }

  /**
   * How good each request would be in this side's turn, over all boards. `weights` says how likely each board is, in the order
   * of {@link Belief.boards} without a limit below the size; all alike when left out.
   */
  async moves(options: CallOptions & MoveTableOptions & { weights?: ArrayLike<number> } = {}): Promise<MoveTable> {
    const { weights = null } = Object(options) as { weights?: ArrayLike<number> };
    return this.#resource.call('belief.moves', [tableOptions(options, weights)], options);
  }

  /**
   * The moves that the opponent could make, added up over all boards, with a pass on each: what expanding the set
   * generates when the next notice tells of no capture, before boards that are the same become one.
   */
  opponentMoves(options?: CallOptions): Promise<number> {
    return this.#resource.call('belief.opponentMoves', [], options);
  }

  /** FENs of the boards that are still possible, at most `limit` (a whole number), spread evenly over the set. */
  async boards(limit = 100): Promise<string[]> {
    return this.#resource.call('belief.boards', [limit]);
  }

  /** Frees the set in the engine. */
  dispose(): void {
    this.#resource.dispose();
  }
}
