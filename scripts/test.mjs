// `npm test`: sets up what is missing and runs every check; `npm test -- rust browser`
// runs only those stages and what they need. Exit code 1 if any fails.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { npmProgram } from './lib/node-modules.mjs';
import { python } from './lib/python.mjs';
import { main, root, SetupError } from './lib/run.mjs';
import { runStages, withNeeds } from './lib/stages.mjs';

const vitestSummary = (output) => {
  const line = output.split('\n').find((line) => line.trimStart().startsWith('Tests '));
  return line?.trim().slice('Tests '.length).trimStart();
};

/** Cargo reports each test binary and each crate's examples separately. */
const cargoSummary = (output) => {
  const counts = [...output.matchAll(/^test result: ok\. (\d+) passed/gm)];
  return `${counts.reduce((sum, count) => sum + Number(count[1]), 0)} passed`;
};

/** Named one by one: how `node --test` reads a folder or a pattern depends on its version. */
const testsIn = (folder) =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.test.mjs'))
    .map((file) => join(folder, file));

const setUp = (...parts) => [['node', 'scripts/setup.mjs', ...parts]];

/** The browser tests' files are dealt out to so many stages, which run wherever a core is free. */
const BROWSER_PARTS = 4;

/**
 * In the order in which they are begun where several could be: first what others wait for.
 * @type {import('./lib/stages.mjs').Stage[]}
 */
const stages = [
  { name: 'format', commands: [['cargo', 'fmt', '--all', '--check']] },
  { name: 'set-up npm', waits: true, commands: setUp('npm') },
  { name: 'set-up toolchain', waits: true, commands: setUp('toolchain') },
  // One after the other: dpkg locks its database.
  {
    name: 'set-up browsers',
    waits: true,
    needs: ['set-up npm'],
    after: ['set-up toolchain'],
    commands: setUp('chromium', 'firefox', 'webkit'),
  },
  {
    name: 'set-up peers',
    waits: true,
    after: ['set-up toolchain', 'set-up browsers'],
    commands: setUp('python', 'stockfish'),
  },
  {
    // Of the engine and of the network, together: what both contain is compiled once.
    name: 'modules',
    needs: ['set-up toolchain'],
    commands: [['node', 'scripts/build-wasm.mjs']],
  },
  {
    // In the development profile: optimised, with assertions. Of the whole workspace: alone, a crate would be compiled with other features.
    // The program is among it, as its tests run it; `cargo build` would compile it once more, with other features of libraries.
    name: 'compile',
    commands: [['cargo', 'test', '--quiet', '--locked', '--workspace', '--no-run']],
  },
  {
    name: 'lint',
    needs: ['set-up npm'],
    commands: [
      [npmProgram('biome'), 'ci', '--colors=off', '--error-on-warnings', '--max-diagnostics=30'],
      ['node', 'scripts/check-regexps.mjs'],
      ['node', 'scripts/words.mjs', '--check'],
    ],
    summary: (output) =>
      [...output.matchAll(/^Checked \d+ [a-z ]+/gm)].map(([checked]) => checked.replace(/ in $/, '')).join('; '),
  },
  { name: 'build', needs: ['modules'], commands: [['node', 'scripts/build.mjs']] },
  {
    // Whole games that the reconchess package runs, against its own bots: mostly on the clock.
    name: 'peers',
    waits: true,
    needs: ['compile', 'set-up peers'],
    commands: [
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
    // Random inputs of every kind; `node tests/stress/run.mjs --seed N --seconds S` takes others, and more. Some are for the package
    // as `package` built it.
    name: 'stress',
    waits: true,
    needs: ['compile', 'package', 'set-up browsers'],
    commands: [['node', 'tests/stress/run.mjs', '--seed=1', '--seconds=600', '--aside']],
    summary: (output) => output.match(/^\d+ campaigns .*$/m)?.[0],
  },
  {
    // Cargo lets only one of its kind into a folder.
    name: 'clippy',
    after: ['compile'],
    commands: [['cargo', 'clippy', '--quiet', '--locked', '--workspace', '--all-targets', '--', '-Dwarnings']],
  },
  {
    name: 'rust',
    needs: ['compile'],
    after: ['clippy'],
    commands: [['cargo', 'test', '--quiet', '--locked', '--workspace']],
    summary: cargoSummary,
  },
  {
    // New random positions and games each time, beside the fixtures that `rust` reads.
    name: 'conformance',
    needs: ['compile', 'set-up peers'],
    commands: [[python, 'tests/conformance/differential.py', '--outpost=target/debug/outpost']],
  },
  {
    // The wheel, packed of what is compiled and installed into an environment of its own.
    name: 'python',
    needs: ['compile', 'set-up npm', 'set-up peers'],
    after: ['clippy'],
    commands: [['node', 'scripts/test-wheel.mjs']],
    summary: (output) => output.match(/^\d+ tests, .*$/m)?.[0],
  },
  {
    name: 'types',
    // The types of the generated bindings are among those checked.
    needs: ['modules'],
    commands: [
      [npmProgram('tsc'), '--project', 'tsconfig.json'],
      [npmProgram('tsc'), '--project', 'tsconfig.worker.json'],
    ],
  },
  {
    name: 'unit',
    needs: ['modules'],
    commands: [[npmProgram('vitest'), 'run', '--project', 'unit']],
    summary: vitestSummary,
  },
  {
    // As users get it: compiled, packed, unpacked, imported by plain Node, and opened in pages.
    name: 'package',
    needs: ['build', 'set-up browsers'],
    commands: [
      ['node', 'pkg/build.mjs'],
      ['node', '--test', '--test-reporter=spec', ...testsIn('tests/node')],
    ],
    summary: (output) => `${output.match(/^ℹ pass (\d+)/m)?.[1]} passed`,
  },
  {
    // Everything but the program in the release profile and the Python package, as somebody uses it who downloaded it.
    name: 'release',
    needs: ['compile', 'package', 'set-up browsers'],
    commands: [
      [
        ...['node', 'scripts/release.mjs', '--built', '--try', '--out=target/release-tried'],
        ...['--only=site,embed,npm,program', '--program=target/debug/outpost'],
      ],
    ],
    summary: (output) => `${output.match(/^ℹ pass (\d+)/m)?.[1]} passed`,
  },
  ...Array.from({ length: BROWSER_PARTS }, (_, part) => ({
    name: `browser ${part + 1}/${BROWSER_PARTS}`,
    needs: ['build', 'set-up browsers'],
    commands: [[npmProgram('vitest'), 'run', '--project', 'browser', `--shard=${part + 1}/${BROWSER_PARTS}`]],
    summary: vitestSummary,
  })),
];

await main(async () => {
  const names = process.argv.slice(2);
  /** `browser` is all of its parts. */
  const named = ({ name }) => [name, name.split(' ')[0]];
  const unknown = names.find((name) => !stages.some((stage) => named(stage).includes(name)));
  if (unknown) {
    const known = new Set(stages.map(({ name }) => name.split(' ')[0]));
    throw new SetupError(`no stage ${unknown}; there are ${[...known].join(', ')}`);
  }
  const isChosen = (stage) => names.length === 0 || named(stage).some((name) => names.includes(name));
  if (!(await runStages(withNeeds(stages, isChosen)))) process.exit(1);
});
