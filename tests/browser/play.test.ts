import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  announcements,
  changeStored,
  choose,
  clickSquare,
  type Kept,
  labelOf,
  move,
  playButton,
  playToTheEnd,
  requests,
  resign,
  sense,
  squareCenter,
  startGame,
  waitForPhase,
} from './game-page.ts';
import { openSite } from './harness.mjs';
import { drawn } from './layout.ts';

let site: Awaited<ReturnType<typeof openSite>>;
let clocks: Awaited<ReturnType<typeof beginClocks>>;
beforeAll(async () => {
  site = await openSite();
  clocks = await beginClocks();
});
afterEach(() => site.check());
afterAll(() => site.close());

/**
 * Games with a clock, of two people and with an agent, in which nobody moves. A clock has at least half a minute, so they run beside the other
 * tests.
 */
async function beginClocks() {
  const half = async (page: Page): Promise<void> => {
    await choose(page, { clock: 'own' });
    await page.getByLabel('Minutes').fill('0.5');
    await page.getByLabel('Increment (seconds)').fill('0');
  };
  const people = await site.open();
  await choose(people, { opponent: 'people' });
  await half(people);
  await playButton(people).click();
  await people.locator('.handover .clock.running').waitFor();
  expect(await people.locator('.handover .clock').count()).toBe(2);
  const handedOver = performance.now();
  const lost = people
    .locator('.finished')
    .waitFor({ timeout: 60_000 })
    .then(() => performance.now());
  lost.catch(() => {});

  const page = await site.open();
  await choose(page, { clock: 'own' });
  await page.getByLabel('Minutes').fill('0');
  await playButton(page).click();
  await page.getByText('The clock takes').waitFor();
  await half(page);
  await choose(page, { opponent: 'random', color: 'white' });
  await playButton(page).click();
  await page.locator('.clock.running').waitFor();
  return { people, page, handedOver, lost };
}

describe.each([
  { build: 'threads', query: '' },
  { build: 'single', query: '?build=single' },
])('with the $build build', ({ build, query }) => {
  it('plays a game to its end by clicking', { timeout: 180_000 }, async () => {
    const page = await site.open(query);
    await page.locator(`[data-build=${build}]`).waitFor({ state: 'attached' });
    await startGame(page);
    await playToTheEnd(page, 30);
    await page.locator('.end-banner h1').waitFor();
    expect(await page.locator('.end-banner h1').textContent()).toMatch(/You (win|lose)|Draw/);
    // The true board is shown, with both sides' pieces.
    await page.locator('replay-view cg-board piece.black').first().waitFor();
    await page.locator('.sizes[aria-busy=false]').waitFor();
    expect(await page.locator('.size-lines').textContent()).toMatch(/White: \d.*Black: \d/s);
    await page.context().close();
  });
});

it('tells how strong each opponent is', async () => {
  const page = await site.open();
  await page.getByRole('button', { name: 'About' }).click();
  await page.getByText('Opponents', { exact: true }).click();
  const lines = await page.locator('.about-opponents dd').allTextContents();
  // Every agent shows its measured strength after its name.
  expect(lines).toHaveLength(9);
  const told = lines.map((line) => /Rating ([\d,]+): scored [\d.]+ of \d+ against/.exec(line)?.[1]);
  expect(told).not.toContain(undefined);
  // The strongest come first.
  const ratings = told.map((rating) => Number(rating?.replace(',', '')));
  expect(ratings).toEqual([...ratings].sort((a, b) => b - a));
  await page.context().close();
});

