/** Why a game was lost, in words; and playing again from there, and from any step of a replay. */
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { violationsInBoth } from './axe.ts';
import { move, resign, sense, startGame, waitForPhase } from './game-page.ts';
import { openSite } from './harness.mjs';
import { misfits } from './layout.ts';

let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.check());
afterAll(() => site.close());

/** With this seed the attacker's knight goes b8–c6–e5–f3 and takes the king. */
const SEED = 4;

/** Loses a game in four turns to a knight that is never sensed. */
async function lose(page: Page): Promise<void> {
  await startGame(page, { opponent: 'attacker' });
  for (const request of ['a2a3', 'a3a4', 'h2h3', 'h3h4']) {
    await sense(page, 'a3');
    await move(page, request);
  }
  await page.locator('.finished .moments').waitFor();
}

it('says why a game was lost, and it is played again from there and from another step', {
  timeout: 180_000,
}, async () => {
  const page = await site.open('', { viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  await page.addInitScript((seed) => {
    const random = crypto.getRandomValues.bind(crypto);
    const seeded = (array: Uint32Array): Uint32Array =>
      array instanceof Uint32Array ? array.fill(seed) : random(array);
    crypto.getRandomValues = seeded as typeof crypto.getRandomValues;
  }, SEED);
  await page.reload();
  await lose(page);

  const story = page.locator('.finished > game-story');
  expect(await story.locator('h2').textContent()).toBe('Why you lost');
  const end = (await story.locator('.story-end').textContent()) ?? '';
  expect(end).toMatch(
    /^The knight came b8–c6–e5–f3 and took your king on e1\. You never saw it\. Sensing around [e-g][2-4] on your last turn would have shown it\.$/,
  );
  // Where everything stood, in the first screen, also of a phone.
  const board = story.locator('.story-top').getByRole('img');
  expect(await board.getAttribute('aria-label')).toMatch(/^What was there: .*knights? .*f3/);
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(viewport);
    await page.evaluate(() => window.scrollTo(0, 0));
    const box = await board.boundingBox();
    expect((box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
  }
  expect(await story.locator('.story-lesson a').getAttribute('href')).toBe('#learn/sensing');
  const moments = story.locator('.moment');
  expect(await moments.locator('h4').allTextContents()).toEqual(['Turn 2', 'Turn 3', 'Turn 4']);
  const last = moments.last();
  expect(await last.textContent()).toContain('You sensed around a3 and played h3–h4.');
  // Two boards: what was known, and what was there.
  expect(await last.getByRole('img').count()).toBe(2);
  expect(await last.getByRole('img').last().getAttribute('aria-label')).toMatch(/What was there: .*knights? f3/);
  // Figures are worked out by themselves, and shown to those who ask.
  await last.locator('summary').click();
  await last.getByText('Possible before the sense').waitFor();
  expect(await last.locator('details').textContent()).toMatch(
    /bits expected.*true board.*Chance to win with this move/s,
  );
  expect(await violationsInBoth(page)).toEqual([]);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await misfits(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 800 });

  // The same step in the game, below.
  await last.getByRole('button', { name: 'Show in the game' }).click();
  expect(await page.locator('.card.step h2').textContent()).toContain('Turn 4, White');

  // Again, before the last sense: this time the knight is seen, and taken.
  await last.getByRole('button', { name: 'Try again from here' }).click();
  await waitForPhase(page, 'sense');
  expect(new URL(page.url()).hash).toBe('#play/game');
  expect(await page.locator('[data-square=h3]').first().getAttribute('aria-label')).toContain('your pawn');
  await sense(page, 'f3');
  expect(await page.locator('[data-square=f3]').first().getAttribute('aria-label')).toContain('black knight, seen now');
  await move(page, 'g2f3');
  await waitForPhase(page, 'sense');
  // It outlives a reload, and says where it came from.
  await page.reload();
  await waitForPhase(page, 'sense');
  await resign(page);
  await page.locator('.finished .moments').waitFor();
  const other = page.locator('.finished > game-story');
  expect(await other.locator('.story-end').textContent()).toContain('You resigned in turn 5.');
  await other.getByText('The game went on from turn 4 of another one.').waitFor();
  expect(await other.locator('.story-more').textContent()).toContain('You took a knight');

  // From any step, against anybody: from the second half-turn, with Black's pieces.
  await page.keyboard.press('Home');
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: 'Play on from here' }).click();
  const dialog = page.getByRole('dialog', { name: 'Play on from here' });
  expect(await dialog.textContent()).toContain('A new game from turn 1, Black to move.');
  await dialog.getByLabel('Opponent').selectOption('random');
  expect(await dialog.getByRole('button', { name: 'Black' }).getAttribute('aria-pressed')).toBe('true');
  await dialog.getByRole('button', { name: 'Play', exact: true }).click();
  await waitForPhase(page, 'sense');
  await sense(page, 'a3');
  // White's first move of that game.
  expect(await page.locator('[data-square=a3]').first().getAttribute('aria-label')).toContain('white pawn, seen now');
  await page.context().close();
});

it('tells the story in Analyse first, and plays on from a record', { timeout: 120_000 }, async () => {
  const page = await site.open('#analyse', { viewport: { width: 1280, height: 800 } });
  const file = new URL('../conformance/fixtures/game.json', import.meta.url);
  await page.locator('analyse-page input.open-files').setInputFiles(fileURLToPath(file));
  await page.locator('analyse-page [data-tab=story][aria-selected=true]').waitFor();
  const story = page.locator('analyse-page game-story');
  expect(await story.locator('.story-end').textContent()).toMatch(/king|resigned|time|draw/);
  // At the end there is nothing to play on from, and that is said.
  await page.getByRole('button', { name: 'To the end' }).click();
  const on = page.getByRole('button', { name: 'Play on from here' });
  await expect.poll(() => on.getAttribute('aria-disabled')).toBe('true');
  await page.getByText('The game is over here.').waitFor();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect.poll(() => on.getAttribute('aria-disabled')).toBe('false');
  await story.getByRole('button', { name: 'Try again from here' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Play on from here' });
  await dialog.getByLabel('Opponent').selectOption('random');
  await dialog.getByRole('button', { name: 'Play', exact: true }).click();
  await waitForPhase(page, 'sense');
  expect(new URL(page.url()).hash).toBe('#play/game');
  await page.context().close();
});
