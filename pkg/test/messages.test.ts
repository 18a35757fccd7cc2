/** How often the page asks the engine: each call is a message there and one back. */
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { type Game, Outpost } from '../src/index.ts';
import { nodeLauncher } from '../src/node-launcher.ts';

const record = readFileSync(new URL('../../tests/conformance/fixtures/game.json', import.meta.url), 'utf8').trim();

/** The calls that were made, by their names. */
let calls: string[];
let outpost: Outpost;

async function start(): Promise<void> {
  calls = [];
  const launch = nodeLauncher();
  outpost = await Outpost.startIn({
    launch: () => {
      const endpoint = launch();
      const { post } = endpoint;
      endpoint.post = (message) => {
        if (message.kind === 'call') calls.push(message.method);
        post(message);
      };
      return endpoint;
    },
    simd: true,
    noThreads: 'node',
    cores: 1,
  });
  calls.length = 0;
}

afterEach(() => outpost.terminate());

const seats = {
  white: { kind: 'person', name: 'Ada' },
  black: { kind: 'agent', agent: 'random', budgetMs: 0 },
} as const;

/** What `during` calls. */
async function callsOf(during: () => Promise<unknown>): Promise<string[]> {
  calls.length = 0;
  await during();
  return [...calls];
}

async function whoseTurn(game: Game): Promise<string> {
  return (await game.outcome()) ? 'over' : (await game.toMove()).color;
}

test.each([null, { seconds: 60, increment: 1 }])('an opponent’s turn is four calls: it was eight', async (clock) => {
  await start();
  const game = await outpost.newGame({ ...seats, clock, seed: 1 });
  await game.sense('white', 44);
  await game.move('white', 'e2e4');
  const turn = await callsOf(async () => {
    // As the pages do it (web/src/play/game-session.ts).
    await game.view('white');
    expect(await whoseTurn(game)).toBe('black');
    await game.view('white');
    await game.agentTurn();
    expect(await whoseTurn(game)).toBe('white');
    await game.view('white');
  });
  expect(turn).toEqual(['game.view', 'game.view', 'game.agentTurn', 'game.view']);
});

test('whose turn it is is asked for while a call may change it, and while a clock may run out', async () => {
  await start();
  const game = await outpost.newGame({ ...seats, clock: null, seed: 1 });
  const moved = callsOf(async () => {
    const played = [game.sense('white', null), game.move('white', 'e2e4')];
    expect((await game.toMove()).color).toBe('black');
    await Promise.all(played);
  });
  expect(await moved).toEqual(['game.sense', 'game.move', 'game.state']);
  const hurried = await outpost.newGame({ ...seats, clock: { seconds: 1.05, increment: 0 }, seed: 1 });
  expect(await callsOf(() => hurried.outcome())).toEqual([]);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(await callsOf(() => hurried.outcome())).toEqual(['game.state']);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(await hurried.outcome()).toEqual({ winner: 'black', reason: 'TIMEOUT' });
  expect(await callsOf(() => hurried.outcome())).toEqual([]);
});

test('what was told of a game is the program’s to change', async () => {
  await start();
  const game = await outpost.newGame({ ...seats, clock: null, seed: 1 });
  const { seat } = await game.toMove();
  Object.assign(seat, { name: 'Eve' });
  expect((await game.toMove()).seat).toEqual(seats.white);
  game.dispose();
  await expect(game.toMove()).rejects.toThrow('disposed');
});

test('a record is opened with its details in one call, and so is a link', async () => {
  await start();
  const link = await outpost.encodeLink(record);
  const file = await outpost.openRecords(new TextEncoder().encode(record));
  const [expected, details] = [await file.replay(0), await file.details(0)];
  const opened = await callsOf(async () => {
    const replay = await outpost.openRecord(`\n${record}\n`);
    expect(replay.steps).toEqual(expected.steps);
    expect(replay.summary).toEqual(expected.summary);
    expect(await replay.details()).toEqual(details);
  });
  expect(opened).toEqual(['openRecord']);
  const followed = await callsOf(async () => {
    const content = await outpost.openLink(`https://example.org/#${link}`);
    if (content.kind !== 'game') throw new Error('it holds a game');
    expect(content.more).toBe(false);
    expect(content.replay.steps).toEqual(expected.steps);
    expect((await content.replay.details()).id).toBe(details.id);
  });
  expect(followed).toEqual(['openLink']);
});

test('a link of boards gives the boards', async () => {
  await start();
  const fens = ['4k3/8/8/8/8/8/4P3/4K3 w - - 0 1', '3k4/8/8/8/8/8/4P3/4K3 w - - 0 1'];
  const link = await outpost.encodeLink(JSON.stringify({ type: 'Boards', fens }));
  expect(await outpost.openLink(link)).toEqual({ kind: 'boards', fens, more: false });
  await expect(outpost.openLink(link.slice(0, -2))).rejects.toThrow();
  await expect(outpost.openRecord('{}')).rejects.toThrow();
});
