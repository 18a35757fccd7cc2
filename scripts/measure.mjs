// `npm run measure`: times information sets on this machine and writes docs/measurements.md with its charts. Native
// figures come from `outpost bench`, the browser's from the last `npm run bench` (target/bench.json).
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { chart } from './lib/chart.mjs';
import { main, output, root, run, SetupError, say } from './lib/run.mjs';

const LARGEST = 10_000_000;
/** Rounds in which the numbers of threads alternate, and the seconds for which each thing is repeated in a round. */
const ROUNDS = 3;
const SECONDS = 0.2;
const PAGE = 'docs/measurements.md';
const PICTURES = 'docs/measurements';
/** Makes glibc return freed memory, so that the process holds only what is in use. */
const GIVE_BACK = { MALLOC_TRIM_THRESHOLD_: '131072' };

/** What to call the columns of the browser. */
const BROWSER = { single: 'browser, single-threaded build', threads: 'browser, threads' };

await main(async () => {
  await run('cargo', ['build', '--release', '--locked', '-p', 'rbc-cli']);
  const all = availableParallelism();
  const counts = all > 1 ? [1, all] : [1];
  // Alternating: other programs slow a shared machine down for minutes, and should not slow down only one.
  const turns = counts.map(() => []);
  for (let round = 1; round <= ROUNDS; round++) {
    for (const [i, threads] of counts.entries()) {
      say(`timing information sets, round ${round} of ${ROUNDS}, ${plural(threads, 'thread')}; about a minute`);
      turns[i].push(bench(threads, ['--seconds', String(SECONDS)]));
    }
  }
  const natives = turns.map((runs, i) => {
    const native = bestOf(runs);
    return { ...native, givenBack: native.memory && bench(counts[i], ['--memory'], GIVE_BACK).memory };
  });
  const browser = readBrowser();
  if (!browser) say('without figures of the browser: npm run bench makes them');
  mkdirSync(join(root, PICTURES), { recursive: true });
  for (const [name, picture] of Object.entries(pictures(natives, browser))) {
    writeFileSync(join(root, PICTURES, name), picture);
  }
  writeFileSync(join(root, PAGE), page(natives, browser));
  say(`wrote ${PAGE} and the pictures in ${PICTURES}`);
});

/** The measurements of `outpost bench`. */
function bench(threads, options, env = {}) {
  const metadata = output('cargo', ['metadata', '--format-version=1', '--no-deps']);
  if (metadata === null) throw new SetupError('cargo metadata failed: is Rust installed? (https://rustup.rs)');
  const program = join(JSON.parse(metadata).target_directory, 'release/outpost');
  const args = ['bench', '--json', '--largest', String(LARGEST), ...options];
  const result = spawnSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, RAYON_NUM_THREADS: String(threads), ...env },
  });
  if (result.status !== 0) throw new SetupError(`failed: ${program} ${args.join(' ')}`);
  return JSON.parse(result.stdout);
}

/** Merges the same value of several runs: the minimum of times, the maximum of rates, otherwise the first. */
function bestOf(values, name = '') {
  const [first] = values;
  if (Array.isArray(first)) return first.map((_, i) => bestOf(values.map((value) => value[i])));
  if (first !== null && typeof first === 'object') {
    return Object.fromEntries(
      Object.keys(first).map((key) => [
        key,
        bestOf(
          values.map((value) => value?.[key] ?? first[key]),
          key,
        ),
      ]),
    );
  }
  if (/seconds$/i.test(name)) return Math.min(...values);
  return name.endsWith('PerSecond') ? Math.max(...values) : first;
}

/** The browser's times of expansions and surveys, by boards; null where there are none. */
function readBrowser() {
  let results;
  try {
    results = JSON.parse(readFileSync(join(root, 'target/bench.json'), 'utf8'));
  } catch {
    return null;
  }
  const browser = { machine: results.machine, date: results.date, expansions: [], surveys: [] };
  for (const row of results.rows ?? []) {
    if (row.unit !== 'ms') continue;
    const ms = Object.fromEntries(
      ['single', 'threads'].flatMap((column) => {
        // The fastest run, as natively.
        const value = row.least?.[column] ?? row[column];
        return Number.isFinite(value) ? [[column, value]] : [];
      }),
    );
    const expansion = /^expansion, ([\d,]+) to ([\d,]+) boards$/.exec(row.what);
    const survey = /^survey, ([\d,]+) boards$/.exec(row.what);
    if (expansion) browser.expansions.push({ boards: number(expansion[1]), distinct: number(expansion[2]), ms });
    if (survey) browser.surveys.push({ boards: number(survey[1]), ms });
  }
  return browser.expansions.length + browser.surveys.length > 0 ? browser : null;
}

