/** The network in the engine: the real modules in this thread, and fake ones for failures. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type AgentName, type Belief, type Color, type Observation, Outpost, type ReleaseFile } from '../src/index.ts';
import { nodeLauncher } from '../src/node-launcher.ts';
import type { NetworkHandle, NetworkModule, NetworkSurroundings } from '../src/siamese/network.ts';
import { fileSurroundings } from '../src/stockfish/files.ts';

const file = (path: string) => new Uint8Array(readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url))));

const tiny = file('crates/rbc-siamese/tests/tiny.onnx');
const fixture = JSON.parse(new TextDecoder().decode(file('tests/fixtures/siamese-weights.json'))) as {
  opponent: string;
  temperature: number;
  boards: number;
  likeliest: string;
  weights: number[];
};

let bindings: NetworkModule;
let outpost: Outpost;

beforeAll(async () => {
  const module = await import('../siamese/siamese.js');
  await module.default({ module_or_path: file('pkg/siamese/siamese_bg.wasm') });
  bindings = module;
});

afterEach(() => outpost.terminate());

/** A place with `served` at the model's address. */
function surroundings(served: Uint8Array<ArrayBuffer> | null = tiny, load = async () => bindings): NetworkSurroundings {
  const fetch = async () => (served ? new Response(served) : new Response(null, { status: 404 }));
  return { load, files: { ...fileSurroundings, caches: () => undefined, fetch } };
}

/** A site's description of its model file. */
function released(bytes: Uint8Array): ReleaseFile {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { url: new URL('https://example.org/siamese.onnx'), size: bytes.length, sha256 };
}

async function start(around: NetworkSurroundings | null = surroundings()): Promise<Outpost> {
  const launch = nodeLauncher(undefined, around);
  outpost = await Outpost.startIn({ launch, simd: true, noThreads: 'node', cores: 1 });
  return outpost;
}

const load = (model = released(tiny)) => outpost.siamese.load({ model });

/** The observations of `decision` in crates/rbc-siamese/tests/network.rs. */
async function decision(turns = 3): Promise<Belief> {
  const belief = await outpost.track('black');
  const told: Observation = { type: 'opponent', capture: null };
  for (const move of ['e7e6', 'g8f6', 'b8c6'].slice(0, turns - 1)) {
    await belief.tell(told);
    await belief.tell({ type: 'sense', square: null, result: [] });
    await belief.tell({ type: 'move', requested: move, taken: move, capture: null });
  }
  await belief.tell(told);
  return belief;
}

const sum = (numbers: Float32Array) => numbers.reduce((a, b) => a + b, 0);

test('weights are those of the native build', async () => {
  await start();
  const bytes: number[] = [];
  await outpost.siamese.load({ model: released(tiny), onProgress: ({ done }) => bytes.push(done) });
  expect(bytes.at(-1)).toBe(tiny.length);
  expect(outpost.siamese.status).toEqual({ state: 'ready', opponents: ['attacker', 'trout'], cached: false });
  const belief = await decision();
  const { opponent, temperature } = fixture;
  const seen: number[] = [];
  const weights = await belief.weights({ opponent, temperature, onProgress: ({ done }) => seen.push(done) });
  expect(weights.length).toBe(fixture.boards);
  expect(sum(weights)).toBeCloseTo(1, 4);
  fixture.weights.forEach((expected, i) => {
    expect(Math.abs((weights[5 * i] ?? Number.NaN) - expected)).toBeLessThan(1e-4 * expected + 1e-9);
  });
  const boards = await belief.boards(fixture.boards);
  expect(boards[weights.indexOf(Math.max(...weights))]).toBe(fixture.likeliest);
});

test('players with a network play the games that `outpost match` plays with the same seeds', async () => {
  const games = JSON.parse(new TextDecoder().decode(file('tests/fixtures/seeded-games.json')));
  const withNetwork = games.filter(({ model }: { model?: string }) => model);
  expect(withNetwork).toHaveLength(1);
  for (const { white, black, model, seed, nodes, turnLimit, record } of withNetwork) {
    const bytes = file(model);
    await start(surroundings(bytes));
    await load(released(bytes));
    const agent = (name: AgentName) => ({ kind: 'agent', agent: name, budgetMs: 0 }) as const;
    const game = await outpost.newGame({ white: agent(white), black: agent(black), clock: null, seed, turnLimit });
    while (!(await game.outcome())) await game.agentTurn({ nodes });
    expect(JSON.parse(await game.recordJson())).toEqual(record);
  }
});

