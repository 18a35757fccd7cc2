import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sense, startGame, waitForPhase } from './game-page.ts';
import { openSite } from './harness.mjs';

let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite();
  site.allow(/\.wasm|Failed to load resource|WebAssembly/);
});
afterEach(() => site.check());
afterAll(() => site.close());

const WASM = /\.wasm$/;

/** The engine's file does not arrive, in one of the ways that happen. */
async function block(page: Page, how: 'refused' | 'another page'): Promise<void> {
  await page
    .context()
    .route(WASM, (route: Route) =>
      how === 'refused'
        ? route.abort('blockedbyclient')
        : route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><title>Blocked</title>' }),
    );
}

describe.each([
  { build: 'threads', query: '', how: 'another page' },
  { build: 'threads', query: '', how: 'refused' },
  { build: 'single', query: '?build=single', how: 'refused' },
  { build: 'single', query: '?build=single', how: 'another page' },
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
    expect(await problem.textContent()).toMatch(how === 'refused' ? /Failed to fetch/ : /magic word/);
    expect(await problem.getByRole('link', { name: 'Try with one thread' }).count()).toBe(build === 'single' ? 0 : 1);
    // Nothing that cannot work is offered, and the game is not given up.
    await page.getByText('The unfinished game is kept').waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Start the game' }).isDisabled()).toBe(true);
    const fits = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    expect(fits).toBe(true);

    await page.context().unroute(WASM);
    await problem.getByRole('button', { name: 'Try again' }).click();
    await waitForPhase(page, 'move');
    await page.context().close();
  });
});
