import { text } from 'node:stream/consumers';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { violationsInBoth } from './axe.ts';
import { move, playButton, resign, sense, showOpponents, startGame, waitForPhase } from './game-page.ts';
import { openSite } from './harness.mjs';
import { openPanel, openTab, REPLAY_TABS } from './replay-tabs.ts';

let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.check());
afterAll(() => site.close());

const WIDE = { width: 1280, height: 860 };
const NARROW = { width: 390, height: 844 };

/** Checks screens in both windows and schemes, and collects the faults of each. They are walked through in a wide window. */
function inspector(page: Page): { look: (screen: string) => Promise<void>; found: Record<string, string[]> } {
  const found: Record<string, string[]> = {};
  const look = async (screen: string): Promise<void> => {
    for (const size of [NARROW, WIDE]) {
      await page.setViewportSize(size);
      const at = `${screen}, ${size.width} px`;
      const here = await violationsInBoth(page);
      if (here.length > 0) found[at] = here;
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${at} fits`).toBe(true);
    }
  };
  return { look, found };
}

describe('in both windows and both schemes', () => {
  // With reduced motion, contrast can be measured without waiting.
  const context: BrowserContextOptions = { colorScheme: 'light', reducedMotion: 'reduce', viewport: WIDE };

  it('every screen of a game passes axe', async () => {
    const page = await site.open('', context);
    const { look, found } = inspector(page);
    await page.locator('demo-turn rbc-board piece').first().waitFor();
    await look('start');
    await showOpponents(page);
    await look('new game');
    await page.getByRole('button', { name: 'About', exact: true }).click();
    await look('about');
    await page.getByRole('button', { name: 'Measure speed' }).click();
    await page.getByRole('button', { name: 'Measure again' }).waitFor();
    await look('about, measured');
    await page.getByRole('button', { name: 'Close' }).click();
    await startGame(page, { assistance: 'hints', clock: 'standard' });
    await waitForPhase(page, 'sense');
    await page.getByText('Nothing left to learn').waitFor();
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
    await page.locator('.top nav').getByRole('link', { name: 'Analyse' }).click();
    await look('records');
    expect(found).toEqual({});
    await page.context().close();
  });

  it('handing over, questions and records pass axe', async () => {
    const page = await site.open('', context);
    const { look, found } = inspector(page);
    await startGame(page, { opponent: 'people', clock: 'standard' });
    await page.locator('.handover').waitFor();
    await look('hand-over');
    await page.getByRole('button', { name: 'I am White: show my board' }).click();
    await sense(page, 'e7');
    await move(page, 'e2d3');
    await look('result before the hand-over');
    await page.getByRole('button', { name: 'Leave for now' }).click();
    await playButton(page).click();
    await page.getByRole('dialog').waitFor();
    await look('unfinished game');
    await page.getByRole('button', { name: 'Continue', exact: true }).last().click();
    await page.getByRole('button', { name: /show my board/ }).click();
    await resign(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the record' }).click(),
    ]);
    const record = JSON.stringify(JSON.parse(await text(await download.createReadStream())));

    await page.locator('.top nav').getByRole('link', { name: 'Analyse' }).click();
    const open = (lines: string[]): Promise<void> =>
      page.locator('analyse-page .open-files').setInputFiles({
        name: 'games.jsonl',
        mimeType: 'application/octet-stream',
        buffer: Buffer.from(lines.join('\n')),
      });
    await open([record, 'no game', record]);
    await page.locator('.games tbody tr').nth(1).waitFor();
    await page.locator('.bad-lines summary').click();
    await look('list of games');
    await page.getByRole('button', { name: 'Open game 2' }).click();
    await openTab(page.locator('analyse-page'), 'moves');
    await page.locator('analyse-page .sizes[aria-busy=false]').waitFor();
    await look('record');
    for (const perspective of ['black', 'both']) {
      await page.locator(`analyse-page [data-perspective=${perspective}].segment`).click();
      await page.locator('analyse-page .replay-board:not(.waiting) .phantom.likely').first().waitFor();
      await look(`record, ${perspective}`);
    }
    // A what-if, its tree, and every tab.
    const replay = page.locator('analyse-page replay-view');
    const analyse = page.locator('analyse-page');
    await openPanel(analyse, 'whatIf');
    await replay.getByRole('button', { name: 'Try another sense' }).click();
    await look('choosing another sense');
    await replay.locator('input[name=instead]').fill('b7');
    await replay.locator('input[name=instead]').press('Enter');
    await replay.locator('.what-if-banner').waitFor();
    await openPanel(analyse, 'view');
    await replay.getByRole('combobox', { name: 'Overlay' }).selectOption('any');
    const filled: Record<string, string> = { best: '.move-rows tbody tr', senses: 'sense-panel p' };
    for (const tab of REPLAY_TABS) {
      // Notes are the game's, not those of what was tried.
      if (tab === 'notes') continue;
      await openTab(analyse, tab);
      if (filled[tab]) await replay.locator(filled[tab]).first().waitFor();
      await look(`tab ${tab}`);
    }
    await open(['no game']);
    await page.locator('.record-problem').waitFor();
    await look('bad file');
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

/** Starts recording what moves in each frame: CSS animations and transitions, and pieces that chessground moves. */
async function watchMotion(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const moved = new Set<string>();
    Object.assign(window, { moved });
    const look = (): void => {
      for (const animation of document.getAnimations()) {
        const { effect } = animation;
        const { duration, iterations } = effect?.getComputedTiming() ?? {};
        const target = (effect as KeyframeEffect | null)?.target;
        const name = `${target?.tagName} ${target?.className} ${(animation as CSSTransition).transitionProperty ?? ''}`;
        if (Number(duration) > 1 || iterations !== 1) moved.add(name);
      }
      for (const piece of document.querySelectorAll('piece.anim')) moved.add(`piece ${piece.className}`);
      requestAnimationFrame(look);
    };
    look();
  });
  return () => page.evaluate(() => [...(window as unknown as { moved: Set<string> }).moved]);
}

it('moves nothing for those who wish for less motion', async () => {
  /** A turn, its reply, a replay's steps, and a toast: everything that moves normally. */
  const moved = async (reducedMotion: 'reduce' | 'no-preference'): Promise<string[]> => {
    const page = await site.open('', { reducedMotion });
    const moved = await watchMotion(page);
    await startGame(page, { assistance: 'hints' });
    await sense(page, 'e7');
    await move(page, 'e2e4');
    await waitForPhase(page, 'sense');
    await resign(page);
    await page.locator('replay-view [data-panel]').first().waitFor();
    for (const key of ['Home', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    await page.locator('replay-view [data-perspective=white].segment').click();
    await page.locator('.replay-board[aria-busy=false] .phantom').first().waitFor();
    for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    for (const tab of ['belief', 'moves']) await openTab(page.locator('body'), tab);
    await page.locator('.sizes[aria-busy=false]').waitFor();
    const found = await moved();
    await page.context().close();
    return found;
  };
  const [less, as] = await Promise.all([moved('reduce'), moved('no-preference')]);
  expect(less).toEqual([]);
  // The recorder would notice it.
  expect(as.some((name) => name.startsWith('piece'))).toBe(true);
  expect(as.some((name) => name.includes('background-color'))).toBe(true);
});

it('keeps boards and choices in the colours of a contrast theme', async () => {
  const page = await site.open('', { forcedColors: 'active' });
  await startGame(page);
  await waitForPhase(page, 'sense');
  const color = (selector: string): Promise<string> =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await color('.square.dark')).not.toBe(await color('.square.light'));
  await resign(page);
  await page.locator('replay-view [data-panel]').first().waitFor();
  expect(await color('replay-view .segment[aria-pressed=true]')).not.toBe(
    await color('replay-view .segment[aria-pressed=false]'),
  );
  await page.context().close();
});
