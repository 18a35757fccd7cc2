// Whether the inputs of an output have changed, by content: timestamps mean nothing
// after a git clone or checkout.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

function* filesUnder(path) {
  if (!existsSync(path)) return;
  if (statSync(path).isFile()) {
    yield path;
    return;
  }
  for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.isDirectory()) yield* filesUnder(join(path, entry.name));
    else if (entry.isFile()) yield join(path, entry.name);
  }
}

/** One hash over files and folders (relative to the root) and further strings. */
export function hashOf(paths, ...strings) {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of filesUnder(join(root, path))) {
      hash
        .update(`${file.slice(root.length)}\0`)
        .update(readFileSync(file))
        .update('\0');
    }
  }
  for (const string of strings) hash.update(`${string}\0`);
  return hash.digest('hex');
}

/** Whether the stamp file holds this hash. */
export function isFresh(stamp, hash) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
}

/** Records that the output was made from inputs with this hash. */
export function setStamp(stamp, hash) {
  writeFileSync(stamp, hash);
}
