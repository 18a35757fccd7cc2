import type { RecordFileContent, ReplayContent } from '../wasm-single/engine.js';
import type { Channel, ChannelCallOptions } from './channel.ts';
import { consultation, copyOfAction, copyOfBytes, reportOptions, tableOptions, weightsOf } from './check.ts';
import type { ObjectId } from './protocol.ts';
import { Resource } from './resource.ts';
import type { Session } from './session.ts';
import type {
  Action,
  AgentName,
  BeliefOptions,
  BeliefView,
  CallOptions,
  Color,
  DescribedError,
  GameSetup,
  MomentPuzzle,
  MoveTable,
  MoveTableOptions,
  PastLimit,
  RecordDetails,
  RecordSummary,
  ReplayStep,
  SideSizes,
  StepSizes,
  TurnReport,
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
  /** Bad lines of the file: each with its number and the reason, as data of the code `record` and in the message. */
  readonly problems: DescribedError[];
  readonly #resource: Resource;
  readonly #bytes: Uint8Array;

  private constructor(session: Session, object: ObjectId, bytes: Uint8Array, content: RecordFileContent) {
    this.games = content.games;
    this.problems = content.problems;
    this.#bytes = bytes;
    const restore = (channel: Channel) => channel.call('openRecords', [object, bytes]);
    this.#resource = new Resource(session, object, { restore }, this);
  }

  /** @internal */
  static async open(session: Session, given: Uint8Array, options?: CallOptions): Promise<RecordFile> {
    const object = session.newObject();
    // A copy, in case the caller changes the bytes.
    const bytes = copyOfBytes('bytes', given);
    const content = await session.call('openRecords', [object, bytes], options);
    return new RecordFile(session, object, bytes, content);
  }

  /** The JSON text of one game as it stands in the file, with any other keys. */
  async text(index: number): Promise<string> {
    return this.#resource.call('records.text', [index]);
  }

  /**
   * Details of one game: the id of its content, notes and tags, and its differences from the rules.
   *
   * @example
   * ```ts
   * const { differences } = await file.details(0);
   * for (const { ply, color, what, rules, record } of differences) console.log(ply, color, what, record, 'instead of', rules);
   * ```
   */
  async details(index: number): Promise<RecordDetails> {
    return this.#resource.call('records.details', [index]);
  }

  /** Opens one game. */
  async replay(index: number): Promise<Replay> {
    const { session, object } = this.#resource;
    const bytes = this.#bytes;
    return Replay.open(
      session,
      (replay, options) => session.callOn(object, 'records.replay', [object, replay, index], options),
      async (channel, replay) => {
        // The file may have been disposed of since.
        const file = session.newObject();
        await channel.call('openRecords', [file, bytes]);
        await channel.call('records.replay', [file, replay, index]);
        await channel.call('release', [file]);
      },
    );
  }

  /** Frees the file in the engine; replays opened from it stay. */
  dispose(): void {
    this.#resource.dispose();
  }
}

/** What a link held: a game, or boards that {@link Outpost.openBoards} takes. `more`: a later version put in more. */
export type OpenedLink =
  | { kind: 'game'; replay: Replay; more: boolean }
  | { kind: 'boards'; fens: string[]; more: boolean };

