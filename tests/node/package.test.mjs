// The npm package as a stranger gets it: packed, unpacked, imported by plain Node.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { root } from '../../scripts/lib/run.mjs';
import { projectWithPackage } from '../package-users/packed.mjs';

const { project, installed, remove } = projectWithPackage();
after(remove);

/** The output of a program in a project with the package installed. */
function runProgram(source) {
  const file = join(project, 'program.mjs');
  writeFileSync(file, source);
  return execFileSync(process.execPath, [file], { encoding: 'utf8', timeout: 60_000 });
}

test('it contains its licence and the notices of its parts', () => {
  const files = readdirSync(installed);
  assert.ok(files.includes('LICENSE.txt') && files.includes('licences.txt'), files.join(' '));
  const { license } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  assert.equal(license, 'GPL-3.0-or-later');
});

test('it contains Stockfish: two files, their licence, and where the source is', () => {
  const files = readdirSync(join(installed, 'stockfish')).sort();
  assert.deepEqual(files, ['COPYING.txt', 'README.md', 'stockfish.js.txt', 'stockfish.wasm']);
  const printed = runProgram(`
    import { existsSync } from 'node:fs';
    import { Stockfish } from 'outpost-rbc';
    console.log(JSON.stringify({ ...Stockfish.about, found: existsSync(new URL(Stockfish.about.licenseText)) }));
  `);
  const about = JSON.parse(printed);
  assert.equal(about.license, 'GPL-3.0');
  assert.match(about.source, /^https:/);
  assert.ok(about.found);
});

test('its types are complete, those that are generated from Rust among them, with the libraries of ES2022', () => {
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(project, 'program.ts'),
    `
    import { type BeliefView, LIMITS, Outpost, type Seat } from 'outpost-rbc';
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
  execFileSync(process.execPath, [tsc, ...options, 'program.ts'], { cwd: project, stdio: 'inherit' });
});

test('it says from what each of its WebAssembly modules was made', () => {
  const { commit, modules } = JSON.parse(readFileSync(join(installed, 'provenance.json'), 'utf8'));
  assert.match(commit, /^[0-9a-f]{40}$/);
  const contained = readdirSync(installed, { recursive: true }).filter((name) => name.endsWith('.wasm'));
  assert.deepEqual(Object.keys(modules).sort(), contained.sort());
  for (const [path, { bytes, sha256, compiler, package: from }] of Object.entries(modules)) {
    const module = readFileSync(join(installed, path));
    assert.equal(module.length, bytes);
    assert.equal(createHash('sha256').update(module).digest('hex'), sha256, path);
    assert.match(compiler ?? from, /^(rustc \d+\.\d+|stockfish@\d+)/);
  }
});

test('the packed package starts the engine, in the calling thread if asked, else with threads', () => {
  const printed = runProgram(`
    import { Outpost } from 'outpost-rbc';
    for (const options of [{ build: 'single' }, { threads: 2 }]) {
      const outpost = await Outpost.start(options);
      const agents = await outpost.agents();
      console.log(JSON.stringify({ info: outpost.info, agents: agents.length }));
      // Not ended: a program that waits for nothing ends all the same.
    }
  `);
  const [single, threads] = printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.equal(single.info.why.code, 'single-asked');
  assert.equal(single.info.threads, 1);
  assert.equal(threads.info.why.code, 'threads', threads.info.reason);
  assert.equal(threads.info.threads, 2);
  assert.ok(single.agents > 0 && threads.agents === single.agents);
});

test('in Node both builds give the same game and the same sets', () => {
  const printed = runProgram(`
    import { Outpost } from 'outpost-rbc';
    for (const options of [{ build: 'single' }, { threads: 2 }]) {
      const outpost = await Outpost.start(options);
      const agent = { kind: 'agent', agent: 'hsuc', budgetMs: 1000 };
      const game = await outpost.newGame({ white: agent, black: agent, clock: null, seed: 7, turnLimit: 6 });
      while (!(await game.outcome())) await game.agentTurn({ nodes: 2000 });
      const replay = await game.replay();
      const sizes = await replay.senseSizes('white');
      console.log(JSON.stringify([await game.recordJson(), sizes]));
      outpost.terminate();
    }
  `);
  const [single, threads] = printed.trim().split('\n');
  assert.ok(single.length > 1000);
  assert.equal(threads, single);
});

test('every JavaScript example of its README runs', () => {
  const readme = readFileSync(join(installed, 'README.md'), 'utf8');
  const examples = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, source]) => source);
  assert.ok(examples.length > 1, `${examples.length} examples`);
  for (const source of examples) assert.notEqual(runProgram(source), '', source);
});

test('in Node a game survives the end of the engine’s worker', () => {
  const printed = runProgram(`
    import threads from 'node:worker_threads';
    import { Outpost } from 'outpost-rbc';
    let worker;
    threads.Worker = class extends threads.Worker {
      constructor(...args) {
        super(...args);
        worker ??= this;
      }
    };
    const outpost = await Outpost.start({ threads: 2 });
    const seat = { kind: 'person', name: 'Ada' };
    const game = await outpost.newGame({ white: seat, black: seat, clock: null, seed: 1 });
    await game.sense('white', 52);
    await game.move('white', 'e2e4');
    const before = JSON.stringify(await game.view('white'));
    const restarted = new Promise((resolve) => outpost.onRestart(resolve));
    await Promise.all([worker.terminate(), game.belief('black').catch((error) => console.log(error.constructor.name))]);
    console.log(await restarted);
    console.log(JSON.stringify(await game.view('white')) === before, outpost.info.build);
  `);
  assert.equal(printed, 'EngineCrashError\nit ended with exit code 1\ntrue threads\n');
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
