import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from '../../scripts/lib/run.mjs';
import { serve } from '../../scripts/lib/static-server.mjs';
import { hasWebKit, launchWebKit } from '../../scripts/lib/webkit.mjs';
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
  waitFor,
  weighByNetwork,
} from './by-hand.ts';
import { EMBEDS, LINK, openHost } from './embed-host.ts';

/** WebKitGTK has no shared memory, whatever the headers: it gets the single-threaded build. */
let server: Awaited<ReturnType<typeof serve>>;
let browser: Awaited<ReturnType<typeof launchWebKit>>;

beforeAll(async () => {
  if (!hasWebKit()) return;
  server = await serve({ folder: join(root, 'dist') });
  browser = await launchWebKit();
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

it.skipIf(!hasWebKit())('plays in WebKit, in one thread, and goes on after a reload', { timeout: 90_000 }, async () => {
  await browser.goto(server.url);
  await waitFor(browser, '[data-build=single]');
  await playSomeTurns(browser);
  await weighByNetwork(browser);
  expect(await textOf(browser, '.notice.bad')).toBe('');
  await goOnAfterReload(browser, server.url);
});

it.skipIf(!hasWebKit())(
  'analyses the game of a link in WebKit, plays the games of the Lab, and solves problems of the lessons',
  { timeout: 90_000 },
  async () => {
    await analyseLink(browser, server.url, LINK);
    await runLab(browser, server.url);
    await solveProblems(browser, server.url);
  },
);

it.skipIf(!hasWebKit())(
  'shows embeds on the page of another origin in WebKit, under a strict policy',
  { timeout: 90_000 },
  async () => {
    const host = await openHost(server.url);
    try {
      await browser.goto(host.page(EMBEDS));
      await waitFor(browser, 'outpost-board .board-pieces piece');
      await waitFor(browser, 'outpost-replay .phantom.likely');
    } finally {
      await host.close();
    }
  },
);

it.skipIf(!hasWebKit())('solves puzzles on the page of another origin in WebKit', { timeout: 90_000 }, async () => {
  const host = await openHost(server.url);
  try {
    await solvePuzzles(browser, host.page(PUZZLES));
  } finally {
    await host.close();
  }
});

it.skipIf(!hasWebKit())(
  'shows and moves pieces of a turned and zoomed embed in WebKit',
  { timeout: 90_000 },
  async () => {
    const host = await openHost(server.url);
    try {
      await moveOnASlide(browser, host.page(ON_A_SLIDE));
    } finally {
      await host.close();
    }
  },
);
