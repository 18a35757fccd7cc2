/** The real Stockfish in workers of a worker: through raw lines, and as the package loads it. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchFirefox } from '../../scripts/lib/firefox.mjs';
import { root } from '../../scripts/lib/run.mjs';
import { serve } from '../../scripts/lib/static-server.mjs';
import { hasWebKit, launchWebKit } from '../../scripts/lib/webkit.mjs';
import { openSite } from './harness.mjs';
import type {} from './package-page/main.ts';
import { buildPackagePage } from './package-site.ts';

let folder: string;
beforeAll(async () => {
  folder = await buildPackagePage();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const STOCKFISH_FILE = /stockfish.*\.(txt|wasm)$/;

describe.each([
  { where: 'isolated, as the build with threads needs it', isolated: true, base: '/' },
  { where: 'below a path, without headers', isolated: false, base: '/some/path/' },
])('in Chromium, $where', ({ isolated, base }) => {
  let site: Awaited<ReturnType<typeof openSite>>;
  let page: Page;
  beforeAll(async () => {
    site = await openSite({ folder, isolated, base });
    page = await site.open('index.html');
  });
  afterEach(() => site.check());
  afterAll(() => site.close());

  it('scores moves, stops, and goes on after a crash', async () => {
    const seen = await page.evaluate(async () => {
      const uci = new window.Uci();
      const loaded = await uci.load(2);
      const fen = 'r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4';
      const lines = await uci.ask(
        ['setoption name MultiPV value 256', `position fen ${fen}`, 'isready', 'go depth 4'],
        'bestmove',
      );
      uci.post(['setoption name MultiPV value 1', 'position startpos', 'go infinite']);
      await uci.next((m) => (m.kind === 'lines' && m.worker === 0 ? m : undefined));
      const stopped = performance.now();
      const [best] = (await uci.ask(['stop'], 'bestmove')).slice(-1);
      const stopMs = performance.now() - stopped;

      // What crashes it: a second search, and a stop.
      const died = uci.next((m) => (m.kind === 'died' ? m : undefined));
      const ready = uci.next((m) => (m.kind === 'ready' ? m : undefined));
      uci.post(['go infinite'], 1);
      await uci.next((m) => (m.kind === 'lines' && m.worker === 1 ? m : undefined));
      uci.post(['go infinite', 'stop'], 1);
      const crash = await died;
      await ready;
      const again = await uci.ask([`position fen ${fen}`, 'go depth 2'], 'bestmove', 1);
      await uci.restart(0);
      const restarted = await uci.ask([`position fen ${fen}`, 'go depth 2'], 'bestmove', 0);
      uci.end();
      return { loaded, lines, best, stopMs, crash, again: again.at(-1), restarted: restarted.at(-1) };
    });
    expect(seen.loaded).toMatchObject({ kind: 'loaded', name: 'Stockfish 19 Lite WASM', workers: 2, cached: false });
    expect(seen.lines.at(-1)).toMatch(/^bestmove h5f7/);
    // One for each legal move.
    expect(seen.lines.filter((line) => /^info depth 4 .* multipv \d+ score /.test(line)).length).toBe(43);
    expect(seen.best).toMatch(/^bestmove \w{4}/);
    // 30 ms on a quiet machine; tests run on busy ones.
    expect(seen.stopMs).toBeLessThan(1000);
    expect(seen.crash).toMatchObject({ worker: 1, why: 'unreachable', again: true });
    expect(seen.again).toMatch(/^bestmove h5f7/);
    expect(seen.restarted).toMatch(/^bestmove h5f7/);
  });

  it('scores the moves of a set, and the search of the engine goes on where it ends', async () => {
    const seen = await page.evaluate(async () => {
      const outpost = await window.Outpost.start({ threads: 2 });
      const { stockfish } = outpost;
      await stockfish.load({ workers: 1 });
      const belief = await outpost.track('black');
      await belief.tell({ type: 'opponent', capture: null });
      const table = await belief.moves({ evaluator: 'stockfish', ms: 1500 });
      const aborted = new AbortController();
      /** A table that is being worked out. */
      const begun = async (options: object) => {
        let onProgress = () => {};
        const progress = new Promise<void>((resolve) => {
          onProgress = resolve;
        });
        const table = belief.moves({ evaluator: 'stockfish', nodes: 1e9, ...options, onProgress });
        await progress;
        return { table };
      };
      const { table: running } = await begun({ signal: aborted.signal });
      const at = performance.now();
      aborted.abort();
      await running.catch(() => undefined);
      const abortMs = performance.now() - at;
      const { table: ending } = await begun({ ms: 2000 });
      stockfish.unload();
      const ended = await ending;
      const game = await outpost.newGame({
        white: { kind: 'agent', agent: 'hsuc', budgetMs: 300 },
        black: { kind: 'person', name: 'a person' },
        clock: null,
        seed: 1,
      });
      await stockfish.load({ workers: 1 });
      await game.agentTurn({ evaluator: 'stockfish' });
      const { color } = await game.toMove();
      outpost.terminate();
      return { table, abortMs, ended, color };
    });
    expect(seen.table).toMatchObject({ evaluator: 'Stockfish 19 Lite WASM', note: null, size: 21 });
    expect(seen.table.rows[0]?.boards).toBeGreaterThan(0);
    // 100 ms on a quiet machine; tests run on busy ones.
    expect(seen.abortMs).toBeLessThan(1000);
    expect(seen.ended.note).toContain('the built-in search answered instead');
    expect(seen.ended.rows[0]?.boards).toBeGreaterThan(0);
    expect(seen.color).toBe('black');
  });

  it('is loaded by the package once, then without the network', async () => {
    // Without the previous test's cache.
    page = await site.open('index.html');
    const fetched: string[] = [];
    page.context().on('request', (request) => {
      if (STOCKFISH_FILE.test(request.url())) fetched.push(request.url());
    });
    const first = await page.evaluate(async () => {
      const outpost = await window.Outpost.start({ threads: 2 });
      const { stockfish } = outpost;
      const states = [stockfish.status.state];
      stockfish.onChange(({ state }) => states.at(-1) !== state && states.push(state));
      const bytes: number[] = [];
      await stockfish.load({ workers: 1, onProgress: ({ done }) => bytes.push(done) });
      const { status } = stockfish;
      await stockfish.unload();
      Object.assign(window, { outpost });
      const license = await (await fetch(window.Stockfish.about.licenseText)).text();
      return { states, status, bytes, isolated: crossOriginIsolated, build: outpost.info.build, license };
    });
    expect(first.states).toEqual(['absent', 'loading', 'ready', 'absent']);
    expect(first.status).toEqual({ state: 'ready', name: 'Stockfish 19 Lite WASM', workers: 1, cached: false });
    expect(first.bytes.at(-1)).toBe(1_808_986);
    expect(first.isolated).toBe(isolated);
    expect(first.build).toBe(isolated ? 'threads' : 'single');
    expect(first.license).toContain('GNU GENERAL PUBLIC LICENSE');
    expect(fetched.length).toBe(2);

    await page.context().setOffline(true);
    const second = await page.evaluate(async () => {
      const { outpost } = window as unknown as { outpost: Awaited<ReturnType<typeof window.Outpost.start>> };
      await outpost.stockfish.load({ workers: 1 });
      const { status } = outpost.stockfish;
      outpost.terminate();
      return status;
    });
    expect(second).toMatchObject({ state: 'ready', cached: true });
    expect(fetched.length).toBe(2);
    await page.context().close();
  });
});

