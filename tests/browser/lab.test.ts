/** The Lab: experiments run to the end, stopped and resumed, reloaded, and opened from a link. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { buffer, text as textOf } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { settled } from './axe.ts';
import { showOpponents } from './game-page.ts';
import { openSite } from './harness.mjs';

let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.check());
afterAll(() => site.close());

const TWO = '#lab?experiment=players&players=attacker,random&games=8&nodes=100&turns=none&seed=5';

async function openLab(hash: string, options: Parameters<typeof site.open>[1] = {}): Promise<Page> {
  const page = await site.open(hash, options);
  await page.locator('lab-page h1').waitFor();
  return page;
}

const start = (page: Page) => page.getByRole('button', { name: 'Start', exact: true }).click();
const state = (page: Page, name: string) => page.locator(`.lab-run[data-state=${name}]`).waitFor({ timeout: 100_000 });

async function download(page: Page, file: string): Promise<string> {
  const [saved] = await Promise.all([page.waitForEvent('download'), page.locator(`[data-file=${file}]`).click()]);
  return textOf(await saved.createReadStream());
}

/** Has a page think that its tab is hidden, or is shown again. */
const hide = (page: Page, hidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);

/** Rows of a CSV by its columns. */
function rowsOf(csv: string): Record<string, string>[] {
  const [head = '', ...lines] = csv.trim().split('\n');
  const names = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, i) => [names[i], cell])));
}

/** What must be the same in two runs: everything but the times. */
async function games(page: Page): Promise<Record<string, string>[]> {
  return rowsOf(await download(page, 'games')).map(({ milliseconds, ...row }) => row);
}

interface GameRecord {
  white_name: string;
  black_name: string;
  winner_color: boolean | null;
  win_reason: { value: string } | null;
}

it('plays agents against each other to the end, and its tables agree with the records', async () => {
  const page = await openLab(TWO);
  await start(page);
  await state(page, 'done');
  await page.getByText('All 8 games are played.').first().waitFor();
  const records = (await download(page, 'records'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as GameRecord);
  const rows = await games(page);
  expect([records.length, rows.length]).toEqual([8, 8]);
  let points = 0;
  records.forEach((record, i) => {
    const winner = record.winner_color === null ? '' : record.winner_color ? 'white' : 'black';
    expect(rows[i]).toMatchObject({ game: `${i + 1}`, white: record.white_name, black: record.black_name, winner });
    expect(record.white_name).toBe(i % 2 === 0 ? 'attacker' : 'random');
    points += winner === '' ? 0.5 : (winner === 'white') === (i % 2 === 0) ? 1 : 0;
  });
  const [pair] = rowsOf(await download(page, 'pairs'));
  expect(pair).toMatchObject({ player: 'attacker', against: 'random', games: '8', points: `${points}` });
  expect(Number(pair?.low95)).toBeLessThan(points / 8);
  const rating = rowsOf(await download(page, 'rating'));
  expect(rating.map(({ player }) => player)).toEqual(['attacker', 'random']);
  expect(Number(rating[0]?.elo)).toBeCloseTo(400 * Math.log10((points + 0.5) / (8 - points + 0.5)), 0);
  // The chart's table ends in the same score.
  const cell = page.locator('lab-chart tbody tr').last().locator('td');
  expect(await cell.textContent()).toContain((100 * (points / 8)).toFixed(1));

  // Also where it was started.
  await page.locator('.lab-now').getByText('All 8 games are played.').waitFor();
  await page.locator('.lab-now').getByRole('button', { name: 'See the results' }).click();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('lab-results-title');

  // The chart as images, which need nothing of the page.
  const image = async (kind: string) => {
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.locator(`[data-chart=score] [data-image=${kind}]`).click(),
    ]);
    expect(saved.suggestedFilename()).toBe(`outpost-lab-players-score-seed-5-100-nodes-8-games.${kind}`);
    return buffer(await saved.createReadStream());
  };
  const svg = (await image('svg')).toString();
  expect(svg.match(/xmlns="http:\/\/www\.w3\.org\/2000\/svg"/g)).toHaveLength(1);
  for (const wanted of ['Score of attacker against random', 'attacker</text>', 'seed 5', 'stroke="rgb(0, 98, 160)"'])
    expect(svg).toContain(wanted);
  expect(svg).not.toMatch(/class=|style=|light-dark|var\(|NaN/);
  const png = await image('png');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect(png.length).toBeGreaterThan(10_000);

  // The same link elsewhere: the same games.
  const again = await openLab(TWO);
  await again.locator('select[name=lanes]').selectOption('2');
  await start(again);
  await state(again, 'done');
  expect(await games(again)).toEqual(rows);
  await again.context().close();
  await page.context().close();
});

