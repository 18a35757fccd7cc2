/** Pages that a browser translates say the same as untranslated ones, phase by phase. */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Host, LINK, openHost } from './embed-host.ts';
import { clickSquare, showOpponents, startGame, waitForPhase } from './game-page.ts';
import { openSite } from './harness.mjs';
import { type Translator, translate, translateAlways, wordsOn } from './translator.ts';

let site: Awaited<ReturnType<typeof openSite>>;
let host: Host;
beforeAll(async () => {
  site = await openSite();
  host = await openHost(site.url);
});
afterEach(() => site.check());
afterAll(async () => {
  await host.close();
  await site.close();
});

const TRANSLATORS: Translator[] = ['chrome', 'firefox', 'webkit'];

/** Does the same on two pages, one translated after each step, and compares their text. */
async function compare(
  pages: [Page, Page],
  steps: [string, (page: Page) => Promise<unknown>][],
  translator: Translator,
  within?: string,
) {
  const [plain, translated] = pages;
  let texts = 0;
  for (const [name, step] of steps) {
    await step(plain);
    await step(translated);
    await expect
      .poll(() => wordsOn(translated, within), { message: `${name}, before the pass`, timeout: 20_000 })
      .toBe(await wordsOn(plain, within));
    texts += await translate(translated, translator);
    // Text from before the translator's pass is still there, and later text has its place.
    await expect
      .poll(() => wordsOn(translated, within), { message: name, timeout: 20_000 })
      .toBe(await wordsOn(plain, within));
  }
  // There was something to translate, both times.
  expect(texts).toBeGreaterThan(20);
  expect(await translate(translated, translator)).toBe(0);
  for (const page of pages) await page.context().close();
}

/** With less motion, so that the demonstration on the first screen says the same on both. */
const open = (path: string, options: BrowserContextOptions = { reducedMotion: 'reduce' }): Promise<[Page, Page]> =>
  Promise.all([site.open(path, options), site.open(path, options)]);
const click = (selector: string) => (page: Page) => page.locator(selector).first().click();
const there = (selector: string) => (page: Page) => page.locator(selector).first().waitFor();

/** A game of two people, without anything random. */
const GAME: [string, (page: Page) => Promise<unknown>][] = [
  ['the form', showOpponents],
  ['the start', (page) => startGame(page, { opponent: 'people', assistance: 'tracking' })],
  [
    'White is there',
    async (page) => {
      await click('.handover button.primary')(page);
      await waitForPhase(page, 'sense');
      await there('.tracking[aria-busy=false] .big-number')(page);
    },
  ],
  [
    'White senses',
    async (page) => {
      await clickSquare(page, 'e7');
      await waitForPhase(page, 'move');
      await there('.tracking[aria-busy=false] .big-number')(page);
    },
  ],
  [
    'White moves',
    async (page) => {
      await clickSquare(page, 'e2');
      await there('cg-board square.selected')(page);
      await clickSquare(page, 'e4');
      await waitForPhase(page, 'result');
    },
  ],
  [
    'White is done',
    async (page) => {
      await click('.banner button')(page);
      await there('.handover')(page);
    },
  ],
  [
    'Black is there',
    async (page) => {
      await click('.handover button.primary')(page);
      await waitForPhase(page, 'sense');
      await there('.tracking[aria-busy=false] .big-number')(page);
    },
  ],
  [
    'Black senses nothing',
    async (page) => {
      await click('.banner button')(page);
      await waitForPhase(page, 'move');
      await there('.tracking[aria-busy=false] .big-number')(page);
    },
  ],
  [
    'Black passes',
    async (page) => {
      await click('.banner button')(page);
      await waitForPhase(page, 'result');
    },
  ],
  [
    'White again',
    async (page) => {
      await click('.banner button')(page);
      await click('.handover button.primary')(page);
      await waitForPhase(page, 'sense');
      await there('.tracking[aria-busy=false] .big-number')(page);
    },
  ],
];

