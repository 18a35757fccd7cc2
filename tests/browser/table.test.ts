/** The page of a game: how large the board is, that it stays where it is, its tabs, what newcomers are told, and turns taken back. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { announcements, clickSquare, labelOf, move, sense, startGame, waitForPhase } from './game-page.ts';
import { openSite } from './harness.mjs';
import { drawn } from './layout.ts';

let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.check());
afterAll(() => site.close());

const phone = { hasTouch: true, isMobile: true };
const tip = (page: Page) => page.locator('.tip');
const how = (page: Page) => page.locator('.banner-how');

/** Where something is in the window. */
async function box(page: Page, selector: string) {
  const found = await page.locator(selector).boundingBox();
  if (!found) throw new Error(`${selector} is not on the screen`);
  return { ...found, right: found.x + found.width, bottom: found.y + found.height };
}

describe('the board', () => {
  it.each([
    { width: 1280, height: 800, least: 700 },
    { width: 1920, height: 1080, least: 980 },
    { width: 1024, height: 768, least: 600 },
  ])('is as high as a window of $width × $height, with everything else beside it', async ({ least, ...viewport }) => {
    const page = await site.open('', { viewport });
    await startGame(page, { assistance: 'hints' });
    const board = await box(page, 'rbc-board');
    expect(board.height).toBeGreaterThanOrEqual(least);
    expect(board.bottom).toBeLessThanOrEqual(viewport.height);
    for (const beside of ['.banner', '.game-tabs', '.game-bar', '.typed']) {
      const { x, bottom } = await box(page, beside);
      expect(x, beside).toBeGreaterThan(board.right);
      expect(bottom, beside).toBeLessThanOrEqual(viewport.height);
    }
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(viewport.height);
    await page.context().close();
  });

  it('fills a phone, with its bar below it, and stands beside them where the phone lies on its side', async () => {
    const page = await site.open('', { ...phone, viewport: { width: 390, height: 844 } });
    await startGame(page, { assistance: 'tracking' });
    const upright = await box(page, 'rbc-board');
    expect(upright.width).toBeGreaterThan(382);
    const bar = await box(page, '.game-bar');
    expect(bar.y).toBeGreaterThanOrEqual(upright.bottom);
    // What is told and what can be opened is in sight as well.
    for (const part of ['.banner', '.tip', '.tab-list']) {
      const { y, bottom } = await box(page, part);
      expect(y, part).toBeGreaterThanOrEqual(0);
      expect(bottom, part).toBeLessThanOrEqual(844);
    }
    // Typing is there for whoever wants it.
    expect(await page.locator('#typed').isVisible()).toBe(false);
    await page.getByText('Type a square or a move').tap();
    await page.locator('#typed').fill('e7');
    await page.keyboard.press('Enter');
    await waitForPhase(page, 'move');
    await page.context().close();

    const lying = await site.open('', { ...phone, viewport: { width: 844, height: 390 } });
    await startGame(lying, { assistance: 'tracking' });
    const whole = await box(lying, 'rbc-board');
    expect(whole.height).toBeGreaterThan(320);
    expect([whole.y >= 0, whole.bottom <= 390]).toEqual([true, true]);
    for (const beside of ['.banner', '.game-bar']) {
      const { x, bottom } = await box(lying, beside);
      expect(x, beside).toBeGreaterThan(whole.right);
      expect(bottom, beside).toBeLessThanOrEqual(390);
    }
    await lying.context().close();
  });

  it.each([
    { name: 'a phone', options: { ...phone, viewport: { width: 390, height: 844 } } },
    { name: 'a large window', options: { viewport: { width: 1280, height: 800 } } },
  ])('stays where it is over the turns on $name, and nothing jumps', async ({ options }) => {
    const page = await site.open('', options);
    await startGame(page, { assistance: 'hints' });
    await waitForPhase(page, 'sense');
    await page.evaluate(() => {
      const shifts: number[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
          if (!entry.hadRecentInput) shifts.push(entry.value);
      }).observe({ type: 'layout-shift' });
    });
    const places = new Set<string>();
    const note = async () => places.add(JSON.stringify(await box(page, 'rbc-board')));
    await note();
    for (const [square, uci] of [
      ['e7', 'e2e4'],
      ['d6', 'g1f3'],
      ['e5', 'f1c4'],
    ] as const) {
      await sense(page, square);
      await note();
      await move(page, uci);
      await note();
      await waitForPhase(page, 'sense');
      await page.locator('.senses[aria-busy=false]').waitFor();
      await note();
    }
    await page.getByRole('button', { name: 'Markers' }).click();
    await note();
    await page.getByRole('button', { name: 'Done' }).click();
    expect([...places]).toHaveLength(1);
    const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts);
    expect(shifts.reduce((sum, one) => sum + one, 0)).toBeLessThan(0.05);
    await page.context().close();
  });
});

