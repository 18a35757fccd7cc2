/** Starts another worker where one does not say a word. Internal. */
import type { Endpoint, FromEngine, ToEngine } from './protocol.ts';

/**
 * Milliseconds without a word before the second, third and fourth worker is started, and before all are given up: together
 * less than a start may take (`patience.start`). On a slow line a second worker costs little, as its script is in the cache by then.
 */
export const WAITS: readonly number[] = [5_000, 10_000, 15_000, 25_000];

/**
 * Returns the first worker of those that `launch` starts to say a word, as if there were only that one. In Firefox a worker's
 * script now and then does not arrive, without an error. Workers must say a word once their script runs.
 */
export function firstToSpeak(launch: () => Endpoint, waits: readonly number[] = WAITS): Endpoint {
  const silent = new Set<Endpoint>();
  const unsaid: ToEngine[] = [];
  let started = 0;
  let chosen: Endpoint | null = null;
  let over = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const endpoint: Endpoint = {
    remark: null,
    post: (message) => (chosen ? chosen.post(message) : unsaid.push(message)),
    onMessage: () => {},
    onFailure: () => {},
    end: () => {
      over = true;
      clearTimeout(timer);
      for (const one of silent) one.end();
      chosen?.end();
    },
  };
  const choose = (one: Endpoint) => {
    chosen = one;
    clearTimeout(timer);
    silent.delete(one);
    for (const other of silent) other.end();
    silent.clear();
    if (started > 1) endpoint.remark = `${started} workers were started until one said a word.`;
    for (const message of unsaid.splice(0)) one.post(message);
  };
  const heard = (one: Endpoint, message: FromEngine) => {
    if (over) return;
    if (!chosen && silent.has(one)) choose(one);
    if (one === chosen) endpoint.onMessage(message);
  };
  const failed = (one: Endpoint, why: string) => {
    if (over) return;
    if (one === chosen) return endpoint.onFailure(why);
    if (!silent.delete(one)) return;
    one.end();
    // The others may still speak.
    if (silent.size > 0) return;
    clearTimeout(timer);
    endpoint.onFailure(why);
  };
  const start = () => {
    const one = launch();
    started += 1;
    silent.add(one);
    one.onMessage = (message) => heard(one, message);
    one.onFailure = (why) => failed(one, why);
    timer = setTimeout(another, waits[started - 1]);
  };
  const another = () => {
    if (started < waits.length) {
      try {
        return start();
      } catch {
        // Those that there are may still speak.
      }
    }
    const seconds = waits.reduce((sum, ms) => sum + ms, 0) / 1000;
    endpoint.onFailure(`its script did not arrive within ${seconds} s, in none of ${started} workers`);
  };
  start();
  return endpoint;
}
