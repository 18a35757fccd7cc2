import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LINK } from './embed-host.ts';
import { choose, resign, startGame, waitForPhase } from './game-page.ts';
import { gameRecord } from './game-record.ts';
import { openSite } from './harness.mjs';
import { drawn, misfits } from './layout.ts';
import { openPanel, openTab, REPLAY_TABS } from './replay-tabs.ts';

let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.check());
afterAll(() => site.close());

const phone = { isMobile: true, hasTouch: true };
const SCREENS = [
  {
    name: 'phones',
    context: phone,
    sizes: [
      { width: 320, height: 568 },
      { width: 740, height: 360 },
      { width: 640, height: 360 },
    ],
  },
  {
    // With a scroll bar beside the page; the last two are 1280 × 1024 at 200 % and at 400 %.
    name: 'windows and zoomed pages',
    context: { deviceScaleFactor: 2 },
    sizes: [
      { width: 360, height: 640 },
      { width: 640, height: 512 },
      { width: 320, height: 256 },
    ],
  },
];

describe.each(SCREENS)('on $name', ({ context, sizes }) => {
  const [first] = sizes;
  const options: BrowserContextOptions = { ...context, viewport: first, reducedMotion: 'reduce' };

  /** Checks a screen in each size; the whole board is visible, unless the page is zoomed beyond it. */
  async function look(page: Page, where: string, board = ''): Promise<void> {
    for (const size of sizes) {
      await page.setViewportSize(size);
      await drawn(page);
      const at = `${where}, ${size.width} × ${size.height}`;
      expect(await misfits(page), at).toEqual([]);
      if (!board) continue;
      const height = await page.locator(board).evaluate((one) => one.getBoundingClientRect().height);
      expect(height, `height of the board: ${at}`).toBeLessThanOrEqual(size.height);
      expect(height, `height of the board: ${at}`).toBeGreaterThan(239);
    }
    await page.setViewportSize(first as { width: number; height: number });
  }

  it('fits a game', async () => {
    const page = await site.open('', options);
    await look(page, 'the start');
    await page.getByRole('button', { name: 'How it works' }).click();
    await look(page, 'how it works');
    await page.getByRole('button', { name: 'Skip', exact: true }).click();
    await choose(page, { opponent: 'hsuc', clock: 'own' });
    await look(page, 'the form');
    await startGame(page, { assistance: 'hints', clock: 'standard' });
    await waitForPhase(page, 'sense');
    await page.locator('.senses[aria-busy=false] .best-sense').waitFor();
    await look(page, 'sense', 'play-page rbc-board');
    await page.getByRole('button', { name: 'Skip sensing' }).click();
    await waitForPhase(page, 'move');
    await look(page, 'move', 'play-page rbc-board');
    await page.getByRole('tab', { name: 'Belief' }).click();
    await look(page, 'the belief');
    await page.getByRole('tab', { name: 'More' }).click();
    await page.getByText('Text board').click();
    await look(page, 'the text board');
    await page.getByRole('button', { name: 'Markers' }).click();
    await look(page, 'markers', 'play-page rbc-board');
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('tab', { name: 'Senses' }).click();
    await page.getByRole('button', { name: 'Pass' }).click();
    await waitForPhase(page, 'sense');
    await page.locator('.senses[aria-busy=false] .best-sense button').waitFor();
    await look(page, 'the next turn');
    await resign(page);
    await page.locator('replay-view cg-board piece').first().waitFor();
    await look(page, 'the end');
    await page.locator('.top nav').getByRole('link', { name: 'Analyse' }).click();
    await page.getByRole('heading', { name: 'Analyse a game' }).waitFor();
    await look(page, 'the library');
    await page.context().close();
  });

  it('fits an analysis, and the Lab', async () => {
    const page = await site.open('#analyse', options);
    await page.locator('analyse-page input.open-files').setInputFiles({
      name: 'game.json',
      mimeType: 'application/json',
      buffer: Buffer.from(gameRecord),
    });
    const replay = page.locator('analyse-page replay-view');
    await replay.locator('[data-panel]').first().waitFor();
    await replay.getByRole('button', { name: 'Next half-turn' }).click();
    await replay.locator('.segment[data-perspective=black]').click();
    await openPanel(page.locator('analyse-page'), 'view');
    await replay.getByRole('combobox', { name: 'Overlay' }).selectOption('any');
    await replay.locator('.square.heat').first().waitFor();
    await replay.getByRole('button', { name: 'Draw arrows and marks' }).click();
    const filled: Record<string, string> = { best: '.move-rows tbody tr', senses: '.sense-rows tbody tr' };
    for (const tab of REPLAY_TABS) {
      await openTab(page.locator('analyse-page'), tab);
      if (filled[tab]) await replay.locator(filled[tab]).first().waitFor();
      await look(page, `tab ${tab}`, 'analyse-page .replay-boards rbc-board');
    }
    await replay.locator('.segment[data-perspective=both]').click();
    await look(page, 'side by side');
    await replay.getByRole('button', { name: 'Share' }).click();
    await page.locator('share-dialog img').waitFor();
    await page.locator('share-dialog .embed-code > summary').click();
    await look(page, 'sharing');
    await page.keyboard.press('Escape');

    await page.evaluate(() => {
      location.hash = '#lab?experiment=players&players=attacker,random&games=2&nodes=20&seed=1';
    });
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.locator('.lab-run[data-state=done]').waitFor();
    await page.locator('lab-chart figure').waitFor();
    for (const summary of await page.locator('lab-page summary').all()) await summary.click();
    await look(page, 'the Lab');
    await page.context().close();
  });
});

