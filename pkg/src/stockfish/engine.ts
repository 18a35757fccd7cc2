/** One Stockfish in its own worker: sends and receives lines, and notices its end. Internal. */
import { abortError } from '../errors.ts';

/** A worker, or something that acts like one. */
export interface WorkerLike {
  postMessage(message: unknown): void;
  terminate(): void;
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
}

/** How long things may take. */
export interface EnginePatience {
  /** Milliseconds from the start to `uciok`: a worker that fails to start may raise no event. */
  start: number;
  /** Milliseconds between checks of an engine that owes an answer. */
  look: number;
  /** Silent checks in a row. A deep search is silent for many seconds. */
  looks: number;
  /** The same after `stop`, which is answered at once. */
  looksAfterStop: number;
}

export const enginePatience: EnginePatience = { start: 15_000, look: 1_000, looks: 60, looksAfterStop: 3 };

/** What a worker sends (see {@link prelude}). */
export type FromWorker = string[] | { error: string };

export class StockfishEngine {
  /** Receives its lines in order, in batches, except those of its start. */
  onLines: (lines: string[]) => void = () => {};
  /** Called once when a started engine crashed or hangs; {@link restart} may follow. Not after {@link close}. */
  onDied: (why: string) => void = () => {};

  readonly #launch: () => WorkerLike;
  readonly #patience: EnginePatience;
  #worker: WorkerLike | null = null;
  #receive: (lines: string[]) => void = () => {};
  #fail: (why: string) => void = () => {};
  #watch: ReturnType<typeof setInterval> | undefined;
  #silentLooks = 0;
  /** Searches and pings without an answer yet. */
  #owed = 0;
  #stopping = false;
  /** Its own message before it ends. */
  #complaint: string | null = null;

  /** `launch` starts a worker that has its script and its module. */
  constructor(launch: () => WorkerLike, patience: EnginePatience = enginePatience) {
    this.#launch = launch;
    this.#patience = patience;
  }

  get alive(): boolean {
    return this.#worker !== null;
  }

  /** Starts it, ending a running one; returns the engine's name. */
  restart(signal?: AbortSignal): Promise<string> {
    this.close();
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(abortError(signal));
      let name = 'Stockfish';
      const abort = () => {
        this.close();
        settle();
        reject(abortError(signal));
      };
      const timer = setTimeout(() => {
        this.#fail(
          `it did not answer within ${this.#patience.start / 1000} s (the page's content security policy must allow workers from blob: and 'wasm-unsafe-eval')`,
        );
      }, this.#patience.start);
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      };
      signal?.addEventListener('abort', abort);
      this.#fail = (why) => {
        this.close();
        settle();
        reject(new Error(`Stockfish did not start: ${why}`));
      };
      this.#receive = (lines) => {
        for (const line of lines) if (line.startsWith('id name ')) name = line.slice('id name '.length);
        if (!lines.includes('uciok')) return;
        settle();
        this.#receive = (more) => this.#heard(more);
        this.#fail = (why) => this.#die(why);
        resolve(name);
      };
      let worker: WorkerLike;
      try {
        worker = this.#launch();
      } catch (error) {
        return this.#fail(error instanceof Error ? error.message : String(error));
      }
      this.#worker = worker;
      // Messages of a terminated worker may still arrive.
      const ours = () => this.#worker === worker;
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if (!ours()) return;
        if (Array.isArray(data)) this.#receive(data);
        else this.#fail(this.#complaint ?? data.error);
      };
      worker.onmessageerror = () => {
        if (ours()) this.#fail('an answer could not be read');
      };
      worker.onerror = (event) => {
        event.preventDefault?.();
        // A script that fails to load gives an event without a message.
        if (ours()) this.#fail(event.message || 'its worker could not be started');
      };
      worker.postMessage('uci');
    });
  }

  /** Sends it a line. */
  post(line: string): void {
    if (!this.#worker) return;
    if (/^(go|isready)\b/.test(line)) this.#owed += 1;
    if (line === 'stop') this.#stopping = this.#owed > 0;
    if (this.#owed > 0) this.#look();
    this.#worker.postMessage(line);
  }

  /** Ends it, without calling {@link onDied}. */
  close(): void {
    this.#rest();
    this.#complaint = null;
    const worker = this.#worker;
    this.#worker = null;
    worker?.terminate();
  }

  #heard(lines: string[]): void {
    this.#silentLooks = 0;
    for (const line of lines) {
      this.#complaint = line.match(/CRITICAL ERROR: (.*)/)?.[1] ?? this.#complaint;
      if (!/^(bestmove|readyok)\b/.test(line)) continue;
      this.#owed = Math.max(this.#owed - 1, 0);
      this.#stopping = false;
    }
    if (this.#owed === 0) this.#rest();
    this.onLines(lines);
  }

  #die(why: string): void {
    this.close();
    this.onDied(why);
  }

  /** Counts checks, not time, so that a sleeping computer or throttled timers do not count as silence. */
  #look(): void {
    this.#silentLooks = 0;
    if (this.#watch !== undefined) return;
    this.#watch = setInterval(() => {
      this.#silentLooks += 1;
      const { look, looks, looksAfterStop } = this.#patience;
      const allowed = this.#stopping ? looksAfterStop : looks;
      if (this.#silentLooks >= allowed) this.#die(`it was silent for ${(look * allowed) / 1000} s`);
    }, this.#patience.look);
  }

  #rest(): void {
    clearInterval(this.#watch);
    this.#watch = undefined;
    this.#owed = 0;
    this.#stopping = false;
  }
}
