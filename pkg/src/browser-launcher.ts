/** Starts the engine in a worker of its own, in a browser. Internal. */
import { firstToStart } from './first-to-start.ts';
import type { Endpoint, FromEngine } from './protocol.ts';
import type { Surroundings } from './session.ts';
import { hasSimd } from './simd.ts';
import type { NoThreads } from './types.ts';

/** The worker's script, and how it is started. */
export interface WorkerScript {
  url: URL;
  /** A classic script is the whole worker in one file. */
  type: WorkerType;
  name: string;
  /** Whether its threads start on pages of another origin too. */
  startsThreadsAnywhere: boolean;
}

export function browserSurroundings(script: WorkerScript): Surroundings {
  return {
    launch: () => firstToStart(() => launchWorker(script)),
    simd: hasSimd(),
    noThreads: whyNoThreads(script),
    cores: navigator.hardwareConcurrency || 1,
  };
}

/** Why threads cannot work here, or null. */
function whyNoThreads({ url, startsThreadsAnywhere }: WorkerScript): NoThreads | null {
  if (!startsThreadsAnywhere && isForeign(url)) return 'other-site';
  if (!globalThis.crossOriginIsolated) return 'not-isolated';
  if (typeof SharedArrayBuffer === 'undefined') return 'no-shared-memory';
  return null;
}

function launchWorker({ url, type, name }: WorkerScript): Endpoint {
  const blob = isForeign(url) ? URL.createObjectURL(new Blob([loading(url, type)], { type: 'text/javascript' })) : null;
  const worker = new Worker(blob ?? url, { type, name });
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

/** A script that loads the worker's. */
function loading({ href }: URL, type: WorkerType): string {
  return type === 'classic' ? `importScripts(${JSON.stringify(href)});` : `import ${JSON.stringify(href)};`;
}

/** Whether a worker may not be started from `url` directly. A sandboxed frame has the opaque origin "null". */
function isForeign(url: URL): boolean {
  return url.protocol.startsWith('http') && url.origin !== globalThis.origin;
}
