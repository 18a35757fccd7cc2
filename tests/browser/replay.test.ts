import { text as textOf } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { move, resign, sense, startGame } from './game-page.ts';
import { openSite } from './harness.mjs';
import { longRecord } from './long-record.mjs';
import { openTab } from './replay-tabs.ts';

let site: Awaited<ReturnType<typeof openSite>>;
/** A record that the page itself saved. */
let record: string;

beforeAll(async () => {
  site = await openSite();
  const page = await site.open();
  await startGame(page);
  for (const [square, uci] of [
    ['e7', 'e2e4'],
    ['d6', 'd1h5'],
    ['b7', 'h5e8'],
  ] as const) {
    await page.locator('.game[data-phase=sense], .finished').first().waitFor();
    if (await page.locator('.finished').isVisible()) break;
    await sense(page, square);
    await move(page, uci);
  }
  await page.locator('.game[data-phase=sense], .finished').first().waitFor();
  if (!(await page.locator('.finished').isVisible())) await resign(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the record' }).click(),
  ]);
  record = await textOf(await download.createReadStream());
  await page.context().close();
}, 120_000);
afterEach(() => site.check());
afterAll(() => site.close());

async function openFile(page: Page, name: string, content: string | Buffer): Promise<void> {
  await page.locator('analyse-page .open-files').setInputFiles({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(content),
  });
}

const stepTitle = async (page: Page) => (await page.locator('analyse-page .step h2').textContent())?.trim();

