import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer, text as textOf } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/run.mjs';
import { openSite } from './harness.mjs';

// One thread is enough to read records.
let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite({ isolated: false });
});
afterEach(() => site.check());
afterAll(() => site.close());

const folder = join(root, 'tests/conformance/fixtures');
const one = readFileSync(join(folder, 'game.json'), 'utf8').trim();
const many = gunzipSync(readFileSync(join(folder, 'games.jsonl.gz')))
  .toString()
  .trim()
  .split('\n');
const file = (name: string, content: string | Buffer) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});
const openFiles = (page: Page, ...files: ReturnType<typeof file>[]) =>
  page.locator('analyse-page .open-files').setInputFiles(files);
const importFiles = (page: Page, ...files: ReturnType<typeof file>[]) =>
  page.locator('library-view input[type=file]').setInputFiles(files);
const rows = (page: Page) => page.locator('.kept-games tbody tr');

/** A record with extra keys, gzipped. */
const packed = (more: string): Buffer => gzipSync(`${one.slice(0, -1)},${more}}`);
const note = (text: string): string => `{"place":{"ply":0,"phase":"start"},"text":"${text}"}`;

describe('records that have too much in them', () => {
  const hostile: [string, () => Buffer, RegExp][] = [
    ['deep', () => packed(`"x":${'['.repeat(10_000_000)}${']'.repeat(10_000_000)}`), /nested more than 64 deep/],
    [
      'notes',
      () => packed(`"outpost":{"notes":[${`${note('x')},`.repeat(99_999)}${note('x')}]}`),
      /more than 1,024 entries/,
    ],
    [
      'note',
      () => packed(`"outpost":{"notes":[${note('x'.repeat(50_000_000))}]}`),
      /more than 1,048,576 bytes of notes/,
    ],
    ['tag', () => packed(`"outpost":{"tags":["${'x'.repeat(50_000_000)}"]}`), /longer than 60 characters/],
  ];

  it.each(hostile)('are refused with the reason: %s', { timeout: 180_000 }, async (name, make, reason) => {
    const page = await site.open('#analyse');
    const content = make();
    await openFiles(page, file(`${name}.json.gz`, content));
    await page.locator('.record-problem', { hasText: reason }).waitFor({ timeout: 120_000 });
    await importFiles(page, file(`${name}.json.gz`, content));
    await expect.poll(() => page.locator('.record-problem').count(), { timeout: 120_000 }).toBe(1);
    await page.locator('.record-problem', { hasText: reason }).waitFor({ timeout: 120_000 });
    // The page goes on.
    await openFiles(page, file('game.json', one));
    await page.locator('analyse-page replay-view').waitFor();
    await page.context().close();
  });
});

describe('a record that breaks the rules', () => {
  it('is shown, with what differs and where, and marked in the library', { timeout: 120_000 }, async () => {
    const record = JSON.parse(one);
    record.winner_color = !record.winner_color;
    const before = record.taken_moves.false[1];
    record.taken_moves.false[1] = { type: 'Move', value: 'a7a6' };
    record.capture_squares.true[0] = 60;
    record.outpost = { tags: [5], notes: [] };
    const page = await site.open('#analyse');
    await openFiles(page, file('altered.json', JSON.stringify(record)));
    await page.locator('analyse-page replay-view').waitFor();
    const notice = page.locator('.differences');
    await notice.waitFor();
    const lines = await notice.locator('li').allTextContents();
    expect(lines).toContain('Turn 1, White, capture square: the record says e8, the rules give no square.');
    expect(lines).toContain(
      `Turn 2, Black, taken move: the record says a7a6, the rules give ${before?.value ?? 'no move'}.`,
    );
    expect(lines.at(-1)).toMatch(/^Outcome: the record says that (White|Black) won.*, but .*\.$/);
    expect(await notice.locator('strong').textContent()).toBe(
      `This record differs from the rules in ${lines.length} places`,
    );
    await page.getByText('1 note or tag of this record could not be read').waitFor();
    await page.getByRole('button', { name: 'Add to library' }).click();
    await page.getByText('1 game added.').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await rows(page).getByText('Differs from the rules').waitFor();

    // A record by the rules has no such notice.
    await openFiles(page, file('game.json', one));
    await page.locator('analyse-page replay-view').waitFor();
    expect(await notice.count()).toBe(0);
    await page.context().close();
  });
});

