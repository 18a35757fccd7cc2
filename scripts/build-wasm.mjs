// Builds crates/rbc-wasm twice, with threads and without, into pkg/wasm-threads
// and pkg/wasm-single, and crates/rbc-siamese-wasm into pkg/siamese. Says which
// toolchain it took; does nothing when nothing changed.
// `node scripts/build-wasm.mjs [wasm-threads|wasm-single|siamese]`
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BINDGEN, crateFolders, lockedVersion, runCargo, wasmBindgenProgram, withoutPaths } from './lib/cargo.mjs';
import { isProgram, main, root, run, SetupError, say, seconds } from './lib/run.mjs';
import { hashOf, isFresh, setStamp } from './lib/stamp.mjs';
import { wasmToolchain } from './lib/wasm-toolchain.mjs';

const TARGET = 'wasm32-unknown-unknown';
const PROFILE = 'wasm';

/**
 * The most the shared memory may grow to. JavaScript may pass a memory with a
 * smaller maximum (a browser that refuses this one), never a larger one.
 */
const MAX_SHARED_MEMORY = 1024 * 1024 * 1024;

/** What is compiled for all modules, once: atomics do no harm in a module whose memory is its own. */
const FOLDER = 'target/wasm';

const FLAGS = ['-Ctarget-feature=+atomics,+bulk-memory,+mutable-globals,+simd128'];

/** Without these a module silently gets a private memory. */
const sharedMemory = [
  '-Clink-arg=--shared-memory',
  '-Clink-arg=--import-memory',
  `-Clink-arg=--max-memory=${MAX_SHARED_MEMORY}`,
  '-Clink-arg=--export=__wasm_init_tls',
  '-Clink-arg=--export=__tls_size',
  '-Clink-arg=--export=__tls_align',
  '-Clink-arg=--export=__tls_base',
];

/** What only the network contains, except for tract-linalg, whose kernels take its time. */
const NETWORK_LIBRARIES = ['tract-core', 'tract-data', 'ndarray', 'nom', 'rustfft'];

const engine = { crate: 'rbc-wasm', script: 'engine' };

/** The builds by the name of their folder in pkg. */
const targets = {
  'wasm-threads': { ...engine, features: ['threads'], linked: sharedMemory },
  'wasm-single': { ...engine, features: [], linked: [] },
  siamese: { crate: 'rbc-siamese-wasm', script: 'siamese', features: [], linked: [] },
};

/** The output folders, relative to the root. */
export const wasmFolders = Object.keys(targets).map((name) => `pkg/${name}`);

/** The engine's two, which pages need at once. */
export const ENGINE = ['wasm-threads', 'wasm-single'];

const inputs = (name) =>
  hashOf([...crateFolders(targets[name].crate), 'Cargo.toml', 'Cargo.lock', 'scripts/build-wasm.mjs', BINDGEN], name);

/** Whether a build is up to date. */
export const isBuilt = (name) => isFresh(stampOf(name), inputs(name));

/** Builds what is out of date of the named builds. */
export async function buildWasm(names = Object.keys(targets)) {
  const stale = names.filter((name) => !isBuilt(name));
  if (stale.length === 0) {
    say(`WebAssembly: ${names.join(' and ')} up to date`);
    return;
  }
  const toolchain = await wasmToolchain();
  say(`WebAssembly: ${toolchain.version}, ${toolchain.name}`);
  const bindgen = await wasmBindgenProgram();
  // So that all registries are known to be remapped.
  const fetching = ['fetch', '--locked', `--target=${TARGET}`];
  await runCargo(toolchain.cargo, fetching, { RUSTC: toolchain.rustc }, 'WebAssembly: fetching crates');
  // One after the other: cargo allows one build at a time in a folder.
  for (const name of stale) {
    // Computed before the build: an edit made meanwhile must count as a change.
    const hash = inputs(name);
    await buildOne(name, hash, toolchain, bindgen);
    setStamp(stampOf(name), hash);
  }
}

