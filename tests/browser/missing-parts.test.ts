/** Parts of the page that do not arrive: on an updated site, on a bad connection, and among the first scripts. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchFirefox } from '../../scripts/lib/firefox.mjs';
import { root } from '../../scripts/lib/run.mjs';
import { serve } from '../../scripts/lib/static-server.mjs';
import { clickOn, waitFor } from './by-hand.ts';
import { resign, sense, startGame, waitForPhase } from './game-page.ts';
import { openSite } from './harness.mjs';
import { siteVersion } from './site-version.ts';

const DIST = join(root, 'dist');
const POLL = { timeout: 30_000, interval: 100 };
let site: Awaited<ReturnType<typeof openSite>>;
let next: Awaited<ReturnType<typeof siteVersion>>;

beforeAll(async () => {
  next = await siteVersion('second');
  site = await openSite({ base: '/some/path/' });
  site.allow(
    /Failed to load resource|Refused to apply style|Failed to fetch|dynamically imported|preload CSS|request failed|could not|Unexpected/,
  );
});
beforeEach(() => site.show(DIST));
afterEach(() => site.check());
afterAll(async () => {
  await site.close();
  next.remove();
});

const missing = (page: Page) => page.locator('.part-missing');
const link = (page: Page, name: string) => page.locator('.top nav').getByRole('link', { name });
const versionOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.version ?? '');
const running = (page: Page) => page.locator('[data-build]').waitFor({ state: 'attached' });

/** Counts how often the page was loaded, however quickly. */
async function countLoads(page: Page): Promise<() => Promise<number>> {
  const count = () => sessionStorage.setItem('loads', String(Number(sessionStorage.getItem('loads')) + 1));
  await page.addInitScript(count);
  return () => page.evaluate(() => Number(sessionStorage.getItem('loads')));
}

/** A copy of the site to damage. */
function copyOfSite(from = DIST): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'outpost-site-'));
  cpSync(from, folder, { recursive: true });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function scriptIn(folder: string, pattern: RegExp): string {
  const name = readdirSync(join(folder, 'assets')).find((each) => pattern.test(each));
  if (!name) throw new Error(`no script ${pattern}`);
  return join(folder, 'assets', name);
}

describe('on a site that was replaced', () => {
  it.each([
    ['Learn', 'learn-page h1'],
    ['Lab', 'lab-page h1'],
  ])('%s is there after one reload, and a game in progress is kept', async (name, shown) => {
    const page = await site.open();
    const loads = await countLoads(page);
    await running(page);
    await startGame(page);
    await sense(page, 'e7');
    site.show(next.folder);
    await link(page, name).click();
    await expect.poll(() => versionOf(page).catch(() => ''), POLL).toBe('second');
    await page.locator(shown).waitFor();
    expect(await loads()).toBe(1);
    expect(await missing(page).allTextContents()).toEqual([]);
    await link(page, 'Play').click();
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await waitForPhase(page, 'move');
    await page.context().close();
  });

  it('"Set up a position" is there after one reload', async () => {
    const page = await site.open('#analyse');
    await running(page);
    site.show(next.folder);
    await page.getByRole('link', { name: 'Set up a position' }).click();
    await expect.poll(() => versionOf(page).catch(() => ''), POLL).toBe('second');
    await page.locator('position-editor .board').first().waitFor();
    await page.context().close();
  });

  it('games of files are not given up: Share says what to do', async () => {
    const page = await site.open();
    const loads = await countLoads(page);
    await running(page);
    const record = await recordOf(page);
    await page.goto(new URL('#analyse', site.url).href);
    await page.locator('analyse-page input.open-files').setInputFiles({
      name: 'game.json',
      mimeType: 'application/json',
      buffer: Buffer.from(record),
    });
    await page.locator('analyse-page .step h2').waitFor();
    const before = await loads();
    site.show(next.folder);
    await page.getByRole('button', { name: 'Share' }).click();
    await missing(page)
      .getByText(/Could not be loaded: the share dialog\. The site was updated/)
      .waitFor();
    expect(await missing(page).isVisible()).toBe(true);
    expect(await loads()).toBe(before);
    await page.locator('analyse-page .step h2').waitFor();
    await missing(page).getByRole('button', { name: 'Reload the page' }).click();
    await expect.poll(() => versionOf(page).catch(() => ''), POLL).toBe('second');
    await page.context().close();
  });

  it('a part that the new version lacks, too, is asked for once', async () => {
    const broken = copyOfSite(next.folder);
    try {
      rmSync(scriptIn(broken.folder, /^learn-page.*\.js$/));
      const page = await site.open();
      const loads = await countLoads(page);
      await running(page);
      site.show(broken.folder);
      await link(page, 'Learn').click();
      await missing(page).getByText('Could not be loaded: the lessons.').waitFor();
      expect(await loads()).toBe(1);
      // The rest of the page works.
      await link(page, 'Play').click();
      await startGame(page);
      expect(await missing(page).allTextContents()).toEqual([]);
      await page.context().close();
    } finally {
      broken.remove();
    }
  });

  it('nothing is loaded again where a reload could not be remembered', async () => {
    const page = await site.open();
    await running(page);
    await page.evaluate(() => {
      Object.defineProperty(window, 'sessionStorage', {
        get: () => {
          throw new DOMException('no', 'SecurityError');
        },
      });
    });
    site.show(next.folder);
    await link(page, 'Learn').click();
    await missing(page).getByText('the site was updated while this page was open').waitFor();
    expect(await versionOf(page)).toBe('');
    await page.context().close();
  });
});

