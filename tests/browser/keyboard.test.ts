/** Playing, analysing and measuring by keyboard alone, and what screen readers get. */
import { text as textOf } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { LINK } from './embed-host.ts';
import { announcements } from './game-page.ts';
import { openSite } from './harness.mjs';
import { Keyboard, stop } from './keyboard.ts';

let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.check());
afterAll(() => site.close());

const said = async (page: Page) => (await announcements(page)).at(-1);
/** The text there: titles, lists and paragraphs, a line each. */
const text = async (page: Page, selector: string) =>
  (await page.locator(`${selector} :is(h3, li, p)`).allTextContents())
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .join('\n');

it('a game is played from the form to the end, and read', async () => {
  const page = await site.open();
  const keys = new Keyboard(page);
  await page.locator('demo-turn').waitFor();
  await keys.to('Skip to content');
  await keys.press('Enter');
  expect((await stop(page)).what).toBe('main');
  // A turn in steps, which are read.
  await keys.enter('How it works in 60 seconds');
  await expect.poll(() => said(page)).toMatch(/^You are White/);
  expect((await stop(page)).name).toBe('Next step');
  await keys.press('ArrowRight');
  await expect.poll(() => said(page)).toMatch(/^Your turn begins/);
  await keys.press('Escape');
  await expect.poll(async () => (await stop(page)).name).toBe('How it works in 60 seconds');
  await keys.enter('More opponents');
  await keys.choose('opponent', 'random');
  await keys.select('Colour', 'White');
  await keys.select('Assistance', 'Hints');
  await keys.enter('Play', 'Shift+Tab');
  await page.locator('.game[data-phase=sense]').waitFor();
  // The button is gone: the keyboard goes on at the board.
  await expect.poll(async () => (await stop(page)).name).toMatch(/^[a-h][1-8], /);
  expect(await announcements(page)).toContain('The game begins. Sense: Choose where to look: a 3×3 window.');
  // Newcomers are told more, aloud as well, until they know: the keyboard is on the board then.
  await expect.poll(() => said(page)).toMatch(/^Tip: You know this board/);
  await keys.enter('Skip the tips');

  // The first turn on the board, whose squares are read.
  await keys.square('e7');
  expect((await stop(page)).name).toMatch(/^e7, black pawn 100%/);
  await keys.press('Enter');
  await page.locator('.game[data-phase=move]').waitFor();
  expect(await said(page)).toBe(
    'Around e7: king e8; queen d8; bishop f8; pawns d7, e7, f7. Move: Choose a move. It may fail against pieces you cannot see.',
  );
  expect((await stop(page)).name).toMatch(/^e7, black pawn, seen now/);
  await keys.square('e2');
  await keys.press('Enter');
  // On d3 and f3 there is nothing to capture, as the possible boards say.
  expect(await said(page)).toBe('pawn on e2 picked up. It can try e3 and e4.');
  await expect.poll(() => page.locator('cg-board square.move-dest:visible').count()).toBe(2);
  await keys.press('Escape');
  expect(await said(page)).toBe('Dropped.');
  await keys.press('Enter');
  await keys.square('e4');
  await keys.press('Enter');
  await expect.poll(() => announcements(page)).toContain('Result: Moved e2–e4.');
  await page.locator('.game[data-phase=sense]').waitFor();
  await expect.poll(() => said(page)).toMatch(/Sense: Choose where to look/);

  // The second is typed, with what can go wrong.
  await keys.to('Type a square to sense');
  await page.keyboard.type('z9');
  await keys.press('Enter');
  expect(await page.locator('#typed-problem').textContent()).toContain('z9');
  await keys.press('ControlOrMeta+a');
  await page.keyboard.type('d7');
  await keys.press('Enter');
  await page.locator('.game[data-phase=move]').waitFor();
  expect((await stop(page)).what).toBe('input typed');
  await page.keyboard.type('g1f3');
  await page.locator('#typed[aria-disabled=false]').waitFor();
  await keys.press('Enter');
  await expect.poll(() => announcements(page)).toContain('Result: Moved g1–f3.');
  await page.locator('.game[data-phase=sense]').waitFor();

  // The third by the hints and the buttons; then the board in words.
  await page.locator('.senses[aria-busy=false] .best-sense button').waitFor();
  await keys.enter(/^Sense [a-h][1-8]$/);
  await page.locator('.game[data-phase=move]').waitFor();
  await keys.to('Best moves', 'Shift+Tab');
  await keys.press('End');
  await expect.poll(async () => (await stop(page)).name).toBe('More');
  await keys.enter('Text board');
  const words = await text(page, '.text-board');
  expect(words).toContain(
    'Your pieces\nking: e1\nqueen: d1\nrooks: a1, h1\nbishops: c1, f1\nknights: b1, f3\npawns: a2, b2, c2, d2, f2, g2, h2, e4',
  );
  expect(words).toMatch(/Last seen\n.*(now|turns? ago)/);
  await keys.enter('Pass', 'Shift+Tab');
  await expect.poll(() => announcements(page)).toContain('Result: You passed.');
  await page.locator('.game[data-phase=sense]').waitFor();
  expect(await page.locator('.log tbody tr').last().textContent()).toMatch(/e7[\s\S]*e2–e4/);

  // Resigning asks for confirmation, is announced, and leads on.
  await keys.enter('Resign');
  expect((await stop(page)).name).toBe('Play on');
  await keys.enter('Yes, resign');
  await page.locator('.finished h1').waitFor();
  expect(await said(page)).toBe('Game over: You lose. White resigned.');
  await expect.poll(async () => (await stop(page)).name).toBe('You lose');
  await page.locator('replay-view [data-panel]').first().waitFor();
  await page.locator('.end-banner a.button').waitFor();
  await keys.enter('Analyse');
  await page.locator('analyse-page replay-view [data-panel]').first().waitFor();
  expect([...keys.wrong]).toEqual([]);
  await page.context().close();
});

