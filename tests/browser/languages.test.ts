/** The pages in another language: chosen, kept, offline, on other sites, and as wide and as high as in English. */

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { LANGUAGES } from '../../scripts/lib/languages.mjs';
import { root } from '../../scripts/lib/run.mjs';
import { unitsOf } from '../../scripts/lib/translations.mjs';
import { LINK, openHost } from './embed-host.ts';
import { sense } from './game-page.ts';
import { openSite } from './harness.mjs';
import { misfits } from './layout.ts';

let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.check());
afterAll(() => site.close());

const exists = (language: string): boolean => existsSync(join(root, LANGUAGES, `${language}.xlf`));

/** What a message is in a language. */
function said(language: string, english: string): string {
  const units = unitsOf(readFileSync(join(root, LANGUAGES, `${language}.xlf`), 'utf8'));
  return units.find(({ source }) => source === english)?.target ?? english;
}

const heading = (page: Page, text: string) => page.getByRole('heading', { level: 1, name: text, exact: true });

it.runIf(exists('de'))('a language is chosen in the settings, kept, and there without a network', async () => {
  site.allow(/Failed to load resource|request failed/);
  const page = await site.open('#settings', { serviceWorkers: 'allow' });
  await heading(page, 'Settings').waitFor();
  await page.locator('[data-build]').waitFor({ state: 'attached' });
  await page.locator('offline-panel [data-parts="core threads"]').waitFor({ state: 'attached', timeout: 90_000 });
  await page.locator('select[name=language]').selectOption('de');
  await heading(page, said('de', 'Settings')).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
  expect(await page.title()).toBe(said('de', 'Outpost: Reconnaissance Blind Chess'));

  // The copy has this language's file, and no other's.
  const name = readdirSync(join(root, 'dist/assets')).find((each) => /^language-de\..*\.js$/.test(each)) as string;
  const hash = createHash('sha256')
    .update(readFileSync(join(root, 'dist/assets', name)))
    .digest('hex');
  await expect
    .poll(() =>
      page.evaluate(async (hash) => {
        const cache = (await caches.keys()).find((key) => key.startsWith('outpost-offline')) ?? '';
        return (await (await caches.open(cache)).keys()).some(({ url }) => url.endsWith(hash));
      }, hash),
    )
    .toBe(true);
  await page.context().setOffline(true);
  site.show(null);
  await page.reload();
  await heading(page, said('de', 'Settings')).waitFor();
  site.show(join(root, 'dist'));
  await page.context().close();
});

it.runIf(exists('de'))('the browser’s language is taken, with no word of English before it', async () => {
  const page = await site.open('about:blank', { locale: 'de-AT' });
  await page.goto(site.url, { waitUntil: 'domcontentloaded' });
  expect(await page.locator('.first-view').isVisible()).toBe(false);
  await heading(page, said('de', 'Chess with hidden pieces')).waitFor();
  await page.context().close();
});

it.runIf(exists('de') && exists('ar'))('embeds speak the language of the page around them', async () => {
  const host = await openHost(site.url);
  const page = await site.open('about:blank');
  await page.goto(host.page(`<div lang="de-CH"><outpost-replay link="${LINK}"></outpost-replay></div>`));
  const next = (language: string) =>
    page.locator('outpost-replay').getByRole('button', { name: said(language, 'Next half-turn') });
  await next('de').waitFor();
  // Lines run from the right where its language's do, whatever the page's.
  await page.goto(host.page(`<outpost-replay lang="ar" link="${LINK}"></outpost-replay>`));
  await next('ar').waitFor();
  expect(await page.locator('outpost-replay').evaluate((each) => getComputedStyle(each).direction)).toBe('rtl');
  await page.goto(new URL(`embed.html?lang=ar#element=replay&link=${LINK}`, site.url).href);
  await next('ar').waitFor();
  expect(await page.evaluate(() => document.documentElement.dir)).toBe('rtl');
  await page.context().close();
  await host.close();
});

/** German has long words, Arabic is written from the right. */
it.runIf(exists('de') && exists('ar'))(
  'every page fits in languages that are long or written from the right',
  async () => {
    for (const language of ['de', 'ar']) {
      const page = await site.open('about:blank', { locale: language, reducedMotion: 'reduce' });
      for (const [address, shown] of [
        ['', '.play-now'],
        ['#settings', 'settings-page .stored'],
        ['#train', 'outpost-puzzle piece'],
        ['#learn', 'learn-page h1'],
        ['#learn/rules', 'outpost-lesson piece.white.pawn'],
        ['#analyse', 'analyse-page h1'],
        [`#${LINK}`, 'analyse-page replay-view [data-panel]'],
        ['#lab', 'lab-page h1'],
        ['#play/now', '.game[data-phase=sense]'],
      ]) {
        await page.goto(new URL(address as string, site.url).href);
        await page
          .locator(shown as string)
          .first()
          .waitFor();
        for (const size of [
          { width: 390, height: 844 },
          { width: 1280, height: 800 },
        ]) {
          await page.setViewportSize(size);
          // Boards follow a few frames later.
          await expect
            .poll(() => misfits(page), { message: `${language}, ${address}, ${size.width} pixels` })
            .toEqual([]);
        }
      }
      // What was seen is the longest that the phase above the board says.
      await page.setViewportSize({ width: 390, height: 844 });
      await sense(page, 'e7');
      await expect.poll(() => misfits(page), { message: `${language}, a move to choose` }).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.dir)).toBe(language === 'ar' ? 'rtl' : 'ltr');
      await page.context().close();
    }
  },
);
