import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { gameRecord } from './game-record.ts';
import { openSite } from './harness.mjs';
import { longRecord } from './long-record.mjs';
import { openPanel as openPanelIn } from './replay-tabs.ts';

let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.check());
afterAll(() => site.close());

async function openFile(page: Page, record: string): Promise<void> {
  await page.locator('analyse-page input.open-files').setInputFiles({
    name: 'game.json',
    mimeType: 'application/json',
    buffer: Buffer.from(record),
  });
  await page.locator('analyse-page replay-view [data-panel]').first().waitFor();
}

async function openReplay(options: BrowserContextOptions = {}, record = gameRecord): Promise<Page> {
  const page = await site.open('#analyse', options);
  await openFile(page, record);
  return page;
}

const view = (page: Page) => page.locator('analyse-page replay-view');
const stepTitle = async (page: Page) =>
  (await view(page).locator('.step h2').textContent())?.replace(/\s+/g, ' ').trim();
const press = async (page: Page, key: string, times: number) => {
  for (let i = 0; i < times; i++) await page.keyboard.press(key);
};
const perspective = async (page: Page, name: string) => {
  await view(page).locator(`.segment[data-perspective=${name}]`).click();
  await view(page).locator('.replay-board[aria-busy=false]').first().waitFor();
};
const openPanel = (page: Page, name: Parameters<typeof openPanelIn>[1]) =>
  openPanelIn(page.locator('analyse-page'), name);
const label = async (page: Page, square: string) =>
  (await view(page).locator(`.replay-boards [data-square=${square}]`).first().getAttribute('aria-label')) ?? '';
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

describe('overlays', () => {
  it('show a belief as pieces, chances and bits, are kept while stepping, and come with numbers', async () => {
    const page = await openReplay();
    // Black's second turn begins.
    await press(page, 'ArrowRight', 9);
    await perspective(page, 'black');
    expect(await view(page).locator('.phantom.likely').count()).toBeGreaterThan(10);
    await openPanel(page, 'view');
    const overlay = view(page).getByRole('combobox', { name: 'Overlay' });
    await overlay.selectOption('pawn');
    await view(page).locator('.replay-boards .square.heat').first().waitFor();
    expect(await view(page).locator('.phantom.likely').count()).toBe(0);
    expect(await label(page, 'e2')).toMatch(/^e2, pawn (<1|>?\d+)%$/);
    expect(await view(page).locator('.view-choice .legend').textContent()).toMatch(/^0%.*%$/);

    // By keyboard, the readout has the number of the square.
    await view(page).locator('.replay-boards [tabindex="0"][role=gridcell]').focus();
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => view(page).locator('.readout').textContent()).toMatch(/^[a-h][1-8]: .+ for a pawn$/);
    await page.keyboard.press('Tab');

    await view(page).getByRole('button', { name: 'Next', exact: true }).click();
    await view(page).locator('.replay-board[aria-busy=false]').first().waitFor();
    expect(await label(page, 'e2')).toContain('pawn');
    await overlay.selectOption('entropy');
    await expect.poll(() => label(page, 'e2')).toMatch(/^e2, [\d.]+ bits? uncertain$/);
    expect(await view(page).locator('.text-board').textContent()).toMatch(/Uncertainty.*[a-h][1-8] \d\.\d/s);

    // Between the true pieces.
    await overlay.selectOption('pieces');
    await view(page).getByText('Blend with the true board').click();
    await expect.poll(() => label(page, 'e1')).toMatch(/^e1, actually .*; Black thinks: /);
    await expect.poll(() => view(page).locator('cg-board piece.white').count()).toBeGreaterThan(10);
    await overlay.selectOption('king');
    await page.reload();
    await openFile(page, gameRecord);
    await perspective(page, 'white');
    expect(await view(page).getByRole('combobox', { name: 'Overlay' }).inputValue()).toBe('king');
    await page.context().close();
  });

  it('two boards side by side fit as the window is narrowed', async () => {
    const page = await openReplay({ viewport: { width: 1280, height: 860 } });
    await perspective(page, 'both');
    for (const width of [1280, 1000, 768, 390, 320]) {
      await page.setViewportSize({ width, height: 860 });
      expect(await fits(page), `at ${width} px`).toBe(true);
      const boards = await view(page).locator('.replay-boards rbc-board').all();
      for (const board of boards) {
        const box = await board.boundingBox();
        expect((box?.x ?? 0) + (box?.width ?? width), `at ${width} px`).toBeLessThanOrEqual(width);
      }
    }
    await page.context().close();
  });
});

