import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/run.mjs';
import { resign, startGame } from './game-page.ts';
import { openSite } from './harness.mjs';

let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.check());
afterAll(() => site.close());

/** The game of `game.json`, at Black's belief after its sense in half-turn 13, with a note. Written once by `outpost link encode`. */
const LINK =
  '1h9hJU74N3anxCCjf8haipzVmssmwNkc66EBBLuWUXdaHhb2Le4occOS4qW3yAR0QQp05GUi1EJfxDdiw2Z8lOk9qwymmWuCHjR6QixL9KmfON9Jfge7Fu28dzfnVPC667bT56SIJcY6d46KPF7f0buvdehOMyy1rseJdSXcZxGJRS8CjKWuYY6z9ih6CCapu06LxYlG6zGnF59PFeTYaVuqTHBmFHweNbPnZrGc4SvOuHguhyzriKxSt7DYZ0CZL2AAj1I7LjBftHVZ3V3gIcdkY6fyIAl4A2pvKm';
/** Three boards that White, with king and rook, cannot tell apart: a knight on g8, e7 or e6. */
const BOARDS = '1M6MmFEqOM79f5X1DlbXwVwu';

const folder = join(root, 'tests/conformance/fixtures');
const one = readFileSync(join(folder, 'game.json'), 'utf8');
const many = gunzipSync(readFileSync(join(folder, 'games.jsonl.gz')))
  .toString()
  .trim()
  .split('\n')
  .slice(1);

const onOneLine = (json: string) => JSON.stringify(JSON.parse(json));
const file = (name: string, content: string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});
const view = (page: Page) => page.locator('analyse-page replay-view');
const step = (page: Page) => page.locator('analyse-page .step h2').textContent();
const rows = (page: Page) => page.locator('.kept-games tbody tr');
const openFiles = (page: Page, ...files: ReturnType<typeof file>[]) =>
  page.locator('analyse-page .open-files').setInputFiles(files);
const importFiles = (page: Page, ...files: ReturnType<typeof file>[]) =>
  page.locator('library-view input[type=file]').setInputFiles(files);

/** Pastes a text at the focused element. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((given) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', given);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const results = await page.evaluate(() =>
    (window as unknown as { axe: typeof axe }).axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    }),
  );
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** No part of the page is wider than the screen. */
async function expectToFit(page: Page): Promise<void> {
  const [inside, room] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return [scrollWidth, clientWidth];
  });
  expect(inside).toBeLessThanOrEqual(room as number);
}

