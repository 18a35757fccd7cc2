/**
 * Argument checks: every argument of every call is declared once ({@link CALLS}) and checked twice: before the page
 * sends a call and before the worker makes it. WebAssembly itself checks nothing: it takes any
 * number for an integer (`NaN` and 2 ** 32 become 0), and a wrong type for a string at a wild address.
 *
 * Checks return copies with only the known keys, so that later changes by the program do not matter, and everything can
 * be cloned. Internal.
 */
import type { TableOptions } from '../wasm-single/engine.js';
import { LIMITS } from '../wasm-single/limits.js';
import type { ChannelCallOptions } from './channel.ts';
import type { Args, Method, ObjectId } from './protocol.ts';
import type { StartOptions } from './session.ts';
import type {
  Action,
  AgentName,
  BeliefOptions,
  ClockSetup,
  Color,
  EvaluatorName,
  GamePast,
  GameSetup,
  MoveTableOptions,
  Observation,
  PieceLetter,
  Seat,
  Square,
  StepPhase,
  Weights,
} from './types.ts';

/** The most seconds on a clock, and of its increment: over eleven days. */
const MAX_SECONDS = 1e6;
/** The clock counts in milliseconds. */
const MIN_SECONDS = 0.001;
const MAX_BUDGET_MS = 1e9;
/** The largest number that the engine's indices can hold. */
const MAX_INDEX = 2 ** 32 - 1;
/** Default nodes of a table: a few seconds. */
const TABLE_NODES = 2_000_000;
/** Default nodes for a half-turn of a report: some 100 to 200 milliseconds. */
const REPORT_NODES = 100_000;
/** Default milliseconds for a consulted agent. */
const CONSULT_MS = 500;
/** The most letters of a text that may hold a whole game, and of a name, a position or a move. */
const MAX_TEXT = 2 ** 25;
const MAX_WORDS = 10_000;
/** The most entries of a sense's result: the window has 9. */
const MAX_WINDOW = 64;
/** Half-turns of which puzzles are asked for. */
const MAX_HALF_TURNS = 1000;
/** Stockfish's workers: each keeps some 60 MB, and a core. */
const MAX_WORKERS = 8;

/** Returns `value` or a copy, or throws a `TypeError` that names it. */
type Check<T> = (name: string, value: unknown) => T;
/** An argument's name, for the error, and what it may be. */
type Argument<T> = readonly [name: string, check: Check<T>];
type Arguments<A extends readonly unknown[]> = { readonly [I in keyof A]-?: Argument<A[I]> };

function fail(name: string, expected: string, found: unknown): never {
  throw new TypeError(`${name}: pass ${expected}, not ${shown(found)}`);
}

function shown(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value.length > 40 ? `${JSON.stringify(value.slice(0, 40))}…` : JSON.stringify(value);
    case 'bigint':
      return 'a bigint';
    case 'function':
      return 'a function';
    case 'object':
      return value === null ? 'null' : Array.isArray(value) ? 'a list' : 'an object';
    default:
      return String(value);
  }
}

/** A number that passes `test`; written so that NaN fails. */
const number =
  (expected: string, test: (value: number) => boolean): Check<number> =>
  (name, value) =>
    typeof value === 'number' && test(value) ? value : fail(name, expected, value);

const whole = (expected: string, least: number, most: number = Number.MAX_SAFE_INTEGER): Check<number> =>
  number(expected, (value) => Number.isSafeInteger(value) && value >= least && value <= most);

const text =
  (expected: string, most: number = MAX_WORDS): Check<string> =>
  (name, value) => {
    if (typeof value !== 'string') fail(name, expected, value);
    if (value.length > most) fail(name, `${expected} of at most ${most} letters`, `one of ${value.length}`);
    return value;
  };

const oneOf =
  <T extends string>(...words: readonly T[]): Check<T> =>
  (name, value) =>
    (words as readonly unknown[]).includes(value) ? (value as T) : fail(name, listed(words), value);

