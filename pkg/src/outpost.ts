import { Belief } from './belief.ts';
import { BoardSet } from './boards.ts';
import { Game } from './game.ts';
import { surroundings } from './launch.ts';
import { type OpenedLink, RecordFile, Replay } from './records.ts';
import { Session, type StartOptions } from './session.ts';
import { Siamese } from './siamese/siamese.ts';
import { Statistics } from './statistics.ts';
import { Stockfish } from './stockfish/stockfish.ts';
import type { AgentDescription, CallOptions, Color, EngineInfo, GameSetup, LinkContent, TextContent } from './types.ts';

/**
 * The engine: starts games, opens records, tracks information sets.
 *
 * In a browser it lives in a worker of its own, so a page never waits for it; in Node it runs in the calling thread,
 * in slices. Everything large stays inside it: dispose of what is no longer needed.
 *
 * @example
 * ```ts
 * import { Outpost } from 'outpost';
 *
 * const outpost = await Outpost.start();
 * console.log(outpost.info.reason); // which build runs, and why
 * ```
 */
export class Outpost {
  /** Stockfish, to score moves with; nothing of it is fetched before {@link Stockfish.load}. */
  readonly stockfish: Stockfish;
  /** A network that tells how likely boards are; nothing of it is fetched before {@link Siamese.load}. */
  readonly siamese: Siamese;
  /** Scores, ratings and intervals for results of games. */
  readonly statistics: Statistics;
  readonly #session: Session;

  private constructor(session: Session) {
    this.#session = session;
    this.stockfish = new Stockfish(session);
    this.siamese = new Siamese(session);
    this.statistics = new Statistics(session);
  }

  /**
   * Loads and starts the engine. Takes the build with threads where the page is cross-origin isolated and its threads
   * start, otherwise the single-threaded one.
   */
  static async start(options: StartOptions = {}): Promise<Outpost> {
    return new Outpost(await Session.start(await surroundings(), options));
  }

  /** @internal For tests: an engine in made-up surroundings. */
  static async startIn(around: Parameters<typeof Session.start>[0], options: StartOptions = {}): Promise<Outpost> {
    return new Outpost(await Session.start(around, options));
  }

  /** Which build runs, with how many threads, and why. Changes if a restart had to take the other build. */
  get info(): EngineInfo {
    return this.#session.info;
  }

  /** The built-in agents. */
  agents(): Promise<AgentDescription[]> {
    return this.#session.call('agents', []);
  }

  /** Starts a game; the clock of the first side runs from now on. */
  newGame(setup: GameSetup): Promise<Game> {
    return Game.create(this.#session, setup);
  }

  /**
   * Goes on with a game from {@link Game.sealed}; the clocks go on from where they stood. Rejects with the reason when
   * the snapshot is damaged or of another version.
   */
  resumeGame(sealed: Uint8Array): Promise<Game> {
    return Game.resume(this.#session, sealed);
  }

  /**
   * Opens a record file (JSON, JSONL, either gzipped) of at most 256 MiB, also when unpacked. Rejects with the place and
   * the reason when it cannot be read, or has more than {@link LIMITS}. Of a file of many games, lines that are none are told in
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
   * The link of a record's JSON text: some 120 letters and digits for 60 half-turns, to stand behind the `#` of an address.
   * The record may have a view and notes under the key `outpost` ({@link LinkAnnotations}); boards are
   * `{ type: 'Boards', fens: string[] }`. Rejects when the record differs from the rules, or is more than a link may hold.
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
   * What a text is that somebody pasted or was sent: a link, records, positions, however they are wrapped, quoted or encoded. Takes time in
   * proportion to the text, and never rejects because of it.
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
   * What a link holds; `text` is the link or any text with it, such as an address or a mail. Rejects, saying what to do, when it was cut, was changed, or is of a later
   * version. Names and notes are whatever somebody wrote: show them as text.
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
   * Opens a set of at most 4,096 boards that one side cannot tell apart: positions (FEN) with the same own pieces and castling rights
   * and the same side to move, whose knowledge it is. Rejects, saying which one is wrong, when they are not.
   */
  openBoards(fens: readonly string[], options?: CallOptions): Promise<BoardSet> {
    return BoardSet.open(this.#session, fens, options);
  }

  /**
   * Calls `listener` after each time that the engine crashed and was started again, with every game, replay and belief
   * restored. Calls that were pending have been rejected with an {@link EngineCrashError}.
   */
  onRestart(listener: (why: string) => void): void {
    this.#session.onRestart(listener);
  }

  /**
   * Calls `listener` when the engine crashed and is not started again by itself: more than three times within two minutes, without the
   * calls that were broken off having succeeded in between; or because it did not start. Calls reject with an {@link EngineCrashError} that is `final` until {@link Outpost.restart}.
   */
  onGivenUp(listener: (why: string) => void): void {
    this.#session.onGivenUp(listener);
  }

  /**
   * Starts an engine that was given up once more, with every game, replay and belief restored, those that could not be restored
   * before among them. Does nothing while all is well; rejects with the reason when it does not start.
   */
  restart(): Promise<void> {
    return this.#session.restart();
  }

  /** Ends the engine; everything pending rejects. */
  terminate(): void {
    this.#session.terminate();
  }
}
