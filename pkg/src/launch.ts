/** Where the engine runs, by the platform. The package for browsers has pkg/browser/launch.ts in this one's place. Internal. */
import { browserSurroundings } from './browser-launcher.ts';
import type { Surroundings } from './session.ts';

export async function surroundings(): Promise<Surroundings> {
  if (isNode()) {
    // Its own part, which no browser fetches.
    const { nodeSurroundings } = await import('./node-launcher.ts');
    return nodeSurroundings();
  }
  return browserSurroundings({ url: workerUrl(), type: 'module', name: 'outpost', startsThreadsAnywhere: false });
}

function isNode(): boolean {
  const process = (globalThis as { process?: { versions?: { node?: string } } }).process;
  return typeof process?.versions?.node === 'string' && typeof Worker === 'undefined';
}

/**
 * The address of the worker's script. Vite looks for exactly this expression; the class catches the address, because
 * a page of another origin may not start a worker from it directly.
 */
function workerUrl(): URL {
  class Worker {
    constructor(
      readonly url: URL,
      _options: WorkerOptions,
    ) {}
  }
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }).url;
}
