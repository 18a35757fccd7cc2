/** The package in a real worker, in both builds: playing, stopping, crashing. */
import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openSite } from './harness.mjs';
import type {} from './package-page/main.ts';
import { buildPackagePage } from './package-site.ts';

let folder: string;

beforeAll(async () => {
  folder = await buildPackagePage();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each([
  { build: 'threads', isolated: true },
  { build: 'single', isolated: false },
] as const)('the $build build', ({ build, isolated }) => {
  let site: Awaited<ReturnType<typeof openSite>>;
  let page: Page;

  beforeAll(async () => {
    site = await openSite({ folder, isolated });
  });
  afterEach(() => site.check());
  afterAll(() => site.close());

  it('plays, stops when asked, and answers meanwhile', async () => {
    page = await site.open('index.html');
    const seen = await page.evaluate(async () => {
      const outpost = await window.Outpost.start({ threads: 2 });
      const game = await outpost.newGame({
        white: { kind: 'person', name: 'Ada' },
        black: { kind: 'agent', agent: 'hsuc', budgetMs: 60_000 },
        clock: null,
        seed: 1,
      });
      await game.sense('white', 52);
      await game.move('white', 'e2e4');

      const controller = new AbortController();
      /** Resolves when something is told of its progress. */
      const progress = () => {
        let onProgress = () => {};
        const told = new Promise<void>((resolve) => {
          onProgress = resolve;
        });
        return { told, onProgress };
      };
      const first = progress();
      const turn = game.agentTurn({ signal: controller.signal, onProgress: first.onProgress }).then(
        () => 'played',
        (error: Error) => error.name,
      );
      await first.told;
      const asked = performance.now();
      await game.view('white');
      const viewMs = performance.now() - asked;
      const stopped = performance.now();
      controller.abort();
      const aborted = await turn;
      const abortMs = performance.now() - stopped;

      const second = progress();
      const again = game.agentTurn({ onProgress: second.onProgress });
      await second.told;
      const hurried = performance.now();
      game.moveNow();
      await again;
      const moveNowMs = performance.now() - hurried;
      const { phase } = await game.view('white');
      const { build: which, threads, reason } = outpost.info;
      outpost.terminate();
      return { which, threads, reason, aborted, phase, viewMs, abortMs, moveNowMs };
    });
    expect(seen).toMatchObject({ which: build, threads: build === 'threads' ? 2 : 1, aborted: 'AbortError' });
    expect(seen.phase).toBe('sense');
    // Well under 100 ms on a quiet machine; tests run on busy ones.
    for (const ms of [seen.viewMs, seen.abortMs, seen.moveNowMs]) expect(ms).toBeLessThan(1000);
  });

  it('branches a game, judges it, asks an agent, takes a set of boards apart', async () => {
    page = await site.open('index.html');
    const seen = await page.evaluate(async () => {
      const outpost = await window.Outpost.start({ threads: 2 });
      const seat = { kind: 'person', name: 'Ada' } as const;
      const game = await outpost.newGame({ white: seat, black: seat, clock: null, seed: 1 });
      await game.sense('white', null);
      await game.resign('white');
      const over = await game.replay();
      const sensed = await over.branch(0, { sense: 52 });
      const branch = await sensed.branch(1, { request: 'e2e4' });
      const phases = branch.steps.map(({ color, phase }) => `${color} ${phase}`);
      const plies: number[] = [];
      let rank = 0;
      await branch.report({
        nodes: 20_000,
        first: 1,
        onTurns: (turns) => {
          plies.push(...turns.map(({ ply }) => ply));
          rank ||= turns.find(({ dark }) => dark)?.dark?.of ?? 0;
        },
      });
      const asked = await branch.consult(3, 'hsuc', { ms: 50 });
      const set = await outpost.openBoards([sensed.steps[1]?.fen ?? '']);
      const [outcome] = await set.outcomes({ request: 'b1c3' });
      const taken = await set.take({ request: 'b1c3' }, 0);
      outpost.terminate();
      return { phases, plies, rank, asked: Object.keys(asked), outcome, fens: taken.fens };
    });
    expect(seen).toEqual({
      phases: ['white start', 'white sensed', 'white moved', 'black start'],
      plies: [1, 0],
      rank: 35,
      asked: ['sense'],
      outcome: { boards: 1, move: { requested: 'b1c3', taken: 'b1c3', capture: null }, endsGame: false },
      fens: ['rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR b KQkq - 0 1'],
    });
  });

  it('restores the game when the worker dies', async () => {
    site.allow(/the worker was shot/);
    page = await site.open('index.html');
    await page.evaluate(async () => {
      const outpost = await window.Outpost.start({ threads: 2 });
      const game = await outpost.newGame({
        white: { kind: 'person', name: 'Ada' },
        black: { kind: 'agent', agent: 'random', budgetMs: 50 },
        clock: null,
        seed: 1,
      });
      await game.sense('white', 52);
      await game.move('white', 'e2e4');
      await game.agentTurn();
      Object.assign(window, { game, before: await game.view('white') });
      Object.assign(window, { restarted: new Promise((resolve) => outpost.onRestart(resolve)) });
    });
    const [worker] = page.workers();
    await worker?.evaluate(() => {
      setTimeout(() => {
        throw new Error('the worker was shot');
      });
    });
    const { why, same } = await page.evaluate(async () => {
      const { game, before, restarted } = window as unknown as {
        game: { view(color: string): Promise<unknown> };
        before: unknown;
        restarted: Promise<string>;
      };
      const why = await restarted;
      const after = await game.view('white');
      return { why, same: JSON.stringify(after) === JSON.stringify(before) };
    });
    expect(why).toContain('the worker was shot');
    expect(same).toBe(true);
  });
});

it('runs on a page of another origin, which may not start our worker directly', async () => {
  const site = await openSite({ folder, isolated: false });
  const script = readFileSync(join(folder, 'index.html'), 'utf8').match(/src="\.\/(.*?\.js)"/)?.[1] ?? '';
  const other = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(
      `<!doctype html><link rel=icon href="data:,"><script type=module src="${site.url}${script}"></script>`,
    );
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  try {
    const page = await site.open(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
    const names = await page.evaluate(async () => {
      const outpost = await window.Outpost.start();
      const agents = await outpost.agents();
      outpost.terminate();
      return agents.map((agent) => agent.name);
    });
    expect(names).toContain('hsuc');
  } finally {
    other.close();
    await site.close();
  }
});
