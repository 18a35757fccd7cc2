/** Without a network, with a damaged copy, across two versions of the site, and on hosts without our headers. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchFirefox } from '../../scripts/lib/firefox.mjs';
import { root } from '../../scripts/lib/run.mjs';
import { serve } from '../../scripts/lib/static-server.mjs';
import { hasWebKit, launchWebKit } from '../../scripts/lib/webkit.mjs';
import { clickOn, playSomeTurns, waitFor } from './by-hand.ts';
import { move, resign, sense, startGame, waitForPhase } from './game-page.ts';
import { openSite } from './harness.mjs';
import { siteVersion } from './site-version.ts';

type Site = Awaited<ReturnType<typeof openSite>>;
/** Chromium may be busy. */
const POLL = { timeout: 30_000, interval: 100 };
const ALLOWED = { serviceWorkers: 'allow' } as const;

/** Waits until the about dialog says this about the copy. */
async function copyIs(page: Page, state: string): Promise<void> {
  // Some 13 MB are hashed and stored, on busy machines.
  await page.locator(`offline-panel [data-state=${state}]`).waitFor({ state: 'attached', timeout: 90_000 });
}

async function runs(page: Page, build: 'threads' | 'single'): Promise<void> {
  await page.locator(`[data-build=${build}]`).waitFor({ state: 'attached' });
}

/** Waits until the about dialog says that these parts are kept, and no others. */
async function keeps(page: Page, parts: string): Promise<void> {
  await page.locator(`offline-panel [data-parts="${parts}"]`).waitFor({ state: 'attached', timeout: 90_000 });
}

/** The dialog of the button in the header that says that there is something new. */
async function notice(page: Page): Promise<ReturnType<Page['locator']>> {
  const dialog = page.locator('dialog.offline-notice');
  if (!(await dialog.isVisible())) await page.locator('.offline-news').click();
  return dialog;
}
const isIsolated = (page: Page) => page.evaluate(() => crossOriginIsolated);
const versionOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.version ?? '');

/** The service worker's cache keys and file lists. */
const keptFiles = (page: Page) =>
  page.evaluate(async () => {
    const name = (await caches.keys()).find((key) => key.startsWith('outpost-offline'));
    return name ? (await (await caches.open(name)).keys()).map(({ url }) => url) : [];
  });

