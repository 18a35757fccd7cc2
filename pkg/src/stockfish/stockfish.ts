import type { Channel } from '../channel.ts';
import type { Session } from '../session.ts';
import type { CallOptions } from '../types.ts';
import { release } from './release.ts';

/** Where Stockfish stands. */
export type StockfishStatus =
  | { state: 'absent' }
  /** Bytes that have arrived, of all. */
  | { state: 'loading'; done: number; total: number }
  /** `name` as the engine calls itself; `cached` when nothing had to be fetched. */
  | { state: 'ready'; name: string; workers: number; cached: boolean }
  /** `reason` is a sentence for people. */
  | { state: 'failed'; reason: string };

/** Options of {@link Stockfish.load}; progress is in bytes. */
export interface StockfishLoadOptions extends CallOptions {
  /** Workers, each with a Stockfish of one thread: by default one less than the cores, but 1 or 2. */
  workers?: number;
}

/** More would hold each other up: each keeps some 60 MB, and a core. */
const MAX_WORKERS = 8;

/**
 * Stockfish in workers of the engine's worker. It is 1.8 MB, loaded when asked for and then kept by the browser, so that
 * later loads need no network; where pages may keep nothing it is fetched each time.
 */
export class Stockfish {
  /** What is loaded: its version, licence (with the address of its text) and source, for people. */
  static readonly about: Readonly<{ version: string; license: string; licenseText: string; source: string }> = {
    version: release.version,
    license: release.license,
    licenseText: release.licenseText.href,
    source: release.source,
  };

  readonly #session: Session;
  readonly #listeners = new Set<(status: StockfishStatus) => void>();
  #status: StockfishStatus = { state: 'absent' };
  #loading: Promise<void> | null = null;
  /** Counts loads and unloads: what an earlier one still has to say is of no interest. */
  #turn = 0;
  /** Its number among the objects that are restored after a crash of the engine. */
  #object: number | null = null;
  #workers: number | undefined;

  /** @internal */
  constructor(session: Session) {
    this.#session = session;
    session.onStockfishLost = (why) => {
      this.#forget();
      this.#set({ state: 'failed', reason: `Stockfish ended: ${why}` });
    };
  }

  get status(): StockfishStatus {
    return this.#status;
  }

  /** Calls `listener` whenever the status changes; returns what ends that. */
  onChange(listener: (status: StockfishStatus) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Fetches it if need be, and starts it. Rejects with the reason, in words for people, when it does not arrive or does
   * not start; it may be tried again. While it loads, further calls wait for that load, and it is the first one's signal
   * that ends it.
   */
  load(options: StockfishLoadOptions = {}): Promise<void> {
    const { workers } = options;
    if (workers !== undefined && !(Number.isInteger(workers) && workers >= 1 && workers <= MAX_WORKERS)) {
      throw new TypeError(`workers must be a whole number from 1 to ${MAX_WORKERS}, or left out`);
    }
    if (this.#loading) return this.#loading;
    if (this.#status.state === 'ready') return Promise.resolve();
    this.#workers = workers;
    const loading = this.#load((args, callOptions) => this.#session.call('stockfish.load', args, callOptions), options);
    this.#loading = loading;
    const done = () => {
      if (this.#loading === loading) this.#loading = null;
    };
    loading.then(done, done);
    return loading;
  }

  /** Ends its workers; the files stay in the browser. */
  async unload(): Promise<void> {
    const { state } = this.#status;
    this.#turn += 1;
    this.#loading = null;
    this.#forget();
    this.#set({ state: 'absent' });
    if (state === 'ready' || state === 'loading') await this.#session.call('stockfish.unload', []);
  }

  async #load(
    call: (
      args: [number | undefined],
      options: CallOptions,
    ) => Promise<{ name: string; workers: number; cached: boolean }>,
    { signal, onProgress }: CallOptions,
  ): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    const set = (status: StockfishStatus) => {
      if (turn === this.#turn) this.#set(status);
    };
    set({ state: 'loading', done: 0, total: release.script.size + release.wasm.size });
    try {
      const loaded = await call([this.#workers], {
        ...(signal ? { signal } : {}),
        onProgress: (progress) => {
          set({ state: 'loading', done: progress.done, total: progress.total });
          onProgress?.(progress);
        },
      });
      if (turn !== this.#turn) return;
      this.#keep();
      set({ state: 'ready', ...loaded });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      set(signal?.aborted ? { state: 'absent' } : { state: 'failed', reason });
      throw error;
    }
  }

  /** After a crash of the engine, and of its workers with it, Stockfish is loaded again, from what the browser kept. */
  #keep(): void {
    if (this.#object !== null) return;
    this.#object = this.#session.newObject();
    this.#session.keep(this.#object, {
      restore: async (channel: Channel) => {
        // Games do not wait for it.
        this.#load((args, options) => channel.call('stockfish.load', args, options), {}).catch(() => {});
      },
    });
  }

  #forget(): void {
    if (this.#object !== null) this.#session.release(this.#object);
    this.#object = null;
  }

  #set(status: StockfishStatus): void {
    this.#status = status;
    for (const listener of this.#listeners) listener(status);
  }
}
