import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { choose, move, playButton, resign, sense, startGame, waitForPhase } from './game-page.ts';
import { openSite } from './harness.mjs';

let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.check());
afterAll(() => site.close());

/** Another tab of the same browser. */
async function anotherTab(page: Page, hash: string): Promise<Page> {
  const other = await page.context().newPage();
  other.setDefaultTimeout(30_000);
  await other.goto(new URL(hash, site.url).href);
  return other;
}

const openElsewhere = (page: Page) => page.getByRole('alert').filter({ hasText: 'This game is open in another tab' });

describe('one game', () => {
  it('is open in one tab at a time, which another may take it from', async () => {
    const first = await site.open();
    await startGame(first);
    await sense(first, 'e7');
    const second = await anotherTab(first, '#play/game');
    await openElsewhere(second).waitFor();
    expect(await second.locator('.game').count()).toBe(0);
    // It cannot be discarded from here either.
    expect(await second.getByRole('button', { name: 'Discard' }).count()).toBe(0);
    await move(first, 'e2e4');
    await waitForPhase(first, 'sense');

    // The moves played meanwhile are there.
    await second.getByRole('button', { name: 'Play here' }).click();
    await waitForPhase(second, 'sense');
    expect(await second.locator('.log tbody').textContent()).toContain('e2');
    await openElsewhere(first).waitFor();
    expect(await first.locator('.game').count()).toBe(0);

    // Once the true board is shown, nobody can play on without knowing it.
    await resign(second);
    // Until the library has it, it is kept, and over wherever it is opened.
    await second.locator('.finished a[href^="#analyse/game/"]').waitFor();
    await first.getByRole('button', { name: 'Play here' }).click();
    await first.getByText('This game is gone').waitFor();
    expect(await first.locator('.game').count()).toBe(0);
    expect(await first.getByRole('button', { name: 'Continue', exact: true }).count()).toBe(0);
    await first.context().close();
  });

  it('is free again once it was left, reloaded or closed', async () => {
    const first = await site.open();
    await startGame(first);
    await sense(first, 'e7');
    await first.reload();
    await waitForPhase(first, 'move');
    await first.getByRole('button', { name: 'Leave for now' }).click();
    const second = await anotherTab(first, '#play');
    await second.getByRole('button', { name: 'Continue', exact: true }).click();
    await waitForPhase(second, 'move');
    // The offer in the first tab is out of date.
    await first.getByRole('button', { name: 'Discard' }).click();
    await openElsewhere(first).waitFor();
    await second.close();
    await first.reload();
    await first.getByRole('button', { name: 'Continue', exact: true }).click();
    await waitForPhase(first, 'move');
    await first.context().close();
  });

  it('is played without locks where the browser has none', async () => {
    const page = await site.open();
    await page.context().addInitScript(() => {
      Object.defineProperty(navigator, 'locks', { value: undefined });
    });
    await page.reload();
    await startGame(page);
    await sense(page, 'e7');
    await page.reload();
    await waitForPhase(page, 'move');
    await page.context().close();
  });
});

it('a game of another tab is neither overwritten nor deleted', async () => {
  const first = await site.open();
  await startGame(first);
  await waitForPhase(first, 'sense');
  const second = await anotherTab(first, '#play');
  await choose(second, { opponent: 'random', color: 'black' });
  await playButton(second).click();
  await second.getByRole('button', { name: 'Start the new game' }).click();
  await sense(second, 'e2');
  await sense(first, 'e7');
  await first.getByRole('note').filter({ hasText: 'Another tab has another game' }).waitFor();
  await move(first, 'e2e4');
  await waitForPhase(first, 'sense');
  await resign(first);
  await second.reload();
  await waitForPhase(second, 'move');
  expect(await second.getByRole('note').count()).toBe(0);
  await first.context().close();
});