describe('after one visit, without the network', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite({ base: '/some/path/' });
  });
  afterEach(() => site.check());
  afterAll(() => site.close());

  /** For the page, and for the service worker, which a browser's emulation may not cover. */
  const cut = async (page: Page, offline: boolean): Promise<void> => {
    await page.context().setOffline(offline);
    site.show(offline ? null : join(root, 'dist'));
  };

  it('plays and teaches; weighs by the network once that was fetched or everything is kept', async () => {
    site.allow(/Failed to load resource|request failed/);
    const asked: string[] = [];
    const page = await site.open('about:blank', ALLOWED);
    page.context().on('request', (request) => asked.push(new URL(request.url()).pathname.split('/').at(-1) ?? ''));
    await page.goto(site.url);
    await keeps(page, 'core threads');
    expect(asked.filter((name) => /^engine_bg-threads/.test(name)).length).toBeGreaterThan(0);
    // Nor is anybody told of it who has just come.
    expect(await page.locator('.offline-news').count()).toBe(0);
    // Nothing is fetched behind anybody's back: not the other build of the engine, nor what is loaded on first use.
    expect(asked.filter((name) => /single|siamese|players-.*txt|stockfish/.test(name))).toEqual([]);
    await cut(page, true);
    await page.reload();
    await runs(page, 'threads');
    await startGame(page, { opponent: 'attacker', assistance: 'tracking' });
    await sense(page, 'e5');
    await move(page, 'e2e4');
    await waitForPhase(page, 'sense');
    const weighted = page.getByRole('button', { name: 'Weighted', exact: true });
    await weighted.click();
    await page.getByText('it is not on this device. Go online once').waitFor();
    await page.getByRole('button', { name: 'Uniform' }).click();

    // What was used with a network is kept, without a word.
    await cut(page, false);
    await weighted.click();
    await page.getByText('Likeliest boards').click();
    await page.locator('.likely-boards li').first().waitFor();
    await page.getByRole('button', { name: 'About' }).click();
    await keeps(page, 'core threads network');
    await page.getByRole('button', { name: /^Keep everything for offline use \(1\d\.\d MB\)$/ }).click();
    await keeps(page, 'core threads single network stockfish languages rest');
    await page.locator('offline-panel').getByText('Everything works offline.').waitFor();
    await page.locator('dialog.about').getByRole('button', { name: 'Close' }).click();
    await cut(page, true);
    await page.reload();
    await runs(page, 'threads');
    await waitForPhase(page, 'sense');
    await page.getByText('Likeliest boards').click();
    await page.locator('.likely-boards li').first().waitFor();
    // So that the other tab does not load and store it while everything is being removed.
    await page.getByRole('button', { name: 'Uniform' }).click();
    await resign(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the record' }).click(),
    ]);
    const record = await buffer(await download.createReadStream());

    // Another tab, at an address with a query and a fragment.
    const other = await page.context().newPage();
    other.setDefaultTimeout(30_000);
    await other.goto(new URL('?from=chat#analyse', site.url).href);
    await runs(other, 'threads');
    await other.locator('analyse-page input.open-files').setInputFiles({
      name: 'game.json',
      mimeType: 'application/json',
      buffer: record,
    });
    await other.locator('analyse-page .step h2').waitFor();
    await other.locator('.top nav').getByRole('link', { name: 'Learn' }).click();
    await other.getByRole('link', { name: /The two-knights trap/ }).click();
    await other.locator('learn-page').getByRole('button', { name: 'Next', exact: true }).click();
    await other.locator('outpost-game .board[data-mode=move]').waitFor();
    await other.locator('.top nav').getByRole('link', { name: 'Train' }).click();
    await other.locator('outpost-puzzle [data-square]').first().waitFor();

    // The licence and the notices, to which the about dialog links.
    await page.getByRole('button', { name: 'About' }).click();
    const [notices] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Components' }).click(),
    ]);
    await notices.getByText('GNU General Public License').waitFor();
    expect(await notices.locator('body').textContent()).toMatch(/@lichess-org\/chessground .* \(GPL-3\.0-or-later\)/);
    await notices.goto(new URL('LICENSE.txt', site.url).href);
    await notices.getByText('GNU GENERAL PUBLIC LICENSE').first().waitFor();
    await notices.close();
    await page.locator('dialog.about').getByRole('button', { name: 'Close' }).click();

    // Shows what is stored and its size, then removes it, including the network.
    await page.getByRole('button', { name: 'About' }).click();
    const panel = page.locator('offline-panel');
    await panel.getByText('Neural network').waitFor();
    const sizes = (await panel.locator('dd').allTextContents()).map((text) => Number.parseFloat(text));
    const [files = 0, network = 0, stockfish = 0, total = 0] = sizes;
    expect(files).toBeGreaterThan(3);
    expect(network).toBeGreaterThan(5);
    expect(total).toBeGreaterThanOrEqual(files + network + stockfish - 0.2);
    await panel.getByRole('button', { name: 'Remove from this device' }).click();
    await copyIs(page, 'none');
    await copyIs(other, 'none');
    await expect.poll(() => page.evaluate(() => caches.keys()), POLL).toEqual([]);
    await page.context().close();
  });
});

