import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { patience } from '../src/channel.ts';
import { firstToSpeak, WAITS } from '../src/first-word.ts';
import type { Endpoint, FromEngine, ToEngine } from '../src/protocol.ts';

/** Workers that say something when the test wants it. */
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

const ping: ToEngine = { kind: 'ping' };
const alive: FromEngine = { kind: 'alive' };

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

test('one worker that speaks is all there is', () => {
  const { all, launch } = workers();
  const endpoint = firstToSpeak(launch);
  const { words, failures } = listen(endpoint);
  endpoint.post(ping);
  expect(all[0]?.got).toEqual([]);
  all[0]?.onMessage(alive);
  expect(all[0]?.got).toEqual([ping]);
  endpoint.post(ping);
  vi.advanceTimersByTime(600_000);
  expect([all.length, words, failures, endpoint.remark]).toEqual([1, [alive], [], null]);
  expect(all[0]?.got).toEqual([ping, ping]);
  endpoint.end();
  expect(all[0]?.ended).toBe(true);
});

test('a silent worker is joined by others, the first to speak gets what was said, and only once', () => {
  const { all, launch } = workers();
  const endpoint = firstToSpeak(launch);
  const { words, failures } = listen(endpoint);
  endpoint.post(ping);
  vi.advanceTimersByTime(WAITS[0] as number);
  expect(all.length).toBe(2);
  all[1]?.onMessage(alive);
  // It was slow, no more.
  all[0]?.onMessage(alive);
  vi.advanceTimersByTime(600_000);
  expect(all.map(({ got, ended }) => [got, ended])).toEqual([
    [[], true],
    [[ping], false],
  ]);
  expect([words, failures, endpoint.remark]).toEqual([[alive], [], '2 workers were started until one said a word.']);
});

test('the first may still be the first', () => {
  const { all, launch } = workers();
  const endpoint = firstToSpeak(launch);
  vi.advanceTimersByTime(WAITS[0] as number);
  all[1]?.onFailure('refused');
  all[0]?.onMessage(alive);
  endpoint.post(ping);
  expect(all.map(({ got, ended }) => [got, ended])).toEqual([
    [[ping], false],
    [[], true],
  ]);
});

test('a script that cannot be loaded is told at once, with the reason', () => {
  const { all, launch } = workers();
  const { failures } = listen(firstToSpeak(launch));
  all[0]?.onFailure('its script could not be loaded');
  expect(failures).toEqual(['its script could not be loaded']);
});

test('silence of all workers ends, with the reason, before the start is given up', () => {
  const { all, launch } = workers();
  const endpoint = firstToSpeak(launch);
  const { failures } = listen(endpoint);
  vi.advanceTimersByTime(patience.start - 1);
  expect(all.length).toBe(4);
  expect(failures).toEqual(['its script did not arrive within 55 s, in none of 4 workers']);
  endpoint.end();
  expect(all.every(({ ended }) => ended)).toBe(true);
  vi.advanceTimersByTime(600_000);
  expect(all.length).toBe(4);
});

test('ended while silent, it starts nothing more', () => {
  const { all, launch } = workers();
  firstToSpeak(launch).end();
  vi.advanceTimersByTime(600_000);
  expect(all.map(({ ended }) => ended)).toEqual([true]);
});