it('a game is analysed from a link to a link, and read', async () => {
  const page = await site.open(`#${LINK}`);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const keys = new Keyboard(page);
  const replay = page.locator('analyse-page replay-view');
  await replay.locator('[data-panel]').first().waitFor();
  const title = async () => (await replay.locator('.step h2').textContent())?.replace(/\s+/g, ' ').trim();
  const words = () => text(page, 'analyse-page [data-panel=words]');

  // It goes into the library, and is opened from there.
  await keys.enter('Add to library');
  await page.locator('analyse-page .in-library').waitFor();
  await keys.enter('Close', 'Shift+Tab');
  await page.getByRole('heading', { name: 'Analyse a game' }).waitFor();
  await keys.enter(/^Open .* against /);
  await replay.locator('[data-panel]').first().waitFor();

  // Step by step: by phases, by half-turns, to both ends.
  await keys.press('Home');
  expect(await title()).toBe('Turn 1, White begins');
  await keys.press('ArrowRight');
  expect(await title()).toBe('Turn 1, White has sensed');
  await keys.press('ArrowRight', 'ArrowDown', 'ArrowDown');
  expect(await title()).toBe('Turn 2, White has moved');
  await keys.press('End', 'ArrowUp', 'ArrowLeft');
  const here = await title();

  // The board in words, for the truth and for a belief by each overlay.
  const tab = async (name: string, key?: 'Shift+Tab') => {
    const chosen = async () => (await replay.getByRole('tab', { selected: true }).textContent())?.trim() ?? '';
    if ((await stop(page)).name !== (await chosen())) await keys.to(await chosen(), key);
    for (let presses = 0; (await chosen()) !== name && presses < 8; presses++) await keys.press('ArrowRight');
  };
  await tab('Belief');
  await keys.enter('Truth', 'Shift+Tab');
  expect(await words()).toContain('White’s pieces\nking: e1');
  await keys.enter('White’s belief', 'Shift+Tab');
  await replay.locator('.replay-board[aria-busy=false] .phantom.likely').first().waitFor();
  expect(await words()).toMatch(/White’s own pieces\nking: e1[\s\S]*king: e8 \d+%/);
  await keys.to(/^Overlay/);
  await page.keyboard.type('Queens');
  await replay.locator('.square.heat').first().waitFor();
  expect(await words()).toMatch(/queen[\s\S]*d8 \d+%/);
  await keys.enter('Side by side', 'Shift+Tab');
  await expect.poll(words).toMatch(/White’s own pieces[\s\S]*Black’s own pieces/);
  await keys.enter('White’s belief', 'Shift+Tab');

  // Panels: senses, boards, moves.
  await tab('Senses');
  await replay.locator('.sense-rows tbody tr').first().waitFor();
  await tab('Belief', 'Shift+Tab');
  await expect
    .poll(() => text(page, 'analyse-page [data-panel=boards]'))
    .toContain('Uniform weights: 245 boards, all equally likely.');
  await tab('Best moves', 'Shift+Tab');
  await replay.locator('.move-rows tbody tr').first().waitFor();
  expect(await title()).toBe(here);

  // Another sense is tried, on the board; the text board is that of the what-if.
  await tab('What if', 'Shift+Tab');
  await keys.enter('Try another sense');
  await keys.square('b7');
  await keys.press('Enter');
  await replay.locator('.what-if-banner').waitFor();
  expect(await replay.locator('.what-if-banner').textContent()).toContain('b7');
  await keys.enter(/^Back to the game/);
  await replay.locator('.what-if-banner').waitFor({ state: 'detached' });

  // A note and an arrow.
  await tab('Notes');
  await keys.to('Note on this step');
  await page.keyboard.type('Nobody looked here.');
  await keys.enter('Draw arrows and marks', 'Shift+Tab');
  await keys.to(/^[a-h][1-8], /, 'Shift+Tab');
  await keys.square('d1');
  await keys.press('Enter');
  expect(await said(page)).toBe('From d1. Choose where the arrow ends, or d1 again to mark it.');
  await keys.square('h5');
  await keys.press('Enter');
  expect(await said(page)).toMatch(/^Drawn: .*d1.*h5/);

  // The link has both; and the way out.
  await keys.enter('Share');
  await page.locator('share-dialog .copy-link:not([disabled])').waitFor();
  await keys.enter('Copy link');
  await page.getByText('Link copied.').waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/#1/);
  expect(copied).not.toContain(LINK);
  await keys.press('Escape');
  expect((await stop(page)).name).toBe('Share');
  await keys.enter('Library', 'Shift+Tab');
  await page.getByRole('heading', { name: 'Analyse a game' }).waitFor();
  expect([...keys.wrong]).toEqual([]);
  await page.context().close();
});

