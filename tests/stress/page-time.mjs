/**
 * Simulated play: a person plays game after game for hours of a mocked clock, with occasional reloads, crashes of the engine and lost storage.
 * Nothing may get lost or stuck, and memory must reach a plateau.
 *
 *     node tests/stress/page-time.mjs [--seed 1] [--seconds 120] [--hours 24] [--inputs N]
 *
 * Ends after so many seconds, so many hours of page time, or so many games, whichever comes first. Exits 1 if something went wrong. Needs the build.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchChromium } from '../../scripts/lib/chromium.mjs';
import { root } from '../../scripts/lib/run.mjs';
import { serve } from '../../scripts/lib/static-server.mjs';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '120' },
    hours: { type: 'string', default: '24' },
    inputs: { type: 'string', default: 'Infinity' },
  },
});
const [seed, seconds, hours] = [Number(values.seed), Number(values.seconds), Number(values.hours)];
const mostGames = Number(values.inputs);
/** Pages are reloaded in the first part of the run only; the rest is the life of one page. */
const RELOADING_PART = 0.3;
/** Milliseconds of real time without any progress that count as stuck. */
const STUCK_MS = 60_000;

let state = seed >>> 0;
/** mulberry32 */
const random = () => {
  state = (state + 0x6d2b79f5) | 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
};
const chance = (/** @type {number} */ p) => random() < p;
/**
 * @template T
 * @param {readonly T[]} list
 */
const pick = (list) => /** @type {T} */ (list[Math.floor(random() * list.length)]);
/** Milliseconds that a person thinks, `mean` on average. */
const thought = (/** @type {number} */ mean) => Math.min(600_000, Math.round(-mean * Math.log(1 - random())));

/** In the engine's worker: a clock in step with the page's, traps on demand, and the size of its memory. */
function inWorker(/** @type {number} */ skew) {
  const scope = /** @type {any} */ (globalThis);
  const passed = performance.now.bind(performance);
  const date = Date.now;
  scope.skew = skew;
  scope.traps = 0;
  performance.now = () => passed() + scope.skew;
  Date.now = () => date() + scope.skew;
  /** @type {WebAssembly.Memory[]} */
  const memories = [];
  scope.memoryBytes = () => memories.reduce((sum, memory) => sum + memory.buffer.byteLength, 0);
  // (module (func (export "f") unreachable))
  const trap = [
    0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 5, 1, 3, 0, 0, 11,
  ];
  const { f } = /** @type {any} */ (new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(trap))).exports);
  const { instantiateStreaming } = WebAssembly;
  WebAssembly.instantiateStreaming = async (...given) => {
    const made = await instantiateStreaming.apply(WebAssembly, given);
    const exports = /** @type {Record<string, any>} */ ({ ...made.instance.exports });
    for (const [name, value] of Object.entries(exports)) {
      if (value instanceof WebAssembly.Memory) memories.push(value);
      if (typeof value !== 'function' || !/^game_(view|sense|move|outcome|belief)$/.test(name)) continue;
      exports[name] = (/** @type {unknown[]} */ ...args) => (scope.traps-- > 0 ? f() : value(...args));
    }
    const { env, wbg } = /** @type {any} */ (given[1] ?? {});
    const shared = env?.memory ?? wbg?.memory;
    if (shared) memories.push(shared);
    return /** @type {any} */ ({ instance: { exports }, module: made.module });
  };
}

/** In the page: closes database connections and ends the engine's worker without telling it. */
function inPage() {
  /** @type {IDBDatabase[]} */
  const connections = [];
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (...given) {
    const request = open.apply(this, given);
    request.addEventListener('success', () => connections.push(request.result));
    return request;
  };
  const Real = Worker;
  /** @type {Worker | null} */
  let last = null;
  const scope = /** @type {any} */ (window);
  scope.Worker = class extends Real {
    /** @param {ConstructorParameters<typeof Worker>} given */
    constructor(...given) {
      super(...given);
      last = this;
    }
  };
  scope.closeStorage = () => {
    for (const db of connections.splice(0)) db.close();
  };
  scope.killWorker = () => last?.terminate();
}

