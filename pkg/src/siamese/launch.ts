/** Where the network runs: a worker of its own. Internal. */
import { workerAt } from '../launch.ts';
import { type FileSurroundings, fileSurroundings } from '../stockfish/files.ts';
import type { FromNetwork, ToNetwork } from './protocol.ts';

/** A worker, or something that acts like one. */
export interface NetworkEndpoint {
  post(message: ToNetwork): void;
  onMessage: (message: FromNetwork) => void;
  /** The worker itself failed: its script, or an error that nobody caught. */
  onFailure: (why: string) => void;
  end(): void;
}

/** What the network needs of the place where it runs; tests make one up. */
export interface NetworkSurroundings {
  launch(): NetworkEndpoint;
  files: FileSurroundings;
}

export function networkSurroundings(): NetworkSurroundings {
  return {
    launch: () => workerAt<ToNetwork, FromNetwork>(workerUrl(), 'outpost-siamese'),
    files: { ...fileSurroundings, cacheName: 'outpost-siamese' },
  };
}

/** Bundlers look for exactly this expression; see `../launch.ts`. */
function workerUrl(): URL {
  class Worker {
    constructor(
      readonly url: URL,
      _options: WorkerOptions,
    ) {}
  }
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }).url;
}
