/** Puzzles as people solve them, on a page of another site: by touch, by mouse, by keyboard alone, with wrong answers. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/run.mjs';
import type { Kind, Puzzle } from '../../web/src/puzzles/puzzle.ts';
import { settled, violations } from './axe.ts';
import { type Host, hear, openHost, told } from './embed-host.ts';
import { openSite } from './harness.mjs';

const read = (name: string): Puzzle[] =>
  JSON.parse(readFileSync(join(root, 'web/src/puzzles', name), 'utf8')).puzzles as Puzzle[];
const samples = read('samples.json');
const ours = read('puzzles.json');
const of = (kind: Kind): Puzzle => samples.find((puzzle) => puzzle.kind === kind) as Puzzle;

let site: Awaited<ReturnType<typeof openSite>>;
let host: Host;
beforeAll(async () => {
  site = await openSite({ isolated: false, base: '/some/folder/' });
  host = await openHost(site.url);
});
afterEach(() => site.check());
afterAll(async () => {
  await host?.close();
  await site?.close();
});

/** A page of the host with this body, which keeps the events of its embeds. */
async function openPage(body: string, context: BrowserContextOptions = {}): Promise<Page> {
  const page = await site.open('about:blank', { viewport: { width: 900, height: 900 }, ...context });
  await hear(page, ['answer', 'success', 'failure', 'hint', 'result', 'error']);
  await page.goto(host.page(body));
  await page.evaluate(() => customElements.whenDefined('outpost-puzzle'));
  return page;
}

/** Has the page show a puzzle of its own. */
async function show(page: Page, puzzle: Puzzle): Promise<void> {
  await page.evaluate((data) => {
    const all = (window as unknown as { told: unknown[] }).told;
    all.splice(0);
    let element = document.querySelector('outpost-puzzle') as (HTMLElement & { data: unknown }) | null;
    if (!element) {
      element = document.createElement('outpost-puzzle') as HTMLElement & { data: unknown };
      element.data = data;
      document.querySelector('main')?.append(element);
    }
    element.data = data;
  }, puzzle);
  await page.locator(`outpost-game[boards="${puzzle.boards}"] .board-squares`).first().waitFor();
  await page.locator('outpost-game .embed:not([data-settled])').waitFor();
}

const isSolved = (page: Page): Promise<void> => page.locator('outpost-game .embed[data-settled=solved]').waitFor();

const words = (page: Page): Promise<string> =>
  page.locator('outpost-game').evaluate((element) => element.shadowRoot?.textContent?.replace(/\s+/g, ' ') ?? '');

/** The middle of a square, which is brought into sight. */
async function placeOf(page: Page, square: string): Promise<[number, number]> {
  const cell = page.locator(`outpost-game [data-square=${square}]`);
  await cell.scrollIntoViewIfNeeded();
  const box = await cell.boundingBox();
  if (!box) throw new Error(`${square} is not on the screen`);
  return [box.x + box.width / 2, box.y + box.height / 2];
}

async function tap(page: Page, ...squares: string[]): Promise<void> {
  for (const square of squares) await page.touchscreen.tap(...(await placeOf(page, square)));
}

/** Types a number or a move where it is asked for. */
async function type(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox').fill(text);
  await page.getByRole('textbox').press('Enter');
}

/** Gives an answer by finger, or by typing what has to be typed. */
async function answer(page: Page, { kind }: Puzzle, given: string): Promise<void> {
  if (kind === 'count' || kind === 'left') return type(page, given);
  if (given === 'pass') return page.getByRole('button', { name: 'Pass', exact: true }).tap();
  if (given.length === 2) return tap(page, given);
  await tap(page, given.slice(0, 2));
  await page.locator('outpost-game cg-board square.selected').waitFor();
  await tap(page, given.slice(2, 4));
}

const WRONG: Record<Kind, { given: string; why: string }> = {
  sense: { given: 'd5', why: 'd5 leaves 2 of 4 boards in the worst case.' },
  decide: { given: 'a1', why: 'a1 is not the answer.' },
  safe: { given: 'g1f1', why: 'After g1–f1 your king can be captured on 2 of 2 boards.' },
  king: { given: 'g1g8', why: 'g1–g8 captures the king on 1 of 3 boards.' },
  move: { given: 'pass', why: 'Pass is not the answer.' },
  where: { given: 'g8', why: 'It does not stand on g8 on any board that fits what you were told.' },
  played: { given: 'a7a5', why: 'a7–a5 does not fit what you were told.' },
  count: { given: '3', why: 'It is fewer than 3.' },
  left: { given: '1', why: 'It is more than 1.' },
};

