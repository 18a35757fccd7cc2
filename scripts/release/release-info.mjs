// What every part of a release needs to know: its version and its date.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { output, root, SetupError } from '../lib/run.mjs';

/**
 * @typedef {object} Release
 * @property {string} out the folder of the artefacts
 * @property {string} version
 * @property {Date} date that of the commit, which all files in archives have
 * @property {boolean} built takes what is built already as it is
 * @property {string | null} program an `outpost` to take instead of compiling it
 */

/** The version that all packages have; throws where they differ. */
export function releaseVersion() {
  const { version } = JSON.parse(readFileSync(join(root, 'pkg/package.json'), 'utf8'));
  const [, ofCrates] = /^\[workspace\.package\]\nversion = "([^"]+)"/m.exec(read('Cargo.toml')) ?? [];
  if (version !== ofCrates) throw new SetupError(`pkg/package.json has version ${version}, Cargo.toml ${ofCrates}`);
  return version;
}

/** The commit's date, or that of SOURCE_DATE_EPOCH (https://reproducible-builds.org/specs/source-date-epoch). */
export function releaseDate() {
  const seconds = process.env.SOURCE_DATE_EPOCH ?? output('git', ['log', '-1', '--format=%ct']);
  if (seconds === null) throw new SetupError('no git repository: set SOURCE_DATE_EPOCH to the seconds of the release');
  if (!/^\d{9,11}$/.test(seconds)) throw new SetupError(`SOURCE_DATE_EPOCH is not a time in seconds: ${seconds}`);
  return new Date(Number(seconds) * 1000);
}

/** A file of the repository as text. */
export const read = (path) => readFileSync(join(root, path), 'utf8');
