// The Python wheel, installed into an empty environment.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { artefacts, emptyFolder, version } from './artefacts.mjs';

const COUNT = `
from importlib.metadata import version
from outpost_rbc import InformationSet
white = InformationSet("white")
white.start_turn(None)
white.sense([])
white.move("e2e4", "e2e4", None)
white.start_turn(None)
print(version("outpost-rbc"), len(white))
`;

test('it is installed, and counts an information set', (t) => {
  const [wheel, ...others] = artefacts(/^outpost_rbc-.*\.whl$/);
  if (!wheel) return t.skip('the release has no wheel');
  assert.deepEqual(others, []);
  const place = emptyFolder();
  const options = { cwd: place, encoding: 'utf8' };
  execFileSync('python3', ['-m', 'venv', 'clean'], options);
  const python = ['bin/python', 'Scripts/python.exe'].map((path) => join(place, 'clean', path)).find(existsSync);
  execFileSync(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', wheel], options);
  assert.equal(execFileSync(python, ['-c', COUNT], options).trim(), `${version} 21`);
});
