/** The engine itself, through the package, in Node. Needs both builds (node scripts/build-wasm.mjs). */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Bindings } from '../src/bindings.ts';
import { inThreadLauncher } from '../src/in-thread.ts';
import {
  type AgentName,
  type Color,
  EngineError,
  type Game,
  type GameSetup,
  type LinkAnnotations,
  type MoveTable,
  type Observation,
  Outpost,
  type ReplayStep,
  type StepSizes,
} from '../src/index.ts';
import { nodeLauncher } from '../src/node-launcher.ts';

const fixture = (name: string) =>
  new Uint8Array(readFileSync(fileURLToPath(new URL(`../../tests/conformance/fixtures/${name}`, import.meta.url))));

/** A fixture that other tests have in common with this one. */
const shared = (name: string) =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../../tests/fixtures/${name}`, import.meta.url)), 'utf8'));

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

/** A person that moves at random, reproducibly, until the game is over or `turns` are played. */
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
      why: { code: 'node', threadsAsked: false, detail: null, workers: 1 },
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
    await expect(game.sense('white', 0)).rejects.toMatchObject({
      message: expect.stringContaining('already sensed'),
      details: { code: 'out-of-order', data: { phase: 'move' } },
    });
    await expect(game.move('white', 'e2e5')).rejects.toThrow('e2e5 is not a move that may be requested');
    await expect(game.move('white', 'nonsense')).rejects.toThrow('not a move: "nonsense"');
    const move = await game.move('white', 'e2e4');
    expect(move).toEqual({ requested: 'e2e4', taken: 'e2e4', capture: null });
    await expect(game.move('white', 'd2d4')).rejects.toThrow("it is not White's turn");
    for (const secret of [game.view('black'), game.belief('black'), game.sense('black', null), game.resign('black')]) {
      await expect(secret).rejects.toThrow('Black is played by an agent');
    }
    await expect(game.recordJson()).rejects.toMatchObject({
      message: 'the game is not over',
      code: 'game-not-over',
      data: null,
    });
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
    await expect.poll(() => short.checkClock()).toEqual({ winner: 'black', reason: 'TIMEOUT' });
  });

  test('is lost when its clock reaches zero, whatever is asked next', async () => {
    const lost = { winner: 'black', reason: 'TIMEOUT' };
    /** A game whose first snapshot is from before its clock ran out. */
    const opened = async (): Promise<Game> => {
      const began = performance.now();
      const game = await outpost.newGame(setup({ clock: { seconds: 0.05, increment: 60 }, black: person('Bo') }));
      if (performance.now() - began < 40) return game;
      game.dispose();
      return opened();
    };
    const late = "the game is over: White's time ran out";
    const first: ((game: Game) => Promise<void>)[] = [
      async (game) => expect((await game.view('white')).outcome).toEqual(lost),
      async (game) => expect(await game.outcome()).toEqual(lost),
      async (game) => expect(game.sense('white', null)).rejects.toThrow(late),
      async (game) => expect(game.move('white', null)).rejects.toThrow(late),
      async (game) => expect(JSON.parse(await game.recordJson()).win_reason.value).toBe('TIMEOUT'),
      async (game) => expect((await game.replay()).summary.reason).toBe('TIMEOUT'),
      async (game) => game.resign('black'),
    ];
    for (const look of first) {
      const game = await opened();
      const snapshot = game.sealed();
      await new Promise((resolve) => setTimeout(resolve, 60));
      await look(game);
      expect(await game.outcome()).toEqual(lost);
      // And is kept so.
      const again = await outpost.resumeGame(game.sealed());
      expect(await again.outcome()).toEqual(lost);
      expect(game.sealed()).not.toEqual(snapshot);
      for (const disposable of [game, again]) disposable.dispose();
    }
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
  // biome-ignore lint/suspicious/noExplicitAny: as an untyped program passes it.
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
    // As in the file, with any other keys.
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

describe('a wrong type', () => {
  // biome-ignore lint/suspicious/noExplicitAny: as an untyped program passes it.
  type Anything = any;
  const cyclic: Anything = {};
  cyclic.self = cyclic;
  const wrong: Anything[] = [
    5,
    Number.NaN,
    1.5,
    -1,
    2 ** 53,
    5n,
    '',
    'e9',
    true,
    Symbol('s'),
    () => {},
    null,
    {},
    [],
    [[]],
    new Map(),
    cyclic,
    new Proxy({}, {}),
    new Uint8Array(3),
    new Float64Array(2),
    { type: 'opponent', capture: () => {} },
    { sense: () => {} },
  ];

  test('of any argument of any call is a TypeError that names it, and costs nothing else', async () => {
    const engine = await Outpost.start();
    const restarts: string[] = [];
    engine.onRestart((why) => restarts.push(why));
    engine.onGivenUp((error) => restarts.push(error.message));
    const game = await engine.newGame(setup());
    const over = await engine.newGame(setup({ black: person('Bo') }));
    await over.resign('white');
    const file = await engine.openRecords(fixture('game.json'));
    const replay = await over.replay();
    const belief = await engine.track('white');
    const boards = await engine.openBoards(['4k3/8/8/8/8/8/4P3/4K3 w - - 0 1']);
    // Valid arguments, each in turn replaced by wrong ones. `takes` lists values that are valid there after all.
    const texts = (value: Anything) => typeof value === 'string';
    const wholes = (value: Anything) => Number.isInteger(value) && value >= 0;
    const fits: Record<string, (value: Anything) => boolean> = {
      color: () => false,
      square: (value) => value === null || value === 5,
      uci: (value) => value === null || texts(value),
      text: texts,
      startFen: texts,
      cap: () => false,
      index: wholes,
      agent: texts,
      fens: () => false,
      bytes: (value) => value instanceof Uint8Array,
      action: () => false,
      observation: () => false,
      setup: () => false,
      options: (value) => typeof value === 'object' && !Array.isArray(value),
      listener: (value) => typeof value === 'function',
      // Numbers in whatever holds them; of none there is no puzzle.
      plies: (value) => ArrayBuffer.isView(value) || (Array.isArray(value) && value.length === 0),
    };
    const calls: [string, (...args: Anything[]) => Anything, [kind: string, right: Anything][]][] = [
      ['newGame', (...a) => engine.newGame(...(a as [Anything])), [['setup', setup()]]],
      ['resumeGame', (...a) => engine.resumeGame(...(a as [Anything])), [['bytes', game.sealed()]]],
      [
        'openRecords',
        (...a) => engine.openRecords(...(a as [Anything])),
        [
          ['bytes', fixture('game.json')],
          ['options', {}],
        ],
      ],
      ['encodeLink', (...a) => engine.encodeLink(...(a as [Anything])), [['text', '{}']]],
      ['decodeLink', (...a) => engine.decodeLink(...(a as [Anything])), [['text', '1abc']]],
      [
        'track',
        (...a) => engine.track(...(a as [Anything])),
        [
          ['color', 'white'],
          ['startFen', '4k3/8/8/8/8/8/8/4K3 w - - 0 1'],
          ['cap', 100],
        ],
      ],
      [
        'openBoards',
        (...a) => engine.openBoards(...(a as [Anything])),
        [
          ['fens', ['4k3/8/8/8/8/8/8/4K3 w - - 0 1']],
          ['options', {}],
        ],
      ],
      ['onRestart', (...a) => engine.onRestart(...(a as [Anything])), [['listener', () => {}]]],
      ['onGivenUp', (...a) => engine.onGivenUp(...(a as [Anything])), [['listener', () => {}]]],
      ['siamese.onChange', (...a) => engine.siamese.onChange(...(a as [Anything])), [['listener', () => {}]]],
      ['game.view', (...a) => game.view(...(a as [Anything])), [['color', 'white']]],
      [
        'game.sense',
        (...a) => game.sense(...(a as [Anything, Anything])),
        [
          ['color', 'black'],
          ['square', null],
        ],
      ],
      [
        'game.move',
        (...a) => game.move(...(a as [Anything, Anything])),
        [
          ['color', 'black'],
          ['uci', null],
        ],
      ],
      // Nothing is changed by it: nobody has sensed.
      [
        'game.takeBack',
        (...a) =>
          game.takeBack(...(a as [Anything])).catch((error: unknown) => {
            if (error instanceof TypeError) throw error;
          }),
        [['color', 'white']],
      ],
      ['game.resign', (...a) => game.resign(...(a as [Anything])), [['color', 'black']]],
      [
        'game.belief',
        (...a) => game.belief(...(a as [Anything])),
        [
          ['color', 'white'],
          ['options', {}],
        ],
      ],
      [
        'game.moves',
        (...a) => game.moves(...(a as [Anything])),
        [
          ['color', 'white'],
          ['options', { nodes: 10 }],
        ],
      ],
      ['game.agentTurn', (...a) => game.agentTurn(...a), [['options', {}]]],
      ['records.text', (...a) => file.text(...(a as [Anything])), [['index', 0]]],
      ['records.replay', (...a) => file.replay(...(a as [Anything])), [['index', 0]]],
      ['replay.analyse', (...a) => replay.analyse(...(a as [Anything])), [['options', { onSizes: () => {} }]]],
      [
        'replay.senseSizes',
        (...a) => replay.senseSizes(...(a as [Anything, Anything])),
        [
          ['color', 'white'],
          ['options', { cap: 64 }],
        ],
      ],
      [
        'replay.belief',
        (...a) => replay.belief(...(a as [Anything, Anything])),
        [
          ['index', 0],
          ['color', 'white'],
          ['options', {}],
        ],
      ],
      [
        'replay.moves',
        (...a) => replay.moves(...(a as [Anything, Anything])),
        [
          ['index', 0],
          ['color', 'white'],
          ['options', { nodes: 10 }],
        ],
      ],
      [
        'replay.branch',
        (...a) => replay.branch(...(a as [Anything, Anything])),
        [
          ['index', 0],
          ['action', { sense: null }],
        ],
      ],
      [
        'replay.consult',
        (...a) => replay.consult(...(a as [Anything, Anything])),
        [
          ['index', 0],
          ['agent', 'random'],
          ['options', { ms: 5 }],
        ],
      ],
      ['replay.report', (...a) => replay.report(...(a as [Anything])), [['options', { onTurns: () => {}, nodes: 5 }]]],
      [
        'replay.puzzles',
        (...a) => replay.puzzles(...(a as [Anything, Anything])),
        [
          ['color', 'white'],
          ['plies', [8]],
        ],
      ],
      ['boards.belief', (...a) => boards.belief(...a), [['options', {}]]],
      ['boards.moves', (...a) => boards.moves(...a), [['options', { nodes: 10 }]]],
      ['boards.outcomes', (...a) => boards.outcomes(...(a as [Anything])), [['action', { sense: 4 }]]],
      [
        'boards.take',
        (...a) => boards.take(...(a as [Anything, Anything])),
        [
          ['action', { sense: 4 }],
          ['index', 0],
        ],
      ],
      [
        'belief.tell',
        (...a) => belief.tell(...(a as [Anything])),
        [
          ['observation', null],
          ['options', {}],
        ],
      ],
      ['belief.view', (...a) => belief.view(...a), [['options', {}]]],
      ['belief.weights', (...a) => belief.weights(...a), [['options', {}]]],
      ['belief.moves', (...a) => belief.moves(...a), [['options', { nodes: 10 }]]],
      ['belief.opponentMoves', (...a) => belief.opponentMoves(...a), [['options', {}]]],
      ['belief.boards', (...a) => belief.boards(...a), [['index', 5]]],
    ];
    let refused = 0;
    for (const [name, call, given] of calls) {
      for (const [i, [kind]] of given.entries()) {
        for (const value of wrong) {
          if (fits[kind]?.(value)) continue;
          const args = given.map(([, right], j) => (i === j ? value : right));
          const answer = await Promise.resolve()
            .then(() => call(...args))
            .then(
              () => 'no error',
              (error: unknown) => error,
            );
          const what = `${name}(${given.map(([k], j) => (i === j ? `${k}: ${typeof value}` : k)).join(', ')})`;
          expect(answer, what).toBeInstanceOf(TypeError);
          expect((answer as Error).message, what).toMatch(/^[a-zA-Z0-9.[\]]+: pass /);
          refused += 1;
        }
      }
    }
    expect(refused).toBeGreaterThan(800);
    // The engine was not restarted, and everything is still in it.
    expect(restarts).toEqual([]);
    expect((await game.view('white')).phase).toBe('sense');
    expect((await belief.known()).observations).toEqual([]);
    expect((await replay.belief(0, 'white')).size).toBe(1);
    engine.terminate();
  });

  test('within options is refused, and keys that nobody knows may hold anything', async () => {
    const belief = await outpost.track('white');
    const game = await outpost.newGame(setup());
    const options: [Anything, string][] = [
      [{ signal: 5 }, 'signal: pass an AbortSignal, not 5'],
      [{ signal: { aborted: false } }, 'signal: pass an AbortSignal, not an object'],
      [{ onProgress: 'x' }, 'onProgress: pass a function, not "x"'],
      [{ weights: 'even' }, "weights: pass 'uniform' or 'weighted', not \"even\""],
      [5, 'options: pass an object, not 5'],
      [null, 'options: pass an object, not null'],
    ];
    for (const [given, reason] of options) await expect(belief.view(given)).rejects.toThrow(new TypeError(reason));
    expect((await belief.view({ other: () => {}, weights: 'uniform' } as Anything)).size).toBe(1);
    await expect(belief.weights({ opponent: 5 } as Anything)).rejects.toThrow(
      new TypeError('opponent: pass the name of a player, or leave it out, not 5'),
    );
    for (const temperature of [0, -1, 1e-300, 1e300, Number.NaN, '1'] as Anything[]) {
      await expect(belief.weights({ temperature })).rejects.toThrow('temperature: pass a positive number, not ');
    }
    for (const ms of [-1, Number.NaN, Infinity, 1e10, '5'] as Anything[]) {
      await expect(game.moves('white', { ms })).rejects.toThrow('ms: pass a number of milliseconds from 0 to ');
    }
    for (const weights of [5, 'x', [-1], ['1'], [1e300], { length: 2 ** 40 }, new Array(3)] as Anything[]) {
      await expect(belief.moves({ weights, nodes: 10 })).rejects.toThrow(/^weights: pass /);
    }
    await expect(Outpost.start({ build: 'fast' } as Anything)).rejects.toThrow('build: pass ');
    await expect(Outpost.start({ threads: 1.5 })).rejects.toThrow('threads: pass a whole number');
    await expect(outpost.stockfish.load(5 as Anything)).rejects.toThrow('options: pass an object');
    await expect(outpost.siamese.load({ model: { url: 5 } } as Anything)).rejects.toThrow('model.url: pass an address');
    belief.dispose();
    game.dispose();
  });

  test('or a changed argument after the call does not reach the engine', async () => {
    const belief = await outpost.track('white');
    const told: Anything = { type: 'opponent', capture: null, note: () => {} };
    const answer = belief.tell(told);
    told.type = 'chat';
    await answer;
    expect((await belief.known()).observations).toEqual([{ type: 'opponent', capture: null }]);
    belief.dispose();
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

  test('play the games that `outpost match` plays with the same seeds', async () => {
    for (const { white, black, model, seed, nodes, turnLimit, record: expected } of shared('seeded-games.json')) {
      // `siamese.test.ts` plays those with a network.
      if (model) continue;
      const agent = (name: AgentName) => ({ kind: 'agent', agent: name, budgetMs: 0 }) as const;
      const played = await record({ white: agent(white), black: agent(black), seed, turnLimit }, nodes);
      expect(JSON.parse(played)).toEqual(expected);
    }
  });

  test('are played by levels of difficulty, which need no time or nodes, and go on after a reload', async () => {
    const levels = await outpost.levels();
    expect(levels.map(({ level }) => level)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(levels.map(({ name }) => name)).toEqual(levels.map(({ level }) => `level-${level}`));
    expect(levels.filter(({ needsNetwork }) => needsNetwork).map(({ level }) => level)).toEqual([8]);
    const ratings = levels.map(({ rating }) => rating);
    expect(ratings).toEqual(ratings.toSorted((a, b) => a - b));
    for (const { name } of levels.slice(0, 7)) {
      const black = { kind: 'agent', agent: name, budgetMs: 0 } as const;
      const games = [await outpost.newGame(setup({ black })), await outpost.newGame(setup({ black }))];
      for (const request of ['e2e4', 'g1f3', 'f1e2']) {
        for (const game of games) {
          await game.sense('white', null);
          await game.move('white', request);
          await game.agentTurn(game === games[0] ? {} : { nodes: 1 });
        }
        const [game, other] = games as [Game, Game];
        expect((await game.view('white')).observations, name).toEqual((await other.view('white')).observations);
        games[1] = await outpost.resumeGame(game.sealed());
        other.dispose();
      }
      for (const game of games) game.dispose();
    }
  });

  test('go on from a snapshot of an older version as they would have then', async () => {
    const { nodes, sealed, record: expected } = shared('sealed-version-1.json');
    const game = await outpost.resumeGame(new Uint8Array(Buffer.from(sealed, 'base64')));
    while (!(await game.outcome())) await game.agentTurn({ nodes });
    expect(JSON.parse(await game.recordJson())).toEqual(expected);
    game.dispose();
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
    // 30 to 70 ms on a quiet machine; test machines are busy.
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
  /** A record of two players who make the best sense, so that few boards are possible. */
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
    // A listener that throws ends only its own call.
    const thrown = replay.analyse({
      onSizes: () => {
        throw new Error('of the program');
      },
    });
    await expect(thrown).rejects.toThrow('of the program');
    await replay.analyse({ onSizes: (s) => sizes.push(...s), onProgress: ({ done }) => (last = done) });
    expect(sizes.map((s) => s.index)).toEqual(replay.steps.map((s) => s.index));
    expect(sizes[0]).toMatchObject({ white: { size: 1, estimate: 1, completeness: 'exact' } });
    expect(last).toBeGreaterThanOrEqual(0);
    // The views agree, whatever their order.
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

  test('sizes at senses are those of the views up to the cap, and say where a set was given up', async () => {
    const file = await outpost.openRecords(fixture('game.json'));
    const replay = await file.replay(0);
    file.dispose();
    for (const color of ['white', 'black'] as const) {
      const reached: number[] = [];
      const onProgress = ({ done }: { done: number }) => reached.push(done);
      const { cap, senses, breaksOff } = await replay.senseSizes(color, { cap: 1_000, onProgress });
      expect([cap, breaksOff]).toEqual([1_000, false]);
      const sensed = replay.steps.filter((step) => step.color === color && step.phase === 'sensed');
      expect(senses.map(({ turn }) => turn)).toEqual(sensed.map((_, i) => i + 1));
      const beyond = senses.findIndex(({ before }) => !before.exact);
      expect(beyond).toBeGreaterThan(1);
      for (const [i, { before, after }] of senses.slice(0, beyond).entries()) {
        const { index } = sensed[i] as ReplayStep;
        expect((await replay.belief(index - 1, color)).size).toBe(before.boards);
        expect((await replay.belief(index, color)).size).toBe(after.boards);
      }
      const last = senses.at(-1);
      expect(last).toMatchObject({ followed: false, before: last?.after, after: { exact: false } });
      expect(last?.after.boards).toBeGreaterThan(16_000);
    }
    const stopped = new AbortController();
    stopped.abort();
    await expect(replay.senseSizes('white', { signal: stopped.signal })).rejects.toThrow('abort');
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
    // Each row says what the king's safety makes of it; what is left out comes last.
    const left = table.rows.map(({ safety }) => safety === 'lessSafe');
    expect(left).toEqual(left.toSorted((a, b) => Number(a) - Number(b)));
    for (const { losesKing, capturesKing, safety } of table.rows) {
      if (safety === 'safe' || safety === 'onlySafe') expect(losesKing).toBeLessThanOrEqual(table.safeEnough);
      if (safety === 'lessSafe') expect(losesKing).toBeGreaterThan(Math.max(table.safeEnough, capturesKing));
    }
    expect(table.goesDeeper).toBe(true);
    // Repeating gives the same table.
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
    const tried = [
      { place: { ply: 2, phase: 'start' as const }, action: { sense: 49 } },
      { place, action: { request: null }, assumed: true },
    ];
    const annotations: LinkAnnotations = {
      view: { place, perspective: 'black', whatIf: { place: { ply: 3, phase: 'start' }, tried } },
      notes: [{ place, text: '<b>Zoë</b>', shapes: [{ orig: 'e2', dest: 'e4', brush: 'red' }] }],
    };
    const link = await outpost.encodeLink(JSON.stringify({ ...record, outpost: annotations }));
    expect(link).toMatch(/^1[0-9A-Za-z]+$/);
    const { json, more } = await outpost.decodeLink(`https://example.org/#${link}.`);
    expect(more).toBe(false);
    const read = JSON.parse(json);
    expect(read.outpost).toEqual(annotations);
    const opened = await outpost.openLink(link);
    if (opened.kind !== 'game') throw new Error('it is a game');
    expect((await opened.replay.details()).extras.view).toMatchObject({ ...annotations.view });
    opened.replay.dispose();
    expect(read.requested_moves).toEqual(record.requested_moves);
    expect(read.sense_results).toEqual(record.sense_results);
    const cut = await outpost.decodeLink(link.slice(0, -5)).catch((error: unknown) => error);
    if (!(cut instanceof EngineError) || cut.details.code !== 'link-cut') throw cut;
    expect(cut.message).toContain('the link was cut off');
    const { expected, found, stop } = cut.details.data;
    expect([(expected ?? 0) - found, stop]).toEqual([5, null]);
    expect(cut).toMatchObject({ name: 'EngineError', code: 'link-cut', data: { expected, found, stop } });
    await expect(outpost.encodeLink('{"type": "Boards", "fens": ["8/8"]}')).rejects.toMatchObject({
      message: expect.stringContaining('not a position'),
      details: {
        code: 'record',
        data: { line: null, path: '$', reason: { code: 'not-a-position', data: { text: '8/8' } } },
      },
    });
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
    expect(file.problems).toEqual([
      {
        code: 'record',
        data: expect.objectContaining({ line: 2, path: expect.stringMatching(/^\$\.senses/) }),
        message: expect.stringContaining('line 2: $.senses'),
      },
    ]);
    await expect(file.replay(2)).rejects.toThrow('there is no game 2 of 2');
    expect([await file.text(0), await file.text(1)]).toEqual([lines[0], lines[2]]);
    await expect(file.text(2)).rejects.toThrow('there is no game 2 of 2');
  });

  test('what is no record says where and why', async () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    await expect(outpost.openRecords(bytes(''))).rejects.toMatchObject({
      message: 'the file holds no game: it is empty',
      details: { code: 'no-game', data: { first: null } },
    });
    await expect(outpost.openRecords(bytes('{"type": "GameHistory", "senses": {"true": [99]}}'))).rejects.toThrow(
      /\$\.senses\.true\[0\]: expected a square/,
    );
    await expect(outpost.openRecords(fixture('games.jsonl.gz').slice(0, 500))).rejects.toThrow('broken gzip data');
  });
});

