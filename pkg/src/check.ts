/**
 * Checks of what a program passes, before it crosses into the engine: WebAssembly takes any number for an integer
 * (`NaN` and 2 ** 32 become 0, 1.5 becomes 1) without a word. Internal.
 */
import type { TableOptions } from './bindings.ts';
import type {
  Action,
  BeliefOptions,
  EvaluatorName,
  GameSetup,
  MoveTableOptions,
  Observation,
  Square,
  Weights,
} from './types.ts';

/** The most seconds on a clock, and of its increment: over eleven days. */
const MAX_SECONDS = 1e6;
/** The clock counts in milliseconds. */
const MIN_SECONDS = 0.001;
const MAX_BUDGET_MS = 1e9;
/** The largest number that the engine's indices can hold. */
const MAX_INDEX = 2 ** 32 - 1;
/** Positions that a table is planned with where nothing else is asked for: a few seconds. */
const TABLE_NODES = 2_000_000;
/** Positions that a half-turn of a report is worth where nothing else is asked for: some 100 to 200 milliseconds. */
const REPORT_NODES = 100_000;
/** Milliseconds that an agent which is consulted may think where nothing else is asked for. */
const CONSULT_MS = 500;
/** The most boards of a set that is given by its boards: `MAX_POSITIONS` in crates/rbc-belief/src/position_set.rs. */
const MAX_BOARDS = 4_096;
/** Also what a gzipped file may unpack to: `MAX_INFLATED` in crates/rbc-rules/src/record.rs. */
const MAX_FILE = 2 ** 28;

export function checkSquare(name: string, square: Square | null): void {
  if (square !== null) checkOneOfSquares(name, square, ' or null');
}

/** A whole number of at least 0; what is larger than any index or length in the engine is made its largest. */
export function checkedIndex(name: string, index: number): number {
  if (!Number.isInteger(index) || index < 0) fail(name, 'a whole number of at least 0', index);
  return Math.min(index, MAX_INDEX);
}

/** A move as a program writes it; whether it may be requested, the engine says. */
export function checkMove(name: string, uci: string | null): void {
  if (uci !== null && typeof uci !== 'string') fail(name, "a move in UCI, such as 'e2e4', or null", uci);
}

/** A copy of an action, with what it needs and nothing else. */
export function checkedAction(action: Action): Action {
  const given: { sense?: unknown; request?: unknown } = Object(action);
  const senses = given.sense !== undefined;
  if (senses === (given.request !== undefined)) {
    fail('action', '{ sense: a square or null } or { request: a move in UCI or null }', action);
  }
  if ('sense' in action && senses) {
    checkSquare('sense', action.sense);
    return { sense: action.sense };
  }
  const { request } = action as { request: string | null };
  checkMove('request', request);
  return { request };
}

/** How long an agent may think, and its seed. */
export function checkedConsultation({ ms = CONSULT_MS, seed = 0 }: { ms?: number; seed?: number }): {
  ms: number;
  seed: number;
} {
  // Written so that NaN fails.
  if (!(typeof ms === 'number' && ms >= 0 && ms <= MAX_BUDGET_MS)) {
    fail('ms', `a number of milliseconds from 0 to ${MAX_BUDGET_MS}`, ms);
  }
  checkSeed('seed', seed);
  return { ms, seed };
}

/** The positions that each half-turn of a report is worth. */
export function checkedReportNodes(nodes: number = REPORT_NODES): number {
  if (!Number.isSafeInteger(nodes) || nodes < 1) fail('nodes', 'a whole number of at least 1', nodes);
  return nodes;
}

/** A copy of a list of positions; whether they are some, the engine says. */
export function checkedFens(name: string, fens: readonly string[]): string[] {
  if (!Array.isArray(fens)) fail(name, 'a list of positions in FEN', fens);
  if (fens.length === 0 || fens.length > MAX_BOARDS) {
    throw new TypeError(`${name}: pass 1 to ${MAX_BOARDS} positions, not ${fens.length}`);
  }
  for (const [i, fen] of fens.entries()) if (typeof fen !== 'string') fail(`${name}[${i}]`, 'a position in FEN', fen);
  return [...fens];
}

export function checkEvaluator(name: string, evaluator: EvaluatorName): void {
  if (evaluator !== 'built-in' && evaluator !== 'stockfish') fail(name, "'built-in' or 'stockfish'", evaluator);
}

/** What is to be done for `options`, with nothing left out. */
export function checkedTableOptions(options: MoveTableOptions, weights: ArrayLike<number> | null): TableOptions {
  const { evaluator = 'built-in', nodes = TABLE_NODES, ms = null } = options;
  checkEvaluator('evaluator', evaluator);
  if (!Number.isSafeInteger(nodes) || nodes < 1) fail('nodes', 'a whole number of at least 1', nodes);
  // Written so that NaN fails.
  if (ms !== null && !(typeof ms === 'number' && ms >= 0)) fail('ms', 'a number of milliseconds', ms);
  if (weights && !Array.prototype.every.call(weights, (w) => Number.isFinite(w) && w >= 0)) {
    fail('weights', 'numbers of at least 0', weights);
  }
  return { evaluator, nodes, ms, weights: weights && Float32Array.from(weights) };
}

