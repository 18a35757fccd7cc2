/** Weighted boards on the pages: network and known players chosen, loaded, stored, missing, and its weights compared with the truth. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { npmProgram } from '../../scripts/lib/node-modules.mjs';
import { root, run } from '../../scripts/lib/run.mjs';
import type { Late } from '../../scripts/lib/static-server.mjs';
import { move, resign, sense, startGame, waitForPhase } from './game-page.ts';
import { openSite } from './harness.mjs';
import { openPanel, openTab } from './replay-tabs.ts';

let site: Awaited<ReturnType<typeof openSite>>;
beforeAll(async () => {
  site = await openSite();
});
afterEach(() => site.check());
afterAll(() => site.close());

const MODEL = /\/siamese[^/]*\.onnx$/;

const PLAYERS = /\/players-[^/]*\.txt$/;

const weighted = (page: Page) => page.getByRole('button', { name: 'Weighted', exact: true });
const alike = (page: Page) => page.getByRole('button', { name: 'Uniform' });

/** A game in which more than one board is possible. */
async function begin(page: Page): Promise<void> {
  await startGame(page, { opponent: 'attacker', assistance: 'tracking' });
  await sense(page, 'e5');
  await move(page, 'e2e4');
  await waitForPhase(page, 'sense');
}

/** The same a turn later, with weighted boards. */
async function beginWeighted(page: Page): Promise<void> {
  await begin(page);
  await sense(page, 'd5');
  await move(page, 'd2d4');
  await waitForPhase(page, 'sense');
  await weighted(page).click();
}

/** The weights under the likeliest boards, as shares. */
async function shares(page: Page): Promise<number[]> {
  const texts = await page.locator('.likely-boards li > span').allTextContents();
  return texts.map((text) => Number.parseFloat(text.replace('<', '')) / 100);
}

/** The overlay's label of each square. */
async function labels(page: Page): Promise<string[]> {
  return page
    .locator('[data-square]')
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label') ?? ''));
}

