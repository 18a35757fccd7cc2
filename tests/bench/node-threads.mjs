// What threads gain in Node: `node tests/bench/node-threads.mjs [--rounds N]`, after `node pkg/build.mjs`. Each thing is done by both
// builds one right after the other, the first one alternating, so that what else the machine does slows down both; what is told is the median of the
// ratios of such pairs, with its 95 % interval by the order of the ratios.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Outpost } from '../../pkg/dist/index.js';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '15' } } });
const rounds = Number(values.rounds);
const threads = availableParallelism();

/** Between expansions: Black's set after White's unsensed moves. */
const OWN_MOVES = ['e7e6', 'g8f6', 'b8c6', 'f8e7'];
const NODES = 200_000;

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
  const beliefs = [await single.outpost.track('black'), await pool.outpost.track('black')];
  let first = round % 2;
  /** Times both, one right after the other; the first round warms up. */
  const timed = async (name, call) => {
    const pair = [0, 0];
    let result;
    for (const i of [first, 1 - first]) {
      const began = performance.now();
      result = await call(beliefs[i]);
      pair[i] = performance.now() - began;
    }
    first = 1 - first;
    if (round > 0) pairs.set(name, [...(pairs.get(name) ?? []), pair]);
    return result;
  };
  const tellBoth = (observation) => Promise.all(beliefs.map((belief) => belief.tell(observation)));
  let last = 1;
  for (const move of [...OWN_MOVES, null]) {
    await timed(`expansion from ${last} boards`, (belief) => belief.tell({ type: 'opponent', capture: null }));
    const { size } = await timed(`values of senses after the expansion from ${last} boards`, (belief) => belief.view());
    last = size;
    if (move === null) break;
    await tellBoth({ type: 'sense', square: null, result: [] });
    await timed(`table of moves, ${size} boards, ${NODES} nodes`, (belief) => belief.moves({ nodes: NODES }));
    await tellBoth({ type: 'move', requested: move, taken: move, capture: null });
  }
  for (const belief of beliefs) belief.dispose();
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
