/** Where the engine runs: a worker in a browser, the calling thread in Node. Internal. */
import type { Bindings } from './bindings.ts';
import { firstToStart } from './first-to-start.ts';
import { inThreadLauncher } from './in-thread.ts';
import { compile } from './module.ts';
import type { Endpoint, FromEngine } from './protocol.ts';
import type { Surroundings } from './session.ts';
import type { NetworkSurroundings } from './siamese/network.ts';
import type { NoThreads } from './types.ts';

/** The smallest module that uses SIMD: a function that makes a vector and drops it. */
const SIMD_MODULE = Uint8Array.of(
  0,
  97,
  115,
  109,
  1,
  0,
  0,
  0,
  1,
  4,
  1,
  96,
  0,
  0,
  3,
  2,
  1,
  0,
  10,
  9,
  1,
  7,
  0,
  65,
  0,
  253,
  15,
  26,
  11,
);

export async function surroundings(): Promise<Surroundings> {
  const simd = typeof WebAssembly === 'object' && WebAssembly.validate(SIMD_MODULE);
  if (isNode()) {
    return { launch: nodeLauncher(), simd, noThreads: 'node', cores: 1 };
  }
  return {
    launch: () => firstToStart(launchWorker),
    simd,
    noThreads: whyNoThreads(),
    cores: navigator.hardwareConcurrency || 1,
  };
}

function isNode(): boolean {
  const process = (globalThis as { process?: { versions?: { node?: string } } }).process;
  return typeof process?.versions?.node === 'string' && typeof Worker === 'undefined';
}

/** Why threads cannot work here, or null. */
function whyNoThreads(): NoThreads | null {
  // The build with threads starts its own workers by address.
  if (isForeign(workerUrl())) return 'other-site';
  if (!globalThis.crossOriginIsolated) return 'not-isolated';
  if (typeof SharedArrayBuffer === 'undefined') return 'no-shared-memory';
  return null;
}

function launchWorker(): Endpoint {
  const url = workerUrl();
  const blob = isForeign(url)
    ? URL.createObjectURL(new Blob([`import ${JSON.stringify(url.href)};`], { type: 'text/javascript' }))
    : null;
  const worker = new Worker(blob ?? url, { type: 'module', name: 'outpost' });
  const endpoint: Endpoint = {
    post: (message) => worker.postMessage(message),
    onMessage: () => {},
    onFailure: () => {},
    end: () => {
      worker.terminate();
      if (blob) URL.revokeObjectURL(blob);
    },
  };
  worker.onmessage = (event: MessageEvent<FromEngine>) => endpoint.onMessage(event.data);
  worker.onmessageerror = () => endpoint.onFailure('an answer could not be read');
  worker.onerror = (event) => {
    event.preventDefault();
    // A script that fails to load gives an event without a message.
    endpoint.onFailure(event.message || `its script could not be loaded (${url.href})`);
  };
  return endpoint;
}

/**
 * The address of the worker's script. Bundlers look for exactly this expression; the class catches the address, because
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

/** Whether a worker may not be started from `url` directly. A sandboxed frame has the opaque origin "null". */
function isForeign(url: URL): boolean {
  return url.protocol.startsWith('http') && url.origin !== globalThis.origin;
}

/** Launchers for Node: an engine in the calling thread. Tests wrap its bindings to make it fail, and give it a network. */
export function nodeLauncher(
  wrap: (bindings: Bindings) => Bindings = (b) => b,
  network: NetworkSurroundings | null = null,
): () => Endpoint {
  return inThreadLauncher(async () => ({ bindings: wrap(await freshInstance()), threads: 1 }), null, network);
}

let instances = 0;

/** A separate instance of the single-threaded build: the generated module keeps one for each address. */
async function freshInstance(): Promise<Bindings> {
  // Named indirectly, because bundlers for browsers would look for it.
  const fs = 'node:fs/promises';
  const { readFile } = await import(/* @vite-ignore */ fs);
  instances += 1;
  const glue = new URL(`../wasm-single/engine.js?instance=${instances}`, import.meta.url);
  const module = await import(/* @vite-ignore */ glue.href);
  const wasm = await readFile(new URL('../wasm-single/engine_bg.wasm', import.meta.url));
  await module.default({ module_or_path: await compile('the engine’s', wasm) });
  return module as Bindings;
}
