// `npm test`: sets up what is missing and runs every check; `npm test -- rust browser`
// runs only those stages. The cheap ones come first. Exit code 1 if any fails.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { ensureFirefox } from './lib/firefox.mjs';
import { ensureNodeModules, npmProgram } from './lib/node-modules.mjs';
import { ensurePython, python } from './lib/python.mjs';
import { main, root, SetupError } from './lib/run.mjs';
import { runStages } from './lib/stages.mjs';
import { ensureStockfish } from './lib/stockfish.mjs';
import { ensureWebKit } from './lib/webkit.mjs';

/** Several stages need the build; what changed is looked for once. */
let built;
const buildOnce = () => {
  built ??= build();
  return built;
};

const vitestSummary = (output) => {
  const line = output.split('\n').find((line) => line.trimStart().startsWith('Tests '));
  return line?.trim().slice('Tests '.length).trimStart();
};

/** Cargo reports each test binary and each crate's examples by themselves. */
const cargoSummary = (output) => {
  const counts = [...output.matchAll(/^test result: ok\. (\d+) passed/gm)];
  return `${counts.reduce((sum, count) => sum + Number(count[1]), 0)} passed`;
};

/** Named one by one: what `node --test` makes of a folder or a pattern depends on its version. */
const testsIn = (folder) =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.test.mjs'))
    .map((file) => join(folder, file));

/** In the development profile: optimised, with assertions. Of the whole workspace: alone it would be compiled with other features. */
const outpost = ['cargo', 'build', '--quiet', '--locked', '--workspace', '--bin=outpost'];

/**
 * Two lanes: compiling and linking often keep one core busy, games and pages often none.
 * @type {import('./lib/stages.mjs').Stage[]}
 */
const stages = [
  {
    name: 'format',
    lane: 'native',
    commands: () => [['cargo', 'fmt', '--all', '--check']],
  },
  {
    name: 'lint',
    lane: 'web',
    prepare: ensureNodeModules,
    commands: () => [
      [npmProgram('biome'), 'ci', '--colors=off', '--error-on-warnings', '--max-diagnostics=30'],
      ['node', 'scripts/check-regexps.mjs'],
      ['node', 'scripts/words.mjs', '--check'],
    ],
    summary: (output) =>
      [...output.matchAll(/^Checked \d+ [a-z ]+/gm)].map(([checked]) => checked.replace(/ in $/, '')).join('; '),
  },
  {
    name: 'clippy',
    lane: 'native',
    commands: () => [['cargo', 'clippy', '--quiet', '--locked', '--workspace', '--all-targets', '--', '-Dwarnings']],
  },
  {
    name: 'rust',
    lane: 'native',
    commands: () => [['cargo', 'test', '--quiet', '--locked', '--workspace']],
    summary: cargoSummary,
  },
  {
    // New random positions and games each time, beside the fixtures that `rust` reads.
    name: 'conformance',
    lane: 'native',
    prepare: ensurePython,
    commands: () => [outpost, [python, 'tests/conformance/differential.py', '--outpost=target/debug/outpost']],
  },
  {
    // Whole games that the reconchess package runs, against its own bots.
    name: 'peers',
    lane: 'native',
    prepare: async () => {
      await ensurePython();
      await ensureStockfish();
    },
    commands: () => [
      outpost,
      [
        python,
        'tests/peers/reconchess_games.py',
        '--outpost=target/debug/outpost',
        '--args=--time 0.1',
        '--seconds=60',
        '--increment=1',
      ],
    ],
    summary: (output) => output.match(/^\d+ games, .*$/m)?.[0],
  },
  {
    // Random inputs of every kind for ten minutes; `node tests/stress/run.mjs --seed N --seconds S` takes others.
    name: 'stress',
    lane: 'native',
    prepare: buildOnce,
    commands: () => [['node', 'tests/stress/run.mjs', '--seed=1', '--seconds=600']],
    summary: (output) => output.match(/^\d+ campaigns .*$/m)?.[0],
  },
  {
    name: 'build',
    lane: 'web',
    prepare: buildOnce,
    commands: () => [],
  },
  {
    name: 'types',
    lane: 'web',
    // The types of the generated bindings are among those checked.
    prepare: buildOnce,
    commands: () => [
      [npmProgram('tsc'), '--project', 'tsconfig.json'],
      [npmProgram('tsc'), '--project', 'tsconfig.worker.json'],
    ],
  },
  {
    name: 'unit',
    lane: 'web',
    prepare: buildOnce,
    commands: () => [[npmProgram('vitest'), 'run', '--project', 'unit']],
    summary: vitestSummary,
  },
  {
    // As strangers get it: compiled, packed, unpacked, imported by plain Node.
    name: 'package',
    lane: 'web',
    prepare: buildOnce,
    commands: () => [
      ['node', 'pkg/build.mjs'],
      ['node', '--test', '--test-reporter=spec', ...testsIn('tests/node')],
    ],
    summary: (output) => `${output.match(/^ℹ pass (\d+)/m)?.[1]} passed`,
  },
  {
    name: 'browser',
    lane: 'web',
    prepare: async () => {
      await buildOnce();
      await ensureChromium();
      await ensureFirefox();
      await ensureWebKit();
    },
    commands: () => [[npmProgram('vitest'), 'run', '--project', 'browser']],
    summary: vitestSummary,
  },
];

await main(async () => {
  const names = process.argv.slice(2);
  const unknown = names.find((name) => !stages.some((stage) => stage.name === name));
  if (unknown) {
    throw new SetupError(`no stage ${unknown}; there are ${stages.map((stage) => stage.name).join(', ')}`);
  }
  const chosen = names.length > 0 ? stages.filter((stage) => names.includes(stage.name)) : stages;
  if (!(await runStages(chosen))) process.exit(1);
});
