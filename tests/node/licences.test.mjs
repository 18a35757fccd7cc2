// Third-party parts of the site and the npm package: compatible licences, notices, and our own licence beside them.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  chooseLicence,
  crateParts,
  GPL_FILE,
  noticesText,
  npmParts,
  otherParts,
  partsInNotices,
  sourceAddress,
  standardLibraryParts,
} from '../../scripts/lib/licences.mjs';
import { root } from '../../scripts/lib/run.mjs';

const read = (...path) => readFileSync(join(root, ...path), 'utf8');

for (const [expression, chosen] of [
  ['MIT', ['MIT']],
  ['MIT/Apache-2.0', ['MIT']],
  ['Apache-2.0 OR MIT', ['MIT']],
  ['Apache-2.0', ['Apache-2.0']],
  ['(MIT OR Apache-2.0) AND Unicode-3.0', ['MIT', 'Unicode-3.0']],
  ['AGPL-3.0-only OR Zlib', ['Zlib']],
  ['MIT AND Apache-2.0 WITH LLVM-exception', ['MIT', 'Apache-2.0 WITH LLVM-exception']],
  ['GPL-3.0+', ['GPL-3.0-or-later']],
  ['GPL-2.0-or-later', ['GPL-2.0-or-later']],
]) {
  test(`${expression} resolves to ${chosen.join(', ')}`, async () => {
    assert.deepEqual(await chooseLicence(expression), chosen);
  });
}

for (const expression of [
  'GPL-2.0-only',
  'AGPL-3.0-or-later',
  'CC-BY-NC-4.0',
  'SSPL-1.0',
  'MIT AND GPL-2.0-only',
  'BUSL-1.1 OR SSPL-1.0',
  'Apache-1.1',
  'UNLICENSED',
  'SEE LICENSE IN LICENSE',
  '',
]) {
  test(`${expression || 'nothing'} does not fit`, async () => {
    await assert.rejects(chooseLicence(expression), /does not fit|no SPDX expression/);
  });
}

test('what runs in pages may be combined with GPL-3.0-or-later', async () => {
  const { dependencies } = JSON.parse(read('package.json'));
  const modules = Object.keys(dependencies).map((name) => join(root, 'node_modules', name, 'index.js'));
  // Each throws for an incompatible licence and for a missing notice.
  const parts = (await Promise.all([crateParts(), standardLibraryParts(), otherParts(), npmParts(modules)])).flat();
  assert.ok(parts.length > 100, `${parts.length}`);
  for (const { name, chosen, texts } of parts) {
    assert.ok(chosen.length > 0, name);
    assert.ok(texts.length > 0 || chosen.every((id) => id.startsWith('GPL-')), name);
  }
});

test('the notices can be read back', () => {
  const parts = [
    { name: '@lit/reactive-element', version: '2.1.0', license: 'BSD-3-Clause', texts: ['The text.\n\nMore (of it).'] },
    { name: 'hashbrown (in Rust’s standard library)', version: '', license: 'MIT OR Apache-2.0', texts: ['Another.'] },
    { name: 'unicode-ident', version: '1.0.1+x', license: '(MIT OR Apache-2.0) AND Unicode-3.0', texts: ['Another.'] },
  ];
  assert.deepEqual(
    partsInNotices(noticesText(parts)),
    parts.map(({ name, version, license }) => ({ name, version, license })),
  );
});

/** What the notices of the modules must contain. */
const IN_MODULES = [
  /^shakmaty \d\S* \(GPL-3\.0-or-later\)$/m,
  /^wasm-bindgen \d/m,
  /^wasm-bindgen-rayon \d\S* \(Apache-2\.0\)$/m,
  /^rayon-core \d/m,
  /^tract-core \d/m,
  /^tract-linalg \d/m,
  /^Rust’s standard library \(MIT OR Apache-2\.0\)$/m,
  /^hashbrown \(in Rust’s standard library\)/m,
  /^compiler-builtins \(in Rust’s/m,
  /^Stockfish\.js 19\.\S+ \(GPL-3\.0-only\)$/m,
  /Apache License\s+Version 2\.0/,
];

test('the site has its licence and the notices of all its parts, also offline', async () => {
  const notices = read('dist/licences.txt');
  const inPages = [
    /^lit \d\S* \(BSD-3-Clause\)$/m,
    /^lit-html \d/m,
    /^@lit\/reactive-element \d/m,
    /^idb \d\S* \(ISC\)$/m,
    /^uqr \d\S* \(MIT\)$/m,
    /^@lichess-org\/chessground \d\S* \(GPL-3\.0-or-later\)$/m,
    /^Chess pieces “cburnett” \(GPL-2\.0-or-later\)$/m,
    /^Chess pieces “kryukov” \(GPL-2\.0-or-later\)$/m,
    /^Chess pieces “celtic” \(MIT\)$/m,
    /Colin M\. L\. Burnett/,
    /Alexey Kryukov/,
    /^Copyright \(c\) Maurizio Monge$/m,
    /^vite \d/m,
  ];
  for (const wanted of [...IN_MODULES, ...inPages]) assert.match(notices, wanted);
  // Build and test dependencies are not in it.
  assert.doesNotMatch(notices, /^(vitest|playwright-core|send|serde_derive|proc-macro2|syn) \d/m);
  assert.equal(read('dist', GPL_FILE), read('LICENSE'));
  const worker = read('dist/sw.js');
  for (const name of ['licences.txt', GPL_FILE]) assert.ok(worker.includes(`"${name}":{size:`), name);
});

test('the package has them too', () => {
  const { license, files } = JSON.parse(read('pkg/package.json'));
  assert.equal(license, 'GPL-3.0-or-later');
  for (const name of ['licences.txt', GPL_FILE]) assert.ok(files.includes(name), name);
  const notices = read('pkg/licences.txt');
  for (const wanted of IN_MODULES) assert.match(notices, wanted);
  assert.equal(read('pkg', GPL_FILE), read('LICENSE'));
});

test('every artefact says where the source is', () => {
  const said = sourceAddress() ?? 'from whoever gave you this copy';
  for (const text of [read('dist/licences.txt'), read('pkg/licences.txt')]) assert.ok(text.includes(`Source: ${said}`));
  const scripts = readdirSync(join(root, 'dist/assets')).filter((name) => name.endsWith('.js'));
  const shown = sourceAddress() ?? 'Ask whoever runs this site for the source code';
  assert.ok(scripts.some((name) => read('dist/assets', name).includes(shown)));
});
