/** Starts another worker if one does not start. Internal. */
import type { Endpoint, FromEngine, ToEngine } from './protocol.ts';

/**
 * Milliseconds before the second, third and fourth worker starts, and before all are abandoned: together less than the
 * start timeout (`patience.start`).
 */
export const WAITS: readonly number[] = [7_000, 10_000, 15_000, 26_000];

/**
 * Returns the first of the workers started by `launch` in which the engine starts, as if it were the only one. In
 * Firefox a worker's script, or a file that it loads, sometimes fails to arrive without an error. Messages before the
 * engine has started go to all workers. Time counts from the first of them: until then a worker only loads its script. On a
 * slow connection a second worker costs little, because the first one's downloads are cached by then.
 */
export function firstToStart(launch: () => Endpoint, waits: readonly number[] = WAITS): Endpoint {
  /** The progress of each. */
  const starting = new Map<Endpoint, string>();
  const unsaid: ToEngine[] = [];
  let count = 0;
  let chosen: Endpoint | null = null;
  let over = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const endpoint: Endpoint = {
    remark: null,
    post: (message) => {
      if (chosen) return chosen.post(message);
      unsaid.push(message);
      timer ??= setTimeout(another, waits[count - 1]);
      for (const one of starting.keys()) one.post(message);
    },
    onMessage: () => {},
    onFailure: () => {},
    end: () => {
      over = true;
      clearTimeout(timer);
      for (const one of starting.keys()) one.end();
      chosen?.end();
    },
  };
  const choose = (one: Endpoint) => {
    const reached = [...starting.values()];
    chosen = one;
    clearTimeout(timer);
    starting.delete(one);
    for (const other of starting.keys()) other.end();
    starting.clear();
    endpoint.workers = count;
    if (count > 1) endpoint.remark = `It took ${count} workers, as the first did not start (${reached[0]}).`;
  };
  const heard = (one: Endpoint, message: FromEngine) => {
    if (over) return;
    if (one === chosen) return endpoint.onMessage(message);
    if (!starting.has(one)) return;
    if (message.kind === 'starting') starting.set(one, message.reached);
    else if (message.kind === 'startFailed') failed(one, message.message);
    else if (message.kind === 'started') {
      choose(one);
      endpoint.onMessage(message);
    }
  };
  const failed = (one: Endpoint, why: string) => {
    if (over) return;
    if (one === chosen) return endpoint.onFailure(why);
    if (!starting.has(one)) return;
    one.end();
    // Others may still start.
    if (starting.size > 1) {
      starting.delete(one);
      return;
    }
    clearTimeout(timer);
    endpoint.onFailure(why);
  };
  const start = () => {
    const one = launch();
    count += 1;
    starting.set(one, 'its script did not arrive');
    one.onMessage = (message) => heard(one, message);
    one.onFailure = (why) => failed(one, why);
    for (const message of unsaid) one.post(message);
    if (unsaid.length > 0) timer = setTimeout(another, waits[count - 1]);
  };
  const another = () => {
    if (count < waits.length) {
      try {
        return start();
      } catch {
        // The existing ones may still start.
        timer = setTimeout(another, waits[count]);
        count += 1;
        return;
      }
    }
    const seconds = waits.reduce((sum, ms) => sum + ms, 0) / 1000;
    const reached = [...new Set(starting.values())].join('; ');
    endpoint.onFailure(`it did not start within ${seconds} s in any of ${starting.size} workers (${reached})`);
  };
  start();
  return endpoint;
}