describe('the copy', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterEach(() => {
    site.show(join(root, 'dist'));
    site.check();
  });
  afterAll(() => site.close());

  it('can be removed, stays away, and can be had again', async () => {
    const page = await site.open('', ALLOWED);
    await copyIs(page, 'kept');
    await page.getByRole('button', { name: 'About' }).click();
    await page.getByRole('button', { name: 'Remove from this device' }).click();
    await copyIs(page, 'none');
    await page.reload();
    await copyIs(page, 'none');
    expect(await page.evaluate(() => caches.keys())).toEqual([]);
    await page.getByRole('button', { name: 'About' }).click();
    await page.getByRole('button', { name: 'Keep pages and engine for offline use' }).click();
    await copyIs(page, 'kept');
    expect((await keptFiles(page)).length).toBeGreaterThan(15);
    await page.context().close();
  });

  it.each([{ saveData: true }, { effectiveType: 'slow-2g' }])('is made only on demand where %j', async (connection) => {
    const context = await site.browser.newContext();
    await context.addInitScript((connection) => {
      Object.defineProperty(navigator, 'connection', { value: connection });
    }, connection);
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    await page.goto(site.url);
    await copyIs(page, 'none');
    expect(await page.evaluate(() => caches.keys())).toEqual([]);
    await page.getByRole('button', { name: 'About' }).click();
    await page.getByText('To spare your connection').waitFor();
    await page.getByRole('button', { name: /^Keep pages and engine for offline use \(\d\.\d MB\)$/ }).click();
    await keeps(page, 'core threads');
    // On the next visit it is there, as somebody wanted it.
    await page.reload();
    await copyIs(page, 'kept');
    await context.close();
  });

  it('is mended when a file is damaged, cut short or gone, and the page works on', async () => {
    site.allow(/Failed to load resource/);
    const page = await site.open('', ALLOWED);
    await copyIs(page, 'kept');
    // All files at once: each is noticed when it is requested.
    const damage = (how: 'garbage' | 'cut' | 'gone') =>
      page.evaluate(async (how) => {
        const name = (await caches.keys()).find((key) => key.startsWith('outpost-offline')) as string;
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
          if (!request.url.includes('/offline/file/')) continue;
          const bytes = await (await cache.match(request))?.arrayBuffer();
          if (how === 'gone') await cache.delete(request);
          else if (how === 'cut') await cache.put(request, new Response(bytes?.slice(0, bytes.byteLength / 2)));
          else await cache.put(request, new Response('<!doctype html>garbage'));
        }
      }, how);
    for (const how of ['garbage', 'cut', 'gone'] as const) {
      await damage(how);
      await page.reload();
      await runs(page, 'threads');
      await (await notice(page)).getByText(/A damaged offline file was downloaded again/).waitFor();
      await page.locator('dialog.offline-notice').getByRole('button', { name: 'Close' }).click();
    }
    // Files that were fetched again are stored again.
    site.show(null);
    await page.reload();
    await runs(page, 'threads');
    site.show(join(root, 'dist'));

    // The browser's file storage is cleared during a game.
    await startGame(page);
    await sense(page, 'e7');
    await page.evaluate(async () => {
      for (const key of await caches.keys()) await caches.delete(key);
    });
    await move(page, 'e2e4');
    await waitForPhase(page, 'sense');
    await page.reload();
    await waitForPhase(page, 'sense');
    await copyIs(page, 'kept');
    await page.context().close();
  });

  it('says what is damaged when there is no network to mend it', async () => {
    site.allow(/Failed to load resource|request failed/);
    const page = await site.open('', ALLOWED);
    await copyIs(page, 'kept');
    // The browser's own cache would serve as well.
    await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
    await page.evaluate(async () => {
      const name = (await caches.keys()).find((key) => key.startsWith('outpost-offline')) as string;
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const bytes = (await (await cache.match(request))?.arrayBuffer()) ?? new ArrayBuffer(0);
        // The engine's and the network's modules.
        if (bytes.byteLength > 1_500_000) await cache.put(request, new Response(bytes.slice(1)));
      }
    });
    site.show(null);
    await page.reload();
    await page.getByRole('alert').filter({ hasText: 'The engine could not start' }).waitFor();
    await (await notice(page)).getByText(/is damaged \(assets\/engine_bg.*\.wasm\)\. Go online/).waitFor();
    await page.locator('dialog.offline-notice').getByRole('button', { name: 'Close' }).click();
    site.show(join(root, 'dist'));
    await page.getByRole('button', { name: 'Try again' }).click();
    await runs(page, 'threads');
    await page.context().close();
  });

  it.each([/^index-.*\.js$/, /^app-.*\.js$/, /^shell-(?!shared).*\.js$/])(
    'says at once which of the first scripts is damaged (%s), and has it again with the network',
    async (pattern) => {
      site.allow(/Failed to load resource|request failed|Failed to fetch|dynamically imported/);
      const page = await site.open('', ALLOWED);
      await copyIs(page, 'kept');
      // As on hosts that forbid caching.
      await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
      const assets = join(root, 'dist/assets');
      const name = (await readdir(assets)).find((each) => pattern.test(each)) as string;
      const hash = createHash('sha256')
        .update(await readFile(join(assets, name)))
        .digest('hex');
      await page.evaluate(async (hash) => {
        const kept = (await caches.keys()).find((key) => key.startsWith('outpost-offline')) as string;
        const cache = await caches.open(kept);
        const found = (await cache.keys()).find(({ url }) => url.endsWith(hash)) as Request;
        await cache.put(found, new Response('garbage'));
      }, hash);
      site.show(null);
      await page.reload();
      const problem = page.getByRole('alert').filter({ hasText: 'Outpost could not start' });
      await problem.waitFor({ timeout: 4_500 });
      expect(await problem.textContent()).toContain(`missing or damaged on this device (assets/${name})`);
      expect(await problem.textContent()).toContain('Go online');
      site.show(join(root, 'dist'));
      await problem.getByRole('button', { name: 'Try again' }).click();
      await runs(page, 'threads');
      // Files that were fetched again are stored again.
      site.show(null);
      await page.reload();
      await runs(page, 'threads');
      await page.context().close();
    },
  );

  it('is left out where there is no room, and says so', async () => {
    const page = await site.open('', { serviceWorkers: 'block' });
    await runs(page, 'threads');
    await copyIs(page, 'impossible');
    await page.context().close();

    const full = await site.browser.newContext();
    const other = await full.newPage();
    other.setDefaultTimeout(30_000);
    const devtools = await full.newCDPSession(other);
    await devtools.send('Storage.overrideQuotaForOrigin', { origin: new URL(site.url).origin, quotaSize: 1_500_000 });
    await other.goto(site.url);
    await copyIs(other, 'failed');
    await other.getByRole('button', { name: 'About' }).click();
    await other.getByText(/could not be kept for offline use.*Not enough space/).waitFor();
    // A second try gives the message again, and frees what did fit.
    // It may be over in a moment.
    await other.evaluate(() => {
      const seen: (string | undefined)[] = [];
      const panel = document.querySelector('offline-panel') as HTMLElement;
      const look = () => seen.push(panel.querySelector<HTMLElement>('[data-state]')?.dataset.state);
      new MutationObserver(look).observe(panel, { subtree: true, childList: true, attributeFilter: ['data-state'] });
      Object.assign(window, { seen });
    });
    await other.locator('offline-panel').getByRole('button', { name: 'Try again' }).click();
    const seen = () => other.evaluate(() => (window as unknown as { seen: string[] }).seen);
    await expect.poll(seen).toContain('filling');
    await copyIs(other, 'failed');
    // What is there, and how to be rid of it: nobody tries again on the next visit.
    expect(await other.locator('[data-offline-total]').textContent()).toBe('Nothing');
    await other.getByRole('button', { name: 'Remove from this device' }).click();
    await copyIs(other, 'none');
    await other.locator('dialog.about').getByRole('button', { name: 'Close' }).click();
    expect(await keptFiles(other)).toEqual([]);
    // Nothing of it lies over the page.
    expect(await other.locator('.offline-news').count()).toBe(0);
    await startGame(other);
    await sense(other, 'e7');
    await full.close();
  });
});