/** What the page shows. */
function lookAt() {
  // The site's other pages stay in the document.
  const page = document.querySelector('play-page') ?? document.body;
  const board = /** @type {any} */ (page.querySelector('rbc-board'));
  return {
    phase: /** @type {HTMLElement | null} */ (page.querySelector('.game'))?.dataset.phase ?? null,
    busy: page.querySelector('#typed')?.getAttribute('aria-disabled') === 'true',
    turns: page.querySelectorAll('.log tbody tr').length,
    moves: [...page.querySelectorAll('.log-move')].filter((cell) => cell.textContent !== '').length,
    over: page.querySelector('.finished') !== null,
    kept: page.querySelector('.finished a[href^="#analyse/game/"]') !== null,
    form: page.querySelector('form.new-game') !== null,
    notes: [
      ...page.querySelectorAll('.notice, .tracking .problem, [role=note]:not(.piece-legend)'),
      ...document.querySelectorAll('.engine-stopped'),
    ].map((found) => found.textContent?.trim()),
    requests: /** @type {string[]} */ ([...(board?.requests ?? [])]),
  };
}

const server = await serve({ folder: join(root, 'dist') });
const browser = await launchChromium();
const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 1280, height: 860 } });
await context.addInitScript(inPage);
/** Milliseconds by which page and worker are ahead of real time. */
let ahead = 0;
await context.route(/\/assets\/worker-[^/]*\.js$/, async (route) => {
  const response = await route.fetch();
  await route.fulfill({ response, body: `(${inWorker})(${ahead});\n${await response.text()}` });
});
const page = await context.newPage();
page.setDefaultTimeout(STUCK_MS);
/** @type {string[]} */
const problems = [];
page.on('pageerror', (error) => problems.push(`error: ${error.stack ?? error.message}`));
page.on('console', (message) => {
  // An intended trap.
  if (message.type() === 'error' && !/unreachable|RuntimeError/.test(message.text())) problems.push(message.text());
});
page.on('crash', () => problems.push('the page crashed'));
const devtools = await context.newCDPSession(page);
await page.clock.install();

const count = { games: 0, turns: 0, reloads: 0, traps: 0, kills: 0, closed: 0, timeouts: 0, analysed: 0, unkept: 0 };
const began = performance.now();
const realMs = () => performance.now() - began;
const pageMs = () => realMs() + ahead;
/** Whether a part of the run, from 0 to 1, is over. */
const isOver = (part = 1) =>
  realMs() > seconds * 1000 * part || pageMs() > hours * 3_600_000 * part || count.games >= mostGames * part;

/** The engine's workers, without those of its threads, which are mostly blocked and do not answer. */
const engines = () => page.workers().filter((worker) => /\/assets\/worker-[^/]*\.js$/.test(worker.url()));

/** Lets time pass, in the page and in the engine. */
async function pass(/** @type {number} */ ms) {
  ahead += ms;
  await Promise.all([
    page.clock.fastForward(ms),
    ...engines().map((worker) =>
      worker
        .evaluate((ms) => {
          const scope = /** @type {any} */ (globalThis);
          if ('skew' in scope) scope.skew += ms;
        }, ms)
        .catch(() => {}),
    ),
  ]);
}

