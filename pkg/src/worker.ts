/** The worker that hosts the engine in a browser. Internal. */
import { Host, type Load } from './host.ts';
import { loadModule } from './module.ts';
import type { ToEngine } from './protocol.ts';
import { networkSurroundings } from './siamese/network.ts';
import { stockfishSurroundings } from './stockfish/workers.ts';

/** Milliseconds for the threads to start once the module has loaded: in WebKit a failure raises no error. */
const POOL_PATIENCE_MS = 10_000;

/** In messages. */
const ENGINE = 'the engine’s';

interface WorkerScope {
  postMessage(message: unknown, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent<ToEngine>) => void) | null;
  outpostPanic: (text: string) => void;
}

const scope = globalThis as unknown as WorkerScope;

/**
 * Reports the progress of the start: in some browsers a file that does not arrive raises no error (first-to-start.ts).
 */
function reached(what: string): void {
  scope.postMessage({ kind: 'starting', reached: what }, []);
}

const load: Load = async (build, threads, compiled) => {
  if (build === 'single') {
    const module = await loadModule({
      whose: ENGINE,
      script: async () => {
        const script = await import('../wasm-single/engine.js');
        reached('its module is fetched');
        return script;
      },
      url: new URL('../wasm-single/engine_bg.wasm', import.meta.url),
      compiled,
    });
    return { bindings: module, threads: 1 };
  }
  const module = await loadModule({
    whose: ENGINE,
    script: async () => {
      const script = await import('../wasm-threads/engine.js');
      reached('its module is fetched');
      return script;
    },
    url: new URL('../wasm-threads/engine_bg.wasm', import.meta.url),
    compiled,
  });
  reached('its module runs');
  await started(module.initThreadPool(threads));
  return { bindings: module, threads };
};

function started(pool: Promise<unknown>): Promise<unknown> {
  return Promise.race([
    pool,
    new Promise((_, reject) => {
      setTimeout(() => reject(new Error(`no sign of them within ${POOL_PATIENCE_MS / 1000} s`)), POOL_PATIENCE_MS);
    }),
  ]);
}

const host = new Host(
  load,
  (message, transfer) => scope.postMessage(message, transfer),
  // Stockfish's workers belong to this one, not to the page, and end with it.
  stockfishSurroundings(),
  networkSurroundings(),
);
scope.outpostPanic = (text) => host.panicked(text);
scope.onmessage = (event) => host.receive(event.data);
reached('its script runs');
