// Archives have the same bytes for the same files, whatever their order, owner and time zone, and give the files back.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { root } from '../../scripts/lib/run.mjs';
import { entriesIn, entriesOf, tarball, zip } from '../../scripts/release/archives.mjs';
import { sha256 } from '../../scripts/release/checksums.mjs';
import { artefacts, emptyFolder, version } from './artefacts.mjs';

const date = new Date('2026-03-29T01:30:00Z');
const entries = ['b/x', 'a/ü.js', '10', '9'].map((name) => ({ name, bytes: Buffer.from(`${name} `.repeat(99)) }));
entries[0].executable = true;

for (const [name, make] of [
  ['some.zip', zip],
  ['some.tar.gz', tarball],
]) {
  test(`${name}: the same bytes in every order and time zone`, async () => {
    const bytes = await make(entries, date);
    assert.deepEqual(await make(entries.toReversed(), date), bytes);
    const script = `
      import { tarball, zip } from ${JSON.stringify(pathToFileURL(join(root, 'scripts/release/archives.mjs')).href)};
      const entries = ${JSON.stringify(entries.map(({ name, bytes, executable }) => [name, bytes.toString(), executable]))};
      const files = entries.map(([name, text, executable]) => ({ name, bytes: Buffer.from(text), executable }));
      process.stdout.write((await ${make.name}(files, new Date(${date.getTime()}))).toString('base64'));`;
    for (const TZ of ['UTC', 'Europe/Zurich', 'Pacific/Auckland']) {
      const args = ['--input-type=module', '--eval', script];
      const made = execFileSync(process.execPath, args, { cwd: root, env: { ...process.env, TZ }, encoding: 'utf8' });
      assert.equal(made, bytes.toString('base64'), TZ);
    }
  });

  test(`${name}: the files come back, and other tools read it`, async () => {
    const file = join(emptyFolder(), name);
    writeFileSync(file, await make(entries, date));
    const back = await entriesIn(file);
    assert.deepEqual(
      back.map(({ name, bytes }) => [name, sha256(bytes)]).sort(),
      entries.map(({ name, bytes }) => [name, sha256(bytes)]).sort(),
    );
    const listed = name.endsWith('.zip')
      ? execFileSync('python3', ['-m', 'zipfile', '--list', file], { encoding: 'utf8' })
      : execFileSync('tar', ['-tzvf', file], { encoding: 'utf8' });
    assert.match(listed, /b\/x/);
    if (!name.endsWith('.zip')) assert.match(listed, /^-rwxr-xr-x .*root\W+root .* b\/x$/m);
  });
}

test('hidden files stay out of archives', () => {
  const place = emptyFolder();
  mkdirSync(join(place, '.hidden'));
  for (const name of ['seen', '.stamp', '.hidden/file']) writeFileSync(join(place, name), '');
  assert.deepEqual(
    entriesOf(place, 'p/').map(({ name }) => name),
    ['p/seen'],
  );
});

test('no artefact names a folder of the machine that built it', async () => {
  // A program that was compiled for tests has them.
  const checked = artefacts(/\.(zip|tar\.gz|tgz|whl)$/).filter(
    (file) => !process.env.OUTPOST_PROGRAM || !/-\w+-\w+-.*\.tar\.gz$/.test(file),
  );
  assert.ok(checked.length > 0, version);
  const folders = [root, process.env.CARGO_HOME ?? join(homedir(), '.cargo')];
  for (const file of checked)
    for (const { name, bytes } of await entriesIn(file))
      for (const folder of folders)
        assert.ok(!Buffer.from(bytes).includes(`${folder}/`), `${file}: ${name} contains ${folder}`);
});
