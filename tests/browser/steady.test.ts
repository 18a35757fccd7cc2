/** Nothing jumps while pages load, nothing lies over what can be pressed, and the first page is light. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { root } from '../../scripts/lib/run.mjs';
import { LESSONS } from '../../web/src/lessons/index.ts';
import { clickSquare, move, sense, waitForPhase } from './game-page.ts';
import { openSite } from './harness.mjs';

let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.check());
afterAll(() => site.close());

/** What Google calls good is 0.1. */
const MOST_SHIFT = 0.05;
/** Bytes in brotli of what is fetched before the engine: 0.4 s on a slow phone's line. */
const MOST_BYTES = 90_000;

/** Sums up what moved by itself, with what it was. */
const watch = (): void => {
  const shifts: string[] = [];
  Object.assign(globalThis, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null }[];
    }[]) {
      if (entry.hadRecentInput) continue;
      const names = entry.sources.map(({ node }) =>
        node instanceof Element ? `${node.localName}.${node.className}` : node?.nodeName,
      );
      shifts.push(`${entry.value.toFixed(4)} ${names.join(', ')}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
};

async function steady(page: Page, what: string): Promise<void> {
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts.splice(0));
  const sum = shifts.reduce((all, shift) => all + Number.parseFloat(shift), 0);
  expect(sum, `${what}: ${shifts.join('; ')}`).toBeLessThan(MOST_SHIFT);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), what).toBeLessThanOrEqual(0);
}

async function started(page: Page): Promise<void> {
  await page.locator('[data-build]').waitFor({ state: 'attached' });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

it.each([
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
])('pages stand still while they load and are used, at $width px', async (viewport) => {
  const page = await site.open('about:blank', { viewport });
  await page.addInitScript(watch);
  const open = async (hash: string): Promise<void> => {
    await page.goto('about:blank');
    await page.goto(`${site.url}${hash}`);
    await started(page);
  };
  await open('');
  await steady(page, 'the start');
  await page.locator('outpost-app .play-now').click();
  await sense(page, 'e7');
  await move(page, 'e2e4');
  await waitForPhase(page, 'sense');
  await steady(page, 'a turn');
  for (const hash of ['#learn', '#train', '#analyse', '#lab', '#settings']) {
    await open(hash);
    await page.locator('main h1:visible').first().waitFor();
    await steady(page, hash);
  }
  // A problem with its answer: the board keeps its place, and the question, the board and the verdict are seen together.
  await open('#learn/safe-attacks/6');
  const game = page.locator('outpost-game:not([hidden])');
  await game.locator('.board[data-mode=move]').waitFor();
  await steady(page, 'a lesson');
  const solution = (await LESSONS['safe-attacks']?.())?.steps[5]?.solution?.[0] as string;
  await game.locator('rbc-board').evaluate((board) => board.scrollIntoView({ block: 'end' }));
  await clickSquare(page, solution.slice(0, 2));
  await page.locator('outpost-game:not([hidden]) cg-board square.selected').waitFor();
  await clickSquare(page, solution.slice(2, 4));
  await game.locator('.verdict').waitFor();
  await page.getByRole('table').waitFor();
  await steady(page, 'a lesson with its answer');
  const seen = await game.evaluate((element) => {
    const inside = element.shadowRoot as ShadowRoot;
    const bar = document.querySelector('outpost-lesson')?.shadowRoot?.querySelector('.lesson-controls') as Element;
    const tops = ['[part=prompt]', '.verdict'].map(
      (selector) => inside.querySelector(selector)?.getBoundingClientRect().top ?? -1,
    );
    return { tops, end: bar.getBoundingClientRect().top, next: bar.getBoundingClientRect().bottom };
  });
  for (const top of seen.tops) {
    expect(top).toBeGreaterThanOrEqual(0);
    expect(top).toBeLessThan(seen.end);
  }
  expect(seen.next).toBeLessThanOrEqual(viewport.height);
  await page.context().close();
});

it('fetches little before the engine', () => {
  const html = readFileSync(join(root, 'dist/index.html'), 'utf8');
  const files = [
    'index.html',
    ...[...html.matchAll(/(?:src|href)="\.\/((?:assets\/|boot)[^"]+)"/g)].map(([, file]) => file as string),
  ];
  expect(files.length).toBeGreaterThan(6);
  const sizes = files.map((file) => {
    const path = join(root, 'dist', file);
    const small = statSync(`${path}.br`, { throwIfNoEntry: false });
    return (small ?? statSync(path)).size;
  });
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_BYTES);
});
