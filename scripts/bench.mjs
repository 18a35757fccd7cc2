// `npm run bench`: runs tests/bench/*.mjs in Chromium, prints medians, best and worst of each build side by
// side, and writes them to target/bench.json. `npm run bench -- start` runs only start.mjs.
//
// A benchmark's default export gets
//   page      where `globalThis.Outpost` is the package; for a benchmark that exports `pages = true`, the built site
//   start     what to pass to `Outpost.start`
//   column    'threads', 'threads1' (the same build with one thread) or 'single'
//   report    (what, values, unit): to call with every measured value
//   note      (name, value): anything else for target/bench.json
// and may export `columns`, those in which it runs.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openSite } from '../tests/browser/harness.mjs';
import { build } from './build.mjs';
import { buildWasm } from './build-wasm.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { ensureNodeModules, npmProgram } from './lib/node-modules.mjs';
import { main, root, run, SetupError, say } from './lib/run.mjs';

const FOLDER = 'tests/bench';
const SITE = join(root, 'target/bench-site');
const RESULTS = join(root, 'target/bench.json');

/** As for visitors, a page gets its build by whether it is isolated. */
const COLUMNS = {
  threads: { isolated: true, start: { build: 'threads' } },
  threads1: { isolated: true, start: { build: 'threads', threads: 1 } },
  single: { isolated: false, start: { build: 'single' } },
};

async function buildBenchPage() {
  await run(npmProgram('vite'), [
    'build',
    '--logLevel=warn',
    `--config=${FOLDER}/vite.config.ts`,
    `--outDir=${SITE}`,
    '--emptyOutDir',
  ]);
}

/** The measurements: a row for each thing, with median, minimum and maximum for each column. */
class Rows {
  rows = [];

  add(benchmark, what, unit, column, values) {
    let row = this.rows.find((row) => row.benchmark === benchmark && row.what === what && row.unit === unit);
    if (!row) {
      row = { benchmark, what, unit, threads: null, threads1: null, single: null, least: {}, most: {} };
      this.rows.push(row);
    }
    row[column] = median(values);
    row.least[column] = Math.min(...values);
    row.most[column] = Math.max(...values);
  }

  table() {
    const columns = Object.keys(COLUMNS).filter((column) => this.rows.some((row) => row[column] !== null));
    const cell = (row, column) =>
      row[column] === null ? '' : `${digits(row[column])} (${digits(row.least[column])}–${digits(row.most[column])})`;
    return [
      `| what | ${columns.join(' | ')} |`,
      `| --- |${' --- |'.repeat(columns.length)}`,
      ...this.rows.map((row) => `| ${row.what} (${row.unit}) | ${columns.map((c) => cell(row, c)).join(' | ')} |`),
    ].join('\n');
  }
}

/** Benchmarks that were not run this time keep earlier figures of this machine. */
function keep(results, partly) {
  let before = {};
  if (partly) {
    try {
      before = JSON.parse(readFileSync(RESULTS, 'utf8'));
    } catch {
      // There is none.
    }
  }
  const here = before.machine === results.machine && before.cores === results.cores;
  const again = new Set(results.rows.map((row) => row.benchmark));
  const others = here ? before.rows.filter((row) => !again.has(row.benchmark)) : [];
  mkdirSync(join(root, 'target'), { recursive: true });
  const all = { ...(here ? before : {}), ...results, rows: [...others, ...results.rows] };
  writeFileSync(RESULTS, `${JSON.stringify(all, null, 1)}\n`);
  say(`written to ${RESULTS.slice(root.length + 1)}`);
}

function digits(value) {
  return value >= 1000 ? value.toFixed(0) : value.toPrecision(3);
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

await main(async () => {
  const wanted = process.argv.slice(2);
  const all = readdirSync(join(root, FOLDER)).filter((file) => file.endsWith('.mjs'));
  const files = all.filter((file) => wanted.length === 0 || wanted.includes(basename(file, '.mjs')));
  if (files.length === 0) throw new SetupError(`no such benchmark; there are ${all.join(' ')}`);
  await ensureNodeModules();
  await buildWasm();
  await ensureChromium();
  const benchmarks = await Promise.all(
    files.map(async (file) => ({
      name: basename(file, '.mjs'),
      ...(await import(pathToFileURL(join(root, FOLDER, file)).href)),
    })),
  );
  if (benchmarks.some(({ pages }) => pages)) await build();
  if (benchmarks.some(({ pages }) => !pages)) await buildBenchPage();

  const rows = new Rows();
  const notes = {};
  for (const benchmark of benchmarks) {
    for (const column of benchmark.columns ?? Object.keys(COLUMNS)) {
      const { isolated, start } = COLUMNS[column];
      say(`${benchmark.name}, ${column}`);
      const site = await openSite({ whole: true, isolated, ...(benchmark.pages ? {} : { folder: SITE }) });
      const page = await site.open();
      await benchmark.default({
        page,
        start,
        column,
        report: (what, values, unit) => rows.add(benchmark.name, what, unit, column, values),
        note: (name, value) => {
          notes[name] = value;
        },
      });
      await page.context().close();
      await site.close();
    }
  }
  const machine = cpus()[0]?.model.trim() ?? 'unknown';
  const cores = cpus().length;
  console.log(`\nMedians, in brackets the least and the most, on ${cores} cores (${machine}):\n`);
  console.log(rows.table());
  keep(
    { machine, cores, date: new Date().toISOString().slice(0, 10), rows: rows.rows, ...notes },
    files.length < all.length,
  );
});
