// The npm packages, installed when they are missing or differ from the lock file.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, SetupError, say } from './run.mjs';

/** Runs `npm ci` if node_modules differs from package-lock.json. */
export async function ensureNodeModules() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new SetupError(`Node.js 20.19 or newer is needed, this is ${process.versions.node}`);
  }
  const wrong = firstDifference();
  if (wrong === null) return;
  say(`installing npm packages: ${wrong}`);
  await run('npm', ['ci', '--ignore-scripts', '--no-fund', '--no-audit', '--loglevel=error']);
}

/** Differences from the lock file, for people; by content, because a checkout changes times. */
function firstDifference() {
  const wanted = packagesOf('package-lock.json');
  const installed = packagesOf('node_modules/.package-lock.json');
  if (!installed) return 'node_modules is missing';
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '') continue;
    // Skips packages for other platforms.
    if (!installed[path] && entry.optional) continue;
    if (installed[path]?.integrity !== entry.integrity) return `${path} is not that of package-lock.json`;
  }
  return null;
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
  } catch {
    return null;
  }
}

/** Path of an npm package's program. */
export function npmProgram(name) {
  return join(root, 'node_modules/.bin', name);
}
