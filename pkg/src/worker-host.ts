/** The host of the engine in a browser's worker. Internal. */
import type { Bindings } from './bindings.ts';
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

/** A build of the engine: how its script is imported, and where its module is. */
interface BuildFiles<Script> {
  script: () => Promise<Script>;
  url: URL;
}

type Initialised = Bindings & {
  default: (options: { module_or_path: WebAssembly.Module | Response }) => Promise<unknown>;
};

/** Hosts the engine in this worker. */
export function hostEngine(files: {
  single: BuildFiles<Initialised>;
  threads: BuildFiles<Initialised & { initThreadPool(threads: number): Promise<unknown> }>;
}): void {
  const scope = globalThis as unknown as WorkerScope;
  /** Reports the progress of the start: in some browsers a file that does not arrive raises no error (first-to-start.ts). */
  const reached = (what: string): void => scope.postMessage({ kind: 'starting', reached: what }, []);
  const loaded = <Script extends Initialised>({ script, url }: BuildFiles<Script>, compiled?: WebAssembly.Module) =>
    loadModule({
      whose: ENGINE,
      script: async () => {
        const imported = await script();
        reached('its module is fetched');
        return imported;
      },
      url,
      compiled,
    });
  const load: Load = async (build, threads, compiled) => {
    if (build === 'single') return { bindings: await loaded(files.single, compiled), threads: 1 };
    const module = await loaded(files.threads, compiled);
    reached('its module runs');
    await started(module.initThreadPool(threads));
    return { bindings: module, threads };
  };
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
}

function started(pool: Promise<unknown>): Promise<unknown> {
  return Promise.race([
    pool,
    new Promise((_, reject) => {
      setTimeout(() => reject(new Error(`no sign of them within ${POOL_PATIENCE_MS / 1000} s`)), POOL_PATIENCE_MS);
    }),
  ]);
}
