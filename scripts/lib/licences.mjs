// Third-party parts of the built site and the npm package, their licences and notices. Stops the build at a licence that is not
// compatible with Outpost's own, GPL-3.0-or-later.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { output, root, SetupError } from './run.mjs';

/**
 * Licences under which a part may be combined with GPL-3.0-or-later, in order of preference where there is a choice: those with
 * the shortest conditions first.
 */
export const PERMITTED = [
  'MIT',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'Zlib',
  'BSL-1.0',
  '0BSD',
  'MIT-0',
  'CC0-1.0',
  'Unlicense',
  'Unicode-3.0',
  'Apache-2.0 WITH LLVM-exception',
  'Apache-2.0',
  'LGPL-2.1-or-later',
  'LGPL-3.0-or-later',
  'GPL-2.0-or-later',
  'GPL-3.0-only',
  'GPL-3.0-or-later',
];

/** Matches the names of licence files. */
const MARKS = {
  MIT: /Permission is hereby granted, free of charge/,
  'BSD-2-Clause': /Redistribution and use in source and binary forms/,
  'BSD-3-Clause': /Redistribution and use in source and binary forms/,
  ISC: /Permission to use, copy, modify, and\/or distribute/,
  Zlib: /This software is provided ['‘]as-is['’]/,
  'Apache-2.0': /Apache License\s+Version 2\.0/,
  'Unicode-3.0': /UNICODE LICENSE V3/i,
  'GPL-3.0-only': /GNU GENERAL PUBLIC LICENSE/,
  'GPL-3.0-or-later': /GNU GENERAL PUBLIC LICENSE/,
};

/** Where the texts of the GPL are, beside the notices. */
export const GPL_FILE = 'LICENSE.txt';
const isGpl = (id) => /^L?GPL-/.test(id);

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {string} version
 * @property {string} license as its authors state it, SPDX
 * @property {string[]} chosen the licences that apply here
 * @property {string[]} texts notices that must accompany it
 */

/**
 * The chosen licences of an expression; throws when none of its alternatives is permitted.
 *
 * @param {string} expression SPDX, or the older `MIT/Apache-2.0`
 * @returns {Promise<string[]>}
 */
export async function chooseLicence(expression) {
  // Loaded late: scripts import this module before npm packages are installed.
  const { default: parse } = await import('spdx-expression-parse');
  let tree;
  try {
    tree = parse(expression.replaceAll('/', ' OR '));
  } catch {
    throw new SetupError(`no SPDX expression: ${JSON.stringify(expression)}`);
  }
  const chosen = choose(tree);
  if (!chosen) throw new SetupError(`${expression} does not fit GPL-3.0-or-later (scripts/lib/licences.mjs)`);
  return [...new Set(chosen)];
}

function choose(tree) {
  if (tree.conjunction === 'and') {
    const [left, right] = [choose(tree.left), choose(tree.right)];
    return left && right && [...left, ...right];
  }
  if (tree.conjunction === 'or') {
    const rank = (chosen) => Math.max(...chosen.map((id) => PERMITTED.indexOf(id)));
    const ways = [choose(tree.left), choose(tree.right)].filter((way) => way !== null);
    return ways.sort((a, b) => rank(a) - rank(b))[0] ?? null;
  }
  const id = `${tree.license}${tree.plus ? '-or-later' : ''}${tree.exception ? ` WITH ${tree.exception}` : ''}`;
  return PERMITTED.includes(id) ? [id] : null;
}

/** A part with the licence texts of its folder. */
async function partOf({ name, version, license, folder, authors }) {
  let chosen;
  try {
    if (!license) throw new SetupError('it states no licence');
    chosen = await chooseLicence(license);
  } catch (error) {
    throw new SetupError(`${name} ${version}: ${error.message}`);
  }
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[sc]e|copying|copyright|notice|unlicense)/i.test(entry.name))
    .map((entry) => ({ name: entry.name, text: readFileSync(join(folder, entry.name), 'utf8') }));
  const texts = chosen.filter((id) => !isGpl(id)).map((id) => textOf(id, files, name, authors));
  // The Apache License requires these.
  for (const { name, text } of files) if (/^notice/i.test(name)) texts.push(text);
  return { name, version, license, chosen, texts: texts.map(tidy) };
}

