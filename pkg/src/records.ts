import type { Channel, ChannelCallOptions } from './channel.ts';
import { checkedIndex, checkedTableOptions, checkedWeights, checkFile } from './check.ts';
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
  RecordSummary,
  ReplayStep,
  StepSizes,
} from './types.ts';

/**
 * A file of game records: one `reconchess` `GameHistory` (JSON), or one on each line (JSONL), gzipped or not.
 *
 * @example
 * ```ts
 * const file = await outpost.openRecords(new Uint8Array(await blob.arrayBuffer()));
 * for (const game of file.games) console.log(game.index, game.white, game.black, game.reason);
 * const replay = await file.replay(0);
 * ```
 */
export class RecordFile {
  /** The games, in the file's order. */
  readonly games: RecordSummary[];
  /** Lines of the file that are no game, each with its number and what is wrong with it. */
  readonly problems: string[];
  readonly #resource: Resource;
  readonly #bytes: Uint8Array;

  private constructor(
    session: Session,
    object: ObjectId,
    bytes: Uint8Array,
    content: { games: RecordSummary[]; problems: string[] },
  ) {
    this.games = content.games;
    this.problems = content.problems;
    this.#bytes = bytes;
    const restore = (channel: Channel) => channel.call('openRecords', [object, bytes]);
    this.#resource = new Resource(session, object, { restore }, this);
  }

  /** @internal */
  static async open(session: Session, given: Uint8Array, options?: CallOptions): Promise<RecordFile> {
    checkFile(given);
    const object = session.newObject();
    // A copy, in case the caller's changes.
    const bytes = given.slice();
    const content = await session.call('openRecords', [object, bytes], options);
    return new RecordFile(session, object, bytes, content);
  }

  /** Opens one game. */
  async replay(index: number): Promise<Replay> {
    const game = checkedIndex('index', index);
    const { session, object } = this.#resource;
    const bytes = this.#bytes;
    return Replay.open(
      session,
      (replay, options) => session.callOn(object, 'records.replay', [object, game, replay], options),
      async (channel, replay) => {
        // The file may have been disposed of since.
        const file = session.newObject();
        await channel.call('openRecords', [file, bytes]);
        await channel.call('records.replay', [file, game, replay]);
        await channel.call('release', [file]);
      },
    );
  }

  /** Frees the file in the engine; replays opened from it stay. */
  dispose(): void {
    this.#resource.dispose();
  }
}

/**
 * A finished game, step by step, with the truth and with what each side could conclude at every step.
 *
 * @example Sizes of both information sets, as they are computed:
 * ```ts
 * await replay.analyse({
 *   onSizes: (sizes) => chart.add(sizes),
 *   onProgress: ({ done, total }) => (bar.value = done / total),
 *   signal: controller.signal,
 * });
 * const view = await replay.belief(12, 'black');
 * ```
 */
export class Replay {
  readonly summary: RecordSummary;
  /** Three for each half-turn: its start, after its sense, after its move. */
  readonly steps: ReplayStep[];
  readonly #resource: Resource;

  private constructor(
    session: Session,
    object: ObjectId,
    content: { summary: RecordSummary; steps: ReplayStep[] },
    restore: (channel: Channel, replay: ObjectId) => Promise<void>,
  ) {
    this.summary = content.summary;
    this.steps = content.steps;
    this.#resource = new Resource(session, object, { restore: (channel) => restore(channel, object) }, this);
  }

  /** @internal */
  static async open(
    session: Session,
    open: (replay: ObjectId, options: ChannelCallOptions) => Promise<RecordSummary>,
    restore: (channel: Channel, replay: ObjectId) => Promise<void>,
  ): Promise<Replay> {
    const object = session.newObject();
    const steps: ReplayStep[] = [];
    const summary = await open(object, { onSteps: (some) => steps.push(...some) });
    return new Replay(session, object, { summary, steps }, restore);
  }

  /**
   * The record as JSON text: from a file as it stands there, with keys that others put in (notes under `outpost`, say), from a
   * game as {@link Game.recordJson} has it.
   */
  record(): Promise<string> {
    return this.#resource.call('replay.record', []);
  }

  /** Computes both sides' information sets in order and reports their sizes as it goes, each step once. */
  analyse(options: CallOptions & { onSizes: (sizes: StepSizes[]) => void }): Promise<void> {
    return this.#resource.call('replay.analyse', [], options);
  }

  /** What `color` could conclude at a step. */
  async belief(step: number, color: Color, options: BeliefOptions = {}): Promise<BeliefView> {
    return this.#resource.call('replay.belief', [checkedIndex('step', step), color, checkedWeights(options)], options);
  }

  /**
   * How good each request of `color` would be at a step of its turn before its move (phases `start` and `sensed`), over
   * the boards that it could not tell apart.
   *
   * @example
   * ```ts
   * const table = await replay.moves(step, 'white', { onTable: (table) => show(table), signal: controller.signal });
   * table.rows[0]?.request; // the best
   * ```
   */
  async moves(step: number, color: Color, options: CallOptions & MoveTableOptions = {}): Promise<MoveTable> {
    const args = [checkedIndex('step', step), color, checkedTableOptions(options, null)] as const;
    return this.#resource.call('replay.moves', [...args], options);
  }

  /** Frees the replay in the engine. */
  dispose(): void {
    this.#resource.dispose();
  }
}