test('a known opponent makes a difference, an unknown one does not, and there are no odd temperatures', async () => {
  await start();
  await load();
  const belief = await decision();
  const nobody = await belief.weights();
  expect(await belief.weights({ opponent: 'nobody we know' })).toEqual(nobody);
  expect(await belief.weights({ opponent: 'trout' })).not.toEqual(nobody);
  await expect(belief.weights({ temperature: 0 })).rejects.toThrow(/temperature/);
  await expect(belief.view({ weights: 'mine' as 'weighted' })).rejects.toThrow(/'uniform' or 'weighted'/);
});

test('what follows from a set is weighted, and the likeliest boards come first', async () => {
  await start();
  await load();
  const belief = await decision();
  const [alike, view, weights] = [
    await belief.view(),
    await belief.view({ weights: 'weighted' }),
    await belief.weights(),
  ];
  expect([alike.weights, alike.likeliest, alike.truth]).toEqual(['uniform', [], null]);
  expect([view.weights, view.truth, view.size]).toEqual(['weighted', null, alike.size]);
  const boards = await belief.boards(weights.length);
  const order = [...weights.keys()].sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || a - b);
  expect(view.likeliest.map(({ fen }) => fen)).toEqual(order.slice(0, 6).map((i) => boards[i]));
  expect(view.likeliest.map(({ weight }) => weight)).toEqual(order.slice(0, 6).map((i) => weights[i]));
  // A white pawn on e4: the weights of the boards that have one.
  const pawnOnE4 = (fen: string) => /^....P/.test((fen.split('/')[4] ?? '').replace(/\d/g, (n) => '.'.repeat(+n)));
  const expected = boards.reduce((all, fen, i) => all + (pawnOnE4(fen) ? (weights[i] ?? 0) : 0), 0);
  expect(expected).toBeGreaterThan(0);
  expect(view.marginals[28]).toBeCloseTo(expected, 4);
  expect(view.marginals).not.toEqual(alike.marginals);
  expect(view.senseWorst).toEqual(alike.senseWorst);
  expect(view.senseBits).not.toEqual(alike.senseBits);
});

test('a few boards that count alike are all shown', async () => {
  await start();
  const belief = await outpost.track('white');
  const { likeliest } = await belief.view();
  expect(likeliest).toEqual([{ fen: expect.stringMatching(/^rnbqkbnr\/pppppppp/), weight: 1 }]);
});

test('a finished game tells how the true board fared, one in progress does not', async () => {
  await start();
  await load();
  const person = (name: string) => ({ kind: 'person', name }) as const;
  const game = await outpost.newGame({ white: person('a'), black: person('b'), clock: null, seed: 1 });
  const told: Record<Color, Belief> = { white: await outpost.track('white'), black: await outpost.track('black') };
  const ranks: { weight: number; rank: number }[] = [];
  /** Through `track`, where the test knows the truth because it made it. */
  const judge = async (color: Color, truth: string) => {
    const [weights, boards] = [await told[color].weights(), await told[color].boards(100_000)];
    const weight = weights[boards.findIndex((fen) => fen.startsWith(`${truth} `))] ?? Number.NaN;
    ranks.push({ weight, rank: 1 + weights.filter((other) => other > weight).length });
  };
  const moves = ['e2e4', 'b8c6', 'g1f3', 'g8f6', 'd2d4'];
  const truths = [
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR',
    'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR',
    'r1bqkbnr/pppppppp/2n5/8/4P3/8/PPPP1PPP/RNBQKBNR',
    'r1bqkbnr/pppppppp/2n5/8/4P3/5N2/PPPP1PPP/RNBQKB1R',
    'r1bqkb1r/pppppppp/2n2n2/8/4P3/5N2/PPPP1PPP/RNBQKB1R',
  ];
  for (const [i, move] of moves.entries()) {
    const color = i % 2 ? 'black' : 'white';
    await told[color].tell({ type: 'opponent', capture: null });
    await judge(color, truths[i] as string);
    expect((await game.belief(color, { weights: 'weighted' })).truth).toBeNull();
    const sense = await game.sense(color, i % 2 ? 28 : 35);
    await told[color].tell({ type: 'sense', ...sense });
    await judge(color, truths[i] as string);
    const played = await game.move(color, move);
    await told[color].tell({ type: 'move', ...played });
  }
  await game.resign('black');
  const replay = await game.replay();
  const found = [];
  for (const step of replay.steps) {
    const view = await replay.belief(step.index, step.color, { weights: 'weighted' });
    // The network is asked only when there is a decision.
    expect([view.weights, view.truth === null]).toEqual(
      step.phase === 'moved' ? ['uniform', true] : ['weighted', false],
    );
    if (view.truth) found.push(view.truth);
    expect((await replay.belief(step.index, step.color)).truth).toBeNull();
  }
  expect(found.length).toBe(10);
  expect(found).toEqual(ranks);
});