describe('a saved record', () => {
  it('is a GameHistory, and tells the assistance and the date', () => {
    const game = JSON.parse(record) as {
      type: string;
      senses: Record<string, unknown[]>;
      outpost: { assistance: unknown; played: string };
    };
    expect(game.outpost.assistance).toEqual({ white: 'none' });
    expect(Date.now() - Date.parse(game.outpost.played)).toBeLessThan(600_000);
    expect(game.type).toBe('GameHistory');
    expect(game.senses.true).toContain(52);
  });

  it('is stepped through with both sides’ knowledge', async () => {
    const page = await site.open('#analyse');
    await openFile(page, 'game.json', record);
    const view = page.locator('analyse-page replay-view');
    await view.waitFor();
    expect(await stepTitle(page)).toBe('Turn 1, White begins');
    await page.keyboard.press('ArrowRight');
    expect(await stepTitle(page)).toBe('Turn 1, White has sensed');
    expect(await page.locator('.step-text').textContent()).toContain('Senses e7. Sees king e8');
    await page.keyboard.press('ArrowRight');
    expect(await page.locator('.step-text').textContent()).toBe('Moves e2–e4.');
    await page.keyboard.press('ArrowDown');
    expect(await stepTitle(page)).toBe('Turn 1, Black has moved');
    await page.getByRole('button', { name: 'Previous half-turn' }).click();
    expect(await stepTitle(page)).toBe('Turn 1, White has moved');
    await page.keyboard.press('Home');
    expect(await stepTitle(page)).toBe('Turn 1, White begins');

    const timeline = page.getByRole('slider', { name: 'Timeline' });
    await timeline.focus();
    await page.keyboard.press('ArrowRight');
    expect(await stepTitle(page)).toBe('Turn 1, White has sensed');

    const board = await page.locator('analyse-page rbc-board').boundingBox();
    await page.mouse.move((board?.x ?? 0) + 50, (board?.y ?? 0) + 50);
    await page.mouse.wheel(0, 60);
    await expect.poll(() => stepTitle(page)).toBe('Turn 1, White has moved');

    // Black's belief shows Black's pieces as certain and White's as ghosts.
    await page.locator('[data-perspective=black].segment').click();
    await page.locator('.phantom.likely').first().waitFor();
    expect(await page.locator('analyse-page cg-board piece.white').count()).toBe(0);
    await page.locator('[data-perspective=both].segment').click();
    expect(await page.locator('analyse-page rbc-board').count()).toBe(2);

    await openTab(page.locator('analyse-page'), 'moves');
    await page.locator('.sizes[aria-busy=false]').waitFor();
    expect(await page.locator('.chart-line.white').getAttribute('d')).toMatch(/^M[\d.]+ [\d.]+L/);
    await page.locator('analyse-page .move').nth(1).click();
    expect(await stepTitle(page)).toBe('Turn 1, Black has moved');
    await page.context().close();
  });

  it('never draws an opponent as absent while a belief is worked out', async () => {
    const page = await site.open('#analyse');
    await openFile(page, 'game.json', record);
    const view = page.locator('analyse-page replay-view');
    await view.waitFor();
    // Every belief is held back until it is released.
    await view.evaluate((element) => {
      const { replay } = element as unknown as { replay: { belief(...given: unknown[]): Promise<unknown> } };
      const belief = replay.belief.bind(replay);
      const held: (() => void)[] = [];
      Object.assign(window, { letGo: () => held.splice(0).forEach((go) => void go()) });
      replay.belief = async (...given) => {
        await new Promise<void>((resolve) => held.push(resolve));
        return belief(...given);
      };
    });
    const waiting = page.locator('analyse-page .replay-board[aria-busy=true]');
    const ready = page.locator('analyse-page .replay-board[aria-busy=false]');
    const letGo = () => page.evaluate(() => (window as unknown as { letGo(): void }).letGo());
    const letAllGo = (count: number) =>
      expect
        .poll(async () => {
          await letGo();
          return ready.count();
        })
        .toBe(count);

    await page.locator('[data-perspective=both].segment').click();
    expect(await waiting.count()).toBe(2);
    expect(await waiting.locator('.veil').allTextContents()).toEqual(Array(2).fill('Computing possible boards…'));
    expect(await page.locator('analyse-page [data-square=e4]').first().getAttribute('aria-label')).toContain(
      'not computed yet',
    );
    await letAllGo(2);
    expect(await page.locator('.veil').count()).toBe(0);

    // Between steps, the last belief stays visible.
    await page.keyboard.press('ArrowRight');
    await waiting.nth(1).waitFor();
    for (const board of await waiting.all()) {
      expect(await board.locator('.phantom.likely').count()).toBeGreaterThan(10);
      await board.locator('.veil').waitFor();
    }
    await letAllGo(2);
    await page.context().close();
  });

  it('opens among others, gzipped, and names are only ever text', async () => {
    const hostile = JSON.parse(record) as Record<string, unknown>;
    hostile.white_name = '<img src=x onerror="document.title=1">';
    const lines = `${JSON.stringify(hostile)}\n${JSON.stringify(JSON.parse(record))}\n`;
    const page = await site.open('#analyse');
    await openFile(page, 'games.jsonl.gz', gzipSync(lines));
    await page.locator('.games tbody tr').nth(1).waitFor();
    expect(await page.locator('.games tbody tr').count()).toBe(2);
    expect(await page.locator('.games').textContent()).toContain('<img src=x');
    expect(await page.locator('analyse-page img').count()).toBe(0);
    await page.getByLabel('Find a player').fill('<img');
    expect(await page.locator('.games tbody tr').count()).toBe(1);
    await page.locator('.games tbody button').first().click();
    await page.locator('analyse-page replay-view').waitFor();
    expect(await page.locator('.versus').textContent()).toContain('<img src=x');
    expect(await page.title()).toContain('Outpost');
    await page.getByRole('button', { name: 'All games' }).click();
    await page.locator('.games').waitFor();
    await page.context().close();
  });

  it('opens by a click anywhere in its row, and the list fits a phone', async () => {
    const page = await site.open('#analyse', { viewport: { width: 390, height: 800 } });
    const game = {
      ...(JSON.parse(record) as object),
      white_name: 'A player with a rather long name',
      black_name: 'x'.repeat(60),
    };
    await openFile(page, 'games.jsonl', `${JSON.stringify(game)}\n`.repeat(3));
    const row = page.locator('.games tbody tr').nth(1);
    await row.waitFor();
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const [inside, room] = await page
        .locator('.table-scroll')
        .evaluate((list) => [list.scrollWidth, list.clientWidth]);
      expect(inside, `at ${width} px`).toBeLessThanOrEqual(room as number);
      // Nothing in the card is cut off.
      const cell = await row.locator('td').last().boundingBox();
      expect((cell?.x ?? 0) + (cell?.width ?? width)).toBeLessThanOrEqual(width);
    }
    // The result stands under its heading, and so does the number.
    const left = async (selector: string) => (await page.locator(selector).nth(2).boundingBox())?.x;
    expect(await left('.games tbody tr:first-child td')).toBeCloseTo((await left('.games th')) ?? -1, 0);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.getByRole('columnheader').count()).toBe(4);
    expect((await row.boundingBox())?.height, 'two lines').toBeLessThan(70);
    expect(await row.locator('td.number').textContent()).toMatch(/^\s*\d+\s*$/);
    expect(await row.getByRole('button').count()).toBe(1);
    await row.locator('td').last().click();
    await page.locator('analyse-page replay-view').waitFor();
    await page.context().close();
  });

  it('is left by the browser’s Back, to the list or the choice of a file', async () => {
    const page = await site.open('#analyse');
    const view = page.locator('analyse-page replay-view');
    const list = page.locator('.games');
    const line = JSON.stringify(JSON.parse(record));
    await openFile(page, 'games.jsonl', `${line}\n${line}\n`);
    await list.waitFor();
    await page.getByRole('button', { name: 'Open game 2' }).click();
    await view.waitFor();
    expect(new URL(page.url()).hash).toBe('#analyse/2');
    await page.goBack();
    await list.waitFor();
    expect(new URL(page.url()).hash).toBe('#analyse');
    await page.goForward();
    await view.waitFor();
    // Visiting another page leaves the game open.
    await page.getByRole('link', { name: 'Play', exact: true }).click();
    await page.locator('.top nav').getByRole('link', { name: 'Analyse' }).click();
    await view.waitFor();
    expect(new URL(page.url()).hash).toBe('#analyse/2');
    await page.getByRole('button', { name: 'All games' }).click();
    await list.waitFor();

    // Another file with a single game opens at once; Back leads to the choice of a file.
    await page.getByRole('button', { name: 'Open game 1' }).click();
    await view.waitFor();
    await openFile(page, 'one.json', record);
    await page.locator('.end-banner[aria-label="one.json"]').waitFor();
    await view.waitFor();
    await page.goBack();
    await page.locator('analyse-page .drop').waitFor();
    await page.goForward();
    await view.waitFor();

    // After a reload the file is gone.
    await page.reload();
    await page.locator('analyse-page .drop').waitFor();
    expect(new URL(page.url()).hash).toBe('#analyse');
    await page.context().close();
  });

  it('can be dropped on any page', async () => {
    const page = await site.open('#play');
    await page.locator('new-game').waitFor();
    const transfer = await page.evaluateHandle((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], 'dropped.json'));
      return data;
    }, record);
    await page.dispatchEvent('body', 'dragenter', { dataTransfer: transfer });
    await page.getByText('Drop the files to open them').waitFor();
    await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
    await page.locator('analyse-page replay-view').waitFor();
    await page.goBack();
    await page.locator('analyse-page .drop').waitFor();
    await page.goBack();
    await page.locator('new-game').waitFor();
    await page.context().close();
  });
});

