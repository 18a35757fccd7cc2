// The checksums of a release, for `sha256sum --check`.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const CHECKSUMS = 'SHA256SUMS';

export const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** Names of the files of a release, in order. */
export const artefactsIn = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== CHECKSUMS)
    .map(({ name }) => name)
    .sort();

/** Writes the checksums of all files in the folder. */
export function writeChecksums(folder) {
  const lines = artefactsIn(folder).map((name) => `${sha256(readFileSync(join(folder, name)))}  ${name}\n`);
  writeFileSync(join(folder, CHECKSUMS), lines.join(''));
}
