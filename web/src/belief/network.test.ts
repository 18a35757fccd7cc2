import type { AgentName, PlayersStatus, Seat, SiameseStatus } from 'outpost-rbc';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const file = vi.hoisted(() => ({ model: null as unknown, players: null as unknown, awaited: null as URL | null }));
const siamese = vi.hoisted(() => ({
  load: vi.fn<(options: { model: unknown; signal: AbortSignal }) => Promise<void>>(),
  tell: (_: unknown): void => {},
  onChange(listener: (status: unknown) => void) {
    siamese.tell = listener;
    return () => {};
  },
}));
const players = vi.hoisted(() => ({
  load: vi.fn<(options: { file: unknown; signal: AbortSignal }) => Promise<void>>(),
  tell: (_: unknown): void => {},
  onChange(listener: (status: unknown) => void) {
    players.tell = listener;
    return () => {};
  },
}));
vi.mock('virtual:model', () => file);
vi.mock('../engine/engine', () => ({ engine: async () => ({ siamese, players }) }));

const settled = () => new Promise((resolve) => setTimeout(resolve));
const ready: SiameseStatus = { state: 'ready', opponents: [], cached: false };
const listed: PlayersStatus = { state: 'ready', names: ['attacker'], cached: false };

/** As on another visit: the module is loaded anew, what is stored stays. */
async function visit(): Promise<typeof import('./network')> {
  vi.resetModules();
  return import('./network');
}

let kept: Record<string, string>;
beforeEach(() => {
  kept = {};
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => {
      kept[key] = value;
    },
    removeItem: (key: string) => {
      delete kept[key];
    },
  });
  file.model = { url: new URL('https://example.org/siamese.onnx'), size: 1, sha256: '' };
  file.players = { url: new URL('https://example.org/players.txt'), size: 1, sha256: '' };
  siamese.load.mockReset().mockResolvedValue(undefined);
  players.load.mockReset().mockResolvedValue(undefined);
});

it('boards count alike until the network is there, and after it has gone', async () => {
  const network = await visit();
  const heard = vi.fn();
  network.onWeights(heard);
  expect([network.chosenWeights(), network.weightsNow()]).toEqual(['uniform', 'uniform']);
  network.chooseWeights('weighted');
  await settled();
  expect(siamese.load).toHaveBeenCalledWith({ model: file.model, signal: expect.any(AbortSignal) });
  siamese.tell({ state: 'loading', done: 0, total: 1 });
  expect([network.chosenWeights(), network.weightsNow()]).toEqual(['weighted', 'uniform']);
  siamese.tell(ready);
  expect(network.weightsNow()).toBe('weighted');
  siamese.tell({ state: 'failed', reason: 'it broke down' });
  expect(network.weightsNow()).toBe('uniform');
  expect(network.networkStatus()).toEqual({ state: 'failed', reason: 'it broke down' });
  // Once for the choice, once when loading was done, and for each of the changes above.
  expect(heard).toHaveBeenCalledTimes(5);
});

it('weighs by the network and by the filter of known players, or by the one that is there', async () => {
  const network = await visit();
  let arrive = () => {};
  players.load.mockImplementation(() => new Promise((resolve) => (arrive = resolve)));
  network.chooseWeights('weighted');
  await settled();
  expect(players.load).toHaveBeenCalledWith({ file: file.players, signal: expect.any(AbortSignal) });
  siamese.tell(ready);
  // What would be shown now would be replaced at once.
  expect(network.weightsNow()).toBe('uniform');
  players.tell(listed);
  arrive();
  await settled();
  expect([network.weightsNow(), network.playersStatus()]).toEqual(['weighted', listed]);
  siamese.tell({ state: 'failed', reason: 'it broke down' });
  expect(network.weightsNow()).toBe('weighted');
  players.tell({ state: 'failed', reason: 'it is no list of players' });
  expect(network.weightsNow()).toBe('uniform');
  siamese.tell(ready);
  expect([network.weightsNow(), network.playersStatus().state]).toEqual(['weighted', 'failed']);
});

it('the network is there although the players are not', async () => {
  players.load.mockRejectedValue(new Error('the server answered 404'));
  const network = await visit();
  await network.loadNetwork();
  siamese.tell(ready);
  players.tell({ state: 'failed', reason: 'the server answered 404' });
  expect(network.weightsNow('weighted')).toBe('weighted');
  file.players = null;
  await (await visit()).loadNetwork();
  expect(players.load).toHaveBeenCalledTimes(1);
});

it('the network is used alone when the wait for the players is cancelled', async () => {
  players.load.mockImplementation(
    ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          players.tell({ state: 'absent' });
          reject(signal.reason);
        });
      }),
  );
  const network = await visit();
  network.chooseWeights('weighted');
  await settled();
  siamese.tell(ready);
  players.tell({ state: 'loading', done: 0, total: 1 });
  expect(network.weightsNow()).toBe('uniform');
  network.cancelNetwork();
  await settled();
  expect(network.weightsNow()).toBe('weighted');
  expect(network.networkStatus()).toEqual(ready);
  expect(network.playersStatus()).toEqual({ state: 'failed', reason: 'loading was cancelled' });
});