describe('the other senses', () => {
  it('are compared by each measure, and shown on the board', async () => {
    const page = await openReplay();
    await press(page, 'ArrowRight', 9);
    const tab = view(page).getByRole('tab', { selected: true });
    await tab.focus();
    for (let presses = 0; (await tab.textContent())?.trim() !== 'Senses' && presses < 8; presses++)
      await page.keyboard.press('ArrowRight');
    expect(await stepTitle(page)).toBe('Turn 2, Black begins');
    const panel = view(page).locator('sense-panel');
    const rows = panel.locator('tbody tr');
    await rows.first().waitFor();
    expect(await panel.locator('rbc-board .square.heat').count()).toBe(64);
    expect(await panel.textContent()).toMatch(/The sense at [a-h][1-8] was (number \d+ of 64|the best|as good as any)/);
    const numbers = async (column: number) =>
      (await rows.locator(`td:nth-of-type(${column})`).allTextContents()).map((text) => Number(text.replace(/,/g, '')));
    await panel.getByRole('button', { name: 'Show all 64' }).click();
    expect(await rows.count()).toBe(64);
    const worst = await numbers(1);
    expect(worst).toEqual(worst.toSorted((a, b) => a - b));
    await panel.locator('.sort', { hasText: 'Bits' }).click();
    const bits = await numbers(3);
    expect(bits).toEqual(bits.toSorted((a, b) => b - a));
    expect(bits[0]).toBeGreaterThan(0);
    expect(await panel.locator('th[aria-sort=descending]').textContent()).toContain('Bits');

    // The hovered one is framed on the board of the game.
    const frame = view(page).locator('.replay-boards .sense-frame');
    await page.mouse.move(2, 2);
    await expect.poll(() => frame.count()).toBe(0);
    await rows.nth(2).getByRole('button').focus();
    await frame.waitFor();
    await page.context().close();
  });
});

describe('where knowledge failed', () => {
  it('lists the half-turns whose true board was the least likely, and leads to them', async () => {
    const page = await openReplay();
    await openPanel(page, 'failures');
    const rows = view(page).locator('.failure-rows tbody tr');
    await rows.first().waitFor();
    // At once: more half-turns are judged meanwhile, and one may be sorted before it.
    const name = await rows
      .first()
      .locator('.move-name')
      .evaluate((link: HTMLElement) => {
        const text = link.textContent?.trim();
        link.click();
        return text;
      });
    expect(await stepTitle(page)).toBe(`${name} has sensed`);
    await page.context().close();
  });
});

