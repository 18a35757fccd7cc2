// The basis of every browser test: the production build on its own port, in a
// real Chromium. Every error of a page fails the test.
import { join } from 'node:path';
import { launchChromium } from '../../scripts/lib/chromium.mjs';
import { root } from '../../scripts/lib/run.mjs';
import { serve } from '../../scripts/lib/static-server.mjs';

/**
 * Serves dist/ and starts a browser. Use it in `beforeAll`, and its `close` in `afterAll`.
 *
 * @param {object} [options]
 * @param {boolean} [options.isolated] with the headers that threads need
 * @param {string} [options.base] path of the site, ending in a slash
 * @param {string} [options.folder] what to serve instead of dist/
 * @param {boolean} [options.plain] without any of our headers
 * @param {boolean} [options.whole] in the whole Chromium, as people have it, rather than in its headless shell
 * @param {import('../../scripts/lib/static-server.mjs').Late} [options.late] a part of the site that is not there yet
 */
export async function openSite({
  isolated = true,
  base = '/',
  folder = join(root, 'dist'),
  plain = false,
  whole = false,
  late,
} = {}) {
  const server = await serve({ folder, isolated, base, plain, late });
  const browser = await launchChromium({ whole });
  /** @type {string[]} */
  const problems = [];
  /** @type {RegExp[]} */
  const allowed = [];

  const note = (/** @type {string} */ problem) => {
    if (!allowed.some((pattern) => pattern.test(problem))) problems.push(problem);
  };

  return {
    url: server.url,
    browser,
    show: server.show,

    /**
     * Opens a page of the site in its own context (storage, cookies). Service workers are blocked unless a test is about
     * them (`serviceWorkers: 'allow'`): other tests inspect requests or replace answers.
     *
     * @param {string} [path] relative to the site
     * @param {import('playwright-core').BrowserContextOptions} [contextOptions]
     */
    async open(path = '', contextOptions = {}) {
      const context = await browser.newContext({ serviceWorkers: 'block', ...contextOptions });
      const page = await context.newPage();
      page.setDefaultTimeout(30_000);
      page.on('pageerror', (error) => note(`error in ${path || 'the page'}: ${error.stack ?? error.message}`));
      // Refusals by the content security policy are among the console's errors.
      page.on('console', (message) => {
        if (message.type() === 'error') note(`console: ${message.text()} (${message.location().url})`);
      });
      page.on('crash', () => note(`${path || 'the page'} crashed`));
      page.on('requestfailed', (request) => {
        const reason = request.failure()?.errorText ?? '';
        // Requests end with their page or worker.
        if (reason !== 'net::ERR_ABORTED') note(`request failed: ${request.url()} ${reason}`);
      });
      await page.goto(new URL(path, server.url).href);
      return page;
    },

    /** Errors that match are expected from here on. */
    allow(/** @type {RegExp} */ pattern) {
      allowed.push(pattern);
    },

    /** Throws if any page had an error since the last time. Use it in `afterEach`. */
    check() {
      const found = problems.splice(0);
      if (found.length > 0) throw new Error(`the page reported errors:\n${found.join('\n')}`);
    },

    async close() {
      await browser.close();
      await server.close();
      this.check();
    },
  };
}
