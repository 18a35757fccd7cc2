// Builds crates/rbc-wasm twice, with threads and without, into pkg/wasm-threads
// and pkg/wasm-single. Says which toolchain it took; does nothing when nothing
// changed. `node scripts/build-wasm.mjs [threads|single]`
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { BINDGEN, crateFolders, runCargo, wasmBindgenProgram } from './lib/cargo.mjs';
import { ensureNodeModules, npmProgram } from './lib/node-modules.mjs';
import { isProgram, main, root, run, SetupError, say, seconds } from './lib/run.mjs';
import { hashOf, isFresh, setStamp } from './lib/stamp.mjs';
import { wasmToolchain } from './lib/wasm-toolchain.mjs';

const CRATE = 'rbc-wasm';
const TARGET = 'wasm32-unknown-unknown';

/**
 * The most the shared memory may grow to. JavaScript may pass a memory with a
 * smaller maximum (a browser that refuses this one), never a larger one.
 */
const MAX_SHARED_MEMORY = 1024 * 1024 * 1024;

/** The two builds. Without the link arguments a module with atomics silently gets a memory of its own. */
const builds = {
  threads: {
    features: ['threads'],
    rustflags: [
      '-Ctarget-feature=+atomics,+bulk-memory,+mutable-globals,+simd128',
      '-Clink-arg=--shared-memory',
      '-Clink-arg=--import-memory',
      `-Clink-arg=--max-memory=${MAX_SHARED_MEMORY}`,
      '-Clink-arg=--export=__wasm_init_tls',
      '-Clink-arg=--export=__tls_size',
      '-Clink-arg=--export=__tls_align',
      '-Clink-arg=--export=__tls_base',
    ],
  },
  single: {
    features: [],
    rustflags: ['-Ctarget-feature=+bulk-memory,+mutable-globals,+simd128'],
  },
};

/** Builds what is out of date of the named builds. */
export async function buildWasm(names = Object.keys(builds)) {
  const folders = crateFolders(CRATE);
  const inputs = (name) =>
    hashOf([...folders, 'Cargo.toml', 'Cargo.lock', 'package-lock.json', 'scripts/build-wasm.mjs', BINDGEN], name);
  const stale = names.filter((name) => !isFresh(stampOf(name), inputs(name)));
  if (stale.length === 0) {
    say(`WebAssembly: ${names.join(' and ')} up to date`);
    return;
  }
  const toolchain = await wasmToolchain();
  say(`WebAssembly: ${toolchain.version}, ${toolchain.name}`);
  const bindgen = await wasmBindgenProgram();
  for (const name of stale) {
    // Taken before the build: an edit made meanwhile must count as a change.
    const hash = inputs(name);
    await buildOne(name, toolchain, bindgen);
    setStamp(stampOf(name), hash);
  }
}

function stampOf(name) {
  return join(outputOf(name), '.stamp');
}

function outputOf(name) {
  return join(root, `pkg/wasm-${name}`);
}

async function buildOne(name, toolchain, bindgen) {
  const began = performance.now();
  const { features, rustflags } = builds[name];
  // A folder for each: they differ in flags, and would evict each other.
  const targetFolder = join(root, `target/wasm-${name}`);
  say(`WebAssembly: building ${name}`);
  await runCargo(
    toolchain.cargo,
    [
      'build',
      '--locked',
      '--profile=wasm',
      `--package=${CRATE}`,
      `--features=${features.join(',')}`,
      `--target=${TARGET}`,
      '-Zbuild-std=std,panic_abort',
    ],
    {
      RUSTC: toolchain.rustc,
      RUSTC_BOOTSTRAP: '1',
      CARGO_TARGET_DIR: targetFolder,
      CARGO_ENCODED_RUSTFLAGS: rustflags.join('\x1f'),
    },
    `WebAssembly: ${name}`,
  );

  // Made beside and moved into place whole, so that nobody reads half an output.
  const made = join(targetFolder, `out-${process.pid}`);
  rmSync(made, { recursive: true, force: true });
  const module = join(targetFolder, TARGET, 'wasm', `${CRATE.replaceAll('-', '_')}.wasm`);
  await run(bindgen, [module, made, 'engine']);
  const wasm = join(made, 'engine_bg.wasm');
  await run(npmProgram('wasm-opt'), ['-O3', '--strip-debug', '--strip-producers', wasm, '-o', wasm]);
  // wasm-bindgen-rayon's helper imports '../../..': a folder, found by its "main".
  writeFileSync(join(made, 'package.json'), '{ "type": "module", "main": "engine.js", "types": "engine.d.ts" }\n');
  rmSync(outputOf(name), { recursive: true, force: true });
  mkdirSync(join(root, 'pkg'), { recursive: true });
  renameSync(made, outputOf(name));

  const final = join(outputOf(name), 'engine_bg.wasm');
  const size = (bytes) => `${(bytes / 1000).toFixed(0)} kB`;
  const brotli = brotliCompressSync(readFileSync(final)).length;
  say(`WebAssembly: ${name} ${size(statSync(final).size)}, ${size(brotli)} in brotli, in ${seconds(began)}`);
}

if (isProgram(import.meta)) {
  await main(async () => {
    const names = process.argv.slice(2);
    const unknown = names.find((name) => !(name in builds));
    if (unknown) throw new SetupError(`no build ${unknown}: ${Object.keys(builds).join(' or ')}`);
    await ensureNodeModules();
    await buildWasm(names.length ? names : undefined);
  });
}
