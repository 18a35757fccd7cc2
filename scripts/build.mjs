// The whole production build: all WebAssembly builds, then the pages, into dist/.
import { join } from 'node:path';
import { buildWasm, wasmFolders } from './build-wasm.mjs';
import { ensureNodeModules, npmProgram } from './lib/node-modules.mjs';
import { isProgram, main, root, run, say, seconds } from './lib/run.mjs';
import { hashOf, isFresh, setStamp } from './lib/stamp.mjs';

/** Installs and builds what is missing or out of date. */
export async function build() {
  await ensureNodeModules();
  await buildWasm();
  await buildPages();
}

async function buildPages() {
  const stamp = join(root, 'dist/.stamp');
  const hash = hashOf([
    'web',
    'pkg/src',
    'pkg/stockfish',
    'models',
    'LICENSE',
    'Cargo.lock',
    'pkg/package.json',
    'scripts/licences',
    ...wasmFolders,
    'vite.config.ts',
    'scripts/lib/content-types.mjs',
    'scripts/lib/headers.mjs',
    'scripts/lib/licences.mjs',
    'scripts/lib/service-worker.mjs',
    'tsconfig.json',
    'package-lock.json',
  ]);
  if (isFresh(stamp, hash)) {
    say('pages: up to date');
    return;
  }
  const began = performance.now();
  await run(npmProgram('vite'), ['build', '--logLevel=warn']);
  setStamp(stamp, hash);
  say(`pages: built into dist/ in ${seconds(began)}`);
}

if (isProgram(import.meta)) await main(build);
