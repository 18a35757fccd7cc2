// Runs other programs and reports what is happening.
import { spawn, spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The repository's root: every script works from here, wherever it is called. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** An error whose message is enough for a person: printed without a stack. */
export class SetupError extends Error {}

/** Says what is being done, and why. */
export function say(message) {
  console.log(`[outpost] ${message}`);
}

/**
 * Runs a program with its output shown (only errors when `quiet`); rejects when it fails. `onErrorLine` gets
 * each line of its standard error, which is not shown then.
 */
export function run(program, args, { env = {}, quiet = false, onErrorLine = null } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet ? 'ignore' : 'inherit', onErrorLine ? 'pipe' : 'inherit'],
    });
    if (onErrorLine) createInterface({ input: child.stderr }).on('line', onErrorLine);
    child.on('error', (error) => reject(new SetupError(`${program} cannot be run: ${error.message}`)));
    child.on('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new SetupError(`failed (${signal ?? `exit ${code}`}): ${program} ${args.join(' ')}`));
    });
  });
}

/** The trimmed output of a program, or null when it cannot be run or fails. */
export function output(program, args) {
  const result = spawnSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });
  return result.status === 0 ? result.stdout.trim() : null;
}

/** Whether the module runs as a program, rather than being imported. */
export function isProgram(meta) {
  // The real path: a checkout may be reached through a link.
  return process.argv[1] !== undefined && realpathSync(process.argv[1]) === meta.filename;
}

/** Runs a script's main function; known problems are printed in one line. */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    if (error instanceof SetupError) console.error(`[outpost] ${error.message}`);
    else console.error(error);
    process.exit(1);
  }
}

/** `12.3 s` */
export function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
