import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { violations } from './axe.ts';
import { announcements, move, playButton, sense, startGame, waitForPhase } from './game-page.ts';
import { openSite } from './harness.mjs';
import { misfits } from './layout.ts';

let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.check());
afterAll(() => site.close());

/** What a page asked of the device. */
interface Felt {
  contexts: number;
  sources: number;
  vibrations: number;
}

/** Counts what would be heard and felt: nothing of it leaves the test. */
async function spy(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const felt: Felt = { contexts: 0, sources: 0, vibrations: 0 };
    const Real = AudioContext;
    const { start } = AudioScheduledSourceNode.prototype;
    AudioScheduledSourceNode.prototype.start = function (...times) {
      felt.sources++;
      return start.apply(this, times);
    };
    Object.assign(window, {
      felt,
      AudioContext: class extends Real {
        constructor() {
          super();
          felt.contexts++;
        }
      },
    });
    navigator.vibrate = () => {
      felt.vibrations++;
      return true;
    };
  });
  await page.reload();
}

const felt = (page: Page) => page.evaluate(() => (window as unknown as { felt: Felt }).felt);

/** More than was heard at some time. */
const heardMore = (page: Page, than: number) =>
  page.waitForFunction((than) => (window as unknown as { felt: Felt }).felt.sources > than, than);

/** How the first piece of a kind on the page is drawn, and the square behind the first coordinate. */
const look = (page: Page, inside: string) =>
  page.evaluate((inside) => {
    const of = (selector: string) => document.querySelector(`${inside} ${selector}`) as Element;
    return {
      pawn: getComputedStyle(of('cg-board piece.white.pawn')).backgroundImage,
      square: getComputedStyle(of('.square.dark')).backgroundColor,
      coordinate: getComputedStyle(of('.coordinate')).display,
    };
  }, inside);

