// Runs the stages of `npm test` on all cores, one line for each stage with its time, and counts.
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { cpuMeter } from './cpu-meter.mjs';
import { root, seconds } from './run.mjs';

/** The limit of a stage: none may block a machine for ever. */
const LIMIT_MINUTES = 60;
const LINES_SHOWN = 120;
/** Stages at a time: one more than there are cores, as each waits now and then; pages have clocks that must not be starved. */
const SLOTS = Math.min(4, availableParallelism() + 1);

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {string[]} [needs] stages that must have passed before this one; they run although only this one was chosen
 * @property {string[]} [after] stages that must have ended before, if they run at all
 * @property {boolean} [waits] mostly waits, for a download or a clock: runs beside those that fill the cores
 * @property {string[][]} commands programs with their arguments, run until one fails
 * @property {(output: string) => string | undefined} [summary] a summary of the output
 */

/** Running process groups: an interruption ends them all. */
const running = new Set();

/**
 * The chosen stages and all that they need, in the order of the list.
 * @param {Stage[]} stages
 * @param {(stage: Stage) => boolean} isChosen
 */
export function withNeeds(stages, isChosen) {
  const taken = new Set();
  const take = (stage) => {
    if (taken.has(stage)) return;
    taken.add(stage);
    for (const need of stage.needs ?? []) take(stages.find(({ name }) => name === need));
  };
  stages.filter(isChosen).forEach(take);
  return stages.filter((stage) => taken.has(stage));
}

/**
 * Runs every stage as soon as a core is free for it and what it needs has passed; those first in the list come first.
 * @param {Stage[]} stages
 * @returns {Promise<boolean>} whether all passed
 */
export async function runStages(stages) {
  const began = performance.now();
  const coresBegan = coreTimes();
  mkdirSync(join(root, 'test-results'), { recursive: true });
  process.once('SIGINT', () => {
    for (const group of running) process.kill(-group, 'SIGTERM');
    process.exit(130);
  });
  /** @type {Map<string, boolean>} */
  const passed = new Map();
  const table = ['| stage | begins after (s) | takes (s) | CPU (s) |', '| --- | --- | --- | --- |'];
  const left = [...stages];
  /** @type {Map<Stage, Promise<void>>} */
  const current = new Map();

  const isReady = ({ needs = [], after = [] }) =>
    [...needs, ...after.filter((name) => stages.some((stage) => stage.name === name))].every((name) =>
      passed.has(name),
    );
  const begin = (stage) => {
    left.splice(left.indexOf(stage), 1);
    const broken = stage.needs?.find((name) => passed.get(name) === false);
    if (broken) {
      passed.set(stage.name, false);
      console.log(`✗ ${stage.name}: not run, as ${broken} failed`);
      return;
    }
    const beginning = performance.now();
    const end = async () => {
      const { error, time, cpu, summary, tail, log } = await runStage(stage);
      current.delete(stage);
      passed.set(stage.name, error === null);
      const whole = (ms) => (ms / 1000).toFixed(0);
      table.push(
        `| ${stage.name} | ${whole(beginning - began)} | ${whole(performance.now() - beginning)} | ${cpu.toFixed(0)} |`,
      );
      const times = `${time}, CPU ${cpu.toFixed(0)} s, ends after ${seconds(began)}`;
      if (error === null) console.log(`✓ ${stage.name} (${times})${summary ? `: ${summary}` : ''}`);
      else console.log(`✗ ${stage.name} (${times}): ${error}\n${tail}\n  (all of it: ${log})`);
    };
    current.set(stage, end());
  };
  const next = () => {
    const taken = [...current.keys()].filter(({ waits }) => !waits).length;
    return left.find((stage) => isReady(stage) && (stage.waits || taken < SLOTS));
  };
  while (left.length > 0 || current.size > 0) {
    for (let stage = next(); stage; stage = next()) begin(stage);
    await Promise.race(current.values());
  }

  const failed = stages.filter(({ name }) => !passed.get(name)).map(({ name }) => name);
  const coresNow = coreTimes();
  const [busy, all] = [coresNow.busy - coresBegan.busy, coresNow.all - coresBegan.all];
  const used = `${cpus().length} cores ${Math.round((100 * busy) / all)} % busy`;
  console.log(`\n${failed.length > 0 ? `failed: ${failed.join(', ')}; ` : ''}${seconds(began)} in all, ${used}`);
  // For docs/building.md.
  writeFileSync(join(root, 'test-results/stages.md'), `${table.join('\n')}\n\n${seconds(began)} in all, ${used}\n`);
  console.log(`${stages.length - failed.length} passed, ${failed.length} failed`);
  return failed.length === 0;
}

