// Takes another release of Stockfish into pkg/stockfish: `node scripts/stockfish.mjs 19.0.0`, then commit what changed.
//
// The npm package `stockfish` is 161 MB, of which we ship 1.8: its light single-threaded build. As a dependency it would
// cost every machine that download and 370 MB of disk, so the files themselves are kept here.
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureNodeModules, npmProgram } from './lib/node-modules.mjs';
import { isProgram, main, output, root, run, SetupError, say } from './lib/run.mjs';

const folder = join(root, 'pkg/stockfish');

async function takeStockfish(version) {
  const temporary = mkdtempSync(join(tmpdir(), 'outpost-stockfish-'));
  try {
    say(`Stockfish: packing npm's stockfish@${version} (161 MB) to take three files from it`);
    // npm verifies it by its registry's hash; its own cache would keep 161 MB.
    const cache = ['--cache', join(temporary, 'cache')];
    const packed = output('npm', [
      'pack',
      `stockfish@${version}`,
      '--json',
      '--ignore-scripts',
      ...cache,
      '--pack-destination',
      temporary,
    ]);
    if (packed === null) throw new SetupError(`npm pack stockfish@${version} failed`);
    const [{ filename, integrity }] = JSON.parse(packed);
    const build = `stockfish-${version.split('.')[0]}-lite-single`;
    const from = {
      // Not .js: development servers rewrite scripts, and this one is fetched as text and compared with its hash.
      'stockfish.js.txt': `package/bin/${build}.js`,
      'stockfish.wasm': `package/bin/${build}.wasm`,
      'COPYING.txt': 'package/Copying.txt',
    };
    await run('tar', ['-xzf', join(temporary, filename), '-C', temporary, ...Object.values(from)]);
    mkdirSync(folder, { recursive: true });
    for (const [name, path] of Object.entries(from)) copyFileSync(join(temporary, path), join(folder, name));
    const source = join(root, 'pkg/src/stockfish/release.ts');
    writeFileSync(source, release(version, build, integrity));
    await ensureNodeModules();
    await run(npmProgram('biome'), ['format', '--write', source]);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  say('Stockfish: taken; see that pkg/stockfish/README.md is still true');
}

function release(version, build, integrity) {
  const file = (name) => {
    const bytes = readFileSync(join(folder, name));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return `{
    url: new URL('../../stockfish/${name}', import.meta.url),
    size: ${bytes.length},
    sha256: '${sha256}',
  }`;
  };
  return `// Written by scripts/stockfish.mjs.

/** One of Stockfish's files, with its expected size and hash. */
export interface ReleaseFile {
  url: URL;
  /** In bytes. */
  size: number;
  sha256: string;
}

/** The Stockfish in pkg/stockfish: \`${build}\` of npm's \`stockfish\`. */
export const release = {
  version: '${version}',
  /** The hash of the whole npm package, as in a package-lock.json. */
  integrity: '${integrity}',
  license: 'GPL-3.0',
  licenseText: new URL('../../stockfish/COPYING.txt', import.meta.url),
  source: 'https://github.com/nmrugg/stockfish.js/tree/v${version}',
  script: ${file('stockfish.js.txt')},
  wasm: ${file('stockfish.wasm')},
};
`;
}

if (isProgram(import.meta)) {
  await main(async () => {
    const [version] = process.argv.slice(2);
    if (!/^\d+\.\d+\.\d+$/.test(version ?? '')) throw new SetupError('which version? For example 19.0.0');
    await takeStockfish(version);
  });
}
