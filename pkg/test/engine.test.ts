/** The engine itself, through the package, in Node. Needs both builds (node scripts/build-wasm.mjs). */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Bindings } from '../src/bindings.ts';
import { inThreadLauncher } from '../src/in-thread.ts';
import {
  type Color,
  type Game,
  type GameSetup,
  type LinkAnnotations,
  type MoveTable,
  type Observation,
  Outpost,
  type StepSizes,
} from '../src/index.ts';
import { nodeLauncher } from '../src/launch.ts';

const fixture = (name: string) =>
  new Uint8Array(readFileSync(fileURLToPath(new URL(`../../tests/conformance/fixtures/${name}`, import.meta.url))));

const person = (name: string) => ({ kind: 'person', name }) as const;
const random = { kind: 'agent', agent: 'random', budgetMs: 50 } as const;
const hsuc = { kind: 'agent', agent: 'hsuc', budgetMs: 200 } as const;

function setup(changes: Partial<GameSetup> = {}): GameSetup {
  return { white: person('Ada'), black: random, clock: null, seed: 7, ...changes };
}

let outpost: Outpost;

beforeAll(async () => {
  outpost = await Outpost.start();
});

afterAll(() => outpost.terminate());

/** A person that moves at random in a repeatable way, until the game is over or `turns` are played. */
async function playOn(game: Game, color: Color, turns = Infinity): Promise<void> {
  let state = 1;
  const below = (n: number) => {
    state = (state * 48271) % 2147483647;
    return state % n;
  };
  for (let turn = 0; turn < turns && !(await game.outcome()); turn++) {
    const { color: mover, seat } = await game.toMove();
    if (seat.kind === 'agent') {
      await game.agentTurn();
    } else {
      expect(mover).toBe(color);
      await game.sense(color, below(64));
      if (await game.outcome()) return;
      const { requests } = await game.view(color);
      await game.move(color, requests[below(requests.length)] ?? null);
    }
  }
}