function pictures(natives, browser) {
  const native = (figures) =>
    natives.map((run, i) => ({
      name: `native, ${plural(run.threads, 'thread')}`,
      kind: 'native',
      dashed: i > 0,
      points: figures(run),
    }));
  const inBrowser = (rows, point) =>
    Object.entries(BROWSER).map(([column, name]) => ({
      name,
      kind: 'browser',
      dashed: column === 'threads',
      points: (browser?.[rows] ?? [])
        .filter((row) => row.ms[column] !== undefined)
        .flatMap((row) => point(row, column)),
    }));
  const ms = (timing) => 1000 * timing.seconds;
  /** Through the single thread's time for a middling set. */
  const linear = (points) => {
    const [boards, time] = points.find(([boards]) => boards >= 1000) ?? points[0];
    return { name: 'in proportion to boards', slope: time / boards };
  };
  const natural = (run) => run.surveys.filter((s) => s.thinnedFrom === null).map((s) => [s.boards, ms(s.equal)]);
  const thinned = (run) => run.surveys.filter((s) => s.thinnedFrom !== null).map((s) => [s.boards, ms(s.equal)]);
  const expansions = native((run) => run.expansions.map((e) => [e.distinct, ms(e)]));
  const surveys = native(natural);
  const thinnedSeries = native(thinned).map((series) => ({
    ...series,
    name: `${series.name}, thinned sets`,
    apart: true,
  }));
  return {
    'expansion.svg': chart({
      title: 'Expansion of an information set',
      x: 'boards in the result',
      y: 'milliseconds',
      series: [...expansions, ...inBrowser('expansions', (row, column) => [[row.distinct, row.ms[column]]])],
      guide: linear(expansions[0].points),
    }),
    'survey.svg': chart({
      title: 'Survey of all 64 windows: HSUC, marginals, entropies, expected sizes',
      x: 'boards',
      y: 'milliseconds',
      series: [
        ...surveys,
        ...thinnedSeries.slice(0, 1),
        ...inBrowser('surveys', (row, column) => [[row.boards, row.ms[column]]]),
      ],
      guide: linear(surveys[0].points),
    }),
    'rate.svg': chart({
      title: 'Raw successors a second, duplicates sorted out',
      x: 'boards in the result',
      y: 'million a second',
      linearY: true,
      series: [
        ...native((run) => run.expansions.map((e) => [e.distinct, e.rawPerSecond / 1e6])),
        ...inBrowser('expansions', (row, column) => {
          const raw = rawOf(natives[0], row);
          return raw === undefined ? [] : [[row.distinct, raw / row.ms[column] / 1000]];
        }),
      ],
    }),
  };
}

/** The number of raw successors of a set that the browser expanded, which is counted natively. */
function rawOf(native, row) {
  return native.expansions.find((e) => e.boards === row.boards && e.distinct === row.distinct)?.raw;
}

function page(natives, browser) {
  const [one] = natives;
  const names = natives.map((run) => plural(run.threads, 'thread'));
  const time = (timing) => `${digits(1000 * timing.seconds)} (${digits(1000 * timing.medianSeconds)})`;
  const columns = Object.keys(BROWSER).filter((column) =>
    [...(browser?.expansions ?? []), ...(browser?.surveys ?? [])].some((row) => row.ms[column] !== undefined),
  );
  const browserCells = (row) => columns.map((column) => (row?.ms[column] === undefined ? '' : digits(row.ms[column])));
  const browserNames = columns.map((column) => `${BROWSER[column]}, ms`);
  let noisy = false;
  /** The gain cannot exceed the number of threads: a larger one shows noise. */
  const gain = (figures) => {
    if (natives.length < 2) return [];
    const ratio = figures(natives[0]) / figures(natives.at(-1));
    const tooHigh = ratio > natives.at(-1).threads;
    noisy ||= tooHigh;
    return [`${digits(ratio)}${tooHigh ? ' *' : ''}`];
  };
  const gainName = natives.length > 1 ? [`${names.at(-1)} v. 1`] : [];

  const expansions = table(
    [
      'boards',
      'raw',
      'distinct',
      ...names.flatMap((n) => [`${n}, ms`, 'raw, M/s', 'distinct, M/s']),
      ...gainName,
      ...browserNames,
    ],
    one.expansions.map((e, i) => [
      grouped(e.boards),
      grouped(e.raw),
      grouped(e.distinct),
      ...natives.flatMap(({ expansions }) => [
        time(expansions[i]),
        digits(expansions[i].rawPerSecond / 1e6),
        digits(expansions[i].distinctPerSecond / 1e6),
      ]),
      ...gain((run) => run.expansions[i].seconds),
      ...browserCells(browser?.expansions.find((row) => row.boards === e.boards && row.distinct === e.distinct)),
    ]),
  );
  const surveyTable = (rows, more) =>
    table(
      [
        'boards',
        ...names.flatMap((n) => [`${n}, ms`, 'weighted, ms', 'ns a board']),
        ...gainName,
        ...(more ? browserNames : []),
      ],
      rows.map((i) => [
        grouped(one.surveys[i].boards),
        ...natives.flatMap(({ surveys }) => [
          time(surveys[i].equal),
          time(surveys[i].weighted),
          digits((1e9 * surveys[i].equal.seconds) / surveys[i].boards),
        ]),
        ...gain((run) => run.surveys[i].equal.seconds),
        ...(more ? browserCells(browser?.surveys.find((row) => row.boards === one.surveys[i].boards)) : []),
      ]),
    );
  const indices = one.surveys.map((_, i) => i);
  const isThinned = (i) => one.surveys[i].thinnedFrom !== null;
  const thinned = indices.filter(isThinned);
  const surveys = surveyTable(
    indices.filter((i) => !isThinned(i)),
    true,
  );
  const thinnedSurveys = surveyTable(thinned, false);
  const senses = table(
    ['boards', 'left', ...names.map((n) => `${n}, ms`)],
    one.senses.map((s, i) => [grouped(s.boards), grouped(s.left), ...natives.map(({ senses }) => time(senses[i]))]),
  );
  const memory = natives.filter((run) => run.memory);
  const [first, last] = [one.expansions[2], one.expansions.at(-1)];
  const nsRaw = (e) => digits((1e9 * e.seconds) / e.raw);

  return `# Measurements

Written by \`npm run measure\`: run it again instead of editing this page. [performance.md](performance.md) says what was tried.

- **Machine:** ${one.cpu}, ${plural(one.cores, 'core')}, ${one.os} ${one.arch}; ${new Date().toISOString().slice(0, 10)}
- **Program:** \`outpost bench --json --largest ${LARGEST}\` ${one.version}${commit()}, release build${
    one.targetFeatures.length > 0 ? ` for ${one.targetFeatures.join(' ')}` : ''
  }, with ${names.join(' and with ')}
- **Browser:** ${
    browser
      ? `Chromium, as \`npm run bench\` measured on ${browser.date ?? 'an unknown date'} (${browser.machine ?? 'unknown machine'}); calls are timed from the page, including the way to the engine's worker and back`
      : 'not measured; `npm run bench` before `npm run measure` adds it'
  }