describe('what is pasted', () => {
  it('is a link: its game opens at its place, and by its address again', async () => {
    const page = await site.open('#analyse');
    await page.locator('analyse-page .drop').waitFor();
    await paste(page, `Look at this: https://example.org/outpost/#${LINK.slice(0, 50)}\n ${LINK.slice(50)}`);
    await view(page).waitFor();
    expect(new URL(page.url()).hash).toBe(`#${LINK}`);
    const atItsPlace = async () => {
      await expect.poll(() => step(page)).toContain('Turn 7, White has sensed');
      expect(await page.locator('.segment[data-perspective=black]').getAttribute('aria-pressed')).toBe('true');
      expect(await page.locator('.versus').textContent()).toContain('Zoë');
    };
    await atItsPlace();
    await page.reload();
    await view(page).waitFor();
    await atItsPlace();
    // Another link in the address, while the page is open.
    await page.evaluate((hash) => {
      location.hash = hash;
    }, BOARDS);
    await page.locator('boards-view').waitFor();
    await page.goBack();
    await view(page).waitFor();
    await page.context().close();
  });

  it.each([
    ['cut', `#${LINK.slice(0, 100)}`, /cut|rest|missing|characters/i],
    ['changed', `#${LINK.slice(0, 60)}X${LINK.slice(61)}`, /chang|checksum|copy/i],
    ['of a later version', '#2abcdefghij', /version/i],
  ])('is a link that was %s: it says so, and what to do', async (_, hash, reason) => {
    const page = await site.open(hash);
    const problem = page.locator('.record-problem');
    await problem.waitFor();
    expect(await problem.textContent()).toContain('This link cannot be opened');
    expect(await problem.locator('p').first().textContent()).toMatch(reason);
    expect(await problem.textContent()).toContain('Copy the whole link again');
    // Everything else can still be opened.
    await paste(page, one);
    await view(page).waitFor();
    expect(await problem.count()).toBe(0);
    await page.context().close();
  });

  it('is a link whatever is around it: its game opens, and its address is the link alone', async () => {
    const page = await site.open('#analyse');
    for (const text of [
      `#${LINK}?utm_source=x`,
      `"https://example.org/#${LINK}:~:text=x"`,
      `> Look:\n> <https://example.org/#${LINK.slice(0, 70)}\n> ${LINK.slice(70)}>\n`,
      `https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.org%2F%23${LINK}&data=05%7C02`,
      `https://example.org/embed.html#element=replay&link=${LINK}&perspective=white`,
      `<script type="module" src="https://example.org/outpost-embed.js"></script>\n<outpost-replay link="${LINK}"></outpost-replay>`,
    ]) {
      await page.locator('analyse-page .drop').waitFor();
      await paste(page, text);
      await view(page).waitFor();
      expect(new URL(page.url()).hash).toBe(`#${LINK}`);
      await page.getByRole('button', { name: 'Close' }).click();
    }
    // In the address.
    await page.evaluate((hash) => {
      location.hash = hash;
    }, `#${LINK}?utm_source=x`);
    await view(page).waitFor();
    expect(new URL(page.url()).hash).toBe(`#${LINK}`);
    await page.context().close();
  });

  it.each([
    ['EPD', '8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - bm Rxb2; id "WAC.002";'],
    [
      'an address of lichess',
      'https://lichess.org/analysis/8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8_b_-_-_0_1?color=white',
    ],
    ['a tag of PGN', '[Event "?"]\n[FEN "8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - 0 1"]\n\n1... Rxb2 *'],
    ['a FEN on two lines', '8/7p/5k2/5p2/p1p2P2/\nPr1pPK2/1P1R3P/8 b\n- - 0 1'],
    ['code of an embed', '<outpost-board fen="8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - 0 1"></outpost-board>'],
  ])('is a position as %s', async (_, text) => {
    const page = await site.open('#analyse');
    await page.locator('analyse-page .drop').waitFor();
    await paste(page, text);
    await page.locator('boards-view').getByText('Black to move, and knows where everything is.').waitFor();
    await page.context().close();
  });

  it('is positions that are no one set: one is chosen, and the others come back', async () => {
    const page = await site.open('#analyse');
    await page.locator('analyse-page .drop').waitFor();
    await openFiles(
      page,
      file(
        'test.epd',
        '2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001";\n8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - bm Rxb2; id "WAC.002";\n',
      ),
    );
    await page.getByRole('heading', { name: '2 positions' }).waitFor();
    expect(await page.locator('.kept-note').textContent()).toContain('Choose one to open it.');
    expect(await violations(page)).toEqual([]);
    await expectToFit(page);
    await page.getByRole('button', { name: /^WAC\.002/ }).click();
    await page.locator('boards-view').getByText('Black to move, and knows where everything is.').waitFor();
    await page.goBack();
    await page.getByRole('button', { name: /^WAC\.001/ }).waitFor();
    await page.context().close();
  });

  it('is records in a list, or as the server gives them', async () => {
    const page = await site.open('#analyse');
    await page.locator('analyse-page .drop').waitFor();
    await paste(page, `[{"game_history": ${one}}, ${many[0]}]`);
    await page.locator('.games tbody tr').nth(1).waitFor();
    expect(await page.locator('.games tbody tr').count()).toBe(2);
    await paste(page, `{"game_history": ${one}}`);
    await view(page).waitFor();
    expect(await page.locator('.versus').textContent()).toContain('Zoë');
    await page.context().close();
  });

  it('is nothing that can be opened: it says so at once, however long it is', async () => {
    const page = await site.open('#analyse');
    await page.locator('analyse-page .drop').waitFor();
    await paste(page, `x${' '.repeat(300_000)}y`);
    await page.getByText('This is not a record, a link or a position.').waitFor({ timeout: 20_000 });
    await paste(page, '<outpost-replay src="games/one.json"></outpost-replay>');
    await page.getByText('Download the file and open it here: games/one.json').waitFor();
    await paste(page, '8/8/8/8/8/8/8/8;x');
    await page.locator('.record-problem').getByText('The pasted text cannot be opened').waitFor();
    for (const text of ['8/8/8/8/8/8/8/8;x', '1. e4 e5 2. Nf3 Nc6 1-0']) {
      const buffer = Buffer.from(text);
      const file = { name: `text-${text.length}.txt`, mimeType: 'text/plain', buffer };
      await page.locator('analyse-page input.open-files').setInputFiles(file);
      await page.locator('.record-problem').getByText(`${file.name} cannot be opened`).waitFor();
    }
    await page.context().close();
  });

  it('is told apart in the field, by keyboard', async () => {
    const page = await site.open('#analyse');
    await page.getByRole('button', { name: 'Paste' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.insertText('Hello there');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('This is not a record, a link or a position.').waitFor();
    // The typed text is still there, to be corrected.
    expect(await page.locator('#pasted').inputValue()).toBe('Hello there');
    await page.locator('#pasted').fill(many.slice(0, 2).join('\n'));
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.locator('.games tbody tr').nth(1).waitFor();
    await page.context().close();
  });
});

it('several files open together, and those that cannot say why', async () => {
  const page = await site.open('#play');
  await page.locator('new-game').waitFor();
  const transfer = await page.evaluateHandle(
    ([a, b]) => {
      const data = new DataTransfer();
      data.items.add(new File([a as string], 'a.json'));
      data.items.add(new File([b as string], 'b.jsonl'));
      data.items.add(new File(['{"type":'], 'c.json'));
      return data;
    },
    [one, many.slice(0, 3).join('\n')],
  );
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
  await page.locator('.games tbody tr').nth(3).waitFor();
  expect(await page.locator('.games tbody tr').count()).toBe(4);
  expect(await page.locator('.record-problem strong').textContent()).toBe('c.json cannot be opened');
  await page.getByRole('button', { name: 'Open game 1', exact: true }).click();
  await view(page).waitFor();
  expect(await page.locator('.versus').textContent()).toContain('Zoë');
  await page.getByRole('button', { name: 'All games' }).click();
  await page.getByRole('button', { name: 'Open game 4', exact: true }).click();
  await view(page).waitFor();
  expect(new URL(page.url()).hash).toBe('#analyse/4');
  await page.context().close();
});

it('old addresses lead here', async () => {
  const page = await site.open('#replay/3');
  await page.getByRole('heading', { name: 'Analyse a game' }).waitFor();
  expect(new URL(page.url()).hash).toBe('#analyse');
  await page.context().close();
});

describe('the library', () => {
  it('keeps what was saved: found, tagged, exported, deleted, imported', { timeout: 180_000 }, async () => {
    const page = await site.open('#analyse');
    await openFiles(page, file('games.jsonl', [one, ...many.slice(0, 5)].map(onOneLine).join('\n')));
    await page.getByRole('button', { name: 'Add all 6 to library' }).click();
    await page.getByText('6 games added.').waitFor();
    await page.reload();
    await rows(page).nth(5).waitFor();
    expect(await page.locator('.storage-use').textContent()).toMatch(/This site uses .* [kM]B of the/);

    // Again: no duplicates.
    await importFiles(page, file('game.json', one));
    await page.getByText('0 games added. 1 was there already').waitFor();
    expect(await rows(page).count()).toBe(6);

    await page.getByLabel('Search players, tags or notes').fill('棋士 zoë');
    await expect.poll(() => rows(page).count()).toBe(1);
    await rows(page).getByRole('button', { name: /^Tag / }).click();
    await page.keyboard.type('study, sharp');
    await page.keyboard.press('Enter');
    await rows(page).getByText('study').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await page
      .locator('.library-filters label', { hasText: /^\s*Tag/ })
      .locator('select')
      .selectOption({ label: 'sharp (1)' });
    await expect.poll(() => rows(page).count()).toBe(1);

    // By its address, after a reload too.
    await rows(page).getByRole('link').click();
    await view(page).waitFor();
    await page.reload();
    await view(page).waitFor();
    expect(await page.locator('.versus').textContent()).toContain('Zoë');
    // Notes made in the view are saved with the game.
    await view(page).evaluate((element) =>
      element.dispatchEvent(
        new CustomEvent('annotations-changed', {
          detail: { notes: [{ place: { ply: 1, phase: 'start' }, text: 'a remarkable trap' }] },
        }),
      ),
    );
    await page.getByRole('button', { name: 'Library' }).click();
    await page.getByLabel('Search players, tags or notes').fill('remarkable');
    await rows(page).getByText('1 note').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => rows(page).count()).toBe(6);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export all' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^outpost-library-[\d-]+\.jsonl\.gz$/);
    const exported = gunzipSync(await buffer(await download.createReadStream())).toString();
    const records = exported
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(records.length).toBe(6);
    const { outpost, ...record } = records.find(({ white_name }) => white_name === 'Zoë');
    expect(record).toEqual(JSON.parse(one));
    expect(outpost).toEqual({
      tags: ['study', 'sharp'],
      notes: [{ place: { ply: 1, phase: 'start' }, text: 'a remarkable trap' }],
    });

    await page.getByRole('button', { name: 'Delete 6 games' }).click();
    await page.getByText('6 games deleted.').waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => rows(page).count()).toBe(6);
    await page.getByRole('button', { name: 'Delete 6 games' }).click();
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await page.getByText('No games yet.').waitFor();
    await importFiles(page, file('library.jsonl', exported));
    await page.getByText('6 games added.').waitFor();
    await page.getByLabel('Search players, tags or notes').fill('study remarkable');
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.context().close();
  });

  it('has a game that was played, which is analysed from its end', async () => {
    const page = await site.open();
    await startGame(page);
    await resign(page);
    await page.locator('.end-banner').getByRole('link', { name: 'Analyse' }).click();
    await view(page).waitFor();
    expect(new URL(page.url()).hash).toMatch(/^#analyse\/game\/[0-9a-f]{32}$/);
    await page.goBack();
    await page.locator('play-page .end-banner').waitFor();
    // Another tab shows it, and sees it disappear.
    const other = await page.context().newPage();
    await other.goto(new URL('#analyse', site.url).href);
    await rows(other).first().waitFor();
    expect(await rows(other).textContent()).toContain('resignation');
    await page.locator('.top nav').getByRole('link', { name: 'Analyse' }).click();
    await page.getByRole('button', { name: 'Library' }).click();
    await rows(page)
      .getByRole('button', { name: /^Delete/ })
      .click();
    await other.getByText('No games yet.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await rows(other).first().waitFor();
    await page.context().close();
  });

  it('loses nothing when the page is left at once', { timeout: 180_000 }, async () => {
    const page = await site.open('#analyse');
    await openFiles(page, file('games.jsonl', many.slice(0, 60).join('\n')));
    await page.getByRole('button', { name: /^Add all/ }).waitFor();
    // Closed while it is saved.
    await page.evaluate(() => {
      const buttons = [...document.querySelectorAll<HTMLButtonElement>('analyse-page .row button')];
      buttons.find((button) => button.textContent?.includes('Add all'))?.click();
      buttons.find((button) => button.textContent?.trim() === 'Close')?.click();
    });
    await page.getByText(/games added\./).waitFor();
    expect(await page.locator('.record-problem').count()).toBe(0);
    // Back before the game has opened: it does not open later, and nothing waits for it.
    await rows(page).first().waitFor();
    await page.evaluate(() => {
      document.querySelector<HTMLAnchorElement>('.kept-games a')?.click();
      setTimeout(() => history.back(), 1);
    });
    await page.waitForURL(/#analyse$/);
    await page.locator('analyse-page .open-ways').waitFor();
    expect(await view(page).count()).toBe(0);
    // A note that was typed just before a reload.
    await rows(page).first().getByRole('link').click();
    await view(page).waitFor();
    const loaded = page.waitForEvent('load');
    await view(page).evaluate((element) => {
      const notes = [{ place: { ply: 1, phase: 'start' }, text: 'the last word' }];
      element.dispatchEvent(new CustomEvent('annotations-changed', { detail: { notes } }));
      setTimeout(() => location.reload());
    });
    await loaded;
    await view(page).waitFor();
    await page.goto(new URL('#analyse', site.url).href);
    await page.getByLabel('Search players, tags or notes').fill('last word');
    await expect.poll(() => rows(page).count()).toBe(1);
    // Deleting can be undone after leaving the page and coming back.
    await rows(page)
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click();
    await page.getByRole('link', { name: 'Set up a position' }).click();
    await page.locator('position-editor').waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByLabel('Search players, tags or notes').fill('last word');
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.context().close();
  });

  it('says when the browser refuses, and offers the file at once', async () => {
    const page = await site.open('about:blank');
    await page.context().addInitScript(() => {
      const put = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function (...given) {
        if (this.name === 'texts') throw new DOMException('There is no room left', 'QuotaExceededError');
        return put.apply(this, given);
      };
    });
    await page.goto(new URL('#analyse', site.url).href);
    await importFiles(page, file('games.jsonl', many.slice(0, 2).join('\n')));
    const refused = page.locator('.library-refused');
    await refused.waitFor();
    expect(await refused.textContent()).toContain('2 games are only in this page');
    expect(await refused.textContent()).toContain('There is no room left');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      refused.getByRole('button', { name: 'Save as a file' }).click(),
    ]);
    const saved = gunzipSync(await buffer(await download.createReadStream())).toString();
    expect(
      saved
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).senses).length,
    ).toBe(2);
    // They can still be analysed.
    await rows(page).first().getByRole('link').click();
    await view(page).waitFor();
    // A game that ends is not lost silently either.
    await page.getByRole('button', { name: 'Library' }).click();
    await page.locator('.top nav').getByRole('link', { name: 'Play' }).click();
    await startGame(page);
    await resign(page);
    await page.locator('.unkept-game').waitFor();
    await page.context().close();
  });

  it('of 5,000 games is drawn by the page', { timeout: 180_000 }, async () => {
    const page = await site.open('#play');
    await page.locator('new-game').waitFor();
    await page.evaluate(
      () =>
        new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open('outpost-library', 1);
          opening.onupgradeneeded = () => {
            opening.result.createObjectStore('games');
            opening.result.createObjectStore('texts');
          };
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const transaction = opening.result.transaction('games', 'readwrite');
            for (let i = 0; i < 5000; i++) {
              const row = {
                white: `Player ${i}`,
                black: 'Trout',
                plies: i,
                addedAt: i,
                extras: { tags: [`t${i % 7}`] },
              };
              transaction.objectStore('games').put(row, i.toString(16).padStart(32, '0'));
            }
            transaction.oncomplete = () => {
              opening.result.close();
              resolve();
            };
          };
        }),
    );
    await page.goto(new URL('#analyse', site.url).href);
    await page.reload();
    await page.getByText('1 to 50 of 5,000').waitFor();
    expect(await rows(page).count()).toBe(50);
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('51 to 100 of 5,000').waitFor();
    await page.getByLabel('Search players, tags or notes').fill('player 499');
    await page.getByText('15 games found').waitFor();
    await page.context().close();
  });
});

