import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { resign, startGame, waitForPhase } from './game-page.ts';
import { openSite } from './harness.mjs';

let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.check());
afterAll(() => site.close());

/** Nothing reaches past the right edge, and the board can be seen whole. */
async function expectToFit(page: Page, where: string): Promise<void> {
  const { wide, height, board } = await page.evaluate(() => {
    const right = document.documentElement.getBoundingClientRect().right;
    return {
      wide: document.documentElement.scrollWidth - right,
      height: innerHeight,
      board: document.querySelector('play-page rbc-board')?.getBoundingClientRect().height ?? 0,
    };
  });
  expect(wide, `pixels too wide: ${where}`).toBeLessThanOrEqual(0);
  expect(board, `height of the board: ${where}`).toBeLessThanOrEqual(height);
}

it.each([
  { width: 320, height: 568, isMobile: true },
  // With a scroll bar beside the page.
  { width: 360, height: 640, isMobile: false },
  { width: 740, height: 360, isMobile: true },
  { width: 640, height: 360, isMobile: true },
])('fits into $width × $height', async ({ width, height, isMobile }) => {
  const page = await site.open('', { viewport: { width, height }, isMobile, hasTouch: isMobile });
  await page.locator('input[name=opponent][value=random]').waitFor();
  await expectToFit(page, 'the form');
  await startGame(page, { assistance: 'hints', clock: 'standard' });
  await waitForPhase(page, 'sense');
  await page.locator('.tracking[aria-busy=false] .big-number').waitFor();
  await expectToFit(page, 'sense');
  expect((await page.locator('rbc-board').boundingBox())?.height).toBeGreaterThan(240);
  await page.getByRole('button', { name: 'No sense' }).click();
  await waitForPhase(page, 'move');
  await expectToFit(page, 'move');
  await page.getByRole('button', { name: 'Pass' }).click();
  await waitForPhase(page, 'sense');
  await expectToFit(page, 'the next turn');
  await resign(page);
  await page.locator('replay-view cg-board piece').first().waitFor();
  await expectToFit(page, 'the end');
  await page.locator('.top nav').getByRole('link', { name: 'Analyse' }).click();
  await page.getByRole('heading', { name: 'Analyse a game' }).waitFor();
  await expectToFit(page, 'the replays');
  await page.context().close();
});