describe('in a game', () => {
  it('weighs boards when asked to, and remembers that without the network', { timeout: 120_000 }, async () => {
    const page = await site.open();
    const context = page.context();
    const fetched: string[] = [];
    context.on('request', (request) => {
      const url = request.url();
      if (url.includes('siamese') || PLAYERS.test(url)) fetched.push(url);
    });
    await begin(page);
    // Nothing of it is fetched before it is requested.
    expect(fetched).toEqual([]);
    await page.getByText('Likeliest boards').click();
    expect(await page.locator('.tracking').textContent()).toContain('all equally likely');
    const before = await labels(page);

    await weighted(page).press('Enter');
    await page.locator('.likely-boards li').first().waitFor();
    expect(await weighted(page).getAttribute('aria-pressed')).toBe('true');
    const six = await shares(page);
    expect(six.length).toBe(6);
    expect(six).toEqual([...six].sort((a, b) => b - a));
    const sum = six.reduce((a, b) => a + b, 0);
    expect(sum).toBeGreaterThan(0);
    expect(sum).toBeLessThan(1.01);
    expect(await labels(page)).not.toEqual(before);
    for (const file of [MODEL, PLAYERS]) expect(fetched.filter((url) => file.test(url)).length).toBe(1);
    const diagram = page.locator('.diagram').first();
    expect(await diagram.getAttribute('aria-label')).toMatch(/^<?[\d.]+%: king e8; queen d8; /);

    await alike(page).click();
    await page.locator('.likely-boards').waitFor({ state: 'detached' });
    expect(await labels(page)).toEqual(before);
    await weighted(page).click();
    await page.locator('.likely-boards li').first().waitFor();

    // The server of both files no longer answers.
    for (const file of [MODEL, PLAYERS]) await context.route(file, (route) => route.abort());
    await page.reload();
    await waitForPhase(page, 'sense');
    await page.getByText('Likeliest boards').click();
    await page.locator('.likely-boards li').first().waitFor();
    expect(await shares(page)).toEqual(six);
    await context.close();
  });

  it('waits while the server still builds the network, and uses it once it is there', {
    timeout: 180_000,
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'outpost-first-site-'));
    await run(npmProgram('vite'), ['build', '--logLevel=error', `--outDir=${folder}`], {
      env: { NODE_ENV: 'production', OUTPOST_NETWORK: 'later' },
      quiet: true,
    });
    const late: Late = { path: '/network/', folder: join(root, 'pkg/siamese'), state: 'building' };
    const first = await openSite({ folder, base: '/some/path/', late });
    // Browsers report each answer that is no success.
    first.allow(/503/);
    const page = await first.open();
    await begin(page);
    await weighted(page).click();
    await page.getByText('This server is still building it').waitFor();
    await page.getByText('Likeliest boards').click();
    expect(await page.locator('.tracking').textContent()).toContain('all equally likely');
    late.state = 'ready';
    await page.locator('.likely-boards li .diagram').first().waitFor();
    expect(await page.getByText('This server is still building it').count()).toBe(0);
    await first.close();
    rmSync(folder, { recursive: true });
  });

  it.each([
    { what: 'is missing', how: (route: Route) => route.fulfill({ status: 404, body: 'no' }), why: /answered 404/ },
    { what: 'was cut short', how: cutShort, why: /cut short: 1000 of \d+ bytes/ },
    { what: 'is another', how: otherBytes, why: /its hash differs/ },
  ])('says so when the model $what, and does without it', { timeout: 60_000 }, async ({ how, why }) => {
    site.allow(/404/);
    const page = await site.open();
    await page.context().route(MODEL, how);
    await page.context().route(PLAYERS, (route) => route.fulfill({ status: 404, body: 'no' }));
    await begin(page);
    await page.getByText('Likeliest boards').click();
    const before = await labels(page);
    await weighted(page).click();
    const alert = page.locator('.tracking [role=alert]');
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(/cannot be used, so weights are uniform/);
    expect(await alert.textContent()).toMatch(why);
    expect(await page.locator('.tracking').textContent()).toContain('all equally likely');
    expect(await labels(page)).toEqual(before);
    // The next try may succeed: of the players, whose filter weighs alone, then of both.
    await page.context().unroute(PLAYERS);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.likely-boards li').first().waitFor();
    expect(await alert.textContent()).toMatch(/cannot be used, so only the opponent’s moves so far weight the boards/);
    const alone = await shares(page);
    await page.context().unroute(MODEL);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await alert.waitFor({ state: 'detached' });
    await expect.poll(() => shares(page)).not.toEqual(alone);
    await page.context().close();
  });

  it('waits for the list of players until that is cancelled, then uses the network alone', {
    timeout: 60_000,
  }, async () => {
    const page = await site.open();
    // It never answers.
    await page.context().route(PLAYERS, () => {});
    await begin(page);
    await page.getByText('Likeliest boards').click();
    await weighted(page).click();
    await page.getByText('Loading the list of known bots… Until then, weights are uniform.').waitFor();
    expect(await page.locator('.tracking').textContent()).toContain('all equally likely');
    await page.locator('network-note').getByRole('button', { name: 'Cancel' }).click();
    await page.locator('.likely-boards li').first().waitFor();
    const alert = page.locator('.tracking [role=alert]');
    expect(await alert.textContent()).toContain('The list of known bots cannot be used: loading was cancelled');
    expect(await weighted(page).getAttribute('title')).toBe('A small neural network tells how likely each board is.');
    const alone = await shares(page);
    await page.context().unroute(PLAYERS);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await alert.waitFor({ state: 'detached' });
    await expect.poll(() => shares(page)).not.toEqual(alone);
    await page.context().close();
  });
});

it('says after the game that the list of players is missing, and tries again', { timeout: 60_000 }, async () => {
  site.allow(/404/);
  const page = await site.open();
  await page.context().route(PLAYERS, (route) => route.fulfill({ status: 404, body: 'no' }));
  await beginWeighted(page);
  await page.locator('.tracking [role=alert]').waitFor();
  await resign(page);
  await page.locator('replay-view .segment[data-perspective=white]').click();
  const panel = await openPanel(page.locator('body'), 'players');
  await page.locator('.timeline').press('End');
  await panel.getByText(/The list of known bots cannot be used: .*answered 404/).waitFor();
  expect(await panel.getByText('47%').count()).toBe(0);
  await page.context().unroute(PLAYERS);
  await panel.getByRole('button', { name: 'Try again' }).click();
  await panel.locator('.likeliest-player').waitFor();
  await panel.getByText('47%').waitFor();
  await page.context().close();
});

