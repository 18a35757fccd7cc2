import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { patience } from '../src/channel.ts';
import { firstToStart, WAITS } from '../src/first-to-start.ts';
import type { Endpoint, FromEngine, ToEngine } from '../src/protocol.ts';

/** Workers that answer on the test's command. */
function workers() {
  const all: (Endpoint & { got: ToEngine[]; ended: boolean })[] = [];
  const launch = (): Endpoint => {
    const one = {
      got: [] as ToEngine[],
      ended: false,
      post: (message: ToEngine) => one.got.push(message),
      onMessage: () => {},
      onFailure: () => {},
      end: () => {
        one.ended = true;
      },
    };
    all.push(one);
    return one;
  };
  return { all, launch };
}

const start: ToEngine = { kind: 'start', build: 'single', threads: 1 };
const ping: ToEngine = { kind: 'ping' };
const started: FromEngine = { kind: 'started', threads: 1, version: '1' };
const reached = (what: string): FromEngine => ({ kind: 'starting', reached: what });

function listen(endpoint: Endpoint): { words: FromEngine[]; failures: string[] } {
  const heard = { words: [] as FromEngine[], failures: [] as string[] };
  endpoint.onMessage = (message) => heard.words.push(message);
  endpoint.onFailure = (why) => heard.failures.push(why);
  return heard;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('one worker that starts is all there is', () => {
  const { all, launch } = workers();
  const endpoint = firstToStart(launch);
  const { words, failures } = listen(endpoint);
  endpoint.post(start);
  all[0]?.onMessage(reached('its script is there'));
  all[0]?.onMessage(started);
  endpoint.post(ping);
  vi.advanceTimersByTime(600_000);
  expect([all.length, words, failures, endpoint.remark]).toEqual([1, [started], [], null]);
  expect(all[0]?.got).toEqual([start, ping]);
  endpoint.end();
  expect(all[0]?.ended).toBe(true);
});

test('one that does not start is joined by others; the first to start is taken, and the reason kept', () => {
  const { all, launch } = workers();
  const endpoint = firstToStart(launch);
  const { words, failures } = listen(endpoint);
  endpoint.post(start);
  all[0]?.onMessage(reached('its script is there'));
  vi.advanceTimersByTime(WAITS[0] as number);
  expect(all.length).toBe(2);
  all[1]?.onMessage(started);
  // It was only slow.
  all[0]?.onMessage(started);
  endpoint.post(ping);
  vi.advanceTimersByTime(600_000);
  expect(all.map(({ got, ended }) => [got, ended])).toEqual([
    [[start], true],
    [[start, ping], false],
  ]);
  expect([words, failures]).toEqual([[started], []]);
  expect(endpoint.remark).toBe('It took 2 workers, as the first did not start (its script is there).');
});

test('the first may still be the first', () => {
  const { all, launch } = workers();
  const endpoint = firstToStart(launch);
  const { failures } = listen(endpoint);
  endpoint.post(start);
  vi.advanceTimersByTime(WAITS[0] as number);
  all[1]?.onMessage({ kind: 'startFailed', message: 'no memory for two' });
  all[0]?.onMessage(started);
  endpoint.post(ping);
  expect(all.map(({ got, ended }) => [got, ended])).toEqual([
    [[start, ping], false],
    [[start], true],
  ]);
  expect(failures).toEqual([]);
});

test('a failure of the only one is told at once, with the reason, and ends the waiting', () => {
  for (const tell of [
    (one: Endpoint) => one.onFailure('its script could not be loaded'),
    (one: Endpoint) => one.onMessage({ kind: 'startFailed', message: 'its script could not be loaded' }),
  ]) {
    const { all, launch } = workers();
    const { failures } = listen(firstToStart(launch));
    tell(all[0] as Endpoint);
    vi.advanceTimersByTime(600_000);
    expect([failures, all.length]).toEqual([['its script could not be loaded'], 1]);
  }
});

test('silence of all workers ends, with the reason, before the start is given up', () => {
  const { all, launch } = workers();
  const endpoint = firstToStart(launch);
  const { failures } = listen(endpoint);
  all[0]?.onMessage(reached('its script is there'));
  // Until it is asked to start, as its module may still be on its way to the page, it only loads its script.
  vi.advanceTimersByTime(600_000);
  expect([all.length, failures]).toEqual([1, []]);
  endpoint.post(start);
  vi.advanceTimersByTime(patience.start - 1);
  expect(all.length).toBe(4);
  expect(failures).toEqual([
    'it did not start within 58 s in any of 4 workers (its script is there; its script did not arrive)',
  ]);
  endpoint.end();
  expect(all.every(({ ended }) => ended)).toBe(true);
  vi.advanceTimersByTime(600_000);
  expect(all.length).toBe(4);
});

test('a failure after the start is the engine’s', () => {
  const { all, launch } = workers();
  const endpoint = firstToStart(launch);
  const { failures } = listen(endpoint);
  all[0]?.onMessage(started);
  all[0]?.onFailure('an answer could not be read');
  expect(failures).toEqual(['an answer could not be read']);
});

test('ended while it starts, it starts nothing more', () => {
  const { all, launch } = workers();
  firstToStart(launch).end();
  vi.advanceTimersByTime(600_000);
  expect(all.map(({ ended }) => ended)).toEqual([true]);
});
