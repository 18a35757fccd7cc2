import type { MoveTable } from 'outpost-rbc';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { choose, clickSquare, move, sense, startGame, waitForPhase } from './game-page.ts';
import { gameRecord } from './game-record.ts';
import { openSite } from './harness.mjs';

let site: Awaited<ReturnType<typeof openSite>>;

beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.check());
afterAll(() => site.close());

const panel = (page: Page) => page.locator('move-panel');
const rows = (page: Page) => panel(page).locator('tbody tr');
const done = (page: Page) => panel(page).locator('.move-panel[aria-busy=false] tbody tr').first().waitFor();
const openPanel = (page: Page) => page.locator('replay-view [data-tab=best]').click();

async function openReplay(): Promise<Page> {
  const page = await site.open('#analyse');
  await page.locator('analyse-page .open-files').setInputFiles({
    name: 'game.json',
    mimeType: 'application/json',
    buffer: Buffer.from(gameRecord),
  });
  await page.locator('replay-view [data-panel]').first().waitFor();
  return page;
}

describe('the moves of a replay', () => {
  it('are rated when asked for, sorted, and followed from step to step', async () => {
    const page = await openReplay();
    expect(await panel(page).count()).toBe(0);
    // Black's second turn, after its sense.
    for (let step = 0; step < 10; step++) await page.keyboard.press('ArrowRight');
    await openPanel(page);
    await rows(page).first().waitFor();
    await done(page);
    expect(await panel(page).locator('.move-best').textContent()).toMatch(/^Best: [a-h][1-8]–[a-h][1-8]/);
    expect(await panel(page).locator('.played .tag').textContent()).toBe('played');
    await panel(page)
      .getByRole('button', { name: /^Show all/ })
      .click();
    const all = await rows(page).count();
    expect(all).toBeGreaterThan(20);

    const asked = async () => (await rows(page).locator('td:nth-child(6)').allTextContents()).map(Number.parseFloat);
    await panel(page).getByRole('button', { name: 'As requested' }).click();
    const falling = await asked();
    expect(falling).toEqual(falling.toSorted((a, b) => b - a));
    await panel(page).getByRole('button', { name: 'As requested' }).click();
    expect(await panel(page).locator('th[aria-sort=ascending]').textContent()).toContain('As requested');
    const rising = await asked();
    expect(rising).toEqual(rising.toSorted((a, b) => a - b));

    // A hovered move is an arrow on the board.
    await rows(page).first().locator('.move-name').focus();
    await page.locator('analyse-page rbc-board .arrow, analyse-page rbc-board svg line').first().waitFor();

    // While the pointer or focus is on the rows, they stay in place as the table grows.
    const names = () => rows(page).locator('.move-name').allTextContents();
    const before = await names();
    const turn = () =>
      panel(page).evaluate((panel) => {
        const shown = panel as unknown as { table: MoveTable; updateComplete: Promise<boolean> };
        const { table } = shown;
        const turned = { ...table, rows: table.rows.map((row) => ({ ...row, asAsked: 1 - row.asAsked })) };
        return Object.assign(shown, { table: turned }).updateComplete;
      });
    await turn();
    expect(await asked()).toEqual(rising.map((share) => 100 - share));
    expect(await names()).toEqual(before);
    await rows(page).nth(3).hover();
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    expect(await names()).toEqual(before);
    await page.mouse.move(2, 300);
    await expect.poll(names).not.toEqual(before);
    const turned = await asked();
    expect(turned).toEqual(turned.toSorted((a, b) => a - b));

    await page.keyboard.press('Home');
    await page.locator('body').click({ position: { x: 2, y: 300 } });
    await page.keyboard.press('End');
    await expect.poll(() => panel(page).textContent()).toContain('No move is due at this step');
    await page.context().close();
  });

  it('are asked of Stockfish too, which is loaded then, and stopped', async () => {
    const page = await openReplay();
    await openPanel(page);
    await done(page);
    await panel(page).getByRole('button', { name: 'Compare with Stockfish' }).click();
    await expect.poll(() => panel(page).textContent(), { timeout: 30_000 }).toMatch(/Stockfish (agrees|would play)/);
    expect(await rows(page).first().locator('td').last().textContent()).toMatch(/^\d+% · \d+\.$/);

    await panel(page).locator('[data-evaluator=stockfish]').click();
    await rows(page).first().waitFor();
    await panel(page)
      .getByRole('button', { name: 'Stop' })
      .click({ timeout: 10_000 })
      .catch(() => undefined);
    await done(page);
    await panel(page).getByRole('button', { name: 'Search deeper' }).click();
    const began = Date.now();
    await panel(page).getByRole('button', { name: 'Stop' }).click();
    await panel(page).getByRole('button', { name: 'Search deeper' }).waitFor();
    expect(Date.now() - began).toBeLessThan(3_000);
    await page.context().close();
  }, 90_000);
});

describe('the moves of a game', () => {
  it('are a hint for the person whose turn it is', async () => {
    const page = await site.open();
    await startGame(page, { assistance: 'hints' });
    await waitForPhase(page, 'sense');
    // The tabs of hints follow the phase.
    expect(await panel(page).count()).toBe(0);
    await sense(page, 'e7');
    await done(page);
    await move(page, 'e2e4');
    await waitForPhase(page, 'sense');
    await page.getByRole('tab', { name: 'Best moves' }).click();
    await done(page);
    expect(await panel(page).locator('.move-actions .muted').textContent()).toMatch(/positions, \d+ boards/);
    await clickSquare(page, 'e7');
    await page.context().close();
  }, 60_000);

  it('are no part of the other levels', async () => {
    const page = await site.open();
    await startGame(page, { assistance: 'tracking' });
    await waitForPhase(page, 'sense');
    expect(await panel(page).count()).toBe(0);
    await page.context().close();
  });

  it('of an opponent can be rated by Stockfish', async () => {
    const page = await site.open();
    await choose(page, { opponent: 'hsuc' });
    await page.locator('select[name=evaluator]').selectOption('stockfish');
    await startGame(page, { opponent: 'hsuc', color: 'black' });
    await sense(page, 'e3');
    await move(page, 'e7e5');
    await sense(page, 'e3');
    expect(await page.getByText('Stockfish could not be loaded').count()).toBe(0);
    await page.context().close();
  }, 60_000);
});
