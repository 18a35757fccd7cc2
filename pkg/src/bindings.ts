/** What `wasm-bindgen` generates from `crates/rbc-wasm`, as far as the host uses it. Internal. */
import type { NetworkHandle } from './siamese/bindings.ts';
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

/** Times are epoch milliseconds; the engine's rules read no clock. */
type Time = number;

export interface Freed {
  free(): void;
}

/**
 * A long computation, done in slices so that the worker hears of an abort between them.
 *
 * A task shares what it needs of the object it came from, which may be used, or freed, meanwhile.
 */
export interface Task<T> extends Freed {
  /** Computes for about `ms` milliseconds; whether it is done. */
  step(ms: number): boolean;
  /**
   * After a step that was not the last: for how many milliseconds nothing can be done until an engine says something, the
   * time that is left to decide in; `undefined` when there is more to compute.
   */
  waitMs(): number | undefined;
  progress(): Progress | undefined;
  /** What has been found since it was last asked: sizes by an analysis, half-turns by a report, a table by a rating of moves. */
  found(): StepSizes[] | TurnReport[] | MoveTable | undefined;
  /** Once done. */
  result(): T;
}

/** How a table of requests is to be made, with nothing left out. */
export interface TableOptions {
  evaluator: EvaluatorName;
  nodes: number;
  ms: number | null;
  /** How likely each board is, in their order; `null` for all alike. */
  weights: Float32Array | null;
}

export interface GameHandle extends Freed {
  view(color: Color, now: Time): PlayerView;
  sense(color: Color, square: Square | null, now: Time): SenseReport;
  move(color: Color, uci: string | null, now: Time): MoveReport;
  agentTurn(now: Time, evaluator: EvaluatorName, nodes: number | undefined): Task<undefined>;
  moveNow(): void;
  resign(color: Color, now: Time): void;
  checkClock(now: Time): Outcome | null;
  belief(color: Color, weights: Weights): Task<BeliefView>;
  moves(color: Color, options: TableOptions): Task<MoveTable>;
  toMove(): { color: Color; seat: Seat };
  outcome(): Outcome | null;
  recordJson(): string;
  replay(): ReplayHandle;
  sealed(now: Time): Uint8Array;
}

export interface RecordsHandle extends Freed {
  summaries(): RecordSummary[];
  /** Lines that are no game, and why. */
  problems(): string[];
  text(index: number): string;
  details(index: number): RecordDetails;
  replay(index: number): ReplayHandle;
}

export interface ReplayHandle extends Freed {
  summary(): RecordSummary;
  record(): string;
  details(): RecordDetails;
  /** Those from number `from` on. */
  steps(from: number): ReplayStep[];
  analyse(): Task<undefined>;
  belief(step: number, color: Color, weights: Weights): Task<BeliefView>;
  moves(step: number, color: Color, options: TableOptions): Task<MoveTable>;
  branch(step: number, action: Action): ReplayHandle;
  consult(step: number, agent: AgentName, ms: number, seed: number): Task<Action>;
  report(first: number, nodes: number): Task<undefined>;
}

export interface BoardSetHandle extends Freed {
  content(): BoardSetContent;
  belief(weights: Weights): Task<BeliefView>;
  moves(options: TableOptions): Task<MoveTable>;
  outcomes(action: Action): BoardOutcome[];
  take(action: Action, outcome: number): BoardSetHandle;
}

export interface BeliefHandle extends Freed {
  tell(observation: Observation): Task<undefined>;
  known(): PlayerView;
  view(weights: Weights): Task<BeliefView>;
  weights(opponent: string | undefined, temperature: number): Task<Float32Array>;
  moves(options: TableOptions): Task<MoveTable>;
  opponentMoves(): Task<number>;
  boards(limit: number): string[];
}

/**
 * The chess engines that the host has in workers, and the protocol (UCI) they are spoken to in. Computations ask them
 * by what they all share; the host carries lines.
 */
export interface EnginesHandle extends Freed {
  /** Engine number `worker` runs, or runs again: nothing was said to it yet. */
  ready(worker: number): void;
  /** Engine number `worker` is gone with all it was asked; `again` when it is being started again. */
  died(worker: number, why: string, again: boolean): void;
  /** What an engine said; whether a computation that waits can go on. */
  received(worker: number, lines: string[]): boolean;
  /** What is to be said, since this was last asked. */
  toSend(): { worker: number; lines: string[] }[];
}

export interface Bindings {
  version(): string;
  agents(): AgentDescription[];
  newGame(setup: GameSetup, now: Time): GameHandle;
  resumeGame(sealed: Uint8Array, now: Time): GameHandle;
  /** JSON or JSONL, gzipped or not. */
  openRecords(bytes: Uint8Array): Task<RecordsHandle>;
  encodeLink(json: string): string;
  decodeLink(text: string): LinkContent;
  readText(text: string): TextContent;
  /** From now until it is freed, what is computed may ask engines. */
  engines(name: string): EnginesHandle;
  /** From now on this network weighs boards. */
  useNetwork(network: NetworkHandle | undefined): void;
  openBoards(fens: string[], phase: StepPhase): BoardSetHandle;
  track(color: Color, startFen: string | undefined, cap: number | undefined): BeliefHandle;
}
