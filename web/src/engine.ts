import { Outpost } from 'outpost';

/** The one engine of the page, started on first use. */
let starting: Promise<Outpost> | null = null;
const restartListeners = new Set<(why: string) => void>();

export function engine(): Promise<Outpost> {
  if (!starting) {
    const build = new URLSearchParams(location.search).get('build');
    starting = Outpost.start(build === 'single' || build === 'threads' ? { build } : {}).then((outpost) => {
      outpost.onRestart((why) => {
        for (const listener of restartListeners) listener(why);
      });
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

/** Ends the engine, which nothing needs for now; the next use starts another. */
export function stopEngine(): void {
  void starting?.then(
    (outpost) => outpost.terminate(),
    () => {},
  );
  starting = null;
}

/** Calls back when the engine crashed and was started again. Returns how to stop that. */
export function onEngineRestart(listener: (why: string) => void): () => void {
  restartListeners.add(listener);
  return () => restartListeners.delete(listener);
}
