// The npm package, as `npm pack` makes it.

import { buildWasm } from '../build-wasm.mjs';
import { run } from '../lib/run.mjs';

/** @param {import('./release-info.mjs').Release} release */
export async function releaseNpmPackage({ out, built }) {
  if (!built) {
    await buildWasm();
    await run('node', ['pkg/build.mjs']);
  }
  await run('npm', ['pack', './pkg', '--silent', '--ignore-scripts', '--pack-destination', out], { quiet: true });
}
