// What Cargo's files say, and programs installed with it.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { output, root, run, SetupError, say } from './run.mjs';

/** Folders (relative to the root) of a crate of ours and of all it depends on here. */
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
      // Tests of the dependencies are no part of what is built.
      if (dependency.path && dependency.kind !== 'dev') visit(dependency.path);
    }
  };
  visit(join(root, 'crates', crate));
  return [...folders].map((folder) => relative(root, folder)).sort();
}

/** The version of a package in Cargo.lock. */
export function lockedVersion(name) {
  const lock = readFileSync(join(root, 'Cargo.lock'), 'utf8');
  const found = lock.match(new RegExp(`name = "${name}"\nversion = "([^"]+)"`));
  if (!found) throw new SetupError(`Cargo.lock has no ${name}`);
  return found[1];
}

/**
 * The wasm-bindgen program of exactly the library's version, as the two must agree.
 * No npm package ships it. Without --locked: its own lock names a yanked release.
 */
export async function wasmBindgenProgram() {
  const version = lockedVersion('wasm-bindgen');
  const program = join(root, '.tools/bin/wasm-bindgen');
  if (existsSync(program) && output(program, ['--version'])?.endsWith(` ${version}`)) return program;
  say(`installing wasm-bindgen ${version} into .tools (the version of Cargo.lock): 1 to 2 minutes`);
  await run('cargo', ['install', 'wasm-bindgen-cli', '--version', version, '--root', '.tools', '--force', '--quiet']);
  return program;
}