describe('a position set up by hand', () => {
  it('is made by keyboard and by hand, and analysed', async () => {
    const page = await site.open('#analyse');
    await page.getByRole('link', { name: 'Set up a position' }).click();
    await page.getByRole('button', { name: 'Clear' }).click();
    const open = page.getByRole('button', { name: 'Analyse', exact: true });
    expect(await open.isDisabled()).toBe(true);
    await page.getByText('White has no king.').waitFor();
    await page.getByRole('button', { name: 'Place white king' }).click();
    await page.locator('[data-square=e4]').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Place black king' }).click();
    await page.locator('position-editor [data-square=e8]').click();
    await page.getByRole('button', { name: 'Place white rook' }).click();
    await page.locator('position-editor [data-square=a1]').click();
    await expect.poll(() => page.locator('#fen').inputValue()).toBe('4k3/8/8/8/8/4K3/8/R7 w - - 0 1');
    await page.locator('#fen').fill('nonsense');
    await page.keyboard.press('Tab');
    await page.getByText('This is not a FEN.').waitFor();
    await page.locator('#fen').fill('https://lichess.org/editor/4k3/8/8/8/8/4K3/8/R7_b_-_-_0_1?color=white');
    await page.keyboard.press('Tab');
    await expect.poll(() => page.locator('#fen').inputValue()).toBe('4k3/8/8/8/8/4K3/8/R7 b - - 0 1');
    await page.locator('#fen').fill('4k3/8/8/8/8/4K3/8/R7 b');
    await page.keyboard.press('Tab');
    expect(await violations(page)).toEqual([]);
    await open.click();
    await page.locator('boards-view').getByText('Black to move, and knows where everything is.').waitFor();
    await page.goBack();
    await page.locator('position-editor').waitFor();
    expect(await page.locator('#fen').inputValue()).toBe('4k3/8/8/8/8/4K3/8/R7 b - - 0 1');
    await page.context().close();
  });
});

