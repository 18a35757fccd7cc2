import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { move, resign, sense, startGame, waitForPhase } from './game-page.ts';
import { openSite } from './harness.mjs';

let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.check());
afterAll(() => site.close());

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong, in words; contrast is measured once every transition has ended. */
async function violations(page: Page): Promise<string[]> {
  await page.waitForTimeout(400);
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: {
        run: (options: object) => Promise<{
          violations: { id: string; impact: string; nodes: { html: string }[] }[];
        }>;
      };
    };
    const result = await axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return result.violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
  });
}

describe.each(['light', 'dark'] as const)('in the %s scheme', (colorScheme) => {
  it.each([
    { name: 'wide', viewport: { width: 1280, height: 860 } },
    { name: 'narrow', viewport: { width: 390, height: 844 } },
  ])('every screen passes axe, $name', { timeout: 120_000 }, async ({ viewport }) => {
    const page = await site.open('', { colorScheme, viewport });
    const found: Record<string, string[]> = {};
    const look = async (screen: string): Promise<void> => {
      const here = await violations(page);
      if (here.length > 0) found[screen] = here;
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${screen} fits`).toBe(
        true,
      );
    };
    await page.locator('input[name=opponent][value=random]').waitFor();
    await look('new game');
    await page.getByRole('button', { name: 'About' }).click();
    await look('about');
    await page.getByRole('button', { name: 'Close' }).click();
    await startGame(page, { assistance: 'hints', clock: 'standard' });
    await waitForPhase(page, 'sense');
    await page.getByText('There is nothing to learn').waitFor();
    await look('sense with nothing to learn');
    await sense(page, 'e7');
    await look('move');
    await move(page, 'e2e4');
    await look('result or after');
    await waitForPhase(page, 'sense');
    await page.locator('.square.heat').first().waitFor();
    await look('sense');
    await resign(page);
    await page.locator('.sizes[aria-busy=false]').waitFor();
    await look('end');
    await page.locator('[data-perspective=white].segment').click();
    await page.locator('.step .small').first().waitFor();
    await look('belief');
    await page.getByRole('link', { name: 'Replay' }).click();
    await look('records');
    expect(found).toEqual({});
    await page.context().close();
  });
});

it('the scheme can be chosen, and is remembered', async () => {
  const page = await site.open('', { colorScheme: 'light' });
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  const button = page.getByRole('button', { name: /Colour scheme/ });
  await button.click();
  await button.click();
  expect(await button.getAttribute('aria-label')).toBe('Colour scheme: Dark');
  const dark = await background();
  expect(dark).not.toBe(light);
  await page.reload();
  expect(await background()).toBe(dark);
  await page.context().close();
});

it('respects a wish for less motion', async () => {
  const page = await site.open('', { reducedMotion: 'reduce' });
  await startGame(page);
  await waitForPhase(page, 'sense');
  const duration = await page
    .locator('.banner')
    .evaluate((banner) => Number.parseFloat(getComputedStyle(banner).transitionDuration));
  expect(duration).toBeLessThan(0.001);
  await page.context().close();
});