function stampOf(name) {
  return join(outputOf(name), '.stamp');
}

function outputOf(name) {
  return join(root, `pkg/${name}`);
}

async function buildOne(name, hash, toolchain, bindgen) {
  const began = performance.now();
  const { crate, script, features, linked } = targets[name];
  const targetFolder = join(root, FOLDER);
  say(`WebAssembly: building ${name}`);
  const cargoArguments = [
    'rustc',
    '--locked',
    `--profile=${PROFILE}`,
    `--package=${crate}`,
    `--features=${features.join(',')}`,
    `--target=${TARGET}`,
    '-Zbuild-std=std,panic_abort',
    // Most of the network's libraries is never called. Unoptimised they reach the link, where all is optimised that is still there: a
    // third less time for the network's module, and 2 % larger.
    '-Zprofile-rustflags',
    ...NETWORK_LIBRARIES.map(
      (name) => `--config=profile.${PROFILE}.package.${name}.rustflags=["-Cno-prepopulate-passes"]`,
    ),
    '--',
    ...linked,
  ];
  await runCargo(
    toolchain.cargo,
    cargoArguments,
    {
      RUSTC: toolchain.rustc,
      RUSTC_BOOTSTRAP: '1',
      CARGO_TARGET_DIR: targetFolder,
      CARGO_ENCODED_RUSTFLAGS: [...FLAGS, ...withoutPaths()].join('\x1f'),
    },
    `WebAssembly: ${name}`,
  );

  // Made elsewhere and moved into place as a whole, so that nobody reads half an output.
  const made = join(targetFolder, `out-${process.pid}`);
  rmSync(made, { recursive: true, force: true });
  const module = join(targetFolder, TARGET, PROFILE, `${crate.replaceAll('-', '_')}.wasm`);
  await run(bindgen, [module, made, script]);
  // wasm-bindgen-rayon's helper imports '../../..': a folder, found by its "main".
  writeFileSync(
    join(made, 'package.json'),
    `{ "type": "module", "main": "${script}.js", "types": "${script}.d.ts" }\n`,
  );
  if (name === 'wasm-single') await writeLimits(made);
  // For provenance.json in the npm package.
  const built = {
    module: `${script}_bg.wasm`,
    compiler: toolchain.version,
    rustflags: FLAGS,
    cargo: cargoArguments,
    wasmBindgen: lockedVersion('Cargo.lock', 'wasm-bindgen'),
    sources: hash,
  };
  writeFileSync(join(made, 'built.json'), `${JSON.stringify(built, null, 2)}\n`);
  rmSync(outputOf(name), { recursive: true, force: true });
  mkdirSync(join(root, 'pkg'), { recursive: true });
  renameSync(made, outputOf(name));

  const { size } = statSync(join(outputOf(name), `${script}_bg.wasm`));
  say(`WebAssembly: ${name} ${(size / 1000).toFixed(0)} kB in ${seconds(began)}`);
}

/** Asks the engine for its limits, and writes them beside it: pages need them before there is an engine. */
async function writeLimits(folder) {
  const { initSync, limits } = await import(pathToFileURL(join(folder, 'engine.js')).href);
  initSync({ module: readFileSync(join(folder, 'engine_bg.wasm')) });
  writeFileSync(join(folder, 'limits.js'), `export const LIMITS = Object.freeze(${JSON.stringify(limits())});\n`);
  writeFileSync(
    join(folder, 'limits.d.ts'),
    "import type { Limits } from './engine.js';\n\nexport declare const LIMITS: Readonly<Limits>;\n",
  );
}

if (isProgram(import.meta)) {
  await main(async () => {
    const names = process.argv.slice(2);
    const unknown = names.find((name) => !(name in targets));
    if (unknown) throw new SetupError(`no build ${unknown}: ${Object.keys(targets).join(', ')}`);
    await buildWasm(names.length ? names : undefined);
  });
}