/** Who weighs boards. */
export function checkedWeights({ weights = 'uniform' }: BeliefOptions): Weights {
  if (weights !== 'uniform' && weights !== 'network') fail('weights', "'uniform' or 'network'", weights);
  return weights;
}

export function checkTemperature(name: string, temperature: number): void {
  // Written so that NaN fails.
  if (!(typeof temperature === 'number' && temperature > 0 && temperature < Number.POSITIVE_INFINITY)) {
    fail(name, 'a positive number', temperature);
  }
}

export function checkedText(name: string, text: string): string {
  if (typeof text !== 'string') fail(name, 'a text', text);
  return text;
}

export function checkFen(name: string, fen: string | undefined): void {
  if (fen !== undefined && typeof fen !== 'string') fail(name, 'a position in FEN, or leave it out', fen);
}

/** The most boards that a set may hold: an absent cap is the engine's. */
export function checkCap(name: string, cap: number | undefined): void {
  if (cap !== undefined && (!Number.isInteger(cap) || cap < 64 || cap > 4_000_000)) {
    fail(name, 'a whole number from 64 to 4,000,000, or leave it out', cap);
  }
}

export function checkObservation(observation: Observation): void {
  switch (observation.type) {
    case 'opponent':
      checkSquare('capture', observation.capture);
      return;
    case 'sense':
      checkSquare('square', observation.square);
      if (!Array.isArray(observation.result)) fail('result', 'a list of [square, piece]', observation.result);
      for (const [i, entry] of observation.result.entries()) {
        if (!Array.isArray(entry)) fail(`result[${i}]`, 'a list of a square and a piece or null', entry);
        checkOneOfSquares(`result[${i}][0]`, entry[0], '');
      }
      return;
    case 'move':
      checkMove('requested', observation.requested);
      checkMove('taken', observation.taken);
      checkSquare('capture', observation.capture);
      return;
    // Of a type that there is none of, the engine says so.
  }
}

export function checkSetup(setup: GameSetup): void {
  for (const color of ['white', 'black'] as const) {
    const seat = setup[color];
    if (seat?.kind !== 'agent') continue;
    const { budgetMs } = seat;
    if (!Number.isInteger(budgetMs) || budgetMs < 0 || budgetMs > MAX_BUDGET_MS) {
      fail(`${color}.budgetMs`, `a whole number of milliseconds from 0 to ${MAX_BUDGET_MS}`, budgetMs);
    }
  }
  const { clock, seed, startFen, turnLimit } = setup;
  if (clock) {
    checkSeconds('clock.seconds', clock.seconds, MIN_SECONDS);
    checkSeconds('clock.increment', clock.increment, 0);
  }
  checkSeed('seed', seed);
  checkFen('startFen', startFen);
  if (turnLimit !== undefined && !(Number.isInteger(turnLimit) && turnLimit >= 1 && turnLimit <= MAX_INDEX)) {
    fail('turnLimit', `a whole number from 1 to ${MAX_INDEX}, or leave it out`, turnLimit);
  }
}

export function checkNodes(name: string, nodes: number | undefined): void {
  if (nodes !== undefined && !(Number.isSafeInteger(nodes) && nodes >= 1)) {
    fail(name, 'a whole number from 1, or leave it out', nodes);
  }
}

export function checkFile(bytes: Uint8Array): void {
  if (bytes.length > MAX_FILE) {
    throw new TypeError(`the file has ${bytes.length} bytes: at most ${MAX_FILE} can be read, so split it`);
  }
}

function checkOneOfSquares(name: string, square: Square, others: string): void {
  if (!Number.isInteger(square) || square < 0 || square > 63) {
    fail(name, `a number from 0 to 63 (a1 is 0, b1 is 1, h8 is 63)${others}`, square);
  }
}

function checkSeed(name: string, seed: number): void {
  if (!Number.isSafeInteger(seed)) {
    fail(name, `a whole number from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`, seed);
  }
}

function checkSeconds(name: string, seconds: number, least: number): void {
  // Written so that NaN fails.
  if (!(typeof seconds === 'number' && seconds >= least && seconds <= MAX_SECONDS)) {
    fail(name, `a number of seconds from ${least} to ${MAX_SECONDS}`, seconds);
  }
}

function fail(name: string, expected: string, found: unknown): never {
  throw new TypeError(`${name}: pass ${expected}, not ${shown(found)}`);
}

function shown(value: unknown): string {
  if (typeof value === 'string')
    return value.length > 40 ? `${JSON.stringify(value.slice(0, 40))}…` : JSON.stringify(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return 'a list';
  return value !== null && typeof value === 'object' ? 'an object' : String(value);
}