it('its workers end with the engine', async () => {
  const site = await openSite({ folder });
  const page = await site.open('index.html');
  const client = await site.browser.newBrowserCDPSession();
  const workers = async () => {
    const { targetInfos } = await client.send('Target.getTargets', { filter: [{}] });
    return targetInfos.filter((target) => target.type === 'worker').length;
  };
  await page.evaluate(async () => {
    const outpost = await window.Outpost.start({ build: 'single' });
    await outpost.stockfish.load({ workers: 2 });
    Object.assign(window, { outpost });
  });
  expect(await workers()).toBe(3);
  await page.evaluate(() => (window as unknown as { outpost: { terminate(): void } }).outpost.terminate());
  await expect.poll(workers).toBe(0);
  await site.close();
});

it('says what is wrong when the file does not arrive, and works once it does', async () => {
  const site = await openSite({ folder });
  site.allow(/Failed to load resource|net::ERR/);
  const page = await site.open('index.html');
  const load = () =>
    page.evaluate(async () => {
      const w = window as unknown as { outpost?: Awaited<ReturnType<typeof window.Outpost.start>> };
      w.outpost ??= await window.Outpost.start({ build: 'single' });
      await w.outpost.stockfish.load({ workers: 1 }).catch(() => {});
      return w.outpost.stockfish.status;
    });
  const answers = [
    { how: { status: 404, body: 'no' }, reason: /answered 404/ },
    { how: { status: 200, contentType: 'text/html', body: '<!doctype html>' }, reason: /a web page instead of/ },
    { how: { status: 200, contentType: 'application/wasm', body: 'short' }, reason: /cut short: 5 of 1787571 bytes/ },
  ];
  for (const { how, reason } of answers) {
    await page.context().route(/stockfish.*\.wasm$/, (route) => route.fulfill(how));
    expect(await load()).toMatchObject({ state: 'failed', reason: expect.stringMatching(reason) });
    await page.context().unroute(/stockfish.*\.wasm$/);
  }
  // Its type does not matter, unlike in streaming compilation.
  await page.context().route(/stockfish.*\.wasm$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, contentType: 'text/plain' });
  });
  expect(await load()).toMatchObject({ state: 'ready', cached: false });
  await site.close();
});

