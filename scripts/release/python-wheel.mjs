// The Python wheel and its source distribution.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, say } from '../lib/run.mjs';

const SCRIPT = 'scripts/build-wheel.mjs';

/** @param {import('./release-info.mjs').Release} release */
export async function releasePython({ out, date }) {
  if (!existsSync(join(root, SCRIPT))) {
    say(`the Python package is left out: there is no ${SCRIPT}`);
    return;
  }
  const env = { SOURCE_DATE_EPOCH: String(date.getTime() / 1000) };
  await run('node', [SCRIPT, '--profile', 'release', '--out', out, '--sdist'], { env });
}
