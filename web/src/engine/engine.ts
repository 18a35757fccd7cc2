import type { Outpost, StartOptions } from 'outpost-rbc';
import { messageOf } from '../ui/errors';
import { earlyModule, engineMayStart } from './early';
import { loadClient } from './load-client';

/**
 * What becomes of the engine: it started, at first or after a failure; it crashed and was started again; it crashed too
 * often and was given up; it is back after that, because somebody asked for it.
 */
export type EngineEvent = 'started' | 'restarted' | 'given up' | 'back';

/** The one engine of the page, started on first use. */
let starting: Promise<Outpost> | null = null;
let givenUp = false;
const listeners = new Map<EngineEvent, Set<(why: string) => void>>();

export function engine(): Promise<Outpost> {
  if (!starting) {
    const build = new URLSearchParams(location.search).get('build');
    const asked: StartOptions = build === 'single' || build === 'threads' ? { build } : {};
    starting = engineMayStart()
      .then(() => loadClient())
      .then(({ Outpost }) => Outpost.start({ ...asked, module: earlyModule }))
      .then((outpost) => {
        outpost.onRestart((why) => tell('restarted', why));
        outpost.onGivenUp((error) => {
          givenUp = true;
          tell('given up', messageOf(error));
        });
        tell('started', '');
        return outpost;
      });
    // A failed start may be tried again.
    starting.catch(() => {
      starting = null;
    });
  }
  return starting;
}

/** Whether there is an engine, or will be in a moment, without starting one. */
export function engineStarted(): boolean {
  return starting !== null;
}

/** Starts an engine that was given up once more: what was open in it is open again. Otherwise does nothing. */
export async function restartEngine(): Promise<void> {
  await (await starting)?.restart();
  if (!givenUp) return;
  givenUp = false;
  tell('back', '');
}

/** Whether it crashed too often, and waits for somebody to start it again. */
export function engineIsGivenUp(): boolean {
  return givenUp;
}

/** Ends the engine, which nothing needs for now; the next use starts another. */
export function stopEngine(): void {
  void starting?.then(
    (outpost) => outpost.terminate(),
    () => {},
  );
  starting = null;
  givenUp = false;
}

/** Calls back with the reason. Returns how to stop that. */
export function onEngine(event: EngineEvent, listener: (why: string) => void): () => void {
  const set = listeners.get(event) ?? new Set();
  listeners.set(event, set.add(listener));
  return () => set.delete(listener);
}

function tell(event: EngineEvent, why: string): void {
  for (const listener of listeners.get(event) ?? []) listener(why);
}