describe('boards that cannot be told apart', () => {
  it('tell what a sense and a move could be answered with, there and back', async () => {
    const page = await site.open(`#${BOARDS}`);
    const boards = page.locator('boards-view');
    await boards.getByText('cannot tell these 3 boards apart').waitFor();
    await boards.locator('.phantom.likely').first().waitFor();
    expect(await boards.locator('.likely-boards li').count()).toBe(3);
    // e8 shows e7 and not g8 or e6.
    await boards.locator('[data-square=e8]').click();
    const outcomes = boards.locator('.outcomes li');
    await outcomes.nth(1).waitFor();
    expect(await outcomes.first().textContent()).toContain('2 of 3 boards');
    await outcomes.nth(1).getByRole('button').click();
    await boards.getByText('and knows where everything is').waitFor();
    expect(await boards.locator('.boards-path li').count()).toBe(2);
    await boards.getByRole('button', { name: 'Back one step' }).click();
    await boards.getByText('cannot tell these 3 boards apart').waitFor();
    await boards.locator('.segment', { hasText: 'Move' }).click();
    await expect
      .poll(() =>
        boards.locator('rbc-board').evaluate((board) => (board as unknown as { requests: string[] }).requests.length),
      )
      .toBeGreaterThan(5);
    await boards.locator('[data-square=h1]').focus();
    await page.keyboard.press('Enter');
    await boards.locator('[data-square=h8]').focus();
    await page.keyboard.press('Enter');
    await boards.getByRole('heading', { name: 'Requesting h1–h8' }).waitFor();
    await outcomes.first().waitFor();
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });

  it('are listed to choose from, with the reason, when one side could tell them apart', async () => {
    const page = await site.open('#analyse');
    await page.locator('analyse-page .drop').waitFor();
    await paste(page, '4k3/8/8/8/8/8/8/4K3 w - - 0 1\n4k3/8/8/8/8/8/4K3/8 w - - 0 1');
    await page.getByText('These are separate positions').waitFor();
    await page.getByRole('heading', { name: '2 positions' }).waitFor();
    await page.context().close();
  });
});

it.each(['light', 'dark'] as const)('fits screens and passes axe, %s', async (colorScheme) => {
  const page = await site.open('#analyse', { colorScheme, viewport: { width: 390, height: 900 } });
  await page.getByRole('button', { name: 'Paste' }).click();
  await importFiles(page, file('games.jsonl', [one, ...many.slice(0, 3)].map(onOneLine).join('\n')));
  await rows(page).nth(3).waitFor();
  await rows(page).first().getByRole('button', { name: /^Tag / }).click();
  await page.keyboard.type('opening, a rather long tag that somebody made');
  await page.keyboard.press('Enter');
  await rows(page)
    .nth(1)
    .getByRole('button', { name: /^Delete/ })
    .click();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  for (const width of [390, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectToFit(page);
    if (width !== 768) expect(await violations(page)).toEqual([]);
  }
  await page.context().close();
});