/** Bindings of a network that records each decision: the planes, and the boards' bytes. */
function heard(asked: { planes: Uint8Array; boards: Uint8Array }[]): NetworkModule {
  const Heard = function (this: unknown, model: Uint8Array): NetworkHandle {
    const network = new bindings.Siamese(model);
    return {
      opponents: () => network.opponents(),
      weigh: (planes, opponent, boards, temperature) => {
        expect([opponent, temperature]).toEqual([undefined, 1]);
        asked.push({ planes: planes.slice(), boards: boards.slice() });
        return network.weigh(planes, opponent, boards, temperature);
      },
    };
  } as unknown as NetworkModule['Siamese'];
  return { Siamese: Heard };
}

describe('the agent siamese', () => {
  const seats = {
    white: { kind: 'person', name: 'Ada' },
    black: { kind: 'agent', agent: 'siamese', budgetMs: 300 },
  } as const;
  const begin = () => outpost.newGame({ ...seats, clock: null, seed: 3 });

  test('asks the network at its sense and its move, from what it was told, also after its game was resumed', async () => {
    const asked: { planes: Uint8Array; boards: Uint8Array }[] = [];
    await start(surroundings(tiny, async () => heard(asked)));
    expect((await outpost.agents()).map(({ name }) => name)).toContain('siamese');
    await load();
    // What Black knows does not depend on what White plays unseen.
    const first = [];
    for (const move of ['a2a3', 'h2h4']) {
      const game = await begin();
      await game.sense('white', null);
      await game.move('white', move);
      await game.agentTurn();
      first.push(asked[0]);
      expect(asked.length).toBeGreaterThanOrEqual(1);
      asked.length = 0;
      const again = await outpost.resumeGame(game.sealed());
      game.dispose();
      await again.sense('white', null);
      await again.move('white', 'b2b3');
      await again.agentTurn();
      expect(asked.length).toBeGreaterThanOrEqual(1);
      asked.length = 0;
      again.dispose();
    }
    expect(first[0]?.boards.length).toBe(21 * 16);
    expect(first[0]).toEqual(first[1]);
  });

  test('plays on when the network breaks down, and where there is none', async () => {
    class Broken implements NetworkHandle {
      opponents(): string[] {
        return [];
      }
      weigh(): never {
        throw new WebAssembly.RuntimeError('unreachable');
      }
    }
    await start(surroundings(tiny, async () => ({ Siamese: Broken })));
    const game = await begin();
    for (const turn of [0, 1]) {
      await game.sense('white', null);
      await game.move('white', turn ? 'd2d4' : 'e2e4');
      if (turn) await load();
      await game.agentTurn();
      expect((await game.toMove()).color).toBe('white');
    }
    expect(outpost.siamese.status).toMatchObject({ state: 'failed', reason: expect.stringMatching(/broke down/) });
  });
});

test('an abort is heard while the module is on its way, and the next load may do better', async () => {
  let asked = () => {};
  const asking = new Promise<void>((resolve) => {
    asked = resolve;
  });
  let stuck = true;
  const slow = () => {
    asked();
    return stuck ? new Promise<never>(() => {}) : Promise.resolve(bindings);
  };
  await start(surroundings(tiny, slow));
  const controller = new AbortController();
  const loading = outpost.siamese.load({ model: released(tiny), signal: controller.signal });
  await asking;
  controller.abort();
  await expect(loading).rejects.toMatchObject({ name: 'AbortError' });
  stuck = false;
  await load();
  expect(outpost.siamese.status.state).toBe('ready');
});

