/** Puzzles as somebody solves them who comes back every day. The set is a small one of our own: the site's may change. */
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import type { BrowserContextOptions, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { violationsInBoth } from './axe.ts';
import { openSite } from './harness.mjs';
import { Keyboard } from './keyboard.ts';
import { drawn, misfits } from './layout.ts';

let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.check());
afterAll(() => site.close());

const BISHOP =
  '5rk1/4bppp/8/8/8/8/5PPP/5RK1 w - -;5rk1/5ppp/3b4/8/8/8/5PPP/5RK1 w - -;5rk1/5ppp/8/2b5/8/8/5PPP/5RK1 w - -;5rk1/5ppp/8/8/1b6/8/5PPP/5RK1 w - -';
const common = { deviation: 90, boards: BISHOP };
const PUZZLES = [
  ...[1, 2, 3, 4, 5].map((n) => ({
    ...common,
    id: `sense00${n}`,
    kind: 'sense',
    rating: 1000 + n * 40,
    answers: ['d6', 'c5'],
    numbers: [
      ['d6', 1],
      ['c5', 1],
      ['d5', 2],
      ['a1', 4],
    ],
  })),
  ...[1, 2, 3].map((n) => ({
    ...common,
    id: `left000${n}`,
    kind: 'left',
    rating: 1100 + n * 40,
    square: 'd5',
    answers: ['2'],
    numbers: [
      ['1', 2],
      ['2', 1],
      ['3', 1],
    ],
  })),
];

/** The modules with the site's puzzles: the list, and each part of them. */
const SET = /\/assets\/puzzles-[^/]*\.js$/;
const fulfill = (route: Route): Promise<void> =>
  route.fulfill({
    contentType: 'text/javascript',
    body: `const puzzles = ${JSON.stringify(PUZZLES)};
      const entries = puzzles.map(({ id, kind, rating, deviation }) => [id, kind, rating, deviation]);
      export const parts = [{ entries, load: async () => ({ default: puzzles }) }];`,
  });

const TODAY = '2026-06-10T10:00:00Z';

/** A page of the site with our puzzles, on a day. */
async function open(
  path = '#train',
  { at = TODAY, ...options }: BrowserContextOptions & { at?: string } = {},
): Promise<Page> {
  const page = await site.open('about:blank', { timezoneId: 'UTC', ...options });
  await page.context().route(SET, fulfill);
  await page.clock.setFixedTime(new Date(at));
  await page.goto(`${site.url}${path}`);
  return page;
}

const shownPuzzle = (page: Page): Promise<string> =>
  page.locator('outpost-puzzle').evaluate((element) => (element as unknown as { puzzle: string | null }).puzzle ?? '');
const outcome = (page: Page) => page.locator('.train-outcome');
const standing = async (page: Page): Promise<string> =>
  ((await page.locator('.train-standing').textContent()) ?? '').replace(/\s+/g, ' ').trim();
const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true });

/** Answers what is shown, and waits until it counts. */
async function answer(page: Page, right: boolean): Promise<string> {
  const id = await shownPuzzle(page);
  // It takes a minute.
  await page.clock.setFixedTime(new Date((await page.evaluate(() => Date.now())) + 60_000));
  if (id.startsWith('sense')) {
    await page
      .locator(`outpost-puzzle [data-square=${right ? 'd6' : 'a1'}]`)
      .first()
      .click();
  } else {
    const field = page.locator('outpost-puzzle .ask input');
    await field.fill(right ? '2' : '3');
    await field.press('Enter');
  }
  await next(page).waitFor();
  return id;
}

