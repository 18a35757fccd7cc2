// The checksums are those of the files, in the form that sha256sum reads.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { artefactsIn, CHECKSUMS, sha256 } from '../../scripts/release/checksums.mjs';
import { folder } from './artefacts.mjs';

const lines = readFileSync(join(folder, CHECKSUMS), 'utf8').trimEnd().split('\n');

test('every file of the release has its checksum', () => {
  const listed = lines.map((line) => /^([0-9a-f]{64}) {2}(\S+)$/.exec(line)?.slice(1) ?? assert.fail(line));
  assert.deepEqual(
    listed.map(([, name]) => name),
    artefactsIn(folder),
  );
  for (const [sum, name] of listed) assert.equal(sum, sha256(readFileSync(join(folder, name))), name);
});

test('sha256sum agrees', (t) => {
  const { error, status, stdout } = spawnSync('sha256sum', ['--check', '--strict', CHECKSUMS], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (error) return t.skip('there is no sha256sum here');
  assert.equal(status, 0, stdout);
  assert.equal(stdout.match(/: OK$/gm)?.length, lines.length);
});
