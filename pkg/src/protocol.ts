/**
 * What is said between a page and the worker that hosts the engine. Internal.
 *
 * Objects that live in the engine (games, record files, replays, beliefs) have numbers, which the
 * page's side chooses: they stay the same when the engine is started again and the objects restored.
 */
import type { TableOptions } from './bindings.ts';
import type { LoadedSiamese } from './siamese/network.ts';
import type { Loaded } from './stockfish/workers.ts';
import type {
  Action,
  AgentDescription,
  AgentName,
  BeliefView,
  BoardOutcome,
  BoardSetContent,
  Color,
  EvaluatorName,
  GameSetup,
  LinkContent,
  MoveReport,
  MoveTable,
  Observation,
  Outcome,
  PlayerView,
  Progress,
  RecordDetails,
  RecordSummary,
  ReplayStep,
  Seat,
  SenseReport,
  Square,
  StepPhase,
  StepSizes,
  TextContent,
  TurnReport,
  Weights,
} from './types.ts';

/** What is loaded on first use. */
export type Loadables = 'stockfish' | 'siamese';

/** Names an object that lives in the engine. */
export type ObjectId = number;

/** Every call that the engine answers. The first argument names the object, where there is one. */
export interface Calls {
  agents(): AgentDescription[];
  newGame(game: ObjectId, setup: GameSetup): void;
  resumeGame(game: ObjectId, sealed: Uint8Array): void;
  openRecords(file: ObjectId, bytes: Uint8Array): { games: RecordSummary[]; problems: string[] };
  encodeLink(json: string): string;
  decodeLink(text: string): LinkContent;
  readText(text: string): TextContent;
  /** The side's half-turn stands at `phase`. */
  openBoards(boards: ObjectId, fens: string[], phase: StepPhase): BoardSetContent;
  track(belief: ObjectId, color: Color, startFen: string | undefined, cap: number | undefined): void;
  release(object: ObjectId): void;
  /** Loads Stockfish into `workers` workers, in place of those that there are; progress is in bytes. */
  'stockfish.load'(workers: number | undefined): Loaded;
  'stockfish.unload'(): void;
  /** Loads the network of a model file; progress is in bytes. */
  'siamese.load'(model: { url: string; size: number; sha256: string }): LoadedSiamese;

  'game.view'(game: ObjectId, color: Color): PlayerView;
  'game.sense'(game: ObjectId, color: Color, square: Square | null): SenseReport;
  'game.move'(game: ObjectId, color: Color, uci: string | null): MoveReport;
  'game.agentTurn'(game: ObjectId, evaluator: EvaluatorName, nodes: number | undefined): void;
  'game.moveNow'(game: ObjectId): void;
  'game.resign'(game: ObjectId, color: Color): void;
  'game.checkClock'(game: ObjectId): Outcome | null;
  'game.belief'(game: ObjectId, color: Color, weights: Weights): BeliefView;
  /** Sends tables on its way. */
  'game.moves'(game: ObjectId, color: Color, options: TableOptions): MoveTable;
  'game.toMove'(game: ObjectId): { color: Color; seat: Seat };
  'game.outcome'(game: ObjectId): Outcome | null;
  'game.recordJson'(game: ObjectId): string;
  /** The steps come before, as `steps`. */
  'game.replay'(game: ObjectId, replay: ObjectId): RecordSummary;

  'records.text'(file: ObjectId, index: number): string;
  'records.details'(file: ObjectId, index: number): RecordDetails;
  'records.replay'(file: ObjectId, index: number, replay: ObjectId): RecordSummary;

  'replay.record'(replay: ObjectId): string;
  'replay.details'(replay: ObjectId): RecordDetails;
  'replay.analyse'(replay: ObjectId): void;
  'replay.belief'(replay: ObjectId, step: number, color: Color, weights: Weights): BeliefView;
  /** Sends tables on its way. */
  'replay.moves'(replay: ObjectId, step: number, color: Color, options: TableOptions): MoveTable;
  /** The steps from `step + 1` on come before, as `steps`. */
  'replay.branch'(replay: ObjectId, step: number, action: Action, branch: ObjectId): RecordSummary;
  'replay.consult'(replay: ObjectId, step: number, agent: AgentName, ms: number, seed: number): Action;
  /** Sends reports of half-turns on its way. */
  'replay.report'(replay: ObjectId, first: number, nodes: number): void;

  'boards.belief'(boards: ObjectId, weights: Weights): BeliefView;
  /** Sends tables on its way. */
  'boards.moves'(boards: ObjectId, options: TableOptions): MoveTable;
  'boards.outcomes'(boards: ObjectId, action: Action): BoardOutcome[];
  'boards.take'(boards: ObjectId, action: Action, outcome: number, taken: ObjectId): BoardSetContent;

  'belief.tell'(belief: ObjectId, observation: Observation): void;
  'belief.known'(belief: ObjectId): PlayerView;
  'belief.view'(belief: ObjectId, weights: Weights): BeliefView;
  'belief.weights'(belief: ObjectId, opponent: string | undefined, temperature: number): Float32Array;
  /** Sends tables on its way. */
  'belief.moves'(belief: ObjectId, options: TableOptions): MoveTable;
  'belief.opponentMoves'(belief: ObjectId): number;
  'belief.boards'(belief: ObjectId, limit: number): string[];
}

export type Method = keyof Calls;
export type Args<M extends Method> = Parameters<Calls[M]>;
export type Result<M extends Method> = ReturnType<Calls[M]>;

/** From the page to the engine. */
export type ToEngine =
  | { kind: 'start'; build: Build; threads: number }
  | { kind: 'call'; id: number; method: Method; args: unknown[] }
  | { kind: 'abort'; id: number }
  /** Answered by `alive`; asked while calls are pending, so that silence means trouble. */
  | { kind: 'ping' };

/** From the engine to the page. */
export type FromEngine =
  | { kind: 'started'; threads: number; version: string }
  /** How far the start has come, to be told where it does not end. */
  | { kind: 'starting'; reached: string }
  | { kind: 'startFailed'; message: string }
  | { kind: 'result'; id: number; value: unknown }
  | { kind: 'error'; id: number; name: string; message: string }
  | { kind: 'progress'; id: number; progress: Progress }
  | { kind: 'sizes'; id: number; sizes: StepSizes[] }
  | { kind: 'turns'; id: number; turns: TurnReport[] }
  | { kind: 'table'; id: number; table: MoveTable }
  /** Some of a replay's steps: thousands at a time would hold up the page that unpacks them. */
  | { kind: 'steps'; id: number; steps: ReplayStep[] }
  /** The newest snapshot of a game; always said before the answer to the call that changed the game. */
  | { kind: 'sealed'; game: ObjectId; bytes: Uint8Array }
  | { kind: 'alive' }
  /** The last of Stockfish's workers died and is not started again, or the network broke down. */
  | { kind: 'lost'; what: Loadables; message: string }
  /** The instance is beyond repair; `id` is the call during which it happened. */
  | { kind: 'crashed'; id: number | null; message: string };

export type Build = 'threads' | 'single';

/** A worker, or something that acts like one. */
export interface Endpoint {
  post(message: ToEngine): void;
  /** Set once, before the first `post`. */
  onMessage: (message: FromEngine) => void;
  /** The worker itself failed: its script, or an error that nobody caught. */
  onFailure: (why: string) => void;
  /** What was odd about its start, as a sentence for people. */
  remark?: string | null;
  end(): void;
}