describe('a new version', () => {
  let site: Site;
  let next: Awaited<ReturnType<typeof siteVersion>>;
  beforeAll(async () => {
    next = await siteVersion('second');
    // Like hosts that answer everything, if necessary with their start page.
    site = await openSite({ plain: true });
  });
  afterEach(() => site.check());
  afterAll(async () => {
    await site.close();
    next.remove();
  });

  it('is fetched whole, announced, and takes over when somebody agrees; tabs keep the one that they began with', async () => {
    site.allow(/Failed to load resource/);
    const first = await site.open('', ALLOWED);
    await copyIs(first, 'kept');
    const old = await first.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '');
    await startGame(first, { opponent: 'attacker', assistance: 'tracking' });
    await sense(first, 'e5');
    await move(first, 'e2e4');
    await waitForPhase(first, 'sense');
    site.show(next.folder);
    await first.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await first.locator('[role=status]', { hasText: 'A new version is ready' }).waitFor({ state: 'attached' });
    await (await notice(first)).getByRole('heading', { name: 'A new version is ready' }).waitFor();
    await (await notice(first)).getByRole('button', { name: 'Later' }).click();

    // Without consent, a tab that opens now has the complete previous version.
    const second = await first.context().newPage();
    second.setDefaultTimeout(30_000);
    await second.goto(site.url);
    await runs(second, 'threads');
    expect(await versionOf(second)).toBe('');
    expect(await second.evaluate(() => document.querySelector<HTMLScriptElement>('script[type=module]')?.src)).toBe(
      old,
    );
    await (await notice(second)).getByRole('button', { name: 'Update now' }).click();
    await expect.poll(() => versionOf(second), POLL).toBe('second');
    await runs(second, 'threads');

    // The other tab keeps its version, including files that it had not requested before and the host no longer has.
    await (await notice(first)).getByRole('heading', { name: 'Outpost was updated' }).waitFor();
    await (await notice(first)).getByRole('button', { name: 'Later' }).click();
    expect(await versionOf(first)).toBe('');
    await first.locator('.top nav').getByRole('link', { name: 'Lab' }).click();
    await first.locator('lab-page h1').waitFor();
    await first.goBack();
    const answers = await first.evaluate(async (old) => {
      const wrong = new URL('assets/nothing-aaaaaaaa.js', location.href).href;
      return (await Promise.all([fetch(old), fetch(wrong)])).map(({ status }) => status);
    }, old);
    expect(answers).toEqual([200, 404]);

    // The game is not lost either.
    await (await notice(first)).getByRole('button', { name: 'Reload', exact: true }).click();
    await expect.poll(() => versionOf(first), POLL).toBe('second');
    await waitForPhase(first, 'sense');
    // No tab runs the previous version any more, so it is deleted.
    await second.reload();
    await expect
      .poll(async () => (await keptFiles(second)).filter((url) => url.includes('/version/')).length, POLL)
      .toBe(1);
    // Not from the browser's own cache either, but what the host answers now:
    expect(await second.evaluate(async (old) => (await fetch(old, { cache: 'reload' })).status, old)).toBe(404);
    site.show(null);
    await first.reload();
    await waitForPhase(first, 'sense');
    await first.context().close();
  });

  it('is not offered when it does not arrive whole', async () => {
    site.allow(/Failed to load resource|update|ServiceWorker/);
    site.show(join(root, 'dist'));
    const page = await site.open('', ALLOWED);
    await copyIs(page, 'kept');
    const broken = await siteVersion('broken');
    try {
      const { rmSync, readdirSync } = await import('node:fs');
      const script = readdirSync(join(broken.folder, 'assets')).find((name) => /^app-.*\.js$/.test(name)) as string;
      rmSync(join(broken.folder, 'assets', script));
      site.show(broken.folder);
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update().catch(() => {}));
      await page.getByRole('button', { name: 'About' }).click();
      await page.getByText('could not be downloaded completely').waitFor();
      await page.reload();
      await runs(page, 'threads');
      expect(await versionOf(page)).toBe('');
      // Only what the about dialog says.
      expect(await page.locator('.offline-news').count()).toBe(0);
      await page.context().close();
    } finally {
      site.show(join(root, 'dist'));
      broken.remove();
    }
  });
});

