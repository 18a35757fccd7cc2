import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** All levels of WCAG 2.2 AA, and axe's best practices. */
const ALL = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Waits until every transition has ended: contrast is not measured before. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // The document's animations do not include those in shadow roots.
    const roots = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? [shadowRoot] : []));
    const ending = [document, ...roots]
      .flatMap((root) => root.getAnimations())
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    const ended = Promise.allSettled(ending.map(({ finished }) => finished));
    // Those out of sight may be paused.
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 400))]);
  });
}

/** What axe finds wrong, in words, of everything or by some rules. */
export async function violations(page: Page, rules: readonly string[] = []): Promise<string[]> {
  await settled(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  return page.evaluate(
    async (runOnly) => {
      const { axe } = window as unknown as {
        axe: {
          run: (options: object) => Promise<{
            violations: { id: string; impact: string; nodes: { html: string }[] }[];
          }>;
        };
      };
      const result = await axe.run({ runOnly, resultTypes: ['violations'] });
      return result.violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
    },
    rules.length > 0 ? { type: 'rule', values: [...rules] } : { type: 'tag', values: ALL },
  );
}

/** The same in both colour schemes; in the dark one only what it can change. */
export async function violationsInBoth(page: Page): Promise<string[]> {
  const light = await violations(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await violations(page, ['color-contrast', 'link-in-text-block']);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...light, ...dark.map((violation) => `dark: ${violation}`)];
}