test('an abort is heard between slices', async () => {
  // Each step takes longer than a slice, so there are several slices on any machine.
  const Slow = function (this: unknown, model: Uint8Array): NetworkHandle {
    const network = new bindings.Siamese(model);
    return {
      opponents: () => network.opponents(),
      weigh: (...decision) => {
        const weighing = network.weigh(...decision);
        return {
          advance: () => {
            const until = performance.now() + 40;
            while (performance.now() < until);
            return weighing.advance();
          },
          finish: () => weighing.finish(),
          free: () => weighing.free(),
        };
      },
    };
  } as unknown as NetworkModule['Siamese'];
  await start(surroundings(tiny, async () => ({ Siamese: Slow })));
  await load();
  const belief = await decision(4);
  const controller = new AbortController();
  const options = { signal: controller.signal, onProgress: () => controller.abort() };
  await expect(belief.weights(options)).rejects.toMatchObject({ name: 'AbortError' });
  expect(sum(await belief.weights())).toBeCloseTo(1, 3);
});

describe('boards count alike, and it is said why,', () => {
  const refused = async (around: NetworkSurroundings | null, model = released(tiny)) => {
    await start(around);
    const belief = await decision(2);
    await expect(load(model)).rejects.toThrow();
    const weights = await belief.weights();
    expect(new Set(weights)).toEqual(new Set([Math.fround(1 / weights.length)]));
    expect((await belief.view({ weights: 'weighted' })).weights).toBe('uniform');
    const { status } = outpost.siamese;
    return status.state === 'failed' ? status.reason : status.state;
  };

  test('when the file is missing', async () => {
    expect(await refused(surroundings(null))).toMatch(/404/);
  });

  test('when it is cut short', async () => {
    expect(await refused(surroundings(tiny.slice(0, 20_000)))).toMatch(/20000 of \d+ bytes/);
  });

  test('when it is another one than was released', async () => {
    const other = tiny.slice();
    other[20_000] = (other[20_000] ?? 0) ^ 1;
    expect(await refused(surroundings(other))).toMatch(/hash differs/);
  });

  test('when what was released is no model', async () => {
    const page = new TextEncoder().encode('<!doctype html><title>A page</title>');
    expect(await refused(surroundings(page), released(page))).toMatch(/no ONNX file/);
    outpost.terminate();
    const half = tiny.slice(0, 14_000);
    expect(await refused(surroundings(half), released(half))).toMatch(/end is missing/);
  });

  test('when the module cannot be loaded, or traps at once', async () => {
    const absent = () => Promise.reject(new Error('no module here'));
    expect(await refused(surroundings(tiny, absent))).toMatch(/no module here/);
    outpost.terminate();
    const trap = () => Promise.reject(new WebAssembly.RuntimeError('unreachable'));
    expect(await refused(surroundings(tiny, trap))).toMatch(/unreachable/);
  });

  test('when it is Node', async () => {
    expect(await refused(null)).toMatch(/browsers only/);
  });

  test('when it breaks down while it weighs: the engine stays', async () => {
    let left = 2;
    const Dying = function (this: unknown, model: Uint8Array): NetworkHandle {
      const network = new bindings.Siamese(model);
      return {
        opponents: () => network.opponents(),
        weigh: (...decision) => {
          const weighing = network.weigh(...decision);
          return {
            advance: () => {
              left -= 1;
              if (left < 0) throw new WebAssembly.RuntimeError('unreachable');
              return weighing.advance();
            },
            finish: () => weighing.finish(),
            free: () => weighing.free(),
          };
        },
      };
    } as unknown as NetworkModule['Siamese'];
    await start(surroundings(tiny, async () => ({ Siamese: Dying })));
    await load();
    let restarts = 0;
    outpost.onRestart(() => {
      restarts += 1;
    });
    const belief = await decision(4);
    expect((await belief.view({ weights: 'weighted' })).weights).toBe('uniform');
    expect(outpost.siamese.status).toEqual({
      state: 'failed',
      reason: expect.stringMatching(/broke down.*unreachable/),
    });
    expect((await belief.view({ weights: 'weighted' })).weights).toBe('uniform');
    expect(restarts).toBe(0);
  });
});

test('whoever aborts the loading hears of it, and may try again', async () => {
  await start();
  const controller = new AbortController();
  controller.abort();
  const aborted = outpost.siamese.load({ model: released(tiny), signal: controller.signal });
  await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
  expect(outpost.siamese.status).toEqual({ state: 'absent' });
  await load();
  expect(outpost.siamese.status.state).toBe('ready');
});