it.each(['de', 'fr', 'es', 'pt-BR', 'ar'])(
  'no word of the header and of the bar is cut off on a phone: %s',
  async (locale) => {
    const page = await site.open('', {
      ...phone,
      locale,
      viewport: { width: 390, height: 844 },
      reducedMotion: 'reduce',
    });
    await page.locator('.play-now').click();
    await waitForPhase(page, 'sense');
    await page.locator('.game-bar button').first().waitFor();
    await drawn(page);
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('.top nav, .game-bar > button span')]
        // Words that give way to icons are there for screen readers.
        .filter((words) => words.scrollWidth > words.clientWidth && words.clientWidth > 1)
        .map((words) => words.textContent),
    );
    expect(cut).toEqual([]);
    await page.context().close();
  },
);

it('the demonstration’s caption has the same height in each step', async () => {
  const page = await site.open('', { ...phone, locale: 'de', viewport: { width: 390, height: 844 } });
  const heights = new Set<number>();
  const steps = new Set<string>();
  await page.locator('demo-turn .demo-lines').waitFor();
  await expect
    .poll(
      async () => {
        const { step, height } = await page.evaluate(() => ({
          step: document.querySelector('.demo')?.getAttribute('data-step') ?? '',
          height: document.querySelector('.demo-lines')?.getBoundingClientRect().height ?? 0,
        }));
        steps.add(step);
        heights.add(height);
        return steps.size;
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThan(3);
  expect(heights.size).toBe(1);
  await page.context().close();
});

it.each([
  { width: 390, height: 844 },
  { width: 844, height: 390 },
])('a problem of a lesson has its whole board above the way on, at $width × $height', async (viewport) => {
  const page = await site.open('#learn/safe-attacks/6', { ...phone, viewport });
  const game = page.locator('outpost-game:not([hidden])');
  await game.locator('.board[data-mode=move]').waitFor();
  await drawn(page);
  const board = await game.locator('rbc-board').boundingBox();
  const bar = await page.locator('outpost-lesson .lesson-controls').boundingBox();
  if (!board || !bar) throw new Error('not on the screen');
  expect(board.y + board.height).toBeLessThanOrEqual(bar.y);
  expect(bar.y + bar.height).toBeLessThanOrEqual(viewport.height);
  expect(await misfits(page)).toEqual([]);
  await page.context().close();
});

it('a game is analysed with a finger', async () => {
  const page = await site.open(`#${LINK}`, { ...phone, viewport: { width: 390, height: 844 } });
  const replay = page.locator('analyse-page replay-view');
  await replay.locator('[data-panel]').first().waitFor();
  await replay.getByRole('button', { name: 'To the start' }).tap();
  for (let i = 0; i < 2; i++) await replay.getByRole('button', { name: 'Next half-turn' }).tap();
  expect(await replay.locator('.step h2').textContent()).toContain('Turn 2, White begins');
  await replay.locator('[data-perspective=white].segment').tap();
  await replay.locator('.replay-board[aria-busy=false] .phantom.likely').first().waitFor();
  const square = async (name: string): Promise<void> => {
    const field = replay.locator(`.replay-boards [data-square=${name}]`);
    await field.scrollIntoViewIfNeeded();
    const box = await field.boundingBox();
    if (!box) throw new Error(`${name} is not on the screen`);
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  };
  // A tapped square shows its numbers.
  await openPanel(page.locator('analyse-page'), 'view');
  await square('e7');
  expect(await replay.locator('.readout').textContent()).toMatch(/^e7: pawn [\d.]+%/);
  // An arrow by two taps.
  await replay.getByRole('button', { name: 'Draw arrows and marks' }).tap();
  await square('g1');
  await square('f3');
  expect(await replay.locator('.shape').count()).toBe(1);
  await replay.getByRole('button', { name: 'Stop drawing' }).tap();
  // Another sense.
  await openPanel(page.locator('analyse-page'), 'whatIf');
  await replay.getByRole('button', { name: 'Try another sense' }).tap();
  await replay.locator('rbc-board[data-chooses]').scrollIntoViewIfNeeded();
  await square('b7');
  await replay.locator('.what-if-banner').waitFor();
  await replay.getByRole('button', { name: 'Share' }).tap();
  await page.locator('share-dialog .copy-link:not([disabled])').waitFor();
  await page.context().close();
});

describe.each([
  ['letters', 'W'.repeat(200)],
  ['emoji', '👩‍👩‍👧‍👦'.repeat(25)],
])('names of 200 %s', (_, long) => {
  const options: BrowserContextOptions = { ...phone, viewport: { width: 390, height: 844 } };
  const recordOf = (name: string): string =>
    JSON.stringify({ ...JSON.parse(gameRecord), white_name: name, black_name: name });

  /** Where boards begin on the page. */
  const topOf = (page: Page, board: string): Promise<number> =>
    page
      .locator(board)
      .first()
      .evaluate((element) => element.getBoundingClientRect().top + scrollY);

  it('leave the board of an analysis where it is, and fit into the library, lists and sharing', async () => {
    const page = await site.open('#analyse', options);
    const files = page.locator('analyse-page input.open-files');
    const tops: number[] = [];
    for (const name of ['Zoë', long]) {
      await files.setInputFiles({
        name: `${name.slice(0, 60)}.json`,
        mimeType: 'application/json',
        buffer: Buffer.from(recordOf(name)),
      });
      await page.locator('analyse-page .versus bdi').filter({ hasText: name }).first().waitFor();
      await page.locator('analyse-page replay-view [data-panel]').first().waitFor();
      tops.push(await topOf(page, 'analyse-page rbc-board'));
      if (name === long) expect(await misfits(page), 'the replay').toEqual([]);
      if (name !== long) await page.locator('analyse-page .leave').click();
    }
    // Each name has a line of its own at most.
    expect((tops[1] as number) - (tops[0] as number)).toBeLessThan(45);
    await page.getByRole('button', { name: 'Add to library' }).click();
    await page.getByRole('button', { name: 'Share' }).click();
    await page.locator('share-dialog img').waitFor();
    expect(await misfits(page), 'sharing').toEqual([]);
    await page.keyboard.press('Escape');
    await page.locator('analyse-page .leave').click();
    await page.locator('.kept-games tbody tr').first().waitFor();
    expect(await misfits(page), 'the library').toEqual([]);
    await files.setInputFiles({
      name: `${long.slice(0, 60)}.jsonl`,
      mimeType: 'application/json',
      buffer: Buffer.from(`${recordOf(long)}\n${recordOf('Zoë')}\n`),
    });
    await page.locator('.games:not(.kept-games) tbody tr').first().waitFor();
    expect(await misfits(page), 'the list').toEqual([]);
    await page.context().close();
  });

  it('leave the board of an embed where it is', async () => {
    const page = await site.open('embed.html?element=replay', options);
    const tops: number[] = [];
    for (const name of ['Zoë', long]) {
      await page
        .locator('outpost-replay')
        .evaluate((element, text) => element.setAttribute('record', text), recordOf(name));
      await page.locator('outpost-replay .embed-names bdi').filter({ hasText: name }).first().waitFor();
      await page.locator('outpost-replay .board-pieces piece').first().waitFor();
      tops.push(await topOf(page, 'outpost-replay rbc-board'));
      expect(await misfits(page), name.slice(0, 9)).toEqual([]);
    }
    expect((tops[1] as number) - (tops[0] as number)).toBeLessThan(45);
    await page.context().close();
  });
});