describe('in other browsers', () => {
  const start = `(async () => {
    const uci = new window.Uci();
    const loaded = await uci.load(2);
    const lines = await uci.ask(['position startpos moves f2f3 e7e5 g2g4', 'go depth 3'], 'bestmove', 1);
    uci.end();
    return JSON.stringify({ isolated: crossOriginIsolated, loaded, best: lines.at(-1) });
  })().then((value) => { window.seen = value; }, (error) => { window.seen = String(error); })`;

  async function check(evaluate: (expression: string) => Promise<unknown>): Promise<void> {
    await evaluate(`(${start}, 0)`);
    await expect.poll(() => evaluate('window.seen ?? null'), { timeout: 30_000, interval: 200 }).not.toBe(null);
    const seen = JSON.parse(String(await evaluate('window.seen')));
    expect(seen).toMatchObject({
      isolated: true,
      loaded: { kind: 'loaded', workers: 2 },
      best: 'bestmove d8h4',
    });
  }

  it('Firefox', async () => {
    const server = await serve({ folder });
    const browser = await launchFirefox();
    try {
      const page = await browser.newPage();
      await page.goto(`${server.url}index.html`);
      await check((expression) => page.evaluate(expression));
    } finally {
      await browser.close();
      await server.close();
    }
  });

  it.skipIf(!hasWebKit())('WebKit', async () => {
    const server = await serve({ folder });
    const browser = await launchWebKit();
    try {
      await browser.goto(`${server.url}index.html`);
      await check((expression) => browser.evaluate(expression));
    } finally {
      await browser.close();
      await server.close();
    }
  });
});

it('is part of the site, with its licence, and nothing of it is fetched before somebody asks for it', async () => {
  const files = readdirSync(join(root, 'dist/assets'));
  for (const file of [/^stockfish.*\.wasm$/, /^stockfish.*\.txt$/, /^COPYING.*\.txt$/]) {
    expect(files.filter((name) => file.test(name)).length).toBe(1);
  }
  const site = await openSite();
  const page = await site.browser.newPage();
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.goto(site.url);
  await page.locator('[data-build]').waitFor({ state: 'attached' });
  expect(fetched.filter((url) => STOCKFISH_FILE.test(url))).toEqual([]);
  await site.close();
});
