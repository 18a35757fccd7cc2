// Random calls of the npm package in Node, and random messages to its engine.
//
//     node tests/stress/api.mjs [--seed N] [--seconds S] [--inputs N]
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../scripts/lib/run.mjs';

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '60' },
    inputs: { type: 'string' },
  },
});
const number = (name) => {
  const value = Number(options[name]);
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`--${name} ${options[name]}: not a whole number`);
  return value;
};
const seed = number('seed');
const deadline = Date.now() + 1000 * number('seconds');
const mostCalls = options.inputs === undefined ? Number.POSITIVE_INFINITY : number('inputs');

const dist = join(root, 'pkg/dist');
if (!existsSync(join(dist, 'index.js'))) {
  execFileSync(process.execPath, [join(root, 'pkg/build.mjs')], { stdio: 'inherit' });
}
const { Outpost } = await import('../../pkg/dist/index.js');
const { nodeLauncher } = await import('../../pkg/dist/node-launcher.js');

/** Mulberry32. */
let state = (Math.imul(seed, 0x9e3779b1) + 0x6d2b79f5) | 0;
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}
const chance = (p) => random() < p;
const below = (n) => Math.floor(random() * n);
const one = (list) => list[below(list.length)];

const cyclic = {};
cyclic.self = cyclic;
const throwing = {
  get sense() {
    throw new Error('a getter of the caller');
  },
};
const long = 'x'.repeat(200_000);
/** Values that are no valid argument here, though perhaps elsewhere. */
const junk = [
  () => undefined,
  () => null,
  () => Number.NaN,
  () => Number.POSITIVE_INFINITY,
  () => -1,
  () => -0,
  () => 1.5,
  () => 64,
  () => 2 ** 31,
  () => 2 ** 32,
  () => 2 ** 53,
  () => 1e300,
  () => 1e-300,
  () => '',
  () => 'e4',
  () => 'white',
  () => '\ud800',
  () => 'a\0b',
  () => long,
  () => ({}),
  () => [],
  () => [[[]]],
  () => new Array(5),
  () => ({ length: 5 }),
  () => ({ length: 2 ** 40 }),
  () => Symbol('s'),
  () => 5n,
  () => () => {},
  () => new Map(),
  () => new Date(),
  () => cyclic,
  () => throwing,
  () => Object.create(null),
  () => new Proxy({}, {}),
  () => new Uint8Array(3),
  () => new Uint8Array(0),
  () => new Uint16Array(4),
  () => new Float32Array([Number.NaN, 1]),
  () => new ArrayBuffer(8),
  () => new AbortController().signal,
  () => ({ aborted: false }),
  () => true,
  () => new (class Square {})(),
  () => Object.freeze({ sense: Symbol('s') }),
];
const anything = () => one(junk)();

/** Excludes endless work, which is valid and would run. */
const quick = (value) => (typeof value === 'number' && value > 1000 && value < 2 ** 53 ? Number.NaN : value);

