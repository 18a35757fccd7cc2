// The npm package as a stranger gets it: packed, unpacked, imported by plain Node.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { root } from '../../scripts/lib/run.mjs';

let project;
before(() => {
  project = mkdtempSync(join(tmpdir(), 'outpost-package-'));
  const pack = ['pack', '--silent', '--ignore-scripts', '--pack-destination', project];
  execFileSync('npm', pack, { cwd: join(root, 'pkg') });
  const [tarball] = readdirSync(project);
  const installed = join(project, 'node_modules/outpost');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', join(project, tarball), '-C', installed, '--strip-components=1']);
});
after(() => rmSync(project, { recursive: true, force: true }));

/** The output of a program in a project with the package installed. */
function runProgram(source) {
  const file = join(project, 'program.mjs');
  writeFileSync(file, source);
  return execFileSync(process.execPath, [file], { encoding: 'utf8', timeout: 60_000 });
}

test('it contains its licence and the notices of its parts', () => {
  const installed = join(project, 'node_modules/outpost');
  const files = readdirSync(installed);
  assert.ok(files.includes('LICENSE.txt') && files.includes('licences.txt'), files.join(' '));
  const { license } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  assert.equal(license, 'GPL-3.0-or-later');
});

test('it contains Stockfish: two files, their licence, and where the source is', () => {
  const files = readdirSync(join(project, 'node_modules/outpost/stockfish')).sort();
  assert.deepEqual(files, ['COPYING.txt', 'README.md', 'stockfish.js.txt', 'stockfish.wasm']);
  const printed = runProgram(`
    import { existsSync } from 'node:fs';
    import { Stockfish } from 'outpost';
    console.log(JSON.stringify({ ...Stockfish.about, found: existsSync(new URL(Stockfish.about.licenseText)) }));
  `);
  const about = JSON.parse(printed);
  assert.equal(about.license, 'GPL-3.0');
  assert.match(about.source, /^https:/);
  assert.ok(about.found);
});

test('its types are complete, those that are generated from Rust among them', () => {
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(project, 'program.ts'),
    `
    import { type BeliefView, LIMITS, Outpost, type Seat } from 'outpost';
    const outpost = await Outpost.start();
    const person: Seat = { kind: 'person', name: 'Ada'.slice(0, LIMITS.name) };
    const agent: Seat = { kind: 'agent', agent: 'hsuc+entropy', budgetMs: 1 };
    const game = await outpost.newGame({ white: person, black: agent, clock: null, seed: 1 });
    const view: BeliefView = await game.belief('white');
    // @ts-expect-error: it is a number.
    const size: string = view.size;
    // @ts-expect-error: there is no such field.
    console.log(size, view.sizes);
    `,
  );
  const options = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--module', 'nodenext', '--target', 'es2022'];
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const libraries = ['--lib', 'es2023,dom,esnext.disposable'];
  execFileSync(process.execPath, [tsc, ...options, ...libraries, 'program.ts'], { cwd: project, stdio: 'inherit' });
});

test('the packed package starts the engine', () => {
  const printed = runProgram(`
    import { Outpost } from 'outpost';
    const outpost = await Outpost.start();
    const agents = await outpost.agents();
    console.log(JSON.stringify({ info: outpost.info, agents }));
    outpost.terminate();
  `);
  const { info, agents } = JSON.parse(printed);
  assert.equal(info.build, 'single');
  assert.equal(info.threads, 1);
  assert.ok(agents.length > 0);
});

/** The output of a program of examples/. */
function runExample(name, ...args) {
  copyFileSync(join(root, 'examples', name), join(project, name));
  return execFileSync(process.execPath, [name, ...args], { cwd: project, encoding: 'utf8', timeout: 120_000 });
}

test('the example counts an information set', () => {
  const printed = runExample('count-set.mjs');
  assert.match(printed, /^21 boards are possible; /);
  assert.match(printed, /^1 board is possible: rnbqkbnr\/pppp1ppp\/8\/4p3\/4P3\/8\/PPPP1PPP\/RNBQKBNR w KQkq/m);
});

test('the example bot plays a whole game, whose record agrees with the rules', () => {
  assert.match(runExample('bot.mjs', 'random', 'game.json'), /^(white|black|nobody) won: [A-Z_]+$/m);
  assert.match(runExample('verify-record.mjs', 'game.json'), /^game 0: example bot v\. .*: 0 differences$/m);
});

test('the example refuses a record that differs from the rules', () => {
  const file = join(project, 'changed.json');
  const record = JSON.parse(readFileSync(join(root, 'tests/conformance/fixtures/game.json'), 'utf8'));
  record.capture_squares.true[0] = 0;
  writeFileSync(file, JSON.stringify(record));
  assert.throws(() => runExample('verify-record.mjs', file), { status: 1, stdout: /half-turn 0, white/ });
});