function listed(words: readonly string[]): string {
  const quoted = words.map((word) => `'${word}'`);
  return `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}

const orNull =
  <T>(check: Check<T>): Check<T | null> =>
  (name, value) =>
    value === null ? null : check(name, value);

const orLeftOut =
  <T>(check: Check<T>): Check<T | undefined> =>
  (name, value) =>
    value === undefined ? undefined : check(name, value);

/** An object's fields as an untyped program passes them. */
function fields(name: string, expected: string, value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) fail(name, expected, value);
  return value as Record<string, unknown>;
}

const object: Check<ObjectId> = whole('an object of the engine', 0);
const color = oneOf<Color>('white', 'black');
const squares = 'a number from 0 to 63 (a1 is 0, b1 is 1, h8 is 63)';
const isSquare = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= 63;
const onBoard: Check<Square> = number(squares, isSquare);
const square: Check<Square | null> = orNull(number(`${squares} or null`, isSquare));
/** The engine decides whether it may be requested. */
const move: Check<string | null> = orNull(text("a move in UCI, such as 'e2e4', or null"));
const fen = text('a position in FEN, or leave it out');
const seed: Check<number> = whole(
  `a whole number from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`,
  Number.MIN_SAFE_INTEGER,
);
const nodes: Check<number> = whole('a whole number of at least 1', 1);
const evaluator = oneOf<EvaluatorName>('built-in', 'stockfish');
const weighed = oneOf<Weights>('uniform', 'weighted');

/** Values larger than any index in the engine become the largest index. */
const index: Check<number> = (name, value) => {
  const expected = 'a whole number of at least 0';
  const given = number(expected, (n) => Number.isInteger(n) && n >= 0)(name, value);
  return Math.min(given, MAX_INDEX);
};

const milliseconds: Check<number> = number(
  `a number of milliseconds from 0 to ${MAX_BUDGET_MS}`,
  (ms) => ms >= 0 && ms <= MAX_BUDGET_MS,
);

const seconds = (least: number): Check<number> =>
  number(`a number of seconds from ${least} to ${MAX_SECONDS}`, (s) => s >= least && s <= MAX_SECONDS);

/** The engine stores it in single precision. */
const temperature: Check<number> = number(
  'a positive number',
  (value) => Math.fround(value) > 0 && Math.fround(value) < Number.POSITIVE_INFINITY,
);

const bytes: Check<Uint8Array> = (name, value) => {
  // Accepts arrays of other frames too.
  if (!ArrayBuffer.isView(value) || Object.prototype.toString.call(value) !== '[object Uint8Array]') {
    fail(name, 'a Uint8Array', value);
  }
  if (value.byteLength > LIMITS.bytes) {
    throw new TypeError(
      `${name}: the file has ${value.byteLength} bytes: at most ${LIMITS.bytes} can be read, so split it`,
    );
  }
  return value as Uint8Array;
};

const fens: Check<string[]> = (name, value) => {
  if (!Array.isArray(value)) fail(name, 'a list of positions in FEN', value);
  if (value.length === 0 || value.length > LIMITS.boards) {
    throw new TypeError(`${name}: pass 1 to ${LIMITS.boards} positions, not ${value.length}`);
  }
  // Covers the gaps of a sparse array too.
  return Array.from(value, (one, i) => text('a position in FEN')(`${name}[${i}]`, one));
};

const action: Check<Action> = (name, value) => {
  const expected = '{ sense: a square or null } or { request: a move in UCI or null }';
  const { sense, request } = fields(name, expected, value);
  if ((sense === undefined) === (request === undefined)) fail(name, expected, value);
  return request === undefined ? { sense: square('sense', sense) } : { request: move('request', request) };
};

const piece = oneOf<PieceLetter>('P', 'N', 'B', 'R', 'Q', 'K', 'p', 'n', 'b', 'r', 'q', 'k');

const contents: Check<[Square, PieceLetter | null][]> = (name, value) => {
  if (!Array.isArray(value)) fail(name, 'a list of [square, piece]', value);
  if (value.length > MAX_WINDOW) fail(name, `a list of at most ${MAX_WINDOW} entries`, value);
  return Array.from(value, (entry, i) => {
    const at = `${name}[${i}]`;
    if (!Array.isArray(entry) || entry.length !== 2) fail(at, 'a list of a square and a piece or null', entry);
    return [onBoard(`${at}[0]`, entry[0]), orNull(piece)(`${at}[1]`, entry[1])];
  });
};

export const observation: Check<Observation> = (name, value) => {
  const told = fields(name, "an object with a type: 'opponent', 'sense' or 'move'", value);
  const type = oneOf('opponent', 'sense', 'move')('type', told.type);
  switch (type) {
    case 'opponent':
      return { type, capture: square('capture', told.capture) };
    case 'sense':
      return { type, square: square('square', told.square), result: contents('result', told.result) };
    case 'move':
      return {
        type,
        requested: move('requested', told.requested),
        taken: move('taken', told.taken),
        capture: square('capture', told.capture),
      };
  }
};

const seat: Check<Seat> = (name, value) => {
  const given = fields(name, 'a seat: an object of the kind person or agent', value);
  const kind = oneOf('person', 'agent')(`${name}.kind`, given.kind);
  if (kind === 'person') return { kind, name: text('a name', MAX_TEXT)(`${name}.name`, given.name) };
  const budget = whole(`a whole number of milliseconds from 0 to ${MAX_BUDGET_MS}`, 0, MAX_BUDGET_MS);
  return {
    kind,
    // The engine knows which exist.
    agent: text('the name of an agent')(`${name}.agent`, given.agent) as AgentName,
    budgetMs: budget(`${name}.budgetMs`, given.budgetMs),
  };
};

const clock: Check<ClockSetup> = (name, value) => {
  const given = fields(name, 'an object with seconds and increment, or null', value);
  return {
    seconds: seconds(MIN_SECONDS)(`${name}.seconds`, given.seconds),
    increment: seconds(0)(`${name}.increment`, given.increment),
  };
};

const past: Check<GamePast> = (name, value) => {
  const given = fields(name, 'an object with a record (or a link, or a replay) and halfMoves', value);
  return {
    record: text('the text of a record, or a link', LIMITS.bytes)(`${name}.record`, given.record),
    halfMoves: whole('a whole number of at least 0', 0, MAX_INDEX)(`${name}.halfMoves`, given.halfMoves),
  };
};

const setup: Check<GameSetup> = (name, value) => {
  const given = fields(name, 'an object that says who plays', value);
  const startFen = orLeftOut(fen)('startFen', given.startFen);
  const limit = whole(`a whole number from 1 to ${MAX_INDEX}, or leave it out`, 1, MAX_INDEX);
  const turnLimit = orLeftOut(limit)('turnLimit', given.turnLimit);
  const from = orLeftOut(past)('from', given.from);
  return {
    white: seat('white', given.white),
    black: seat('black', given.black),
    // Default: none.
    clock: orNull(clock)('clock', given.clock ?? null),
    seed: seed('seed', given.seed),
    ...(startFen === undefined ? {} : { startFen }),
    ...(turnLimit === undefined ? {} : { turnLimit }),
    ...(from === undefined ? {} : { from }),
  };
};

/** Weights of boards; the engine checks their number. */
const weights: Check<Float32Array> = (name, value) => {
  const list = Object(value) as ArrayLike<unknown>;
  if (typeof value !== 'object' || !Number.isInteger(list.length) || list.length < 0 || list.length > LIMITS.cap) {
    fail(name, 'a list of numbers, one for each board', value);
  }
  return Float32Array.from({ length: list.length }, (_, i) => {
    const one = list[i];
    const fits = typeof one === 'number' && one >= 0 && Math.fround(one) < Number.POSITIVE_INFINITY;
    return fits ? one : fail(name, 'numbers of at least 0', one);
  });
};

const numbers: Check<Float64Array> = (name, value) => {
  if (!(value instanceof Float64Array) || value.some((one) => !Number.isFinite(one)))
    fail(name, 'finite numbers', value);
  return value;
};
const halfTurns: Check<Uint32Array> = (name, value) => {
  const list = Object(value) as ArrayLike<unknown>;
  if (typeof value !== 'object' || !Number.isInteger(list.length) || list.length < 0 || list.length > MAX_HALF_TURNS) {
    fail(name, 'a list of numbers of half-turns', value);
  }
  return Uint32Array.from({ length: list.length }, (_, i) => index(`${name}[${i}]`, list[i]));
};
const lengths: Check<Uint32Array> = (name, value) =>
  value instanceof Uint32Array ? value : fail(name, 'a Uint32Array', value);

const table: Check<TableOptions> = (name, value) => {
  const given = fields(name, 'an object', value);
  return {
    evaluator: evaluator('evaluator', given.evaluator),
    nodes: nodes('nodes', given.nodes),
    ms: orNull(milliseconds)('ms', given.ms),
    weights: orNull(weights)('weights', given.weights),
  };
};

const releaseFile: Check<Args<'siamese.load' | 'players.load'>[0]> = (name, value) => {
  const given = fields(name, 'an object with url, size and sha256', value);
  return {
    url: text('an address', MAX_TEXT)(`${name}.url`, given.url),
    size: whole('a number of bytes', 1)(`${name}.size`, given.size),
    sha256: text('a hash')(`${name}.sha256`, given.sha256),
  };
};

const workers = orLeftOut(whole(`a whole number from 1 to ${MAX_WORKERS}, or leave it out`, 1, MAX_WORKERS));

const on: Argument<ObjectId> = ['object', object];
const ofColor: Argument<Color> = ['color', color];
const ofStep: Argument<number> = ['step', index];
const ofWeights: Argument<Weights> = ['weights', weighed];
const ofTable: Argument<TableOptions> = ['options', table];
const ofAction: Argument<Action> = ['action', action];

const CAPS = `a whole number from ${LIMITS.minCap} to ${LIMITS.cap.toLocaleString('en')}, or leave it out`;

const ofCap: Argument<number | undefined> = ['cap', orLeftOut(whole(CAPS, LIMITS.minCap, LIMITS.cap))];

/** Every argument of every call. */
const CALLS: { readonly [M in Method]: Arguments<Args<M>> } = {
  agents: [],
  levels: [],
  newGame: [on, ['setup', setup]],
  resumeGame: [on, ['sealed', bytes]],
  openRecords: [on, ['bytes', bytes]],
  openRecord: [
    ['replay', object],
    ['json', text('a text', LIMITS.bytes)],
  ],
  openLink: [
    ['replay', object],
    ['text', text('a text', MAX_TEXT)],
  ],
  encodeLink: [['json', text('a text', MAX_TEXT)]],
  decodeLink: [['text', text('a text', MAX_TEXT)]],
  readText: [['text', text('a text', LIMITS.bytes)]],
  openBoards: [on, ['fens', fens], ['phase', oneOf<StepPhase>('start', 'sensed', 'moved')]],
  standings: [
    ['points', numbers],
    ['anchor', orLeftOut(index)],
  ],
  bootstrapMeans: [
    ['values', numbers],
    ['lengths', lengths],
    ['seed', seed],
  ],
  decay: [
    ['before', numbers],
    ['after', numbers],
    ['lengths', lengths],
    ['seed', seed],
  ],
  track: [on, ofColor, ['startFen', orLeftOut(fen)], ofCap],
  release: [on],
  'stockfish.load': [['workers', workers]],
  'stockfish.unload': [],
  'siamese.load': [['model', releaseFile]],
  'players.load': [['file', releaseFile]],

  'game.view': [on, ofColor],
  'game.sense': [on, ofColor, ['square', square]],
  'game.move': [on, ofColor, ['uci', move]],
  'game.agentTurn': [
    on,
    ['evaluator', evaluator],
    ['nodes', orLeftOut(whole('a whole number from 1, or leave it out', 1))],
  ],
  'game.moveNow': [on],
  'game.resign': [on, ofColor],
  'game.takeBack': [on, ofColor],
  'game.belief': [on, ofColor, ofWeights],
  'game.moves': [on, ofColor, ofTable],
  'game.state': [on],
  'game.recordJson': [on],
  'game.replay': [on, ['replay', object]],

  'records.text': [on, ['index', index]],
  'records.details': [on, ['index', index]],
  'records.replay': [on, ['replay', object], ['index', index]],

  'replay.record': [on],
  'replay.details': [on],
  'replay.analyse': [on],
  'replay.senseSizes': [on, ofColor, ofCap],
  'replay.belief': [on, ofStep, ofColor, ofWeights],
  'replay.moves': [on, ofStep, ofColor, ofTable],
  'replay.branch': [on, ['branch', object], ofStep, ofAction],
  'replay.pastLimit': [on],
  'replay.playOn': [on, ['game', object], ['halfMoves', index], ['setup', setup]],
  'replay.consult': [
    on,
    ofStep,
    // The engine knows which exist.
    ['agent', text('the name of an agent') as Check<AgentName>],
    ['ms', milliseconds],
    ['seed', seed],
  ],
  'replay.report': [on, ['first', index], ['nodes', nodes]],
  'replay.puzzles': [on, ofColor, ['plies', halfTurns]],

  'boards.belief': [on],
  'boards.moves': [on, ofTable],
  'boards.outcomes': [on, ofAction],
  'boards.take': [on, ['taken', object], ofAction, ['outcome', index]],

  'belief.tell': [on, ['observation', observation]],
  'belief.known': [on],
  'belief.view': [on, ofWeights],
  'belief.weights': [
    on,
    ['opponent', orLeftOut(text('the name of a player, or leave it out'))],
    ['temperature', temperature],
  ],
  'belief.moves': [on, ofTable],
  'belief.opponentMoves': [on],
  'belief.boards': [on, ['limit', index]],
};

/** The arguments of a call, checked. */
export function checkedArgs<M extends Method>(method: M, args: readonly unknown[]): Args<M> {
  // A program may pass anything.
  if (!Object.hasOwn(CALLS, method)) throw new TypeError(`there is no call ${shown(method)}`);
  if (!Array.isArray(args)) fail(method, 'a list of arguments', args);
  const declared = CALLS[method] as readonly Argument<unknown>[];
  return declared.map(([name, check], i) => check(name, args[i])) as unknown as Args<M>;
}

const signal: Check<AbortSignal> = (name, value) => {
  const given = fields(name, 'an AbortSignal', value);
  if (typeof given.aborted !== 'boolean' || typeof given.addEventListener !== 'function') {
    fail(name, 'an AbortSignal', value);
  }
  return value as AbortSignal;
};

/** A function that is called with what happens. */
export const listener = <F>(name: string, value: F): F =>
  typeof value === 'function' ? value : fail(name, 'a function', value);

const LISTENERS = ['onProgress', 'onSizes', 'onTurns', 'onTable', 'onSteps'] as const;

/** The checked options of every long call; unknown keys may hold anything. */
export function checkedOptions(options: ChannelCallOptions | undefined): ChannelCallOptions {
  if (options === undefined) return {};
  const given = fields('options', 'an object', options);
  const checked: Record<string, unknown> = {};
  for (const name of LISTENERS) if (given[name] !== undefined) checked[name] = listener(name, given[name]);
  if (given.signal !== undefined) checked.signal = signal('signal', given.signal);
  return checked;
}

/** Start options; the number of threads is clamped to a possible one. */
export function checkedStart<B extends string>(
  options: { build?: B; threads?: number; module?: StartOptions['module'] },
  builds: readonly B[],
): { build?: B; threads?: number; module?: NonNullable<StartOptions['module']> } {
  const given = fields('options', 'an object', options);
  const build = orLeftOut(oneOf(...builds))('build', given.build);
  const threads = orLeftOut(whole('a whole number from 1, or leave it out', 1))('threads', given.threads);
  const module = given.module === undefined ? undefined : listener('module', given.module as StartOptions['module']);
  return {
    ...(build === undefined ? {} : { build }),
    ...(threads === undefined ? {} : { threads }),
    ...(module === undefined ? {} : { module }),
  };
}

/** A copy of a file's bytes, which the caller may change later. */
export function copyOfBytes(name: string, given: Uint8Array): Uint8Array {
  return bytes(name, given).slice();
}

/** A copy of an action. */
export const copyOfAction = action;

/** `options` with all defaults filled in; checked. */
export function tableOptions(options: MoveTableOptions, given: ArrayLike<number> | null = null): TableOptions {
  const { evaluator = 'built-in', nodes = TABLE_NODES, ms = null } = Object(options) as MoveTableOptions;
  return { evaluator, nodes, ms, weights: given as Float32Array | null };
}

/** The weights to use. */
export function weightsOf(options: BeliefOptions): Weights {
  return (Object(options) as BeliefOptions).weights ?? 'uniform';
}

/** How long an agent may think, and its seed. */
export function consultation(options: { ms?: number; seed?: number }): { ms: number; seed: number } {
  const { ms = CONSULT_MS, seed = 0 } = Object(options) as { ms?: number; seed?: number };
  return { ms, seed };
}

/** The half-turn that a report begins with, and the positions that each is worth. */
export function reportOptions(options: { first?: number; nodes?: number }): { first: number; nodes: number } {
  const { first = 0, nodes = REPORT_NODES } = Object(options) as { first?: number; nodes?: number };
  return { first, nodes };
}