/** The part's own licence text; without one, the general text is the same. */
function textOf(id, files, name, authors) {
  const found = files.find(({ text }) => MARKS[id]?.test(text));
  if (found) return found.text;
  const general = join(root, 'scripts/licences/texts', `${id}.txt`);
  if (!existsSync(general))
    throw new SetupError(`${name} comes without the text of ${id}, and scripts/licences/texts has none`);
  return `Copyright (c) ${authors || `the authors of ${name}`}\n\n${readFileSync(general, 'utf8')}`;
}

const tidy = (text) =>
  text
    .replaceAll('\r\n', '\n')
    // Bundled in a package, but not part of the helpers that it adds to its output.
    .split(/^# Licenses of bundled dependencies$/m)[0]
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();

/** Crates that are built as WebAssembly modules, with their features. */
const MODULES = ['rbc-wasm', 'rbc-siamese-wasm'];

/** For which they are built, and with which features. */
const MODULE_OPTIONS = ['--filter-platform=wasm32-unknown-unknown', '--features=rbc-wasm/threads'];

/**
 * The crates in the modules of all builds, or in other crates of ours on any platform: their run-time dependencies, without what
 * runs only while compiling (macros, build scripts).
 *
 * @returns {Promise<Part[]>}
 */
export async function crateParts(crates = MODULES, options = crates === MODULES ? MODULE_OPTIONS : []) {
  const metadata = (more) => output('cargo', ['metadata', '--format-version=1', '--locked', ...options, ...more]);
  const text = metadata(['--offline']) ?? metadata([]);
  if (text === null) throw new SetupError('cargo metadata fails');
  const { packages, resolve } = JSON.parse(text);
  const byId = new Map(packages.map((each) => [each.id, each]));
  const dependencies = new Map(resolve.nodes.map(({ id, deps }) => [id, deps]));
  const seen = new Set();
  const waiting = packages.filter(({ name, source }) => source === null && crates.includes(name)).map(({ id }) => id);
  if (waiting.length !== crates.length) throw new SetupError(`cargo metadata lacks one of ${crates.join(', ')}`);
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id) || byId.get(id).targets.some(({ kind }) => kind.includes('proc-macro'))) continue;
    seen.add(id);
    for (const { pkg, dep_kinds } of dependencies.get(id))
      if (dep_kinds.some(({ kind }) => kind === null)) waiting.push(pkg);
  }
  const foreign = [...seen].map((id) => byId.get(id)).filter(({ source }) => source !== null);
  return Promise.all(
    foreign.map(({ name, version, license, manifest_path, authors }) =>
      partOf({ name, version, license, folder: dirname(manifest_path), authors: authors.join(', ') }),
    ),
  );
}

/** Rust's standard library and the crates in it: some compilers ship its source without the texts. */
const STANDARD_LIBRARY = {
  std: 'MIT OR Apache-2.0',
  'compiler-builtins': 'MIT AND Apache-2.0 WITH LLVM-exception',
  libm: 'MIT',
  addr2line: 'Apache-2.0 OR MIT',
  adler2: '0BSD OR MIT OR Apache-2.0',
  'cfg-if': 'MIT OR Apache-2.0',
  dlmalloc: 'MIT OR Apache-2.0',
  foldhash: 'Zlib',
  gimli: 'MIT OR Apache-2.0',
  hashbrown: 'MIT OR Apache-2.0',
  memchr: 'Unlicense OR MIT',
  miniz_oxide: 'MIT OR Zlib OR Apache-2.0',
  object: 'Apache-2.0 OR MIT',
  'rustc-demangle': 'MIT OR Apache-2.0',
};

/** @returns {Promise<Part[]>} */
export function standardLibraryParts() {
  return Promise.all(
    Object.entries(STANDARD_LIBRARY).map(async ([name, license]) => ({
      name: name === 'std' ? 'Rust’s standard library' : `${name} (in Rust’s standard library)`,
      version: '',
      license,
      chosen: await chooseLicence(license),
      texts: [tidy(readFileSync(join(root, 'scripts/licences/rust-std', `${name}.txt`), 'utf8'))],
    })),
  );
}

/**
 * The npm packages that the modules of a bundle come from.
 *
 * @param {Iterable<string>} modules their ids in the bundler
 * @returns {Promise<Part[]>}
 */
