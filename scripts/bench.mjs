// `npm run bench`: runs tests/bench/*.mjs in Chromium with each of the two builds, and
// prints the medians side by side. `npm run bench -- start` runs only start.mjs.
//
// A benchmark's default export gets `page`, where `globalThis.Outpost` is the package,
// `build`, and `report(what, values, unit)` to call with every measured value.
import { readdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openSite } from '../tests/browser/harness.mjs';
import { buildWasm } from './build-wasm.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { ensureNodeModules, npmProgram } from './lib/node-modules.mjs';
import { main, root, run, SetupError, say } from './lib/run.mjs';

const FOLDER = 'tests/bench';
const SITE = join(root, 'target/bench-site');

/** The build that a page gets follows from whether it is isolated, as for visitors. */
const builds = [
  { build: 'threads', isolated: true },
  { build: 'single', isolated: false },
];

await main(async () => {
  const wanted = process.argv.slice(2);
  const all = readdirSync(join(root, FOLDER)).filter((file) => file.endsWith('.mjs'));
  const files = all.filter((file) => wanted.length === 0 || wanted.includes(basename(file, '.mjs')));
  if (files.length === 0) throw new SetupError(`no such benchmark; there are ${all.join(' ')}`);
  await ensureNodeModules();
  await buildWasm();
  await ensureChromium();
  await run(npmProgram('vite'), [
    'build',
    '--logLevel=warn',
    `--config=${FOLDER}/vite.config.ts`,
    `--outDir=${SITE}`,
    '--emptyOutDir',
  ]);

  const cells = new Map();
  for (const { build, isolated } of builds) {
    const site = await openSite({ isolated, folder: SITE });
    for (const file of files) {
      say(`${basename(file, '.mjs')}, ${build}`);
      const { default: benchmark } = await import(pathToFileURL(join(root, FOLDER, file)).href);
      const page = await site.open();
      const report = (what, values, unit) => {
        const name = `${what} (${unit})`;
        cells.set(name, { ...cells.get(name), [build]: median(values) });
      };
      await benchmark({ page, build, report });
      await page.context().close();
    }
    await site.close();
  }
  console.log(`\nMedians, on ${cpus().length} cores (${cpus()[0]?.model.trim()}):\n`);
  console.log(`| what | ${builds.map(({ build }) => build).join(' | ')} |`);
  console.log(`| --- |${' --- |'.repeat(builds.length)}`);
  for (const [name, values] of cells) {
    console.log(`| ${name} | ${builds.map(({ build }) => values[build]?.toPrecision(3) ?? '').join(' | ')} |`);
  }
});

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}
