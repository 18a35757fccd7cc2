// A Rust that can compile std for threaded WebAssembly.
//
// No published std for wasm32 has atomics, so std must be built from source, by
// the compiler of exactly that source. Two ways:
//   1. a rustup toolchain with the component rust-src;
//   2. Debian's rustc-web family, which ships the source as a package.
// `-Z build-std` is unstable: RUSTC_BOOTSTRAP=1 lets a stable compiler accept it.
import { existsSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { canInstallPackages, installPackages, missingPackages } from './debian.mjs';
import { output, run, SetupError, say } from './run.mjs';

const DEBIAN_PACKAGES = ['rustc-web', 'cargo-web', 'rust-web-src', 'rust-web-llvm', 'libstd-rust-web-dev'];

/**
 * @typedef {object} WasmToolchain
 * @property {string} cargo path of its cargo
 * @property {string} rustc path of its rustc
 * @property {string} version the version that its rustc prints
 * @property {string} name for people
 */

/** Finds a toolchain, or installs one, or says what to install.
 * @returns {Promise<WasmToolchain>} */
export async function wasmToolchain() {
  const found = fromRustup() ?? fromDebian();
  if (found) return found;
  if (canInstallPackages()) {
    await installPackages(DEBIAN_PACKAGES, 'compiling threaded WebAssembly (no rustup toolchain has rust-src)');
    await installPackages([debianLinkerPackage()], 'linking WebAssembly');
    const installed = fromDebian();
    if (installed) return installed;
  } else if (output('rustup', ['--version']) !== null) {
    say('adding rust-src to the rustup toolchain in use: std is compiled from it, with atomics');
    await run('rustup', ['component', 'add', 'rust-src']).catch((error) => say(error.message));
    const added = fromRustup();
    if (added) return added;
  }
  throw new SetupError(
    'no Rust that can build std for WebAssembly: run `rustup component add rust-src`, or on Debian ' +
      `\`sudo apt-get install ${DEBIAN_PACKAGES.join(' ')} lld-22\` (docs/building.md says why)`,
  );
}

/** The toolchain in use if it has rust-src, else the first nightly that has it. */
function fromRustup() {
  const lines = output('rustup', ['toolchain', 'list'])?.split('\n') ?? [];
  const active = lines.filter((line) => line.includes('active') || line.includes('default'));
  const nightly = lines.filter((line) => line.startsWith('nightly'));
  for (const name of new Set([...active, ...nightly].map((line) => line.split(' ')[0]))) {
    const sysroot = output('rustc', [`+${name}`, '--print', 'sysroot']);
    if (!sysroot || !existsSync(join(sysroot, 'lib/rustlib/src/rust/library/Cargo.lock'))) continue;
    return described(join(sysroot, 'bin'), `rustup's ${name}, which has rust-src`);
  }
  return null;
}

function fromDebian() {
  if (missingPackages(DEBIAN_PACKAGES).length > 0) return null;
  if (missingPackages([debianLinkerPackage()]).length > 0) return null;
  // Full paths: rustup's programs come first on PATH.
  return described('/usr/bin', "Debian's rustc-web, as no rustup toolchain here has rust-src");
}

/** rust-web-llvm brings rust-lld as a link into a package it does not depend on. */
function debianLinkerPackage() {
  try {
    return readlinkSync('/usr/bin/rust-lld');
  } catch {
    return 'lld-22';
  }
}

function described(bin, name) {
  const rustc = join(bin, 'rustc');
  const version = output(rustc, ['--version']);
  return version && { cargo: join(bin, 'cargo'), rustc, version, name };
}