describe('a turn', () => {
  it('senses, offers moves that may fail, tells results, and says them aloud', async () => {
    const page = await site.open();
    await startGame(page);
    await waitForPhase(page, 'sense');
    expect(await page.locator('.banner h1').textContent()).toBe('Sense');

    const corner = await squareCenter(page, 'h8');
    await page.mouse.move(corner.x, corner.y);
    const frame = await page.locator('.sense-frame').boundingBox();
    const board = await page.locator('.board').boundingBox();
    // At the corner only four squares are left of the window.
    expect((frame?.width ?? 0) / (board?.width ?? 1)).toBeCloseTo(2 / 8, 1);

    await sense(page, 'e7');
    expect(await labelOf(page, 'e8')).toBe('e8, black king, seen now');
    expect((await announcements(page)).join(' ')).toContain('Around e7: king e8; queen d8');

    // Pawn captures onto unknown squares are offered.
    expect(await requests(page)).toContain('e2d3');
    await move(page, 'e2d3');
    await page.locator('[data-result=failed]').waitFor();
    expect((await announcements(page)).join(' ')).toContain('e2–d3 was not possible');

    await page.getByRole('button', { name: 'Skip sensing' }).click();
    await page.getByRole('button', { name: 'Pass' }).click();
    await page.locator('[data-result=passed]').waitFor();
    await waitForPhase(page, 'sense');
    // What was seen is shown as two turns old.
    expect(await labelOf(page, 'e8')).toBe('e8, black king, last seen 2 turns ago');
    expect(await page.locator('.phantom.seen .age').first().textContent()).toBe('2');
    await page.context().close();
  });

  it('takes typed moves and says what is wrong with the others', async () => {
    const page = await site.open();
    await startGame(page);
    const type = async (text: string): Promise<void> => {
      await page.locator('#typed').fill(text);
      await page.keyboard.press('Enter');
    };
    await waitForPhase(page, 'sense');
    await type('x9');
    expect(await page.locator('#typed-problem').textContent()).toContain('“x9” is not a square');
    await type('d7');
    await waitForPhase(page, 'move');
    for (const [text, problem] of [
      ['knight', 'is not a move'],
      ['e4e5', 'no piece on e4'],
      ['e2e5', 'cannot be requested'],
    ] as const) {
      await type(text);
      expect(await page.locator('#typed-problem').textContent()).toContain(problem);
    }
    await type('E2-E4');
    await page.locator('[data-result=moved]').waitFor();
    await page.context().close();
  });

  it('takes algebraic notation for what may be asked for', async () => {
    const page = await site.open();
    await startGame(page);
    await sense(page, 'e7');
    await waitForPhase(page, 'move');
    await page.locator('#typed').fill('Nd2');
    await page.keyboard.press('Enter');
    expect(await page.locator('#typed-problem').textContent()).toContain('Nd2 cannot be requested');
    await page.locator('#typed').fill('Nf3+');
    await page.keyboard.press('Enter');
    await page.locator('[data-result=moved]').waitFor();
    expect(await page.locator('[data-result=moved]').textContent()).toContain('f3');
    await page.context().close();
  });

  it('works after the page above the board has moved', async () => {
    const page = await site.open();
    await startGame(page);
    await sense(page, 'e7');
    // chessground remembers where it was.
    await page.evaluate(() => {
      const banner = document.createElement('div');
      banner.id = 'late-banner';
      banner.textContent = 'late';
      Object.assign(banner.style, { height: '60px' });
      document.querySelector('main')?.prepend(banner);
    });
    await move(page, 'e2e4');
    await page.locator('[data-result=moved]').waitFor();
    await page.context().close();
  });

  it('is played with a finger on a phone, and a scroll is not a sense', async () => {
    const page = await site.open('', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await startGame(page, { assistance: 'tracking' });
    await waitForPhase(page, 'sense');
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);

    const cdp = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
    const tap = async (square: string): Promise<void> => {
      await touch('touchStart', await squareCenter(page, square));
      await touch('touchEnd');
    };

    const start = await squareCenter(page, 'e2');
    await touch('touchStart', start);
    for (let y = 20; y <= 240; y += 20) await touch('touchMove', { x: start.x, y: start.y - y });
    await touch('touchEnd');
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(50);
    expect(await page.locator('.game').getAttribute('data-phase')).toBe('sense');
    // Back to the top, until the scrolling that the finger began is over.
    await page.evaluate(async () => {
      for (let still = 0; still < 10; still = scrollY === 0 ? still + 1 : 0) {
        scrollTo(0, 0);
        await new Promise(requestAnimationFrame);
      }
    });

    await tap('e7');
    await waitForPhase(page, 'move');
    await tap('e2');
    await page.locator('cg-board square.selected').waitFor();
    await tap('e4');
    await page.locator('[data-result=moved]').waitFor();

    await waitForPhase(page, 'sense');
    await tap('d6');
    await waitForPhase(page, 'move');
    const [from, to] = [await squareCenter(page, 'd2'), await squareCenter(page, 'd4')];
    await touch('touchStart', from);
    for (let i = 1; i <= 5; i++) {
      await touch('touchMove', { x: from.x, y: from.y + ((to.y - from.y) * i) / 5 });
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    await touch('touchEnd');
    await page.locator('[data-result]').waitFor();
    expect(await page.locator('[data-result]').textContent()).toContain('d2–d4');
    await page.context().close();
  });

  it.each(['e4', 'a6', 'c5'])(
    'keeps the page where it is under a finger that begins on %s in the move phase',
    async (square) => {
      const page = await site.open('', { viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true });
      await startGame(page);
      await sense(page, 'e7');
      const cdp = await page.context().newCDPSession(page);
      const swipe = async (points: { x: number; y: number }[]): Promise<void> => {
        for (const [i, at] of points.entries())
          await cdp.send('Input.dispatchTouchEvent', { type: i === 0 ? 'touchStart' : 'touchMove', touchPoints: [at] });
        await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
        await drawn(page);
      };
      const up = (at: { x: number; y: number }) =>
        Array.from({ length: 12 }, (_, i) => ({ x: at.x, y: at.y - 20 * i }));
      await swipe(up(await squareCenter(page, square)));
      // Also with a piece picked up.
      await swipe([await squareCenter(page, 'g1')]);
      await page.locator('cg-board square.selected').waitFor();
      await swipe(up(await squareCenter(page, square)));
      expect(await page.evaluate(() => scrollY)).toBe(0);
      expect(await page.locator('.game').getAttribute('data-phase')).toBe('move');
      // Beside the board it scrolls.
      const { x, y } = await page.locator('.game-tabs').evaluate((element) => element.getBoundingClientRect().toJSON());
      await swipe(up({ x: x + 20, y: Math.min(y + 20, 690) }));
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(50);
      await page.context().close();
    },
  );
});

describe('a game', () => {
  it('goes on after a reload where it was', async () => {
    const page = await site.open();
    await startGame(page, { assistance: 'markers' });
    await waitForPhase(page, 'sense');
    await page.getByRole('button', { name: 'Markers' }).click();
    await page.getByRole('button', { name: 'Mark black knight' }).click();
    await clickSquare(page, 'c6');
    await page.getByRole('button', { name: 'Done' }).click();
    await sense(page, 'e7');
    await move(page, 'e2e4');
    await sense(page, 'h7');
    const before = await page.locator('.log tbody').textContent();
    await page.reload();
    await waitForPhase(page, 'move');
    expect(await page.locator('.log tbody').textContent()).toBe(before);
    expect(await labelOf(page, 'c6')).toContain('your marker: black knight');
    await move(page, 'd2d4');
    await page.locator('[data-result=moved]').waitFor();

    // Elsewhere on the site it is only offered.
    await page.goto(new URL('#play', site.url).href);
    await page.reload();
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.locator('.game').waitFor();
    await page.context().close();
  });

  it('is not replaced by a new one without being asked', async () => {
    const page = await site.open();
    await startGame(page);
    await sense(page, 'e7');
    await page.getByRole('button', { name: 'Leave for now' }).click();
    const start = playButton(page);
    const dialog = page.getByRole('dialog', { name: 'You have an unfinished game' });
    await start.click();
    await dialog.waitFor();
    expect(await dialog.textContent()).toContain('Random, turn 1');
    // Cancelling, by button or key, changes nothing.
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => start.evaluate((button) => button === document.activeElement)).toBe(true);
    await start.click();
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.count()).toBe(0);
    // Enter resumes the old one.
    await start.click();
    await dialog.waitFor();
    await page.keyboard.press('Enter');
    await waitForPhase(page, 'move');

    // A game begun in another tab is not lost either.
    const other = await page.context().newPage();
    await other.goto(new URL('#play', site.url).href);
    await playButton(other).click();
    const asked = other.getByRole('dialog', { name: 'You have an unfinished game' });
    await asked.getByRole('button', { name: 'Start the new game' }).click();
    await other.locator('.game').waitFor();
    expect(await other.locator('.log tbody tr').count()).toBeLessThanOrEqual(1);
    await page.context().close();
  });

  it('is left and taken up again, and a damaged one says so', async () => {
    const page = await site.open();
    await startGame(page);
    await sense(page, 'e7');
    await page.getByRole('button', { name: 'Leave for now' }).click();
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await waitForPhase(page, 'move');
    await changeStored(page, (game) => {
      game.sealed[10] = 255 - (game.sealed[10] as number);
      return game;
    });
    await page.reload();
    await page.getByText('The unfinished game could not be opened').waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await startGame(page);
    await sense(page, 'e7');
    await page.context().close();
  });

  it('of which something unreadable is left is told of, and does not stop a new one', async () => {
    const page = await site.open();
    const damages: ((game: Kept) => unknown)[] = [
      () => ({}),
      () => 'x',
      (game) => ({ ...game, setup: undefined }),
      (game) => ({ ...game, setup: {} }),
    ];
    for (const [i, damage] of damages.entries()) {
      await startGame(page);
      await sense(page, 'e7');
      await changeStored(page, damage);
      await page.reload();
      const problem = page.getByRole('alert').filter({ hasText: 'cannot be read' });
      await problem.waitFor();
      // A new game can be begun without discarding it.
      if (i % 2 === 1) continue;
      await problem.getByRole('button', { name: 'Discard' }).click();
      await expect.poll(() => problem.count()).toBe(0);
      await page.reload();
    }
    await startGame(page);
    await sense(page, 'e7');
    await page.reload();
    await waitForPhase(page, 'move');
    await page.context().close();
  });

  it('goes on when it was stored without markers, with odd ones, and with an unknown assistance and no time', async () => {
    const page = await site.open();
    await startGame(page);
    await sense(page, 'e7');
    const oddities: ((game: Kept) => unknown)[] = [
      ({ markers: _, ...game }) => game,
      (game) => ({ ...game, markers: { white: [[999, 'Z'], 5], black: null } }),
      (game) => ({ ...game, assistance: 'zzz', savedAt: Number.NaN }),
    ];
    for (const oddity of oddities) {
      await changeStored(page, oddity);
      await page.goto(new URL('#play', site.url).href);
      await page.reload();
      await page.getByText('Random, turn 1').waitFor();
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
      await waitForPhase(page, 'move');
    }
    await move(page, 'e2e4');
    await waitForPhase(page, 'sense');
    await page.context().close();
  });

  it('survives a crash of the engine', async () => {
    site.allow(/made to crash/);
    const page = await site.open('?build=single');
    await startGame(page);
    await sense(page, 'e7');
    const [worker] = page.workers();
    await worker?.evaluate(() => {
      setTimeout(() => {
        throw new Error('made to crash');
      });
    });
    await page.getByText('The engine crashed and was restarted').waitFor();
    expect(await labelOf(page, 'e8')).toBe('e8, black king, seen now');
    await move(page, 'e2e4');
    await page.locator('[data-result=moved]').waitFor();
    await waitForPhase(page, 'sense');
    await page.context().close();
  });

  it('says so when it cannot be kept', async () => {
    const page = await site.open();
    await page.addInitScript(() => {
      Object.defineProperty(window, 'indexedDB', {
        get: () => {
          throw new DOMException('not here', 'SecurityError');
        },
      });
    });
    await page.reload();
    await page.getByText('blocks storage').first().waitFor();
    await startGame(page);
    await sense(page, 'e7');
    await page.context().close();
  });

  it('corrects markers by what is sensed', async () => {
    const page = await site.open();
    await startGame(page, { assistance: 'markers' });
    await waitForPhase(page, 'sense');
    await page.getByRole('button', { name: 'Markers' }).click();
    await page.getByRole('button', { name: 'Mark black queen' }).click();
    expect(await page.locator('.banner h1').textContent()).toBe('Markers');
    await clickSquare(page, 'd8');
    await clickSquare(page, 'e8');
    await clickSquare(page, 'b4');
    await page.getByRole('button', { name: 'Done' }).click();
    await sense(page, 'e7');
    expect(await page.locator('.phantom.marker').count()).toBe(2);
    expect((await announcements(page)).join(' ')).toContain('1 marker removed');
    await page.context().close();
  });

  it('tracks, gives hints, and keeps its count of boards', async () => {
    const page = await site.open();
    await startGame(page, { assistance: 'hints' });
    await waitForPhase(page, 'sense');
    await page.locator('.tracking[aria-busy=false] .big-number').waitFor({ state: 'attached' });
    // White begins, and knows the board.
    expect(await page.locator('.big-number strong').textContent()).toBe('1');
    await page.getByText('Nothing left to learn').waitFor();
    expect(await page.locator('.square.heat, .square.best, .legend').count()).toBe(0);
    expect(await labelOf(page, 'a1')).toBe('a1, your rook');
    expect(await page.getByRole('button', { name: /^Sense [a-h][1-8]$/ }).count()).toBe(0);
    await sense(page, 'e7');
    await move(page, 'e2e4');
    await waitForPhase(page, 'sense');
    await page.locator('.square.heat').first().waitFor();
    await page.locator('.square.best').waitFor();
    const count = await page.locator('.big-number strong').textContent();
    // Black has twenty moves, or a pass, which includes a pawn's failed capture.
    expect(Number(count)).toBeGreaterThanOrEqual(20);
    expect(Number(count)).toBeLessThan(30);
    const { x, y } = await squareCenter(page, 'e6');
    await page.mouse.move(x, y);
    expect(await page.locator('.senses .readout').textContent()).toMatch(/^e6: at most \d+ boards? left/);
    await page.locator('.best-sense').getByRole('button').click();
    await waitForPhase(page, 'move');
    await page.locator('.phantom.likely').first().waitFor();
    await page.context().close();
  });

  it('between two people hides each board behind a hand-over', async () => {
    const page = await site.open();
    await startGame(page, { opponent: 'people' });
    expect(await page.locator('rbc-board').count()).toBe(0);
    await page.getByRole('button', { name: 'I am White: show my board' }).click();
    await sense(page, 'e7');
    await move(page, 'e2e4');
    await page.getByRole('button', { name: 'Hand over to Black' }).click();
    await page.locator('.handover').waitFor();
    expect(await page.locator('rbc-board').count()).toBe(0);
    // Nothing of White's turn can be read any more, by a screen reader or in the page's source (its head names files by hashes).
    const whole = () => page.evaluate(() => document.body.outerHTML);
    const told = /e7|king e8|queen d8|e2.?e4/;
    expect(await announcements(page)).toEqual([]);
    expect(await whole()).not.toMatch(told);
    await page.getByRole('button', { name: 'I am Black: show my board' }).click();
    await waitForPhase(page, 'sense');
    expect((await announcements(page)).join(' ')).not.toMatch(told);
    expect(await page.locator('#typed').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Leave for now' }).click();
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.locator('.handover').waitFor();
    expect(await announcements(page)).toEqual([]);
    // A reload shows no board here either.
    await page.reload();
    await page.getByRole('button', { name: 'I am Black: show my board' }).click();
    await waitForPhase(page, 'sense');
    expect(await page.locator('cg-board piece.white').count()).toBe(0);
    // The board is flipped, and takes the pointer after that.
    await sense(page, 'e3');
    await move(page, 'e7e5');
    await page.locator('[data-result=moved]').waitFor();
    await page.context().close();
  });

  it('has clocks, and is lost on time, on the screen between two people too', async () => {
    const { people, page, handedOver, lost } = clocks;
    expect((await lost) - handedOver).toBeLessThan(32_000);
    expect(await people.locator('.end-banner').textContent()).toContain('White ran out of time');
    await people.context().close();
    await page.locator('.finished').waitFor({ timeout: 40_000 });
    expect(await page.locator('.end-banner').textContent()).toContain('White ran out of time');
    await page.context().close();
  });

  it('can be resigned, after being asked, and played again with colours changed', async () => {
    const page = await site.open();
    await startGame(page);
    await waitForPhase(page, 'sense');
    await page.getByRole('button', { name: 'Resign', exact: true }).click();
    await page.getByRole('button', { name: 'Play on' }).click();
    await resign(page);
    expect(await page.locator('.end-banner h1').textContent()).toBe('You lose');
    await page.getByRole('button', { name: 'Rematch as Black' }).click();
    await waitForPhase(page, 'sense');
    expect(await labelOf(page, 'e8')).toContain('your king');
    await page.context().close();
  });

  it('lets the opponent be hurried and stopped', async () => {
    const page = await site.open();
    await choose(page, { opponent: 'hsuc' });
    await page.locator('select[name=budget]').selectOption('10000');
    await startGame(page, { opponent: 'hsuc' });
    await sense(page, 'e7');
    // It thinks only for a moment once this is shown: a click from the test may come too late.
    await page.evaluate(() => {
      const observer = new MutationObserver(() => {
        const buttons = [...document.querySelectorAll<HTMLElement>('.game[data-phase=waiting] .banner button')];
        const stop = buttons.find((button) => button.textContent?.trim() === 'Stop');
        if (!stop) return;
        observer.disconnect();
        stop.click();
      });
      observer.observe(document.body, { subtree: true, childList: true, attributes: true });
    });
    await move(page, 'e2e4');
    await page.getByRole('button', { name: 'Continue' }).click();
    // It may have decided before the click; then there is nothing to click.
    const hurry = page.getByRole('button', { name: 'Move now' }).click();
    await Promise.race([hurry.catch(() => {}), waitForPhase(page, 'sense')]);
    await waitForPhase(page, 'sense');
    await page.context().close();
  });
});
