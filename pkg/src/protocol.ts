/**
 * The messages between a page and the worker that hosts the engine. Internal.
 *
 * Objects in the engine (games, record files, replays, beliefs) have numbers chosen by the page's side, which stay the
 * same when the engine restarts and the objects are restored.
 */
import type {
  BoardSetContent,
  ErrorDetails,
  Found,
  GameNews,
  RecordFileContent,
  ReplayContent,
  TaskOf,
} from '../wasm-single/engine.js';
import type { Bindings, Handles } from './bindings.ts';
import type { LoadedPlayers } from './players/players.ts';
import type { LoadedSiamese } from './siamese/network.ts';
import type { Loaded } from './stockfish/workers.ts';
import type { Progress, ReplayStep } from './types.ts';

/** What is loaded on first use. */
export type Loadables = 'stockfish' | 'siamese';

/** Names an object that lives in the engine. */
export type ObjectId = number;

export type Kind = keyof Handles;

/** What the page is told of an object that a call has made. A replay's steps come before, a game's state and snapshot too. */
export interface Contents {
  game: undefined;
  records: RecordFileContent;
  replay: ReplayContent;
  boards: BoardSetContent;
  belief: undefined;
}

/** What the host asks the engine for by itself. */
type OfHost = 'free' | 'content' | 'steps' | 'news' | 'version' | 'engines' | 'useNetwork' | 'usePlayers';

/** Methods of the engine's module, and of the objects that live in it. */
export type EngineMethod =
  | Exclude<keyof Bindings, OfHost>
  | { [K in Kind]: `${K}.${Exclude<keyof Handles[K] & string, OfHost>}` }[Kind];

/** The method of that name as it is generated. */
type Generated<M> = M extends `${infer K extends Kind}.${infer N}`
  ? N extends keyof Handles[K]
    ? Handles[K][N]
    : never
  : M extends keyof Bindings
    ? Bindings[M]
    : never;

/** What it gives in the end: a task's result. */
type Given<M> = Generated<M> extends (...args: never) => infer R ? (R extends TaskOf<infer T> ? T : R) : never;

/** The kind of object that it makes, if it makes one. */
type Made<M> = { [K in Kind]: Given<M> extends Handles[K] ? K : never }[Kind];

/** The numbers of the object that a call is about, and of the one that it makes, come first. */
type CallOf<M> =
  Generated<M> extends (...args: infer A) => unknown
    ? (
        ...args: [
          ...(M extends keyof Bindings ? [] : [object: ObjectId]),
          ...([Made<M>] extends [never] ? [] : [made: ObjectId]),
          ...A,
        ]
      ) => [Made<M>] extends [never] ? Given<M> : Contents[Made<M>]
    : never;

/** The kinds of objects that calls make. */
export const MAKES: { readonly [M in EngineMethod as [Made<M>] extends [never] ? never : M]: Made<M> } = {
  newGame: 'game',
  resumeGame: 'game',
  openRecords: 'records',
  openRecord: 'replay',
  openBoards: 'boards',
  track: 'belief',
  'game.replay': 'replay',
  'records.replay': 'replay',
  'replay.branch': 'replay',
  'replay.playOn': 'game',
  'boards.take': 'boards',
};

/** Calls that the host answers by itself. */
export interface CallsOfHost {
  release(object: ObjectId): void;
  /** Opens the game of a link; of boards, no replay is made. */
  openLink(
    replay: ObjectId,
    text: string,
  ): { more: boolean } & ({ fens: string[]; replay: null } | { fens: null; replay: ReplayContent });
  /** Loads Stockfish into `workers` workers, replacing existing ones; progress is in bytes. */
  'stockfish.load'(workers: number | undefined): Loaded;
  'stockfish.unload'(): void;
  /** Loads the network of a model file; progress is in bytes. */
  'siamese.load'(model: { url: string; size: number; sha256: string }): LoadedSiamese;
  /** Loads a list of players; progress is in bytes. */
  'players.load'(file: { url: string; size: number; sha256: string }): LoadedPlayers;
}

/** Every call that the engine answers. */
export type Calls = CallsOfHost & { [M in EngineMethod]: CallOf<M> };

export type Method = keyof Calls;
export type Args<M extends Method> = Parameters<Calls[M]>;
export type Result<M extends Method> = ReturnType<Calls[M]>;

/** What a call finds on its way: some of a replay's steps, as thousands at a time would hold up the page that unpacks them. */
export type OnTheWay = Found | { steps: ReplayStep[] };

/** From the page to the engine. */
export type ToEngine =
  /** `module`, if the page has compiled it already, is not fetched again. */
  | { kind: 'start'; build: Build; threads: number; module?: WebAssembly.Module }
  | { kind: 'call'; id: number; method: Method; args: unknown[] }
  | { kind: 'abort'; id: number }
  /** Answered by `alive`; sent while calls are pending, to notice silence. */
  | { kind: 'ping' };

/** From the engine to the page. */
export type FromEngine =
  | { kind: 'started'; threads: number; version: string }
  /** The progress of the start, reported if it does not end. */
  | { kind: 'starting'; reached: string }
  | { kind: 'startFailed'; message: string }
  | { kind: 'result'; id: number; value: unknown }
  /** `details` of what the engine refused. */
  | { kind: 'error'; id: number; name: string; message: string; details: ErrorDetails | null }
  | { kind: 'progress'; id: number; progress: Progress }
  | { kind: 'found'; id: number; found: OnTheWay }
  /** A game has changed; always said before the answer to the call that changed it. */
  | { kind: 'news'; game: ObjectId; news: GameNews }
  | { kind: 'alive' }
  /** The last of Stockfish's workers crashed and is not restarted, or the network failed. */
  | { kind: 'lost'; what: Loadables; message: string }
  /** The instance is beyond repair; `id` is the call during which it happened. */
  | { kind: 'crashed'; id: number | null; message: string };

export type Build = 'threads' | 'single';

/** A worker, or something that acts like one. */
export interface Endpoint {
  post(message: ToEngine): void;
  /** Set once, before the first `post`. */
  onMessage: (message: FromEngine) => void;
  /** The worker itself failed: its script, or an uncaught error. */
  onFailure: (why: string) => void;
  /** Irregularities of its start, as a sentence for people. */
  remark?: string | null;
  /** Workers that were started until the engine ran in one. */
  workers?: number;
  end(): void;
}
