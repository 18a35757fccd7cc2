import { Belief } from './belief.ts';
import { BoardSet } from './boards.ts';
import type { EngineCrashError } from './errors.ts';
import { Game, type NewGameSetup } from './game.ts';
import { surroundings } from './launch.ts';
import { Players } from './players/players.ts';
import { type OpenedLink, RecordFile, Replay } from './records.ts';
import { Session, type StartOptions } from './session.ts';
import { Siamese } from './siamese/siamese.ts';
import { Statistics } from './statistics.ts';
import { Stockfish } from './stockfish/stockfish.ts';
import type {
  AgentDescription,
  CallOptions,
  Color,
  EngineInfo,
  LevelDescription,
  LinkContent,
  TextContent,
} from './types.ts';

/**
 * The engine: starts games, opens records, tracks information sets.
 *
 * In a browser it runs in its own worker, so a page never waits for it; in Node it runs in the calling thread, in
 * slices. Everything large stays inside it: dispose of what is no longer needed.
 *
 * @example
 * ```ts
 * import { Outpost } from 'outpost-rbc';
 *
 * const outpost = await Outpost.start();
 * console.log(outpost.info.reason); // which build runs, and why
 * ```
 */
export class Outpost {
  /** Stockfish, to score moves; not fetched before {@link Stockfish.load}. */
  readonly stockfish: Stockfish;
  /** A network that weights boards; not fetched before {@link Siamese.load}. */
  readonly siamese: Siamese;
  /** A list of players that the opponent may be, for a filter that weights boards; not fetched before {@link Players.load}. */
  readonly players: Players;
  /** Scores, ratings and intervals for results of games. */
  readonly statistics: Statistics;
  readonly #session: Session;

  private constructor(session: Session) {
    this.#session = session;
    this.stockfish = new Stockfish(session);
    this.siamese = new Siamese(session);
    this.players = new Players(session);
    this.statistics = new Statistics(session);
  }

  /**
   * Loads and starts the engine. Takes the build with threads where the page is cross-origin isolated and its threads
   * start, otherwise the single-threaded one.
   */
  static async start(options: StartOptions = {}): Promise<Outpost> {
    return new Outpost(await Session.start(await surroundings(), options));
  }

  /** @internal For tests: an engine in a fake environment. */
  static async startIn(around: Parameters<typeof Session.start>[0], options: StartOptions = {}): Promise<Outpost> {
    return new Outpost(await Session.start(around, options));
  }

  /** The running build, its threads, and the reason. Changes if a restart had to take the other build. */
  get info(): EngineInfo {
    return this.#session.info;
  }

  /** The built-in agents. */
  agents(): Promise<AgentDescription[]> {
    return this.#session.call('agents', []);
  }

  /** The levels of difficulty, weakest first. They are opponents like the agents, and bring their own limits of thinking. */
  levels(): Promise<LevelDescription[]> {
    return this.#session.call('levels', []);
  }

