// The npm package, installed into an empty folder and used by plain Node.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../scripts/lib/run.mjs';
import { artefact, emptyFolder, version } from './artefacts.mjs';

const { name } = JSON.parse(readFileSync(join(root, 'pkg/package.json'), 'utf8'));

test('it is installed without a network, and counts an information set', () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const options = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
  execFileSync('npm', ['install', ...options, artefact(/\.tgz$/)], { cwd: folder, stdio: 'inherit' });
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  assert.deepEqual(Object.keys(dependencies), [name]);
  const installed = JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'));
  assert.equal(installed.version, version);
  copyFileSync(join(root, 'examples/count-set.mjs'), join(folder, 'count-set.mjs'));
  const printed = execFileSync(process.execPath, ['count-set.mjs'], { cwd: folder, encoding: 'utf8' });
  assert.match(printed, /^21 boards are possible; /);
  // CommonJS has it as well, as its README says.
  const script = "require('outpost-rbc').Outpost.start().then((outpost) => console.log(outpost.info.version))";
  writeFileSync(join(folder, 'required.cjs'), script);
  assert.equal(execFileSync(process.execPath, ['required.cjs'], { cwd: folder, encoding: 'utf8' }), `${version}\n`);
});
