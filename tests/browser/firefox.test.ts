import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchFirefox } from '../../scripts/lib/firefox.mjs';
import { root } from '../../scripts/lib/run.mjs';
import { serve } from '../../scripts/lib/static-server.mjs';
import {
  analyseLink,
  goOnAfterReload,
  moveOnASlide,
  ON_A_SLIDE,
  PUZZLES,
  playSomeTurns,
  runLab,
  solveProblems,
  solvePuzzles,
  textOf,
  type Visitor,
  waitFor,
  weighByNetwork,
} from './by-hand.ts';
import { EMBEDS, LINK, openHost } from './embed-host.ts';

let server: Awaited<ReturnType<typeof serve>>;
let browser: Awaited<ReturnType<typeof launchFirefox>>;
let page: Page;
let hand: Visitor;
const problems: string[] = [];

beforeAll(async () => {
  server = await serve({ folder: join(root, 'dist') });
  browser = await launchFirefox();
  page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 860 });
  hand = {
    goto: (url) => page.goto(url),
    evaluate: (expression) => page.evaluate(expression),
    click: (x, y) => page.mouse.click(x, y),
  };
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

it('plays in Firefox, with threads, and goes on after a reload', { timeout: 90_000 }, async () => {
  await page.goto(server.url);
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await waitFor(hand, '[data-build=threads]');
  await playSomeTurns(hand);
  await weighByNetwork(hand);
  expect(await textOf(hand, '.notice.bad')).toBe('');
  await goOnAfterReload(hand, server.url);
  expect(problems).toEqual([]);
});

it('analyses the game of a link in Firefox, plays the games of the Lab, and solves problems of the lessons', {
  timeout: 90_000,
}, async () => {
  await analyseLink(hand, server.url, LINK);
  await runLab(hand, server.url);
  await solveProblems(hand, server.url);
  expect(problems).toEqual([]);
});

it('shows embeds on the page of another origin in Firefox, under a strict policy', { timeout: 90_000 }, async () => {
  const host = await openHost(server.url);
  try {
    await page.goto(host.page(EMBEDS));
    await waitFor(hand, 'outpost-board .board-pieces piece');
    await waitFor(hand, 'outpost-replay .phantom.likely');
    expect(problems).toEqual([]);
  } finally {
    await host.close();
  }
});

it('solves puzzles on the page of another origin in Firefox', { timeout: 90_000 }, async () => {
  const host = await openHost(server.url);
  try {
    await solvePuzzles(hand, host.page(PUZZLES));
    expect(problems).toEqual([]);
  } finally {
    await host.close();
  }
});

it('shows and moves pieces of a turned and zoomed embed in Firefox', { timeout: 90_000 }, async () => {
  const host = await openHost(server.url);
  try {
    await moveOnASlide(hand, host.page(ON_A_SLIDE));
    expect(problems).toEqual([]);
  } finally {
    await host.close();
  }
});
