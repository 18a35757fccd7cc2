/**
 * The first visit of a slow phone (Lighthouse's: 1.6 Mbit/s, 150 ms, a processor a quarter as fast, 390x844) and of a desktop, with nothing
 * cached: until something is drawn, until there is a board to look at, and until a game waits for the first sense; and the bytes that all this took.
 *
 * The connection is slow for everything, workers included (scripts/lib/slow-line.mjs); the processor only for the page, as browsers slow
 * down no workers.
 *
 * Of the last build, without building: `node tests/bench/first-load.mjs [--times 5] [--folder dist] [--quiet 20]`.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchChromium } from '../../scripts/lib/chromium.mjs';
import { isProgram, main, root } from '../../scripts/lib/run.mjs';
import { SLOW_PHONE, slowLine } from '../../scripts/lib/slow-line.mjs';
import { serve } from '../../scripts/lib/static-server.mjs';

export const columns = ['threads'];
export const pages = true;

const PROFILES = {
  phone: {
    line: SLOW_PHONE,
    slower: 4,
    screen: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  },
  desktop: { line: null, slower: 1, screen: { viewport: { width: 1280, height: 800 } } },
};

const TIMES = 5;
/** How long is watched what is fetched after the board is ready. */
const QUIET_MS = 20_000;

/** For `npm run bench -- first-load`. */
export default async function firstLoad({ report }) {
  await measure({ times: TIMES, folder: join(root, 'dist'), quietMs: QUIET_MS, report });
}

async function measure({ times, folder, quietMs, report }) {
  const server = await serve({ folder });
  const browser = await launchChromium();
  try {
    for (const [name, profile] of Object.entries(PROFILES)) {
      /** @type {Record<string, number[]>} */
      const all = {};
      for (let time = 0; time < times; time++) {
        for (const [what, value] of Object.entries(await visit(browser, server.url, profile, quietMs))) {
          all[what] = [...(all[what] ?? []), value];
        }
      }
      for (const [what, values] of Object.entries(all)) {
        report(`${name}: ${what}`, values, /bytes/.test(what) ? 'kB' : what === 'layout shift' ? '' : 's');
      }
    }
  } finally {
    await browser.close();
    await server.close();
  }
}

async function visit(browser, url, { line: slow, slower, screen }, quietMs) {
  const port = Number(new URL(url).port);
  const line = await slowLine({ port, ...(slow ?? { bytesPerSecond: 1e9, roundTripMs: 0 }) });
  const context = await browser.newContext(screen);
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    await page.addInitScript(watch);
    const devtools = await context.newCDPSession(page);
    if (slower > 1) await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
    await page.goto(`http://127.0.0.1:${line.port}/`, { waitUntil: 'commit' });
    const began = await page.evaluate(() => performance.timeOrigin);
    // As soon as a person can: the one button that begins a game.
    await page.waitForFunction(() => globalThis.loaded.sense !== undefined, null, { polling: 100 });
    const bytes = line.received();
    // A frame may have the game and not this yet.
    await page.waitForFunction(() => globalThis.loaded.engine !== undefined, null, { polling: 100 });
    const seen = await page.evaluate(() => ({ ...globalThis.loaded, began: performance.timeOrigin }));
    // Pages that are not isolated are loaded a second time.
    const again = (seen.began - began) / 1000;
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    let last = line.received();
    for (let quiet = 0; quiet < quietMs; ) {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      quiet = line.received() === last ? quiet + 1_000 : 0;
      last = line.received();
      if (quiet >= 5_000) break;
    }
    return {
      'first contentful paint': seen.paint / 1000 + again,
      'board in sight': seen.board / 1000 + again,
      'largest contentful paint': seen.largest / 1000 + again,
      'Play in sight': seen.playable / 1000 + again,
      'engine started': seen.engine / 1000 + again,
      'ready for the first sense': seen.sense / 1000 + again,
      'layout shift': seen.shift,
      'bytes until then': bytes / 1000,
      'bytes in all': last / 1000,
    };
  } finally {
    await context.close();
    await line.close();
  }
}

/** In the page, before its scripts. */
function watch() {
  const loaded = { shift: 0 };
  Object.assign(globalThis, { loaded });
  const observe = (type, heard) =>
    new PerformanceObserver((list) => list.getEntries().forEach(heard)).observe({ type, buffered: true });
  observe('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') loaded.paint = entry.startTime;
  });
  observe('largest-contentful-paint', (entry) => {
    loaded.largest = entry.startTime;
  });
  observe('layout-shift', (entry) => {
    if (!entry.hadRecentInput) loaded.shift += entry.value;
  });
  const isSeen = (selector) => {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    return box !== undefined && box.width > 100 && box.height > 100 && box.top < innerHeight;
  };
  const look = () => {
    const now = performance.now();
    if (loaded.board === undefined && isSeen('.still-board, rbc-board cg-board')) loaded.board = now;
    // What the shell passes on to the dialog about the engine, which is fetched only then.
    if (loaded.engine === undefined && document.querySelector('about-dialog')?.info) loaded.engine = now;
    if (loaded.sense === undefined && document.querySelector('.game[data-phase=sense] rbc-board cg-board'))
      loaded.sense = now;
    if (loaded.sense !== undefined && loaded.engine !== undefined) return;
    // Play is there before any script: whoever presses it at once waits for the engine.
    const play = document.querySelector('.play-now, form button.primary.big:enabled');
    if (play && loaded.playable === undefined) {
      loaded.playable = now;
      play.click();
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

if (isProgram(import.meta)) {
  await main(async () => {
    const { values } = parseArgs({
      options: {
        times: { type: 'string', default: String(TIMES) },
        folder: { type: 'string', default: join(root, 'dist') },
        quiet: { type: 'string', default: String(QUIET_MS / 1000) },
      },
    });
    await measure({
      times: Number(values.times),
      folder: values.folder,
      quietMs: 1000 * Number(values.quiet),
      report: (what, numbers, unit) => {
        const sorted = numbers.toSorted((a, b) => a - b);
        const median = (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
        const digits = (value) => (unit === 'kB' ? value.toFixed(0) : value.toFixed(unit === '' ? 3 : 2));
        console.log(`${what}: ${digits(median)} ${unit} (${digits(sorted[0])} to ${digits(sorted.at(-1))})`);
      },
    });
  });
}