describe('on a host that sends no headers', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite({ plain: true, base: '/some/path/' });
  });
  afterEach(() => site.check());
  afterAll(() => site.close());

  it('has threads after one reload, by the service worker, and none where that is switched off', async () => {
    const context = await site.browser.newContext();
    await context.addInitScript(() => sessionStorage.setItem('loads', `${sessionStorage.getItem('loads') ?? ''}|`));
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    await page.goto(new URL('#analyse', site.url).href);
    await expect.poll(() => isIsolated(page).catch(() => false), POLL).toBe(true);
    await runs(page, 'threads');
    await copyIs(page, 'kept');
    expect(await page.evaluate(() => [location.hash, sessionStorage.getItem('loads')])).toEqual(['#analyse', '||']);
    // The service worker adds the headers that the host does not send.
    const reloaded = await page.reload();
    expect(reloaded?.headers()['content-security-policy']).toMatch(/frame-ancestors 'self'$/);
    await runs(page, 'threads');

    await page.goto(`${site.url}?isolate=off`);
    await runs(page, 'single');
    expect(await isIsolated(page)).toBe(false);
    // Nothing is reloaded later either.
    await copyIs(page, 'kept');
    expect(await isIsolated(page)).toBe(false);

    await page.goto(site.url);
    await runs(page, 'threads');
    await page.context().close();
  });

  it('runs with one thread where there is no service worker, without trying for ever', async () => {
    const context = await site.browser.newContext();
    await context.addInitScript(() => {
      navigator.serviceWorker.register = () => Promise.reject(new DOMException('not here', 'SecurityError'));
    });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    let loads = 0;
    page.on('load', () => {
      loads += 1;
    });
    await page.goto(site.url);
    await runs(page, 'single');
    await copyIs(page, 'impossible');
    await startGame(page);
    await sense(page, 'e7');
    await page.getByRole('button', { name: 'About' }).click();
    await page.getByText('Browser error: not here').waitFor();
    expect(loads).toBe(1);
    await context.close();
  });

  it('leaves a page in a frame alone', async () => {
    const context = await site.browser.newContext();
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    await page.route(/\/frame\.html$/, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><iframe src="${site.url}" width="600"></iframe>`,
      }),
    );
    await page.goto(new URL('frame.html', site.url).href);
    const frame = page.frameLocator('iframe');
    await frame.locator('[data-build=single]').waitFor({ state: 'attached' });
    await frame.locator('offline-panel [data-state=starting]').waitFor({ state: 'attached' });
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
    await context.close();
  });
});

describe('in other browsers, on a host that sends no headers', () => {
  it('Firefox has threads after one reload, and changes versions while they sleep', { timeout: 120_000 }, async () => {
    const next = await siteVersion('second');
    const server = await serve({ folder: join(root, 'dist'), plain: true });
    const browser = await launchFirefox();
    try {
      const page = await browser.newPage();
      await page.setViewport({ width: 1280, height: 860 });
      await page.goto(server.url);
      // This driver may never answer while a page is being left.
      const late = () => new Promise((resolve) => setTimeout(resolve, 3_000, false));
      const hand = {
        evaluate: (expression: string) => Promise.race([page.evaluate(expression).catch(() => false), late()]),
        click: (x: number, y: number) => page.mouse.click(x, y),
      };
      await expect.poll(() => hand.evaluate('crossOriginIsolated'), POLL).toBe(true);
      await waitFor(hand, '[data-build=threads]');
      await waitFor(hand, 'offline-panel [data-state=kept]', 60);
      server.show(next.folder);
      await page.evaluate('navigator.serviceWorker.getRegistration().then((found) => found.update()).then(() => true)');
      await waitFor(hand, '.offline-news', 60);
      await clickOn(hand, '.offline-news');
      await clickOn(hand, '.offline-notice button.primary');
      await waitFor(hand, '[data-version=second]');
      server.show(null);
      await page.reload();
      await waitFor(hand, '[data-version=second] [data-build=threads]');
      await playSomeTurns(hand);
    } finally {
      await browser.close();
      await server.close();
      next.remove();
    }
  });

  it.skipIf(!hasWebKit())('WebKit plays in one thread, and offline', { timeout: 90_000 }, async () => {
    const server = await serve({ folder: join(root, 'dist'), plain: true });
    const browser = await launchWebKit();
    try {
      await browser.goto(server.url);
      await waitFor(browser, '[data-build=single]');
      await waitFor(browser, 'offline-panel [data-state=kept]', 60);
      await server.close();
      await browser.goto(server.url);
      await waitFor(browser, '[data-build=single]');
      await playSomeTurns(browser);
    } finally {
      await browser.close();
      await server.close();
    }
  });
});
