// Runs every campaign in sequence, each for its share of the time:
// `node tests/stress/run.mjs [--seed 1] [--seconds 600] [--aside]`. Exits with 1 if one found something. `--aside`: with what
// others on the machine leave of it, for `npm test`, where other stages run meanwhile.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { build } from '../../scripts/build.mjs';
import { ensureChromium } from '../../scripts/lib/chromium.mjs';
import { ensureFirefox } from '../../scripts/lib/firefox.mjs';
import { main, root, run, SetupError } from '../../scripts/lib/run.mjs';

/** A campaign in Rust, compiled with the same features as the tests of the whole workspace. */
const rust = (/** @type {string} */ test) => () => [
  'cargo',
  ...['test', '--quiet', '--locked', '--workspace', '--test', test, '--', '--nocapture'],
];

/** A program of this folder that takes a seed and a time. */
const program = (/** @type {string} */ name, /** @type {string[]} */ ...more) => {
  return (/** @type {number} */ seed, /** @type {number} */ seconds) => [
    'node',
    `tests/stress/${name}.mjs`,
    ...['--seed', `${seed}`, '--seconds', `${seconds}`, ...more],
  ];
};

/** About as many requests to the server as a busy machine makes in a second. */
const REQUESTS = 1000;

/**
 * Each campaign's share of the time, and its command. `waits`: it waits for browsers and answers, with timeouts.
 * @type {{ name: string, part: number, waits?: true, command: (seed: number, seconds: number) => string[] }[]}
 */
const campaigns = [
  { name: 'results told to a belief', part: 0.15, command: rust('told_results') },
  { name: 'records', part: 0.15, command: rust('record_campaign') },
  { name: 'pasted texts', part: 0.15, command: rust('text_campaign') },
  { name: 'calls of the package', part: 0.15, waits: true, command: program('api') },
  { name: 'embeds on styled pages', part: 0.15, waits: true, command: program('embeds') },
  { name: 'hours at the page', part: 0.15, waits: true, command: program('page-time') },
  {
    name: 'requests to the server',
    part: 0.05,
    waits: true,
    command: (seed, seconds) => [
      'node',
      'tests/stress/server-requests.mjs',
      ...['--seed', `${seed}`, '--count', `${REQUESTS * seconds}`],
    ],
  },
  {
    name: 'loads in Firefox',
    part: 0.05,
    waits: true,
    command: (_, seconds) => ['node', 'tests/stress/firefox-loads.mjs', '--seconds', `${seconds}`],
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
  await build();
  await run('node', ['pkg/build.mjs']);
  await ensureChromium();
  await ensureFirefox();
  let failed = 0;
  for (const { name, part, waits, command } of campaigns) {
    const time = Math.max(1, Math.round(seconds * part));
    const niceness = waits ? 5 : 10;
    const [file = '', ...args] = [...(values.aside ? ['nice', '-n', `${niceness}`] : []), ...command(seed, time)];
    console.log(`== ${name}, ${time} s: ${[file, ...args].join(' ')}`);
    const env = { ...process.env, OUTPOST_STRESS_SEED: `${seed}`, OUTPOST_STRESS_SECONDS: `${time}` };
    const { status } = spawnSync(file, args, { cwd: root, stdio: 'inherit', env });
    if (status !== 0) {
      failed += 1;
      console.log(`== ${name}: failed`);
    }
  }
  console.log(`${campaigns.length - failed} campaigns without a finding, ${failed} with one; seed ${seed}`);
  if (failed > 0) process.exit(1);
});
