// The npm packages, installed when they are missing or not those of the lock.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, SetupError, say } from './run.mjs';
import { hashOf, isFresh, setStamp } from './stamp.mjs';

const stamp = join(root, 'node_modules/.outpost-stamp');

/** Runs `npm ci` if node_modules does not stand for package-lock.json. */
export async function ensureNodeModules() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new SetupError(`Node.js 20.19 or newer is needed, this is ${process.versions.node}`);
  }
  const hash = hashOf(['package.json', 'package-lock.json', '.npmrc']);
  if (isFresh(stamp, hash)) return;
  say(`installing npm packages: ${existsSync(stamp) ? 'package-lock.json changed' : 'node_modules is missing'}`);
  await run('npm', ['ci', '--ignore-scripts', '--no-fund', '--no-audit', '--loglevel=error']);
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  setStamp(stamp, hash);
}

/** Path of a program that an npm package brought. */
export function npmProgram(name) {
  return join(root, 'node_modules/.bin', name);
}
