import type { BoardSetContent } from '../wasm-single/engine.js';
import { tableOptions } from './check.ts';
import type { ObjectId } from './protocol.ts';
import { Resource } from './resource.ts';
import type { Session } from './session.ts';
import type {
  Action,
  BeliefView,
  BoardOutcome,
  CallOptions,
  Color,
  MoveTable,
  MoveTableOptions,
  PieceLetter,
  StepPhase,
} from './types.ts';

/**
 * Listed boards that one side cannot tell apart: set up by hand, or from a link.
 *
 * It stands at the `start` of that side's half-turn; {@link BoardSet.take} gives sets after its sense and its move.
 *
 * @example
 * ```ts
 * const set = await outpost.openBoards(['4k1n1/8/8/8/8/8/8/4K3 w - - 0 1', '4k3/4n3/8/8/8/8/8/4K3 w - - 0 1']);
 * const { bestSense } = await set.belief();
 * const [seen] = await set.outcomes({ sense: bestSense });
 * const told = await set.take({ sense: bestSense }, 0); // if that is what it shows
 * ```
 */
export class BoardSet {
  /** Whose knowledge it is. */
  readonly color: Color;
  /** The phase of this side's half-turn: at `moved` it has nothing more to do. */
  readonly phase: StepPhase;
  /** Number of boards, without duplicates. */
  readonly size: number;
  /** Own pieces by square: 64 entries. */
  readonly own: (PieceLetter | null)[];
  /** The boards, in the given order. */
  readonly fens: string[];
  readonly #resource: Resource;

  private constructor(session: Session, object: ObjectId, { color, phase, own, fens }: BoardSetContent) {
    this.color = color;
    this.phase = phase;
    this.size = fens.length;
    this.own = own;
    this.fens = fens;
    const boards = [...fens];
    this.#resource = new Resource(
      session,
      object,
      { restore: (channel) => channel.call('openBoards', [object, boards, phase]) },
      this,
    );
  }

  /** @internal */
  static async open(session: Session, given: readonly string[], options?: CallOptions): Promise<BoardSet> {
    const object = session.newObject();
    // What is checked is a list of texts.
    const fens = given as string[];
    return new BoardSet(session, object, await session.call('openBoards', [object, fens, 'start'], options));
  }

  /** The belief about the opponent's pieces, and the value of each sense (at the start), with uniform weights. */
  async belief(options?: CallOptions): Promise<BeliefView> {
    return this.#resource.call('boards.belief', [], options);
  }

  /** Rates each request over all boards. */
  async moves(options: CallOptions & MoveTableOptions = {}): Promise<MoveTable> {
    return this.#resource.call('boards.moves', [tableOptions(options)], options);
  }

  /** The possible answers to an action, the one on most boards first. */
  async outcomes(action: Action): Promise<BoardOutcome[]> {
    return this.#resource.call('boards.outcomes', [action]);
  }

  /**
   * The set after an action and the answer `outcome`, an index into {@link BoardSet.outcomes}. After a request it is
   * the opponent's turn, and the boards are those before it. A request at the start skips the sense.
   */
  async take(action: Action, outcome: number): Promise<BoardSet> {
    const { session, object } = this.#resource;
    const taken = session.newObject();
    return new BoardSet(session, taken, await session.callOn(object, 'boards.take', [object, taken, action, outcome]));
  }

  /** Frees the set in the engine; sets taken from it stay. */
  dispose(): void {
    this.#resource.dispose();
  }
}
