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
  /** By square: a piece, and how many turns ago it was seen; `null`: it is only likely. */
  ghosts?: Record<string, [piece: string, age: number | null]>;
  /** Requests that are known to fail, with why. */
  futile?: Record<string, string>;
}

/** Puts a board on the page and collects its requests. */
async function placeBoard(page: Page, setup: Setup): Promise<void> {
  await page.locator('new-game').waitFor();
  await page.evaluate(({ pieces, requests, orientation = 'white', mode = 'move', ghosts = {}, futile = {} }) => {
    document.querySelector('play-page')?.remove();
    const all: (string | null)[] = new Array(64).fill(null);
    const at = (name: string): number => name.charCodeAt(0) - 97 + 8 * (Number(name[1]) - 1);
    for (const [name, piece] of Object.entries(pieces)) all[at(name)] = piece;
    const drawn = Object.entries(ghosts).map(([name, [piece, age]]) =>
      age === null
        ? { square: at(name), piece, kind: 'likely', opacity: 0.4 }
        : { square: at(name), piece, kind: 'seen', opacity: 1, age },
    );
    const board = document.createElement('rbc-board');
    Object.assign(board, { pieces: all, requests, orientation, mode, ghosts: drawn });
    Object.assign(board, { futile: new Map(Object.entries(futile)) });
    board.style.setProperty('--board', '480px');
    const asked: string[] = [];
    const refused: (string | null)[] = [];
    Object.assign(window, { asked, refused });
    board.addEventListener('refuse-move', (event) => refused.push((event as CustomEvent<string | null>).detail));
    for (const type of ['request-move', 'sense-square']) {
      board.addEventListener(type, (event) => asked.push(String((event as CustomEvent).detail)));
    }
    document.querySelector('main')?.append(board);
  }, setup);
  await page.locator('rbc-board cg-board piece').first().waitFor();
}

const refused = (page: Page) => page.evaluate(() => (window as unknown as { refused: (string | null)[] }).refused);

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

  it('marks what a move would capture: what was seen, what is only likely, and the king', async () => {
    const page = await site.open();
    await placeBoard(page, {
      pieces: { d5: 'P', b6: 'N', e1: 'K' },
      requests: ['d5c6', 'd5d6', 'd5e6', 'b6a4', 'b6a8', 'b6c8', 'b6d7', 'e1f1'],
      ghosts: { c6: ['n', 0], d6: ['p', 0], e6: ['p', null], d7: ['p', 2], c8: ['q', 0], a8: ['k', 0] },
    });
    const marks = (): Promise<Record<string, string>> =>
      page
        .locator('cg-board square.move-dest:visible')
        .evaluateAll((squares) =>
          Object.fromEntries(
            squares.map((one) => [
              (one as unknown as { cgKey: string }).cgKey,
              one.className.replace(/move-dest ?/, ''),
            ]),
          ),
        );
    await click(page, 'd5');
    // A pawn captures nothing on the square before it.
    await expect.poll(marks).toEqual({ c6: 'covered certain', d6: 'covered', e6: 'covered must-capture guessed' });
    await click(page, 'b6');
    await expect.poll(marks).toEqual({
      a4: '',
      a8: 'covered certain king-there',
      c8: 'covered certain',
      d7: 'covered guessed',
    });
    await page.context().close();
  });

  it('says why a square does nothing, and offers no request that is known to fail', async () => {
    const page = await site.open();
    await placeBoard(page, {
      pieces: { e4: 'P', e1: 'K' },
      requests: ['e4d5', 'e4e5', 'e4f5', 'e1f1'],
      futile: { e4d5: 'There is nothing to capture on d5.' },
    });
    await click(page, 'h7');
    await click(page, 'e4');
    await click(page, 'd5');
    await click(page, 'e4');
    await click(page, 'a8');
    await click(page, 'e4');
    await click(page, 'f5');
    await expect.poll(() => asked(page)).toEqual(['e4f5']);
    expect(await refused(page)).toEqual([
      'You have no piece on h7 that can move.',
      null,
      'There is nothing to capture on d5.',
      null,
      'It cannot try a8.',
      null,
      null,
    ]);
    // A piece that is dragged, too.
    const [from, to] = await Promise.all(
      ['e4', 'd5'].map(async (square) => {
        const box = await page.locator(`[data-square=${square}]`).boundingBox();
        if (!box) throw new Error(`${square} is not on the screen`);
        return [box.x + box.width / 2, box.y + box.height / 2] as const;
      }),
    );
    await page.evaluate(() => (document.querySelector('rbc-board') as unknown as { reset(): void }).reset());
    await page.mouse.move(...(from as [number, number]));
    await page.mouse.down();
    await page.mouse.move(...(to as [number, number]), { steps: 4 });
    await page.mouse.up();
    expect((await refused(page)).at(-1)).toBe('There is nothing to capture on d5.');
    expect(await asked(page)).toEqual(['e4f5']);
    await page.context().close();
  });

  it('keeps its layers under the bars of a page', async () => {
    const page = await site.open();
    await placeBoard(page, { pieces: { e1: 'K' }, requests: [] });
    expect(await page.locator('rbc-board .board').evaluate((board) => getComputedStyle(board).isolation)).toBe(
      'isolate',
    );
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
