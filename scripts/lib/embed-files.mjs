// The files that the embed script needs, for archives of it (scripts/release/embed.mjs) and for course packages, which the pages make
// (web/src/share/course-package.ts).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { GPL_FILE } from './licences.mjs';

export const SCRIPT = 'outpost-embed.js';
/** The script of pages that tell a learning record store. */
export const XAPI = 'outpost-xapi.js';
/** What must go with the scripts: their licences. */
export const BESIDE = [GPL_FILE, 'licences.txt'];

/** The script of course packages. */
const COURSE = 'outpost-course.js';
const LIST = 'embed-files.json';

/** Not in course packages: what only isolated pages run, and what no lesson needs. */
const LEFT_OUT =
  /^assets\/(engine(_bg)?-threads|workerHelpers|siamese|stockfish|COPYING)[-_.]|^assets\/players-[^/]*\.txt$/;
const ENGINE = /^assets\/(engine(_bg)?-single|worker)-/;
const LANGUAGE = /^assets\/language-(.+)\.[^.]+\.js$/;

/**
 * The files that a script needs, directly or not: those whose names are in it. The build gives each a name of its own.
 *
 * @param {string} script
 * @param {{ name: string, bytes: Uint8Array }[]} entries of the site
 */
export function neededBy(script, entries) {
  const needed = new Set(entries.filter(({ name }) => name === script));
  for (const { name, bytes } of needed) {
    if (!/\.(js|css)$/.test(name)) continue;
    const text = Buffer.from(bytes).toString();
    for (const other of entries)
      if (other.name.startsWith('assets/') && text.includes(basename(other.name))) needed.add(other);
  }
  return [...needed];
}

/**
 * Writes the list of files that course packages take, into the folder of a built site.
 *
 * @param {string} folder
 */
export function writeEmbedFiles(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.br'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ name: relative(folder, path).split(sep).join('/'), bytes: readFileSync(path) }));
  const names = [SCRIPT, COURSE]
    .flatMap((script) => neededBy(script, entries))
    .map(({ name }) => name)
    .filter((name, i, all) => all.indexOf(name) === i && !LEFT_OUT.test(name))
    .sort();
  const languages = {};
  for (const name of names) {
    const tag = LANGUAGE.exec(name)?.[1];
    if (tag) languages[tag] = name;
  }
  const engine = names.filter((name) => ENGINE.test(name));
  const common = names.filter((name) => !LANGUAGE.test(name) && !ENGINE.test(name));
  writeFileSync(join(folder, LIST), JSON.stringify({ common: [...common, ...BESIDE], engine, languages }));
}