it('plays siamese with its network', async () => {
  const page = await openLab('#lab?experiment=players&players=siamese,random&games=1&nodes=20&turns=2&seed=1');
  const model = page.waitForRequest(/siamese.*\.onnx/);
  await start(page);
  await model;
  await state(page, 'done');
  expect(await games(page)).toHaveLength(1);
  await page.context().close();
});

it('measures the growth of sets, is stopped, reloaded and gone on with, and comes to the same figures', async () => {
  const hash = '#lab?policies=random,hsuc&against=random&games=2&nodes=3000&turns=5&seed=2';
  const whole = await openLab(hash);
  await start(whole);
  await state(whole, 'done');
  const [growth, senses, decay] = [
    await download(whole, 'growth'),
    await download(whole, 'senses'),
    await download(whole, 'decay'),
  ];
  expect(growth).toMatch(/^sense,turn,games,beyond_cap,mean_log10_boards,low95,high95\nrandom,1,2,0,/);
  // The means agree with the single senses.
  const first = rowsOf(senses).filter(({ sense, turn }) => sense === 'hsuc' && turn === '3');
  const mean = first.reduce((sum, { after }) => sum + Math.log10(Number(after)), 0) / first.length;
  const told = rowsOf(growth).find(({ sense, turn }) => sense === 'hsuc' && turn === '3');
  expect(Number(told?.mean_log10_boards)).toBeCloseTo(mean, 3);
  expect(rowsOf(decay).filter(({ turn, sense }) => turn === 'all' && sense === 'hsuc')).toHaveLength(3);
  await whole.context().close();

  const page = await openLab(hash);
  await start(page);
  // One game at least, and not all: a hidden tab holds the rest.
  await page.waitForFunction(() => Number(document.querySelector('.lab-run progress')?.getAttribute('value')) > 0);
  await hide(page, true);
  await page.getByRole('button', { name: 'Stop' }).click();
  await state(page, 'stopped');
  const played = Number(await page.locator('.lab-run progress').getAttribute('value'));
  expect(played).toBeGreaterThan(0);
  await page.reload();
  await state(page, 'stopped');
  expect(Number(await page.locator('.lab-run progress').getAttribute('value'))).toBe(played);
  await page.locator('[data-chart=growth] figure').waitFor();
  await page.getByRole('button', { name: 'Continue' }).click();
  // Another page may be visited meanwhile.
  await page.getByRole('link', { name: 'Play', exact: true }).click();
  await showOpponents(page);
  await page.getByRole('link', { name: 'Lab', exact: true }).click();
  await state(page, 'done');
  expect(await download(page, 'senses')).toBe(senses);
  expect(await download(page, 'growth')).toBe(growth);
  expect((await download(page, 'records')).trim().split('\n')).toHaveLength(4);

  await page.getByRole('button', { name: 'Remove this run' }).click();
  await page.locator('lab-page').getByText('No games yet.').waitFor();
  await page.reload();
  await page.locator('lab-page').getByText('No games yet.').waitFor();
  await page.context().close();
});