it('tabs are chosen by keys, and remembered', async () => {
  const page = await site.open();
  await startGame(page, { assistance: 'hints' });
  await waitForPhase(page, 'sense');
  const tabs = page.getByRole('tablist', { name: 'What you know' }).getByRole('tab');
  const selected = () => page.getByRole('tab', { selected: true }).textContent();
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
  expect((await tabs.allTextContents()).map((text) => text.trim())).toEqual([
    'Moves',
    'Belief',
    'Senses',
    'Best moves',
    'More',
  ]);
  expect((await selected())?.trim()).toBe('Senses');
  await page.getByRole('tab', { name: 'Senses' }).focus();
  for (const [key, name] of [
    ['ArrowRight', 'Best moves'],
    ['ArrowRight', 'More'],
    ['ArrowRight', 'Moves'],
    ['ArrowLeft', 'More'],
    ['Home', 'Moves'],
    ['End', 'More'],
    ['Home', 'Moves'],
    ['ArrowRight', 'Belief'],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(focused).toBe(name);
    expect((await selected())?.trim()).toBe(name);
    const panel = page.getByRole('tabpanel', { name });
    expect(await panel.isVisible()).toBe(true);
  }
  // One stop of the keyboard, then the panel.
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('tabpanel');
  await page.reload();
  await waitForPhase(page, 'sense');
  expect((await selected())?.trim()).toBe('Belief');
  // The hints of a phase give way to those of the next, only where they are open.
  await sense(page, 'e7');
  expect((await selected())?.trim()).toBe('Belief');
  await page.getByRole('tab', { name: 'Senses' }).click();
  await move(page, 'e2e4');
  await sense(page, 'd6');
  await expect.poll(async () => (await selected())?.trim()).toBe('Best moves');
  await page.locator('.move-rows tbody tr').first().waitFor();
  await page.context().close();
});

describe('a newcomer', () => {
  it('is told what to do until it was done twice, and has tips in the first game, also aloud', async () => {
    const page = await site.open();
    await startGame(page);
    await waitForPhase(page, 'sense');
    expect(await how(page).textContent()).toBe('Click a square to see the 3×3 around it.');
    // It stands above what was told.
    const lines = await page.locator('.banner-text p').allTextContents();
    expect(lines.map((line) => line.trim())).toEqual(['Click a square to see the 3×3 around it.', 'The game begins.']);
    expect(await tip(page).getAttribute('data-tip')).toBe('sense');
    await expect.poll(() => announcements(page)).toContainEqual(expect.stringMatching(/^Tip: You know this board/));
    await tip(page).getByRole('button', { name: 'Got it' }).click();
    expect(await tip(page).textContent()).toContain('The next tip comes with the next step.');
    await sense(page, 'e7');
    expect(await how(page).textContent()).toContain('Drag a piece');
    expect(await tip(page).getAttribute('data-tip')).toBe('move');
    await move(page, 'e2e4');
    await waitForPhase(page, 'sense');
    // The result passes quickly: its tip stays, and so does it, above what was told.
    expect(await page.locator('.banner-text').textContent()).toContain('Moved e2–e4. Your opponent captured nothing.');
    expect(await tip(page).getAttribute('data-tip')).toBe('result');
    await tip(page).getByRole('button', { name: 'Got it' }).click();
    expect(await tip(page).getAttribute('data-tip')).toBe('told');
    await sense(page, 'd6');
    await move(page, 'g1f3');
    await waitForPhase(page, 'sense');
    expect(await how(page).count()).toBe(0);
    expect(await tip(page).getAttribute('data-tip')).toBe('told');
    await tip(page).getByRole('button', { name: 'Got it' }).click();
    // What was read is not told again, nor after a reload.
    await page.reload();
    await waitForPhase(page, 'sense');
    expect(await tip(page).getAttribute('data-tip')).toBe('');
    await sense(page, 'd5');
    expect(await how(page).count()).toBe(0);
    expect(await tip(page).getAttribute('data-tip')).toBe('move');
    await tip(page).getByRole('button', { name: 'Got it' }).click();
    expect(await tip(page).count()).toBe(0);
    await page.context().close();
  });

  it('can skip the tips for good', async () => {
    const page = await site.open('', { ...phone, viewport: { width: 390, height: 844 } });
    await startGame(page);
    await waitForPhase(page, 'sense');
    expect(await how(page).textContent()).toBe('Tap a square to see the 3×3 around it.');
    await tip(page).getByRole('button', { name: 'Skip the tips' }).tap();
    expect(await tip(page).count()).toBe(0);
    // The keyboard is not lost with the button.
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('gridcell');
    await page.getByRole('button', { name: 'Leave for now' }).tap();
    await page.getByRole('button', { name: 'Discard' }).tap();
    await page.locator('.resume').waitFor({ state: 'detached' });
    await page.reload();
    await startGame(page);
    await waitForPhase(page, 'sense');
    expect(await tip(page).count()).toBe(0);
    await page.context().close();
  });
});

describe('a turn', () => {
  it('is taken back, by button or keys, and played again', async () => {
    const page = await site.open();
    await startGame(page, { opponent: 'random' });
    await waitForPhase(page, 'sense');
    const takeBack = page.getByRole('button', { name: 'Take back' });
    expect(await takeBack.getAttribute('aria-disabled')).toBe('true');
    await sense(page, 'e7');
    await move(page, 'e2e4');
    await sense(page, 'd6');
    expect(await page.locator('.log tbody tr').count()).toBe(2);
    await takeBack.click();
    await waitForPhase(page, 'sense');
    await page.locator('.banner').getByText('Turn 2 taken back. Sense again.').waitFor();
    expect((await announcements(page)).join(' ')).toContain('Turn 2 taken back. Sense again.');
    expect(await labelOf(page, 'e4')).toContain('your pawn');
    // The turn before it, too; the field keeps its own undoing.
    await page.locator('#typed').focus();
    await page.keyboard.press('Control+z');
    expect(await labelOf(page, 'e4')).toContain('your pawn');
    await page.locator('[data-square=e4]').focus();
    await page.keyboard.press('Control+z');
    await page.locator('.banner').getByText('Turn 1 taken back. Sense again.').waitFor();
    expect(await labelOf(page, 'e2')).toContain('your pawn');
    await expect.poll(() => takeBack.getAttribute('aria-disabled')).toBe('true');
    // It is kept like that, and goes on from there.
    await page.reload();
    await sense(page, 'b7');
    await move(page, 'd2d4');
    await waitForPhase(page, 'sense');
    expect(await page.locator('.log tbody').textContent()).toMatch(/b7\s*d2–d4/);
    await page.context().close();
  });

  it('is taken back after a question where that costs the rating, once', async () => {
    const page = await site.open();
    await startGame(page, { opponent: 'level-2' });
    await sense(page, 'e7');
    const dialog = page.getByRole('dialog', { name: 'Take back' });
    const takeBack = page.locator('.game-bar').getByRole('button', { name: 'Take back' });
    await takeBack.click();
    await dialog.getByText('This game will no longer count towards your rating.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.locator('.game').getAttribute('data-phase')).toBe('move');
    await page.locator('[data-square=e4]').focus();
    await page.keyboard.press('Control+z');
    await dialog.getByRole('button', { name: 'Take back' }).click();
    await waitForPhase(page, 'sense');
    await sense(page, 'd7');
    await takeBack.click();
    await waitForPhase(page, 'sense');
    expect(await dialog.count()).toBe(0);
    await page.context().close();
  });

  it('stays played with a clock, and between two people', async () => {
    const page = await site.open();
    await startGame(page, { clock: 'standard' });
    await sense(page, 'e7');
    const takeBack = page.getByRole('button', { name: 'Take back' });
    expect(await takeBack.count()).toBe(0);
    await page.keyboard.press('Control+z');
    await drawn(page);
    expect(await page.locator('.game').getAttribute('data-phase')).toBe('move');
    await page.getByRole('button', { name: 'Leave for now' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.locator('.resume').waitFor({ state: 'detached' });
    await startGame(page, { opponent: 'people' });
    await page.getByRole('button', { name: 'I am White: show my board' }).click();
    await clickSquare(page, 'e7');
    await waitForPhase(page, 'move');
    expect(await takeBack.count()).toBe(0);
    await page.context().close();
  });
});