it('an experiment of the Lab is set up, run, stopped, gone on with and taken out', async () => {
  const page = await site.open();
  const keys = new Keyboard(page);
  await keys.enter('Lab');
  await page.locator('lab-page h1').waitFor();
  await keys.choose('experiment', 'players');
  for (const player of [
    'hsuc',
    'trout',
    'attacker',
    'random',
    'piecewise-grid',
    'a-bot',
    'perfect-memory',
    'siamese',
    'outpost',
  ]) {
    const box = page.locator(`input[name=player][value=${player}]`);
    const wanted = player === 'attacker' || player === 'random';
    if ((await box.count()) === 0 || (await box.isChecked()) === wanted) continue;
    await keys.to(`input player ${player}`, 'Shift+Tab');
    await keys.press('Space');
  }
  const fill = async (field: string, value: string) => {
    await keys.to(field);
    await keys.press('ControlOrMeta+a');
    await page.keyboard.type(value);
  };
  await fill('input games', '40');
  await fill('input budget', '20');
  await fill('input seed', '3');
  await keys.enter('Start');
  await page.locator('.lab-run[data-state=running] progress:not([value="0"])').waitFor();
  await keys.enter('Stop');
  await page.locator('.lab-run[data-state=stopped]').waitFor();
  // The focus is where it was: Stop has become Go on.
  expect((await stop(page)).name).toBe('Continue');
  await keys.press('Enter');
  await page.locator('.lab-run[data-state=done]').waitFor({ timeout: 60_000 });
  await page.locator('.lab-run [role=status]', { hasText: 'All 40 games are played.' }).waitFor();
  await keys.to('Games (CSV)');
  const [saved] = await Promise.all([page.waitForEvent('download'), keys.press('Enter')]);
  expect((await textOf(await saved.createReadStream())).trim().split('\n')).toHaveLength(41);
  expect([...keys.wrong]).toEqual([]);
  await page.context().close();
});