it('keeps its runs, queues another, and shows them side by side', async () => {
  const page = await site.open();
  // A run as the first version of the database has it.
  await page.evaluate(
    (setup) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('outpost-lab', 1);
        opening.onerror = () => reject(opening.error);
        opening.onupgradeneeded = () => {
          for (const name of ['runs', 'results', 'records']) opening.result.createObjectStore(name);
        };
        opening.onsuccess = () => {
          const writing = opening.result.transaction(['runs', 'results', 'records'], 'readwrite');
          writing.objectStore('runs').put({ setup, lost: [] }, 'current');
          writing
            .objectStore('results')
            .put({ index: 2, winner: null, reason: 'TURN_LIMIT', plies: 9, ms: 1, senses: [] }, 2);
          writing.objectStore('records').put('{"of": "before"}', 2);
          writing.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    TWO,
  );
  await page.evaluate(() => {
    location.hash = '#lab';
  });
  await state(page, 'stopped');
  await page.locator('.lab-run').getByText('Stopped: 1 of 8 games are played.').waitFor();
  expect(await download(page, 'records')).toBe('{"of": "before"}\n');

  const runs = page.locator('.lab-runs li');
  const seed = async (value: string) => {
    await page.locator('input[name=seed]').fill(value);
    await page.locator('input[name=seed]').blur();
  };
  await seed('6');
  await hide(page, true);
  await start(page);
  await state(page, 'paused');
  await seed('7');
  await page.getByRole('button', { name: 'Add to queue' }).click();
  await state(page, 'waiting');
  await hide(page, false);
  await state(page, 'done');
  await page.locator('.lab-now').getByText('All 8 games are played.').waitFor();
  expect(await runs.locator('.lab-show').allTextContents()).toEqual(
    [7, 6, 5].map((n) => expect.stringContaining(`seed ${n}`)),
  );
  for (const n of [6, 7])
    await runs
      .filter({ hasText: `seed ${n}` })
      .getByRole('checkbox')
      .check();
  const compared = page.locator('lab-comparison');
  await compared.locator('[data-chart=compared-score] figure').waitFor();
  expect(await compared.locator('.lab-legend li').allTextContents()).toEqual([
    expect.stringContaining('attacker · seed 6'),
    expect.stringContaining('attacker · seed 7'),
    expect.anything(),
  ]);
  // The same figures as each run's own.
  const fetched = async (button: string) => {
    const [saved] = await Promise.all([page.waitForEvent('download'), page.locator(button).click()]);
    return textOf(await saved.createReadStream());
  };
  const text = await fetched('[data-compared=rating]');
  expect(text).toContain(`"${TWO.replace('seed=5', 'seed=6')}"`);
  // Addresses have commas.
  const both = rowsOf(text.replaceAll(/"#[^"]*"/g, ''));
  expect(both.map(({ run, player }) => [run, player])).toEqual([
    ['seed 6', 'attacker'],
    ['seed 6', 'random'],
    ['seed 7', 'attacker'],
    ['seed 7', 'random'],
  ]);
  const own = rowsOf(await download(page, 'rating'));
  expect(both.slice(2).map(({ run, set_up, ...row }) => row)).toEqual(own);
  expect(await fetched('[data-chart=compared-score] [data-image=svg]')).toContain('attacker · seed 7</text>');

  // Another run is shown, and taken out; the rest stays.
  await runs.filter({ hasText: 'seed 6' }).getByRole('button').click();
  await page.locator('.lab-run').getByText('seed 6').waitFor();
  await page.getByRole('button', { name: 'Remove this run' }).click();
  await compared.waitFor({ state: 'detached' });
  await page.reload();
  await state(page, 'done');
  expect(await runs.locator('.lab-show').allTextContents()).toEqual(
    [7, 5].map((n) => expect.stringContaining(`seed ${n}`)),
  );
  await page.context().close();
});

describe('a bot of one’s own', () => {
  const OWN = '#lab?experiment=players&players=own-bot,random&games=2&nodes=20&turns=10&seed=1';
  const code = (page: Page, source: string) => page.locator('textarea[name=bot]').fill(source);

  it('plays agents, and its games open in Analyse', async () => {
    const page = await openLab(OWN);
    await start(page);
    await page.getByRole('alert').getByText('paste its code or open its file').waitFor();
    await page.getByRole('button', { name: 'Use the example' }).click();
    await start(page);
    await state(page, 'done');
    const rows = await games(page);
    expect(rows.map(({ white, black, fault }) => [white, black, fault])).toEqual([
      ['own-bot', 'random', ''],
      ['random', 'own-bot', ''],
    ]);
    // With its run it is kept, and goes on after a reload.
    await page.reload();
    await state(page, 'done');
    expect(await page.locator('textarea[name=bot]').inputValue()).toContain('export default function respond');

    // A log of what a bot was told, and what HSUC would have done.
    await page.getByText('Check a bot’s log').click();
    const log = ['game_start","color":"white"', 'opponent_move","capture":null', 'sense_result","squares":{}'];
    log.push('move_result","requested":"e2e4","taken":"e2e4","capture":null', 'opponent_move","capture":"e9"');
    await page.locator('textarea[name=log]').fill(log.map((event) => `{"event":"${event}}`).join('\n'));
    await page.getByRole('button', { name: 'Compare with HSUC' }).click();
    await page.locator('[data-table=log-turns]').getByText('e2e4').waitFor();
    await page.getByText('Line 5 cannot be read: its game ends there.').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

    await page.getByRole('button', { name: 'Open in Analyse' }).click();
    await page.locator('analyse-page').getByText('lab-bot').first().waitFor();
    await page.context().close();
  });

  it('reaches neither storage nor network, and cannot hold the page up', async () => {
    // What it tries is refused, and told in the console.
    site.allow(/content security policy|bot\.js csp|Uncaught/i);
    const page = await openLab(OWN);
    await page.locator('select[name=lanes]').selectOption('2');
    const names =
      'indexedDB caches navigator fetch XMLHttpRequest WebSocket BroadcastChannel Worker postMessage self eval location';
    await code(
      page,
      `const found = '${names}'.split(' ').filter((name) => typeof globalThis[name] !== 'undefined');
      for (let of = globalThis; of; of = Object.getPrototypeOf(of)) {
        for (const name of Object.getOwnPropertyNames(of)) if (/storage|idb|worker|request|message/i.test(name)) found.push(name);
      }
      try { found.push(Function('return 1')()); } catch {}
      for (const url of ['https://example.com/bot.js', 'data:text/javascript,0']) {
        await import(url).then(() => found.push(url), () => {});
      }
      JSON.stringify = () => '"' + 'x'.repeat(1e6) + '"';
      Array.prototype.includes = () => true;
      Object.prototype.sense = 'e4';
      export default (event) => {
        if (found.length > 0) throw new Error('found ' + found);
        if (event.event === 'choose_sense') return { sense: null };
        return event.event === 'choose_move' ? { move: event.requests[0] } : undefined;
      };`,
    );
    await start(page);
    await state(page, 'done');
    expect((await games(page)).map(({ fault }) => fault)).toEqual(['', '']);

    await code(page, 'export default () => { for (;;); }');
    await start(page);
    await state(page, 'running');
    // Meanwhile the page is used.
    await page.locator('.lab-about summary').click();
    await page.getByText('Its publisher retracted that paper in 2023.').waitFor();
    await state(page, 'done');
    await page.getByText('Your bot lost 2 games by a fault.').waitFor();
    expect((await games(page)).map(({ winner, reason, fault }) => [winner, reason, fault])).toEqual([
      ['black', 'RESIGN', 'The bot did not answer within 5 s.'],
      ['white', 'RESIGN', 'The bot did not answer within 5 s.'],
    ]);

    const alert = page.getByRole('alert');
    for (const [source, problem] of [
      ['export default function (', 'not a module that runs'],
      ['throw new Error("at the start"); export default () => {};', 'The bot threw an error: at the start'],
      ['export const respond = () => {};', 'no default export that is a function'],
    ] as const) {
      await code(page, source);
      await start(page);
      await alert.getByText(problem).waitFor();
    }
    await page.context().close();
  });
});

it('says what is wrong with a link, and with a form', async () => {
  const page = await openLab('#lab?policies=hsuc,best&games=0&colour=<b>blue</b>');
  const alert = page.getByRole('alert');
  await alert.waitFor();
  const text = await alert.textContent();
  expect(text).toContain('“policies” has “best”, which is none of none, random,');
  expect(text).toContain('“games” must be a whole number from 1 to 1,000, not “0”.');
  expect(text).toContain('There is no parameter “colour”.');
  expect(await page.locator('input[name=policy]:checked').count()).toBe(1);
  await page.locator('input[name=games]').fill('');
  await start(page);
  await page.getByText('Games: a whole number from 1 to 1,000.').waitFor();
  expect(await page.locator('.lab-run').count()).toBe(0);
  await page.context().close();
});

it('rests while its tab is hidden, and runs in one tab at a time', async () => {
  const page = await openLab(TWO);
  await hide(page, true);
  await start(page);
  await state(page, 'paused');
  await page.getByText('Paused while this tab is hidden.').first().waitFor();
  const other = await page.context().newPage();
  await other.goto(new URL(TWO, site.url).href);
  await state(other, 'stopped');
  await other.getByRole('button', { name: 'Continue' }).click();
  await other.getByText('The Lab runs in another tab of this browser.').first().waitFor();
  await hide(page, false);
  await state(page, 'done');
  // Games of the first tab are not played again.
  await other.getByRole('button', { name: 'Continue' }).click();
  await state(other, 'done');
  expect(await games(other)).toEqual(await games(page));
  await page.context().close();
});

it('plays a game again when its engine crashes, and loses nothing', async () => {
  site.allow(/the worker was shot/);
  const page = await site.open();
  // Every worker's third turn of an agent is its last.
  await page.evaluate(() => {
    const Real = window.Worker;
    let shot = false;
    window.Worker = class extends Real {
      private turns = 0;
      override postMessage(message: unknown, ...more: []): void {
        const { method } = message as { method?: string };
        if (method === 'game.agentTurn' && ++this.turns === 3 && !shot) {
          shot = true;
          this.dispatchEvent(new ErrorEvent('error', { message: 'the worker was shot' }));
        }
        super.postMessage(message, ...more);
      }
    };
  });
  await page.evaluate((hash) => {
    location.hash = hash;
  }, TWO);
  await start(page);
  await page.getByText(/The engine crashed in game 1 .* starts over/).waitFor();
  await state(page, 'done');
  const rows = await games(page);
  expect(rows).toHaveLength(8);
  const calm = await openLab(TWO);
  await start(calm);
  await state(calm, 'done');
  expect(await games(calm)).toEqual(rows);
  await calm.context().close();
  await page.context().close();
});

describe.each(['light', 'dark'] as const)('in the %s scheme', (colorScheme) => {
  it.each([390, 1280])('passes axe and fits %i px, by keyboard alone', async (width) => {
    const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    const page = await openLab('#lab?experiment=players&players=attacker,random&games=2&nodes=50&seed=1', {
      colorScheme,
      viewport: { width, height: 860 },
    });
    const look = async (): Promise<string[]> => {
      await settled(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await page.evaluate(axe);
      return page.evaluate(async () => {
        const { axe } = window as unknown as {
          axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
        };
        const { violations } = await axe.run();
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
      });
    };
    await page.locator('.lab-about summary').focus();
    await page.keyboard.press('Enter');
    await page.getByText('Its publisher retracted that paper in 2023.').waitFor();
    expect(await look()).toEqual([]);
    await page.locator('input[name=seed]').focus();
    await page.keyboard.press('Enter');
    await state(page, 'done');
    await page.locator('lab-chart figure').waitFor();
    for (const summary of ['.lab-table > summary', '.lab-compare > summary']) {
      await page.locator(summary).focus();
      await page.keyboard.press('Enter');
    }
    expect(await look()).toEqual([]);
    await page.context().close();
  });
});