/**
 * A game step by step, with the truth and both sides' beliefs at every step: a finished or unfinished one, or a {@link
 * Replay.branch} of one.
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
  /**
   * Three for each half-turn: its start, after its sense, after its move. In an unfinished game, the last step is where
   * the side to move senses or requests next.
   */
  readonly steps: ReplayStep[];
  readonly #resource: Resource;
  readonly #restore: (channel: Channel, replay: ObjectId) => Promise<unknown>;
  /** What was told of it when it was opened. */
  readonly #details: RecordDetails | null;

  private constructor(
    session: Session,
    object: ObjectId,
    { summary, details }: ReplayContent,
    steps: ReplayStep[],
    restore: (channel: Channel, replay: ObjectId) => Promise<unknown>,
  ) {
    this.summary = summary;
    this.steps = steps;
    this.#details = details;
    this.#restore = restore;
    this.#resource = new Resource(session, object, { restore: (channel) => restore(channel, object) }, this);
  }

  /** @internal */
  static async open(
    session: Session,
    open: (replay: ObjectId, options: ChannelCallOptions) => Promise<ReplayContent>,
    restore: (channel: Channel, replay: ObjectId) => Promise<unknown>,
    before: () => readonly ReplayStep[] = () => [],
  ): Promise<Replay> {
    const object = session.newObject();
    const steps: ReplayStep[] = [];
    const content = await open(object, { onSteps: (some) => steps.push(...some) });
    return new Replay(session, object, content, [...before(), ...steps], restore);
  }

  /** @internal */
  static openRecord(session: Session, json: string): Promise<Replay> {
    return Replay.open(
      session,
      (replay, options) => session.call('openRecord', [replay, json], options),
      (channel, replay) => channel.call('openRecord', [replay, json]),
    );
  }

  /** @internal */
  static async openLink(session: Session, text: string): Promise<OpenedLink> {
    const object = session.newObject();
    const steps: ReplayStep[] = [];
    const onSteps = (some: ReplayStep[]) => steps.push(...some);
    const { more, fens, replay } = await session.call('openLink', [object, text], { onSteps });
    if (fens) return { kind: 'boards', fens, more };
    const restore = (channel: Channel, made: ObjectId) => channel.call('openLink', [made, text]);
    return { kind: 'game', replay: new Replay(session, object, replay, steps, restore), more };
  }

  /**
   * The record as JSON text: from a file as it stands there, with other keys (such as notes under `outpost`), from a
   * game as in {@link Game.recordJson}.
   */
  record(): Promise<string> {
    return this.#resource.call('replay.record', []);
  }

  /** Details as in {@link RecordFile.details}; for a branch, those of the whole game. */
  async details(): Promise<RecordDetails> {
    return this.#details ? structuredClone(this.#details) : this.#resource.call('replay.details', []);
  }

  /** After how many half-turns another game can go on from this one ({@link NewGameSetup}), and why not after more. */
  async pastLimit(): Promise<PastLimit> {
    return this.#resource.call('replay.pastLimit', []);
  }

  /** Computes both sides' information sets in order and reports their sizes as it goes, each step once. */
  analyse(options: CallOptions & { onSizes: (sizes: StepSizes[]) => void }): Promise<void> {
    return this.#resource.call('replay.analyse', [], options);
  }

  /**
   * Counts the boards of `color` before and after each of its senses, as `outpost stats` does, for figures of many games: exactly up
   * to `cap` boards, from 64 to 4,000,000 (default: 100,000). A set that a sense leaves with more than 16 times as many is given up.
   */
  async senseSizes(color: Color, options: CallOptions & { cap?: number } = {}): Promise<SideSizes> {
    const { cap } = Object(options) as { cap?: number };
    return this.#resource.call('replay.senseSizes', [color, cap], options);
  }

  /** The belief of `color` at a step. */
  async belief(step: number, color: Color, options: BeliefOptions = {}): Promise<BeliefView> {
    return this.#resource.call('replay.belief', [step, color, weightsOf(options)], options);
  }

  /**
   * Rates each request of `color` at a step of its turn before its move (phases `start` and `sensed`), over its
   * information set.
   *
   * @example
   * ```ts
   * const table = await replay.moves(step, 'white', { onTable: (table) => show(table), signal: controller.signal });
   * table.rows[0]?.request; // the best
   * ```
   */
  async moves(step: number, color: Color, options: CallOptions & MoveTableOptions = {}): Promise<MoveTable> {
    return this.#resource.call('replay.moves', [step, color, tableOptions(options)], options);
  }

  /**
   * A what-if: the game up to a step, then `action` by the rules from the true position. Steps 0 to `step` are the same
   * as here; then follow the steps of the action, up to the next decision. A branch can be branched again.
   *
   * At a `start` step a request skips the sense; at a `sensed` step only a request is possible, at a `moved` step
   * nothing.
   *
   * @example
   * ```ts
   * const other = await replay.branch(step, { request: 'd8h4' });
   * const view = await other.belief(other.steps.length - 1, 'white');
   * ```
   */
  async branch(step: number, action: Action): Promise<Replay> {
    const what = copyOfAction('action', action);
    const { session, object } = this.#resource;
    const restore = this.#restore;
    return Replay.open(
      session,
      (branch, options) => session.callOn(object, 'replay.branch', [object, branch, step, what], options),
      async (channel, branch) => {
        // This replay may have been disposed of since.
        const trunk = session.newObject();
        await restore(channel, trunk);
        await channel.call('replay.branch', [trunk, branch, step, what]);
        await channel.call('release', [trunk]);
      },
      () => this.steps.slice(0, step + 1),
    );
  }

  /** @internal Makes `game` go on from here: see {@link Outpost.newGame}. */
  async playOn(session: Session, game: ObjectId, halfMoves: number, setup: GameSetup): Promise<void> {
    if (session !== this.#resource.session) throw new TypeError('from.replay: pass a replay of this engine');
    const { object } = this.#resource;
    await session.callOn(object, 'replay.playOn', [object, game, halfMoves, setup]);
  }

  /**
   * What an agent would sense (at a `start` step) or request (at a `sensed` step), given what the side to move had been
   * told. It thinks for at most `ms` milliseconds (default: 500).
   */
  async consult(
    step: number,
    agent: AgentName,
    options: CallOptions & { ms?: number; seed?: number } = {},
  ): Promise<Action> {
    const { ms, seed } = consultation(options);
    return this.#resource.call('replay.consult', [step, agent, ms, seed], options);
  }

  /**
   * Judges each half-turn and reports it once, the nearest to half-turn `first` (default: 0) first. Each gets `nodes`
   * positions: more give surer values.
   */
  async report(
    options: CallOptions & { onTurns: (turns: TurnReport[]) => void; first?: number; nodes?: number },
  ): Promise<void> {
    const { first, nodes } = reportOptions(options);
    return this.#resource.call('replay.report', [first, nodes], options);
  }

  /**
   * Makes puzzles of what `color` got wrong in the half-turns `plies` (eight at most), in the order of the game. A half-turn has none
   * where its information set was too large, where no answer is clearly best, or where the side found one. A finished game only: what
   * is asked may begin with its true board.
   *
   * @example
   * ```ts
   * const puzzles = await replay.puzzles('white', [24, 30], { signal: controller.signal });
   * for (const { kind, rating, answers } of puzzles) console.log(kind, rating, answers);
   * ```
   */
  async puzzles(color: Color, plies: readonly number[], options: CallOptions = {}): Promise<MomentPuzzle[]> {
    return this.#resource.call('replay.puzzles', [color, plies as number[]], options);
  }

  /** Frees the replay in the engine. */
  dispose(): void {
    this.#resource.dispose();
  }
}
