// `node scripts/check-regexps.mjs`: no regular expression of pages, package and scripts takes more than linear time.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { regexpsOf, slowness } from './lib/regexps.mjs';
import { root } from './lib/run.mjs';

/** Tests match only their own texts; built files come from checked ones. */
const left = /node_modules|\.test\.m?[jt]s$|\.d\.ts$|^pkg\/(dist|wasm-|siamese\/|stockfish\/)/;
const files = ['web', 'pkg', 'scripts']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, String(file))))
  .filter((file) => /\.(ts|m?js)$/.test(file) && !left.test(file));

let checked = 0;
const problems = [];
for (const file of files.sort()) {
  for (const { line, source, flags } of regexpsOf(file, readFileSync(join(root, file), 'utf8'))) {
    checked++;
    const slow = source === null ? ['is put together from parts: nothing can be said of it'] : slowness(source, flags);
    for (const why of slow)
      problems.push(`${file}:${line}: ${source === null ? 'RegExp(…)' : `/${source}/${flags}`} ${why}`);
  }
}
for (const problem of problems) console.error(problem);
console.log(`Checked ${checked} regular expressions in ${files.length} files`);
if (problems.length > 0) process.exitCode = 1;
