/** The list of known players in the engine: a filter that weights boards, and who the opponent may be. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { type BeliefView, type Observation, Outpost, type ReleaseFile } from '../src/index.ts';
import { nodeLauncher } from '../src/node-launcher.ts';
import { fileSurroundings } from '../src/stockfish/files.ts';

const shipped = new Uint8Array(
  readFileSync(fileURLToPath(new URL('../../models/players.txt', import.meta.url))),
) as Uint8Array<ArrayBuffer>;

let outpost: Outpost;
afterEach(() => outpost.terminate());

/** An engine in a place with `served` at the file's address, and no network. */
async function start(served: Uint8Array<ArrayBuffer> | null = shipped): Promise<void> {
  const fetch = async () => (served ? new Response(served) : new Response(null, { status: 404 }));
  const load = () => Promise.reject(new Error('there is no network here'));
  const launch = nodeLauncher(undefined, { load, files: { ...fileSurroundings, caches: () => undefined, fetch } });
  outpost = await Outpost.startIn({ launch, simd: true, noThreads: 'node', cores: 1 });
}

function released(bytes: Uint8Array): ReleaseFile {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { url: new URL('https://example.org/players.txt'), size: bytes.length, sha256 };
}

/** What Black is told while White opens with the second attack, Nc3, Ne4 and Nf6, and Black looks at where it goes. */
const TOLD: Observation[] = [
  { type: 'opponent', capture: null },
  {
    type: 'sense',
    square: 18,
    result: [
      [25, null],
      [26, null],
      [27, null],
      [17, null],
      [18, 'N'],
      [19, null],
      [9, 'P'],
      [10, 'P'],
      [11, 'P'],
    ],
  },
  { type: 'move', requested: 'h7h6', taken: 'h7h6', capture: null },
  { type: 'opponent', capture: null },
  {
    type: 'sense',
    square: 28,
    result: [
      [35, null],
      [36, null],
      [37, null],
      [27, null],
      [28, 'N'],
      [29, null],
      [19, null],
      [20, null],
      [21, null],
    ],
  },
  { type: 'move', requested: 'a7a6', taken: 'a7a6', capture: null },
  { type: 'opponent', capture: null },
  {
    type: 'sense',
    square: 45,
    result: [
      [52, 'p'],
      [53, 'p'],
      [54, 'p'],
      [44, null],
      [45, 'N'],
      [46, null],
      [36, null],
      [37, null],
      [38, null],
    ],
  },
];

const attackerOf = (players: BeliefView['players']) => players?.find(({ name }) => name === 'attacker');
const chanceOf = (players: BeliefView['players']) => attackerOf(players)?.probability ?? Number.NaN;

async function told(): Promise<BeliefView> {
  const belief = await outpost.track('black');
  for (const observation of TOLD) await belief.tell(observation);
  const view = await belief.view({ weights: 'weighted' });
  expect((await belief.view()).weights).toBe('uniform');
  return view;
}

test('boards are weighted without the network, and the opponent is known by its moves', async () => {
  await start();
  expect(await told()).toMatchObject({ weights: 'uniform', players: null });
  const bytes: number[] = [];
  await outpost.players.load({ file: released(shipped), onProgress: ({ done }) => bytes.push(done) });
  expect(bytes.at(-1)).toBe(shipped.length);
  const { status } = outpost.players;
  expect(status).toMatchObject({ state: 'ready', cached: false });
  const names = status.state === 'ready' ? status.names : [];
  expect(names).toContain('attacker');
  const { weights, players, truth, size, likeliest } = await told();
  expect([weights, truth, size]).toEqual(['weighted', null, 1]);
  expect(likeliest[0]?.fen).toMatch(/^rnbqkbnr\/1pppppp1\/p4N1p\/8\/8\/8\/PPPPPPPP\/R1BQKBNR b/);
  expect(players?.map(({ name }) => name).sort()).toEqual(names.toSorted());
  expect(attackerOf(players)).toMatchObject({ attack: 1, probability: expect.closeTo(0.33, 1) });
  expect(players?.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 9);
});

test('in a game nothing is said of who the opponent is; in its replay, what each side could tell', async () => {
  await start();
  await outpost.players.load({ file: released(shipped) });
  const person = (name: string) => ({ kind: 'person', name }) as const;
  const game = await outpost.newGame({ white: person('a'), black: person('b'), clock: null, seed: 1 });
  for (const [i, move] of ['b1c3', 'h7h6', 'c3e4', 'a7a6', 'e4f6', 'b7b6'].entries()) {
    const color = i % 2 ? 'black' : 'white';
    await game.sense(color, [null, 18, null, 28, null, 45][i] ?? null);
    await game.move(color, move);
    const belief = await game.belief(color, { weights: 'weighted' });
    // Also between its turns, where the network has nothing to say.
    expect([belief.weights, belief.players, belief.truth]).toEqual(['weighted', null, null]);
  }
  const before = await game.belief('black', { weights: 'weighted' });
  expect(await game.belief('black')).toMatchObject({ weights: 'uniform', size: before.size });
  expect((await game.belief('black', { weights: 'weighted' })).marginals).toEqual(before.marginals);
  await game.resign('white');
  const replay = await game.replay();
  const last = replay.steps.length - 1;
  const seen = await replay.belief(last, 'black', { weights: 'weighted' });
  expect(attackerOf(seen.players)).toMatchObject({ attack: 1 });
  // White never looked.
  const blind = await replay.belief(last, 'white', { weights: 'weighted' });
  expect(chanceOf(blind.players)).toBeLessThan(chanceOf(seen.players) / 3);
  expect((await replay.belief(last, 'black')).players).toBeNull();
  // The way to a step makes no difference.
  await replay.belief(0, 'black', { weights: 'weighted' });
  expect(await replay.belief(last, 'black', { weights: 'weighted' })).toEqual(seen);
});

test.each([
  { what: 'missing', served: null, file: shipped, why: /404/ },
  { what: 'another file', served: shipped.slice(1), file: shipped, why: /cut short/ },
  { what: 'no list', served: bytesOf('<!doctype html>'), why: /it does not begin with "outpost-players 1"/ },
  { what: 'of another version', served: bytesOf('outpost-players 1\nplayer oracle 1 0 a'), why: /player 1 should be/ },
  { what: 'empty', served: bytesOf('outpost-players 1\n'), why: /1 to 64 players/ },
])('a list that is $what is refused with the reason, and changes nothing', async ({ served, file, why }) => {
  await start(served);
  const load = outpost.players.load({ file: released(file ?? (served as Uint8Array)) });
  await expect(load).rejects.toThrow(why);
  expect(outpost.players.status).toMatchObject({ state: 'failed' });
  expect(await told()).toMatchObject({ weights: 'uniform', players: null });
});

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
}
