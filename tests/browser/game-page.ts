/** Helpers to play a game, only through what a person sees and touches. */
import type { Locator, Page } from 'playwright-core';

export interface Choices {
  opponent?:
    | 'random'
    | 'attacker'
    | 'hsuc'
    | 'siamese'
    | 'outpost'
    | 'people'
    | `level-${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`;
  color?: 'white' | 'black' | 'random';
  clock?: 'none' | 'standard' | 'own';
  assistance?: 'none' | 'markers' | 'tracking' | 'hints';
}

/** The button that starts a game, whatever the language of the page. */
export const playButton = (page: Page): Locator => page.locator('button.play-now');

/** Shows the opponents that are no levels, once the engine has named them. */
export async function showOpponents(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: 'More opponents' });
  if ((await more.getAttribute('aria-expanded')) === 'false') await more.click();
  await page.locator('input[name=opponent][value=random]').waitFor();
}

/** Fills in the form for a new game. */
export async function choose(page: Page, choices: Choices): Promise<void> {
  const { opponent, color, clock, assistance } = choices;
  if (opponent?.startsWith('level-')) {
    // Segmented controls are under their labels.
    await page.locator(`input[name=level][value=${opponent}]`).check({ force: true });
  } else if (opponent) {
    await showOpponents(page);
    await page.locator(`input[name=opponent][value=${opponent}]`).check();
  }
  if (color && opponent !== 'people') await page.getByLabel('Colour', { exact: true }).selectOption(color);
  if (clock) await page.getByLabel('Clock', { exact: true }).selectOption(clock);
  if (assistance) await page.getByLabel('Assistance', { exact: true }).selectOption(assistance);
}

/** Fills in the form for a new game and starts it. */
export async function startGame(page: Page, choices: Choices = {}): Promise<void> {
  await choose(page, { opponent: 'random', color: 'white', clock: 'none', assistance: 'none', ...choices });
  await playButton(page).click();
  await page.locator('.game, .handover').first().waitFor();
}

export async function waitForPhase(page: Page, phase: string): Promise<void> {
  await page.locator(`.game[data-phase=${phase}]`).waitFor();
}

/** The middle of a square on the screen. */
export async function squareCenter(page: Page, square: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(`rbc-board [data-square=${square}]`).first().boundingBox();
  if (!box) throw new Error(`${square} is not on the screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export async function clickSquare(page: Page, square: string): Promise<void> {
  const { x, y } = await squareCenter(page, square);
  await page.mouse.click(x, y);
}

export async function sense(page: Page, square: string): Promise<void> {
  await waitForPhase(page, 'sense');
  await clickSquare(page, square);
  await waitForPhase(page, 'move');
}

/** Asks for a move by two clicks. */
export async function move(page: Page, uci: string): Promise<void> {
  await waitForPhase(page, 'move');
  await clickSquare(page, uci.slice(0, 2));
  await page.locator('cg-board square.selected').waitFor();
  await clickSquare(page, uci.slice(2, 4));
  const role = { q: 'queen', r: 'rook', b: 'bishop', n: 'knight' }[uci[4] ?? ''];
  if (role) await page.getByRole('button', { name: `Promote to ${role}` }).click();
  await page.locator('.game:not([data-phase=move]), .finished').first().waitFor();
}

/** What a screen reader would say of a square. */
export async function labelOf(page: Page, square: string): Promise<string> {
  return (await page.locator(`[data-square=${square}]`).first().getAttribute('aria-label')) ?? '';
}

export async function announcements(page: Page): Promise<string[]> {
  return page.locator('[data-announcer] p').allTextContents();
}

/** The moves that the board offers. */
export async function requests(page: Page): Promise<string[]> {
  return page.locator('rbc-board').evaluate((board) => [...(board as unknown as { requests: string[] }).requests]);
}

/** Where the opponent's king was last seen, from the squares' labels. */
async function kingSeen(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const cell = document.querySelector('[data-square][aria-label*="king, seen now"]');
    return cell?.getAttribute('data-square') ?? null;
  });
}

/**
 * Plays as White by clicking until the game ends: looks for the king, captures it when possible, otherwise approaches.
 * Resigns after `turns`.
 */
export async function playToTheEnd(page: Page, turns: number): Promise<void> {
  const looks = ['e7', 'b7', 'g7', 'e5', 'b5', 'g5', 'e3', 'b3'];
  const opening = ['e2e4', 'd1h5', 'h5f7'];
  let last: string | null = 'e8';
  const over = page.locator('.finished');
  for (let turn = 0; turn < turns; turn++) {
    await page.locator('.game[data-phase=sense], .finished').first().waitFor();
    if (await over.isVisible()) return;
    await sense(page, last ?? (looks[turn % looks.length] as string));
    last = await kingSeen(page);
    const offered = await requests(page);
    const takes = last && offered.find((uci) => uci.slice(2, 4) === last);
    const planned = opening[turn];
    const choice =
      takes ||
      (planned && offered.includes(planned) ? planned : null) ||
      (offered[(turn * 7919) % offered.length] as string);
    await move(page, choice);
  }
  await page.locator('.game[data-phase=sense], .finished').first().waitFor();
  if (await over.isVisible()) return;
  await resign(page);
}

export async function resign(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Resign', exact: true }).click();
  await page.getByRole('button', { name: 'Yes, resign' }).click();
  await page.locator('.finished').waitFor();
}

/** The saved game. */
export interface Kept {
  sealed: Uint8Array;
  [key: string]: unknown;
}

/** Replaces the saved game. `change` runs in the page. */
export async function changeStored(page: Page, change: (game: Kept) => unknown): Promise<void> {
  const put = (changed: (game: Kept) => unknown) =>
    new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open('outpost');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const db = opening.result;
        const transaction = db.transaction('games', 'readwrite');
        const store = transaction.objectStore('games');
        const reading = store.get('current');
        reading.onsuccess = () => {
          store.put(changed(reading.result as Kept), 'current');
        };
        transaction.oncomplete = () => {
          db.close();
          resolve();
        };
      };
    });
  await page.evaluate(`(${put})(${change})`);
}
