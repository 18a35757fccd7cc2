/**
 * The plain data that crosses between a page (or a Node program) and the engine.
 *
 * Nothing here can hold the true board of a game in progress: a {@link PlayerView} is built in the
 * engine from one side's observations only, and {@link Game.replay} refuses until the game is over.
 */

/** A side of the board. */
export type Color = 'white' | 'black';

/** A square, 0 to 63, with a1 = 0, b1 = 1, … h8 = 63. Any other number, and a name such as 'e4', is refused. */
export type Square = number;

/** A piece as in FEN: upper case is White's. */
export type PieceLetter = 'P' | 'N' | 'B' | 'R' | 'Q' | 'K' | 'p' | 'n' | 'b' | 'r' | 'q' | 'k';

/** Names of the built-in agents; {@link Outpost.agents} lists and describes them. */
export type AgentName =
  | 'random'
  | 'attacker'
  | 'trout'
  | 'perfect-memory'
  | 'piecewise-grid'
  | 'a-bot'
  | 'hsuc'
  /** Asks the network once {@link Siamese.load} is done; before that every board counts alike to it. */
  | 'siamese';

/** How a sense is chosen: docs/agents.md describes each. */
export type SensePolicy =
  | 'none'
  | 'random'
  | 'hsuc'
  | 'guarded'
  | 'expected-size'
  | 'entropy'
  | 'weighted'
  | 'likely-move'
  | 'outcome';

/** An agent that keeps an information set, sensing in another way than its own: `hsuc+entropy`, say. */
export type SensingAgent = `${'hsuc' | 'a-bot'}+${SensePolicy}`;

/** Which of the two builds runs, and why. */
export interface EngineInfo {
  /** `threads` needs a cross-origin isolated page; `single` runs everywhere. */
  build: 'threads' | 'single';
  /** Threads in the pool; 1 in the single-threaded build. */
  threads: number;
  /** One sentence for people: why this build was chosen. */
  reason: string;
  /** Version of the engine crate. */
  version: string;
}

/** Progress of a long call. `total` is 0 where it cannot be known. */
export interface Progress {
  label: string;
  done: number;
  total: number;
}

