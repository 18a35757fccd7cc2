// Opens a page of a test project and waits for what it found.
import { launchChromium } from '../../scripts/lib/chromium.mjs';

/** What use.js finds everywhere; `why` depends on the page. */
export const expected = (isolated) => ({
  boards: 21,
  toMove: 'white',
  build: isolated ? 'threads' : 'single',
  threads: isolated,
  why: isolated ? 'threads' : 'not-isolated',
});

/** With these a page has threads. */
export const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** A browser that opens pages; every error of one rejects. */
export async function visitor() {
  const browser = await launchChromium();
  return {
    /** Opens a page and has `found` wait for something in it; by default for the result of page.js. */
    async visit(url, found = resultOf) {
      const page = await browser.newPage();
      const problems = [];
      page.on('pageerror', (error) => problems.push(error.stack ?? error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(`${message.text()} (${message.location().url})`);
      });
      try {
        await page.goto(url);
        const result = await found(page);
        if (problems.length > 0) throw new Error('the page had errors');
        return result;
      } catch (error) {
        throw new Error(`${url}: ${error.message}\n${problems.join('\n')}`, { cause: error });
      } finally {
        await page.close();
      }
    },
    close: () => browser.close(),
  };
}

async function resultOf(page) {
  const body = page.locator('body[data-result]');
  await body.waitFor({ state: 'attached', timeout: 60_000 });
  return JSON.parse(await body.getAttribute('data-result'));
}