it('solves every kind by touch, also after a wrong answer, on a phone', { timeout: 180_000 }, async () => {
  const page = await openPage('', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  for (const puzzle of samples) {
    await show(page, puzzle);
    const { given, why } = WRONG[puzzle.kind];
    await answer(page, puzzle, given);
    await page.getByText(why).waitFor();
    // The board takes another try.
    await answer(page, puzzle, puzzle.answers[0] as string);
    await isSolved(page);
    expect(await told(page, 'answer')).toMatchObject([
      { answer: given, correct: false, attempts: 1 },
      { answer: puzzle.answers[0], correct: true, attempts: 2 },
    ]);
    const results = await told(page, 'result');
    expect(results).toMatchObject([{ puzzle: puzzle.id, kind: puzzle.kind, solved: false, hinted: false }]);
    expect(results[0]?.milliseconds).toBeGreaterThan(0);
    expect(await page.locator('outpost-game .diagram').count(), puzzle.kind).toBe(puzzle.boards.split(';').length);
    const [wide, width] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(wide, puzzle.kind).toBeLessThanOrEqual(width as number);
  }
  // No engine was loaded for any of it.
  expect(page.workers()).toEqual([]);
  expect(await told(page, 'error')).toEqual([]);
  await page.context().close();
});

/** Goes to a square by the arrow keys, from wherever the board's cursor is. */
async function goTo(page: Page, square: string): Promise<void> {
  const cell = page.locator('outpost-game [data-square][tabindex="0"]');
  const from = (await cell.getAttribute('data-square')) as string;
  const files = square.charCodeAt(0) - from.charCodeAt(0);
  const ranks = Number(square[1]) - Number(from[1]);
  for (let i = 0; i < Math.abs(files); i++) await page.keyboard.press(files > 0 ? 'ArrowRight' : 'ArrowLeft');
  for (let i = 0; i < Math.abs(ranks); i++) await page.keyboard.press(ranks > 0 ? 'ArrowUp' : 'ArrowDown');
  await page.locator(`outpost-game [data-square=${square}][tabindex="0"]`).waitFor();
}

/** Presses Tab until what has the focus matches. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let i = 0; i < 20; i++) {
    await page.keyboard.press('Tab');
    const there = await page.evaluate((wanted) => {
      let { activeElement } = document;
      while (activeElement?.shadowRoot?.activeElement) activeElement = activeElement.shadowRoot.activeElement;
      return activeElement?.matches(wanted) ?? false;
    }, selector);
    if (there) return;
  }
  throw new Error(`no ${selector} by Tab`);
}

it('is solved by keyboard alone', { timeout: 120_000 }, async () => {
  const page = await openPage('<p tabindex="0" id="top">Above</p>');
  const begin = async (kind: Kind): Promise<void> => {
    await show(page, of(kind));
    await page.locator('#top').focus();
  };
  for (const kind of ['sense', 'where'] as const) {
    await begin(kind);
    await tabTo(page, '[data-square]');
    await goTo(page, of(kind).answers[0] as string);
    await page.keyboard.press('Enter');
    await isSolved(page);
  }
  for (const kind of ['safe', 'played'] as const) {
    await begin(kind);
    await tabTo(page, '[data-square]');
    const [move = ''] = of(kind).answers;
    for (const square of [move.slice(0, 2), move.slice(2, 4)]) {
      await goTo(page, square);
      await page.keyboard.press('Enter');
    }
    await isSolved(page);
  }
  for (const kind of ['count', 'left'] as const) {
    await begin(kind);
    await tabTo(page, 'input');
    await page.keyboard.type(of(kind).answers[0] as string);
    await page.keyboard.press('Enter');
    await isSolved(page);
    // With the field gone, the verdict has the keyboard.
    expect(await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.className)).toContain(
      'verdict',
    );
  }
  expect(await told(page, 'result')).toMatchObject([{ solved: true, hinted: false }]);
  // The opponent's move can be typed as well, in either notation.
  await begin('played');
  await type(page, 'a1a2');
  await page.getByText('is none of your opponent’s moves').waitFor();
  expect(await told(page, 'answer')).toEqual([]);
  await type(page, 'b5');
  await isSolved(page);
  await page.context().close();
});

it('takes a move from a square where nothing stood, if the piece can have come there since', async () => {
  const puzzle = ours.find(({ id }) => id === '4MCS8tjL') as Puzzle;
  expect([puzzle.kind, puzzle.answers]).toEqual(['played', ['e5f6']]);
  const page = await openPage('', { hasTouch: true });
  await show(page, puzzle);
  // Twice the same square is none.
  await tap(page, 'e5', 'e5', 'e5');
  await page.getByText('From e5. Now choose where it went.').waitFor();
  expect(await told(page, 'answer')).toEqual([]);
  await tap(page, 'd4');
  await page.getByText('e5–d4 does not fit what you were told.').waitFor();
  await tap(page, 'e5', 'f6');
  await isSolved(page);
  expect(await told(page, 'answer')).toMatchObject([
    { answer: 'e5d4', correct: false },
    { answer: 'e5f6', correct: true },
  ]);
  await page.context().close();
});

it('gives a hint, and shows the answer', async () => {
  const page = await openPage('');
  await show(page, of('where'));
  await page.getByRole('button', { name: 'Hint' }).click();
  expect(await told(page, 'hint')).toEqual([{ task: 'where' }]);
  await page.getByRole('button', { name: 'Show the answer' }).click();
  await page.locator('outpost-game .embed[data-settled=failed]').waitFor();
  expect(await words(page)).toContain('The answer: h8.');
  expect(await told(page, 'result')).toMatchObject([{ kind: 'where', solved: false, hinted: true }]);
  // Another try is no other result.
  await page.getByRole('button', { name: 'Restart' }).click();
  await page.mouse.click(...(await placeOf(page, 'h8')));
  await isSolved(page);
  expect(await told(page, 'result')).toHaveLength(1);
  await page.context().close();
});

describe('a board that was known', () => {
  it('is shown with what happened since, in words and on the board, and the boards only afterwards', async () => {
    const page = await openPage('');
    await show(page, of('where'));
    const list = page.locator('outpost-game .told li');
    expect(await list.allTextContents()).toEqual(['Your opponent captured nothing.', 'You sensed f8: pawn g7.']);
    expect(await page.locator('outpost-game .square.seen-now').count()).toBe(6);
    const pieces = page.locator('outpost-game .board-pieces piece:not(.ghost)');
    expect(await pieces.count()).toBe(5);
    expect(await page.locator('outpost-game .diagram').count()).toBe(0);
    expect(await page.locator('outpost-game [data-square=g8]').getAttribute('aria-label')).toBe(
      'g8, black king, seen empty now',
    );
    await page.getByRole('button', { name: 'Now', exact: true }).click();
    await expect.poll(() => pieces.count()).toBe(2);
    expect(await page.locator('outpost-game .phantom.seen.now').count()).toBe(1);
    await settled(page);
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });
});

it('shows the puzzle of the day, lists one after the other, and says what it does not have', async () => {
  const [first, second] = ours as [Puzzle, Puzzle];
  const page = await openPage(`
    <outpost-puzzle id="daily" daily></outpost-puzzle>
    <outpost-puzzle id="list" puzzles="${first.id}, nosuchid ${second.id}"></outpost-puzzle>
    <outpost-puzzle id="none" puzzle="&lt;b&gt;"></outpost-puzzle>
    <outpost-puzzle id="empty"></outpost-puzzle>`);
  const boards = (id: string): Promise<string | null> => page.locator(`#${id} outpost-game`).getAttribute('boards');
  expect(ours.map((puzzle) => puzzle.boards)).toContain(await boards('daily'));
  await page.locator('#daily').getByText('Puzzle of the day').waitFor();
  expect(await boards('list')).toBe(first.boards);
  await page.locator('#list').getByText('Puzzle 1 of 3').waitFor();
  await page.locator('#list').getByRole('button', { name: 'Next puzzle' }).click();
  await page.locator('#list').getByText('There is no puzzle “nosuchid” here.').waitFor();
  await page.locator('#list').getByRole('button', { name: 'Next puzzle' }).click();
  await expect.poll(() => boards('list')).toBe(second.boards);
  expect(await page.locator('#list').getByRole('button', { name: 'Next puzzle' }).count()).toBe(0);
  await page.locator('#none').getByText('There is no puzzle “<b>” here.').waitFor();
  await page.locator('#empty').getByText('No puzzle was given').waitFor();
  expect(await told(page, 'error')).toHaveLength(3);
  // A puzzle that is none is refused in words, and a good one takes its place.
  const set = (data: unknown): Promise<void> =>
    page.locator('#empty').evaluate((element, value) => Object.assign(element, { data: value }) && undefined, data);
  await set({ ...of('sense'), boards: 'hello' });
  await page.locator('#empty').getByText('Puzzle 0aSense1: “hello” is not a position').waitFor();
  await set(of('sense'));
  await expect.poll(() => boards('empty')).toBe(of('sense').boards);
  await page.context().close();
});

it('works in a frame of another page, which is told the result, also in a sandbox', async () => {
  const [first] = ours as [Puzzle];
  const source = `${site.url}embed.html#element=puzzle&amp;puzzle=${first.id}`;
  const page = await openPage(
    `<iframe title="One" width="100%" height="900" src="${source}"></iframe>
    <iframe title="Two" width="100%" height="900" sandbox="allow-scripts" src="${source}"></iframe>`,
  );
  await page.evaluate(() => {
    addEventListener('message', ({ data }) => {
      if (data?.type === 'event') (window as unknown as { told: unknown[] }).told.push([data.name, data.detail]);
    });
  });
  for (const name of ['One', 'Two']) {
    const frame = page.locator(`iframe[title=${name}]`).contentFrame();
    await frame.locator('outpost-puzzle .board-squares').first().waitFor();
    await frame.getByRole('button', { name: 'Hint' }).click();
    await frame.getByRole('button', { name: 'Show the answer' }).click();
    await frame.locator('.embed[data-settled=failed]').waitFor();
  }
  await expect.poll(() => told(page, 'outpost-result')).toHaveLength(2);
  expect((await told(page, 'outpost-result'))[0]).toMatchObject({ puzzle: first.id, solved: false, hinted: true });
  await page.context().close();
});