/** Waits until the page is in the wanted state; its own delays pass at once. */
async function until(
  /** @type {string} */ what,
  /** @type {(seen: ReturnType<typeof lookAt>) => boolean} */ wanted,
  step = 600,
) {
  const since = performance.now();
  for (;;) {
    const seen = await page.evaluate(lookAt);
    if (wanted(seen)) return seen;
    if (performance.now() - since > STUCK_MS)
      throw new Error(`stuck, waiting for ${what}: ${JSON.stringify({ ...seen, requests: [] })}`);
    await pass(step);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function type(/** @type {string} */ text) {
  await page.evaluate((text) => {
    // There is none if the clock has ended the game meanwhile.
    const input = /** @type {HTMLInputElement | null} */ (document.querySelector('#typed'));
    if (!input) return;
    input.value = text;
    input.form?.requestSubmit();
  }, text);
}

async function setTrap() {
  for (const worker of engines()) {
    await worker
      .evaluate(() => {
        const scope = /** @type {any} */ (globalThis);
        if ('traps' in scope) scope.traps = 1;
      })
      .catch(() => {});
  }
  count.traps++;
}

const SQUARES = [...'bcdefg'].flatMap((file) => [2, 3, 4, 5, 6, 7].map((rank) => `${file}${rank}`));

async function start() {
  await page.locator('.more-opponents[aria-expanded=false]').click();
  const opponent = pick(['random', 'random', 'attacker']);
  const clock = pick(['none', 'none', 'standard', 'own']);
  const assistance = pick(['none', 'none', 'markers', 'tracking', 'hints']);
  await page.locator(`input[name=opponent][value=${opponent}]`).check();
  for (const [name, value] of Object.entries({ color: pick(['white', 'black']), clock, assistance })) {
    await page.locator(`select[name=${name}]`).selectOption(value);
  }
  await page.locator('.play-now').click();
  await until('the start', ({ phase }) => phase !== null);
  return { assistance, clock };
}

/** Plays one game with its incidents. Returns its length. */
async function play(/** @type {boolean} */ reloads) {
  const { assistance, clock } = await start();
  const most = assistance === 'tracking' || assistance === 'hints' ? 8 : 16;
  const mean = clock === 'none' ? 90_000 : 25_000;
  let unkept = false;
  for (let turn = 1; ; turn++) {
    let seen = await until('the turn', ({ phase, over, busy }) => over || (phase === 'sense' && !busy));
    if (seen.over) return turn;
    if (seen.turns !== turn || seen.moves !== turn - 1)
      throw new Error(`turn ${turn} is lost: ${JSON.stringify({ ...seen, requests: [] })}`);
    // The clock jumps, so storage may seem late; the next action is saved again.
    const late =
      seen.notes.length === 1 && /no longer saves this game|is not responding/.test(seen.notes[0] ?? '') && !unkept;
    if (seen.notes.length > 0 && !late) throw new Error(`it says: ${seen.notes.join(' | ')}`);
    unkept = late;
    if (late) count.unkept++;
    if (turn > most) {
      await page.getByRole('button', { name: 'Resign', exact: true }).click();
      await page.getByRole('button', { name: 'Yes, resign' }).click();
      await until('the end', ({ over }) => over);
      return turn;
    }
    const accident = async () => {
      if (chance(0.03)) await setTrap();
      if (chance(0.03)) {
        await page.evaluate('closeStorage()');
        count.closed++;
      }
      if (chance(0.01)) {
        await page.evaluate('killWorker()');
        count.kills++;
        return true;
      }
      return false;
    };
    await pass(thought(mean));
    // Its timeout is counted in pings of 3 s.
    let step = (await accident()) ? 3000 : 600;
    await type(pick(SQUARES));
    seen = await until('the move', ({ phase, over, busy }) => over || (phase === 'move' && !busy), step);
    if (seen.over) {
      if (clock !== 'none') count.timeouts++;
      return turn;
    }
    if (reloads && chance(0.03)) {
      count.reloads++;
      await page.reload();
      // In real time: the page waits four seconds for storage, which are nothing if the clock jumps.
      seen = await until('the move after a reload', ({ phase, over }) => over || phase === 'move', 0);
      if (seen.over) return turn;
    }
    await pass(thought(mean));
    step = (await accident()) ? 3000 : 600;
    await type(pick(seen.requests));
    await until('the reply', ({ phase, over, moves }) => over || (phase === 'sense' && moves === turn), step);
    count.turns++;
  }
}

/** After a game: checks that the library has it and the next can begin. */
async function after() {
  await until('the library', ({ kept }) => kept);
  if (chance(0.2)) {
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowLeft');
    await pass(5000);
  }
  if (chance(0.1)) {
    await page.locator('play-page .finished a[href^="#analyse/game/"]').click();
    await page.locator('analyse-page replay-view').waitFor();
    for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowLeft');
    await pass(20_000);
    // Leads to the start, not back to the game that has ended.
    await page.locator('.top nav').getByRole('link', { name: 'Play', exact: true }).click();
    count.analysed++;
  } else {
    await page.locator('play-page .finished').getByRole('button', { name: 'New game' }).click();
  }
  await until('the form', ({ form }) => form);
}

/** @type {{ hours: number, games: number, page: number, wasm: number, nodes: number, listeners: number, life: number }[]} */
const curve = [];
let life = 0;

/** Memory in use after garbage collection, in MB. */
async function measure() {
  for (let i = 0; i < 2; i++) await devtools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters');
  // The library lists up to fifty games in a hidden page of the site: these nodes may grow.
  const listed = await page.evaluate(() => {
    const library = document.querySelector('library-view');
    if (!library) return 0;
    const walker = document.createTreeWalker(library, NodeFilter.SHOW_ALL);
    let count = 0;
    while (walker.nextNode()) count++;
    return count;
  });
  let wasm = 0;
  for (const one of engines()) {
    wasm += await one.evaluate(() => /** @type {any} */ (globalThis).memoryBytes?.() ?? 0).catch(() => 0);
  }
  const mb = (/** @type {number} */ bytes) => Math.round(bytes / 1e4) / 100;
  const now = {
    hours: Math.round(pageMs() / 36_000) / 100,
    games: count.games,
    page: mb(usedSize),
    wasm: mb(wasm),
    nodes: nodes - listed,
    listeners: jsEventListeners,
    life,
  };
  curve.push(now);
  return now;
}

let failure = null;
try {
  await page.goto(`${server.url}${chance(0.5) ? '?build=single' : ''}`);
  let told = 0;
  while (!isOver()) {
    const reloads = !isOver(RELOADING_PART);
    if (!reloads && life === 0) {
      // From here on, the life of one page.
      await page.reload();
      life = 1;
    }
    await play(reloads);
    await after();
    count.games++;
    await measure();
    if (problems.length > 0) throw new Error(problems.join('\n'));
    if (realMs() - told > 30_000) {
      told = realMs();
      console.log(JSON.stringify({ ...curve.at(-1), ...count }));
    }
  }
} catch (error) {
  failure = error;
}
// A plateau: in the last third of one page's life no more is in use than the maximum before. Use goes up and down with the games, so few
// games show nothing.
const ENOUGH_GAMES = 30;
const whole = curve.filter(({ life }) => life === 1);
const parts = [whole.slice(0, -Math.floor(whole.length / 3)), whole.slice(-Math.floor(whole.length / 3))];
const plateau = Object.fromEntries(
  /** @type {const} */ (['page', 'wasm', 'nodes']).map((what) => [
    what,
    parts.map((some) => Math.max(0, ...some.map((point) => point[what]))),
  ]),
);
console.log(
  `seed ${seed}: ${(pageMs() / 3_600_000).toFixed(1)} h of page time in ${Math.round(realMs() / 1000)} s`,
  JSON.stringify(count),
);
console.log('hours,games,page MB,wasm MB,nodes,listeners,one life');
const every = Math.max(1, Math.floor(curve.length / 40));
for (const [i, point] of curve.entries())
  if (i % every === 0 || i === curve.length - 1) console.log(Object.values(point).join());
console.log('most in the first two thirds and in the last third of one life:', JSON.stringify(plateau));
if (whole.length >= ENOUGH_GAMES) {
  for (const [what, [before = 0, last = 0]] of Object.entries(plateau)) {
    if (last > before * 1.15 + 1) failure ??= new Error(`${what} grows: ${before} to ${last}`);
  }
}
await browser.close();
await server.close();
if (failure) {
  console.error(failure);
  process.exitCode = 1;
}
