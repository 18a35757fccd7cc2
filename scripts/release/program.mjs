// The native program `outpost`, for this machine and for others whose compilers are here: an archive for each, with completions, manual
// pages and the network's model.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import { runCargo, thisPlatform, withoutPaths } from '../lib/cargo.mjs';
import { crateParts, GPL_FILE, noticesText, standardLibraryParts, staticLibraryParts } from '../lib/licences.mjs';
import { output, root, SetupError, say, seconds } from '../lib/run.mjs';
import { entriesOf, tarball, zip } from './archives.mjs';
import { read } from './release-info.mjs';

const CRATE = 'rbc-cli';
/** A folder of its own: the flags differ from those of other builds, which would be thrown away. */
const TARGET_FOLDER = 'target/release-program';

/** Linkers for other platforms than this one, by Rust's names of these. */
const LINKERS = {
  'x86_64-unknown-linux-gnu': 'x86_64-linux-gnu-gcc',
  'aarch64-unknown-linux-gnu': 'aarch64-linux-gnu-gcc',
  'x86_64-pc-windows-gnu': 'x86_64-w64-mingw32-gcc',
  // Apple's compiler serves both.
  ...(process.platform === 'darwin' ? { 'x86_64-apple-darwin': 'cc', 'aarch64-apple-darwin': 'cc' } : {}),
};

/** File names of the completions by the names of the shells. */
const COMPLETIONS = {
  bash: 'outpost.bash',
  zsh: '_outpost',
  fish: 'outpost.fish',
  elvish: 'outpost.elv',
  powershell: '_outpost.ps1',
};

/**
 * @typedef {object} Platform
 * @property {string} target as Rust names it
 * @property {string | null} linker null: the usual one
 * @property {boolean} alone whether the program can be linked with its C library, and so runs on every system of the platform
 */

/** @returns {Platform[]} this machine's first */
export function platformsHere() {
  const host = thisPlatform();
  const others = Object.entries(LINKERS).filter(
    ([target, linker]) => target !== host && hasStandardLibrary(target) && output(linker, ['--version']) !== null,
  );
  return [[host, null], ...others].map(([target, linker]) => ({
    target,
    linker,
    alone: canStandAlone(target, linker),
  }));
}

function hasStandardLibrary(target) {
  const folder = output('rustc', ['--print=target-libdir', `--target=${target}`]);
  return folder !== null && existsSync(folder);
}

/** With glibc this asks for its static library, which Debian has in libc6-dev. */
function canStandAlone(target, linker) {
  if (/-(musl|windows-msvc)$/.test(target)) return true;
  return /-linux-gnu$/.test(target) && isAbsolute(output(linker ?? 'cc', ['-print-file-name=libc.a']) ?? '');
}

/** Compiles it; returns its path. */
async function compile({ target, linker, alone }, date) {
  const began = performance.now();
  say(`program: compiling for ${target}, which takes minutes`);
  // So that all registries are known to be remapped.
  await runCargo('cargo', ['fetch', '--locked', `--target=${target}`], {}, 'program: fetching crates');
  const flags = [...(alone ? ['-Ctarget-feature=+crt-static'] : []), ...withoutPaths()];
  const config = (text) => ['--config', text];
  await runCargo(
    'cargo',
    [
      ...['build', '--release', '--locked', `--package=${CRATE}`, `--target=${target}`],
      ...config('profile.release.strip="symbols"'),
      // Added to those of .cargo/config.toml, which RUSTFLAGS would replace.
      ...config(`target.${target}.rustflags=${JSON.stringify(flags)}`),
      ...(linker ? config(`target.${target}.linker=${JSON.stringify(linker)}`) : []),
    ],
    { CARGO_TARGET_DIR: join(root, TARGET_FOLDER), CARGO_INCREMENTAL: '0', SOURCE_DATE_EPOCH: String(date / 1000) },
    `program for ${target}`,
  );
  say(`program: ${target} in ${seconds(began)}`);
  return join(root, TARGET_FOLDER, target, 'release', executable(target));
}

const executable = (target) => (target.includes('windows') ? 'outpost.exe' : 'outpost');

/** What the program writes about itself: completions and manual pages. */
function pagesOf(program, date) {
  const completions = Object.entries(COMPLETIONS).map(([shell, file]) => {
    const script = output(program, ['completions', shell]);
    if (script === null) throw new SetupError(`${program} completions ${shell} fails`);
    return { name: `completions/${file}`, bytes: Buffer.from(`${script}\n`) };
  });
  const folder = mkdtempSync(join(tmpdir(), 'outpost-man-'));
  try {
    if (output(program, ['man', folder, `--date=${date.toISOString().slice(0, 10)}`]) === null)
      throw new SetupError(`${program} man ${folder} fails`);
    return [...completions, ...entriesOf(folder, 'man/man1/')];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function note({ target, alone }) {
  const name = executable(target);
  const needs = alone
    ? 'It needs nothing else on the system.'
    : 'It needs the C library of a system as new as the one on which it was built.';
  return `Outpost: an engine for Reconnaissance Blind Chess
================================================

The program ${name}, for ${target}. ${needs}

    ./${name} --help
    ./${name} verify GAME.json
    ./${name} match --white hsuc --black random --games 2
    ./${name} match --white siamese --black hsuc --model models/siamese.onnx --games 2

To install it, copy the program to a folder of your PATH (~/.local/bin, say), and what you use of

    completions/    for bash (~/.local/share/bash-completion/completions/outpost), zsh, fish, elvish, PowerShell
    man/            manual pages: ~/.local/share/man, or man -l man/man1/outpost.1
    models/         the network of the agent siamese

Licence: GPL-3.0-or-later (${GPL_FILE}). The parts of others: licences.txt.
`;
}

/** The notices of the program. */
async function notices({ target, alone }) {
  const parts = await Promise.all([
    crateParts([CRATE], [`--filter-platform=${target}`]),
    standardLibraryParts({ native: true }),
    alone && target.endsWith('-linux-gnu') ? staticLibraryParts() : [],
  ]);
  return noticesText(parts.flat());
}

/** @param {import('./release-info.mjs').Release} release */
export async function releaseProgram({ out, version, date, program }) {
  const [here, ...others] = platformsHere();
  const platforms = program ? [{ ...here, alone: false }] : [here, ...others];
  /** @type {import('./archives.mjs').Entry[] | undefined} */
  let pages;
  for (const platform of platforms) {
    const path = program ? resolve(program) : await compile(platform, date);
    pages ??= pagesOf(path, date);
    const text = (name, content) => ({ name, bytes: Buffer.from(content) });
    const name = `outpost-${version}-${platform.target}`;
    const entries = [
      { name: executable(platform.target), bytes: readFileSync(path), executable: true },
      text('README.txt', note(platform)),
      text(GPL_FILE, read('LICENSE')),
      text('licences.txt', await notices(platform)),
      ...['siamese.onnx', 'siamese.md'].map((file) => text(`models/${file}`, readFileSync(join(root, 'models', file)))),
      ...pages,
    ].map((entry) => ({ ...entry, name: `${name}/${entry.name}` }));
    mkdirSync(out, { recursive: true });
    if (platform.target.includes('windows')) writeFileSync(join(out, `${name}.zip`), await zip(entries, date));
    // One that is only tried is not worth the time of the best compression.
    else writeFileSync(join(out, `${name}.tar.gz`), await tarball(entries, date, program ? 1 : undefined));
  }
}
