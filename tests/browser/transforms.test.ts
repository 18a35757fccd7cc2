/** Boards on pages that scale, rotate, zoom and hide them, as slides do: what is visible, and what a pointer hits. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { seenOn } from './board-geometry.mjs';
import { type Host, LINK, openHost } from './embed-host.ts';
import { sense, startGame, waitForPhase } from './game-page.ts';
import { openSite } from './harness.mjs';
import { drawn } from './layout.ts';
import { openTab } from './replay-tabs.ts';

let site: Awaited<ReturnType<typeof openSite>>;
let host: Host;
beforeAll(async () => {
  site = await openSite();
  host = await openHost(site.url);
});
afterEach(() => site.check());
afterAll(async () => {
  await host.close();
  await site.close();
});

const FEN = '4k3/8/8/8/8/8/8/1N2K2R w K - 0 1';
const PIECES = { e8: 'black king', b1: 'white knight', e1: 'white king', h1: 'white rook' };
const EMBED = `<outpost-board fen="${FEN}"></outpost-board>`;
const BOARD = 'outpost-board rbc-board';

/** Opens another site's page with the body, whose styles are in a file. */
async function open(body: string): Promise<Page> {
  const page = await site.open(host.page(body), { viewport: { width: 1300, height: 1300 }, reducedMotion: 'reduce' });
  await page.locator(`${BOARD} .board-pieces piece`).first().waitFor({ state: 'attached' });
  await drawn(page);
  return page;
}

async function expectPieces(page: Page, selector = BOARD): Promise<void> {
  const { pieces, astray } = await seenOn(page, selector);
  expect(astray).toEqual([]);
  expect(pieces).toEqual(PIECES);
}

/** Moves pieces on the board, and collects the requests. */
async function makeMovable(page: Page, selector = BOARD): Promise<() => Promise<string[]>> {
  const board = page.locator(selector).first();
  await board.evaluate((element) => {
    const asked: string[] = [];
    Object.assign(element, {
      mode: 'move',
      color: 'white',
      requests: ['b1c3', 'b1a3', 'b1d2', 'e1g1', 'e1f1', 'h1h8'],
      asked,
    });
    element.addEventListener('request-move', (event) => asked.push((event as CustomEvent).detail));
  });
  await board.locator('.board[data-mode=move]').waitFor({ state: 'attached' });
  return () => board.evaluate((element) => [...(element as unknown as { asked: string[] }).asked]);
}

/** Requests moves by two clicks and by dragging, and hovers a square. */
async function expectPointers(page: Page, selector = BOARD): Promise<void> {
  const asked = await makeMovable(page, selector);
  const { squares } = await seenOn(page, selector);
  const at = (name: string) => squares[name] as { x: number; y: number };
  await page.mouse.click(at('b1').x, at('b1').y);
  await page.locator(`${selector} square.selected`).waitFor({ state: 'attached' });
  await page.mouse.click(at('c3').x, at('c3').y);
  await expect.poll(asked).toEqual(['b1c3']);
  await page
    .locator(selector)
    .first()
    .evaluate((board) => (board as unknown as { reset(): void }).reset());
  await page.mouse.move(at('h1').x, at('h1').y);
  await page.mouse.down();
  for (let step = 1; step <= 6; step++) {
    const [from, to] = [at('h1'), at('h8')];
    await page.mouse.move(from.x + ((to.x - from.x) * step) / 6, from.y + ((to.y - from.y) * step) / 6);
  }
  await drawn(page);
  // The piece is under the pointer.
  const dragged = await page.locator(`${selector} piece.dragging`).evaluate((piece) => {
    const { left, top, width, height } = piece.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  });
  expect(Math.hypot(dragged.x - at('h8').x, dragged.y - at('h8').y)).toBeLessThan(3);
  await page.mouse.up();
  await expect.poll(asked).toEqual(['b1c3', 'h1h8']);
  await page
    .locator(selector)
    .first()
    .evaluate((board) => Object.assign(board, { mode: 'sense' }));
  await page.locator(`${selector} .board[data-mode=sense]`).waitFor({ state: 'attached' });
  await page.mouse.move(at('d5').x, at('d5').y);
  // c6, the left upper corner of its window.
  const frame = await page.locator(`${selector} .sense-frame`).evaluate((element) => {
    const { style } = element as HTMLElement;
    return ['--x', '--y', '--w', '--h'].map((name) => style.getPropertyValue(name)).join(' ');
  });
  expect(frame).toBe('2 2 3 3');
}

