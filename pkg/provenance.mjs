// From what each WebAssembly module of the package was made, for provenance.json.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wasmFolders } from '../scripts/build-wasm.mjs';
import { output, root } from '../scripts/lib/run.mjs';

/** What the modules and the scripts are made from. */
const SOURCES = ['Cargo.toml', 'Cargo.lock', 'crates', 'models', 'package-lock.json', 'pkg', 'scripts', 'web'];

/** Nothing in it depends on when or where it is written. */
export async function provenance() {
  const { name, version, homepage } = JSON.parse(readFileSync(join(root, 'pkg/package.json'), 'utf8'));
  const commit = output('git', ['rev-parse', 'HEAD']);
  const changes = output('git', ['status', '--porcelain', '--', ...SOURCES]);
  const ours = wasmFolders.map((folder) => {
    const { module, ...made } = JSON.parse(readFileSync(join(root, folder, 'built.json'), 'utf8'));
    const path = `${folder}/${module}`.slice('pkg/'.length);
    return [path, { ...hashed(path), ...made }];
  });
  return {
    package: `${name}@${version}`,
    source: homepage || null,
    // Without a repository, nobody knows.
    commit,
    uncommittedChanges: changes === null ? null : changes !== '',
    check: 'In a checkout of that commit, with that compiler: node scripts/build-wasm.mjs, then compare the hashes.',
    modules: { ...Object.fromEntries(ours), 'stockfish/stockfish.wasm': ofStockfish() },
  };
}

/** Its files are those of another package, unchanged. */
function ofStockfish() {
  const release = readFileSync(join(root, 'pkg/src/stockfish/release.ts'), 'utf8');
  return {
    ...hashed('stockfish/stockfish.wasm'),
    package: `stockfish@${/version: '([^']+)'/.exec(release)?.[1]}`,
    integrity: /integrity: '([^']+)'/.exec(release)?.[1],
    source: /source: '([^']+)'/.exec(release)?.[1],
  };
}

function hashed(path) {
  const bytes = readFileSync(join(root, 'pkg', path));
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}
