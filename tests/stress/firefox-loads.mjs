/**
 * Loads the page in Firefox repeatedly, and counts how many workers the engine took to start: sometimes one does not start there,
 * without an error (pkg/src/first-to-start.ts). Most useful while other processes keep the machine busy.
 *
 *     node tests/stress/firefox-loads.mjs [--seconds 120] [--inputs 1000]
 *
 * Exits 1 if the engine did not start in a load. Needs the build.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchFirefox } from '../../scripts/lib/firefox.mjs';
import { root } from '../../scripts/lib/run.mjs';
import { serve } from '../../scripts/lib/static-server.mjs';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '120' }, inputs: { type: 'string', default: '1000' } },
});
/** Longer than the timeout of all workers of a start, with threads and without. */
const PATIENCE_MS = 130_000;

/** In the page: counts the workers started for the engine. */
function countWorkers() {
  const scope = /** @type {any} */ (window);
  scope.engineWorkers = 0;
  const Real = Worker;
  scope.Worker = class extends Real {
    /** @param {ConstructorParameters<typeof Worker>} given */
    constructor(...given) {
      super(...given);
      if (given[1]?.name === 'outpost') scope.engineWorkers++;
    }
  };
}

const server = await serve({ folder: join(root, 'dist') });
const browser = await launchFirefox();
/** @type {Record<number, number>} */
const byWorkers = {};
/** @type {number[]} */
const times = [];
let [loads, failures, longest] = [0, 0, 0];
const began = performance.now();
while (performance.now() - began < Number(values.seconds) * 1000 && loads < Number(values.inputs)) {
  const page = await browser.newPage();
  await page.evaluateOnNewDocument(countWorkers);
  const since = performance.now();
  await page.goto(server.url);
  const look = () =>
    page.evaluate(() => ({
      build: document.querySelector('[data-build]')?.getAttribute('data-build') ?? null,
      // Why this build, and how many workers it took.
      reason:
        document
          .querySelector('[data-build]')
          ?.closest('dl')
          ?.textContent?.match(/It took .*?\)\./)?.[0] ?? '',
      workers: /** @type {any} */ (window).engineWorkers,
    }));
  let seen = await look();
  while (seen.build === null && performance.now() - since < PATIENCE_MS) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    seen = await look();
  }
  const took = performance.now() - since;
  times.push(took);
  longest = Math.max(longest, took);
  loads++;
  byWorkers[seen.workers] = (byWorkers[seen.workers] ?? 0) + 1;
  if (seen.build === null) failures++;
  if (seen.workers !== 1 || seen.build === null) {
    console.log(
      `load ${loads}: ${seen.workers} workers, ${seen.build ?? 'no engine'} after ${Math.round(took)} ms. ${seen.reason}`,
    );
  }
  await page.close();
}
console.log(
  `${loads} loads in ${Math.round((performance.now() - began) / 1000)} s, ${failures} without an engine; workers: ${JSON.stringify(byWorkers)}; median ${Math.round(times.sort((a, b) => a - b)[times.length >> 1] ?? 0)} ms, longest ${Math.round(longest)} ms`,
);
await browser.close();
await server.close();
if (failures > 0) process.exitCode = 1;
