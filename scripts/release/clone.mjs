// Whether a release can be reproduced: the same commit, cloned into another folder, must give the same bytes.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isBuilt, wasmFolders } from '../build-wasm.mjs';
import { output, root, run, SetupError, say } from '../lib/run.mjs';
import { entriesIn, isArchive } from './archives.mjs';
import { artefactsIn, CHECKSUMS, sha256 } from './checksums.mjs';

/**
 * Makes the parts again in a clone, and says which files differ; throws if any does.
 *
 * The WebAssembly modules are compiled again only with OUTPOST_CHECK_MODULES=1, as that takes longer than all the rest.
 *
 * @param {import('./release-info.mjs').Release} release
 * @param {string[]} names of the parts
 */
export async function compareWithClone(release, names) {
  if (output('git', ['status', '--porcelain', '--untracked-files=no']) !== '')
    throw new SetupError('--check compares with a clone of the commit: commit or stash your changes first');
  if (release.program || release.built)
    throw new SetupError('--check is for what it builds: leave out --program and --built');
  const clone = mkdtempSync(join(tmpdir(), 'outpost-clone-'));
  try {
    say(`check: making the same release in ${clone}`);
    await run('git', ['clone', '--quiet', '--no-hardlinks', root, clone]);
    if (process.env.OUTPOST_CHECK_MODULES !== '1') {
      say('check: with the WebAssembly modules that are here (OUTPOST_CHECK_MODULES=1 compiles them again)');
      for (const folder of wasmFolders)
        if (isBuilt(folder.replace('pkg/', ''))) cpSync(join(root, folder), join(clone, folder), { recursive: true });
    }
    const env = { SOURCE_DATE_EPOCH: String(release.date.getTime() / 1000) };
    await run('node', [join(clone, 'scripts/release.mjs'), `--only=${names.join(',') || 'none'}`], { env });
    const different = await compare(release.out, join(clone, 'release'));
    if (different > 0) throw new SetupError(`check: ${different} files differ`);
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
}

/** Says of each file whether the other folder has the same; returns how many differ. */
export async function compare(folder, other) {
  let different = 0;
  for (const name of [...artefactsIn(folder), CHECKSUMS]) {
    const [first, second] = [join(folder, name), join(other, name)];
    if (!existsSync(second)) {
      say(`check: ${name} was not made again`);
      continue;
    }
    if (sha256(readFileSync(first)) === sha256(readFileSync(second))) {
      say(`check: ${name} is the same`);
      continue;
    }
    different += 1;
    say(`check: ${name} differs${isArchive(name) ? `: ${await differences(first, second)}` : ''}`);
  }
  return different;
}

/** The names of the files that differ in two archives. */
async function differences(first, second) {
  const [one, two] = await Promise.all(
    [first, second].map(
      async (file) => new Map((await entriesIn(file)).map(({ name, bytes }) => [name, sha256(bytes)])),
    ),
  );
  const names = [...new Set([...one.keys(), ...two.keys()])].filter((name) => one.get(name) !== two.get(name));
  return names.length > 0 ? names.join(', ') : 'the same files, packed otherwise';
}
