// What threads gain in Node: `node tests/bench/node-threads.mjs [--rounds N]`, after `node pkg/build.mjs`. Each thing is done by both
// builds in turn, the first one alternating, so that what else the machine does slows down both; what is told is the median of the
// ratios of such pairs, with its 95 % interval by the order of the ratios.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Outpost } from '../../pkg/dist/index.js';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '15' } } });
const rounds = Number(values.rounds);
const threads = availableParallelism();

/** Between expansions: Black's set after White's unsensed moves. */
const OWN_MOVES = ['e7e6', 'g8f6', 'b8c6', 'f8e7', 'a7a6'];
const NODES = 200_000;

/** Times everything once in a new set; returns ms by name. */
async function measured(outpost) {
  const times = new Map();
  const timed = async (name, call) => {
    const began = performance.now();
    const result = await call();
    times.set(name, performance.now() - began);
    return result;
  };
  const belief = await outpost.track('black');
  let last = 1;
  for (const move of [...OWN_MOVES, null]) {
    await timed(`expansion from ${last} boards`, () => belief.tell({ type: 'opponent', capture: null }));
    const { size } = await timed('survey', () => belief.view());
    const survey = times.get('survey');
    times.delete('survey');
    times.set(`survey of ${size} boards`, survey);
    last = size;
    if (move === null) break;
    await belief.tell({ type: 'sense', square: null, result: [] });
    await timed(`table of moves, ${size} boards, ${NODES} nodes`, () => belief.moves({ nodes: NODES }));
    await belief.tell({ type: 'move', requested: move, taken: move, capture: null });
  }
  belief.dispose();
  return times;
}

async function started(options) {
  const began = performance.now();
  const outpost = await Outpost.start(options);
  return { outpost, ms: performance.now() - began };
}

const single = await started({ build: 'single' });
const pool = await started({ build: 'threads', threads });
console.log(`Node ${process.versions.node}, ${threads} threads: ${pool.outpost.info.reason}`);
console.log(`first starts: single ${single.ms.toFixed(0)} ms, threads ${pool.ms.toFixed(0)} ms`);

/** By name: ms of single and threads. */
const pairs = new Map();
for (let round = 0; round <= rounds; round++) {
  const order = round % 2 === 0 ? [single, pool] : [pool, single];
  const times = new Map();
  for (const one of order) times.set(one, await measured(one.outpost));
  // The first round warms up.
  if (round === 0) continue;
  for (const [name, ms] of times.get(single)) {
    pairs.set(name, [...(pairs.get(name) ?? []), [ms, times.get(pool).get(name)]]);
  }
}
const sorted = (numbers) => [...numbers].sort((a, b) => a - b);
const median = (numbers) => sorted(numbers)[Math.floor(numbers.length / 2)];
console.log('| what | one thread (ms) | threads (ms) | times as fast (95 % interval) |\n| --- | --- | --- | --- |');
for (const [name, both] of pairs) {
  const ratios = sorted(both.map(([one, other]) => one / other));
  const from = Math.max(0, Math.floor(ratios.length / 2 - 0.98 * Math.sqrt(ratios.length)));
  const interval = `${ratios[from].toFixed(2)} to ${ratios[ratios.length - 1 - from].toFixed(2)}`;
  const [one, other] = [0, 1].map((i) => median(both.map((pair) => pair[i])).toFixed(1));
  console.log(`| ${name} | ${one} | ${other} | ${median(ratios).toFixed(2)} (${interval}) |`);
}
single.outpost.terminate();
pool.outpost.terminate();