const color = () => one(['white', 'black']);
const square = () => (chance(0.2) ? null : below(64));
const piece = () => one([null, 'P', 'n', 'k', 'Q', 'r', 'B']);
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const fens = [
  START,
  '4k3/8/8/8/8/8/4P3/4K2R w K - 0 1',
  '4k3/P7/8/3Pp3/8/8/p7/R3K3 w Q e6 0 2',
  '8/8/8/8/8/8/8/8 w - - 0 1',
  'QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/k7/8/8/8/K7 b - - 0 1',
  'PPPPPPPP/8/8/4k3/8/4K3/8/pppppppp w - - 0 1',
  'r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 99 4294967295',
  '4k3/8/8/8/8/8/8/4K3 w - e6 0 1',
  'x',
];
const fen = () => one(fens);
const file = 'abcdefgh';
const uci = () => {
  const name = () => one([...file]) + (1 + below(8));
  return chance(0.1) ? null : name() + name() + (chance(0.1) ? one(['q', 'n', 'k', '']) : '');
};
const signal = () => {
  const controller = new AbortController();
  const after = below(3);
  if (after === 0) controller.abort(new DOMException('stopped', 'AbortError'));
  else if (after === 1) setTimeout(() => controller.abort(new DOMException('stopped', 'AbortError')), 0);
  return controller.signal;
};
const call = (more = {}) => ({
  ...more,
  ...(chance(0.1) ? { signal: signal() } : {}),
  ...(chance(0.1) ? { onProgress: () => {} } : {}),
  ...(chance(0.05)
    ? { [one(['signal', 'onProgress', 'onTable', 'weights', 'nodes', 'ms', 'other'])]: quick(anything()) }
    : {}),
});
const weights = () => (chance(0.5) ? {} : { weights: one(['uniform', 'weighted']) });
const tables = () => ({ nodes: 1 + below(60), ...(chance(0.3) ? { ms: below(3) } : {}) });
const action = () => (chance(0.5) ? { sense: square() } : { request: uci() });
const seat = () =>
  chance(0.5)
    ? { kind: 'person', name: one(['Ada', '', '\ud800', long.slice(0, 500)]) }
    : {
        kind: 'agent',
        agent: one(['random', 'random', 'attacker', 'trout', 'none', chance(0.1) ? 'hsuc' : 'random']),
        budgetMs: below(3),
      };
const setup = () => ({
  white: chance(0.03) ? anything() : seat(),
  black: chance(0.03) ? anything() : seat(),
  clock: chance(0.7) ? null : { seconds: one([0.001, 0.02, 60]), increment: below(3) },
  seed: below(1000),
  ...(chance(0.4) ? { startFen: fen() } : {}),
  turnLimit: 1 + below(3),
});
const sensed = () => {
  const square = chance(0.3) ? null : below(64);
  const result = [];
  for (let i = 0; i < (square === null ? 0 : below(10)); i++) result.push([below(64), piece()]);
  return { type: 'sense', square, result };
};
const observation = () =>
  one([
    () => ({ type: 'opponent', capture: chance(0.8) ? null : below(64) }),
    () => ({ type: 'opponent', capture: null }),
    () => ({ type: 'sense', square: null, result: [] }),
    sensed,
    () => {
      const requested = uci();
      return {
        type: 'move',
        requested,
        taken: chance(0.7) ? requested : uci(),
        capture: chance(0.7) ? null : square(),
      };
    },
    () => ({ type: 'move', requested: null, taken: null, capture: null }),
  ])();
const index = () => below(12);

/** A short game as a file. */
let record = Buffer.alloc(0);
const bytes = () => {
  const copy = new Uint8Array(record);
  if (chance(0.5)) copy[below(copy.length)] = below(256);
  return copy;
};

let outpost;
/** Open objects, a few of each kind. */
const open = { game: [], belief: [], file: [], replay: [], boards: [] };
const MOST = 4;
function keep(kind, thing) {
  open[kind].push(thing);
  if (open[kind].length > MOST) open[kind].splice(below(MOST), 1)[0].dispose();
  return thing;
}
const kept = (kind) => (thing) => keep(kind, thing);
const sealed = () => {
  const game = one(open.game);
  const snapshot = game ? game.sealed() : new Uint8Array(20);
  if (chance(0.3) && snapshot.length > 0) snapshot[below(snapshot.length)] ^= 1 << below(8);
  return snapshot;
};

/**
 * Every public method: its object, valid arguments, what is done with its answer, and how often it is called. Quick ones
 * are frequent.
 */