describe('the list of moves', () => {
  it('tells captures, stops and failures apart, and says what its marks mean', async () => {
    const page = await site.open('#analyse');
    await openFile(page, 'game.json', record);
    await openTab(page.locator('analyse-page'), 'moves');
    const list = page.locator('analyse-page move-list');
    await list.waitFor();
    const at = (name: string) => name.charCodeAt(0) - 97 + 8 * (Number(name[1]) - 1);
    const moves = [
      { requested: 'e4d5', taken: null, capture: null },
      { requested: 'h5e8', taken: 'h5f7', capture: at('f7') },
      { requested: 'a2a4', taken: 'a2a3', capture: null },
      { requested: 'g1f3', taken: 'g1f3', capture: null },
    ];
    await list.evaluate((element, given) => {
      const steps = given.map((move, ply) => ({
        index: ply,
        ply,
        color: ply % 2 ? 'black' : 'white',
        phase: 'moved',
        sense: null,
        notice: null,
        fen: '',
        move,
      }));
      Object.assign(element, { steps, step: 0 });
    }, moves);
    const move = (name: RegExp) => list.getByRole('button', { name });
    await move(/^e4–d5 ?not possible$/).waitFor();
    expect(
      await move(/^e4–d5/)
        .locator('s')
        .count(),
    ).toBe(1);
    expect(await move(/^e4–d5/).getAttribute('title')).toBe('Requests e4–d5: not possible, the turn is lost.');
    await move(/^h5–f7 ?took a piece ?stopped short$/).waitFor();
    await move(/^a2–a3 ?stopped short$/).waitFor();
    await move(/^g1–f3$/).waitFor();
    expect(await list.textContent()).not.toContain('✗');
    const legend = await list.locator('.move-legend li').allTextContents();
    expect(legend.map((line) => line.replace(/\s+/g, ' ').trim())).toEqual([
      '× took a piece',
      'stopped short of its target',
      'e4–d5 not possible, the turn was lost',
    ]);
    await page.context().close();
  });
});

