import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openSite } from './harness.mjs';

/** In the whole Chromium. The three kinds of hosts: with our headers, without them, and below a path. */
const hosts = [
  { name: 'with the isolation headers', options: {}, build: 'threads' },
  { name: 'without them', options: { isolated: false }, build: 'single' },
  { name: 'under a sub-path', options: { base: '/some/path/' }, build: 'threads' },
] as const;

for (const host of hosts) {
  describe(`the production build ${host.name}`, () => {
    let site: Awaited<ReturnType<typeof openSite>>;
    beforeAll(async () => {
      site = await openSite({ ...host.options, whole: true });
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

it('measures the engine when asked, and stops when asked', async () => {
  const site = await openSite({ whole: true });
  const page = await site.open();
  await page.getByRole('button', { name: 'About' }).click();
  await page.getByRole('button', { name: 'Measure speed' }).press('Enter');
  await page.getByRole('progressbar', { name: 'Measuring…' }).waitFor();
  await page.keyboard.press('Enter');
  const status = page.locator('speed-panel [role=status]');
  await status.getByText('Cancelled.').waitFor();
  await page.keyboard.press('Enter');
  await status.getByText(/^Measured: .* boards per second\.$/).waitFor();
  const facts = await page.locator('speed-panel dl').textContent();
  for (const sets of ['3,060', '28,564', '232,240']) expect(facts).toContain(`${sets} boards`);
  // Closing the dialog stops it, too.
  await page.keyboard.press('Enter');
  await page.getByRole('progressbar', { name: 'Measuring…' }).waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'About' }).click();
  await status.getByText('Cancelled.').waitFor();
  await site.close();
});
