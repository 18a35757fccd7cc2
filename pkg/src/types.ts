/**
 * The plain data that crosses between a page (or a Node program) and the engine.
 *
 * Nothing here can hold the true board of a game in progress: a {@link PlayerView} is built in the
 * engine from one side's observations only, and {@link Game.replay} refuses until the game is over.
 */

import type { EvaluatorName, MoveTable, Progress, Weights } from '../wasm-single/engine.js';

export type {
  Action,
  AgentDescription,
  AgentName,
  BeliefView,
  BoardCount,
  BoardOutcome,
  ClockSetup,
  Clocks,
  Color,
  Completeness,
  DecayFigures,
  DescribedError,
  DifferenceDetails,
  ErrorDetails,
  Estimate,
  EvaluatorName,
  GamePast,
  GameSetup,
  LevelDescription,
  LevelName,
  LikelyBoard,
  LikelyPlayer,
  Limits,
  LinkAnnotations,
  LinkContent,
  LinkNote,
  LinkPlace,
  LinkShape,
  LinkTried,
  LinkView,
  LinkWhatIf,
  MomentPuzzle,
  MoveReport,
  MoveRow,
  MoveTable,
  Observation,
  Outcome,
  PastLimit,
  Phase,
  PieceLetter,
  PlayerView,
  Progress,
  PuzzleKind,
  Reason,
  RecordDetails,
  RecordDifference,
  RecordExtras,
  RecordProblem,
  RecordReason,
  RecordSummary,
  ReplayStep,
  RequestReport,
  Safety,
  Score,
  Seat,
  SensePolicy,
  SenseReport,
  SenseSizes,
  SensingAgent,
  SetSize,
  SideSizes,
  Square,
  Standing,
  StepPhase,
  StepSizes,
  TakeBackRefusal,
  TakenBack,
  TextContent,
  TurnReport,
  Weights,
} from '../wasm-single/engine.js';

/** Which of the two builds runs, and why. */
export interface EngineInfo {
  /** `threads` needs a cross-origin isolated page, or Node; `single` runs everywhere. */
  build: 'threads' | 'single';
  /** Threads in the pool; 1 in the single-threaded build. */
  threads: number;
  /** One sentence for people: why this build was chosen. */
  reason: string;
  /** The same for programs. */
  why: BuildReason;
  /** Version of the engine crate. */
  version: string;
}

/** Why threads cannot work. */
export type NoThreads =
  /** In Node the engine runs in the calling thread: the script of its threads, which the built package has, is not there. */
  | 'node'
  /** The page is on another site than the engine, whose threads it may not start. */
  | 'other-site'
  /** The page is not cross-origin isolated. */
  | 'not-isolated'
  /** The browser has no shared memory. */
  | 'no-shared-memory';

/** Why a build was chosen. */
export interface BuildReason {
  code: NoThreads | 'threads' | 'single-asked' | 'one-core' | 'threads-failed';
  /** The build with threads was asked for. */
  threadsAsked: boolean;
  /** With `threads-failed`, the error; otherwise `null`. */
  detail: string | null;
  /** Workers that were started until the engine ran in one: more than 1 where the first did not start. */
  workers: number;
}

/** Every call that can take over a second takes these. An abort rejects with an `AbortError`. */
export interface CallOptions {
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

/** Options of calls that work out a belief. */
export interface BeliefOptions extends CallOptions {
  /** `uniform` when left out. {@link BeliefView.weights} says what it came to: without network and filter, it is `uniform`. */
  weights?: Weights;
}

/** Options of {@link Belief.weights}. */
export interface WeighOptions extends CallOptions {
  /** Who plays the other side, if the network knows that name; anybody when left out. */
  opponent?: string;
  /** The higher, the more alike the weights; 1 when left out. */
  temperature?: number;
}

/** How a table of requests is to be made. */
export interface MoveTableOptions {
  /** `built-in` when left out. */
  evaluator?: EvaluatorName;
  /** Positions that are planned to be looked at, a whole number; 2,000,000 (a few seconds) when left out. */
  nodes?: number;
  /** Milliseconds after which the best found so far must do; when left out, as many as the nodes take. */
  ms?: number;
  /** Called with the table as it grows, some eight times a second. */
  onTable?: (table: MoveTable) => void;
}
