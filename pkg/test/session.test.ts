/** The code around the engine: starting, calls, aborts, crashes, restoring. With a fake engine. */
import { describe, expect, test, vi } from 'vitest';
import { Channel } from '../src/channel.ts';
import { EngineCrashError, type GameSetup, Outpost, type StepSizes } from '../src/index.ts';
import type { Endpoint, FromEngine, ToEngine } from '../src/protocol.ts';
import type { Surroundings } from '../src/session.ts';
import { type FakeControls, fakeControls, fakeSurroundings } from './fake-engine.ts';

const setup: GameSetup = {
  white: { kind: 'person', name: 'w' },
  black: { kind: 'person', name: 'b' },
  clock: null,
  seed: 1,
};

async function start(controls: FakeControls = fakeControls()): Promise<{ outpost: Outpost; controls: FakeControls }> {
  return { outpost: await Outpost.startIn(fakeSurroundings(controls)), controls };
}

/** Waits until everything pending is done. */
async function settled(): Promise<void> {
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
}

function restarted(outpost: Outpost): Promise<string> {
  return new Promise((resolve) => outpost.onRestart(resolve));
}

async function movesOf(game: Awaited<ReturnType<Outpost['newGame']>>): Promise<(string | null)[]> {
  const { observations } = await game.view('white');
  return observations.map((o) => (o.type === 'move' ? o.requested : null));
}

