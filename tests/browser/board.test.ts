import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openSite } from './harness.mjs';

/** The board alone, in positions that games seldom reach. */
let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.check());
afterAll(() => site.close());

interface Setup {
  pieces: Record<string, string>;
  requests: string[];
  orientation?: 'white' | 'black';
  mode?: string;
}

/** Puts a board on the page and collects its requests. */
async function placeBoard(page: Page, setup: Setup): Promise<void> {
  await page.locator('new-game').waitFor();
  await page.evaluate(({ pieces, requests, orientation = 'white', mode = 'move' }) => {
    document.querySelector('play-page')?.remove();
    const all: (string | null)[] = new Array(64).fill(null);
    for (const [name, piece] of Object.entries(pieces)) {
      all[name.charCodeAt(0) - 97 + 8 * (Number(name[1]) - 1)] = piece;
    }
    const board = document.createElement('rbc-board');
    Object.assign(board, { pieces: all, requests, orientation, mode });
    board.style.setProperty('--board', '480px');
    const asked: string[] = [];
    Object.assign(window, { asked });
    for (const type of ['request-move', 'sense-square']) {
      board.addEventListener(type, (event) => asked.push(String((event as CustomEvent).detail)));
    }
    document.querySelector('main')?.append(board);
  }, setup);
  await page.locator('rbc-board cg-board piece').first().waitFor();
}

const asked = (page: Page) => page.evaluate(() => (window as unknown as { asked: string[] }).asked);

async function click(page: Page, square: string): Promise<void> {
  const box = await page.locator(`[data-square=${square}]`).boundingBox();
  if (!box) throw new Error(`${square} is not on the screen`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

describe('the board', () => {
  it.each(['white', 'black'] as const)('asks what to promote to, seen by %s', async (orientation) => {
    const page = await site.open();
    await placeBoard(page, {
      pieces: { a7: 'P', e1: 'K' },
      requests: ['a7a8q', 'a7a8r', 'a7a8b', 'a7a8n', 'a7b8', 'a7b8q', 'a7b8r', 'a7b8b', 'a7b8n'],
      orientation,
    });
    await click(page, 'a7');
    await click(page, 'b8');
    await page.getByRole('button', { name: 'Promote to knight' }).click();
    await expect.poll(() => asked(page)).toEqual(['a7b8n']);
    // Escape takes it back.
    await page.evaluate(() => {
      const board = document.querySelector('rbc-board') as unknown as { reset(): void };
      board.reset();
    });
    await click(page, 'a7');
    await click(page, 'a8');
    await page.getByRole('button', { name: 'Promote to queen' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.locator('.promotion').count()).toBe(0);
    expect(await asked(page)).toEqual(['a7b8n']);
    await click(page, 'a7');
    await page.locator('cg-board square.selected').waitFor();
    await page.context().close();
  });

  it('castles when the king is put on its rook', async () => {
    const page = await site.open();
    await placeBoard(page, { pieces: { e1: 'K', h1: 'R' }, requests: ['e1g1', 'e1f1', 'h1g1'] });
    await click(page, 'e1');
    await click(page, 'h1');
    await expect.poll(() => asked(page)).toEqual(['e1g1']);
    await page.context().close();
  });

  it('shows nothing to pick up while sensing, and senses where it is clicked', async () => {
    const page = await site.open();
    await placeBoard(page, { pieces: { e1: 'K' }, requests: ['e1f1'], mode: 'sense' });
    await click(page, 'e1');
    expect(await page.locator('cg-board square.selected').count()).toBe(0);
    await click(page, 'h8');
    expect(await asked(page)).toEqual(['4', '63']);
    await page.context().close();
  });
});
