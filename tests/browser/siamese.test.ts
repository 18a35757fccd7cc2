/** Games against the player with the network, which loads first or is missing. */
import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { choose, move, resign, sense, startGame, waitForPhase } from './game-page.ts';
import { openSite } from './harness.mjs';

let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.check());
afterAll(() => site.close());

const MODEL = /\/siamese[^/]*\.onnx$/;

const note = (page: Page) => page.locator('network-note');

/** A turn against an opponent that thinks at most half a second; after these moves it cannot capture the king within three turns. */
async function play(page: Page, square: string, uci: string): Promise<void> {
  await sense(page, square);
  await move(page, uci);
  await waitForPhase(page, 'sense');
}

it('plays by the network, which is loaded before the game, and after a reload again', {
  timeout: 120_000,
}, async () => {
  const page = await site.open();
  const fetched: string[] = [];
  page.context().on('request', (request) => {
    if (MODEL.test(request.url())) fetched.push(request.url());
  });
  let go = () => {};
  const going = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.context().route(MODEL, async (route: Route) => {
    await going;
    await route.continue();
  });
  await choose(page, { opponent: 'siamese' });
  await page.locator('select[name=budget]').selectOption('500');
  const starting = startGame(page, { opponent: 'siamese', clock: 'standard' });
  await page.getByText('Loading the opponent’s network').waitFor();
  expect(await page.locator('.game').count()).toBe(0);
  go();
  await starting;
  expect(fetched.length).toBe(1);
  await play(page, 'e5', 'e2e3');
  await play(page, 'd5', 'c2c3');
  expect((await note(page).textContent())?.trim()).toBe('');

  // The browser's stored copy serves as well.
  await page.context().unroute(MODEL);
  await page.context().route(MODEL, (route) => route.abort());
  await page.reload();
  await play(page, 'c5', 'g1f3');
  expect((await note(page).textContent())?.trim()).toBe('');
  await resign(page);
  await page.context().close();
});

it('is asked for by the strongest player, too', { timeout: 120_000 }, async () => {
  const page = await site.open();
  const fetching = page.context().waitForEvent('request', (request) => MODEL.test(request.url()));
  await choose(page, { opponent: 'outpost' });
  await page.locator('select[name=budget]').selectOption('500');
  await startGame(page, { opponent: 'outpost' });
  await fetching;
  await play(page, 'e5', 'e2e3');
  await play(page, 'd5', 'c2c3');
  expect((await note(page).textContent())?.trim()).toBe('');
  await resign(page);
  await page.context().close();
});

it('plays without the network where it cannot be had, says so, and tries again', { timeout: 120_000 }, async () => {
  site.allow(/404/);
  const page = await site.open();
  await page.context().route(MODEL, (route) => route.fulfill({ status: 404, body: 'no' }));
  await choose(page, { opponent: 'siamese' });
  await page.locator('select[name=budget]').selectOption('500');
  await startGame(page, { opponent: 'siamese' });
  const alert = page.locator('network-note [role=alert]');
  await alert.waitFor();
  expect(await alert.textContent()).toMatch(/plays without its network, and so less well.*: the server answered 404/);
  await play(page, 'e5', 'e2e3');

  // Loading for ever: the game can start without it.
  await page.context().unroute(MODEL);
  await page.context().route(MODEL, () => {});
  await alert.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Play without it' }).click();
  expect(await alert.textContent()).toMatch(/loading was cancelled/);

  await page.context().unroute(MODEL);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await alert.waitFor({ state: 'detached' });
  await play(page, 'd5', 'c2c3');
  expect((await note(page).textContent())?.trim()).toBe('');
  await page.context().close();
});
