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
 * One side's information set, for bots: `tell` it what your side was told, ask what follows.
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
   * Adds the next observation. Rejects, without changing anything, when it cannot follow (out of order, a window that
   * shows other own pieces, a move that may not be requested) or when no board agrees with it.
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

  /** The belief about the opponent's pieces, and the value of each sense. */
  async view(options: BeliefOptions = {}): Promise<BeliefView> {
    return this.#resource.call('belief.view', [weightsOf(options)], options);
  }

  /**
   * The network's ({@link Outpost.siamese}) weight for each board, in the order of {@link Belief.boards} without a
   * limit below the size: not negative, 1 in sum. The network was trained on this side's turns, before the sense and
   * before the move. Uniform where no network is loaded.
   */
  async weights(options: WeighOptions = {}): Promise<Float32Array> {
    const { opponent, temperature = 1 } = Object(options) as WeighOptions;
    return this.#resource.call('belief.weights', [opponent, temperature], options);
  }

  /**
   * Rates each request in this side's turn over all boards. `weights` has the weight of each board, in the order of
   * {@link Belief.boards} without a limit below the size; uniform by default.
   */
  async moves(options: CallOptions & MoveTableOptions & { weights?: ArrayLike<number> } = {}): Promise<MoveTable> {
    const { weights = null } = Object(options) as { weights?: ArrayLike<number> };
    return this.#resource.call('belief.moves', [tableOptions(options, weights)], options);
  }

  /**
   * The number of the opponent's possible moves, summed over all boards, with a pass on each: the successors that an
   * expansion without a capture generates, before deduplication.
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
