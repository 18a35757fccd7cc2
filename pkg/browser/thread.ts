/**
 * The engine's threads, in the package for browsers: each is a worker with the script of the engine's own, under another name.
 * `startWorkers` is in place of the one of wasm-bindgen-rayon, which imports its parts by address.
 */

const THREAD = 'outpost-thread';

/** What a thread is made of: the engine's module and memory, and where it gets its work. */
interface Beginning {
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  receiver: number;
}

/** The generated script of the build with threads, as a thread uses it. */
interface ThreadBindings {
  default(options: { module_or_path: WebAssembly.Module; memory: WebAssembly.Memory }): Promise<unknown>;
  wbg_rayon_start_worker(receiver: number): void;
}

const scope = globalThis as unknown as {
  name: string;
  location: { href: string };
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent<Beginning>) => void) | null;
};

/** Whether this worker is a thread. */
export const isThread = (): boolean => scope.name === THREAD;

/** Becomes a thread: waits for its beginning, then for work, for ever. */
export function runThread(script: () => Promise<ThreadBindings>): void {
  scope.onmessage = async ({ data: { module, memory, receiver } }) => {
    const bindings = await script();
    await bindings.default({ module_or_path: module, memory });
    scope.postMessage('ready');
    bindings.wbg_rayon_start_worker(receiver);
  };
}

/** Firefox would collect workers that nobody refers to. */
const kept: Worker[] = [];

/** Starts the threads of a pool, and then the pool. */
export async function startWorkers(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
  pool: { numThreads(): number; receiver(): number; build(): void },
): Promise<void> {
  const beginning: Beginning = { module, memory, receiver: pool.receiver() };
  const start = () =>
    new Promise<void>((resolve, reject) => {
      // Of a worker that was started from a blob, this is the blob's address, so that it may start others.
      const worker = new Worker(scope.location.href, { name: THREAD });
      kept.push(worker);
      worker.onmessage = () => resolve();
      worker.onerror = (event) => reject(new Error(event.message || 'its script could not be loaded'));
      worker.postMessage(beginning);
    });
  await Promise.all(Array.from({ length: pool.numThreads() }, start));
  pool.build();
}
