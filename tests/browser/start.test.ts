/** The first screen, as a chess player meets it who has never heard of the game. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { announcements, choose, move, playButton, resign, sense, waitForPhase } from './game-page.ts';
import { openSite } from './harness.mjs';
import { drawn } from './layout.ts';

let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.check());
afterAll(() => site.close());

const board = (page: Page) => page.locator('demo-turn rbc-board');
const stepOf = (page: Page) => page.locator('demo-turn .demo').getAttribute('data-step');

describe.each([
  { name: 'phone', options: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } },
  { name: 'window', options: { viewport: { width: 1280, height: 800 } } },
])('on a $name', ({ options }) => {
  it('nothing lies below the fold, and one tap starts a game', async () => {
    const page = await site.open('', { ...options, reducedMotion: 'reduce' });
    const fits = async (): Promise<void> => {
      await drawn(page);
      const { high, there } = await page.evaluate(() => ({
        high: document.documentElement.scrollHeight,
        there: innerHeight,
      }));
      expect(high).toBeLessThanOrEqual(there);
    };
    await board(page).locator('cg-board piece').first().waitFor();
    await page.locator('.start-links a').nth(3).waitFor();
    await fits();
    await page.getByRole('button', { name: 'How it works' }).click();
    await fits();
    await page.getByRole('button', { name: 'Skip', exact: true }).click();
    await fits();
    await playButton(page).click();
    await waitForPhase(page, 'sense');
    // The person has White in the first game.
    expect(await page.locator('.player-name').allTextContents()).toEqual(['Level 2', 'You']);
    await page.getByRole('button', { name: /^Leave/ }).click();
    await page.getByRole('heading', { name: 'Continue your game' }).waitFor();
    await fits();
    await page.context().close();
  });
});

it.each(['en', 'de', 'es', 'fr', 'pt-BR', 'ar', 'ja', 'zh-Hans'])(
  'fits a phone and a window in %s',
  async (language) => {
    for (const options of [
      { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
      { viewport: { width: 1280, height: 800 } },
    ]) {
      const page = await site.open('', { ...options, reducedMotion: 'reduce' });
      await page.evaluate((chosen) => localStorage.setItem('outpost-language', chosen), language);
      await page.reload();
      await page.locator(`:root[lang=${language}]`).waitFor();
      await page.locator('.demo-how').waitFor();
      await drawn(page);
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(
        options.viewport.height,
      );
      await page.context().close();
    }
  },
);

it('leads to a game that says what its pieces look like, until that is closed', async () => {
  const page = await site.open('', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  await playButton(page).click();
  await sense(page, 'e7');
  await move(page, 'e2e4');
  await waitForPhase(page, 'sense');
  const legend = page.getByRole('note').filter({ hasText: 'Solid: certain.' });
  // The tip of the moment says the same, and a phone has no room for both.
  await page.getByRole('button', { name: 'Skip the tips' }).waitFor();
  expect(await legend.count()).toBe(0);
  await page.getByRole('button', { name: 'Skip the tips' }).click();
  await legend.waitFor();
  const box = await legend.boundingBox();
  expect((box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
  await legend.getByRole('button', { name: 'Close' }).click();
  await legend.waitFor({ state: 'detached' });
  await page.reload();
  await waitForPhase(page, 'sense');
  expect(await legend.count()).toBe(0);
  await page.context().close();
});

it('is there again after a game, with the result in reach', async () => {
  const page = await site.open('', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  await playButton(page).click();
  await waitForPhase(page, 'sense');
  await resign(page);
  await page.locator('.finished game-story h2').waitFor();
  const play = page.getByRole('link', { name: 'Play', exact: true });
  await play.click();
  await board(page).locator('cg-board piece').first().waitFor();
  expect(await page.locator('.finished').count()).toBe(0);
  const last = page.getByRole('link', { name: 'Last game: You lose' });
  await last.waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true);
  await last.click();
  await page.locator('.finished game-story h2').waitFor();
  await play.click();
  await playButton(page).click();
  await waitForPhase(page, 'sense');
  await page.context().close();
});

it('a turn is told in steps, with and without motion', async () => {
  const still = await site.open('', { reducedMotion: 'reduce' });
  await still.getByRole('button', { name: 'Play the demonstration' }).waitFor();
  expect(await stepOf(still)).toBe('seen');
  await still.context().close();

  const page = await site.open();
  // It plays by itself, and can be stopped.
  await expect.poll(() => stepOf(page), { timeout: 10_000 }).toBe('told');
  await page.getByRole('button', { name: 'Pause the demonstration' }).click();
  const paused = await stepOf(page);
  await page.getByRole('button', { name: 'How it works in 60 seconds' }).click();
  expect(await stepOf(page)).toBe('start');
  expect(paused).not.toBe('start');
  const next = page.getByRole('button', { name: 'Next step' });
  await expect.poll(() => next.evaluate((button) => button === document.activeElement)).toBe(true);
  const texts: string[] = [];
  for (let step = 1; step <= 8; step++) {
    expect(await page.locator('.demo-place').textContent()).toBe(`${step} of 8`);
    texts.push((await page.locator('.demo-text').textContent()) ?? '');
    // The last step leads nowhere.
    if (step < 8) await next.click();
  }
  expect(new Set(texts).size).toBe(8);
  expect((await announcements(page)).at(-1)).toBe(texts[7]);
  expect(await next.getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('button', { name: 'Previous step' }).click();
  expect(await stepOf(page)).toBe('result');
  // The bishop stands where the king was.
  await board(page).locator('.square.took').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'How it works in 60 seconds' }).waitFor();
  await page.context().close();
});

it('the last choices and the results of games are remembered, and can be deleted', async () => {
  const page = await site.open();
  const line = page.locator('.record-line');
  await choose(page, { opponent: 'level-3', color: 'black', assistance: 'none' });
  expect(await page.locator('.level-text').textContent()).toContain('Level 3');
  await playButton(page).click();
  await waitForPhase(page, 'sense');
  await resign(page);
  await expect
    .poll(() => line.textContent())
    .toMatch(/4 more games until your rating\s+Against Level 3: 0 won, 0 drawn, 1 lost\./);
  // With hints, it is neither rated nor counted.
  await page.getByRole('button', { name: 'New game' }).click();
  expect(await page.locator('input[name=level]:checked').getAttribute('value')).toBe('level-3');
  expect(await page.getByLabel('Colour', { exact: true }).inputValue()).toBe('black');
  await choose(page, { opponent: 'level-1', assistance: 'hints', color: 'white' });
  await playButton(page).click();
  await waitForPhase(page, 'sense');
  await resign(page);
  await expect.poll(() => line.textContent()).toMatch(/^\s*Not rated: hints were on\.\s*$/);
  // Until the library has it, a reload would find it to go on with.
  await page.locator('.finished a[href^="#analyse/game/"]').waitFor();

  await page.goto(new URL('#play', site.url).href);
  await page.reload();
  await expect.poll(() => line.textContent()).toMatch(/4 more games until your rating\s+0 won, 0 drawn, 1 lost/);
  const adaptive = page.getByRole('radio', { name: 'Around my strength' });
  await adaptive.check();
  await expect.poll(() => page.locator('.level-text').textContent()).toMatch(/now level [12]\./);
  await page.getByRole('button', { name: 'Records' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your games' });
  await expect.poll(() => dialog.locator('tbody tr').count()).toBe(1);
  await dialog.getByRole('button', { name: 'Delete all records' }).click();
  await dialog.getByRole('button', { name: 'Yes, delete' }).click();
  await expect.poll(() => line.count()).toBe(0);
  // The keyboard goes on where there is something to do.
  await expect.poll(() => playButton(page).evaluate((button) => button === document.activeElement)).toBe(true);
  await page.reload();
  await adaptive.waitFor();
  expect(await adaptive.isChecked()).toBe(true);
  expect(await line.count()).toBe(0);
  // An opponent that there is no more.
  await page.evaluate(() => localStorage.setItem('outpost-new-game', '{"opponent":"zeus"}'));
  await page.goto(new URL('#play/now', site.url).href);
  await page.getByText('There is no opponent called “zeus”. Choose another.').waitFor();
  expect(new URL(page.url()).hash).toBe('#play');
  await playButton(page).waitFor();
  await page.context().close();
});

it('is drawn before any script of the page runs, and its button works then', async () => {
  site.allow(/ERR_FAILED|request failed/);
  const page = await site.open('#learn');
  const context = page.context();
  await page.locator('learn-page h1').waitFor();
  let blocked = true;
  await context.route(/assets\/index-.*\.js$/, (route) => (blocked ? route.abort() : route.continue()));
  const fresh = await context.newPage();
  await fresh.goto(site.url);
  const view = fresh.locator('.first-view');
  await view.getByRole('heading', { name: 'Chess with hidden pieces' }).waitFor();
  expect(await view.locator('piece').count()).toBe(16);
  await view.getByRole('link', { name: 'Play' }).last().click();
  blocked = false;
  await fresh.reload();
  await waitForPhase(fresh, 'sense');
  expect(new URL(fresh.url()).hash).toBe('#play/game');
  expect(await view.count()).toBe(0);
  await context.close();
});
