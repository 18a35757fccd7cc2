import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/run.mjs';
import { playButton, sense, startGame, waitForPhase } from './game-page.ts';
import { openSite } from './harness.mjs';

let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite();
  site.allow(/\.wasm|Failed to load resource|WebAssembly/);
});
afterEach(() => site.check());
afterAll(() => site.close());

const WASM = /\.wasm$/;

/** What the page says, by the failure of the engine's file. */
const SAYS = {
  refused: /the engine’s file could not be fetched \(Failed to fetch\)/,
  'another page': /the server sent a web page instead of the engine’s file/,
  'cut short': /the engine’s file was cut short: 100000 bytes arrived/,
};

/** The engine's file fails to arrive in one of several ways. */
async function block(page: Page, how: keyof typeof SAYS): Promise<void> {
  await page.context().route(WASM, async (route: Route) => {
    if (how === 'refused') return route.abort('blockedbyclient');
    if (how === 'another page') {
      return route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><title>Blocked</title>' });
    }
    const response = await route.fetch();
    await route.fulfill({
      status: 200,
      contentType: 'application/wasm',
      body: (await response.body()).subarray(0, 100_000),
    });
  });
}

describe.each([
  { build: 'threads', query: '', how: 'another page' },
  { build: 'threads', query: '', how: 'refused' },
  { build: 'single', query: '?build=single', how: 'refused' },
  { build: 'single', query: '?build=single', how: 'another page' },
  { build: 'threads', query: '', how: 'cut short' },
] as const)('when the engine of the $build build is $how', ({ build, query, how }) => {
  it('says what to do, and goes on when it is there', async () => {
    const page = await site.open(query);
    await page.locator(`[data-build=${build}]`).waitFor({ state: 'attached' });
    await startGame(page);
    await sense(page, 'e7');
    await block(page, how);
    await page.reload();
    const problem = page.getByRole('alert').filter({ hasText: 'The engine could not start' });
    await problem.waitFor();
    expect(await problem.locator('li').count()).toBeGreaterThan(2);
    expect(await problem.textContent()).toMatch(SAYS[how]);
    expect(await problem.getByRole('link', { name: 'Try with one thread' }).count()).toBe(build === 'single' ? 0 : 1);
    // Nothing that cannot work is offered, and the game stays saved.
    await page.getByText('The unfinished game is saved').waitFor();
    // The engine is asked for once more by then.
    await expect.poll(() => playButton(page).isDisabled(), { timeout: 30_000 }).toBe(true);
    const fits = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    expect(fits).toBe(true);

    await page.context().unroute(WASM);
    await problem.getByRole('button', { name: 'Try again' }).click();
    await waitForPhase(page, 'move');
    await page.context().close();
  });
});

describe('a browser that is too old', () => {
  it('says so where WebAssembly has no SIMD', async () => {
    const context = await site.browser.newContext({ serviceWorkers: 'block' });
    await context.addInitScript(() => {
      WebAssembly.validate = () => false;
    });
    const page = await context.newPage();
    await page.goto(site.url);
    await page.getByText('The engine needs WebAssembly with SIMD').waitFor();
    await page.getByText('Opponents need the engine.').waitFor();
    await context.close();
  });

  it('is told of where scripts do not run as modules, and in a page that was opened as a file', async () => {
    const page = await site.browser.newPage({ serviceWorkers: 'block' });
    const text = page.getByText('If Outpost does not appear here');
    await page.goto(site.url);
    await page.locator('[data-build]').waitFor({ state: 'attached' });
    expect(await text.isVisible()).toBe(false);
    await page.route(/\.js$/, (route) => route.abort());
    await page.reload();
    await text.waitFor();
    await page.goto(pathToFileURL(join(root, 'dist/index.html')).href);
    await text.waitFor();
    await page.close();
  });
});
