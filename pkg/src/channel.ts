/** The connection to one engine: its calls, their progress and abort, and its end. Internal. */

import type { GameNews } from '../wasm-single/engine.js';
import { abortError, DisposedError, EngineCrashError, EngineError } from './errors.ts';
import type { Args, Build, Endpoint, FromEngine, Loadables, Method, ObjectId, OnTheWay, Result } from './protocol.ts';
import type { CallOptions, MoveTable, ReplayStep, StepSizes, TurnReport } from './types.ts';

/**
 * Options of a call; `onSizes` and `onTurns` receive partial results of an analysis and a report, `onTable` a table as
 * it grows, `onSteps` a replay in parts.
 */
export interface ChannelCallOptions extends CallOptions {
  onSizes?: (sizes: StepSizes[]) => void;
  onTurns?: (turns: TurnReport[]) => void;
  onTable?: (table: MoveTable) => void;
  onSteps?: (steps: ReplayStep[]) => void;
}

interface Pending {
  method: Method;
  resolve(value: unknown): void;
  reject(error: unknown): void;
  listeners: ChannelCallOptions;
  /** Stops listening to the abort signal. */
  settle(): void;
}

/** Timeouts in milliseconds. The longest slice of the engine's work takes a third of a second. */
export interface Patience {
  /** From the start until the engine runs, its download included. */
  start: number;
  /** Between pings of a busy engine. */
  look: number;
  /** Unanswered pings in a row after which a busy engine counts as dead. */
  looks: number;
}

export const patience: Patience = { start: 60_000, look: 3_000, looks: 5 };

/**
 * The page's end of the connection to one engine.
 *
 * Every promise given out is settled: by the engine's answer, by an abort, or by the end of the
 * engine, whichever comes first.
 */
export class Channel {
  /**
   * Called once, when the engine crashed, failed or went silent (not after {@link Channel.end}): with the call that
   * caused it, or all pending calls if that is unknown.
   */
  onDown: (why: string, during: Method[]) => void = () => {};
  /** Called when a game has changed. */
  onNews: (game: ObjectId, news: GameNews) => void = () => {};
  /** Called when something that the engine loaded on first use is gone for good. */
  onLost: (what: Loadables, why: string) => void = () => {};

  readonly #endpoint: Endpoint;
  readonly #patience: Patience;
  readonly #pending = new Map<number, Pending>();
  #nextId = 1;
  #over: Error | null = null;
  #start: { resolve(info: { threads: number; version: string }): void; reject(error: Error): void } | null = null;
  #watch: ReturnType<typeof setInterval> | undefined;
  #silentLooks = 0;

  constructor(endpoint: Endpoint, patiently: Patience = patience) {
    this.#endpoint = endpoint;
    this.#patience = patiently;
    endpoint.onMessage = (message) => this.#receive(message);
    endpoint.onFailure = (why) => this.#fail(why, null);
  }

  /**
   * Loads a build of the engine and starts its threads. Time counts from when its module is there, or is not going to be: `module` is
   * what the page fetches by itself, if anything.
   */
  start(
    build: Build,
    threads: number,
    module: Promise<WebAssembly.Module | null> | null = null,
  ): Promise<{ threads: number; version: string }> {
    return new Promise((resolve, reject) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const begin = (compiled: WebAssembly.Module | null): void => {
        if (this.#over) return;
        timer = setTimeout(() => {
          this.#fail(`no answer within ${this.#patience.start / 1000} s`, null);
        }, this.#patience.start);
        this.#endpoint.post({ kind: 'start', build, threads, ...(compiled ? { module: compiled } : {}) });
      };
      this.#start = {
        resolve: (info) => {
          clearTimeout(timer);
          resolve(info);
        },
        reject: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      };
      if (module) module.then(begin, () => begin(null));
      else begin(null);
    });
  }

