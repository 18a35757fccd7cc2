/** Where the engine runs: a worker in a browser, the calling thread in Node. Internal. */
import { firstToStart } from './first-to-start.ts';
import type { Endpoint, FromEngine } from './protocol.ts';
import type { Surroundings } from './session.ts';
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
    // Its own part, which no browser fetches.
    const { nodeLauncher } = await import('./node-launcher.ts');
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