const METHODS = [
  ['outpost', 'agents', [], null, 10],
  ['outpost', 'newGame', [setup], kept('game'), 6],
  ['outpost', 'resumeGame', [sealed], kept('game'), 4],
  ['outpost', 'openRecords', [bytes, call], kept('file'), 1],
  [
    'outpost',
    'encodeLink',
    [() => (chance(0.5) ? record.toString() : JSON.stringify({ type: 'Boards', fens: [fen()] }))],
    null,
    1,
  ],
  ['outpost', 'decodeLink', [() => one(['1abc', 'https://a.b/#1x', long])], null, 4],
  [
    'outpost',
    'track',
    [color, () => (chance(0.5) ? undefined : fen()), () => (chance(0.02) ? undefined : one([64, 64, 150]))],
    kept('belief'),
    10,
  ],
  ['outpost', 'openBoards', [() => Array.from({ length: 1 + below(3) }, fen), call], kept('boards'), 6],
  ['outpost', 'onRestart', [() => () => {}], null, 4],
  ['game', 'view', [color], null, 60],
  ['game', 'sense', [color, square], null, 80],
  ['game', 'move', [color, uci], null, 80],
  ['game', 'agentTurn', [() => call({ nodes: 1 + below(40) })], null, 3],
  ['game', 'moveNow', [], null, 20],
  ['game', 'resign', [color], null, 5],
  ['game', 'checkClock', [], null, 60],
  ['game', 'belief', [color, () => call(weights())], null, 2],
  ['game', 'moves', [color, () => call(tables())], null, 1],
  ['game', 'sealed', [], null, 10],
  ['game', 'toMove', [], null, 60],
  ['game', 'outcome', [], null, 60],
  ['game', 'recordJson', [], null, 40],
  ['game', 'replay', [], kept('replay'), 6],
  ['file', 'text', [index], null, 60],
  ['file', 'replay', [index], kept('replay'), 4],
  ['replay', 'record', [], null, 30],
  ['replay', 'analyse', [() => call({ onSizes: () => {} })], null, 1],
  ['replay', 'senseSizes', [color, () => call({ cap: one([undefined, 64, 1_000]) })], null, 1],
  ['replay', 'belief', [index, color, () => call(weights())], null, 3],
  ['replay', 'moves', [index, color, () => call(tables())], null, 1],
  ['replay', 'branch', [index, action], kept('replay'), 8],
  [
    'replay',
    'consult',
    [index, () => one(['random', 'attacker', 'none']), () => call({ ms: below(3), seed: below(9) })],
    null,
    2,
  ],
  ['replay', 'report', [() => call({ onTurns: () => {}, nodes: 1 + below(20), first: index() })], null, 1],
  ['boards', 'belief', [() => call(weights())], null, 3],
  ['boards', 'moves', [() => call(tables())], null, 1],
  ['boards', 'outcomes', [action], null, 30],
  ['boards', 'take', [action, index], kept('boards'), 12],
  ['belief', 'tell', [observation, call], null, 300],
  ['belief', 'known', [], null, 40],
  ['belief', 'view', [() => call(weights())], null, 3],
  ['belief', 'weights', [() => call({ opponent: one([undefined, 'x']), temperature: 0.5 + random() })], null, 5],
  ['belief', 'moves', [() => call({ ...tables(), ...(chance(0.5) ? { weights: [1, 2, 0] } : {}) })], null, 1],
  ['belief', 'opponentMoves', [call], null, 5],
  ['belief', 'boards', [index], null, 60],
];
const weighted = METHODS.flatMap((method) => Array(method[4]).fill(method));

/** An internal error: what JavaScript reports when code did not expect its input, or for a trap. */
const MISTAKE =
  /is not a function|of (undefined|null)|Cannot (read|convert|destructure|set|mix)|not iterable|Invalid array length|unreachable|memory access|recursive use|call stack|object could not be cloned|EngineCrash|crashed/;

const counts = { calls: 0, answered: 0, refused: 0, aborted: 0, messages: 0 };
const finding = (what) => {
  console.error(`seed ${seed}, call ${counts.calls}: ${what}`);
  process.exit(1);
};
const described = (value) => {
  try {
    return typeof value === 'object' ? JSON.stringify(value)?.slice(0, 300) : String(value).slice(0, 80);
  } catch {
    return typeof value;
  }
};

