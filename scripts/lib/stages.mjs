// Runs the stages of `npm test` in lanes side by side, one line for each stage, and counts.
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, SetupError, seconds } from './run.mjs';

/** No stage may hang a machine for ever. */
const LIMIT_MINUTES = 60;
const LINES_SHOWN = 120;

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {string} lane stages of one lane run one after the other, lanes side by side
 * @property {() => Promise<void>} [prepare] installs or builds what it needs
 * @property {() => string[][]} commands programs with their arguments, run until one fails
 * @property {(output: string) => string | undefined} [summary] what to tell of the output
 */

/** Process groups that run now: an interruption ends them all. */
const running = new Set();

/**
 * Runs every stage, whatever became of those before it.
 * @param {Stage[]} stages
 * @returns {Promise<boolean>} whether all passed
 */
export async function runStages(stages) {
  const began = performance.now();
  const failed = [];
  let passed = 0;
  mkdirSync(join(root, 'test-results'), { recursive: true });
  process.once('SIGINT', () => {
    for (const group of running) process.kill(-group, 'SIGTERM');
    process.exit(130);
  });
  const runLane = async (lane) => {
    for (const stage of stages.filter((stage) => stage.lane === lane)) {
      const result = await runStage(stage);
      const time = `${result.time}, ends after ${seconds(began)}`;
      if (result.error === null) {
        passed += 1;
        console.log(`✓ ${stage.name} (${time})${result.summary ? `: ${result.summary}` : ''}`);
      } else {
        failed.push(stage.name);
        console.log(`✗ ${stage.name} (${time}): ${result.error}`);
        if (result.tail) console.log(`${result.tail}\n  (all of it: ${result.log})`);
      }
    }
  };
  const lanes = [...new Set(stages.map((stage) => stage.lane))];
  await Promise.all(lanes.map(runLane));
  console.log(`\n${failed.length > 0 ? `failed: ${failed.join(', ')}; ` : ''}${seconds(began)} in all`);
  console.log(`${passed} passed, ${failed.length} failed`);
  return failed.length === 0;
}

async function runStage(stage) {
  const log = join('test-results', `${stage.name}.log`);
  const began = performance.now();
  try {
    await stage.prepare?.();
  } catch (error) {
    const message = error instanceof SetupError ? error.message : error.stack;
    return { error: `could not be prepared: ${message}`, time: seconds(began) };
  }
  const file = openSync(join(root, log), 'w');
  let error = null;
  try {
    for (const [program, ...args] of stage.commands()) {
      error = await runInto(file, program, args);
      if (error !== null) break;
    }
  } finally {
    closeSync(file);
  }
  const text = readFileSync(join(root, log), 'utf8');
  const tail = error === null ? '' : text.trimEnd().split('\n').slice(-LINES_SHOWN).join('\n');
  return { error, time: seconds(began), summary: stage.summary?.(text), tail, log };
}

/** What went wrong, or null. */
function runInto(file, program, args) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', file, file],
      env: { ...process.env, NO_COLOR: '1', CARGO_TERM_COLOR: 'never' },
      // A group of its own, so that the limit ends what it started too.
      detached: true,
    });
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      process.kill(-child.pid, 'SIGKILL');
    }, LIMIT_MINUTES * 60_000);
    running.add(child.pid);
    const finish = (error) => {
      clearTimeout(timer);
      running.delete(child.pid);
      resolve(error);
    };
    child.on('error', (error) => finish(`${program} cannot be run: ${error.message}`));
    child.on('close', (code, signal) => {
      if (timedOut) finish(`took more than ${LIMIT_MINUTES} minutes: ${program} ${args.join(' ')}`);
      else finish(code === 0 ? null : `${signal ?? `exit ${code}`}: ${program} ${args.join(' ')}`);
    });
  });
}
