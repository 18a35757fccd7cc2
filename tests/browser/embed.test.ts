/** Embeds on other sites' pages: the examples of docs/embedding.md, and what such pages do to them. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Outpost } from 'outpost-rbc';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/run.mjs';
import { settled, violations } from './axe.ts';
import { type Host, hear, LINK, openHost, strictPolicy, told } from './embed-host.ts';
import { gameRecord as record } from './game-record.ts';
import { openSite } from './harness.mjs';
import { drawn } from './layout.ts';

const KNIGHTS = ['3n4/8', '8/5n2', '8/3n4'].map((ranks) => `4k3/8/8/${ranks}/8/4P3/4K3 w - - 0 1`).join(';');
/** The game of the link, as JSON. */
let short: string;
let slotted: string;

let site: Awaited<ReturnType<typeof openSite>>;
let host: Host;
beforeAll(async () => {
  const outpost = await Outpost.start();
  short = (await outpost.decodeLink(LINK)).json;
  outpost.terminate();
  slotted = `<script type="application/json">${short.replaceAll('<', '\\u003c')}</script>`;
  site = await openSite({ isolated: false, base: '/some/folder/' });
  host = await openHost(site.url);
});
afterEach(() => site.check());
afterAll(async () => {
  await host?.close();
  await site?.close();
});

/** Opens a page of the host with this body, and records the events of its embeds. */
async function openPage(
  body: string,
  {
    width = 900,
    height = 900,
    context = {},
    ...options
  }: Parameters<Host['page']>[1] & { width?: number; height?: number; context?: BrowserContextOptions } = {},
): Promise<Page> {
  const page = await site.open('about:blank', { viewport: { width, height }, ...context });
  await hear(page, ['ready', 'step', 'sense', 'move', 'answer', 'success', 'failure', 'progress', 'end', 'error']);
  await page.goto(host.page(body, options));
  return page;
}

const pieces = (page: Page, element: string): Promise<number> =>
  page.locator(`${element} .board-pieces piece:not(.ghost)`).count();