describe.each(['single', 'threads'] as const)('large files, in the build %s', (build) => {
  // Reading uses no threads, so this build needs no pool here. Its memory is at most 1 GiB.
  let engine: Outpost;

  beforeAll(async () => {
    // The threads' script checks whether it runs in a worker.
    vi.stubGlobal('self', globalThis);
    vi.stubGlobal('addEventListener', () => {});
    const launch = inThreadLauncher(async () => {
      const folder = new URL(`../wasm-${build}/`, import.meta.url);
      const bindings = await import(/* @vite-ignore */ new URL('engine.js?large', folder).href);
      await bindings.default({ module_or_path: readFileSync(fileURLToPath(new URL('engine_bg.wasm', folder))) });
      return { bindings, threads: 1 };
    });
    engine = await Outpost.startIn({ launch, simd: true, noThreads: 'node', cores: 1 });
  });
  afterAll(() => {
    engine.terminate();
    vi.unstubAllGlobals();
  });

  /** `text` repeated and packed, as a sequence of gzip members. */
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
    await playOn(game, 'white', 8);
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
    // The king is at home on all boards, the e pawn on 19 of 21.
    expect(view.marginals[5 * 64 + 4]).toBe(1);
    expect(view.marginals[12]).toBeCloseTo(19 / 21);
    expect(view.senseWorst).toHaveLength(64);
    expect(view.senseWorst?.[view.bestSense ?? -1]).toBe(Math.min(...(view.senseWorst ?? [])));
    const boards = await belief.boards(1000);
    expect(new Set(boards).size).toBe(21);
    await belief.tell({ type: 'sense', square: null, result: [] });
    await belief.tell({ type: 'move', requested: 'e7e6', taken: 'e7e6', capture: null });
    // The next expansion makes 280 distinct boards from more moves, including a pass on each board.
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
      [{ type: 'chat' } as unknown as Observation, "type: pass 'opponent', 'sense' or 'move', not \"chat\""],
    ];
    for (const [observation, reason] of wrong) await expect(belief.tell(observation)).rejects.toThrow(reason);
    await belief.tell({ type: 'opponent', capture: null });
    expect((await belief.known()).observations).toHaveLength(1);
  });
});

