/** Fake Stockfish files and workers that fail as a test says. */
import { readFileSync } from 'node:fs';
import type { WorkerLike } from '../src/stockfish/engine.ts';
import type { StockfishSurroundings } from '../src/stockfish/workers.ts';

/** Answers a line; `say` sends lines from the worker, `fail` an error of its script. */
export type Behaviour = (line: string, worker: FakeWorker) => void;

/** Starts, and answers every search and ping at once. */
export const obedient: Behaviour = (line, worker) => {
  if (line === 'uci') worker.say('id name Fakefish', 'uciok');
  else if (line === 'isready') worker.say('readyok');
  else if (line.startsWith('position ')) worker.position = line.slice('position '.length);
  else if (line.startsWith('go')) worker.say('info depth 1 score cp 3', `bestmove ${worker.position}`);
};

/** Starts, and searches until `stop`. */
export const thoughtful: Behaviour = (line, worker) => {
  if (line === 'stop') worker.say('bestmove stopped');
  else if (!line.startsWith('go')) obedient(line, worker);
};

export class FakeWorker implements WorkerLike {
  onmessage: ((event: MessageEvent) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  onmessageerror: ((event: MessageEvent) => void) | null = null;
  position = '';
  ended = false;
  readonly heard: string[] = [];
  readonly #behaviour: Behaviour;

  constructor(behaviour: Behaviour) {
    this.#behaviour = behaviour;
  }

  postMessage(message: unknown): void {
    if (typeof message !== 'string') return; // the module
    this.heard.push(message);
    this.#soon(() => this.#behaviour(message, this));
  }

  terminate(): void {
    this.ended = true;
  }

  say(...lines: string[]): void {
    this.send(lines);
  }

  send(data: unknown): void {
    this.#soon(() => this.onmessage?.({ data } as MessageEvent));
  }

  fail(message: string): void {
    this.#soon(() => this.onerror?.({ message, preventDefault() {} } as ErrorEvent));
  }

  #soon(act: () => void): void {
    setImmediate(() => {
      if (!this.ended) act();
    });
  }
}

/** Cache Storage in memory. */
export class FakeCaches {
  readonly kept = new Map<string, Uint8Array<ArrayBuffer>>();

  storage(): CacheStorage {
    const { kept } = this;
    const cache = {
      match: async (url: string) => {
        const bytes = kept.get(url);
        return bytes && new Response(bytes);
      },
      put: async (url: string, response: Response) => {
        kept.set(url, new Uint8Array(await response.arrayBuffer()));
      },
      delete: async (request: string | Request) => kept.delete(typeof request === 'string' ? request : request.url),
      keys: async () => [...kept.keys()].map((url) => ({ url })),
    };
    return { open: async () => cache } as unknown as CacheStorage;
  }
}

function inParts(bytes: Uint8Array<ArrayBuffer>): Response {
  let from = 0;
  const pull = (stream: ReadableStreamDefaultController) => {
    if (from >= bytes.length) return stream.close();
    stream.enqueue(bytes.slice(from, from + 300_000));
    from += 300_000;
  };
  return new Response(new ReadableStream({ pull }));
}

export interface FakeStockfish {
  around: StockfishSurroundings;
  /** All workers that were started, in order. */
  workers: FakeWorker[];
  caches: FakeCaches;
  /** Addresses fetched from the network. */
  fetched: string[];
}

/** The true files; `behaviours` of the workers in the order of their start, the last for all that follow. */
export function fakeStockfish(
  behaviours: Behaviour[] = [obedient],
  respond: (file: URL, bytes: Uint8Array<ArrayBuffer>) => Response | Promise<Response> = (_, bytes) => inParts(bytes),
): FakeStockfish {
  const caches = new FakeCaches();
  const workers: FakeWorker[] = [];
  const fetched: string[] = [];
  const around: StockfishSurroundings = {
    files: {
      fetch: async (url) => {
        fetched.push(url.href);
        return respond(url, new Uint8Array(readFileSync(url)));
      },
      caches: () => caches.storage(),
      subtle: crypto.subtle,
      stallMs: 60,
    },
    cores: 3,
    compile: (bytes) => WebAssembly.compile(bytes),
    launch: () => {
      const worker = new FakeWorker(behaviours[workers.length] ?? (behaviours.at(-1) as Behaviour));
      workers.push(worker);
      return worker;
    },
    patience: { start: 100, look: 20, looks: 10, looksAfterStop: 2 },
  };
  return { around, workers, caches, fetched };
}