describe('a translated page says what it would say untranslated', () => {
  it.each(TRANSLATORS)('in a game (%s)', async (translator) => {
    await compare(await open(''), GAME, translator, 'play-page');
  });

  it('in a game, by a translator that follows every change', async () => {
    const [plain, translated] = await open('');
    await showOpponents(translated);
    await translateAlways(translated);
    for (const [name, step] of GAME) {
      await step(plain);
      await step(translated);
      await expect
        .poll(() => wordsOn(translated, 'play-page'), { message: name, timeout: 20_000 })
        .toBe(await wordsOn(plain, 'play-page'));
    }
    // Nothing is left untranslated.
    expect(await translate(translated, 'chrome')).toBe(0);
    for (const page of [plain, translated]) await page.context().close();
  });

  it.each(TRANSLATORS)('in an analysis (%s)', async (translator) => {
    const calm = there('analyse-page .replay-board[aria-busy=false]');
    const next = async (page: Page) => {
      await click('analyse-page [aria-label="Next half-turn"]')(page);
      await calm(page);
    };
    await compare(
      await open(`#${LINK}`),
      [
        ['the end', there('analyse-page replay-view [data-panel]')],
        ['the start', click('analyse-page [aria-label="To the start"]')],
        ['the second half-turn', next],
        [
          'Black’s belief',
          async (page) => {
            await click('analyse-page .segment[data-perspective=black]')(page);
            await there('analyse-page .replay-board[aria-busy=false] .phantom.likely')(page);
          },
        ],
        ['the third half-turn', next],
        ['the fourth half-turn', next],
        [
          'White’s belief',
          async (page) => {
            await click('analyse-page .segment[data-perspective=white]')(page);
            await calm(page);
          },
        ],
        [
          'back',
          async (page) => {
            await click('analyse-page [aria-label="To the start"]')(page);
            await calm(page);
          },
        ],
      ],
      translator,
      'analyse-page',
    );
  });

  it.each(TRANSLATORS)('in a lesson (%s)', async (translator) => {
    const dot = (n: number) => click(`outpost-lesson .lesson-steps li:nth-child(${n}) .lesson-dot`);
    await compare(
      await open('#learn/hsuc/2'),
      [
        ['a problem', there('outpost-game rbc-board cg-board')],
        [
          'its solution',
          async (page) => {
            await page.locator('outpost-game [data-square=d6]').first().click();
            await there('outpost-lesson .lesson-dot.solved')(page);
          },
        ],
        ['the next step', dot(3)],
        ['the first step', dot(1)],
        ['the problem again', dot(2)],
      ],
      translator,
      'learn-page',
    );
  });

  it.each(TRANSLATORS)('in the Lab (%s)', async (translator) => {
    await compare(
      await open('#lab?experiment=players&players=attacker,random&games=2&nodes=20&seed=1'),
      [
        ['the set-up', there('lab-page .lab-start')],
        [
          'the results',
          async (page) => {
            await click('lab-page .lab-start')(page);
            await page.locator('.lab-run[data-state=done]').waitFor();
            await there('lab-chart figure')(page);
          },
        ],
      ],
      translator,
      'lab-page',
    );
  });

  it.each(TRANSLATORS)('in embeds (%s)', async (translator) => {
    const body = `<outpost-board boards="4k3/8/8/8/8/8/8/4K3 w - - 0 1;3k4/8/8/8/8/8/8/4K3 w - - 0 1" panels="boards" caption="Two boards"></outpost-board>
      <outpost-replay link="${LINK}" perspective="white"></outpost-replay>`;
    const set = (values: Record<string, string>) => (page: Page) =>
      page.locator('outpost-board').evaluate((element, all) => {
        for (const [name, value] of Object.entries(all)) element.setAttribute(name, value);
      }, values);
    const stepped = (n: number) => async (page: Page) => {
      await page.locator('outpost-replay').evaluate((element, step) => element.setAttribute('ply', String(step)), n);
      await there('outpost-replay .phantom.likely')(page);
    };
    await compare(
      await open(host.page(body), { viewport: { width: 900, height: 2400 } }),
      [
        [
          'the start',
          async (page) => {
            await there('outpost-board .phantom')(page);
            await there('outpost-replay .phantom.likely')(page);
          },
        ],
        ['another caption', set({ caption: 'Two boards that White cannot tell apart' })],
        [
          'three boards',
          set({ boards: '4k3/8/8/8/8/8/8/4K3 w - - 0 1;3k4/8/8/8/8/8/8/4K3 w - - 0 1;5k2/8/8/8/8/8/8/4K3 w - - 0 1' }),
        ],
        ['without a caption', set({ caption: '' })],
        ['a caption again', set({ caption: 'Three boards' })],
        ['the third half-turn', stepped(3)],
        ['the fourth half-turn', stepped(4)],
      ],
      translator,
      'main',
    );
  });
});

it('a translation that is taken back leaves the page as it was', async () => {
  const [plain, translated] = await open('');
  for (const page of [plain, translated]) await showOpponents(page);
  await translate(translated, 'chrome');
  await translated.evaluate(() => {
    // Chrome keeps the nodes; putting back only the texts gives the same page.
    for (const font of document.querySelectorAll('font:not(font font)')) font.remove();
  });
  await expect.poll(() => wordsOn(translated)).toBe(await wordsOn(plain));
  for (const page of [plain, translated]) await page.context().close();
});