describe('crashes', () => {
  /** Makes `game.view` call the engine with an invalid pointer: a real trap, which loses the instance. */
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
      noThreads: 'node',
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

describe('a resignation', () => {
  const cases: [plies: number, sensed: boolean, who: Color, senses: [number, number]][] = [
    [0, false, 'white', [0, 0]],
    [0, false, 'black', [0, 0]],
    [0, true, 'white', [1, 0]],
    [1, false, 'black', [1, 0]],
    [2, false, 'white', [1, 1]],
    [2, false, 'black', [1, 1]],
    [2, true, 'white', [2, 1]],
    [3, false, 'black', [2, 1]],
  ];
  // As in reconchess, whose GameHistory has only senses and moves.
  test.each(cases)(
    'after %i half-turns (sensed: %s) by %s is the same in the game, its record and its link',
    async (plies, sensed, who, senses) => {
      const game = await outpost.newGame(setup({ black: person('Bob') }));
      const side = (ply: number): Color => (ply % 2 === 0 ? 'white' : 'black');
      for (const [ply, uci] of ['e2e4', 'e7e5', 'g1f3'].slice(0, plies).entries()) {
        await game.sense(side(ply), 35);
        await game.move(side(ply), uci);
      }
      if (sensed) await game.sense(side(plies), 35);
      await game.resign(who);
      const json = await game.recordJson();
      const record = JSON.parse(json);
      expect([record.senses.true.length, record.senses.false.length]).toEqual(senses);
      expect([record.winner_color, record.win_reason.value]).toEqual([who === 'black', 'RESIGN']);
      const open = async (text: string) => (await outpost.openRecords(new TextEncoder().encode(text))).replay(0);
      const replay = await game.replay();
      const linked = await outpost.decodeLink(await outpost.encodeLink(json));
      expect(JSON.parse(linked.json)).toEqual(record);
      for (const other of [await open(json), await open(linked.json)]) {
        expect(other.steps).toEqual(replay.steps);
        expect(other.summary).toEqual(replay.summary);
      }
    },
  );
});
