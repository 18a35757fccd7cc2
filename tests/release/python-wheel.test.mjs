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
print(version("outpost-rbc"), len(white), round(float(white.weigh().sum()), 3))
`;

/** The bots that `rc-bot-match` lets play: one of ours and its own. */
const MATCH = ['outpost_rbc.agents.Attacker', 'reconchess.bots.random_bot'];

test('it is installed, counts and weighs an information set, and plays in reconchess', (t) => {
  const [wheel, ...others] = artefacts(/^outpost_rbc-.*\.whl$/);
  if (!wheel) return t.skip('the release has no wheel');
  assert.deepEqual(others, []);
  const place = emptyFolder();
  const options = { cwd: place, encoding: 'utf8' };
  execFileSync('python3', ['-m', 'venv', 'clean'], options);
  const program = (name) =>
    [`bin/${name}`, `Scripts/${name}.exe`].map((path) => join(place, 'clean', path)).find(existsSync);
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check'];
  execFileSync(program('python'), [...install, `${wheel}[reconchess]`], options);
  assert.equal(execFileSync(program('python'), ['-c', COUNT], options).trim(), `${version} 21 1.0`);
  assert.match(execFileSync(program('rc-bot-match'), MATCH, options), /^Winner: (white|black|Draw)!/m);
});
