/** Stockfish's files, workers and lines, with fake workers. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { type GameSetup, Outpost, type StockfishStatus } from '../src/index.ts';
import { release } from '../src/stockfish/release.ts';
import { defaultWorkers, StockfishWorkers } from '../src/stockfish/workers.ts';
import { fakeControls, fakeSurroundings } from './fake-engine.ts';
import { type Behaviour, type FakeStockfish, fakeStockfish, obedient, thoughtful } from './fake-stockfish.ts';

const setup: GameSetup = {
  white: { kind: 'agent', agent: 'hsuc', budgetMs: 100 },
  black: { kind: 'person', name: 'b' },
  clock: null,
  seed: 1,
};

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test.each(['script', 'wasm'] as const)('the %s is the one that is written down', (name) => {
  const { url, size, sha256 } = release[name];
  const bytes = readFileSync(url);
  expect({ size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }).toEqual({ size, sha256 });
});

test('one worker less than there are cores, but one or two', () => {
  expect([1, 2, 3, 64, 0, Number.NaN].map(defaultWorkers)).toEqual([1, 1, 2, 2, 1, 1]);
});

describe('the files', () => {
  const load = async ({ around }: FakeStockfish, signal?: AbortSignal) => new StockfishWorkers(around).load({ signal });

  test('arrive with progress in bytes, and are kept', async () => {
    const fake = fakeStockfish();
    const seen: number[] = [];
    const first = await new StockfishWorkers(fake.around).load({ onProgress: (done) => seen.push(done) });
    expect(first).toEqual({ name: 'Fakefish', workers: 2, cached: false });
    expect(seen.at(-1)).toBe(release.script.size + release.wasm.size);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.length).toBeGreaterThan(2);
    expect(fake.caches.kept.size).toBe(2);
    expect(await load(fake)).toMatchObject({ cached: true });
    expect(fake.fetched.length).toBe(2);
  });

  test('those of other releases are forgotten', async () => {
    const fake = fakeStockfish();
    fake.caches.kept.set('https://elsewhere/outpost-stockfish/old', new Uint8Array(3));
    await load(fake);
    await vi.waitFor(() => expect(fake.caches.kept.size).toBe(2));
    expect([...fake.caches.kept.keys()].some((url) => url.includes('old'))).toBe(false);
  });

  test('what was kept and is damaged is fetched again', async () => {
    const fake = fakeStockfish();
    await load(fake);
    for (const bytes of fake.caches.kept.values()) bytes[1000] = (bytes[1000] ?? 0) ^ 1;
    expect(await load(fake)).toMatchObject({ cached: false });
    expect(await load(fake)).toMatchObject({ cached: true });
  });

  test.each([
    ['throws', () => Promise.reject(new DOMException('no', 'SecurityError'))],
    ['is full', async () => ({ match: async () => undefined, put: () => Promise.reject(new Error('quota')) })],
  ])('a storage that %s is done without', async (_, open) => {
    const fake = fakeStockfish();
    fake.around.files.caches = () => ({ open }) as unknown as CacheStorage;
    expect(await load(fake)).toMatchObject({ cached: false });
    fake.around.files.caches = () => {
      throw new DOMException('no', 'SecurityError');
    };
    expect(await load(fake)).toMatchObject({ cached: false });
  });

  const html = { headers: { 'content-type': 'text/html; charset=utf-8' } };
  const faults: [string, (bytes: Uint8Array<ArrayBuffer>) => Response | Promise<Response>, RegExp][] = [
    ['are not there', () => new Response('no', { status: 404 }), /the server answered 404 for [^/]*stockfish\.wasm$/],
    ["are a single-page site's index.html", () => new Response('<!doctype html>', html), /a web page instead of/],
    ['are cut short', (bytes) => new Response(bytes.slice(0, 1000)), /was cut short: 1000 of 1787571 bytes/],
    ['are too long', (bytes) => new Response(new Blob([bytes, 'x'])), /not the file of this release: its size/],
    ['are damaged', (bytes) => new Response(bytes.map((b, i) => (i === 9 ? b ^ 1 : b))), /release: its hash differs/],
    ['cannot be fetched', () => Promise.reject(new TypeError('Failed to fetch')), /not be fetched \(Failed to fetch\)/],
    ['stop coming', () => new Response(new ReadableStream({})), /did not arrive: not a byte in/],
  ];
  test.each(faults)('that %s are told of', async (_, respond, message) => {
    const fake = fakeStockfish([obedient], (url, bytes) =>
      url.href.endsWith('.wasm') ? respond(bytes) : new Response(bytes),
    );
    // Node's streams know no abort of a response that a test made: the fetch itself ends.
    const { fetch } = fake.around.files;
    fake.around.files.fetch = async (url, init) => {
      const response = await fetch(url, init);
      if (!response.body) return response;
      const aborted = new Promise<never>((_, reject) => {
        init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      });
      aborted.catch(() => {});
      const reader = response.body.getReader();
      const body = new ReadableStream({
        pull: async (stream) => {
          const { done, value } = await Promise.race([reader.read(), aborted]);
          if (done) stream.close();
          else stream.enqueue(value);
        },
      });
      return new Response(body, { status: response.status, headers: response.headers });
    };
    await expect(load(fake)).rejects.toThrow(message);
    expect(fake.workers.length).toBe(0);
  });

  test('an outdated file in the browser’s cache is fetched past it', async () => {
    let first = true;
    const fake = fakeStockfish([obedient], (_, bytes) => {
      const answer = first ? bytes.slice(1) : bytes;
      first = false;
      return new Response(answer);
    });
    await load(fake);
    expect(fake.fetched.length).toBe(3);
  });

  test('an abort ends the load', async () => {
    const reason = new Error('left the page');
    await expect(load(fakeStockfish(), AbortSignal.abort(reason))).rejects.toBe(reason);
    const slow = fakeStockfish([() => {}]);
    const controller = new AbortController();
    const loading = load(slow, controller.signal);
    setTimeout(() => controller.abort(reason), 50);
    await expect(loading).rejects.toBe(reason);
    expect(slow.workers.every((worker) => worker.ended)).toBe(true);
  });
});

describe('a worker', () => {
  const start = async (...behaviours: Behaviour[]) => {
    const fake = fakeStockfish(behaviours);
    const stockfish = new StockfishWorkers(fake.around, 1);
    const events: string[] = [];
    stockfish.onLines = (_, lines) => events.push(...lines);
    stockfish.onDied = (_, why, again) => events.push(`died: ${why}${again ? '' : ', for good'}`);
    stockfish.onReady = () => events.push('ready');
    await stockfish.load();
    return { stockfish, events, ...fake };
  };

  test('that never answers is no worker', async () => {
    await expect(start(() => {})).rejects.toThrow(/Stockfish did not start: it did not answer within 0.1 s/);
  });

  test('that talks nonsense is no worker', async () => {
    await expect(start((_, worker) => worker.say('hello?', ''))).rejects.toThrow(/did not answer/);
  });

  test('whose script fails is told of', async () => {
    await expect(start((_, worker) => worker.fail(''))).rejects.toThrow(/its worker could not be started/);
    await expect(start((_, worker) => worker.send({ error: 'no memory' }))).rejects.toThrow(/start: no memory/);
  });

  test('that does not start leaves the others', async () => {
    const fake = fakeStockfish([() => {}, obedient]);
    expect(await new StockfishWorkers(fake.around, 2).load()).toMatchObject({ workers: 1 });
  });

  test('says what it says, in order', async () => {
    const { stockfish, events } = await start(obedient);
    for (const line of ['position e2e4', 'go depth 1', 'isready']) stockfish.post(0, line);
    await vi.waitFor(() => expect(events).toEqual(['info depth 1 score cp 3', 'bestmove e2e4', 'readyok']));
    stockfish.close();
  });

  test('that crashes is started again, three times in two minutes', async () => {
    const crashing: Behaviour = (line, worker) => {
      if (line.startsWith('go')) worker.send({ error: 'unreachable' });
      else obedient(line, worker);
    };
    const { stockfish, events, workers } = await start(crashing);
    for (let time = 1; time <= 5; time++) {
      stockfish.post(0, 'go depth 1');
      // Two events each time, and one the fourth; nothing comes of what is asked of one that is gone.
      await vi.waitFor(() => expect(events.length).toBe(Math.min(2 * time, 7)));
    }
    const again = ['died: unreachable', 'ready'];
    expect(events).toEqual([...again, ...again, ...again, 'died: unreachable, for good']);
    expect(workers.every((worker) => worker.ended)).toBe(true);
  });

  test('that crashes ten times is started again each time where it answers in between', async () => {
    let asked = 0;
    const { stockfish, events } = await start((line, worker) => {
      if (line.startsWith('go') && asked++ % 2 === 0) worker.send({ error: 'unreachable' });
      else obedient(line, worker);
    });
    const count = (what: string) => events.filter((event) => event === what).length;
    for (let time = 1; time <= 10; time++) {
      stockfish.post(0, 'go depth 1');
      await vi.waitFor(() => expect(count('ready')).toBe(time));
      for (const line of ['position e2e4', 'go depth 1']) stockfish.post(0, line);
      await vi.waitFor(() => expect(count('bestmove e2e4')).toBe(time));
    }
    expect(count('died: unreachable')).toBe(10);
    stockfish.close();
  });

  test('that complains before it ends is quoted', async () => {
    const { stockfish, events } = await start((line, worker) => {
      if (!line.startsWith('position')) return obedient(line, worker);
      worker.say('info string CRITICAL ERROR: King can be captured.');
      worker.send({ error: 'exit(1)' });
    });
    stockfish.post(0, 'position fen');
    await vi.waitFor(() => expect(events.slice(1)).toEqual(['died: King can be captured.', 'ready']));
    stockfish.close();
  });

  test('that owes an answer and is silent is started again, sooner after a stop', async () => {
    const silent: Behaviour = (line, worker) => {
      if (line === 'uci') obedient(line, worker);
    };
    const { stockfish, events } = await start(silent, silent, obedient);
    await pause(250);
    expect(events).toEqual([]); // nothing was asked
    stockfish.post(0, 'go depth 1');
    await pause(100);
    expect(events).toEqual([]);
    await vi.waitFor(() => expect(events).toEqual(['died: it was silent for 0.2 s', 'ready']));
    stockfish.post(0, 'go infinite');
    stockfish.post(0, 'stop');
    await vi.waitFor(() => expect(events.slice(2)).toEqual(['died: it was silent for 0.04 s', 'ready']));
    stockfish.close();
  });

  test('is started again when asked', async () => {
    const { stockfish, events, workers } = await start(thoughtful);
    stockfish.post(0, 'go infinite');
    stockfish.restart(0);
    await vi.waitFor(() => expect(events).toEqual(['ready']));
    expect(workers.map((worker) => worker.ended)).toEqual([true, false]);
    stockfish.close();
    expect(workers.every((worker) => worker.ended)).toBe(true);
  });
});

describe('computations that ask', () => {
  const start = async (...behaviours: Behaviour[]) => {
    const controls = { ...fakeControls(), questions: 3 };
    const fake = fakeStockfish(behaviours);
    // A slow worker is not a dead one.
    if (behaviours.includes(thoughtful)) fake.around.patience.looks = 1000;
    const outpost = await Outpost.startIn(fakeSurroundings(controls, {}, fake.around));
    await outpost.stockfish.load({ workers: 2 });
    const game = await outpost.newGame(setup);
    const moves = async () => {
      const { observations } = await game.view('white');
      return observations.map((o) => (o.type === 'move' ? o.requested : null));
    };
    return { controls, outpost, game, moves, ...fake };
  };

  test('get their answers, with no more steps than there is news', async () => {
    const { controls, game, moves, outpost } = await start(obedient);
    await game.agentTurn();
    expect(await moves()).toEqual(['after bestmove 0, bestmove 1, bestmove 2']);
    expect(controls.steps).toBeLessThanOrEqual(4);
    outpost.terminate();
  });

  test('wait without spinning, keep their deadline, and stop what they asked', async () => {
    const { controls, game, moves, outpost, workers } = await start(thoughtful);
    controls.turnMs = 400;
    const began = performance.now();
    await game.agentTurn();
    expect(performance.now() - began).toBeLessThan(500);
    expect(await moves()).toEqual(['with 3 answers missing']);
    expect(controls.steps).toBeLessThan(10); // spinning, it would be thousands
    await vi.waitFor(() => expect(workers.map((worker) => worker.heard.at(-1))).toEqual(['stop', 'stop']));
    outpost.terminate();
    expect(workers.every((worker) => worker.ended)).toBe(true);
  });

  test('are aborted while they wait', async () => {
    const { game, moves, outpost, workers } = await start(thoughtful);
    const controller = new AbortController();
    const turn = game.agentTurn({ signal: controller.signal });
    setTimeout(() => controller.abort(), 60);
    const began = performance.now();
    await expect(turn).rejects.toMatchObject({ name: 'AbortError' });
    expect(performance.now() - began).toBeLessThan(160);
    await vi.waitFor(() => expect(workers.map((worker) => worker.heard.at(-1))).toEqual(['stop', 'stop']));
    expect(await moves()).toEqual([]);
    outpost.terminate();
  });

  test('hear "move now" while they wait', async () => {
    const { game, moves, outpost } = await start(thoughtful);
    const turn = game.agentTurn();
    await pause(30);
    const began = performance.now();
    game.moveNow();
    await turn;
    expect(performance.now() - began).toBeLessThan(100);
    expect(await moves()).toEqual(['with 3 answers missing']);
    outpost.terminate();
  });

  test('get their answers though workers crash, hang and talk nonsense', async () => {
    const crashing: Behaviour = (line, worker) => {
      if (line.startsWith('go')) worker.send({ error: 'unreachable' });
      else obedient(line, worker);
    };
    const hanging: Behaviour = (line, worker) => {
      if (!line.startsWith('go')) obedient(line, worker);
    };
    const babbling: Behaviour = (line, worker) => {
      if (line.startsWith('go')) worker.say('', 'bestmov', 'info score', '\0');
      obedient(line, worker);
    };
    const { game, moves, outpost, workers } = await start(crashing, hanging, babbling);
    await game.agentTurn();
    expect(await moves()).toEqual(['after bestmove 0, bestmove 1, bestmove 2']);
    expect(workers.length).toBeGreaterThan(2);
    outpost.terminate();
  });

  test('and an engine that traps at a line is restarted, with Stockfish in it', async () => {
    const trapping: Behaviour = (line, worker) => {
      if (line.startsWith('go')) worker.say('trap');
      else obedient(line, worker);
    };
    const { controls, game, outpost, fetched, moves } = await start(trapping, trapping, obedient);
    const ready = new Promise<void>((resolve) => {
      outpost.onRestart(() => {
        if (outpost.stockfish.status.state === 'ready') resolve();
        outpost.stockfish.onChange((status) => status.state === 'ready' && resolve());
      });
    });
    await expect(game.agentTurn()).rejects.toMatchObject({ name: 'EngineCrashError' });
    await ready;
    expect(fetched.length).toBe(2);
    await game.agentTurn();
    expect(await moves()).toEqual(['after bestmove 0, bestmove 1, bestmove 2']);
    expect(controls.engines).toBe(2);
    outpost.terminate();
  });
});

describe('the status', () => {
  const start = async (fake: FakeStockfish) => {
    const controls = fakeControls();
    const outpost = await Outpost.startIn(fakeSurroundings(controls, {}, fake.around));
    const seen: StockfishStatus['state'][] = [];
    outpost.stockfish.onChange(({ state }) => seen.at(-1) !== state && seen.push(state));
    return { outpost, seen, controls };
  };

  test('of what is loaded, unloaded and loaded again', async () => {
    const fake = fakeStockfish();
    const { outpost, seen, controls } = await start(fake);
    expect(outpost.stockfish.status).toEqual({ state: 'absent' });
    await Promise.all([outpost.stockfish.load(), outpost.stockfish.load()]);
    expect(outpost.stockfish.status).toEqual({ state: 'ready', name: 'Fakefish', workers: 2, cached: false });
    await outpost.stockfish.unload();
    expect(fake.workers.length).toBe(2);
    expect(fake.workers.every((worker) => worker.ended)).toBe(true);
    await outpost.stockfish.load({ workers: 1 });
    expect(seen).toEqual(['loading', 'ready', 'absent', 'loading', 'ready']);
    expect(fake.workers.length).toBe(3);
    await outpost.stockfish.unload();
    expect([...controls.live]).toEqual([]);
    outpost.terminate();
  });

  test('of what cannot be loaded, and then can', async () => {
    let there = false;
    const fake = fakeStockfish([obedient], (_, bytes) => new Response(bytes, { status: there ? 200 : 503 }));
    const { outpost } = await start(fake);
    await expect(outpost.stockfish.load()).rejects.toThrow(/answered 503/);
    expect(outpost.stockfish.status).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('answered 503'),
    });
    there = true;
    await outpost.stockfish.load();
    expect(outpost.stockfish.status.state).toBe('ready');
    outpost.terminate();
  });

  test('of a load that is aborted, or ended by an unload', async () => {
    const { outpost } = await start(fakeStockfish([() => {}]));
    const controller = new AbortController();
    const loading = outpost.stockfish.load({ signal: controller.signal });
    setTimeout(() => controller.abort(), 20);
    await expect(loading).rejects.toMatchObject({ name: 'AbortError' });
    expect(outpost.stockfish.status).toEqual({ state: 'absent' });
    const again = outpost.stockfish.load();
    again.catch(() => {});
    await outpost.stockfish.unload();
    await expect(again).rejects.toThrow();
    expect(outpost.stockfish.status).toEqual({ state: 'absent' });
    outpost.terminate();
  });

  test('of workers that die again and again', async () => {
    const fake = fakeStockfish([
      (line, worker) => {
        obedient(line, worker);
        if (line === 'uci') worker.send({ error: 'unreachable' });
      },
    ]);
    const { outpost } = await start(fake);
    const failed = new Promise<StockfishStatus>((resolve) => {
      outpost.stockfish.onChange((status) => status.state === 'failed' && resolve(status));
    });
    await outpost.stockfish.load();
    expect(await failed).toEqual({ state: 'failed', reason: 'Stockfish ended: unreachable' });
    outpost.terminate();
  });

  test('where there are no workers', async () => {
    const outpost = await Outpost.startIn(fakeSurroundings(fakeControls()));
    await expect(outpost.stockfish.load()).rejects.toThrow('Stockfish runs in browsers only');
    await expect(outpost.stockfish.load({ workers: 0 })).rejects.toThrow(/from 1 to 8/);
  });
});
