import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openSite } from './harness.mjs';

/** The three ways a visitor can meet the site: a host with our headers, one without, and one below a path. */
const hosts = [
  { name: 'with the isolation headers', options: {}, build: 'threads' },
  { name: 'without them', options: { isolated: false }, build: 'single' },
  { name: 'under a sub-path', options: { base: '/some/path/' }, build: 'threads' },
] as const;

for (const host of hosts) {
  describe(`the production build ${host.name}`, () => {
    let site: Awaited<ReturnType<typeof openSite>>;
    beforeAll(async () => {
      site = await openSite(host.options);
    });
    afterEach(() => site.check());
    afterAll(() => site.close());

    it(`runs the ${host.build} build`, async () => {
      const page = await site.open();
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(host.build === 'threads');
      await page.locator(`[data-build=${host.build}]`).waitFor({ state: 'attached' });
    });
  });
}
