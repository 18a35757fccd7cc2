/**
 * The engine's threads in Node: workers with the script of the engine's own. `startWorkers` is in place of the one of
 * wasm-bindgen-rayon, which needs a browser's workers. Internal.
 */
import { nodeModule } from './node.ts';

/** What a thread is made of: the engine's module and memory, and where it gets its work. */
interface Beginning {
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  receiver: number;
}

/** What the generated script of the build with threads has beside the engine. */
export interface PoolBindings {
  default(options: { module_or_path: WebAssembly.Module; memory?: WebAssembly.Memory }): Promise<unknown>;
  initThreadPool(threads: number): Promise<unknown>;
  wbg_rayon_start_worker(receiver: number): void;
}

/** Whether this worker is a thread. */
export const isThread = (): boolean => nodeModule('node:worker_threads').workerData !== null;

/** Becomes a thread, which waits for work for ever. */
export async function runThread(script: () => Promise<PoolBindings>): Promise<void> {
  const { parentPort, workerData } = nodeModule('node:worker_threads');
  const { module, memory, receiver } = workerData as Beginning;
  const bindings = await script();
  await bindings.default({ module_or_path: module, memory });
  parentPort.postMessage('ready');
  bindings.wbg_rayon_start_worker(receiver);
}

/** Starts the threads of a pool, and then the pool. They end with the engine's worker. */
export async function startWorkers(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
  pool: { numThreads(): number; receiver(): number; build(): void },
): Promise<void> {
  const { Worker } = nodeModule('node:worker_threads');
  const workerData: Beginning = { module, memory, receiver: pool.receiver() };
  const start = () =>
    new Promise<void>((resolve, reject) => {
      const worker = new Worker(new URL(/* @vite-ignore */ './node-worker.js', import.meta.url), { workerData });
      worker.on('message', () => resolve());
      worker.on('error', reject);
      worker.unref();
    });
  await Promise.all(Array.from({ length: pool.numThreads() }, start));
  pool.build();
}