/** Every call that can take over a second takes these. An abort rejects with an `AbortError`. */
export interface CallOptions {
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

/** Who sits on one side. */
export type Seat =
  | { kind: 'person'; name: string }
  | {
      kind: 'agent';
      agent: AgentName | SensingAgent;
      /** Thinking time for each decision: whole milliseconds, 0 to 1,000,000,000. */
      budgetMs: number;
    };

/**
 * A clock for each side, in seconds; it counts whole milliseconds.
 *
 * A side whose clock reaches zero has lost at that moment, whoever looks and when: a later sense or move rejects, every other
 * call finds the game over, and the increment is for moves that were made in time. The page has the same rule. (`reconchess`
 * forgives a move that is late by less than the increment, where nothing looked at the clock in between.)
 */
export interface ClockSetup {
  /** 0.001 to 1,000,000. */
  seconds: number;
  /** Added after each move: 0 to 1,000,000. */
  increment: number;
}

/** Everything that defines a new game. */
export interface GameSetup {
  white: Seat;
  black: Seat;
  /** `null`: no clock. */
  clock: ClockSetup | null;
  /**
   * Seed of everything random in the game, a safe integer (`Number.isSafeInteger`). `random` and `attacker` repeat with it;
   * `hsuc` does where its time was enough for all it had planned.
   */
  seed: number;
  /** Start from another position (FEN); the standard one when absent. */
  startFen?: string;
  /** Full turns after which the game is a draw: a whole number from 1. No limit when absent. */
  turnLimit?: number;
}

/** Where a turn stands, as one side may know it. */
export type Phase = 'sense' | 'move' | 'waiting' | 'over';

/** How a game ended; `reason` as `reconchess` names it, `ABORTED` when it was broken off. */
export interface Outcome {
  winner: Color | null;
  reason: 'KING_CAPTURE' | 'TIMEOUT' | 'RESIGN' | 'MOVE_LIMIT' | 'TURN_LIMIT' | 'ABORTED';
}

/** One thing that one side was told, in the order it was told. */
export type Observation =
  /** Start of the side's turn: where the opponent captured, or `null`. */
  | { type: 'opponent'; capture: Square | null }
  /** The true contents of a window, rank above first, files left to right. */
  | { type: 'sense'; square: Square | null; result: [Square, PieceLetter | null][] }
  /** The side's own move: as requested, as taken, and where it captured. Moves in UCI; `null` is a pass or no move. */
  | { type: 'move'; requested: string | null; taken: string | null; capture: Square | null };

/** All that one person may know of the game in progress. */
export interface PlayerView {
  color: Color;
  phase: Phase;
  /** Half-turns completed by both sides. */
  ply: number;
  /** Own pieces by square: 64 entries. */
  own: (PieceLetter | null)[];
  /** Every move that may be requested now (UCI); empty unless it is this side's turn. A pass is always allowed as well. */
  requests: string[];
  /** Everything this side was told, in order. */
  observations: Observation[];
  /** Milliseconds left, as of `clockReadAt` (performance.timeOrigin-based epoch milliseconds); `null` without a clock. */
  clocks: { white: number; black: number; running: Color | null; readAt: number } | null;
  outcome: Outcome | null;
}

/** Result of a sense, as told. */
export interface SenseReport {
  square: Square | null;
  result: [Square, PieceLetter | null][];
}

/** Result of a move, as told. */
export interface MoveReport {
  requested: string | null;
  taken: string | null;
  capture: Square | null;
}

/** How complete an information set is. */
export type Completeness =
  /** Every possible board is in it. */
  | 'exact'
  /** More boards are possible than the cap; these are a sample in which each has the same chance to be, and the next sense may make it exact again. */
  | 'sample';

/** How likely the boards of a set are taken to be: all alike, or as the network has it ({@link Outpost.siamese}). */
export type Weights = 'uniform' | 'network';

/** Options of calls that work out a belief. */
export interface BeliefOptions extends CallOptions {
  /** `uniform` when left out. {@link BeliefView.weights} says what it came to: where there is no network, it is `uniform`. */
  weights?: Weights;
}

/** Options of {@link Belief.weights}. */
export interface WeighOptions extends CallOptions {
  /** Who plays the other side, if the network knows that name; anybody when left out. */
  opponent?: string;
  /** The higher, the more alike the weights; 1 when left out. */
  temperature?: number;
}

/** One board of a set. */
export interface LikelyBoard {
  fen: string;
  /** From 0 to 1; all boards' make 1. */
  weight: number;
}

/** What one side can conclude from its observations. */
export interface BeliefView {
  color: Color;
  /** Boards held. */
  size: number;
  /** Boards possible: `size` when the set is exact, otherwise an estimate. */
  estimate: number;
  /**
   * Standard error of `estimate`, in boards: two in three estimates are off by less, 19 in 20 by less than twice as much. 0 when the
   * set is exact, and when its boards were counted before a sample was taken. Near `estimate`, that is known to the order of magnitude only.
   */
  error: number;
  /** Standard error, from 0 to 1, of a chance of one half that is found in the boards held; other chances have less. 0 when the set is exact. */
  chanceError: number;
  completeness: Completeness;
  /** How the boards are weighted in all that follows. The network weighs at this side's turns, before its sense and its move. */
  weights: Weights;
  /**
   * Probability that the opponent has a piece on a square:
   * `marginals[role * 64 + square]`, roles pawn, knight, bishop, rook, queen, king. 384 entries.
   */
  marginals: Float32Array;
  /** How uncertain the content of each square is, in bits: 0 where it is known. 64 entries. */
  entropy: Float32Array;
  /** Boards left in the worst case after sensing each square (HSUC). 64 entries; `null` when it is not this side's time to sense. */
  senseWorst: Uint32Array | null;
  /** Expected number of boards left after sensing each square. 64 entries; `null` as above. */
  senseExpected: Float32Array | null;
  /** What sensing each square would tell, in bits. 64 entries; `null` as above. */
  senseBits: Float32Array | null;
  /** The square that HSUC would sense. */
  bestSense: Square | null;
  /** Decay ratio g = 1 - m/n of the last sense, from n boards to m; `null` before the first. */
  lastDecay: number | null;
  /** The likeliest boards, at most six. Of more boards that all count alike none is before the others: the list is empty then. */
  likeliest: LikelyBoard[];
  /**
   * In a replay, how the true board fared with the network: its weight, and its place among all (1: none is likelier). `null`
   * in a game in progress, where boards count alike, and where the set is a sample without it.
   */
  truth: { weight: number; rank: number } | null;
}

/** Who scores moves: the search of the engine, or Stockfish once {@link Stockfish.load} is done. */
export type EvaluatorName = 'built-in' | 'stockfish';

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

/**
 * How good one request is over all boards of an information set. Shares and chances are from 0 to 1; a chance to win is 0
 * where the own king falls at once and 1 where the opponent's does, and is not calibrated against games.
 */
export interface MoveRow {
  /** In UCI; `null` is the pass. */
  request: string | null;
  /** What the choice goes by: 0.85 of `mean`, where boards that lose the king count sixteenfold, and 0.15 of `tail`. */
  value: number;
  /** The expected chance to win. */
  mean: number;
  /** `mean` in centipawns. */
  centipawns: number;
  /** The standard error of `mean` that comes of the boards that were not looked at. */
  error: number;
  /** The mean over the worst tenth of the boards. */
  tail: number;
  /** The worst and the best on any board looked at. */
  worst: number;
  best: number;
  /** Share of the boards on which the request is taken as asked. */
  asAsked: number;
  /** … on which it captures something. */
  captures: number;
  /** … on which it captures the king, and so ends the game. */
  capturesKing: number;
  /** … on which the opponent can capture the own king afterwards. */
  losesKing: number;
  /** Boards that were scored, at this many plies beyond the move (before only captures are looked at). */
  boards: number;
  depth: number;
}

/** Every request and the pass, best first. */
export interface MoveTable {
  color: Color;
  /** Who scored: `built-in`, or what the chess engine calls itself. */
  evaluator: string;
  /** What there is to say about the scores: that Stockfish broke off, say, and the built-in search answered instead. */
  note: string | null;
  /** Boards of the information set. */
  size: number;
  completeness: Completeness;
  /** Positions looked at so far. */
  nodes: number;
  /** Nothing more will be looked at. */
  done: boolean;
  rows: MoveRow[];
}

/** A game found in a record file. */
export interface RecordSummary {
  /** Index in the file. */
  index: number;
  white: string | null;
  black: string | null;
  winner: Color | null;
  reason: string | null;
  /** Half-turns. */
  plies: number;
}

/** What a record says besides its steps. */
export interface RecordDetails {
  /**
   * Names the game by what the players and their decisions were: the same however the record is written and whatever notes it
   * has. 32 hexadecimal digits.
   */
  id: string;
  /** The record on one line, without the key `outpost`. Keys that others put in stay. */
  json: string;
  /** What stands under the key `outpost`, as far as it is what it should be. */
  extras: RecordExtras;
  /** What under that key is not as it should be, each with its place and the reason; the first few. */
  leftOut: string[];
  /** Where the record and the rules disagree; the first 50. */
  differences: RecordDifference[];
  differencesInAll: number;
}

/** What Outpost's pages keep in a record. All texts are whatever somebody wrote: show them as text. */
export interface RecordExtras extends LinkAnnotations {
  /** What the people at the board were helped with, as the pages name it. */
  assistance?: Partial<Record<Color, string>>;
  /** How boards were weighed for them, as the pages name it. */
  weights?: string;
  /** When the game ended; a date and time as ISO 8601 has it, if whoever wrote it kept to that. */
  played?: string;
  tags?: string[];
}

/** A place where a record and the rules disagree. */
export interface RecordDifference {
  /** Half-turns completed before this one. */
  ply: number;
  /** Whose turn it is. */
  color: Color;
  what:
    | 'a turn'
    | 'sense result'
    | 'FEN before the move'
    | 'requested move'
    | 'taken move'
    | 'capture square'
    | 'FEN after the move'
    | 'length'
    | 'outcome';
  /** What the rules give. */
  rules: string;
  /** What the record says. */
  record: string;
}

/** Moments of a half-turn at which a replay can stand. */
export type StepPhase = 'start' | 'sensed' | 'moved';

/** One step of a replay: a half-turn has three, its start (told of captures), after its sense, after its move. */
export interface ReplayStep {
  index: number;
  ply: number;
  color: Color;
  phase: StepPhase;
  /** The true position at this step. */
  fen: string;
  /** The sense of this half-turn (phases `sensed` and `moved`). */
  sense: SenseReport | null;
  /** The move of this half-turn (phase `moved`). */
  move: MoveReport | null;
  /** Capture notice told at the start of this half-turn. */
  notice: Square | null;
}

/** What a side does: a sense (`null`: none), or a request in UCI (`null`: the pass). */
export type Action = { sense: Square | null } | { request: string | null };

/** How good one request was among all of its half-turn, by {@link MoveRow.value}. */
export interface RequestReport {
  /** The value of the request that was made. */
  value: number;
  /** Its place among all, from 1; requests of the same value share the best place. */
  rank: number;
  of: number;
  /** The best request; `null` is the pass. */
  best: string | null;
  bestValue: number;
}

/** What one half-turn was worth, by what its side knew and by the truth. */
export interface TurnReport {
  ply: number;
  color: Color;
  /** The set of the side to move, before and after its sense. */
  before: SetSize;
  after: SetSize;
  /** `null` where the record has no sense. */
  sense: {
    /** `null`: passed over. */
    square: Square | null;
    /** What it told, in bits: log2 of `before` by `after`. */
    bits: number;
    /** What a sense there was to be expected to tell. */
    expectedBits: number;
    /** The sense that is to be expected to tell most. */
    best: Square;
    bestBits: number;
  } | null;
  /** Probability of the true board, all boards being alike, at the start and after the sense; 0 where a sample has lost it. */
  truth: { before: number; after: number };
  /** The request over all boards that could not be told apart; `null` where no request is in the record. */
  dark: RequestReport | null;
  /** The same on the true board alone. */
  light: RequestReport | null;
}

/** One thing that an action can be answered with, and on how many boards of a {@link BoardSet} it is. */
export type BoardOutcome =
  | { boards: number; sense: SenseReport }
  | {
      boards: number;
      move: MoveReport;
      /** The request captures the king. */
      endsGame: boolean;
    };

/** @internal What a {@link BoardSet} holds. */
export interface BoardSetContent {
  color: Color;
  phase: StepPhase;
  own: (PieceLetter | null)[];
  fens: string[];
}

/** What a text is that somebody pasted or was sent: {@link Outpost.readText}. */
export type TextContent =
  /** Nothing but white space. */
  | { kind: 'empty' }
  /**
   * A link: its letters and digits, without an address or anything else around them. It may be cut, changed or of a later version:
   * {@link Outpost.decodeLink} says so.
   */
  | { kind: 'link'; link: string }
  /** JSON for {@link Outpost.openRecords}, which says what is wrong with it, if anything is. */
  | { kind: 'records'; json: string }
  /** Positions (FEN with all fields), at most 4,096: what a side cannot tell apart, or any others; `name` is what EPD calls one. */
  | { kind: 'boards'; boards: { fen: string; name: string | null }[] }
  /** Nothing that can be opened. */
  | {
      kind: 'unknown';
      /**
       * `badLine`: a list of positions but for one line. `tooMany`: more than 4,096 positions. `chess`: a game of chess (PGN). `file`: code of an embed that
       * shows a file from elsewhere. `embed`: code of an embed in which there is nothing to open, such as a lesson. `nothing`: it looks like nothing known.
       */
      reason: 'nothing' | 'badLine' | 'tooMany' | 'chess' | 'file' | 'embed';
      /** The line, from 1. */
      line: number | null;
      /** How the line begins, or the file's address. */
      text: string | null;
    };

/** What a link holds. */
export interface LinkContent {
  /**
   * A `reconchess` `GameHistory`, or `{ type: 'Boards', fens: string[] }`, as JSON text on one line; with
   * {@link LinkAnnotations} under the key `outpost` where there are any.
   */
  json: string;
  /** Whether there is more in it, which only a later version can read. */
  more: boolean;
}

/** What a link holds besides its game or boards. */
export interface LinkAnnotations {
  /** What is shown first. */
  view?: { place: LinkPlace; perspective: Color | 'both' | 'truth' };
  notes?: LinkNote[];
}

/** A step of a game by its half-turn, from 0. */
export interface LinkPlace {
  ply: number;
  phase: StepPhase;
}

/** A text about a step, with arrows and marked squares. */
export interface LinkNote {
  place: LinkPlace;
  /** Anything somebody wrote: to be shown as text. */
  text?: string;
  /** As chessground draws them: `orig` alone is a marked square. Squares are names, such as `'e4'`. */
  shapes?: { orig: string; dest?: string; brush: 'green' | 'red' | 'blue' | 'yellow' }[];
}

/** How large an information set is. */
export interface SetSize {
  /** Boards held. */
  size: number;
  /** Boards possible: `size` when the set is exact, otherwise an estimate. */
  estimate: number;
  /**
   * Standard error of `estimate`, in boards: two in three estimates are off by less, 19 in 20 by less than twice as much. 0 when the
   * set is exact, and when its boards were counted before a sample was taken. Near `estimate`, that is known to the order of magnitude only.
   */
  error: number;
  /** Standard error, from 0 to 1, of a chance of one half that is found in the boards held; other chances have less. 0 when the set is exact. */
  chanceError: number;
  completeness: Completeness;
}

/** Sizes of both sides' information sets at one step. */
export interface StepSizes {
  index: number;
  white: SetSize;
  black: SetSize;
}

/** What an agent is, for people. */
export interface AgentDescription {
  name: AgentName;
  /** One sentence on how it thinks. */
  description: string;
}