describe('a game', () => {
  test('says what runs', async () => {
    expect(outpost.info).toEqual({
      build: 'single',
      threads: 1,
      reason: 'In Node the engine runs in the calling thread.',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    });
    const names = (await outpost.agents()).map((agent) => agent.name);
    expect(names).toEqual(expect.arrayContaining(['random', 'attacker', 'hsuc']));
  });

  test('begins as it should', async () => {
    const game = await outpost.newGame(setup());
    const view = await game.view('white');
    expect(view).toMatchObject({ color: 'white', phase: 'sense', ply: 0, clocks: null, outcome: null });
    expect(view.own.filter(Boolean)).toHaveLength(16);
    expect(view.own[4]).toBe('K');
    expect(view.requests).toHaveLength(34);
    expect(view.observations).toEqual([{ type: 'opponent', capture: null }]);
    game.dispose();
  });

  test('tells a person what they may know, and an agent nobody', async () => {
    const game = await outpost.newGame(setup());
    const sense = await game.sense('white', 0);
    expect(sense).toEqual({
      square: 0,
      result: [
        [8, 'P'],
        [9, 'P'],
        [0, 'R'],
        [1, 'N'],
      ],
    });
    await expect(game.sense('white', 0)).rejects.toThrow('already sensed');
    await expect(game.move('white', 'e2e5')).rejects.toThrow('e2e5 is not a move that may be requested');
    await expect(game.move('white', 'nonsense')).rejects.toThrow('not a move: "nonsense"');
    const move = await game.move('white', 'e2e4');
    expect(move).toEqual({ requested: 'e2e4', taken: 'e2e4', capture: null });
    await expect(game.move('white', 'd2d4')).rejects.toThrow("it is not White's turn");
    for (const secret of [game.view('black'), game.belief('black'), game.sense('black', null), game.resign('black')]) {
      await expect(secret).rejects.toThrow('Black is played by an agent');
    }
    await expect(game.recordJson()).rejects.toThrow('the game is not over');
    await expect(game.replay()).rejects.toThrow('the game is not over');
    await game.agentTurn();
    await expect(game.agentTurn()).rejects.toThrow('White is played by a person');
    expect((await game.view('white')).phase).toBe('sense');
    game.dispose();
  });

  test('is played to its end, and gives its record and replay then', async () => {
    const game = await outpost.newGame(setup());
    await playOn(game, 'white');
    const outcome = await game.outcome();
    expect(outcome?.reason).toMatch(/KING_CAPTURE|MOVE_LIMIT/);
    expect((await game.view('white')).outcome).toEqual(outcome);
    const record = JSON.parse(await game.recordJson());
    expect(record).toMatchObject({ type: 'GameHistory', white_name: 'Ada', black_name: 'random' });

    const replay = await game.replay();
    expect(await replay.record()).toBe(await game.recordJson());
    game.dispose();
    expect(replay.summary).toMatchObject({ white: 'Ada', black: 'random', winner: outcome?.winner ?? null });
    expect(replay.steps.length).toBe(replay.summary.plies * 3);
    expect(replay.steps[0]).toMatchObject({ index: 0, ply: 0, color: 'white', phase: 'start', notice: null });
    expect(replay.steps[2]).toMatchObject({ index: 2, ply: 0, color: 'white', phase: 'moved' });
    expect(replay.steps[0]?.fen).toBe('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
    replay.dispose();
  });

  test('repeats for a seed', async () => {
    const records: string[] = [];
    for (let i = 0; i < 2; i++) {
      const game = await outpost.newGame(setup({ seed: 3 }));
      await playOn(game, 'white', 20);
      await game.resign('white');
      records.push(await game.recordJson());
      game.dispose();
    }
    expect(records[0]).toBe(records[1]);
  });

  test('may start elsewhere, with Black', async () => {
    const startFen = '4k3/8/8/8/8/8/4P3/4K3 b - - 0 1';
    const game = await outpost.newGame(setup({ startFen, white: random, black: person('Bo') }));
    expect(await game.toMove()).toEqual({ color: 'black', seat: person('Bo') });
    await game.sense('black', null);
    await game.move('black', 'e8e7');
    await game.agentTurn();
    await game.resign('black');
    const replay = await game.replay();
    expect(replay.steps.map((s) => s.color)).toEqual([...Array(3).fill('black'), ...Array(3).fill('white')]);
    expect((await replay.belief(5, 'black')).size).toBeGreaterThan(0);
    await expect(outpost.newGame(setup({ startFen: 'rubbish' }))).rejects.toThrow('not a position: "rubbish"');
  });

  test('keeps its clocks', async () => {
    const game = await outpost.newGame(setup({ clock: { seconds: 60, increment: 1 }, black: person('Bo') }));
    const { clocks } = await game.view('white');
    expect(clocks?.running).toBe('white');
    expect(clocks?.white).toBeGreaterThan(50_000);
    expect(clocks?.white).toBeLessThanOrEqual(60_000);
    expect(clocks?.black).toBe(60_000);
    expect(await game.checkClock()).toBeNull();
    const short = await outpost.newGame(setup({ clock: { seconds: 0.01, increment: 0 }, black: person('Bo') }));
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(await short.checkClock()).toEqual({ winner: 'black', reason: 'TIMEOUT' });
  });

  test('goes on from its snapshot', async () => {
    const game = await outpost.newGame(setup());
    await playOn(game, 'white', 9);
    const sealed = game.sealed();
    const again = await outpost.resumeGame(sealed);
    expect(await again.view('white')).toEqual(await game.view('white'));
    expect(again.sealed()).toEqual(sealed);
    game.dispose();
    again.dispose();

    const damaged = sealed.slice();
    damaged[40] = (damaged[40] ?? 0) ^ 1;
    await expect(outpost.resumeGame(damaged)).rejects.toThrow('the saved game is damaged or cut off');
    await expect(outpost.resumeGame(sealed.slice(0, 60))).rejects.toThrow('the saved game is damaged or cut off');
    await expect(outpost.resumeGame(new Uint8Array())).rejects.toThrow('this is not a saved game');
    const newer = sealed.slice();
    newer[4] = 77;
    await expect(outpost.resumeGame(newer)).rejects.toThrow('has version 77');
  });
});

describe('what is passed', () => {
  // biome-ignore lint/suspicious/noExplicitAny: as a program without types passes it.
  type Anything = any;
  const noSquares: Anything[] = ['e4', '4', '', NaN, Infinity, 1.5, -1, 64, 2 ** 32, undefined, true, 4n, [4], {}];

  test('is a square, or is refused', async () => {
    const game = await outpost.newGame(setup());
    const belief = await outpost.track('white');
    for (const square of noSquares) {
      const reason = /: pass a number from 0 to 63 \(a1 is 0, b1 is 1, h8 is 63\)( or null)?, not /;
      await expect(game.sense('white', square)).rejects.toThrow(reason);
      const observations: Observation[] = [
        { type: 'opponent', capture: square },
        { type: 'sense', square, result: [] },
        { type: 'sense', square: null, result: [[square, null]] },
        { type: 'move', requested: null, taken: null, capture: square },
      ];
      for (const observation of observations) await expect(belief.tell(observation)).rejects.toThrow(reason);
    }
    await expect(game.sense('white', 'e4' as Anything)).rejects.toThrow(
      'square: pass a number from 0 to 63 (a1 is 0, b1 is 1, h8 is 63) or null, not "e4"',
    );
    // Nothing has happened.
    expect((await game.view('white')).phase).toBe('sense');
    expect((await belief.known()).observations).toEqual([]);
    expect((await game.sense('white', 63)).square).toBe(63);
    for (const uci of [undefined, 5] as Anything[]) {
      await expect(game.move('white', uci)).rejects.toThrow(`uci: pass a move in UCI, such as 'e2e4', or null, not`);
    }
    game.dispose();
    belief.dispose();
  });

  test('is a whole number, or is refused', async () => {
    const belief = await outpost.track('white');
    const file = await outpost.openRecords(fixture('game.json'));
    const replay = await file.replay(0);
    // As the file has it, whatever else stands in it.
    expect(await replay.record()).toBe(new TextDecoder().decode(fixture('game.json')));
    for (const number of [NaN, -1, 1.5, Infinity, '1', null] as Anything[]) {
      const reason = `: pass a whole number of at least 0, not ${typeof number === 'string' ? '"1"' : number}`;
      await expect(belief.boards(number)).rejects.toThrow(`limit${reason}`);
      await expect(file.replay(number)).rejects.toThrow(`index${reason}`);
      await expect(replay.belief(number, 'white')).rejects.toThrow(`step${reason}`);
    }
    expect(await belief.boards(0)).toEqual([]);
    for (const limit of [1, 2 ** 32, Number.MAX_VALUE]) expect(await belief.boards(limit)).toHaveLength(1);
    await expect(file.replay(2 ** 32)).rejects.toThrow('there is no game');
    await expect(replay.belief(2 ** 32, 'white')).rejects.toThrow('there is no step');
    for (const disposable of [belief, file, replay]) disposable.dispose();
  });

  test('is a game that can be played, or is refused', async () => {
    const agent = (budgetMs: number) => ({ black: { ...random, budgetMs } });
    const refused: [string, Partial<GameSetup>[]][] = [
      [
        'clock.seconds: pass a number of seconds from 0.001 to 1000000, not ',
        [0, -1, 0.0009, 1e6 + 1, 1e300, Infinity, NaN, '60' as Anything].map((seconds) => ({
          clock: { seconds, increment: 5 },
        })),
      ],
      [
        'clock.increment: pass a number of seconds from 0 to 1000000, not ',
        [-0.001, 1e6 + 1, Infinity, NaN, undefined as Anything].map((increment) => ({
          clock: { seconds: 60, increment },
        })),
      ],
      [
        'black.budgetMs: pass a whole number of milliseconds from 0 to 1000000000, not ',
        [-1, 0.5, 1e9 + 1, 2 ** 32, Infinity, NaN, '50' as Anything].map(agent),
      ],
      [
        'seed: pass a whole number from -9007199254740991 to 9007199254740991, not ',
        [0.5, 2 ** 53, Infinity, NaN, '7' as Anything, undefined].map((seed) => ({ seed })),
      ],
      [
        'startFen: pass a position in FEN, or leave it out, not ',
        [7, null, {}].map((startFen: Anything) => ({ startFen })),
      ],
    ];
    for (const [reason, setups] of refused) {
      for (const changes of setups) await expect(outpost.newGame(setup(changes))).rejects.toThrow(reason);
    }
    await expect(outpost.track('white', 7 as Anything)).rejects.toThrow('startFen: pass a position');
    for (const cap of [0, 63, 1.5, 4_000_001, Number.NaN, '100' as Anything]) {
      await expect(outpost.track('white', undefined, cap)).rejects.toThrow('cap: pass a whole number');
    }
    const accepted: Partial<GameSetup>[] = [
      { clock: { seconds: 1e6, increment: 1e6 } },
      { clock: { seconds: 0.001, increment: 0 } },
      agent(0),
      agent(1e9),
      { seed: Number.MIN_SAFE_INTEGER },
    ];
    for (const changes of accepted) (await outpost.newGame(setup(changes))).dispose();
    // 1.001 * 1000 is a little less than 1001.
    const clock = { seconds: 1.001, increment: 0 };
    const game = await outpost.newGame(setup({ clock, black: person('Bo') }));
    expect((await game.view('white')).clocks?.black).toBe(1001);
    game.dispose();
  });
});

describe('agents among themselves', () => {
  /** The record of a whole game. */
  async function record(changes: Partial<GameSetup>, nodes?: number): Promise<string> {
    const game = await outpost.newGame(setup({ turnLimit: 6, ...changes }));
    while (!(await game.outcome())) await game.agentTurn(nodes === undefined ? {} : { nodes });
    const text = await game.recordJson();
    game.dispose();
    return text;
  }

  test('play the same game with the same nodes, whatever their time', async () => {
    const agent = (name: 'a-bot' | 'hsuc+entropy' | 'trout', budgetMs: number) =>
      ({ kind: 'agent', agent: name, budgetMs }) as const;
    for (const [white, black] of [
      ['hsuc+entropy', 'trout'],
      ['a-bot', 'hsuc+entropy'],
    ] as const) {
      const first = await record({ white: agent(white, 0), black: agent(black, 0) }, 2000);
      const second = await record({ white: agent(white, 60_000), black: agent(black, 1) }, 2000);
      expect(second).toBe(first);
      expect(first).toContain(`"white_name": "${white}"`);
    }
  });

  test('are stopped by the limit of turns', async () => {
    const game = await outpost.newGame(setup({ white: random, turnLimit: 2 }));
    for (let turn = 0; turn < 4; turn++) await game.agentTurn();
    expect(await game.outcome()).toEqual({ winner: null, reason: 'TURN_LIMIT' });
    game.dispose();
  });

  test('refuse what is no number of nodes or turns', async () => {
    const game = await outpost.newGame(setup({ white: random }));
    for (const nodes of [0, -1, 1.5, Number.NaN, 2 ** 53, '7' as never]) {
      await expect(game.agentTurn({ nodes })).rejects.toThrow('nodes: pass a whole number from 1');
    }
    for (const turnLimit of [0, 1.5, 2 ** 32, Number.NaN, '7' as never]) {
      await expect(outpost.newGame(setup({ turnLimit }))).rejects.toThrow('turnLimit: pass a whole number from 1');
    }
    const nobody = { kind: 'agent', agent: 'hsuc+guess' as never, budgetMs: 1 } as const;
    await expect(outpost.newGame(setup({ white: nobody }))).rejects.toThrow('there is no agent called "hsuc+guess"');
    game.dispose();
  });
});

describe('thinking', () => {
  async function long(): Promise<Game> {
    const game = await outpost.newGame(setup({ black: { ...hsuc, budgetMs: 60_000 } }));
    await game.sense('white', null);
    await game.move('white', 'e2e4');
    return game;
  }

  test('hsuc plays, and reports how far it is', async () => {
    const game = await outpost.newGame(setup({ black: hsuc }));
    await game.sense('white', null);
    await game.move('white', 'e2e4');
    let last = 0;
    await game.agentTurn({ onProgress: ({ done }) => (last = done) });
    expect(last).toBeGreaterThan(0);
    expect((await game.view('white')).phase).toBe('sense');
    game.dispose();
  });

  test('an abort takes effect soon, other calls are answered meanwhile, and the turn can be started again', async () => {
    const game = await long();
    const controller = new AbortController();
    const began = performance.now();
    const turn = game.agentTurn({ signal: controller.signal });
    let asked = 0;
    let aborted = 0;
    const timer = setTimeout(() => {
      aborted = performance.now();
      controller.abort();
    }, 300);
    const aside = (async () => {
      while (aborted === 0) {
        await game.view('white');
        asked++;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    })();
    await expect(turn).rejects.toMatchObject({ name: 'AbortError' });
    const latency = performance.now() - aborted;
    clearTimeout(timer);
    await aside;
    expect(aborted - began).toBeGreaterThan(250);
    expect(asked).toBeGreaterThan(0);
    // 30 to 70 ms on a quiet machine; those that run the tests are busy.
    expect(latency).toBeLessThan(500);
    expect((await game.view('white')).phase).toBe('waiting');
    const again = game.agentTurn();
    await new Promise((resolve) => setTimeout(resolve, 100));
    game.moveNow();
    const asked2 = performance.now();
    await again;
    expect(performance.now() - asked2).toBeLessThan(500);
    game.dispose();
  });
});

describe('records', () => {
  /** A record of two players who look where it is worth most, so that few boards are possible. */
  async function record(): Promise<Uint8Array> {
    const game = await outpost.newGame(setup({ black: { ...hsuc, budgetMs: 20 } }));
    for (let turn = 0; turn < 12 && !(await game.outcome()); turn++) {
      await game.sense('white', (await game.belief('white')).bestSense);
      const { requests } = await game.view('white');
      await game.move('white', requests[(turn * 7) % requests.length] ?? null);
      if (!(await game.outcome())) await game.agentTurn();
    }
    await game.resign('white');
    const json = await game.recordJson();
    game.dispose();
    return new TextEncoder().encode(json);
  }

  test('a file of one game, with both sides’ knowledge', async () => {
    const file = await outpost.openRecords(await record());
    expect(file.games).toHaveLength(1);
    const replay = await file.replay(0);
    file.dispose();
    const sizes: StepSizes[] = [];
    let last = 0;
    await replay.analyse({ onSizes: (s) => sizes.push(...s), onProgress: ({ done }) => (last = done) });
    expect(sizes.map((s) => s.index)).toEqual(replay.steps.map((s) => s.index));
    expect(sizes[0]).toMatchObject({ white: { size: 1, estimate: 1, completeness: 'exact' } });
    expect(last).toBeGreaterThanOrEqual(0);
    // The views agree, in any order.
    for (const index of [sizes.length - 1, 5, 17, 2]) {
      for (const color of ['white', 'black'] as const) {
        const view = await replay.belief(index, color);
        expect(view.size).toBe(sizes[index]?.[color].size);
        expect(view.marginals).toHaveLength(384);
        const step = replay.steps[index];
        expect(view.senseWorst === null).toBe(!(step?.phase === 'start' && step.color === color));
      }
    }
    await expect(replay.belief(1e6, 'white')).rejects.toThrow('there is no step');
    replay.dispose();
  });

  test('the moves of a step are rated, growing, by what its side could know', async () => {
    const file = await outpost.openRecords(fixture('game.json'));
    const replay = await file.replay(0);
    const at = replay.steps.find(({ phase, color, ply }) => phase === 'sensed' && color === 'black' && ply >= 5);
    const step = at?.index ?? -1;
    const tables: MoveTable[] = [];
    const table = await replay.moves(step, 'black', { nodes: 150_000, onTable: (t) => tables.push(t) });
    const belief = await replay.belief(step, 'black');
    expect(table).toMatchObject({ color: 'black', evaluator: 'built-in', note: null, size: belief.size, done: true });
    expect(tables.length).toBeGreaterThan(0);
    for (const { rows } of [...tables, table]) {
      expect(new Set(rows.map(({ request }) => request)).size).toBe(rows.length);
      for (const row of rows) {
        expect(row.losesKing + row.capturesKing).toBeLessThanOrEqual(1);
        expect(row.worst).toBeLessThanOrEqual(row.best);
      }
    }
    expect(table.rows.find(({ request }) => request === null)).toMatchObject({ asAsked: 1, captures: 0 });
    // The same table again.
    expect(await replay.moves(step, 'black', { nodes: 150_000 })).toEqual(table);
    await expect(replay.moves(step, 'white')).rejects.toThrow('no move is to be chosen');
    await expect(replay.moves(step, 'black', { evaluator: 'stockfish' })).rejects.toThrow('Stockfish is not loaded');
    const controller = new AbortController();
    const endless = replay.moves(step, 'black', {
      nodes: 1e12,
      signal: controller.signal,
      onTable: () => controller.abort(),
    });
    await expect(endless).rejects.toMatchObject({ name: 'AbortError' });
    const began = performance.now();
    expect((await replay.moves(step, 'black', { nodes: 1e12, ms: 200 })).done).toBe(true);
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  test('a person is told how good the own moves are, and nothing of an agent’s', async () => {
    const game = await outpost.newGame(setup({ black: { ...hsuc, budgetMs: 20 } }));
    const table = await game.moves('white', { nodes: 20_000 });
    expect(table.rows).toHaveLength(35);
    expect(table.size).toBe(1);
    await expect(game.moves('black')).rejects.toThrow('agent');
    await game.sense('white', null);
    await game.move('white', 'e2e4');
    await expect(game.moves('white')).rejects.toThrow();
    game.dispose();
  });

  test('weights say which boards count', async () => {
    const belief = await outpost.track('black');
    await belief.tell({ type: 'opponent', capture: null });
    const { size } = await belief.view();
    const table = await belief.moves({ nodes: 20_000, weights: new Float32Array(size).fill(2) });
    expect(table.size).toBe(size);
    await expect(belief.moves({ weights: [1, 2] })).rejects.toThrow(`2 weights for ${size} boards`);
    await expect(belief.moves({ weights: [Number.NaN] })).rejects.toThrow(TypeError);
  });

  test('an analysis can be stopped, and a long one answers other calls', async () => {
    // Both sides sense at random: hundreds of thousands of boards are possible.
    const file = await outpost.openRecords(fixture('game.json'));
    const replay = await file.replay(0);
    const controller = new AbortController();
    let found = 0;
    const analysis = replay.analyse({
      signal: controller.signal,
      onSizes: (sizes) => {
        found = Math.max(found, ...sizes.map((s) => s.black.size));
        if (found > 10_000) controller.abort();
      },
    });
    await expect(analysis).rejects.toMatchObject({ name: 'AbortError' });
    expect((await replay.belief(6, 'white')).size).toBeGreaterThan(1);
  });

  test('goes into a link and out again, notes included', async () => {
    const record = JSON.parse(new TextDecoder().decode(fixture('game.json')));
    const place = { ply: 2, phase: 'sensed' as const };
    const annotations: LinkAnnotations = {
      view: { place, perspective: 'black' },
      notes: [{ place, text: '<b>Zoë</b>', shapes: [{ orig: 'e2', dest: 'e4', brush: 'red' }] }],
    };
    const link = await outpost.encodeLink(JSON.stringify({ ...record, outpost: annotations }));
    expect(link).toMatch(/^1[0-9A-Za-z]+$/);
    const { json, more } = await outpost.decodeLink(`https://example.org/#${link}.`);
    expect(more).toBe(false);
    const read = JSON.parse(json);
    expect(read.outpost).toEqual(annotations);
    expect(read.requested_moves).toEqual(record.requested_moves);
    expect(read.sense_results).toEqual(record.sense_results);
    await expect(outpost.decodeLink(link.slice(0, -5))).rejects.toThrow('the link was cut off');
    await expect(outpost.encodeLink('{"type": "Boards", "fens": ["8/8"]}')).rejects.toThrow('not a position');
    await expect(outpost.decodeLink(5 as never)).rejects.toThrow('text: pass a text, not 5');
  });

  test('tells what a text is', async () => {
    const link = '1NQI3BtIUAawEWgrKNQyyWdIZ';
    const fen = '4k3/8/8/3n4/8/8/4P3/4K3 b - - 3 40';
    expect(await outpost.readText(`> <https://example.org/#${link.slice(0, 9)}\n> ${link.slice(9)}?x=1>`)).toEqual({
      kind: 'link',
      link,
    });
    expect(await outpost.readText(`${fen};\n4k3/8/8/8/8/8/8/4K3 w - - id "two";`)).toEqual({
      kind: 'boards',
      boards: [
        { fen, name: null },
        { fen: '4k3/8/8/8/8/8/8/4K3 w - - 0 1', name: 'two' },
      ],
    });
    expect(await outpost.readText(' [{"type": "GameHistory"}]\n')).toEqual({
      kind: 'records',
      json: '[{"type": "GameHistory"}]',
    });
    expect(await outpost.readText(' \n')).toEqual({ kind: 'empty' });
    expect(await outpost.readText(`${fen}\nhello`)).toEqual({
      kind: 'unknown',
      reason: 'badLine',
      line: 2,
      text: 'hello',
    });
    expect(await outpost.readText('<outpost-replay src="a.json">')).toEqual({
      kind: 'unknown',
      reason: 'file',
      line: null,
      text: 'a.json',
    });
    await expect(outpost.readText(5 as never)).rejects.toThrow('text: pass a text, not 5');
  });

  test('a file of many games, gzipped, with a broken line', async () => {
    const zipped = fixture('games.jsonl.gz');
    const whole = await outpost.openRecords(zipped);
    expect(whole.games.length).toBeGreaterThan(1);
    expect(whole.problems).toEqual([]);
    const lines = gunzipSync(zipped).toString().trim().split('\n').slice(0, 3);
    lines[1] = '{"type": "GameHistory", "senses": 3}';
    const file = await outpost.openRecords(new Uint8Array(gzipSync(lines.join('\n'))));
    expect(file.games.map((g) => g.index)).toEqual([0, 1]);
    expect(file.problems).toEqual([expect.stringContaining('line 2: $.senses')]);
    await expect(file.replay(2)).rejects.toThrow('there is no game 2 of 2');
    expect([await file.text(0), await file.text(1)]).toEqual([lines[0], lines[2]]);
    await expect(file.text(2)).rejects.toThrow('there is no game 2 of 2');
  });

  test('what is no record says where and why', async () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    await expect(outpost.openRecords(bytes(''))).rejects.toThrow('the file holds no game');
    await expect(outpost.openRecords(bytes('{"type": "GameHistory", "senses": {"true": [99]}}'))).rejects.toThrow(
      /\$\.senses\.true\[0\]: expected a square/,
    );
    await expect(outpost.openRecords(fixture('games.jsonl.gz').slice(0, 500))).rejects.toThrow('broken gzip data');
  });
});

describe.each(['single', 'threads'] as const)('large files, in the build %s', (build) => {
  // Reading spreads nothing over threads, so that this build needs no pool of them here. Its memory is 1 GiB at most.
  let engine: Outpost;

  beforeAll(async () => {
    // The threads' script looks for the worker that it may be in.
    vi.stubGlobal('self', globalThis);
    vi.stubGlobal('addEventListener', () => {});
    const launch = inThreadLauncher(async () => {
      const folder = new URL(`../wasm-${build}/`, import.meta.url);
      const bindings = await import(/* @vite-ignore */ new URL('engine.js?large', folder).href);
      await bindings.default({ module_or_path: readFileSync(fileURLToPath(new URL('engine_bg.wasm', folder))) });
      return { bindings, threads: 1 };
    });
    engine = await Outpost.startIn({ launch, simd: true, noThreads: 'this is a test', cores: 1 });
  });
  afterAll(() => {
    engine.terminate();
    vi.unstubAllGlobals();
  });

  /** `text` over and over, packed: one member of gzip after the other. */
  function packed(text: string, times: number): Uint8Array {
    const member = gzipSync(text);
    return new Uint8Array(Buffer.concat(Array.from({ length: times }, () => member)));
  }

  test('a bomb is refused as what it is', async () => {
    const bomb = packed(' '.repeat(20e6), 30);
    await expect(engine.openRecords(bomb)).rejects.toThrow('unpacks to more than 268435456 bytes');
  }, 60_000);

  test('so is a larger file that is not packed', async () => {
    await expect(engine.openRecords(new Uint8Array(2 ** 28 + 1))).rejects.toThrow(
      'the file has 268435457 bytes: at most 268435456 can be read, so split it',
    );
  });

  test('50 MB of games can be read', async () => {
    const game = JSON.stringify(JSON.parse(new TextDecoder().decode(fixture('game.json'))));
    const times = Math.ceil(50e6 / game.length);
    const file = await engine.openRecords(packed(`${game}\n`, times));
    expect(file.games).toHaveLength(times);
    expect(file.problems).toEqual([]);
    file.dispose();
  }, 60_000);
});

describe('beliefs', () => {
  test('agree with those of a game', async () => {
    const game = await outpost.newGame(setup());
    await playOn(game, 'white', 12);
    const { observations, requests } = await game.view('white');
    const belief = await outpost.track('white');
    for (const observation of observations) await belief.tell(observation);
    expect(await belief.view()).toEqual(await game.belief('white'));
    const known = await belief.known();
    expect(known.observations).toEqual(observations);
    expect(known.requests).toEqual(requests);
    game.dispose();
    belief.dispose();
  });

  test('of the first move', async () => {
    const belief = await outpost.track('black');
    await belief.tell({ type: 'opponent', capture: null });
    const view = await belief.view();
    expect(view).toMatchObject({ color: 'black', size: 21, estimate: 21, completeness: 'exact', lastDecay: null });
    // The king stands at home on all of them, the e pawn on 19 of 21.
    expect(view.marginals[5 * 64 + 4]).toBe(1);
    expect(view.marginals[12]).toBeCloseTo(19 / 21);
    expect(view.senseWorst).toHaveLength(64);
    expect(view.senseWorst?.[view.bestSense ?? -1]).toBe(Math.min(...(view.senseWorst ?? [])));
    const boards = await belief.boards(1000);
    expect(new Set(boards).size).toBe(21);
    await belief.tell({ type: 'sense', square: null, result: [] });
    await belief.tell({ type: 'move', requested: 'e7e6', taken: 'e7e6', capture: null });
    // The next expansion makes 280 different boards out of more moves than that, a pass on each board among them.
    const moves = await belief.opponentMoves();
    await belief.tell({ type: 'opponent', capture: null });
    const { size } = await belief.view();
    expect(size).toBe(280);
    expect(moves).toBeGreaterThan(size);
    expect(moves).toBeLessThan(21 * 40);
    expect(boards).toContain('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1');
  });

  test('refuse what cannot be, and stay as they were', async () => {
    const belief = await outpost.track('white');
    const wrong: [Observation, string][] = [
      [{ type: 'sense', square: null, result: [] }, 'out of order'],
      [{ type: 'opponent', capture: 12 }, "before the opponent's first move"],
      [{ type: 'opponent', capture: 99 }, 'capture: pass a number from 0 to 63'],
      [{ type: 'chat' } as unknown as Observation, 'chat'],
    ];
    for (const [observation, reason] of wrong) await expect(belief.tell(observation)).rejects.toThrow(reason);
    await belief.tell({ type: 'opponent', capture: null });
    expect((await belief.known()).observations).toHaveLength(1);
  });
});

describe('crashes', () => {
  /** Lets `game.view` call into the engine with a pointer to nowhere: a real trap, in an instance that is then lost. */
  function fragile(controls: { traps: number }): (bindings: Bindings) => Bindings {
    return (bindings) => {
      const wrap = (game: ReturnType<Bindings['newGame']>) => {
        const view = game.view.bind(game);
        game.view = (...args) => {
          if (controls.traps-- > 0) (game as unknown as { __wbg_ptr: number }).__wbg_ptr = 0x7fff_fff0;
          return view(...args);
        };
        return game;
      };
      return {
        ...bindings,
        newGame: (...args) => wrap(bindings.newGame(...args)),
        resumeGame: (...args) => wrap(bindings.resumeGame(...args)),
      };
    };
  }

  test('a trap costs a call, not the game', async () => {
    const controls = { traps: 0 };
    const crashing = await Outpost.startIn({
      launch: nodeLauncher(fragile(controls)),
      simd: true,
      noThreads: 'this is a test',
      cores: 1,
    });
    const game = await crashing.newGame(setup());
    await playOn(game, 'white', 8);
    const before = await game.view('white');
    const file = await crashing.openRecords(fixture('game.json'));
    const replay = await file.replay(0);
    const restarted = new Promise<string>((resolve) => crashing.onRestart(resolve));
    controls.traps = 1;
    await expect(game.view('white')).rejects.toThrow(
      'The engine crashed during this call (memory access out of bounds)',
    );
    expect(await restarted).toBe('memory access out of bounds');
    expect(await game.view('white')).toEqual(before);
    expect((await replay.belief(3, 'white')).size).toBeGreaterThan(0);
    await playOn(game, 'white', 2);
    crashing.terminate();
  });
});