- **Times** are those of the fastest run, the median in parentheses (of the best round); each thing is repeated for ${SECONDS} seconds, at least three times, in each of
  ${ROUNDS} rounds, in which ${names.join(' and ')} alternate. Compare ratios rather than times with other machines, and take figures only on an
  idle machine.${
    noisy
      ? ` A gain marked * exceeds the number of threads: it is noise (another program slowed ${names[0]} down more).`
      : ''
  }
- **The sets** are Black's if it never senses while White opens the game and captures nothing (\`rbc_belief::openings\`):
  the same on every machine, each exact.

## Expansion

Every opponent's move without a capture, and a pass, on every board; then duplicates are removed. *Raw* are successors before that,
*distinct* after.

![Time of an expansion by boards in the result](measurements/expansion.svg)

${expansions}

With ${names[0]} a raw successor takes ${nsRaw(first)} ns where ${grouped(first.distinct)} boards come out and ${nsRaw(last)} ns at ${grouped(last.distinct)}.

![Raw successors a second by boards in the result](measurements/rate.svg)

## Survey

The value of each of the 64 senses (worst case for HSUC, expected size, information), the marginals and the entropy of each square,
exact over all boards; *weighted* with a weight for each board, which gives the sense score of the Siamese paper.

![Time of a survey by boards](measurements/survey.svg)

${surveys}
${
  thinned.length > 0
    ? `
At round numbers, the largest set thinned to a sample: a share of its boards with nearly all of their variety, which is harder than a
set of that size from a game.

${thinnedSurveys}
`
    : ''
}
## Filtering by a sense

Filtering by the content of HSUC's window on one of the boards.

${senses}

## Memory

${
  memory.length > 0
    ? `Bytes a board of the largest set, ${grouped(memory[0].memory.boards)} boards: the growth of the whole process since its start (Linux, resident). *At
rest* is after the expansion, *peak* the maximum during it, including the set before. The system's allocator keeps freed memory for the
next use; when it returns it (\`MALLOC_TRIM_THRESHOLD_=${GIVE_BACK.MALLOC_TRIM_THRESHOLD_}\`) the process has about what the set holds.

${table(
  ['threads', 'at rest', 'at rest, freed memory given back', 'peak'],
  memory.map((run) => [
    String(run.threads),
    run.memory.bytesAtRest.toFixed(1),
    run.givenBack?.bytesAtRest.toFixed(1) ?? '',
    run.memory.bytesAtPeak.toFixed(1),
  ]),
)}`
    : 'Not measured: this system does not tell what a process uses.'
}
`;
}

/** The commit that was measured, in a checkout. */
function commit() {
  const hash = output('git', ['rev-parse', '--short', 'HEAD']);
  if (!hash) return '';
  return ` (${hash}${output('git', ['status', '--porcelain', '--', 'crates', 'Cargo.lock']) ? ' and changes' : ''})`;
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${' --: |'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

function plural(count, what) {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function number(text) {
  return Number(text.replaceAll(',', ''));
}

function grouped(value) {
  return value.toLocaleString('en-US');
}

/** Three digits, without an exponent. */
function digits(value) {
  if (value >= 100) return grouped(Math.round(value));
  return value === 0 ? '0' : value.toFixed(Math.min(6, Math.max(0, 2 - Math.floor(Math.log10(value)))));
}
