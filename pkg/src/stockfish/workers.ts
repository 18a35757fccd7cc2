/** Several Stockfish workers, loaded once and kept running. Internal. */
import { Crashes } from '../crashes.ts';
import { abortError } from '../errors.ts';
import { type EnginePatience, enginePatience, StockfishEngine, type WorkerLike } from './engine.ts';
import { type FileSurroundings, fetchFile, fileSurroundings, forgetOthers } from './files.ts';
import { prelude } from './prelude.ts';
import { release } from './release.ts';

/** The workers' environment; tests use a fake one. */
export interface StockfishSurroundings {
  files: FileSurroundings;
  /** Processor cores as the platform reports them; may be wrong. */
  cores: number;
  /** Compiles Stockfish's module. */
  compile(bytes: BufferSource): Promise<WebAssembly.Module>;
  /** Starts a worker that runs `script`. */
  launch(script: Blob): WorkerLike;
  patience: EnginePatience;
}

/** Where workers can start workers; `null` elsewhere (Node). */
export function stockfishSurroundings(): StockfishSurroundings | null {
  if (typeof Worker === 'undefined') return null;
  return {
    files: fileSurroundings,
    cores: globalThis.navigator?.hardwareConcurrency ?? 1,
    compile: (bytes) => WebAssembly.compile(bytes),
    launch: (script) => {
      const url = URL.createObjectURL(script);
      const worker = new Worker(url, { name: 'stockfish' });
      // Revoked only with the worker: some browsers fetch it later than others.
      const terminate = worker.terminate.bind(worker);
      worker.terminate = () => {
        terminate();
        URL.revokeObjectURL(url);
      };
      return worker;
    },
    patience: enginePatience,
  };
}

/** One for each core except the one that uses their answers. */
export function defaultWorkers(cores: number): number {
  return Math.max(1, Math.min(2, Math.floor(cores || 1) - 1));
}

export interface LoadOptions {
  /** Receives the bytes that have arrived, and their total. */
  onProgress?: (done: number, total: number) => void;
  signal?: AbortSignal | undefined;
}

/** What was loaded. */
export interface Loaded {
  /** The name that the engine reports. */
  name: string;
  workers: number;
  /** Whether nothing had to be fetched. */
  cached: boolean;
}

export class StockfishWorkers {
  /** Receives a worker's lines. */
  onLines: (worker: number, lines: string[]) => void = () => {};
  /** Called when a worker crashed or hangs, with whether it is being restarted: {@link onReady} follows then. */
  onDied: (worker: number, why: string, again: boolean) => void = () => {};
  /** Called when a worker runs again. */
  onReady: (worker: number) => void = () => {};

  readonly #around: StockfishSurroundings;
  readonly #count: number;
  readonly #closed = new AbortController();
  #engines: StockfishEngine[] = [];
  #crashes: Crashes[] = [];

  constructor(around: StockfishSurroundings, count: number = defaultWorkers(around.cores)) {
    this.#around = around;
    this.#count = count;
  }

  /** Workers that are running or being restarted. */
  get count(): number {
    return this.#engines.length;
  }

  /** Fetches the files and starts the workers; at least one, or it rejects. To be called once. */
  async load({ onProgress = () => {}, signal }: LoadOptions = {}): Promise<Loaded> {
    const abort = () => this.close();
    signal?.addEventListener('abort', abort);
    try {
      if (signal?.aborted) throw abortError(signal);
      return await this.#load(onProgress);
    } catch (error) {
      this.close();
      throw signal?.aborted ? abortError(signal) : error;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  async #load(onProgress: (done: number, total: number) => void): Promise<Loaded> {
    const { script, wasm } = release;
    const { files, compile, launch, patience } = this.#around;
    const { signal } = this.#closed;
    const total = script.size + wasm.size;
    const arrived = [0, 0];
    const fetched = await Promise.all(
      [script, wasm].map((file, i) => {
        const onBytes = (bytes: number) => {
          arrived[i] = bytes;
          onProgress(
            arrived.reduce((sum, n) => sum + n),
            total,
          );
        };
        return fetchFile(file, { onBytes, signal }, files);
      }),
    );
    const [text, module] = fetched.map(({ bytes }) => bytes) as [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>];
    const compiled = await compile(module);
    const blob = new Blob([prelude, text], { type: 'text/javascript' });
    const launchOne = () => {
      const worker = launch(blob);
      worker.postMessage(compiled);
      return worker;
    };
    const engines = Array.from({ length: this.#count }, () => new StockfishEngine(launchOne, patience));
    const starts = await Promise.allSettled(engines.map((engine) => engine.restart(signal)));
    const failure = starts.find((start) => start.status === 'rejected');
    // A phone may have memory for only one.
    this.#engines = engines.filter((engine) => engine.alive);
    if (signal.aborted) throw abortError(signal);
    if (this.#engines.length === 0) throw failure?.reason;
    this.#crashes = this.#engines.map(() => new Crashes());
    for (const [worker, engine] of this.#engines.entries()) {
      engine.onLines = (lines) => {
        // A task that a worker dies of is given up after the second, so each answer is another step (EngineDesk::died).
        if (lines.some((line) => line.startsWith('bestmove'))) this.#crashes[worker]?.succeeded('go');
        this.onLines(worker, lines);
      };
      engine.onDied = (why) => this.#died(worker, engine, why);
    }
    const cached = fetched.every((file) => file.cached);
    if (!cached) void forgetOthers([script, wasm], files);
    const name = starts.find((start) => start.status === 'fulfilled')?.value ?? 'Stockfish';
    return { name, workers: this.#engines.length, cached };
  }

  /** Sends a line to a worker. */
  post(worker: number, line: string): void {
    this.#engines[worker]?.post(line);
  }

  /** Restarts a worker; {@link onReady} is called when it runs. */
  restart(worker: number): void {
    const engine = this.#engines[worker];
    if (engine) void this.#restart(worker, engine);
  }

  /** Ends them all. */
  close(): void {
    this.#closed.abort(abortError());
    for (const engine of this.#engines) engine.close();
    this.#engines = [];
  }

  #died(worker: number, engine: StockfishEngine, why: string): void {
    const again = this.#crashes[worker]?.add(['go']) ?? false;
    this.onDied(worker, why, again);
    if (again) void this.#restart(worker, engine);
  }

  async #restart(worker: number, engine: StockfishEngine): Promise<void> {
    try {
      await engine.restart(this.#closed.signal);
      this.onReady(worker);
    } catch (error) {
      if (this.#closed.signal.aborted) return;
      this.onDied(worker, error instanceof Error ? error.message : String(error), false);
    }
  }
}