describe('choosing a build', () => {
  const cases: [string, Parameters<typeof Outpost.startIn>[1], object, string, number, string][] = [
    ['threads where they work', {}, {}, 'threads', 4, 'Threads work here.'],
    ['at most eight threads', {}, { cores: 64 }, 'threads', 8, 'Threads work here.'],
    ['as many as asked', { threads: 2 }, {}, 'threads', 2, 'Threads work here.'],
    ['no threads for one core', {}, { cores: 1 }, 'single', 1, 'There is only one processor core to use.'],
    [
      'a core count that is no number',
      {},
      { cores: Number.NaN },
      'single',
      1,
      'There is only one processor core to use.',
    ],
    [
      'the reason of the page',
      {},
      { noThreads: 'no-shared-memory' },
      'single',
      1,
      'This browser has no shared memory.',
    ],
    [
      'a wish for threads',
      { build: 'threads' },
      { cores: 1 },
      'threads',
      1,
      'Threads were asked for, and they work here.',
    ],
    [
      'a wish for threads in vain',
      { build: 'threads' },
      { noThreads: 'no-shared-memory' },
      'single',
      1,
      'Threads were asked for, but this browser has no shared memory.',
    ],
    ['a wish for none', { build: 'single' }, {}, 'single', 1, 'The single-threaded build was asked for.'],
  ];
  test.each(cases)('%s', async (_, options, around, build, threads, reason) => {
    const outpost = await Outpost.startIn(fakeSurroundings(fakeControls(), around), options);
    expect(outpost.info).toMatchObject({ build, threads, reason, version: 'fake' });
    expect(outpost.info.why).toMatchObject({ threadsAsked: options?.build === 'threads', detail: null, workers: 1 });
  });

  test('threads that do not start', async () => {
    const controls = fakeControls();
    controls.failLoad = (build) => (build === 'threads' ? 'no sign of them' : null);
    const around = fakeSurroundings(controls);
    const launch = vi.fn(around.launch);
    const outpost = await Outpost.startIn({ ...around, launch });
    // In Node each build has another kind of worker.
    expect(launch.mock.calls).toEqual([['threads'], ['single']]);
    expect(outpost.info.build).toBe('single');
    expect(outpost.info.reason).toBe('The threads did not start: no sign of them.');
    expect(outpost.info.why).toMatchObject({ code: 'threads-failed', detail: 'no sign of them' });
  });

  test('is given the module that the page has fetched, and does without one that did not come', async () => {
    const module = await WebAssembly.compile(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
    const asked: string[] = [];
    for (const given of [Promise.resolve(module), Promise.resolve(null), Promise.reject(new Error('no')), null]) {
      const messages: ToEngine[] = [];
      const around = fakeSurroundings(fakeControls());
      const launch = (): Endpoint => {
        const endpoint = around.launch('single');
        const { post } = endpoint;
        endpoint.post = (message) => {
          messages.push(message);
          post(message);
        };
        return endpoint;
      };
      await Outpost.startIn(
        { ...around, launch },
        {
          module: (build) => {
            asked.push(build);
            return given;
          },
        },
      );
      const [first] = messages;
      expect(first?.kind === 'start' && first.module).toBe(
        messages.length && given && (await given.catch(() => null)) ? module : undefined,
      );
    }
    expect(asked).toEqual(['threads', 'threads', 'threads', 'threads']);
    // @ts-expect-error: no function
    await expect(Outpost.startIn(fakeSurroundings(fakeControls()), { module: 1 })).rejects.toThrow('module');
  });

  test('an engine that does not start', async () => {
    const controls = fakeControls();
    controls.failLoad = () => 'a proxy ate it';
    await expect(start(controls)).rejects.toThrow('The engine did not start: a proxy ate it');
  });

  test('no SIMD', async () => {
    await expect(Outpost.startIn(fakeSurroundings(fakeControls(), { simd: false }))).rejects.toThrow(/SIMD/);
  });
});

describe('calls', () => {
  test('errors of the engine arrive as errors, and it goes on', async () => {
    const { outpost } = await start();
    const game = await outpost.newGame(setup);
    await expect(game.move('white', 'a1a1')).rejects.toThrow('a1a1 is not a move that may be requested');
    await game.move('white', 'e2e4');
    expect(await movesOf(game)).toEqual(['e2e4']);
  });

  test('the snapshot is new once a call has answered', async () => {
    const { outpost } = await start();
    const game = await outpost.newGame(setup);
    await game.move('white', 'e2e4');
    const again = await outpost.resumeGame(game.sealed());
    expect(await movesOf(again)).toEqual(['e2e4']);
  });

  test('an abort stops a turn, and the turn can be started again', async () => {
    const { outpost, controls } = await start();
    const game = await outpost.newGame(setup);
    controls.turnSlices = 1e9;
    const controller = new AbortController();
    const turn = game.agentTurn({ signal: controller.signal });
    const outcome = expect(turn).rejects.toMatchObject({ name: 'AbortError' });
    await settled();
    expect(await movesOf(game)).toEqual([]); // other calls are answered meanwhile
    controller.abort();
    await outcome;
    controls.turnSlices = 2;
    await game.agentTurn();
    expect(await movesOf(game)).toEqual(['thought']);
  });

  test('an abort before the start', async () => {
    const { outpost } = await start();
    const game = await outpost.newGame(setup);
    const reason = new Error('left the page');
    await expect(game.agentTurn({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  test('move now', async () => {
    const { outpost, controls } = await start();
    const game = await outpost.newGame(setup);
    controls.turnSlices = 1e9;
    const turn = game.agentTurn();
    await settled();
    game.moveNow();
    await turn;
    expect(await movesOf(game)).toEqual(['hurried']);
  });

  test('progress and sizes stream in order', async () => {
    const { outpost } = await start();
    const file = await outpost.openRecords(new TextEncoder().encode('games'));
    const replay = await file.replay(0);
    const sizes: StepSizes[] = [];
    let progressed = 0;
    await replay.analyse({ onSizes: (s) => sizes.push(...s), onProgress: () => progressed++ });
    expect(sizes.map((s) => s.index)).toEqual([0, 1, 2, 3]);
    expect(progressed).toBeGreaterThan(0);
  });

  test('a table of moves streams as it grows', async () => {
    const { outpost } = await start();
    const game = await outpost.newGame(setup);
    const seen: number[] = [];
    const table = await game.moves('white', { onTable: ({ nodes }) => seen.push(nodes) });
    expect(seen).toEqual([1, 2, 3]);
    expect(table).toMatchObject({ nodes: 3, done: true });
    for (const wrong of [
      { nodes: 0 },
      { nodes: 1.5 },
      { ms: Number.NaN },
      { ms: -1 },
      { evaluator: 'crafty' as never },
    ]) {
      await expect(game.moves('white', wrong)).rejects.toThrow(TypeError);
    }
    await expect(game.agentTurn({ evaluator: 'crafty' as never })).rejects.toThrow("'built-in' or 'stockfish'");
  });

  test('a replay comes in parts, so that no message is long to unpack', async () => {
    const controls = fakeControls();
    controls.replaySteps = 1000;
    const around = fakeSurroundings(controls);
    const parts: number[] = [];
    const outpost = await Outpost.startIn({
      ...around,
      launch: () => {
        const inner = around.launch('single');
        const outer: Endpoint = { ...inner, onMessage: () => {}, onFailure: () => {} };
        inner.onMessage = (message: FromEngine) => {
          if (message.kind === 'found' && 'steps' in message.found) parts.push(message.found.steps.length);
          outer.onMessage(message);
        };
        return outer;
      },
    });
    const replay = await (await outpost.openRecords(new TextEncoder().encode('games'))).replay(0);
    expect(replay.steps.map((step) => step.index)).toEqual(Array.from({ length: 1000 }, (_, i) => i));
    expect(Math.max(...parts)).toBeLessThanOrEqual(300);
  });

  test('what is disposed of is freed, and answers no more', async () => {
    const { outpost, controls } = await start();
    const game = await outpost.newGame(setup);
    const file = await outpost.openRecords(new TextEncoder().encode('games'));
    const replay = await file.replay(0);
    const belief = await outpost.track('white');
    for (const object of [game, file, replay, belief]) object.dispose();
    game.dispose(); // twice does no harm
    await settled();
    expect([...controls.live]).toEqual([]);
    await expect(game.view('white')).rejects.toMatchObject({ name: 'DisposedError' });
  });

  test('terminating rejects what is pending and what comes later', async () => {
    const { outpost, controls } = await start();
    const game = await outpost.newGame(setup);
    controls.turnSlices = 1e9;
    const turn = expect(game.agentTurn()).rejects.toThrow('terminated');
    await settled();
    outpost.terminate();
    await turn;
    await expect(game.view('white')).rejects.toThrow('terminated');
    await expect(outpost.newGame(setup)).rejects.toThrow('terminated');
  });
});

describe('crashes', () => {
  test('everything is restored, and pending calls reject', async () => {
    const { outpost, controls } = await start();
    const game = await outpost.newGame(setup);
    await game.move('white', 'e2e4');
    const file = await outpost.openRecords(new TextEncoder().encode('games'));
    const replay = await file.replay(0);
    file.dispose(); // a replay outlives its file
    const alone = await outpost.openRecord('{}');
    const linked = await outpost.openLink('{}');
    const belief = await outpost.track('white');
    await belief.tell({ type: 'opponent', capture: null });

    controls.turnSlices = 1e9;
    const turn = game.agentTurn();
    const lost = expect(turn).rejects.toMatchObject({ name: 'EngineCrashError', final: false });
    await settled();
    controls.traps = 1;
    const again = restarted(outpost);
    await expect(game.view('white')).rejects.toThrow('crashed during this call (unreachable)');
    await lost;
    expect(await again).toBe('unreachable');

    expect(controls.engines).toBe(2);
    expect(await movesOf(game)).toEqual(['e2e4']);
    expect((await belief.known()).observations).toHaveLength(1);
    expect((await replay.belief(0, 'white')).size).toBe(1);
    expect(await alone.record()).toBe('{}');
    expect(linked.kind === 'game' && (await linked.replay.record())).toBe('{}');
    expect((await game.toMove()).seat).toMatchObject({ name: 'engine 2' });
  });

  test('a trap in the midst of a slice is one, though what it left cannot be freed', async () => {
    const { outpost, controls } = await start();
    const game = await outpost.newGame(setup);
    controls.beliefTraps = 1;
    await expect(game.belief('white')).rejects.toThrow('crashed during this call (unreachable)');
    expect((await game.belief('white')).size).toBe(1);
    expect(controls.engines).toBe(2);
  });

  test('calls made during the restart are answered after it', async () => {
    const { outpost, controls } = await start();
    const game = await outpost.newGame(setup);
    controls.traps = 1;
    const crashed = expect(game.view('white')).rejects.toBeInstanceOf(EngineCrashError);
    await crashed;
    await game.move('white', 'e2e4');
    expect(await movesOf(game)).toEqual(['e2e4']);
  });

  test('a game begun during the restart is there after it', async () => {
    const { outpost, controls } = await start();
    const game = await outpost.newGame(setup);
    await game.move('white', 'e2e4');
    controls.traps = 1;
    await expect(game.view('white')).rejects.toBeInstanceOf(EngineCrashError);
    const other = await outpost.newGame(setup);
    await other.move('white', 'd2d4');
    expect(await movesOf(other)).toEqual(['d2d4']);
    expect(await movesOf(game)).toEqual(['e2e4']);
  });

  test('it is not started again for ever', async () => {
    const { outpost, controls } = await start();
    const game = await outpost.newGame(setup);
    controls.traps = 100;
    for (let i = 0; i < 4; i++) await expect(game.view('white')).rejects.toThrow('crashed during this call');
    await expect(game.view('white')).rejects.toMatchObject({
      final: true,
      message: expect.stringContaining('crashed 4 times within 2 minutes'),
    });
    expect(controls.engines).toBe(4);
  });

  test('ten crashes in one game are no reason to give up where each call succeeds in the end', async () => {
    const { outpost, controls } = await start();
    const game = await outpost.newGame(setup);
    const givenUp = vi.fn();
    outpost.onGivenUp(givenUp);
    for (let i = 0; i < 10; i++) {
      controls.traps = 1;
      await expect(game.view('white')).rejects.toMatchObject({ final: false });
      await game.move('white', 'e2e4');
      expect(await movesOf(game)).toHaveLength(i + 1);
    }
    expect(controls.engines).toBe(11);
    expect(givenUp).not.toHaveBeenCalled();
  });

  test('what succeeds meanwhile does not excuse a call that crashes each time', async () => {
    const { outpost, controls } = await start();
    const game = await outpost.newGame(setup);
    controls.beliefTraps = 100;
    for (let i = 0; i < 4; i++) {
      await expect(game.belief('white')).rejects.toThrow('crashed during this call');
      if (i < 3) await game.move('white', 'e2e4');
    }
    await expect(game.view('white')).rejects.toMatchObject({ final: true });
  });

  test('crashes far apart do not add up', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const { outpost, controls } = await start();
      const game = await outpost.newGame(setup);
      controls.traps = 100;
      for (let i = 0; i < 10; i++) {
        await expect(game.view('white')).rejects.toMatchObject({ final: false });
        vi.setSystemTime(Date.now() + 50_000);
      }
      expect(controls.engines).toBe(11);
    } finally {
      vi.useRealTimers();
    }
  });

  test('a game that went on from a replay is restored without it', async () => {
    const { outpost, controls } = await start();
    const replay = await (await outpost.openRecords(new TextEncoder().encode('games'))).replay(0);
    const game = await outpost.newGame({ ...setup, from: { replay, halfMoves: 3 } });
    replay.dispose();
    await game.move('white', 'e2e4');
    await game.move('white', 'd2d4');
    await game.takeBack('white');
    controls.traps = 1;
    await expect(game.view('white')).rejects.toThrow('crashed during this call');
    expect(await movesOf(game)).toEqual(['from-3', 'e2e4']);
  });

  test('one that was given up is started again when asked, with everything in it', async () => {
    const { outpost, controls } = await start();
    const told: string[] = [];
    outpost.onGivenUp((error) => told.push(error.message));
    const game = await outpost.newGame(setup);
    await game.move('white', 'e2e4');
    const replay = await (await outpost.openRecords(new TextEncoder().encode('games'))).replay(0);
    controls.traps = 4;
    for (let i = 0; i < 4; i++) await expect(game.view('white')).rejects.toThrow('crashed during this call');
    const details = { code: 'given-up', data: { why: expect.any(String), crashes: 4, minutes: 2 } };
    await expect(game.view('white')).rejects.toMatchObject({ final: true, details });
    expect(told).toEqual([expect.stringContaining('crashed 4 times within 2 minutes')]);

    // It does not start at first.
    controls.failLoad = () => 'no memory';
    await expect(outpost.restart()).rejects.toThrow('no memory');
    await expect(replay.belief(0, 'white')).rejects.toMatchObject({ final: true });
    expect(told).toHaveLength(2);
    controls.failLoad = () => null;
    const again = restarted(outpost);
    await Promise.all([outpost.restart(), outpost.restart()]);
    await again;
    expect(await movesOf(game)).toEqual(['e2e4']);
    expect((await replay.belief(0, 'white')).size).toBe(1);
    // Counting of crashes starts again.
    controls.traps = 1;
    await expect(game.view('white')).rejects.toMatchObject({ final: false });
    expect(await movesOf(game)).toEqual(['e2e4']);
    const engines = controls.engines;
    await outpost.restart();
    expect(controls.engines).toBe(engines);
  });

  test('a game that crashes the engine when restored is given up, others are not', async () => {
    const { outpost, controls } = await start();
    const bad = await outpost.newGame(setup);
    const good = await outpost.newGame(setup);
    await good.move('white', 'e2e4');
    controls.traps = 1;
    controls.resumeTraps = 1;
    await expect(good.view('white')).rejects.toThrow('crashed during this call');
    expect(await movesOf(good)).toEqual(['e2e4']);
    await expect(bad.view('white')).rejects.toThrow('could not be restored');
    expect(controls.engines).toBe(3);
    await outpost.restart();
    expect(await movesOf(bad)).toEqual([]);
    expect(await movesOf(good)).toEqual(['e2e4']);
  });

  /** A worker that starts and then falls silent, or dies. */
  function mute(): { endpoint: () => Endpoint; last: () => Endpoint } {
    let last: Endpoint;
    return {
      endpoint: () => {
        last = {
          post: (message: ToEngine) => {
            if (message.kind === 'start') {
              const started: FromEngine = { kind: 'started', threads: 1, version: 'mute' };
              queueMicrotask(() => last.onMessage(started));
            }
          },
          onMessage: () => {},
          onFailure: () => {},
          end: () => {},
        };
        return last;
      },
      last: () => last,
    };
  }

  test('silence is noticed', async () => {
    const { endpoint } = mute();
    const patience = { start: 1000, look: 5, looks: 3 };
    const around: Surroundings = { launch: endpoint, simd: true, noThreads: 'node', cores: 1, patience };
    const outpost = await Outpost.startIn(around);
    await expect(outpost.agents()).rejects.toThrow('it was silent for 0.015 s');
    outpost.terminate();
  });

  test('a page that slept, or whose timers were held back, takes no engine for dead', async () => {
    vi.useFakeTimers();
    try {
      const posted: string[] = [];
      let endpoint: Endpoint | undefined;
      const around: Surroundings = {
        launch: () => {
          const { endpoint: made, last } = mute();
          made();
          const post = last().post;
          last().post = (message) => {
            posted.push(message.kind);
            post(message);
          };
          endpoint = last();
          return last();
        },
        simd: true,
        noThreads: 'node',
        cores: 1,
        patience: { start: 1000, look: 5, looks: 3 },
      };
      const outpost = await Outpost.startIn(around);
      const agents = outpost.agents();
      await vi.advanceTimersByTimeAsync(0);
      // Half a day passes between two pings, and every ping is answered before the one after the next.
      for (let look = 0; look < 20; look++) {
        vi.setSystemTime(Date.now() + 12 * 3_600_000);
        await vi.advanceTimersByTimeAsync(5);
        if (look % 3 === 2) endpoint?.onMessage({ kind: 'alive' });
      }
      expect(posted.filter((kind) => kind === 'ping')).toHaveLength(20);
      endpoint?.onMessage({ kind: 'result', id: 1, value: [] });
      expect(await agents).toEqual([]);
      // An idle engine is not pinged.
      vi.advanceTimersByTime(1000);
      expect(posted.filter((kind) => kind === 'ping')).toHaveLength(20);
      outpost.terminate();
    } finally {
      vi.useRealTimers();
    }
  });

  test('a worker that dies is noticed', async () => {
    const { endpoint, last } = mute();
    const outpost = await Outpost.startIn({ launch: endpoint, simd: true, noThreads: 'node', cores: 1 });
    const lost = expect(outpost.agents()).rejects.toThrow('The engine crashed (out of memory)');
    await settled();
    last().onFailure('out of memory');
    await lost;
    outpost.terminate();
  });
});

describe('the border', () => {
  test('what cannot be sent costs its own call and no other', async () => {
    const endpoint: Endpoint = {
      post: (message) => {
        if (message.kind === 'call') structuredClone(message);
      },
      onMessage: () => {},
      onFailure: () => {},
      end: () => {},
    };
    const channel = new Channel(endpoint);
    const uncloneable = channel.call('encodeLink', [(() => {}) as never]);
    await expect(uncloneable).rejects.toThrow(TypeError);
    await expect(uncloneable).rejects.toThrow('encodeLink: an argument cannot be passed to the engine (');
    const next = channel.call('encodeLink', ['{}']);
    endpoint.onMessage({ kind: 'result', id: 2, value: 'a link' });
    expect(await next).toBe('a link');
    channel.end();
  });

  test('the engine’s side checks as well, whoever sends', async () => {
    const controls = fakeControls();
    const endpoint = fakeSurroundings(controls).launch('single');
    const told: FromEngine[] = [];
    endpoint.onMessage = (message) => told.push(message);
    endpoint.post({ kind: 'start', build: 'single', threads: 1 });
    const calls: [method: string, args: unknown, message: RegExp][] = [
      ['game.view', [1, {}], /^color: pass 'white' or 'black', not an object$/],
      ['game.view', ['1', 'white'], /^object: pass /],
      ['belief.weights', [1, 5, 1], /^opponent: pass /],
      ['toString', [], /^there is no call "toString"$/],
      ['__proto__', [], /^there is no call "__proto__"$/],
      ['agents', 5, /^agents: pass a list of arguments, not 5$/],
    ];
    for (const [i, [method, args]] of calls.entries()) {
      endpoint.post({ kind: 'call', id: i, method, args } as ToEngine);
    }
    await vi.waitFor(() => expect(told).toHaveLength(calls.length + 1));
    for (const [i, [, , message]] of calls.entries()) {
      const answer = told.find((one) => 'id' in one && one.id === i);
      expect(answer).toMatchObject({ kind: 'error', name: 'TypeError', message: expect.stringMatching(message) });
    }
    // An object of another kind has methods of the same names.
    endpoint.post({ kind: 'call', id: 50, method: 'track', args: [1, 'white', undefined, undefined] });
    endpoint.post({ kind: 'call', id: 51, method: 'game.view', args: [1, 'white'] });
    endpoint.post({ kind: 'call', id: 52, method: 'belief.known', args: [1] });
    const answered = (id: number) => told.find((one) => 'id' in one && one.id === id);
    await vi.waitFor(() => expect(answered(52)).toMatchObject({ kind: 'result' }));
    expect(answered(51)).toMatchObject({ kind: 'error', message: 'there is no such object in the engine' });
    endpoint.end();
  });
});
