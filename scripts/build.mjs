// The whole production build: all WebAssembly builds, then the pages, into dist/.
import { join } from 'node:path';
import { buildWasm, wasmFolders } from './build-wasm.mjs';
import { ensureNodeModules, npmProgram } from './lib/node-modules.mjs';
import { isProgram, main, root, run, say, seconds } from './lib/run.mjs';
import { hashOf, isFresh, setStamp } from './lib/stamp.mjs';

/** Where the network's module is built, and the pages of a site that has it only later. */
export const NETWORK = 'pkg/siamese';
export const FIRST_SITE = 'target/first-site';

/** Installs and builds what is missing or out of date. */
export async function build() {
  await ensureNodeModules();
  await buildWasm();
  await buildPages();
}

/**
 * Builds the pages if they are out of date. `networkLater`: for a server that has the network's module only later
 * (vite.config.ts), into a folder of their own.
 */
export async function buildPages({ networkLater = false } = {}) {
  const folder = networkLater ? FIRST_SITE : 'dist';
  const stamp = join(root, folder, '.stamp');
  const hash = hashOf([
    'web',
    'pkg/src',
    'pkg/stockfish',
    'models',
    'LICENSE',
    'Cargo.lock',
    'pkg/package.json',
    'scripts/licences',
    ...wasmFolders.filter((folder) => !networkLater || folder !== NETWORK),
    'vite.config.ts',
    'scripts/lib/compress.mjs',
    'scripts/lib/content-types.mjs',
    'scripts/lib/embed-files.mjs',
    'scripts/lib/headers.mjs',
    'scripts/lib/licences.mjs',
    'scripts/lib/puzzle-parts.mjs',
    'scripts/lib/service-worker.mjs',
    'tsconfig.json',
    'package-lock.json',
  ]);
  if (isFresh(stamp, hash)) {
    say('pages: up to date');
    return;
  }
  const began = performance.now();
  const env = networkLater ? { OUTPOST_NETWORK: 'later' } : {};
  await run(npmProgram('vite'), ['build', '--logLevel=warn', `--outDir=${join(root, folder)}`], { env });
  setStamp(stamp, hash);
  say(`pages: built into ${folder}/ in ${seconds(began)}`);
}

if (isProgram(import.meta)) await main(build);
