/** Where the engine runs in Node: in a worker with threads, or in the calling thread. Internal. */
import type { Bindings } from './bindings.ts';
import { inThreadLauncher } from './in-thread.ts';
import { compile } from './module.ts';
import { importScript, nodeModule } from './node.ts';
import type { Endpoint, FromEngine } from './protocol.ts';
import type { Surroundings } from './session.ts';
import type { NetworkSurroundings } from './siamese/network.ts';
import { hasSimd } from './simd.ts';

/** Made by pkg/build.mjs: there are no threads where the source runs as it is, as in our tests. */
const THREADS = new URL(/* @vite-ignore */ './node-engine.js', import.meta.url);

export function nodeSurroundings(): Surroundings {
  const inThread = nodeLauncher();
  return {
    launch: (build) => (build === 'threads' ? launchWorker() : inThread()),
    simd: hasSimd(),
    noThreads: nodeModule('node:fs').existsSync(THREADS) ? null : 'node',
    cores: nodeModule('node:os').availableParallelism(),
  };
}

/**
 * An engine in a worker: a panic in one of its threads leaves the others waiting for ever, so that the calling thread must
 * not be one of them.
 */
function launchWorker(): Endpoint {
  const { Worker } = nodeModule('node:worker_threads');
  const worker = new Worker(new URL(/* @vite-ignore */ './node-worker.js', import.meta.url), { workerData: null });
  const endpoint: Endpoint = {
    post: (message) => worker.postMessage(message),
    onMessage: () => {},
    onFailure: () => {},
    end: () => void worker.terminate(),
  };
  worker.on('message', (message: FromEngine) => endpoint.onMessage(message));
  worker.on('messageerror', () => endpoint.onFailure('an answer could not be read'));
  worker.on('error', (error) => endpoint.onFailure(error.message));
  worker.on('exit', (code) => endpoint.onFailure(`it ended with exit code ${code}`));
  // A program ends when it waits for nothing; while it waits for the engine, the channel has a timer. Listeners undo this.
  worker.unref();
  return endpoint;
}

/** Launchers of an engine in the calling thread. Tests wrap its bindings to make it fail, and give it a network. */
export function nodeLauncher(
  wrap: (bindings: Bindings) => Bindings = (b) => b,
  network: NetworkSurroundings | null = null,
): () => Endpoint {
  return inThreadLauncher(async () => ({ bindings: wrap(await freshInstance()), threads: 1 }), null, network);
}

let instances = 0;

/** A separate instance of the single-threaded build: the generated module keeps one for each address. */
export async function freshInstance(): Promise<Bindings> {
  instances += 1;
  const script = new URL(/* @vite-ignore */ '../wasm-single/engine.js', import.meta.url);
  script.search = `instance=${instances}`;
  const module = await importScript<Bindings & { default(options: { module_or_path: WebAssembly.Module }): unknown }>(
    script,
  );
  const wasm = await nodeModule('node:fs/promises').readFile(
    new URL(/* @vite-ignore */ '../wasm-single/engine_bg.wasm', import.meta.url),
  );
  await module.default({ module_or_path: await compile('the engine’s', wasm) });
  return module;
}
