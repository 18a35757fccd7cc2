// `node scripts/build-wheel.mjs [--out DIR] [--profile dev|release] [--sdist]`: writes the wheel of crates/rbc-python, and its sdist
// if asked, into `target/wheels` or DIR, and prints their paths.
//
// `release` (the default) is a build of maturin. `dev` packs the library that `cargo test --workspace` has compiled, as a build of
// maturin would compile all crates again, with other features.
import { chmodSync, copyFileSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { thisPlatform, withoutPaths } from './lib/cargo.mjs';
import { crateParts, GPL_FILE, noticesText, standardLibraryParts } from './lib/licences.mjs';
import { ensureNodeModules } from './lib/node-modules.mjs';
import { ensurePython, venvProgram } from './lib/python.mjs';
import { isProgram, main, output, root, run, SetupError } from './lib/run.mjs';

const CRATE = 'crates/rbc-python';
const MANIFEST = `${CRATE}/Cargo.toml`;
/** A folder of its own: the flags differ from those of other builds, which would be thrown away. */
const TARGET_FOLDER = 'target/release-wheel';
const PACKAGE = join(root, CRATE, 'python/outpost_rbc');
/** The network of the package: beside its modules, where maturin finds it too. */
const NETWORK = 'siamese.onnx';

/** Puts beside the crate what the package needs of elsewhere: the network, and the licences of what is compiled in. */
async function gather() {
  copyFileSync(join(root, 'models', NETWORK), join(PACKAGE, NETWORK));
  copyFileSync(join(root, 'LICENSE'), join(root, CRATE, GPL_FILE));
  const parts = await Promise.all([crateParts(['rbc-python']), standardLibraryParts()]);
  writeFileSync(join(root, CRATE, 'licences.txt'), noticesText(parts.flat()));
}

/** The library that `cargo test --workspace` compiles, for the test of its crate. */
function compiledLibrary() {
  const messages = output('cargo', [
    ...['test', '--quiet', '--locked', '--workspace', '--test=python_classes', '--no-run'],
    '--message-format=json-render-diagnostics',
  ]);
  if (messages === null) throw new SetupError('cargo test --workspace --no-run fails');
  const artefacts = messages.split('\n').map((line) => JSON.parse(line));
  const files = artefacts.filter((each) => each.target?.name === 'outpost_rbc').flatMap(({ filenames }) => filenames);
  const library = files.find((file) => /\.(so|dylib|dll)$/.test(file));
  if (!library) throw new SetupError(`${CRATE} was compiled to no library, but ${files.join(', ') || 'nothing'}`);
  return library;
}

/** Packs a wheel around a compiled library, with the metadata that maturin writes. */
async function packWheel(library, out) {
  const tree = join(root, 'target/wheel-tree');
  rmSync(tree, { recursive: true, force: true });
  mkdirSync(tree, { recursive: true });
  await run(
    venvProgram('maturin'),
    ['pep517', 'write-dist-info', '--manifest-path', MANIFEST, '--metadata-directory', tree],
    { quiet: true },
  );
  cpSync(PACKAGE, join(tree, 'outpost_rbc'), { recursive: true, filter: (file) => basename(file) !== '__pycache__' });
  const module = join(tree, 'outpost_rbc', library.endsWith('.dll') ? '_native.pyd' : '_native.abi3.so');
  copyFileSync(library, module);
  chmodSync(module, 0o755);
  await run(venvProgram('python'), ['-m', 'wheel', 'pack', '--dest-dir', out, tree], { quiet: true });
}

/** Builds what is asked for, and returns the paths. */
export async function buildWheel({ out = 'target/wheels', profile = 'release', sdist = false } = {}) {
  await ensureNodeModules();
  await ensurePython();
  await gather();
  const folder = resolve(root, out);
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(folder)) if (/^outpost_rbc-.*\.(whl|tar\.gz)$/.test(file)) rmSync(join(folder, file));
  const options = ['--manifest-path', MANIFEST, '--out', folder];
  if (profile === 'dev') await packWheel(compiledLibrary(), folder);
  else {
    // Added to those of .cargo/config.toml, which RUSTFLAGS would replace.
    const flags = `target.${thisPlatform()}.rustflags=${JSON.stringify(withoutPaths())}`;
    const build = ['build', '--release', '--locked', '--config', flags, '--target-dir', join(root, TARGET_FOLDER)];
    await run(venvProgram('maturin'), [...build, ...options]);
  }
  if (sdist) await run(venvProgram('maturin'), ['sdist', ...options]);
  return readdirSync(folder)
    .filter((file) => file.startsWith('outpost_rbc-'))
    .map((file) => join(folder, file));
}

if (isProgram(import.meta)) {
  await main(async () => {
    const { values } = parseArgs({
      options: { out: { type: 'string' }, profile: { type: 'string' }, sdist: { type: 'boolean' } },
    });
    if (![undefined, 'dev', 'release'].includes(values.profile)) {
      throw new SetupError(`--profile ${values.profile}: there are dev and release`);
    }
    for (const file of await buildWheel(values)) console.log(file);
  });
}