/** The record of a short game. */
async function recordOf(page: Page): Promise<string> {
  await startGame(page);
  await sense(page, 'e7');
  await resign(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the record' }).click(),
  ]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

describe('on a bad line', () => {
  it.each([
    { part: 'the training', file: /train-page.*\.js$/, at: '#train', shown: 'train-page h1' },
    { part: 'the lessons', file: /learn-page.*\.js$/, at: '#learn', shown: 'learn-page .lesson-list' },
    { part: 'the lessons', file: /learn-page.*\.css$/, at: '#learn', shown: 'learn-page .lesson-list' },
    { part: 'the lesson', file: /lesson-part.*\.js$/, at: '#learn/hsuc', shown: 'learn-page outpost-lesson' },
    { part: 'the Lab', file: /lab-page.*\.js$/, at: '#lab', shown: 'lab-page h1' },
    { part: 'the settings', file: /settings-page.*\.js$/, at: '#settings', shown: 'settings-page h1' },
    {
      part: 'the position editor',
      file: /position-editor.*\.js$/,
      at: '#analyse/position',
      shown: 'position-editor .board',
    },
  ])('$part: $file can be had later', async ({ part, file, at, shown }) => {
    const page = await site.open();
    await running(page);
    await page.context().route(file, (route) => route.abort());
    await page.evaluate((hash) => {
      location.hash = hash;
    }, at);
    await missing(page).getByText(`Could not be loaded: ${part}. Check your connection`).waitFor();
    await page.context().unroute(file);
    await missing(page).getByRole('button', { name: 'Try again' }).click();
    await page.locator(shown).first().waitFor();
    expect(await missing(page).allTextContents()).toEqual([]);
    await page.context().close();
  });

  it('a game says so, and is begun once it can be had', async () => {
    const page = await site.open();
    await running(page);
    const game = /game-part.*\.js$/;
    await page.context().route(game, (route) => route.abort());
    await page.reload();
    await running(page);
    // That it is not at hand is no news before somebody wants to play.
    expect(await missing(page).count()).toBe(0);
    await page.locator('button.play-now').click();
    await missing(page).getByText('Could not be loaded: the game. Check your connection').waitFor();
    await page.context().unroute(game);
    await missing(page).getByRole('button', { name: 'Try again' }).click();
    await waitForPhase(page, 'sense');
    expect(await missing(page).count()).toBe(0);
    await page.context().close();
  });

  it('Share, and the code in it, say so where they are, and can be had later', async () => {
    const page = await site.open();
    await running(page);
    await startGame(page);
    await sense(page, 'e7');
    await resign(page);
    await page.locator('replay-view cg-board piece.black').first().waitFor();
    const share = /share-dialog.*\.js$/;
    await page.context().route(share, (route) => route.abort());
    await page.getByRole('button', { name: 'Share' }).first().click();
    await missing(page).getByText('Could not be loaded: the share dialog.').waitFor();
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      // Words that are too long for a bar shrink with the next frame.
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    }
    await page.context().unroute(share);
    await missing(page).getByRole('button', { name: 'Try again' }).click();
    await page.locator('share-dialog textarea.share-link').waitFor();
    expect(await page.locator('.replay .part-missing').count()).toBe(0);
    const code = /\/dist-.*\.js$/;
    await page.context().route(code, (route) => route.abort());
    await page.getByText('QR code').click();
    await missing(page).getByText('Could not be loaded: the QR code.').waitFor();
    await page.context().unroute(code);
    await missing(page).getByRole('button', { name: 'Try again' }).click();
    await page.locator('share-dialog svg').first().waitFor();
    await page.context().close();
  });

  it('a lesson in a frame says so and can be had later; the page around it is left alone', async () => {
    const page = await site.open('favicon.svg');
    await page.context().route(/sensing-.*\.js$/, (route) => route.abort());
    await page.goto(new URL('embed.html#element=lesson&name=sensing', site.url).href);
    await page.getByText('Could not be loaded: the lesson.').waitFor();
    await page.context().unroute(/sensing-.*\.js$/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.lesson-step h2').waitFor();
    await page.context().close();
  });
});

it('Firefox, which remembers what did not arrive, loads the page again when asked', async () => {
  const copy = copyOfSite();
  const learn = scriptIn(copy.folder, /^learn-page.*\.js$/);
  const server = await serve({ folder: copy.folder });
  const browser = await launchFirefox();
  try {
    const page = await browser.newPage();
    await page.setViewport({ width: 1280, height: 860 });
    renameSync(learn, `${learn}.away`);
    await page.goto(`${server.url}#learn`);
    const hand = {
      evaluate: (expression: string) => page.evaluate(expression).catch(() => false),
      click: (x: number, y: number) => page.mouse.click(x, y),
    };
    await waitFor(hand, '.part-missing button');
    renameSync(`${learn}.away`, learn);
    await clickOn(hand, '.part-missing button');
    await waitFor(hand, 'learn-page .lesson-list');
  } finally {
    await browser.close();
    await server.close();
    copy.remove();
  }
});

it('Firefox loads the page again for a puzzle, too, and comes back to it', async () => {
  const copy = copyOfSite();
  // The list of them fetches the others.
  const parts = readdirSync(join(copy.folder, 'assets'))
    .filter((name) => /^puzzles-.*\.js$/.test(name))
    .map((name) => join(copy.folder, 'assets', name))
    .filter((path) => !readFileSync(path, 'utf8').includes('import('));
  const server = await serve({ folder: copy.folder });
  const browser = await launchFirefox();
  try {
    const page = await browser.newPage();
    await page.setViewport({ width: 1280, height: 860 });
    for (const path of parts) renameSync(path, `${path}.away`);
    await page.goto(`${server.url}#train`);
    const evaluate = (expression: string) => page.evaluate(expression).catch(() => false);
    const button = `document.querySelector('outpost-puzzle')?.shadowRoot?.querySelector('[part=problem] button')`;
    await expect.poll(() => evaluate(`${button} instanceof HTMLElement`), POLL).toBe(true);
    for (const path of parts) renameSync(`${path}.away`, path);
    await evaluate(`${button}.click()`);
    await expect.poll(() => evaluate(`document.querySelector('outpost-puzzle rbc-board') !== null`), POLL).toBe(true);
  } finally {
    await browser.close();
    await server.close();
    copy.remove();
  }
});

describe('the first scripts', () => {
  const problem = (page: Page) => page.locator('.not-started').getByText(/Outpost could not start/);

  it.each([/^index-.*\.js$/, /^app-.*\.js$/, /^shell-(?!shared).*\.js$/, /^first-(?!shared).*\.js$/])(
    '%s: it is said which is missing, at once, and they are asked for again',
    async (pattern) => {
      const copy = copyOfSite();
      try {
        const script = scriptIn(copy.folder, pattern);
        renameSync(script, `${script}.away`);
        site.show(copy.folder);
        const page = await site.open();
        await problem(page).waitFor({ timeout: 4_500 });
        const text = await page.locator('.not-started').textContent();
        expect(text).toContain(`(assets/${script.split('/').at(-1)})`);
        expect(text).toContain('the server does not send a file');
        for (const width of [390, 1280]) {
          await page.setViewportSize({ width, height: 844 });
          expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
        }
        renameSync(`${script}.away`, script);
        await page.getByRole('button', { name: 'Try again' }).click();
        await running(page);
        await page.context().close();
      } finally {
        site.show(DIST);
        copy.remove();
      }
    },
  );

  it('that are cut short are named', async () => {
    const copy = copyOfSite();
    try {
      const script = scriptIn(copy.folder, /^app-.*\.js$/);
      writeFileSync(script, 'import {');
      site.show(copy.folder);
      const page = await site.open();
      await problem(page).waitFor();
      expect(await page.locator('.not-started').textContent()).toContain(`(assets/${script.split('/').at(-1)})`);
      await page.context().close();
    } finally {
      site.show(DIST);
      copy.remove();
    }
  });

  it('of a page that was kept too long are had by one reload', async () => {
    const page = await site.open('favicon.svg');
    const loads = await countLoads(page);
    let old = true;
    // The page of the previous version, whose scripts the host no longer has.
    await page.route(site.url, async (route) => {
      if (!old || !route.request().isNavigationRequest()) return route.fallback();
      old = false;
      await route.fulfill({ path: join(DIST, 'index.html') });
    });
    site.show(next.folder);
    await page.goto(site.url);
    await expect.poll(() => versionOf(page).catch(() => ''), POLL).toBe('second');
    await running(page);
    expect(await loads()).toBe(2);
    await page.context().close();
  });

  it('of the page for frames are named, too', async () => {
    const copy = copyOfSite();
    try {
      rmSync(scriptIn(copy.folder, /^shell-shared-.*\.js$/));
      site.show(copy.folder);
      const page = await site.open('embed.html#element=board');
      await problem(page).waitFor();
      await page.context().close();
    } finally {
      site.show(DIST);
      copy.remove();
    }
  });
});