describe('an embed is shown and used where its page puts it', () => {
  it.each([
    ['scaled down', '.slide { transform: scale(0.8) }'],
    ['scaled up', '.slide { transform: scale(1.3); transform-origin: 0 0 }'],
    ['scaled by the property', '.slide { scale: 1.1; transform-origin: 0 0 }'],
    ['scaled unevenly', '.slide { transform: scale(0.9, 0.6) }'],
    ['turned', '.slide { transform: rotate(30deg) scale(0.7) }'],
    ['upside down', '.slide { transform: rotate(180deg) }'],
    ['skewed', '.slide { transform: scale(0.7) skew(15deg, 5deg) }'],
    ['mirrored', '.slide { transform: scaleX(-1) }'],
    ['zoomed', '.slide { zoom: 0.75 }'],
    ['zoomed up and scaled down', '.slide { zoom: 1.3; transform: scale(0.7); transform-origin: 0 0 }'],
    ['on a zoomed page', 'html { zoom: 0.8 }'],
    ['in a zoomed body', 'body { zoom: 1.1 }'],
    ['in perspective', 'main { perspective: 900px } .slide { transform: rotateY(25deg) }'],
    [
      'of a fractional size',
      '.slide { width: 333.4px; --outpost-board: 301.7px; transform: scale(1.17); transform-origin: 0 0 }',
    ],
    ['on a page written from the right', 'html { direction: rtl } .slide { transform: scale(0.8) }'],
    [
      'nested',
      'main { transform: rotate(-10deg) } .slide { transform: scale(0.7); zoom: 1.1 } outpost-board { transform: rotate(20deg) }',
    ],
  ])('%s', async (name, css) => {
    const page = await open(`<style>${css}</style><div class="slide">${EMBED}</div>`);
    const { pieces, astray } = await seenOn(page, BOARD);
    expect(pieces).toEqual(PIECES);
    // In perspective the middle of the box differs slightly from the middle of the square.
    if (name !== 'in perspective') expect(astray).toEqual([]);
    await expectPointers(page);
    await page.context().close();
  });

  it('when the transform changes without an event', async () => {
    const page = await open(`<div class="slide">${EMBED}</div>`);
    await expectPieces(page);
    for (const transform of ['scale(0.5)', 'rotate(40deg) scale(0.6)', 'translate(120px, 70px)', 'none']) {
      await page.evaluate(
        (value) => document.querySelector<HTMLElement>('.slide')?.style.setProperty('transform', value),
        transform,
      );
      await expectPieces(page);
      await expectPointers(page);
      await page.locator(BOARD).evaluate((board) => (board as unknown as { reset(): void }).reset());
    }
    await page.context().close();
  });

  it('when it was hidden, or not in the page, and comes', async () => {
    const page = await open(
      `<style>.slide { transform: scale(0.7) } .hidden { display: none }</style><div class="slide hidden">${EMBED}</div>`,
    );
    await page.evaluate(() => document.querySelector('.slide')?.classList.remove('hidden'));
    await drawn(page);
    await expectPieces(page);
    await page.evaluate(async () => {
      const slide = document.querySelector('.slide') as HTMLElement;
      slide.remove();
      await new Promise((resolve) => setTimeout(resolve, 50));
      slide.style.transform = 'rotate(90deg) scale(0.6)';
      document.querySelector('main')?.append(slide);
    });
    await drawn(page);
    await expectPieces(page);
    await expectPointers(page);
    await page.context().close();
  });

  it('in a shadow root, and in a dialog', async () => {
    const page =
      await open(`<style>x-slide { display: block; transform: rotate(15deg) scale(0.6) } dialog { transform: scale(0.8) }</style>
      <x-slide></x-slide><dialog>${EMBED}</dialog>`);
    await page.evaluate(() => document.querySelector('dialog')?.showModal());
    await drawn(page);
    await expectPieces(page, `dialog ${BOARD}`);
    await expectPointers(page, `dialog ${BOARD}`);
    await page.evaluate((fen) => {
      document.querySelector('dialog')?.remove();
      const root = document.querySelector('x-slide')?.attachShadow({ mode: 'open' });
      const embed = document.createElement('outpost-board');
      embed.setAttribute('fen', fen);
      root?.append(embed);
    }, FEN);
    await page.locator(`${BOARD} .board-pieces piece`).first().waitFor();
    await drawn(page);
    await expectPieces(page);
    await expectPointers(page);
    await page.context().close();
  });
});