async function clickSquare(page: Page, element: string, square: string): Promise<void> {
  const box = await page.locator(`${element} [data-square=${square}]`).boundingBox();
  if (!box) throw new Error(`${square} is not on the screen`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

it('loads no script of the pages alone, not even later', () => {
  const { common } = JSON.parse(readFileSync(join(root, 'dist/embed-files.json'), 'utf8')) as { common: string[] };
  expect(common).toContain('outpost-embed.js');
  const frame = readFileSync(join(root, 'dist/embed.html'), 'utf8').matchAll(/assets\/[^"]+\.js/g);
  // The scripts of the shell and of the first page (vite.config.ts), but for what embeds share.
  const own = [...common, ...[...frame].map(([name]) => name)].filter((name) =>
    /^assets\/(app|first|shell)-(?!shared|later)/.test(name),
  );
  expect(own).toEqual([]);
});

it('costs under 114 KB before the engine is needed', () => {
  const files = new Map<string, string>();
  const add = (path: string): void => {
    if (files.has(path)) return;
    const text = readFileSync(join(root, 'dist', path), 'utf8');
    files.set(path, text);
    // Static imports; what is fetched later is in calls of import().
    for (const [, specifier] of text.matchAll(/(?:from|import)\s*["'`](\.{1,2}\/[^"'`]+\.js)["'`]/g)) {
      add(join(path, '..', specifier as string));
    }
  };
  add('outpost-embed.js');
  expect(files.size).toBeGreaterThan(1);
  const gzip = [...files.values()].reduce((sum, text) => sum + gzipSync(text).length, 0);
  const brotli = [...files.values()].reduce((sum, text) => sum + brotliCompressSync(text).length, 0);
  console.info(`embeds: ${gzip} bytes in gzip, ${brotli} in brotli`);
  expect(gzip).toBeLessThan(114_000);
  // No style sheet is fetched either.
  expect([...files.values()].join('')).not.toContain('.css"');
});

describe('the examples of docs/embedding.md', () => {
  const docs = readFileSync(join(root, 'docs/embedding.md'), 'utf8');
  const examples = [...docs.matchAll(/```html\n(.*?)```/gs)].map(([, text]) =>
    (text as string).replaceAll('https://example.org/outpost/', '@site@'),
  );

  it('work under the policy that is documented there', { timeout: 90_000 }, async () => {
    const [documented] = docs.match(/^script-src .*img-src data:$/m) ?? [];
    const policy = strictPolicy(site.url);
    for (const directive of (documented ?? 'none')
      .replaceAll('https://example.org', new URL(site.url).origin)
      .split('; ')) {
      expect(policy.replace("script-src 'self'", 'script-src').replace("connect-src 'self'", 'connect-src')).toContain(
        directive,
      );
    }
    expect(examples.length).toBeGreaterThan(6);
    const page = await openPage(examples.join('\n').replaceAll('@site@', site.url));
    const elements = await page.locator('outpost-board, outpost-replay, outpost-game').all();
    expect(elements.length).toBeGreaterThan(8);
    for (const element of elements) {
      if (!(await element.isVisible())) continue;
      await element.scrollIntoViewIfNeeded();
      await element.locator('.board-pieces piece, .board-ghosts piece').first().waitFor();
    }
    for (const frame of await page.locator('iframe').all()) {
      await frame.scrollIntoViewIfNeeded();
      await frame.contentFrame().locator('.board-pieces piece').first().waitFor();
    }
    expect(await told(page, 'error')).toEqual([]);
    expect(await page.locator('[part=problem]').count()).toBe(0);
    // Two links, and one engine for all elements; the frame has its own.
    expect(page.workers().length).toBe(2);
    await page.context().close();
  });
});

it('draws a board as it is, whatever the styles of the page, and spoils none of those', async () => {
  const board = '<outpost-board fen="4k3/8/8/8/8/8/8/4K2R w K - 0 1" marks="e4" arrows="e1g1"></outpost-board>';
  const body = `<p id="theirs">Words</p><button id="button">B</button>${board}`;
  const look = async (ugly: boolean) => {
    const page = await openPage(body, { ugly });
    await page.locator('outpost-board .board-pieces piece').first().waitFor();
    const found = await page.evaluate(() => {
      const inside = (selector: string) => {
        const { width, height } = (document.querySelector(selector) as Element).getBoundingClientRect();
        return [Math.round(width), Math.round(height)];
      };
      const square = document.querySelector('outpost-board [data-square=e4]') as Element;
      const style = getComputedStyle(square.closest('.board') as Element);
      return {
        sizes: ['rbc-board', '.board', '.board-arrows', '.board-grid', '[data-square=e4]', '.shape.mark'].map(inside),
        style: [style.margin, style.padding, style.borderWidth, style.letterSpacing, style.lineHeight],
      };
    });
    const theirs = await page.evaluate(() => {
      const { width, backgroundColor } = getComputedStyle(document.querySelector('#button') as Element);
      return [width, backgroundColor, getComputedStyle(document.querySelector('#theirs') as Element).color];
    });
    await page.context().close();
    return { found, theirs };
  };
  const plain = await look(false);
  const ugly = await look(true);
  expect(plain.found.sizes[0]).toEqual([560, 560]);
  // The radius of a mark is an attribute that style sheets can override.
  for (const size of plain.found.sizes.at(-1) as number[]) expect(size).toBeGreaterThan(30);
  expect(ugly.found).toEqual(plain.found);
  expect(ugly.theirs).toEqual(['500px', 'rgb(255, 105, 180)', 'rgb(255, 0, 0)']);
});

it('has a width where the page gives it none, and is hidden where a lesson hides it', async () => {
  const places = [
    'display: flex',
    'display: flex; flex-direction: column; align-items: center',
    'display: grid; place-items: center',
    'display: inline-block',
    'float: left',
    'position: absolute',
  ];
  const board = (at: string): string => `<div class="${at}"><outpost-board></outpost-board></div>`;
  for (const width of [900, 390]) {
    const page = await openPage(
      `${places.map((_, i) => board(`place-${i}`)).join('')}<table><tr><td>${board('cell')}</td></tr></table><dialog open>${board('in')}</dialog>
      <outpost-lesson><outpost-board caption="One"></outpost-board><outpost-board caption="Two"></outpost-board></outpost-lesson>
      <style>${places.map((rules, i) => `.place-${i} { ${rules} }`).join('\n')} outpost-lesson > outpost-board { display: inline-block }</style>`,
      { width },
    );
    const boards = await page.locator('div > outpost-board').all();
    expect(boards.length).toBe(8);
    for (const each of boards) {
      const { width: wide = 0 } = (await each.locator('rbc-board').boundingBox()) ?? {};
      expect(wide, await each.evaluate((element) => element.parentElement?.className ?? '')).toBeGreaterThan(240);
      expect(wide).toBeLessThanOrEqual(width);
    }
    await page.getByText('One', { exact: true }).waitFor();
    expect(await page.getByText('Two', { exact: true }).isVisible()).toBe(false);
    await page.context().close();
  }
});

it('follows the colour scheme of the page, or its own attribute', async () => {
  const page = await openPage(
    '<outpost-board id="a"></outpost-board><outpost-board id="b" theme="dark"></outpost-board>',
  );
  const background = (id: string) =>
    page
      .locator(id)
      .locator('[part=frame]')
      .evaluate((frame) => getComputedStyle(frame).backgroundColor);
  await page.emulateMedia({ colorScheme: 'light' });
  const [light, fixed] = [await background('#a'), await background('#b')];
  expect(light).not.toBe(fixed);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await background('#a')).toBe(fixed);
  // A page that has no dark scheme stays light in the dark.
  await page.evaluate(() => document.documentElement.style.setProperty('color-scheme', 'light'));
  expect(await background('#a')).toBe(light);
  await page.context().close();
});

describe('a replay', () => {
  it('shows the truth without the engine, beliefs with it, and goes on without a network', {
    timeout: 60_000,
  }, async () => {
    const page = await openPage(`<outpost-replay perspective="truth">${slotted}</outpost-replay>`);
    const replay = page.locator('outpost-replay');
    await replay.locator('.board-pieces piece').first().waitFor();
    await replay.getByRole('button', { name: 'Next half-turn' }).click();
    await replay.getByRole('button', { name: 'Next', exact: true }).click();
    expect(await told(page, 'step')).toMatchObject([
      { index: 7, ply: 2, color: 'white', phase: 'sensed' },
      { index: 10, ply: 3, color: 'black', phase: 'sensed' },
      { index: 11, ply: 3, color: 'black', phase: 'moved' },
    ]);
    expect(page.workers()).toHaveLength(0);

    await replay.getByRole('button', { name: 'Black’s belief' }).click();
    await replay.locator('.phantom.likely').first().waitFor();
    expect(page.workers()).toHaveLength(1);
    await page.context().setOffline(true);
    await replay.getByRole('button', { name: 'Side by side' }).click();
    await replay.locator('rbc-board').nth(1).waitFor();
    await replay.locator('rbc-board').first().locator('.phantom.likely').first().waitFor();
    await page.keyboard.press('End');
    await replay.locator('rbc-board[aria-busy=false]').nth(1).waitFor();
    expect((await told(page, 'step')).at(-1)).toMatchObject({ phase: 'moved', ply: 8 });
    expect(await told(page, 'error')).toEqual([]);
    await page.context().close();
  });

  it('waits until it is seen, and shares the engine, which ends when all are gone', { timeout: 90_000 }, async () => {
    const far = '<p>…</p>'.repeat(60);
    const page = await openPage(
      `${far}<outpost-replay id="a" link="${LINK}" perspective="white" panels="text sizes"></outpost-replay>
       <outpost-replay id="b" link="${LINK}"></outpost-replay><outpost-board id="c" link="1NQI3BtIUAawEWgrKNQyyWdIZ"></outpost-board>`,
    );
    await page.locator('#a .board').waitFor({ state: 'attached' });
    await drawn(page);
    expect(page.workers()).toHaveLength(0);
    for (const id of ['#a', '#b', '#c']) {
      await page.locator(id).scrollIntoViewIfNeeded();
      await page.locator(`${id} .board-pieces piece`).first().waitFor();
    }
    await page.locator('#a').scrollIntoViewIfNeeded();
    await page.locator('#a [part=panel][aria-busy=false] .size-lines').waitFor();
    expect(page.workers()).toHaveLength(1);
    // The link's note, as text.
    await page.locator('#b').getByText('What can White rule out?').waitFor();

    // Moved in the page, it stays as it is.
    await page.evaluate(() => {
      const [a, b] = ['#a', '#b'].map((id) => document.querySelector(id) as HTMLElement);
      (a as HTMLElement).before(b as HTMLElement);
    });
    await page.locator('#b .board-pieces piece').first().waitFor();
    const kept = await page.evaluate(() => {
      const gone = [...document.querySelectorAll('#a, #b, #c')];
      for (const element of gone) element.remove();
      Object.assign(window, { gone });
      return gone.length;
    });
    expect(kept).toBe(3);
    await expect.poll(() => page.workers().length, { timeout: 30_000 }).toBe(0);
    await page.evaluate(() => {
      const [first] = (window as unknown as { gone: HTMLElement[] }).gone;
      if (first) document.querySelector('main')?.prepend(first);
    });
    await page.evaluate(() => scrollTo(0, 0));
    await page.locator('outpost-replay').getByRole('button', { name: 'Black’s belief' }).click();
    await page.locator('outpost-replay .phantom.likely').first().waitFor();
    expect(await told(page, 'error')).toEqual([]);
    await page.context().close();
  });

  it('reads files, of the page and of elsewhere', async () => {
    const lines = `${record.trim()}\n${record.trim()}\n`;
    const [one, many] = [host.file(record, 'application/json'), host.file(lines, 'text/plain')];
    const page = await openPage(
      `<outpost-replay id="a" src="${one}" panels="none"></outpost-replay><outpost-replay id="b" src="${many}" game="2" panels="none"></outpost-replay>`,
      { height: 2000 },
    );
    for (const id of ['#a', '#b']) await page.locator(`${id} .board-pieces piece`).first().waitFor();
    expect((await told(page, 'ready')).map(({ steps }) => steps)).toEqual([48, 48]);
    await page.context().close();
  });
});

describe('a task', () => {
  it('is solved by looking at the right place, without the engine', async () => {
    const page = await openPage(
      `<outpost-game task="sense" boards="${KNIGHTS}" hint="Two at once." explain="That is all."></outpost-game>`,
    );
    const game = page.locator('outpost-game');
    await game.locator('.board[data-mode=sense]').waitFor();
    await clickSquare(page, 'outpost-game', 'a1');
    await game.getByText('Not this time').waitFor();
    await game.getByRole('button', { name: 'Hint' }).click();
    await game.getByText('Two at once.').waitFor();
    await clickSquare(page, 'outpost-game', 'e4');
    await game.getByText('That is all.').waitFor();
    expect(await told(page, 'answer')).toEqual([
      { task: 'sense', answer: 'a1', correct: false, attempts: 1 },
      { task: 'sense', answer: 'e4', correct: true, attempts: 2 },
    ]);
    expect(await told(page, 'success')).toEqual([{ task: 'sense', attempts: 2, turns: 0 }]);
    expect(page.workers()).toHaveLength(0);
    await page.context().close();
  });

  it('is solved by counting, in a lesson of several', async () => {
    const page = await openPage(
      `<outpost-lesson><outpost-game task="count" boards="${KNIGHTS}"></outpost-game><outpost-board caption="The end"></outpost-board></outpost-lesson>`,
    );
    const game = page.locator('outpost-game');
    await game.getByLabel('How many boards are possible?').fill('5');
    await page.keyboard.press('Enter');
    await game.getByText('It is fewer than 5.').waitFor();
    await game.getByLabel('How many boards are possible?').fill('3');
    await page.keyboard.press('Enter');
    await page.getByText('1 of 1 solved').waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('The end').waitFor();
    expect(await game.isVisible()).toBe(false);
    await page.context().close();
  });

  it('is a choice among boards, where they have weights', async () => {
    const page = await openPage(
      `<outpost-game task="choose" boards="${KNIGHTS}" weights="1 3 2" explain="It is the heaviest."></outpost-game>`,
    );
    const game = page.locator('outpost-game');
    await game.getByRole('button', { name: 'Board 1' }).click();
    await game.getByText('Board 1 is not the answer.').waitFor();
    // The answer is not shown, neither as translucent pieces nor as numbers.
    expect(await game.locator('.phantom').count()).toBe(0);
    expect(await game.getByText('50%').count()).toBe(0);
    await game.getByRole('button', { name: 'Board 2' }).click();
    await game.getByText('It is the heaviest.').waitFor();
    expect(await told(page, 'answer')).toMatchObject([
      { answer: '1', correct: false },
      { answer: '2', correct: true },
    ]);
    await game.getByText('50%', { exact: true }).waitFor();
    expect(page.workers()).toHaveLength(0);
    await page.context().close();
  });

  it('is a move over boards, which the engine rates one by one', { timeout: 60_000 }, async () => {
    const boards = ['1n6', '3n4'].map((ranks) => `4k3/8/8/8/${ranks}/2P5/4P3/4K3 w - - 0 1`).join(';');
    const page = await openPage(
      `<outpost-game task="move" boards="${boards}" weights="5 1" panels="boards"></outpost-game>`,
    );
    const game = page.locator('outpost-game');
    await game.getByRole('button', { name: 'Begin' }).click();
    await game.locator('.board[data-mode=move]').waitFor();
    const move = async (from: string, to: string): Promise<void> => {
      await clickSquare(page, 'outpost-game', from);
      await game.locator('cg-board square.selected').waitFor();
      await clickSquare(page, 'outpost-game', to);
    };
    await move('c3', 'd4');
    await game.getByText(/has a win probability of \d+% over all boards; the best has \d+%/).waitFor();
    await move('c3', 'b4');
    await game.getByText('Right: c3–b4.').waitFor();
    const cells = await game
      .getByRole('row', { name: /^c3–b4/ })
      .getByRole('cell')
      .allTextContents();
    const [mean, first, second] = cells.map((text) => Number.parseInt(text, 10)) as [number, number, number];
    expect(first).toBeGreaterThan(second);
    expect(Math.abs((5 * first + second) / 6 - mean)).toBeLessThan(1.5);
    await page.context().close();
  });

  it('is solved by playing: by mouse, with events, to the truth', { timeout: 60_000 }, async () => {
    const page = await openPage(
      `<outpost-game task="capture-king" fen="4k3/8/8/8/8/8/4R3/4K3 w - - 0 1" agent="random" turns="3" seed="1"></outpost-game>`,
    );
    const game = page.locator('outpost-game');
    await game.getByRole('button', { name: 'Play' }).click();
    await game.locator('.board[data-mode=sense]').waitFor();
    // Nothing of the opponent is shown before it is seen.
    expect(await game.locator('.board-pieces piece.black, .phantom').count()).toBe(0);
    await clickSquare(page, 'outpost-game', 'e7');
    await game.locator('.board[data-mode=move]').waitFor();
    await clickSquare(page, 'outpost-game', 'e2');
    await game.locator('cg-board square.selected').waitFor();
    await clickSquare(page, 'outpost-game', 'e8');
    await game.getByText('You captured the king.').waitFor();
    const [seen] = await told(page, 'sense');
    expect(seen).toMatchObject({ square: 'e7' });
    expect(seen?.seen).toContainEqual({ square: 'e8', piece: 'k' });
    expect(await told(page, 'move')).toEqual([{ requested: 'e2e8', taken: 'e2e8', capture: 'e8' }]);
    expect(await told(page, 'success')).toEqual([{ task: 'capture-king', attempts: 1, turns: 1 }]);
    const [end] = await told(page, 'end');
    expect(end).toMatchObject({ winner: 'white', reason: 'KING_CAPTURE' });
    expect(JSON.parse(String(end?.record))).toMatchObject({ type: 'GameHistory', winner_color: true });
    await game.getByRole('button', { name: 'Restart' }).click();
    await game.locator('.board[data-mode=sense]').waitFor();
    await page.context().close();
  });

  it('shows where everything was to those who give up, marks squares to be reached, and keeps the keyboard', async () => {
    const page = await openPage(
      `<outpost-game task="reach" squares="d6 e6" fen="4k3/8/3n4/4P3/8/8/8/4K3 w - - 0 1" agent="random" seed="1" turns="1" hint="Look." explain="Take it."></outpost-game>`,
    );
    const game = page.locator('outpost-game');
    const focused = (): Promise<string> =>
      page.evaluate(() => {
        const { activeElement } = document;
        const inner = activeElement?.shadowRoot?.activeElement ?? activeElement;
        return inner?.className || (inner as HTMLElement | null)?.dataset.square || inner?.tagName || '';
      });
    expect(await game.locator('.square.mark-yellow').count()).toBe(2);
    expect(
      await game
        .locator('.square.mark-yellow')
        .first()
        .evaluate((square) => getComputedStyle(square, '::before').backgroundColor),
    ).not.toBe('rgba(0, 0, 0, 0)');
    await game.getByRole('button', { name: 'Play' }).focus();
    await page.keyboard.press('Enter');
    await game.locator('.board[data-mode=sense]').waitFor();
    await game.getByRole('button', { name: 'Skip sensing' }).focus();
    await page.keyboard.press('Enter');
    await game.locator('.board[data-mode=move]').waitFor();
    await expect.poll(focused).toMatch(/square|cell|^[a-h][1-8]$/);
    await game.getByRole('button', { name: 'Hint' }).click();
    await game.getByRole('button', { name: 'Show the answer' }).focus();
    await page.keyboard.press('Enter');
    await game.getByText('Take it.').waitFor();
    await expect.poll(focused).toContain('verdict');
    await expect.poll(() => pieces(page, 'outpost-game')).toBe(4);
    await page.context().close();
  });

  it('is solved by touch: a tap senses, a drag moves', { timeout: 60_000 }, async () => {
    const page = await openPage(
      `<outpost-game task="reach" squares="e5" piece="rook" fen="4k3/8/8/8/8/8/4R3/4K3 w - - 0 1" agent="random"></outpost-game>`,
      { width: 390, height: 844, context: { hasTouch: true, isMobile: true } },
    );
    const game = page.locator('outpost-game');
    await game.getByRole('button', { name: 'Play' }).tap();
    await game.locator('.board[data-mode=sense]').waitFor();
    await page.locator('outpost-game [data-square=b5]').scrollIntoViewIfNeeded();
    const middle = async (square: string) => {
      const box = await game.locator(`[data-square=${square}]`).boundingBox();
      return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
    };
    const at = await middle('b5');
    await page.touchscreen.tap(at.x, at.y);
    await game.locator('.board[data-mode=move]').waitFor();
    const cdp = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[] = []) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    const [from, to] = [await middle('e2'), await middle('e5')];
    await touch('touchStart', [from]);
    for (let i = 1; i <= 5; i++) await touch('touchMove', [{ x: from.x, y: from.y + ((to.y - from.y) * i) / 5 }]);
    await game.locator('piece.dragging').waitFor();
    await touch('touchEnd');
    await game.getByText('You got there.').waitFor();
    expect(await told(page, 'success')).toEqual([{ task: 'reach', attempts: 1, turns: 1 }]);
    await page.context().close();
  });

  it('lets the opponent wait while nobody looks', { timeout: 60_000 }, async () => {
    const page = await openPage(
      `<outpost-game agent="random" budget="0"></outpost-game>${'<p>…</p>'.repeat(100)}<outpost-game id="end" agent="random" budget="0"></outpost-game>`,
    );
    const game = page.locator('outpost-game').first();
    const other = page.locator('#end');
    await other.getByRole('button', { name: 'Play' }).click();
    await other.locator('.board[data-mode=sense]').waitFor();
    await game.getByRole('button', { name: 'Play' }).click();
    await game.locator('.board[data-mode=sense]').waitFor();
    await game.getByRole('button', { name: 'Skip sensing' }).click();
    await game.locator('.board[data-mode=move]').waitFor();
    await page.locator('#end').scrollIntoViewIfNeeded();
    // An embed is told with the next frame that it left the view.
    await page.evaluate(() => new Promise((told) => requestAnimationFrame(() => requestAnimationFrame(told))));
    await game.locator('rbc-board').evaluate((board) => {
      board.dispatchEvent(new CustomEvent('request-move', { detail: 'e2e4', bubbles: true }));
    });
    await game.getByText('Paused until visible.').waitFor({ state: 'attached' });
    // In another game Random answers meanwhile.
    await other.getByRole('button', { name: 'Skip sensing' }).click();
    await other.locator('.board[data-mode=move]').waitFor();
    await other.locator('rbc-board').evaluate((board) => {
      board.dispatchEvent(new CustomEvent('request-move', { detail: 'e2e4', bubbles: true }));
    });
    await other.locator('.board[data-mode=sense]').waitFor();
    expect(await game.locator('[data-stage]').getAttribute('data-stage')).toBe('thinking');
    await game.evaluate((element) => element.scrollIntoView());
    await game.locator('.board[data-mode=sense]').waitFor();
    await page.context().close();
  });

  it('judges a move over all boards, and lets another be tried', { timeout: 60_000 }, async () => {
    const page = await openPage(
      `<outpost-game task="move" fen="4k3/8/8/8/8/8/4R3/4K3 w - - 0 1" agent="random"></outpost-game>`,
    );
    const game = page.locator('outpost-game');
    await game.getByRole('button', { name: 'Begin' }).click();
    await game.locator('.board[data-mode=sense]').waitFor();
    await game.getByRole('button', { name: 'Skip sensing' }).click();
    for (const [to, verdict] of [
      ['a2', 'Not this time'],
      ['e8', 'Solved'],
    ] as const) {
      await game.locator('.board[data-mode=move]').waitFor();
      await clickSquare(page, 'outpost-game', 'e2');
      await game.locator('cg-board square.selected').waitFor();
      await clickSquare(page, 'outpost-game', to);
      await game.locator('.verdict').getByText(verdict).waitFor();
    }
    expect((await told(page, 'answer')).map(({ answer, correct }) => [answer, correct])).toEqual([
      ['e2a2', false],
      ['e2e8', true],
    ]);
    await page.context().close();
  });
});

describe('one of our lessons', () => {
  it('is shown by its name, keeps progress only where that is asked for, and tells it', async () => {
    const page = await openPage('<outpost-lesson name="sensing" step="2"></outpost-lesson>');
    const kept = (): Promise<string[]> => page.evaluate(() => Object.keys(localStorage));
    await page.getByRole('button', { name: /^Step 2: .*/ }).waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect
      .poll(() => told(page, 'progress'))
      .toMatchObject([{ step: 2 }, { lesson: 'sensing', step: 3, solved: 0 }]);
    expect(await kept()).toEqual([]);
    await page.evaluate(() => document.querySelector('outpost-lesson')?.setAttribute('remember', 'of-class-3'));
    await page.getByRole('button', { name: 'Next' }).click();
    expect(await kept()).toEqual(['outpost-lesson-of-class-3']);
    await page.evaluate(() => document.querySelector('outpost-lesson')?.setAttribute('name', 'nonsense'));
    await page.getByText(/“nonsense” is none of rules, sensing/).waitFor();
    await page.context().close();
  });

  it('has the colours of its theme in a frame, all of it', async () => {
    for (const [theme, scheme] of [
      ['dark', 'light'],
      ['light', 'dark'],
    ] as const) {
      const page = await site.open(`embed.html#element=lesson&name=sensing&step=1&theme=${theme}`, {
        colorScheme: scheme,
      });
      await page.getByRole('heading').waitFor();
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe(theme);
      expect(await violations(page)).toEqual([]);
      await page.context().close();
    }
  });

  it('is worked through in a frame', { timeout: 60_000 }, async () => {
    const page = await openPage(
      `<iframe title="A lesson" width="390" height="1400" src="${site.url}embed.html#element=lesson&name=hsuc&step=2&remember="></iframe>`,
      { height: 1500 },
    );
    const frame = page.locator('iframe').contentFrame();
    await frame.locator('[data-square=d6]').first().click();
    await frame.getByText(/ · 1 of \d+ solved/).waitFor();
    await page.reload();
    await page
      .locator('iframe')
      .contentFrame()
      .getByText(/ · 1 of \d+ solved/)
      .waitFor();
    await page.context().close();
  });
});

describe('what cannot be shown', () => {
  it('says why', { timeout: 60_000 }, async () => {
    site.allow(/404/);
    const cases: [string, RegExp][] = [
      ['<outpost-board fen="8/8"></outpost-board>', /eight ranks/],
      ['<outpost-board arrows="<b>"></outpost-board>', /is not an arrow/],
      [`<outpost-board boards="${KNIGHTS};4k3/8/8/8/8/8/8/3K4 w"></outpost-board>`, /Board 4/],
      [`<outpost-replay record='{"type": 3}'></outpost-replay>`, /cannot be read/],
      [`<outpost-replay orientation="up">${slotted}</outpost-replay>`, /orientation/],
      ['<outpost-replay src="/nowhere.json"></outpost-replay>', /nowhere\.json could not be fetched: 404/],
      ['<outpost-replay src="javascript:alert(1)"></outpost-replay>', /could not be fetched/],
      [`<outpost-replay link="${LINK.slice(0, 30)}"></outpost-replay>`, /link/i],
      [`<outpost-replay link="1NQI3BtIUAawEWgrKNQyyWdIZ"></outpost-replay>`, /set of boards/],
      ['<outpost-game task="win"></outpost-game>', /none of sense, move/],
      ['<outpost-game task="survive"></outpost-game>', /needs the attribute turns/],
      ['<outpost-game task="capture-king" boards="4k3/8/8/8/8/8/8/4K3 w"></outpost-game>', /does not take/],
    ];
    const page = await openPage(cases.map(([body]) => body).join('\n'), { height: 12_000 });
    const elements = page.locator('outpost-board, outpost-replay, outpost-game');
    for (const [i, [, message]] of cases.entries()) {
      await elements.nth(i).locator('[part=problem]').getByText(message).waitFor();
    }
    expect(await told(page, 'error')).toHaveLength(cases.length);
    await page.context().close();
  });

  it('runs no script of names and notes', async () => {
    const evil = '<img src=x onerror="document.title=1">';
    const changed = {
      ...JSON.parse(record),
      white_name: evil,
      outpost: { notes: [{ place: { ply: 0, phase: 'start' }, text: evil }] },
    };
    const page = await openPage('<outpost-replay></outpost-replay>');
    await page.locator('outpost-replay').evaluate((element, text) => {
      (element as unknown as { record: string }).record = text;
    }, JSON.stringify(changed));
    await page.locator('outpost-replay [part=note]').getByText(evil).waitFor();
    expect(await page.locator('outpost-replay img').count()).toBe(0);
    await page.context().close();
  });

  it('says so where the policy allows no engine; boards and the truth are shown', async () => {
    site.allow(/Content Security Policy|worker/i);
    const origin = new URL(site.url).origin;
    const policy = `default-src 'none'; style-src 'self'; script-src ${origin}; img-src data:`;
    const page = await openPage(`<outpost-replay perspective="truth">${slotted}</outpost-replay>`, { policy });
    const replay = page.locator('outpost-replay');
    await replay.locator('.board-pieces piece').first().waitFor();
    await replay.getByRole('button', { name: 'White’s belief' }).click();
    await replay.getByText('The engine could not be loaded').waitFor();
    await replay.getByRole('button', { name: 'Truth' }).click();
    await replay.getByRole('button', { name: 'Next', exact: true }).click();
    expect(await pieces(page, 'outpost-replay')).toBe(32);
    await page.context().close();
  });
});

it('works on an isolated page, and where two copies of the script are', { timeout: 60_000 }, async () => {
  const page = await openPage(
    `<script type="module" src="${site.url}outpost-embed.js?again"></script>
     <outpost-replay link="${LINK}" perspective="white"></outpost-replay>`,
    { headers: { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' } },
  );
  await page.locator('outpost-replay .phantom.likely').first().waitFor();
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  expect(await told(page, 'error')).toEqual([]);
  await page.context().close();
});

describe('a frame', () => {
  const code = (fragment: string, attributes = ''): string =>
    `<iframe title="Embed" width="600" height="300" src="${site.url}embed.html#${fragment}" ${attributes}></iframe>`;
  const listen = `
    const messages = window.messages = [];
    addEventListener('message', ({ data, origin, source }) => {
      const frame = document.querySelector('iframe');
      if (source !== frame.contentWindow || data?.source !== 'outpost') return;
      messages.push({ ...data, origin });
      if (data.type === 'height') frame.height = data.height;
    });`;

  it('tells its height and events, and takes attributes', { timeout: 60_000 }, async () => {
    const script = `<script src="${host.file(listen, 'text/javascript')}"></script>`;
    const page = await openPage(`${script}${code(`element=replay&link=${LINK}&perspective=truth&panels=text`)}`);
    const frame = page.frameLocator('iframe');
    await frame.locator('.board-pieces piece').first().waitFor();
    const height = () => page.locator('iframe').evaluate((element) => Number((element as HTMLIFrameElement).height));
    await expect.poll(height).toBeGreaterThan(500);
    const fits = () => frame.locator('html').evaluate((element) => element.scrollHeight - element.clientHeight);
    await expect.poll(fits).toBeLessThanOrEqual(0);
    await frame.getByRole('button', { name: 'Next', exact: true }).click();
    const messages = (): Promise<{ type: string; name?: string; origin: string; detail?: { index?: number } }[]> =>
      page.evaluate('messages');
    await expect.poll(async () => (await messages()).filter(({ name }) => name === 'outpost-step').length).toBe(2);
    expect(new Set((await messages()).map(({ origin }) => origin))).toEqual(new Set([new URL(site.url).origin]));
    await page.locator('iframe').evaluate((element) => {
      const message = {
        source: 'outpost-host',
        type: 'set',
        attributes: { ply: 0, onclick: 'alert(1)', theme: 'dark' },
      };
      (element as HTMLIFrameElement).contentWindow?.postMessage(message, '*');
    });
    await frame.locator('outpost-replay[theme=dark][ply="0"]').waitFor();
    expect(await frame.locator('outpost-replay').getAttribute('onclick')).toBeNull();
    await page.context().close();
  });

  it('shows boards and the truth in a sandbox, and says what it cannot', { timeout: 60_000 }, async () => {
    const parameters = new URLSearchParams({ element: 'replay', record: short, perspective: 'truth' });
    const page = await openPage(code(String(parameters), 'sandbox="allow-scripts"'), { height: 1200 });
    const frame = page.frameLocator('iframe');
    await frame.locator('.board-pieces piece').first().waitFor();
    await frame.getByRole('button', { name: 'White’s belief' }).click();
    await frame.locator('[part=problem]').getByText('allow-same-origin').waitFor();
    await frame.getByRole('button', { name: 'Truth' }).click();
    await frame.getByRole('button', { name: 'To the end' }).click();
    await expect.poll(() => frame.locator('.board-pieces piece.king:not(.ghost, .fading)').count()).toBe(1);
    await page.context().close();
  });

  it('takes no attributes from anyone but its parent', async () => {
    const page = await openPage(code('element=board&caption=Mine'));
    const frame = page.frameLocator('iframe');
    await frame.getByText('Mine').waitFor();
    // From another window than the parent: the frame itself. Messages arrive in their order.
    await frame.locator('html').evaluate(async () => {
      window.postMessage({ source: 'outpost-host', type: 'set', attributes: { caption: 'Theirs' } }, '*');
      const last = new Promise((resolve) => {
        addEventListener('message', ({ data }) => data === 'last' && resolve(data));
      });
      window.postMessage('last', '*');
      await last;
    });
    expect(await frame.locator('outpost-board').getAttribute('caption')).toBe('Mine');
    await page.context().close();
  });
});

it('is accessible, and fits into 320 px', { timeout: 90_000 }, async () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await openPage(
      `<div id="narrow"><h2>Three</h2>
       <outpost-board boards="${KNIGHTS}" overlays="pieces sense" panels="boards" caption="A caption"></outpost-board>
       <outpost-replay perspective="white" panels="text moves sizes boards">${slotted}</outpost-replay>
       <outpost-game task="sense" boards="${KNIGHTS}"></outpost-game>
       <outpost-game id="g" agent="random" assist="hints"></outpost-game></div><style>#narrow { width: 320px; }</style>`,
      { height: 4000 },
    );
    await page.emulateMedia({ colorScheme });
    await page.locator('#g').getByRole('button', { name: 'Play' }).click();
    await page.locator('#g .board[data-mode=sense]').waitFor();
    await page.locator('outpost-replay [part=panel][aria-busy=false] .size-lines').waitFor({ timeout: 60_000 });
    const wide = await page.evaluate(() =>
      [...document.querySelectorAll('#narrow > *')]
        .filter((element) => element.scrollWidth > 320 || element.getBoundingClientRect().width > 320)
        .map(({ localName }) => localName),
    );
    expect(wide).toEqual([]);
    await settled(page);
    await page.evaluate(axe);
    const violations = await page.evaluate(async () => {
      const { axe } = window as unknown as {
        axe: {
          run(options: object): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
        };
      };
      const { violations } = await axe.run({
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
    });
    expect(violations).toEqual([]);
    await page.context().close();
  }
});

describe('what an address or another site may do', () => {
  it('stores progress under short names only, and says so', async () => {
    const item = encodeURIComponent('fen=4k3/8/8/8/8/8/8/4K3 w - - 0 1');
    const keys = (page: Page) => page.evaluate(() => Object.keys(localStorage));
    const page = await site.open('favicon.svg');
    await page.goto(new URL(`embed.html#item=${item}&item=${item}&remember=${'x'.repeat(200_000)}`, site.url).href);
    await page.getByText('remember: a name has at most 64 characters, so progress is not kept.').waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('2 of 2').waitFor();
    expect(await keys(page)).toEqual([]);
    await page.goto(new URL(`embed.html#item=${item}&item=${item}&remember=class`, site.url).href);
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.poll(() => keys(page)).toEqual(['outpost-lesson-class']);
    await page.context().close();
  });

  it('puts the page for frames into a frame, and no page with a game', async () => {
    site.allow(/frame-ancestors|Failed to load resource|ERR_BLOCKED_BY_RESPONSE/);
    const page = await openPage(
      `<iframe id="embed" src="@site@embed.html#element=board" width="400" height="400"></iframe>
       <iframe id="game" src="@site@#play" width="400" height="400"></iframe>
       <iframe id="named" src="@site@index.html" width="400" height="400"></iframe>`.replaceAll('@site@', site.url),
      { width: 1280 },
    );
    await page.frameLocator('#embed').locator('outpost-board').waitFor();
    const shown = page.frames().map((frame) => frame.url());
    expect(shown.filter((url) => url.startsWith('chrome-error:')).length).toBe(2);
    // A frame of the same site may show it.
    const own = await site.open('favicon.svg');
    await own.route(/own\.html$/, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><iframe src="${site.url}" width="600"></iframe>`,
      }),
    );
    await own.goto(new URL('own.html', site.url).href);
    await own.frameLocator('iframe').locator('[data-build]').waitFor({ state: 'attached' });
    await page.context().close();
    await own.context().close();
  });
});

describe('what is too much for an embed', () => {
  it('is refused with the reason, and the page goes on', { timeout: 120_000 }, async () => {
    const page = await openPage('<main></main>');
    const problemOf = (name: string, attributes: Record<string, string>): Promise<string | null> =>
      page.evaluate(
        async ([name, attributes]) => {
          const element = document.createElement(name as string);
          for (const [key, value] of Object.entries(attributes as Record<string, string>))
            element.setAttribute(key, value);
          const said = new Promise<string>((resolve) => {
            element.addEventListener('outpost-error', (event) => resolve((event as CustomEvent).detail.message));
          });
          document.querySelector('main')?.replaceChildren(element);
          return said;
        },
        [name, attributes] as const,
      );
    const many = 'There are too many arrows and marks: at most 256.';
    expect(await problemOf('outpost-board', { arrows: 'e2e4 '.repeat(50_000) })).toBe(many);
    expect(await problemOf('outpost-board', { marks: 'e2 '.repeat(100_000) })).toBe(many);
    expect(await problemOf('outpost-board', { caption: 'x'.repeat(5_000_000) })).toContain(
      'The attribute caption is too long',
    );
    expect(await problemOf('outpost-game', { task: 'count', prompt: 'x'.repeat(5_000_000) })).toContain(
      'The attribute prompt is too long',
    );
    const head = record.trim().slice(0, -1);
    const deep = `${head}, "x": ${'['.repeat(1_500_000)}${']'.repeat(1_500_000)}}`;
    expect(await problemOf('outpost-replay', { record: deep })).toContain('nested more than 64 deep');
    const notes = '{"place":{"ply":0,"phase":"start"},"text":"x"},'.repeat(50_000).slice(0, -1);
    const noted = `${head}, "outpost": {"notes": [${notes}]}}`;
    expect(await problemOf('outpost-replay', { record: noted })).toContain('too many notes: at most 1,024');
    const lines = [{ place: { ply: 0, phase: 'start' }, text: '\n'.repeat(1_000_000) }];
    const shown = await page.evaluate(
      async (record) => {
        const replay = Object.assign(document.createElement('outpost-replay'), { record });
        document.querySelector('main')?.replaceChildren(replay);
        for (;;) {
          const note = replay.shadowRoot?.querySelector('.embed-note');
          if (note) return note.textContent?.length;
          await new Promise(requestAnimationFrame);
        }
      },
      `${head}, "outpost": {"notes": ${JSON.stringify(lines)}}}`,
    );
    expect(shown).toBe(199);
    await page.getByRole('button', { name: 'Show all of the notes' }).waitFor();
    const long = `${head}, "x": "${'x'.repeat(4_000_000)}"}`;
    expect(await problemOf('outpost-replay', { record: long })).toContain('The record of the game is too long');
    await page.close();
  });

  it('are more than fifty items of a lesson; none is drawn before it is shown', { timeout: 120_000 }, async () => {
    const page = await openPage(`<outpost-lesson>${'<outpost-board></outpost-board>'.repeat(300)}</outpost-lesson>`);
    await page.locator('outpost-lesson .notice', { hasText: 'A lesson has at most 50 items.' }).waitFor();
    const drawn = page.locator('outpost-lesson rbc-board');
    await expect.poll(() => drawn.count()).toBe(1);
    await page.locator('outpost-lesson').getByRole('button', { name: 'Next', exact: false }).first().click();
    await expect.poll(() => drawn.count()).toBe(2);
    expect(await page.locator('outpost-board:not([hidden])').count()).toBe(1);
    const rendered = await page
      .locator('outpost-board')
      .evaluateAll((boards) => boards.filter((board) => board.shadowRoot?.firstElementChild).length);
    expect(rendered).toBe(50);
    await page.close();
  });
});