describe('what if', () => {
  it('another sense is tried with the mouse, and the board, the belief and the way back follow', async () => {
    const page = await openReplay();
    // Black has sensed on its second turn.
    await press(page, 'ArrowRight', 10);
    await perspective(page, 'white');
    const whole = await view(page).locator('.timeline').getAttribute('max');
    await openPanel(page, 'whatIf');
    await view(page).getByRole('button', { name: 'Try another sense' }).click();
    // What Black would see is chosen on Black's board.
    expect(await view(page).locator('.segment[data-perspective=black]').getAttribute('aria-pressed')).toBe('true');
    expect(await stepTitle(page)).toBe('Turn 2, Black begins');
    const square = view(page).locator('.replay-boards [data-square=e2]');
    const box = await square.boundingBox();
    await page.mouse.click((box?.x ?? 0) + 10, (box?.y ?? 0) + 10);
    const banner = view(page).locator('.what-if-banner');
    await banner.waitFor();
    expect(await banner.textContent()).toContain('Turn 2, Black senses e2');
    expect(await stepTitle(page)).toBe('Turn 2, Black has sensed what if');
    expect(await view(page).locator('.step-text').textContent()).toMatch(/^Senses e2\./);
    // The line ends where Black is to move.
    expect(await view(page).locator('.timeline').getAttribute('max')).toBe('10');
    await view(page).locator('.replay-board[aria-busy=false]').first().waitFor();
    await openPanel(page, 'sizes');
    await view(page).locator('.sizes[aria-busy=false]').waitFor();
    expect(await view(page).locator('.size-lines').textContent()).toMatch(/Black: \d/);

    // Repeating it gives the same line; the game's own sense is the game.
    await view(page).getByRole('button', { name: 'Back to the game' }).click();
    await banner.waitFor({ state: 'detached' });
    expect(await view(page).locator('.timeline').getAttribute('max')).toBe(whole);
    await openPanel(page, 'senses');
    await view(page).locator('sense-panel tbody tr').first().waitFor();
    await view(page).getByRole('button', { name: 'Show all 64' }).click();
    await view(page).locator('sense-panel').getByRole('button', { name: 'Try sensing e2', exact: true }).click();
    await banner.waitFor();
    await openPanel(page, 'whatIf');
    expect(await view(page).getByRole('treeitem').count()).toBe(2);
    await page.context().close();
  });

  it('another move is tried by keyboard, the recorded reply assumed, and lines taken away in the tree', async () => {
    const page = await openReplay();
    await press(page, 'ArrowRight', 7);
    expect(await stepTitle(page)).toBe('Turn 2, White has sensed');
    await openPanel(page, 'whatIf');
    await view(page).getByRole('button', { name: 'Try another move' }).press('Enter');
    const input = view(page).locator('input[name=instead]');
    await view(page).locator('input[name=instead]:not([disabled])').waitFor();
    await input.fill('e2e9');
    await input.press('Enter');
    expect(await view(page).locator('.what-if .problem').first().textContent()).toContain('is not a move');
    await input.fill('h2h4');
    await input.press('Enter');
    const banner = view(page).locator('.what-if-banner');
    await expect.poll(() => banner.textContent()).toContain('Turn 2, White plays h2–h4');
    expect(await stepTitle(page)).toBe('Turn 2, White has moved what if');

    await view(page)
      .getByRole('button', { name: /^Assume the recorded reply \(Black: senses [a-h][1-8], plays / })
      .press('Enter');
    await expect.poll(() => stepTitle(page)).toBe('Turn 2, Black has moved assumed');
    expect(await banner.textContent()).toContain('assumed');
    const items = view(page).getByRole('treeitem');
    await expect.poll(() => items.count()).toBe(4);
    expect(await view(page).locator('[role=treeitem][aria-selected=true]').textContent()).toContain('Black plays');

    // From the tree: up to the game, down again, and away with it.
    await view(page).locator('[role=treeitem][tabindex="0"]').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await banner.waitFor({ state: 'detached' });
    expect(await stepTitle(page)).toBe('Turn 2, White has sensed');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect.poll(() => banner.textContent()).toContain('h2–h4');
    await page.keyboard.press('Delete');
    await expect.poll(() => items.count()).toBe(0);
    expect(await banner.count()).toBe(0);
    await page.context().close();
  });

  it('a move is rated, then tried from the table, and Escape gives up choosing', async () => {
    const page = await openReplay();
    await press(page, 'ArrowRight', 7);
    await openPanel(page, 'whatIf');
    await view(page).getByRole('button', { name: 'Try another sense' }).click();
    await view(page).locator('.board[data-mode=sense]').waitFor();
    await page.keyboard.press('Escape');
    await view(page).locator('.board[data-mode=sense]').waitFor({ state: 'detached' });
    await press(page, 'ArrowRight', 1);
    await openPanel(page, 'moves');
    const tries = view(page).locator('move-panel .try');
    // Until the table is done, its rows change places.
    await view(page).locator('.move-panel[aria-busy=false] .try').first().waitFor();
    const name = (await tries.first().getAttribute('aria-label')) ?? '';
    await tries.first().click();
    await expect
      .poll(() => view(page).locator('.what-if-banner').textContent())
      .toContain(`White ${name === 'Try Pass' ? 'passes' : `plays ${name.replace('Try ', '')}`}`);
    await page.context().close();
  });
});

describe('the agents', () => {
  it('say what they would have done, until they are stopped', async () => {
    const page = await openReplay();
    await press(page, 'ArrowRight', 7);
    await openPanel(page, 'agents');
    await view(page).getByRole('button', { name: 'Ask the agents' }).click();
    const rows = view(page).locator('.agent-rows tbody tr');
    await rows.first().waitFor();
    expect(await rows.first().locator('td').first().textContent()).toMatch(/[a-h][1-8]|none/);
    await view(page).locator('.agents').getByRole('button', { name: 'Stop' }).click();
    await view(page).getByRole('button', { name: 'Ask again' }).waitFor();
    await page.context().close();
  });
});

describe('the summary', () => {
  it('is worked out while its panel is open, until it is stopped', async () => {
    const page = await openReplay();
    await openPanel(page, 'summary');
    const panel = view(page).locator('summary-panel');
    await panel.getByRole('button', { name: 'Stop' }).click();
    await panel.getByText(/^Stopped after/).waitFor();
    await panel.getByRole('button', { name: 'Continue' }).click();
    await panel.getByRole('button', { name: 'Stop' }).waitFor();
    await page.context().close();
  });

  it('tells what stands out, and leads there', async () => {
    const page = await openReplay({}, longRecord(16));
    await openPanel(page, 'summary');
    const panel = view(page).locator('summary-panel');
    await panel.locator('.summary[aria-busy=false] .finding').first().waitFor({ timeout: 90_000 });
    const text = await panel.textContent();
    expect(text).toMatch(/White’s 8 senses (were expected to gain [\d.]+ bits? less|were as good as the best ones)/);
    expect(text).toContain('16 half-turns judged by the built-in search, with 100K positions each');
    const finding = panel.locator('.finding').first();
    const [, turn, color] = (await finding.textContent())?.match(/Turn (\d+), (White|Black)/) ?? [];
    await finding.click();
    expect(await stepTitle(page)).toMatch(new RegExp(`^Turn ${turn}, ${color} `));
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await panel.getByRole('button', { name: 'Copy as text' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^Game summary\n- Turn /);
    await page.context().close();
  });
});