describe('a damaged library', () => {
  it('shows and exports all that is whole, and lists and gives out the rest', { timeout: 120_000 }, async () => {
    const page = await site.open('#analyse');
    await importFiles(page, file('games.jsonl', many.slice(0, 8).join('\n')));
    await page.getByText('8 games added.').waitFor();
    // One text is missing, one is truncated, one row is invalid, one is missing, one has an invalid date.
    await page.evaluate(async () => {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open('outpost-library');
        opening.onsuccess = () => resolve(opening.result);
      });
      const transaction = db.transaction(['games', 'texts'], 'readwrite');
      const [games, texts] = [transaction.objectStore('games'), transaction.objectStore('texts')];
      const wanted = <T>(request: IDBRequest<T>): Promise<T> =>
        new Promise((resolve) => {
          request.onsuccess = () => resolve(request.result);
        });
      const keys = (await wanted(games.getAllKeys())) as string[];
      texts.delete(keys[0] as string);
      texts.put('{"type":"GameHistory","senses":{"true":[1,', keys[1] as string);
      games.put('no row', keys[2] as string);
      games.delete(keys[3] as string);
      games.put(
        { ...(await wanted(games.get(keys[4] as string))), addedAt: 1e300, playedAt: -1e20 },
        keys[4] as string,
      );
      await new Promise((resolve) => {
        transaction.oncomplete = resolve;
      });
      db.close();
    });
    await page.reload();
    await expect.poll(() => rows(page).count()).toBe(8);
    await expect.poll(() => rows(page).getByText('Damaged').count()).toBe(2);

    const [whole] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export all' }).click(),
    ]);
    const exported = gunzipSync(await buffer(await whole.createReadStream()))
      .toString()
      .trim()
      .split('\n');
    expect(exported.length).toBe(6);
    const notice = page.locator('.damaged-games');
    await notice.getByText('2 games are damaged and not in the file. The other 6 are.').waitFor();
    const reasons = await notice.locator('li').allTextContents();
    expect(reasons.some((text) => text.endsWith(': the record is missing'))).toBe(true);
    expect(reasons.some((text) => text.includes('ends too early'))).toBe(true);

    const [damaged] = await Promise.all([
      page.waitForEvent('download'),
      notice.getByRole('button', { name: 'Save damaged games' }).click(),
    ]);
    const raw = (await textOf(await damaged.createReadStream()))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(raw.map(({ text }) => text).sort()).toEqual(['{"type":"GameHistory","senses":{"true":[1,', null].sort());
    expect(raw.every(({ row }) => typeof row.plies === 'number')).toBe(true);

    // The export can be imported again, including the damaged games.
    await importFiles(page, file('games.jsonl', many.slice(0, 8).join('\n')));
    await page.getByText('0 games added. 8 were there already').waitFor();
    await expect.poll(() => rows(page).getByText('Damaged').count()).toBe(0);
    await page.context().close();
  });
});

describe('the statistics of many games', () => {
  it('are read, sorted, looked into and saved', { timeout: 120_000 }, async () => {
    const page = await site.open('#analyse', { viewport: { width: 390, height: 844 } });
    // A sample game first: it is one click away.
    await page.getByRole('link', { name: /^Trout/ }).click();
    await page.locator('analyse-page replay-view').waitFor();
    expect(await page.locator('.versus').textContent()).toMatch(/Trout\s*HSUC/);
    await page.getByRole('button', { name: 'Close' }).click();

    const short = many.filter((line) => JSON.parse(line).requested_moves.true.length <= 3).slice(0, 8);
    await openFiles(page, file('games.jsonl', short.join('\n')));
    await page.getByRole('button', { name: 'Statistics' }).click();
    const view = page.locator('batch-view');
    await view.getByText('8 games', { exact: true }).waitFor({ timeout: 60_000 });
    const names = new Set(short.flatMap((line) => [JSON.parse(line).white_name, JSON.parse(line).black_name]));
    const row = view.locator('tbody tr');
    await expect.poll(() => row.count()).toBe(names.size);
    expect(await view.locator('.table-scroll').evaluate((list) => list.scrollWidth <= list.clientWidth)).toBe(true);

    await view.getByRole('button', { name: 'By game' }).click();
    await expect.poll(() => row.count()).toBe(16);
    const numbers = async (column: number) =>
      (await row.locator(`td:nth-of-type(${column})`).allTextContents()).map((text) =>
        Number(text.replace(/[≈,]/g, '').trim()),
      );
    await view.getByRole('button', { name: 'Boards' }).click();
    expect(await view.getByRole('columnheader', { name: 'Boards' }).getAttribute('aria-sort')).toBe('descending');
    const downwards = (await numbers(2)).filter((n) => !Number.isNaN(n));
    expect(downwards).toEqual([...downwards].sort((a, b) => b - a));
    await view.getByRole('button', { name: 'Boards' }).click();
    const upwards = (await numbers(2)).filter((n) => !Number.isNaN(n));
    expect(upwards).toEqual([...upwards].sort((a, b) => a - b));

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      view.getByRole('button', { name: 'Save as CSV' }).click(),
    ]);
    const lines = (await textOf(await download.createReadStream())).trim().split('\n');
    expect(download.suggestedFilename()).toBe('outpost-games.csv');
    expect(lines).toHaveLength(17);
    expect(lines[0]).toMatch(/^game,color,player,against,score,turns,/);

    // A row says more, and leads to its game, from which one comes back to the figures.
    await row.first().getByRole('button').click();
    await view.getByText(/^Against .*turn/).waitFor();
    await view.getByRole('button', { name: /^Open game/ }).click();
    await page.locator('analyse-page replay-view').waitFor();
    await page.getByRole('button', { name: 'All games' }).click();
    await view.getByText('8 games', { exact: true }).waitFor();
    await page.context().close();
  });
});
