// Reads Cargo's files, and builds a program with it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, relative } from 'node:path';
import { output, root, run, SetupError, say } from './run.mjs';

/** Our small crate around wasm-bindgen. */
export const BINDGEN = 'scripts/wasm-bindgen';

/** Milliseconds between progress lines, where there is no terminal. */
const NEWS_MS = 15_000;

/** Folders (relative to the root) of one of our crates and of its dependencies here. */
export function crateFolders(crate) {
  const metadata = output('cargo', ['metadata', '--format-version=1', '--no-deps']);
  if (metadata === null) throw new SetupError('cargo metadata failed: is Rust installed? (https://rustup.rs)');
  const byFolder = new Map(
    JSON.parse(metadata).packages.map((item) => [item.manifest_path.replace(/\/Cargo\.toml$/, ''), item]),
  );
  const folders = new Set();
  const visit = (folder) => {
    if (folders.has(folder)) return;
    folders.add(folder);
    for (const dependency of byFolder.get(folder)?.dependencies ?? []) {
      // Tests of the dependencies are not built.
      if (dependency.path && dependency.kind !== 'dev') visit(dependency.path);
    }
  };
  visit(join(root, 'crates', crate));
  return [...folders].map((folder) => relative(root, folder)).sort();
}

/**
 * Flags of the compiler, by which it writes no path of this machine into what it makes. All registries must have been there before
 * (`cargo fetch`, `cargo metadata`).
 */
export function withoutPaths() {
  const sources = join(process.env.CARGO_HOME ?? join(homedir(), '.cargo'), 'registry/src');
  const registries = existsSync(sources) ? readdirSync(sources) : [];
  const prefixes = [[root, '.'], ...registries.map((name) => [join(sources, name), 'crates'])];
  return prefixes.map(([from, to]) => `--remap-path-prefix=${from}=${to}`);
}

/** The platform of the compiler that is here, as Rust names it. */
export function thisPlatform() {
  const [, host] = /^host: (.*)$/m.exec(output('rustc', ['-vV']) ?? '') ?? [];
  if (!host) throw new SetupError('rustc cannot be run: is Rust installed? (https://rustup.rs)');
  return host;
}

/** The version of a package in a Cargo.lock. */
export function lockedVersion(lock, name) {
  const [, found] = readFileSync(join(root, lock), 'utf8').split(`name = "${name}"\nversion = "`);
  if (found === undefined) throw new SetupError(`${lock} has no ${name}`);
  return found.slice(0, found.indexOf('"'));
}

/** Our wasm-bindgen program, built if necessary, of exactly the library's version: the two must agree. */
export async function wasmBindgenProgram() {
  const library = lockedVersion('Cargo.lock', 'wasm-bindgen');
  const tool = lockedVersion(`${BINDGEN}/Cargo.lock`, 'wasm-bindgen-cli-support');
  if (library !== tool) {
    throw new SetupError(
      `Cargo.lock has wasm-bindgen ${library}: write that instead of ${tool} into ${BINDGEN}/Cargo.toml, ` +
        `then run cargo update --manifest-path ${BINDGEN}/Cargo.toml`,
    );
  }
  const target = 'target/wasm-bindgen';
  const program = join(root, target, 'release/run-wasm-bindgen');
  if (!existsSync(program)) say(`building wasm-bindgen ${tool}, which writes the JavaScript around a module: once`);
  await runCargo(
    'cargo',
    ['build', '--release', '--locked', `--manifest-path=${BINDGEN}/Cargo.toml`, `--target-dir=${target}`],
    {},
    'wasm-bindgen',
  );
  return program;
}

/**
 * Runs cargo so that a person sees it go on: a terminal gets its own progress bar; anything else gets a line now and then,
 * and what is no news of a crate (warnings, errors) as it comes.
 */
export async function runCargo(cargo, args, env, what) {
  if (process.stderr.isTTY) return run(cargo, args, { env });
  const began = performance.now();
  let crates = 0;
  const timer = setInterval(() => {
    say(`${what}, ${Math.round((performance.now() - began) / 1000)} s: ${crates} crates begun`);
  }, NEWS_MS);
  const onErrorLine = (line) => {
    if (/^ +Compiling /.test(line)) crates += 1;
    else if (!/^ +(Updating|Downloading|Downloaded|Finished) /.test(line)) process.stderr.write(`${line}\n`);
  };
  try {
    await run(cargo, args, { env: { ...env, CARGO_TERM_COLOR: 'never' }, onErrorLine });
  } finally {
    clearInterval(timer);
  }
}