/** What the machine's cores have been through since it started, in ms. */
function coreTimes() {
  const sum = { busy: 0, all: 0 };
  for (const { times } of cpus()) {
    const busy = times.user + times.nice + times.sys + times.irq;
    sum.busy += busy;
    sum.all += busy + times.idle;
  }
  return sum;
}

/** @param {Stage} stage */
async function runStage({ name, commands, summary }) {
  const log = join('test-results', `${name.replaceAll(/\W+/g, '-')}.log`);
  const began = performance.now();
  const file = openSync(join(root, log), 'w');
  let error = null;
  let cpu = 0;
  try {
    for (const [program, ...args] of commands) {
      const result = await runInto(file, program, args);
      error = result.error;
      cpu += result.cpu;
      if (error !== null) break;
    }
  } finally {
    closeSync(file);
  }
  const output = readFileSync(join(root, log), 'utf8');
  const tail = output.trimEnd().split('\n').slice(-LINES_SHOWN).join('\n');
  return { error, time: seconds(began), cpu, summary: error === null ? summary?.(output) : undefined, tail, log };
}

/** What went wrong, or null, and the seconds that the program and what it started kept a core busy. */
async function runInto(file, program, args) {
  const meter = cpuMeter();
  // The shell tells the time of its children: Node tells only its own.
  const script = '[ -z "$1" ] || echo $$ > "$1"; shift; "$@" 3>&-; code=$?; times >&3; exit $code';
  const child = spawn('sh', ['-c', script, 'sh', meter?.members ?? '', program, ...args], {
    cwd: root,
    stdio: ['ignore', file, file, 'pipe'],
    env: {
      ...process.env,
      NO_COLOR: '1',
      CARGO_TERM_COLOR: 'never',
      // Compiled once and as a whole: in parts, for the sake of later changes, it takes a half more time.
      CARGO_INCREMENTAL: '0',
      CARGO_PROFILE_DEV_CODEGEN_UNITS: '1',
    },
    // A process group of its own, so that the limit also ends its children.
    detached: true,
  });
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    process.kill(-child.pid, 'SIGKILL');
  }, LIMIT_MINUTES * 60_000);
  running.add(child.pid);
  const ending = new Promise((resolve) => {
    child.on('error', (error) => resolve(`${program} cannot be run: ${error.message}`));
    child.on('close', (code, signal) => {
      if (timedOut) resolve(`took more than ${LIMIT_MINUTES} minutes: ${program} ${args.join(' ')}`);
      else resolve(code === 0 ? null : `${signal ?? `exit ${code}`}: ${program} ${args.join(' ')}`);
    });
  });
  const [error, times] = await Promise.all([ending, text(child.stdio[3])]);
  clearTimeout(timer);
  running.delete(child.pid);
  // Two lines of two times, `1m2.34s` each: the shell's, then its children's.
  const [, , user = 0, system = 0] = times
    .split(/\s+/)
    .filter((time) => time !== '')
    .map((time) => 60 * Number.parseInt(time, 10) + Number.parseFloat(time.split('m')[1] ?? '0'));
  return { error, cpu: meter?.end() ?? user + system };
}