it('a game is played on a zoomed page', async () => {
  const page = await site.open('', { viewport: { width: 1280, height: 900 } });
  await startGame(page);
  await page.evaluate(() => document.documentElement.style.setProperty('zoom', '0.8'));
  const click = async (name: string): Promise<void> => {
    const { squares } = await seenOn(page, 'play-page rbc-board');
    const at = squares[name] as { x: number; y: number };
    await page.mouse.click(at.x, at.y);
  };
  await sense(page, 'e7');
  await click('b1');
  await page.locator('cg-board square.selected').waitFor();
  await click('c3');
  await waitForPhase(page, 'sense');
  expect(await page.locator('.log').textContent()).toContain('b1–c3');
  await page.context().close();
});

it('a click on a chart goes to the step under it, on a scaled and turned page', async () => {
  const page = await site.open(`#${LINK}`, { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  const replay = page.locator('analyse-page replay-view');
  await replay.locator('[data-panel]').first().waitFor();
  await openTab(page.locator('analyse-page'), 'moves');
  const chart = replay.locator('size-chart svg').first();
  await chart.scrollIntoViewIfNeeded();
  await page.evaluate(() => {
    const style = document.querySelector<HTMLElement>('main')?.style;
    style?.setProperty('transform', 'scale(-0.8, 0.8) rotate(5deg)');
    style?.setProperty('transform-origin', '50% 300px');
  });
  await chart.scrollIntoViewIfNeeded();
  await drawn(page);
  const cursor = () => chart.locator('.chart-cursor').evaluate((line) => Number(line.getAttribute('x1')));
  for (const part of [0.25, 0.6, 0.9]) {
    // In the chart's units, by its matrix.
    const at = await chart.evaluate((element, part) => {
      const svg = element as SVGSVGElement;
      const { width, height } = svg.viewBox.baseVal;
      const { x, y } = new DOMPoint(width * part, height / 2).matrixTransform(svg.getScreenCTM() as DOMMatrix);
      return { x, y, own: width * part };
    }, part);
    expect(await page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.closest('size-chart') !== null, at)).toBe(
      true,
    );
    await page.mouse.click(at.x, at.y);
    // The nearest of some thirty steps.
    await expect.poll(async () => Math.abs((await cursor()) - at.own)).toBeLessThan(14);
  }
  await page.context().close();
});

it('the board reads from the left on a page that was translated into a language written from the right', async () => {
  const page = await site.open('', { viewport: { width: 1280, height: 900 } });
  await startGame(page);
  await sense(page, 'e7');
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
    document.documentElement.classList.add('translated-rtl');
  });
  const { pieces, astray } = await seenOn(page, 'play-page rbc-board');
  expect(astray).toEqual([]);
  expect(pieces.b1).toBe('white knight');
  expect(pieces.d1).toBe('white queen');
  // The keyboard's frame and grid are on the squares.
  const cell = await page.locator('[data-square=b1]').boundingBox();
  const { squares } = await seenOn(page, 'play-page rbc-board');
  expect((cell?.x ?? 0) + (cell?.width ?? 0) / 2).toBeCloseTo(squares.b1?.x ?? 0, 0);
  await page.context().close();
});