it('settings are made by keyboard, seen at once on the preview and in a game, and kept', {
  timeout: 180_000,
}, async () => {
  const page = await site.open('', { colorScheme: 'light', reducedMotion: 'no-preference' });
  await playButton(page).waitFor();
  await page.getByRole('link', { name: 'Settings' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('settings-page .stored').waitFor();
  const before = await look(page, 'settings-page');

  await page.getByRole('radio', { name: 'Standard' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  expect(await page.getByRole('radio', { name: 'Celtic' }).isChecked()).toBe(true);
  await page.locator('settings-page').getByText('By Maurizio Monge, MIT.').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  expect(await page.getByRole('radio', { name: 'Wood' }).isChecked()).toBe(true);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowLeft');
  expect(await page.getByRole('radio', { name: 'Fast' }).isChecked()).toBe(true);
  await page.waitForFunction(
    (pawn) =>
      getComputedStyle(document.querySelector('settings-page piece.white.pawn') as Element).backgroundImage !== pawn,
    before.pawn,
  );
  const chosen = await look(page, 'settings-page');
  expect(chosen).toEqual({ pawn: expect.stringContaining('f3e6cf'), square: 'rgb(200, 166, 120)', coordinate: 'none' });
  expect(before.coordinate).not.toBe('none');

  await page.reload();
  await page.locator('settings-page .stored').waitFor();
  for (const name of ['Celtic', 'Wood', 'Fast']) expect(await page.getByRole('radio', { name }).isChecked()).toBe(true);
  expect(await page.getByRole('checkbox', { name: 'Coordinates' }).isChecked()).toBe(false);

  // In a game, and on the page of the lessons, whose boards are embeds with styles of their own.
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  await startGame(page);
  await waitForPhase(page, 'sense');
  expect(await look(page, '.game')).toEqual(chosen);
  await page.goto(new URL('#learn/rules', site.url).href);
  await page.locator('outpost-lesson piece.white.pawn').first().waitFor();
  await page.waitForFunction(() =>
    getComputedStyle(document.querySelector('outpost-lesson piece.white.pawn') as Element).backgroundImage.includes(
      'f3e6cf',
    ),
  );
  expect(await look(page, 'outpost-lesson')).toEqual(chosen);

  // All of it can be deleted, with the game that goes on.
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.locator('[data-kind=game] td', { hasText: /^1$/ }).waitFor();
  await page.getByRole('button', { name: 'Delete everything' }).click();
  await page.keyboard.press('Escape');
  expect(await page.evaluate(() => localStorage.getItem('outpost-pieces'))).toBe('celtic');
  await page.getByRole('button', { name: 'Delete everything' }).click();
  const loaded = page.waitForEvent('load');
  await page.locator('dialog.remove-all').getByRole('button', { name: 'Delete everything' }).click();
  await loaded;
  await playButton(page).waitFor();
  expect(await page.getByRole('button', { name: 'Resume' }).count()).toBe(0);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.locator('settings-page .stored').waitFor();
  expect(await look(page, 'settings-page')).toEqual(before);
  await page.context().close();
});

it('a game is heard after the first gesture, until the switch at the board turns it off', async () => {
  const page = await site.open('', { hasTouch: true });
  await spy(page);
  await playButton(page).waitFor();
  expect(await felt(page)).toEqual({ contexts: 0, sources: 0, vibrations: 0 });
  await startGame(page);
  await sense(page, 'e7');
  await heardMore(page, 0);
  const afterSense = await felt(page);
  await move(page, 'e2e4');
  await waitForPhase(page, 'sense');
  await heardMore(page, afterSense.sources);
  expect((await felt(page)).contexts).toBe(1);
  expect((await felt(page)).vibrations).toBeGreaterThan(afterSense.vibrations);

  const button = page.getByRole('button', { name: 'Sound' });
  expect(await button.getAttribute('aria-pressed')).toBe('true');
  await button.focus();
  await page.keyboard.press('Enter');
  expect(await button.getAttribute('aria-pressed')).toBe('false');
  expect(await announcements(page)).toContain('Sound is off');
  const off = await felt(page);
  await sense(page, 'e7');
  await page.waitForFunction((than) => (window as unknown as { felt: Felt }).felt.vibrations > than, off.vibrations);
  expect((await felt(page)).sources).toBe(off.sources);

  // It is the same switch as under Settings, also after a reload in the game.
  await page.reload();
  await waitForPhase(page, 'move');
  expect(await button.getAttribute('aria-pressed')).toBe('false');
  await page.goto(new URL('#settings', site.url).href);
  const box = page.getByRole('checkbox', { name: 'Sound' });
  expect(await box.isChecked()).toBe(false);
  await box.check();
  await heardMore(page, 0);
  await page.goBack();
  expect(await button.getAttribute('aria-pressed')).toBe('true');
  await page.context().close();
});

it.each([
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
])('the page of settings has room at $width pixels, and can be read', async (viewport) => {
  const page = await site.open('#settings', { viewport });
  await page.locator('settings-page .stored').waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await misfits(page)).toEqual([]);
    expect(await violations(page)).toEqual([]);
  }
  await page.context().close();
});

it('an embed is silent unless it is asked for sound, and shows the pieces that it names', async () => {
  const embed = 'embed.html#element=game&agent=random&seed=1';
  for (const { more, heard, letters } of [
    { more: '', heard: false, letters: false },
    { more: '&sound=&pieces=letters', heard: true, letters: true },
  ]) {
    const page = await site.open(`${embed}${more}`);
    await spy(page);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.locator('[data-stage=sense]').waitFor();
    await page.locator('[data-square=e7]').click();
    await page.locator('[data-stage=move]').waitFor();
    if (heard) await heardMore(page, 0);
    else expect(await felt(page)).toEqual({ contexts: 0, sources: 0, vibrations: 0 });
    const pawn = page.locator('cg-board piece.white.pawn').first();
    const image = await pawn.evaluate((piece) => getComputedStyle(piece).backgroundImage);
    expect(image.includes('%3Ccircle')).toBe(letters);
    await page.context().close();
  }
});