it('are solved and failed one after the other, rated, and remembered', async () => {
  const page = await open();
  await page.locator('outpost-puzzle').waitFor();
  expect(await standing(page)).toBe('No rating yet. Answer a puzzle to get one.');
  // A reload comes back to the question.
  const first = await shownPuzzle(page);
  await page.reload();
  await expect.poll(() => shownPuzzle(page)).toBe(first);
  await answer(page, true);
  // How far the first answers move the rating says nothing yet.
  expect(await outcome(page).textContent()).toMatch(/Your rating 1,\d{3} ± \d{3}\s*$/);
  await page.getByText(/1 puzzle answered\./).waitFor();
  await next(page).click();
  await expect.poll(() => shownPuzzle(page)).not.toBe(first);
  const second = await answer(page, false);
  expect(await outcome(page).textContent()).toMatch(/Your rating [\d,]+ ± \d{3}\s+This puzzle comes back tomorrow\./);
  await next(page).click();
  await expect.poll(() => shownPuzzle(page)).not.toBe(second);
  // A hint makes it unrated.
  const before = await standing(page);
  await page.getByRole('button', { name: 'Hint' }).click();
  const third = await answer(page, true);
  expect(await outcome(page).textContent()).toContain('Unrated: solved with a hint.');
  expect((await standing(page)).split('day')[0]).toBe(before.split('day')[0]);
  expect(await standing(page)).toContain('1 day in a row');
  // What was failed is listed first.
  const lists = page.locator('.train-list');
  expect(await lists.nth(0).locator('a').getAttribute('href')).toBe(`#train/${second}`);
  expect(await lists.nth(0).textContent()).toContain('due tomorrow');
  const hrefs = await lists
    .nth(1)
    .locator('a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(hrefs).toEqual([third, second, first].map((id) => `#train/${id}`));

  const rated = await standing(page);
  await page.reload();
  await expect.poll(() => standing(page)).toBe(rated);
  expect([first, second, third]).not.toContain(await shownPuzzle(page));
  await page.context().close();
});

it('come again the day after they were failed, and then later', async () => {
  const page = await open();
  const failed = await answer(page, false);
  expect(await page.getByRole('link', { name: /to repeat/ }).count()).toBe(0);
  await page.clock.setFixedTime(new Date('2026-06-11T07:00:00Z'));
  await page.reload();
  await page.getByRole('link', { name: '1 to repeat' }).click();
  await expect.poll(() => shownPuzzle(page)).toBe(failed);
  await answer(page, true);
  expect(await outcome(page).textContent()).toMatch(
    /Unrated: you have answered it before\.\s+This puzzle comes back in \d days\./,
  );
  await next(page).click();
  await page.getByRole('heading', { name: 'Nothing to repeat today.' }).waitFor();
  await page.getByText(/The next one comes in \d days\./).waitFor();
  await page.locator('.train-none').getByRole('link', { name: 'Next puzzle' }).click();
  await expect.poll(() => shownPuzzle(page)).not.toBe(failed);
  expect(await standing(page)).toContain('1 day in a row');
  // One day is left out.
  await page.clock.setFixedTime(new Date('2026-06-13T07:00:00Z'));
  await page.reload();
  await page.locator('outpost-puzzle').waitFor();
  expect(await standing(page)).not.toContain('in a row');
  await page.context().close();
});

it('are of one kind if somebody wants that, and one a day is the same for everybody', async () => {
  const page = await open();
  await page.locator('.train-kind select').selectOption('Boards left');
  await expect.poll(() => shownPuzzle(page)).toMatch(/^left/);
  await answer(page, true);
  await next(page).click();
  await expect.poll(() => shownPuzzle(page)).toMatch(/^left/);
  await page.getByRole('button', { name: 'Skip' }).click();
  await page.getByRole('link', { name: 'Daily', exact: true }).click();
  await expect.poll(() => page.url()).toMatch(/#train\/daily$/);
  const other = await open('#train/daily', { timezoneId: 'Asia/Tokyo' });
  await other.locator('outpost-puzzle').waitFor();
  const daily = await shownPuzzle(other);
  await expect.poll(() => shownPuzzle(page)).toBe(daily);
  await answer(other, true);
  await other.getByRole('link', { name: 'Daily puzzle: answered' }).waitFor();
  await other.clock.setFixedTime(new Date('2026-06-11T10:00:00Z'));
  await other.reload();
  await other.locator('outpost-puzzle').waitFor();
  expect(await shownPuzzle(other)).not.toBe(daily);
  await other.context().close();
  await page.context().close();
});

it('are passed on as a link, and opened in Analyse', async () => {
  const page = await open('#train/sense003', { permissions: ['clipboard-read', 'clipboard-write'] });
  await expect.poll(() => shownPuzzle(page)).toBe('sense003');
  await page.locator('outpost-puzzle').getByText('Sense · You are White').waitFor();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByText('Link copied.').waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(`${site.url}#train/sense003`);
  await page.getByText('Embed code').click();
  expect(await page.getByRole('textbox', { name: 'Embed code' }).inputValue()).toContain(
    '<outpost-puzzle puzzle="sense003"></outpost-puzzle>',
  );
  // What the boards are is no secret, but what is concluded from them is.
  expect(await page.getByRole('button', { name: 'Analyse this' }).count()).toBe(0);
  await answer(page, true);
  await page.locator('outpost-puzzle').getByText('Yellow is best, dark blue worst.').waitFor();
  await page.getByRole('button', { name: 'Analyse this' }).click();
  await page.locator('boards-view').getByText('cannot tell these 4 boards apart').waitFor();
  await page.goto(`${site.url}#train/gone0000`);
  await page.getByText('There is no puzzle “gone0000” here.').waitFor();
  await page.locator('train-page').getByRole('link', { name: 'Next puzzle' }).click();
  await page.locator('outpost-puzzle').waitFor();
  expect(await shownPuzzle(page)).not.toBe('sense003');
  await page.context().close();
});

it('are solved by keyboard alone', async () => {
  const page = await open('#train/sense001');
  const keys = new Keyboard(page);
  await page.locator('outpost-puzzle [data-square]').first().waitFor();
  await keys.to(/^[a-h][1-8],|^[a-h][1-8]$/);
  await keys.square('d6');
  await keys.press('Enter');
  await next(page).waitFor();
  expect(await outcome(page).textContent()).toMatch(/Your rating/);
  await keys.press('n');
  await expect.poll(() => shownPuzzle(page)).not.toBe('sense001');
  // Who cannot see it hears what comes next, and goes on from there.
  await expect
    .poll(() =>
      page.evaluate(() => {
        let active = document.activeElement;
        while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
        return active?.closest('h2') !== null;
      }),
    )
    .toBe(true);
  // The key does not pass over what has not been answered.
  const shown = await shownPuzzle(page);
  await keys.press('n');
  expect(await shownPuzzle(page)).toBe(shown);
  await keys.enter('Skip');
  await expect.poll(() => shownPuzzle(page)).not.toBe(shown);
  // Of what is in a shadow root, only its host is seen here.
  expect([...keys.wrong].filter((fault) => !fault.startsWith('outpost-'))).toEqual([]);
  await page.context().close();
});

it('are answered in two tabs, exported, deleted and imported again, also from a hostile file', async () => {
  const page = await open();
  await answer(page, true);
  const other = await page.context().newPage();
  await other.clock.setFixedTime(new Date('2026-06-10T10:05:00Z'));
  await other.goto(`${site.url}#train`);
  await other.locator('outpost-puzzle').waitFor();
  await answer(other, false);
  await page.bringToFront();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await page.getByText(/2 puzzles answered\./).waitFor();
  const rated = await standing(page);
  await other.close();

  await page.goto(`${site.url}#analyse`);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export all' }).click(),
  ]);
  const file = await buffer(await download.createReadStream());
  expect(gunzipSync(file).toString()).toMatch(/^\{"type":"OutpostTraining","version":1,"results":\[\["/);
  await page.goto(`${site.url}#settings`);
  expect(await page.locator('settings-page [data-kind=training] td').first().textContent()).toBe('2');

  await page.goto(`${site.url}#train`);
  const remove = page.getByRole('button', { name: 'Delete training' });
  await remove.click();
  await page.keyboard.press('Enter');
  // That was Cancel, and the keyboard is back.
  await expect.poll(() => remove.evaluate((button) => button === document.activeElement)).toBe(true);
  await remove.click();
  await page.getByRole('button', { name: 'Yes, delete' }).click();
  await page.getByText('No puzzle yet.').waitFor();
  expect(await standing(page)).toBe('No rating yet. Answer a puzzle to get one.');
  await page.goto(`${site.url}#analyse`);
  const add = (name: string, content: Buffer): Promise<void> =>
    page
      .locator('library-view input[type=file]')
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: content });
  await add('library.jsonl.gz', file);
  await page.getByText('2 answers to puzzles added.').waitFor();
  const bad = '["<img src=x>",1,2],["sense001","sense",99999,1,1,1,true,false,0]';
  await add('bad.jsonl', Buffer.from(`{"type":"OutpostTraining","version":1,"results":[${bad}]}\n`));
  await page.getByText(/2 answers to puzzles cannot be read/).waitFor();
  // One that no page can show.
  const unknown = '[1,{"id":"AAAAAAAA","kind":"constructor","boards":{}}]';
  await add('own.jsonl', Buffer.from(`{"type":"OutpostTraining","version":1,"results":[],"puzzles":[${unknown}]}\n`));
  await page.getByText(/1 answer to a puzzle cannot be read/).waitFor();
  expect(await page.getByText(/of own games/).count()).toBe(0);
  await page.goto(`${site.url}#train`);
  await expect.poll(() => standing(page)).toBe(rated);
  await page.context().close();
});

it('count once, if two tabs have answered the same', async () => {
  const page = await open('#train/daily');
  await page.locator('outpost-puzzle').waitFor();
  const other = await page.context().newPage();
  await other.clock.setFixedTime(new Date('2026-06-10T10:05:00Z'));
  await other.goto(`${site.url}#train/daily`);
  await other.locator('outpost-puzzle').waitFor();
  expect(await answer(page, true)).toBe(await answer(other, true));
  await page.bringToFront();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  // The second answer is listed, but is no other puzzle.
  await expect.poll(() => page.locator('.train-history .train-list').last().locator('li').count()).toBe(2);
  expect(await page.locator('.train-history').textContent()).toContain('1 puzzle answered. 1 solved at once.');
  expect(await standing(page)).not.toContain('right in a row');
  await page.context().close();
});

it('are kept once the disk has room again', async () => {
  const page = await open();
  const full = (is: boolean): Promise<void> =>
    page.evaluate((refuses) => {
      const own = window as unknown as { put?: IDBObjectStore['put'] };
      own.put ??= IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = refuses
        ? () => {
            throw new DOMException('full', 'QuotaExceededError');
          }
        : own.put;
    }, is);
  await page.locator('outpost-puzzle').waitFor();
  await full(true);
  await answer(page, true);
  const notice = page.getByText('This browser cannot store your answers');
  await notice.waitFor();
  await full(false);
  await next(page).click();
  await answer(page, false);
  await notice.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText(/2 puzzles answered\./).waitFor();
  await page.context().close();
});

it('are fetched before the engine, which waits no longer for who goes elsewhere', async () => {
  const page = await open('#settings');
  await page.locator('settings-page h1').waitFor();
  let release: () => void = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.context().unroute(SET);
  await page.context().route(SET, async (route) => {
    await held;
    await fulfill(route);
  });
  await page.goto('about:blank');
  // Only now: the page before may ask for its engine late.
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${site.url}#train`);
  await page.locator('.train-loading').waitFor();
  expect(asked.filter((url) => url.endsWith('.wasm'))).toEqual([]);
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  await expect.poll(() => asked.some((url) => url.endsWith('.wasm'))).toBe(true);
  release();
  await page.getByRole('link', { name: 'Train', exact: true }).click();
  await page.locator('outpost-puzzle').waitFor();
  await page.context().close();
});

it('say when the browser keeps nothing, and when the puzzles do not arrive', async () => {
  site.allow(/puzzles|ERR_FAILED/);
  const page = await open('#settings');
  await page.locator('settings-page h1').waitFor();
  await page.addInitScript(() => {
    const refuse = (): never => {
      throw new DOMException('no', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get: refuse });
    Object.defineProperty(window, 'indexedDB', { get: refuse });
  });
  await page.context().unroute(SET);
  await page.context().route(SET, (route) => route.abort());
  await page.goto('about:blank');
  await page.goto(`${site.url}#train`);
  await page.getByText('Could not be loaded: the puzzles.').waitFor();
  await page.context().unroute(SET);
  await page.context().route(SET, fulfill);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.locator('outpost-puzzle').waitFor();
  await answer(page, true);
  await page.getByText('This browser cannot store your answers').waitFor();
  await page.getByText(/1 puzzle answered\./).waitFor();
  await page.context().close();
});

it.each([
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1280, height: 800 },
])('are accessible and fit, with board, question and the way on in sight, at $width × $height', async (viewport) => {
  const page = await open('#train/sense002', { viewport, reducedMotion: 'reduce' });
  await page.locator('outpost-puzzle [data-square]').first().waitFor();
  await drawn(page);
  expect(await misfits(page)).toEqual([]);
  expect(await violationsInBoth(page)).toEqual([]);
  if (viewport.width > 320) {
    const board = await page.locator('outpost-puzzle rbc-board').first().boundingBox();
    const bar = await page.locator('.train-after').boundingBox();
    if (!board || !bar) throw new Error('not on the screen');
    expect(board.y + board.height).toBeLessThanOrEqual(bar.y);
    expect(bar.y + bar.height).toBeLessThanOrEqual(viewport.height + 1);
  }
  await answer(page, false);
  await page.locator('.train-history').waitFor();
  await drawn(page);
  expect(await misfits(page)).toEqual([]);
  expect(await violationsInBoth(page)).toEqual([]);
  await page.context().close();
});

it('prints a sheet of puzzles, with the answers on a page of their own', async () => {
  const page = await open('#train/sense003');
  await page.evaluate(() => {
    window.print = () => Object.assign(window, { printed: true });
  });
  const part = page.locator('print-sheet');
  await part.locator('summary').click();
  await part.getByLabel('Number of puzzles').fill('3');
  await part.getByRole('button', { name: 'Print sheet' }).click();
  await expect.poll(() => page.evaluate('window.printed')).toBe(true);
  // On the screen all is as it was.
  expect(await page.locator('.sheet').isVisible()).toBe(false);
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('outpost-app').isVisible()).toBe(false);
  expect(await page.locator('.sheet h2').allTextContents()).toEqual([
    '1. Best sense',
    '2. Best sense',
    '3. Best sense',
  ]);
  // The own pieces, and four boards each.
  expect(await page.locator('.sheet-part img').count()).toBe(15);
  const answers = page.locator('.sheet-answers');
  expect(await answers.locator('strong').allTextContents()).toEqual(['1. d6, c5', '2. d6, c5', '3. d6, c5']);
  expect(await page.locator('.sheet > section').first().textContent()).not.toContain('d6');
  const [whole, questions] = [await pages(page), await pages(page, '.sheet-answers { display: none }')];
  expect(whole).toBe(questions + 1);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  expect(await page.locator('.sheet').count()).toBe(0);
  expect(await page.locator('outpost-app').isVisible()).toBe(true);
  await page.context().close();
});

/** How many pages of paper the page takes, with a further style. */
async function pages(page: Page, css = ''): Promise<number> {
  if (css) {
    await page.evaluate((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      document.adoptedStyleSheets.push(sheet);
    }, css);
  }
  return (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}
