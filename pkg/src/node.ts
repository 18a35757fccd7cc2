/** What is used of Node. Its modules are not imported: bundlers for browsers would look for them. Internal. */

export interface NodeWorker {
  postMessage(message: unknown): void;
  on(event: 'message', heard: (message: never) => void): void;
  on(event: 'messageerror' | 'error', heard: (error: Error) => void): void;
  on(event: 'exit', heard: (code: number) => void): void;
  terminate(): Promise<number>;
  unref(): void;
}

interface Modules {
  'node:fs': { existsSync(path: URL): boolean };
  'node:fs/promises': { readFile(path: URL): Promise<Uint8Array<ArrayBuffer>> };
  'node:os': { availableParallelism(): number };
  'node:worker_threads': {
    Worker: new (script: URL, options: { workerData: unknown }) => NodeWorker;
    parentPort: {
      postMessage(message: unknown, transfer?: ArrayBuffer[]): void;
      on(event: 'message', heard: (message: never) => void): void;
    };
    workerData: unknown;
  };
}

export function nodeModule<Name extends keyof Modules>(name: Name): Modules[Name] {
  const { process } = globalThis as unknown as { process: { getBuiltinModule(name: Name): Modules[Name] } };
  return process.getBuiltinModule(name);
}

/** Imports a script by its address, which bundlers leave alone. */
export function importScript<Script>(url: URL): Promise<Script> {
  return import(/* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ url.href);
}