export function npmParts(modules) {
  const folders = new Set();
  for (const id of modules) {
    const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id) ?? [];
    if (folder) folders.add(folder);
    // Helpers that these add to their output.
    if (/^\0vite\//.test(id)) folders.add(join(root, 'node_modules/vite'));
    if (/^\0rolldown\//.test(id)) folders.add(join(root, 'node_modules/rolldown'));
  }
  return Promise.all(
    [...folders].map((folder) => {
      const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      return partOf({ name, version, license, folder, authors: typeof author === 'string' ? author : author?.name });
    }),
  );
}

/** Parts that are neither crates nor packages. */
export async function otherParts() {
  const stockfish = readFileSync(join(root, 'pkg/stockfish/README.md'), 'utf8');
  return [
    {
      name: 'Stockfish.js',
      version: /"?version: '([^']+)'/.exec(readFileSync(join(root, 'pkg/src/stockfish/release.ts'), 'utf8'))?.[1] ?? '',
      license: 'GPL-3.0-only',
      chosen: await chooseLicence('GPL-3.0-only'),
      texts: [tidy(stockfish.slice(stockfish.indexOf('Stockfish.js is'), stockfish.indexOf('`node scripts')))],
    },
  ];
}

/**
 * The pieces of others: `cburnett`, which comes with chessground, and the sets in web/src/board/piece-sets. Each has an author and
 * a licence of its own.
 */
const PIECES = {
  cburnett: { license: 'GPL-2.0-or-later', text: 'By Colin M. L. Burnett. They come with chessground.' },
  kryukov: {
    license: 'GPL-2.0-or-later',
    text: 'Copyright (c) 2010 Alexey Kryukov. They come from GNOME Chess, where they are called “fancy”.',
  },
  celtic: { license: 'MIT', author: 'Maurizio Monge' },
};

/** Sets that were drawn for Outpost, under its own licence. */
const OWN_PIECES = ['letters'];

export async function pieceParts() {
  const folders = readdirSync(join(root, 'web/src/board/piece-sets'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !OWN_PIECES.includes(entry.name))
    .map(({ name }) => name);
  return Promise.all(
    ['cburnett', ...folders].map(async (name) => {
      const set = PIECES[name];
      if (!set) throw new SetupError(`the pieces “${name}” have no licence in scripts/lib/licences.mjs`);
      const { license, author, text } = set;
      const chosen = await chooseLicence(license);
      const texts = text ? [text] : chosen.map((id) => tidy(textOf(id, [], name, author)));
      return { name: `Chess pieces “${name}”`, version: '', license, chosen, texts };
    }),
  );
}

/** The address of the source, which the publisher of a copy writes into `homepage` in pkg/package.json. */
export function sourceAddress() {
  return packageFile().homepage || null;
}

function packageFile() {
  return JSON.parse(readFileSync(join(root, 'pkg/package.json'), 'utf8'));
}

/**
 * The notices as a text for people.
 *
 * @param {Part[]} parts
 */
export function noticesText(parts) {
  const source = sourceAddress();
  const titled = ({ name, version, license }) => `${name}${version ? ` ${version}` : ''} (${license})`;
  /** Parts grouped by their texts. */
  const groups = new Map();
  const names = new Set();
  for (const part of [...parts].sort((a, b) => (titled(a) < titled(b) ? -1 : 1))) {
    if (names.has(titled(part))) continue;
    names.add(titled(part));
    const text = part.texts.join('\n\n') || `The text is in ${GPL_FILE}.`;
    groups.set(text, [...(groups.get(text) ?? []), part]);
  }
  const rule = '-'.repeat(80);
  return [
    `Outpost ${packageFile().version}`,
    [
      'Outpost is free software: you can redistribute it and/or modify it under the terms of the GNU General Public',
      'License as published by the Free Software Foundation, either version 3 of the License, or (at your option) any',
      'later version. It is distributed in the hope that it will be useful, but WITHOUT ANY WARRANTY; without even the',
      `implied warranty of MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE. The License is in ${GPL_FILE}.`,
    ].join('\n'),
    source ? `Source: ${source}` : 'Source: from whoever gave you this copy, as the License says.',
    'It contains the work of others, listed below, each with its licence in SPDX’s words and the notice that its authors ask for.',
    ...[...groups].map(([text, group]) => `${rule}\n${group.map(titled).join('\n')}\n\n${text}`),
  ]
    .join('\n\n')
    .concat('\n');
}