describe('the choice', () => {
  it('is remembered, and given up', async () => {
    (await visit()).chooseWeights('weighted');
    const network = await visit();
    expect(network.chosenWeights()).toBe('weighted');
    network.chooseWeights('uniform');
    expect((await visit()).chosenWeights()).toBe('uniform');
  });

  it('is the preferred one until there is one, where the network is', async () => {
    const network = await visit();
    expect([network.chosenWeights('weighted'), network.weightsNow('weighted')]).toEqual(['uniform', 'uniform']);
    void network.loadNetwork();
    await settled();
    siamese.tell({ state: 'loading', done: 0, total: 1 });
    expect([network.chosenWeights('weighted'), network.weightsNow('weighted')]).toEqual(['weighted', 'uniform']);
    siamese.tell(ready);
    expect([network.weightsNow('weighted'), network.weightsNow()]).toEqual(['weighted', 'uniform']);
    siamese.tell({ state: 'failed', reason: 'it broke down' });
    expect(network.chosenWeights('weighted')).toBe('uniform');
    siamese.tell(ready);
    network.chooseWeights('uniform');
    expect(network.weightsNow('weighted')).toBe('uniform');
    expect((await visit()).chosenWeights('weighted')).toBe('uniform');
  });

  it.each([
    { stored: true, calls: 1 },
    { stored: false, calls: 0 },
  ])('loads nothing that nobody asked for, unless it is stored ($stored)', async ({ stored, calls }) => {
    vi.stubGlobal('caches', { has: async () => stored });
    await (await visit()).loadIfStored();
    await settled();
    expect(siamese.load).toHaveBeenCalledTimes(calls);
    (await visit()).chooseWeights('uniform');
    await (await visit()).loadIfStored();
    expect(siamese.load).toHaveBeenCalledTimes(calls);
    vi.stubGlobal('caches', undefined);
    await (await visit()).loadIfStored();
    expect(siamese.load).toHaveBeenCalledTimes(calls);
  });

  it('lasts as long as the page where nothing can be kept', async () => {
    vi.stubGlobal('localStorage', undefined);
    const network = await visit();
    network.chooseWeights('weighted');
    expect(network.chosenWeights()).toBe('weighted');
  });
});

it('is waited for where the server is still building it', async () => {
  vi.useFakeTimers();
  file.awaited = new URL('https://example.org/network/siamese_bg.wasm');
  const answers = [503, 503, 200];
  const fetched = vi.fn(
    async (_: URL) => new Response('', { status: answers.shift() ?? 500, headers: { 'Retry-After': '5' } }),
  );
  vi.stubGlobal('fetch', fetched);
  try {
    const network = await visit();
    const loaded = network.loadNetwork();
    await vi.advanceTimersByTimeAsync(9_000);
    expect([network.networkIsBeingBuilt(), network.networkStatus().state]).toEqual([true, 'loading']);
    expect(siamese.load).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_000);
    await loaded;
    expect(network.networkIsBeingBuilt()).toBe(false);
    expect(fetched.mock.calls.map(([url]) => url)).toEqual(Array(3).fill(file.awaited));
    expect(siamese.load).toHaveBeenCalledTimes(1);
    // Nobody waits for it who does not want to.
    answers.push(503);
    const impatient = await visit();
    const ended = impatient.loadNetwork();
    await vi.advanceTimersByTimeAsync(1_000);
    impatient.cancelNetwork();
    await ended;
    expect(impatient.networkIsBeingBuilt()).toBe(false);
    expect(impatient.networkStatus()).toEqual({ state: 'failed', reason: 'loading was cancelled' });
  } finally {
    file.awaited = null;
    vi.useRealTimers();
    vi.unstubAllGlobals();
  }
});

it('is done without when somebody does not wait for it, and tried again', async () => {
  const network = await visit();
  siamese.load.mockImplementationOnce(
    ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')));
      }),
  );
  const loading = [network.loadNetwork(), network.loadNetwork()];
  await settled();
  expect(siamese.load).toHaveBeenCalledTimes(1);
  siamese.tell({ state: 'loading', done: 0, total: 1 });
  network.cancelNetwork();
  await Promise.all(loading);
  expect(network.networkStatus()).toEqual({ state: 'failed', reason: 'loading was cancelled' });
  await network.loadNetwork();
  expect(siamese.load.mock.lastCall?.[0].signal.aborted).toBe(false);
});

it('is waited for while it is on its way, until an abort, or as long as is reasonable', async () => {
  const network = await visit();
  await network.loadNetwork();
  const going = { on: new AbortController().signal, aborted: AbortSignal.abort() };
  await network.networkOrMs(60_000, going.on);
  siamese.tell({ state: 'loading', done: 0, total: 1 });
  await network.networkOrMs(1, going.on);
  await network.networkOrMs(60_000, going.aborted);
  let waited = false;
  const waiting = network.networkOrMs(60_000, going.on).then(() => {
    waited = true;
  });
  siamese.tell({ state: 'loading', done: 1, total: 1 });
  await settled();
  expect(waited).toBe(false);
  siamese.tell(ready);
  await waiting;
});

it('is asked for by some agents', async () => {
  const { asksNetwork } = await visit();
  const person: Seat = { kind: 'person', name: 'You' };
  const agent = (name: AgentName): Seat => ({ kind: 'agent', agent: name, budgetMs: 1 });
  const game = (white: Seat, black: Seat) => asksNetwork({ white, black, clock: null, seed: 1 });
  expect([game(person, person), game(person, agent('hsuc'))]).toEqual([false, false]);
  expect([game(person, agent('siamese')), game(agent('siamese'), person)]).toEqual([true, true]);
});

it('says why there is none', async () => {
  siamese.load.mockRejectedValue(new Error('the server answered 404'));
  const missing = await visit();
  missing.chooseWeights('weighted');
  await settled();
  expect(missing.networkStatus()).toEqual({ state: 'failed', reason: 'the server answered 404' });
  file.model = null;
  const without = await visit();
  without.chooseWeights('weighted');
  await settled();
  expect(without.networkStatus()).toEqual({ state: 'failed', reason: 'this site has no network file' });
});