it('tells after the game what it believed of what was true', { timeout: 120_000 }, async () => {
  const page = await site.open();
  await beginWeighted(page);
  await page.getByText('Likeliest boards').click();
  await page.locator('.likely-boards li').first().waitFor();
  expect(await page.locator('.judgement, .chart-rank').count()).toBe(0);
  await resign(page);
  await page.locator('.chart-rank').first().waitFor();
  // From the end back to the last uncertain decision.
  const verdict = page.locator('.judgement').filter({ hasText: 'rank' });
  for (let i = 0; i < 20 && (await verdict.count()) === 0; i++) await page.keyboard.press('ArrowLeft');
  const text = (await verdict.textContent()) ?? '';
  const [, weight, rank, boards, each] =
    text.match(/the weights gave the true board <?([\d.]+)%: rank ([\d,]+) of ([\d,]+)\. Uniform weights: ([\d.]+)%/) ??
    [];
  const number = (found: string | undefined) => Number((found ?? '').replaceAll(',', ''));
  expect(number(rank)).toBeGreaterThanOrEqual(1);
  expect(number(rank)).toBeLessThanOrEqual(number(boards));
  expect(number(weight)).toBeGreaterThan(0);
  expect(number(each)).toBeCloseTo(100 / number(boards), 0);
  // Two steps for each complete half-turn: all of them were judged.
  await page.locator('.judgement').waitFor();
  const steps = await page.locator('.timeline').getAttribute('max');
  await expect
    .poll(() => page.locator('.chart-rank').count())
    .toBeGreaterThanOrEqual(Math.floor((Number(steps) * 2) / 3) - 1);
  await openTab(page.locator('body'), 'belief');
  await alike(page).click();
  await openTab(page.locator('body'), 'moves');
  await page.locator('.sizes').waitFor();
  expect(await page.locator('.chart-rank').count()).toBe(0);
  expect(await page.locator('.judgement').count()).toBe(0);
  await page.context().close();
});

it('says in a replay, but not in the game, who plays like this', { timeout: 120_000 }, async () => {
  const page = await site.open();
  await beginWeighted(page);
  await page.getByText('Likeliest boards').click();
  await page.locator('.likely-boards li').first().waitFor();
  expect(await page.getByText('Plays like').count()).toBe(0);
  await resign(page);
  await page.locator('replay-view .segment[data-perspective=white]').click();
  const panel = await openPanel(page.locator('body'), 'players');
  // The start, where White has seen nothing of Black.
  await page.locator('.timeline').press('Home');
  await panel.getByText('The opponent has not moved yet.').first().waitFor();
  expect(await panel.locator('.likeliest-player').count()).toBe(0);
  await page.locator('.timeline').press('End');
  await panel.locator('.likeliest-player').first().waitFor();
  for (const text of await panel.locator('.likeliest-player').allTextContents()) {
    expect(text).toMatch(/^Plays like .+: \d+%$/);
  }
  await panel.getByText(/After five moves, the likeliest was the right one for 47%/).waitFor();
  await alike(page).click();
  await panel.getByText('Choose weighted boards above to see it.').first().waitFor();
  expect(await panel.locator('.likeliest-player').count()).toBe(0);
  await page.context().close();
});

async function cutShort(route: Route): Promise<void> {
  const response = await route.fetch();
  await route.fulfill({ response, body: (await response.body()).subarray(0, 1000) });
}

async function otherBytes(route: Route): Promise<void> {
  const response = await route.fetch();
  const body = await response.body();
  body.writeUInt8(body.readUInt8(9000) ^ 1, 9000);
  await route.fulfill({ response, body });
}
