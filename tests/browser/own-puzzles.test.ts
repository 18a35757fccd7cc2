/** Puzzles of a person's own game: made at its end, kept for training, removed, exported. */
import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { violationsInBoth } from './axe.ts';
import { waitForPhase } from './game-page.ts';
import { openSite } from './harness.mjs';
import { misfits } from './layout.ts';

let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.check());
afterAll(() => site.close());

/** A short game in which Black could have taken the king in its ninth turn, on most boards that were possible for it. */
const RECORD = gunzipSync(readFileSync(new URL('../conformance/fixtures/games.jsonl.gz', import.meta.url)))
  .toString()
  .split('\n')[19] as string;

/** Goes on with Black from near the end of that game, and resigns. */
async function lose(page: Page): Promise<void> {
  await page
    .locator('analyse-page input.open-files')
    .setInputFiles({ name: 'game.json', mimeType: 'application/json', buffer: Buffer.from(RECORD) });
  await page.locator('analyse-page [data-tab=story][aria-selected=true]').waitFor();
  await page.getByRole('button', { name: 'To the end' }).click();
  const on = page.getByRole('button', { name: 'Play on from here' });
  const step = page.locator('.card.step h2');
  await expect
    .poll(async () => {
      if (/Turn 12, Black/.test((await step.textContent()) ?? '')) return on.getAttribute('aria-disabled');
      await page.getByRole('button', { name: 'Back', exact: true }).click();
      return 'elsewhere';
    })
    .toBe('false');
  await on.click();
  const dialog = page.getByRole('dialog', { name: 'Play on from here' });
  await dialog.getByLabel('Opponent').selectOption('random');
  await dialog.getByRole('button', { name: 'Black' }).click();
  await dialog.getByRole('button', { name: 'Play', exact: true }).click();
  await waitForPhase(page, 'sense');
  await page.getByRole('button', { name: 'Resign', exact: true }).click();
  await page.getByRole('button', { name: 'Yes, resign' }).click();
}

interface Shown {
  id: string;
  kind: string;
  rating: number;
  answers: string[];
}
const shownPuzzle = (page: Page): Promise<Shown | null> =>
  page.locator('outpost-puzzle').evaluate((element) => (element as unknown as { data: Shown | null }).data);

it('are made at the end of a game, solved in Train, removed, and carried elsewhere in a file', {
  timeout: 180_000,
}, async () => {
  const page = await site.open('#analyse', { viewport: { width: 1280, height: 900 } });
  await lose(page);
  const notice = page.locator('.game-puzzles');
  await notice.waitFor();
  expect(await notice.textContent()).toMatch(/1 puzzle from this game is in Train\.\s*Solve it/);
  expect(await violationsInBoth(page)).toEqual([]);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => misfits(page)).toEqual([]);
  }
  await notice.getByRole('link', { name: 'Solve it' }).click();

  await page.locator('outpost-puzzle').waitFor();
  expect(new URL(page.url()).hash).toBe('#train/yours');
  const yours = page.getByRole('link', { name: '1 puzzle from your own games' });
  expect(await yours.getAttribute('aria-current')).toBe('page');
  const puzzle = await shownPuzzle(page);
  expect(puzzle).toMatchObject({ kind: 'king' });
  // Nobody else has it: there is nothing to link to, to embed or to pack.
  await page.getByText('From one of your games.').waitFor();
  expect(await page.locator('embed-snippet, course-download').count()).toBe(0);
  expect(await page.locator('print-sheet').count()).toBe(1);
  expect(await violationsInBoth(page)).toEqual([]);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => misfits(page)).toEqual([]);
  }
  const [answer = ''] = puzzle?.answers ?? [];
  for (const square of [answer.slice(0, 2), answer.slice(2, 4)]) {
    const place = await page.locator(`outpost-puzzle rbc-board [data-square=${square}]`).first().boundingBox();
    if (!place) throw new Error(`${square} is not on the screen`);
    await page.mouse.click(place.x + place.width / 2, place.y + place.height / 2);
  }
  await page
    .locator('.train-outcome')
    .getByText(/Your rating 1,\d{3} ± \d{3}$/)
    .waitFor();
  await page.getByText('1 puzzle answered.').waitFor();

  // It is in the file of the library, and comes back with it.
  await page.goto(`${site.url}#analyse`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export all' }).click(),
  ]);
  const file = gunzipSync(await buffer(await download.createReadStream())).toString();
  const lines = file.split('\n').filter((line) => line.startsWith('{"type":"OutpostTraining"'));
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`"id":"${puzzle?.id}"`);
  await page.goto(`${site.url}#settings`);
  expect(await page.locator('settings-page [data-kind=puzzles] td').first().textContent()).toBe('1');

  await page.goto(`${site.url}#train/${puzzle?.id}`);
  await page.getByRole('button', { name: 'Remove this puzzle' }).click();
  await page.goto(`${site.url}#train/yours`);
  await page.getByRole('heading', { name: 'No puzzles from your games yet.' }).waitFor();
  await page.context().close();

  // Somewhere else, from the file.
  const other = await site.open('#analyse');
  await other.locator('library-view input[type=file]').setInputFiles({
    name: 'library.jsonl',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(`${lines.join('\n')}\n`),
  });
  await other.getByText('1 puzzle of own games added.').waitFor();
  await other.goto(`${site.url}#train/yours`);
  await expect.poll(async () => (await shownPuzzle(other))?.id).toBe(puzzle?.id);
  await other.context().close();
});
