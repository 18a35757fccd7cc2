// Runs every campaign in sequence, each for its share of the time:
// `node tests/stress/run.mjs [--seed 1] [--seconds 600] [--aside]`. Exits with 1 if one found something. `--aside`, for `npm test`, where other
// stages run meanwhile and have built everything: each campaign ends after its number of inputs, if that comes first, and those that only
// compute run at low priority.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { build } from '../../scripts/build.mjs';
import { ensureChromium } from '../../scripts/lib/chromium.mjs';
import { ensureFirefox } from '../../scripts/lib/firefox.mjs';
import { main, root, run, SetupError } from '../../scripts/lib/run.mjs';

/** @typedef {{ seed: number, seconds: number, inputs?: number }} Limits */

/** A campaign in Rust, compiled with the same features as the tests of the whole workspace. It reads the limits from the environment. */
const rust = (/** @type {string} */ test) => () => [
  'cargo',
  ...['test', '--quiet', '--locked', '--workspace', '--test', test, '--', '--nocapture'],
];

/** A unit test of the pages. It reads the limits from the environment. */
const unit = (/** @type {string} */ file) => ['npx', 'vitest', 'run', '--project', 'unit', file];

/** A program of this folder. */
const program = (/** @type {string} */ name) => (/** @type {Partial<Limits>} */ limits) => [
  'node',
  `tests/stress/${name}.mjs`,
  ...Object.entries(limits).flatMap(([limit, value]) => [`--${limit}`, `${value}`]),
];

/**
 * Each campaign's share of the time, its number of inputs in `npm test`, and its command. `computes`: it waits for no browser and no answer, so
 * that a low priority makes it slower and fails nothing.
 * @type {{ name: string, part: number, inputs: number, computes?: true, command: (limits: Limits) => string[] }[]}
 */
const campaigns = [
  { name: 'results told to a belief', part: 0.15, inputs: 12_000, computes: true, command: rust('told_results') },
  { name: 'records', part: 0.15, inputs: 600_000, computes: true, command: rust('record_campaign') },
  { name: 'pasted texts', part: 0.1, inputs: 600_000, computes: true, command: rust('text_campaign') },
  {
    name: 'lessons',
    part: 0.05,
    inputs: 20_000,
    computes: true,
    command: () => unit('web/src/lessons/lesson-file.test.ts'),
  },
  { name: 'calls of the package', part: 0.15, inputs: 15_000, command: program('api') },
  { name: 'embeds on styled pages', part: 0.15, inputs: 60, command: program('embeds') },
  { name: 'hours at the page', part: 0.15, inputs: 8, command: program('page-time') },
  { name: 'requests to the server', part: 0.05, inputs: 30_000, command: program('server-requests') },
  {
    name: 'loads in Firefox',
    part: 0.05,
    inputs: 10,
    command: ({ seed: _, ...limits }) => program('firefox-loads')(limits),
  },
];

await main(async () => {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      seconds: { type: 'string', default: '600' },
      aside: { type: 'boolean', default: false },
    },
  });
  const [seed, seconds] = [Number(values.seed), Number(values.seconds)];
  if (!Number.isSafeInteger(seed) || seed < 0) throw new SetupError(`not a seed: ${values.seed}`);
  if (!Number.isSafeInteger(seconds) || seconds < 1) throw new SetupError(`not a number of seconds: ${values.seconds}`);
  if (!values.aside) {
    await build();
    await run('node', ['pkg/build.mjs']);
    await ensureChromium();
    await ensureFirefox();
  }
  let failed = 0;
  for (const { name, part, inputs, computes, command } of campaigns) {
    /** @type {Limits} */
    const limits = { seed, seconds: Math.max(1, Math.round(seconds * part)), ...(values.aside ? { inputs } : {}) };
    const [file = '', ...args] = [...(values.aside && computes ? ['nice', '-n', '10'] : []), ...command(limits)];
    console.log(`== ${name}: ${[file, ...args].join(' ')}`);
    const settings = Object.entries(limits).map(([limit, value]) => [
      `OUTPOST_STRESS_${limit.toUpperCase()}`,
      `${value}`,
    ]);
    const { status } = spawnSync(file, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...Object.fromEntries(settings) },
    });
    if (status !== 0) {
      failed += 1;
      console.log(`== ${name}: failed`);
    }
  }
  console.log(`${campaigns.length - failed} campaigns without a finding, ${failed} with one; seed ${seed}`);
  if (failed > 0) process.exit(1);
});