describe('a game without a half-turn', () => {
  it('shows the start and how it ended, at once and from its record', async () => {
    const page = await site.open();
    await startGame(page);
    await resign(page);
    const board = (within: string) => page.locator(`${within} cg-board piece:not(.ghost)`).count();
    const text = (within: string) => page.locator(`${within} replay-view .step`).textContent();
    await page.locator('play-page replay-view .step').waitFor();
    expect(await text('play-page')).toMatch(/No moves\s+Black wins\. White resigned\. No move was made\./);
    await expect.poll(() => board('play-page')).toBe(32);
    expect(await page.getByText('This file has no games').count()).toBe(0);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the record' }).click(),
    ]);
    const saved = await textOf(await download.createReadStream());
    await page.locator('.top nav').getByRole('link', { name: 'Analyse' }).click();
    await openFile(page, 'nobody.json', saved);
    await page.locator('analyse-page replay-view .step').waitFor();
    expect(await text('analyse-page')).toMatch(/No moves\s+Black wins\. White resigned\./);
    await expect.poll(() => board('analyse-page')).toBe(32);
    // Keys step nowhere, and turn the board.
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('f');
    await page.locator('analyse-page .orientation-black').waitFor();
    await page.context().close();
  });
});

describe('a very long record', () => {
  it('opens, and its analysis is taken up again after a crash of the engine', async () => {
    site.allow(/made to crash/);
    const page = await site.open('?build=single#analyse');
    await openFile(page, 'long.json', longRecord(2400));
    const view = page.locator('analyse-page replay-view');
    await view.waitFor();
    await openTab(page.locator('analyse-page'), 'moves');
    await page.keyboard.press('End');
    expect(await stepTitle(page)).toBe('Turn 1200, Black has moved');
    expect(await page.locator('.moves-scroll [aria-current=step]').textContent()).toContain('8');
    await page.keyboard.press('Home');

    const line = () => page.locator('.chart-line.white').getAttribute('d');
    await expect.poll(line).toMatch(/L/);
    const [worker] = page.workers();
    await worker?.evaluate(() => {
      setTimeout(() => {
        throw new Error('made to crash');
      });
    });
    await page.getByText('the analysis has resumed').waitFor();
    // Results stay, and the work continues.
    expect(await line()).toMatch(/L/);
    await page.locator('.sizes progress[value]').waitFor();
    expect(await page.locator('.sizes .problem').count()).toBe(0);
    // The new engine computes beliefs too.
    await page.locator('analyse-page [data-perspective=black].segment').click();
    await page.locator('analyse-page .phantom.likely').first().waitFor();
    await page.context().close();
  });

  it('of 4,962 half-turns shows how far the work has come, and it can be stopped', async () => {
    const page = await site.open('?build=single#analyse');
    await openFile(page, 'long.json', longRecord(4962));
    const view = page.locator('analyse-page replay-view');
    await view.waitFor();
    await page.keyboard.press('End');
    await page.locator('analyse-page [data-perspective=black].segment').click();
    const status = view.locator('session-status');
    await status.locator('progress[value]').waitFor();
    await status.getByRole('button', { name: 'Stop' }).click();
    await status.getByText('Stopped. Results so far are shown.').waitFor();
    expect(await view.locator('progress').count()).toBe(0);
    // Nothing starts automatically at another step, and nothing says so.
    await page.keyboard.press('ArrowLeft');
    await view.getByText('Not computed: it was stopped.').first().waitFor();
    expect(await view.getByText('Computing').count()).toBe(0);
    await status.getByRole('button', { name: 'Continue' }).click();
    await status.locator('progress[value]').waitFor();
    await page.context().close();
  }, 120_000);
});

describe('a bad file', () => {
  it.each([
    ['cut.json', () => record.slice(0, record.length / 2), /line 1|column|byte|end/i],
    ['other.json', () => '{"type":"Something"}', /GameHistory|type/],
    ['noise.bin', () => '\u0000\u0001\u0002', /./],
    ['empty.json', () => '', /./],
  ])('%s is refused with the reason', async (name, content, reason) => {
    const page = await site.open('#analyse');
    await openFile(page, name, content());
    const problem = page.locator('.record-problem');
    await problem.waitFor();
    expect(await problem.locator('strong').textContent()).toBe(`${name} cannot be opened`);
    expect(await problem.locator('p').textContent()).toMatch(reason);
    // And the next good one opens.
    await openFile(page, 'game.json', record);
    await page.locator('analyse-page replay-view').waitFor();
    await page.context().close();
  });

  it('with good lines opens them and names the bad ones', async () => {
    const page = await site.open('#analyse');
    const good = JSON.stringify(JSON.parse(record));
    await openFile(page, 'mixed.jsonl', `${good}\n{"oops"\n${good}\n`);
    await page.locator('.games tbody tr').nth(1).waitFor();
    await page.getByText('1 entry is not a game').click();
    expect(await page.locator('.bad-lines li').textContent()).toMatch(/line 2/i);
    await page.context().close();
  });
});