  /** Makes a call. */
  call<M extends Method>(method: M, args: Args<M>, options: ChannelCallOptions = {}): Promise<Result<M>> {
    const { signal } = options;
    return new Promise((resolve, reject) => {
      if (this.#over) return reject(this.#over);
      if (signal?.aborted) return reject(abortError(signal));
      const id = this.#nextId++;
      // The engine answers aborts too, once it has stopped and the snapshot is up to date.
      const abort = () => this.#endpoint.post({ kind: 'abort', id });
      signal?.addEventListener('abort', abort);
      this.#pending.set(id, {
        method,
        resolve: resolve as (value: unknown) => void,
        reject: (error) => reject(signal?.aborted && isAbort(error) ? abortError(signal) : error),
        listeners: options,
        settle: () => signal?.removeEventListener('abort', abort),
      });
      this.#watchPending();
      try {
        this.#endpoint.post({ kind: 'call', id, method, args });
      } catch (cause) {
        // An argument that cannot be cloned, for example, fails this call only.
        const why = cause instanceof Error ? cause.message : String(cause);
        this.#settle(id)?.reject(
          new TypeError(`${method}: an argument cannot be passed to the engine (${why})`, { cause }),
        );
      }
    });
  }

  /** Ends the engine; what is pending rejects. */
  end(error: Error = new DisposedError('The engine was terminated.')): void {
    if (this.#over) return;
    this.#over = error;
    clearInterval(this.#watch);
    this.#endpoint.end();
    this.#start?.reject(error);
    this.#start = null;
    for (const [id, pending] of [...this.#pending]) {
      this.#pending.delete(id);
      pending.settle();
      pending.reject(error);
    }
  }

  /** Calls a program's listeners. What they throw ends their call, and nobody else's. */
  #tell(id: number, tell: (listeners: ChannelCallOptions) => void): void {
    const pending = this.#pending.get(id);
    if (!pending) return;
    try {
      tell(pending.listeners);
    } catch (error) {
      this.#settle(id);
      this.#endpoint.post({ kind: 'abort', id });
      pending.reject(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #receive(message: FromEngine): void {
    if (this.#over) return;
    this.#silentLooks = 0;
    switch (message.kind) {
      case 'started':
        this.#start?.resolve(message);
        this.#start = null;
        return;
      case 'startFailed':
        this.end(new Error(message.message));
        return;
      case 'result':
        this.#settle(message.id)?.resolve(message.value);
        return;
      case 'error':
        this.#settle(message.id)?.reject(errorFrom(message));
        return;
      case 'progress':
        this.#tell(message.id, ({ onProgress }) => onProgress?.(message.progress));
        return;
      case 'found':
        this.#tell(message.id, (listeners) => tellFound(listeners, message.found));
        return;
      case 'news':
        this.onNews(message.game, message.news);
        return;
      case 'crashed':
        this.#fail(message.message, message.id);
        return;
      case 'starting':
      case 'alive':
        return;
      case 'lost':
        this.onLost(message.what, message.message);
        return;
    }
  }

  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.settle();
    if (this.#pending.size === 0) {
      clearInterval(this.#watch);
      this.#watch = undefined;
    }
    return pending;
  }

  #fail(why: string, during: number | null): void {
    if (this.#over) return;
    if (this.#start) {
      this.end(new Error(why));
      return;
    }
    const culprit = during === null ? undefined : this.#settle(during);
    const suspects = culprit ? [culprit.method] : [...this.#pending.values()].map(({ method }) => method);
    culprit?.reject(new EngineCrashError({ code: 'crashed', data: { why } }));
    this.end(new EngineCrashError({ code: 'call-lost', data: { why } }));
    this.onDown(why, suspects);
  }

  /** Counts pings, not time, so that a sleeping computer or a throttled tab does not count as silence. */
  #watchPending(): void {
    if (this.#watch !== undefined) return;
    this.#silentLooks = 0;
    this.#watch = setInterval(() => {
      this.#silentLooks += 1;
      if (this.#silentLooks > this.#patience.looks) {
        const seconds = (this.#patience.look * this.#patience.looks) / 1000;
        this.#fail(`it was silent for ${seconds} s`, null);
      } else {
        this.#endpoint.post({ kind: 'ping' });
      }
    }, this.#patience.look);
  }
}

function tellFound({ onSizes, onTurns, onTable, onSteps }: ChannelCallOptions, found: OnTheWay): void {
  if ('sizes' in found) onSizes?.(found.sizes);
  else if ('turns' in found) onTurns?.(found.turns);
  else if ('table' in found) onTable?.(found.table);
  else onSteps?.(found.steps);
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

function errorFrom({ name, message, details }: Extract<FromEngine, { kind: 'error' }>): Error {
  if (name === 'AbortError') return new DOMException(message, 'AbortError');
  if (details) return new EngineError(message, details);
  const error = new Error(message);
  error.name = name;
  return error;
}
