// The artefacts of a release for its tests, each unpacked into a folder of its own outside the repository, as somebody has it who only
// downloaded it. OUTPOST_RELEASE is the folder of the release.
import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { after } from 'node:test';
import { root } from '../../scripts/lib/run.mjs';
import { entriesIn } from '../../scripts/release/archives.mjs';
import { artefactsIn } from '../../scripts/release/checksums.mjs';
import { releaseVersion } from '../../scripts/release/release-info.mjs';

export const folder = resolve(root, process.env.OUTPOST_RELEASE ?? 'release');
assert.ok(existsSync(folder), `${folder}: make it first (npm run release)`);

export const version = releaseVersion();

/** Paths of the artefacts with such names. */
export const artefacts = (pattern) =>
  artefactsIn(folder)
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name));

/** The path of the one artefact with such a name. */
export function artefact(pattern) {
  const found = artefacts(pattern);
  assert.equal(found.length, 1, `${pattern} in ${folder}: ${found.join(', ') || 'none'}`);
  return found[0];
}

/** Registered here: what a test or a hook registers ends with it. */
const made = [];
after(() => {
  for (const each of made) rmSync(each, { recursive: true, force: true });
});

/** An empty folder, which is removed after the tests of the file. */
export function emptyFolder() {
  made.push(mkdtempSync(join(tmpdir(), 'outpost-release-')));
  return made.at(-1);
}

/** Unpacks an archive; returns its only folder. */
export async function unpacked(file) {
  const place = emptyFolder();
  const entries = await entriesIn(file);
  for (const { name, bytes, executable } of entries) {
    const path = join(place, name);
    assert.ok(!relative(place, path).startsWith('..'), `${name} leads out of the archive`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
    if (executable) chmodSync(path, 0o755);
  }
  const tops = new Set(entries.map(({ name }) => name.split('/')[0]));
  assert.equal(tops.size, 1, `${file} unpacks into ${[...tops].join(', ')}`);
  return join(place, [...tops][0]);
}