async function randomCall() {
  const [kind, name, makers, keepAnswer] = one(weighted);
  const on = kind === 'outpost' ? outpost : one(open[kind]);
  if (!on) return;
  const args = makers.map((make) => (chance(0.06) ? anything() : make()));
  if (chance(0.03)) args.push(anything());
  counts.calls += 1;
  try {
    const answer = await on[name](...args);
    counts.answered += 1;
    if (keepAnswer) keepAnswer(answer);
    if (chance(0.01)) answer?.dispose?.();
  } catch (error) {
    const text = String(error?.message);
    if (text === 'a getter of the caller') counts.refused += 1;
    else if (error?.name === 'AbortError') counts.aborted += 1;
    else if (!(error instanceof Error) || text === '' || MISTAKE.test(text) || error.name === 'EngineCrashError') {
      finding(`${kind}.${name}(${args.map(described).join(', ')}): ${error?.stack ?? error}`);
    } else counts.refused += 1;
  }
}

async function startOutpost() {
  outpost = await Outpost.start();
  outpost.onRestart((why) => finding(`the engine was restarted: ${why}`));
  outpost.onGivenUp((error) => finding(`the engine was given up: ${error.message}`));
}

/** Raw messages to an engine, as from a page that bypasses the package's checks. */
async function randomMessages(count) {
  const endpoint = nodeLauncher()();
  const seen = new Map();
  let told = () => {};
  endpoint.onMessage = (message) => {
    if (message.kind === 'crashed' || message.kind === 'startFailed') finding(`raw messages: ${message.message}`);
    if (message.kind === 'error' && MISTAKE.test(message.message)) {
      finding(`raw message ${described(seen.get(message.id))}: ${message.message}`);
    }
    seen.delete(message.id);
    told();
  };
  endpoint.onFailure = (why) => finding(`raw messages: ${why}`);
  endpoint.post({ kind: 'start', build: 'single', threads: 1 });
  await new Promise((resolve) => {
    told = resolve;
  });
  const names = [
    ...METHODS.map(([kind, name]) => (kind === 'outpost' ? name : `${kind === 'file' ? 'records' : kind}.${name}`)),
    'release',
    'toString',
    '__proto__',
    'siamese.load',
    'stockfish.load',
  ];
  const values = [
    color,
    square,
    uci,
    index,
    action,
    observation,
    setup,
    bytes,
    fen,
    tables,
    anything,
    () => 'start',
    () => 'uniform',
  ];
  const objects = () => below(5);
  for (let id = 1; id <= count; id++) {
    const args = Array.from({ length: below(6) }, (_, i) => (i === 0 ? objects : one(values))());
    const method = chance(0.02) ? anything() : one(names);
    const message = { kind: 'call', id, method, args: chance(0.01) ? anything() : args };
    try {
      seen.set(id, { method, args });
      endpoint.post(message);
      counts.messages += 1;
    } catch {
      // Cannot be cloned.
      seen.delete(id);
    }
    if (id % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  // Until every request is answered.
  for (let tries = 0; seen.size > 0 && tries < 10_000; tries++) await new Promise((resolve) => setTimeout(resolve, 1));
  if (seen.size > 0) finding(`${seen.size} raw messages without an answer: ${described([...seen.values()][0])}`);
  endpoint.end();
}

async function shortGame() {
  const agent = { kind: 'agent', agent: 'random', budgetMs: 1 };
  const game = await outpost.newGame({ white: agent, black: agent, clock: null, seed, turnLimit: 2 });
  while (!(await game.outcome())) await game.agentTurn();
  const json = await game.recordJson();
  game.dispose();
  return Buffer.from(json);
}

const over = () => Date.now() >= deadline || counts.calls >= mostCalls;
await startOutpost();
record = await shortGame();
const began = Date.now();
let said = began;
while (!over()) {
  // Objects share an engine, and engines follow one another, so that a failure depends on little history.
  for (let round = 0; round < 500 && !over(); round++) {
    await Promise.all(Array.from({ length: 1 + below(8) }, randomCall));
  }
  for (const list of Object.values(open)) for (const thing of list.splice(0)) thing.dispose();
  outpost.terminate();
  await startOutpost();
  if (!over()) await randomMessages(500);
  if (Date.now() - said > 30_000) {
    said = Date.now();
    console.log(JSON.stringify({ seconds: Math.round((said - began) / 1000), ...counts }));
  }
}
outpost.terminate();
console.log(`seed ${seed}, ${Math.round((Date.now() - began) / 1000)} s: ${JSON.stringify(counts)}`);
process.exit(0);