  /**
   * Starts a game; the clock of the side to move runs from now on.
   *
   * @example A game that goes on from the tenth half-turn of another:
   * ```ts
   * const game = await outpost.newGame({ white, black, clock: null, seed: 7, from: { replay, halfMoves: 10 } });
   * ```
   */
  newGame(setup: NewGameSetup): Promise<Game> {
    return Game.create(this.#session, setup);
  }

  /**
   * Resumes a game from {@link Game.sealed}; its clocks continue from where they stood. Rejects with the reason when
   * the snapshot is damaged or of another version.
   */
  resumeGame(sealed: Uint8Array): Promise<Game> {
    return Game.resume(this.#session, sealed);
  }

  /**
   * Opens a record file (JSON, JSONL, either gzipped) of at most 256 MiB, also when unpacked. Rejects with the place
   * and the reason when it cannot be read, or exceeds {@link LIMITS}. In a file of many games, bad lines are listed in
   * {@link RecordFile.problems}; it rejects when no game is left.
   */
  openRecords(bytes: Uint8Array, options?: CallOptions): Promise<RecordFile> {
    return RecordFile.open(this.#session, bytes, options);
  }

  /**
   * Opens the game of a record's JSON text, with its steps and {@link Replay.details}, in one call. Rejects with the place and
   * the reason when it cannot be read, or has more than {@link LIMITS}.
   */
  async openRecord(json: string): Promise<Replay> {
    return Replay.openRecord(this.#session, json);
  }

  /**
   * Opens what a link holds, in one call: a game with its steps and {@link Replay.details}, or boards. `text` is the link or any
   * text with it. Rejects as {@link Outpost.decodeLink}.
   */
  async openLink(text: string): Promise<OpenedLink> {
    return Replay.openLink(this.#session, text);
  }

  /**
   * The link of a record's JSON text: some 120 letters and digits for 60 half-turns, for the fragment of an address.
   * The record may have a view and notes under the key `outpost` ({@link LinkAnnotations}); boards are `{ type:
   * 'Boards', fens: string[] }`. Rejects when the record differs from the rules, or exceeds what a link can hold.
   *
   * @example
   * ```ts
   * const record = await game.recordJson();
   * location.hash = await outpost.encodeLink(`${record.slice(0, -1)}, "outpost": ${JSON.stringify({ notes })}}`);
   * ```
   */
  async encodeLink(json: string): Promise<string> {
    return this.#session.call('encodeLink', [json]);
  }

  /**
   * Recognises a pasted text: a link, records or positions, however they are wrapped, quoted or encoded. Takes linear
   * time, and never rejects because of the text.
   *
   * @example
   * ```ts
   * const content = await outpost.readText('> https://lichess.org/analysis/4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1');
   * if (content.kind === 'boards') console.log(content.boards[0]?.fen); // 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1
   * ```
   */
  async readText(text: string): Promise<TextContent> {
    return this.#session.call('readText', [text]);
  }

  /**
   * The content of a link; `text` is the link or any text with it, such as an address or an e-mail. Rejects, saying
   * what to do, when the link was truncated or changed, or is of a later version. Names and notes are untrusted: show
   * them as text.
   */
  async decodeLink(text: string): Promise<LinkContent> {
    return this.#session.call('decodeLink', [text]);
  }

  /**
   * Tracks the information set of one side from `startFen` (the standard start when absent). It is exact up to `cap`
   * boards, from 64 to 4,000,000 (the default; about 200 MB while it grows), and a sample beyond.
   */
  track(color: Color, startFen?: string, cap?: number): Promise<Belief> {
    return Belief.track(this.#session, color, startFen, cap);
  }

  /**
   * Opens a set of at most 4,096 boards that the side to move cannot tell apart: positions (FEN) with the same side to
   * move and its same pieces and castling rights. Rejects, naming the first that differs.
   */
  openBoards(fens: readonly string[], options?: CallOptions): Promise<BoardSet> {
    return BoardSet.open(this.#session, fens, options);
  }

  /**
   * Calls `listener` after each crash and restart of the engine, with every game, replay and belief restored. Pending
   * calls have been rejected with an {@link EngineCrashError}.
   */
  onRestart(listener: (why: string) => void): void {
    this.#session.onRestart(listener);
  }

  /**
   * Calls `listener` when the engine is not restarted automatically: after more than three crashes within two minutes
   * without success of the interrupted calls in between, or because it did not start. Calls reject with a `final`
   * {@link EngineCrashError} until {@link Outpost.restart}.
   */
  onGivenUp(listener: (error: EngineCrashError) => void): void {
    this.#session.onGivenUp(listener);
  }

  /**
   * Starts an engine that is down, with every game, replay and belief restored, including those that could not be
   * restored before. Does nothing while the engine runs; rejects with the reason when it does not start.
   */
  restart(): Promise<void> {
    return this.#session.restart();
  }

  /** Ends the engine; everything pending rejects. */
  terminate(): void {
    this.#session.terminate();
  }
}
