/** Optional parts that the engine loads on first use: Stockfish, the network, the players. Internal. */
import type { Channel } from './channel.ts';
import { checkedOptions, listener } from './check.ts';
import type { Session } from './session.ts';
import type { CallOptions, Progress } from './types.ts';

/** The state. `Ready` describes what is loaded. */
export type LoadStatus<Ready> =
  | { state: 'absent' }
  /** Bytes that have arrived, of all. */
  | { state: 'loading'; done: number; total: number }
  | ({ state: 'ready' } & Ready)
  /** `reason` is a sentence for people. */
  | { state: 'failed'; reason: string };

/** Asks an engine to load it: the current one, or after a crash the next. */
export type AskToLoad<Ready> = (
  call: Channel['call'] | Session['call'],
  options: { signal?: AbortSignal; onProgress: (progress: Progress) => void },
) => Promise<Ready>;

/** An address as a string, which `check.ts` checks; anything else is passed on unchanged. */
export function addressOf(url: URL | string): string {
  return url instanceof URL ? url.href : URL.canParse(url) ? new URL(url).href : url;
}

export class Loadable<Ready extends object> {
  protected readonly session: Session;
  readonly #listeners = new Set<(status: LoadStatus<Ready>) => void>();
  #status: LoadStatus<Ready> = { state: 'absent' };
  #loading: Promise<void> | null = null;
  /** Counts loads and unloads, so that answers to earlier ones are ignored. */
  #turn = 0;
  /** Its number among the objects that are restored after a crash of the engine. */
  #object: number | null = null;

  /** @internal */
  constructor(session: Session) {
    this.session = session;
  }

  get status(): LoadStatus<Ready> {
    return this.#status;
  }

  /** Calls `heard` whenever the status changes; returns a function that ends that. */
  onChange(heard: (status: LoadStatus<Ready>) => void): () => void {
    this.#listeners.add(listener('listener', heard));
    return () => this.#listeners.delete(heard);
  }

  /** Loads it with `ask`, `total` bytes. While it loads, further calls wait for that load; once it is there, they do nothing. */
  protected begin(ask: AskToLoad<Ready>, total: number, options: CallOptions): Promise<void> {
    const heard = checkedOptions(options);
    if (this.#loading) return this.#loading;
    if (this.#status.state === 'ready') return Promise.resolve();
    const { session } = this;
    const loading = this.#load(ask, session.call.bind(session), total, heard);
    this.#loading = loading;
    const done = () => {
      if (this.#loading === loading) this.#loading = null;
    };
    loading.then(done, done);
    return loading;
  }

  /** It is gone, or no longer wanted. */
  protected forget(status: LoadStatus<Ready>): void {
    this.#turn += 1;
    this.#loading = null;
    if (this.#object !== null) this.session.release(this.#object);
    this.#object = null;
    this.#set(status);
  }

  async #load(
    ask: AskToLoad<Ready>,
    call: Channel['call'] | Session['call'],
    total: number,
    { signal, onProgress }: CallOptions,
  ): Promise<void> {
    this.#turn += 1;
    const turn = this.#turn;
    const set = (status: LoadStatus<Ready>) => {
      if (turn === this.#turn) this.#set(status);
    };
    set({ state: 'loading', done: 0, total });
    try {
      const ready = await ask(call, {
        ...(signal ? { signal } : {}),
        onProgress: (progress) => {
          set({ state: 'loading', done: progress.done, total: progress.total });
          onProgress?.(progress);
        },
      });
      if (turn !== this.#turn) return;
      this.#keep(ask, total);
      set({ state: 'ready', ...ready });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      set(signal?.aborted ? { state: 'absent' } : { state: 'failed', reason });
      throw error;
    }
  }

  /** After a crash of the engine it is loaded again from the browser's storage. */
  #keep(ask: AskToLoad<Ready>, total: number): void {
    if (this.#object !== null) return;
    this.#object = this.session.newObject();
    this.session.keep(this.#object, {
      restore: async (channel: Channel) => {
        // Games do not wait for it.
        this.#load(ask, channel.call.bind(channel), total, {}).catch(() => {});
      },
    });
  }

  #set(status: LoadStatus<Ready>): void {
    this.#status = status;
    for (const listener of this.#listeners) listener(status);
  }
}
