/** The engine's end of the connection: answers calls with the generated bindings, in slices. Internal. */
import type { ErrorDetails, Task } from '../wasm-single/engine.js';
import type { Bindings, Handles } from './bindings.ts';
import { checkedArgs } from './check.ts';
import { nextTurn } from './next-turn.ts';
import { fetchPlayers } from './players/file.ts';
import {
  type Args,
  type Build,
  type Calls,
  type CallsOfHost,
  type Contents,
  type FromEngine,
  type Kind,
  MAKES,
  type Method,
  type ObjectId,
  type Result,
  type ToEngine,
} from './protocol.ts';
import { loadNetwork, type NetworkSurroundings } from './siamese/network.ts';
import { Bridge } from './stockfish/bridge.ts';
import { type Loaded, type StockfishSurroundings, StockfishWorkers } from './stockfish/workers.ts';

/** Milliseconds of a slice: aborts and other calls wait this long. */
const SLICE_MS = 30;

/** The longest single wait for an engine: progress is reported, and the deadline checked, in between. */
const LONGEST_WAIT_MS = 250;

/** Steps of a replay in one message: a page unpacks them within a few milliseconds. */
const STEPS_AT_A_TIME = 300;

/** Loads a build and starts its threads; returns their number. */
export type Load = (
  build: Build,
  threads: number,
  module?: WebAssembly.Module,
) => Promise<{ bindings: Bindings; threads: number }>;

/** Sends to the page; buffers in `transfer` are transferred instead of copied. */
export type Send = (message: FromEngine, transfer: ArrayBuffer[]) => void;

/** The context of a running call. */
interface Running {
  id: number;
  readonly signal: AbortSignal;
}

type Answers = {
  [M in keyof CallsOfHost]: (
    running: Running,
    ...args: Args<M>
  ) => ReturnType<Calls[M]> | Promise<ReturnType<Calls[M]>>;
};

class AbortError extends Error {
  override readonly name = 'AbortError';
}

export class Host {
  readonly #load: Load;
  readonly #send: Send;
  readonly #stockfishAround: StockfishSurroundings | null;
  readonly #networkAround: NetworkSurroundings | null;
  readonly #objects = new Map<ObjectId, { kind: Kind; handle: Handles[Kind] }>();
  readonly #running = new Map<number, AbortController>();
  /** Wakes computations that wait for an engine. */
  readonly #waiting = new Set<() => void>();
  #bindings: Bindings | null = null;
  #stockfish: StockfishWorkers | null = null;
  #bridge: Bridge | null = null;
  #crashed = false;
  /** The panic message: the trap that follows says only "unreachable". */
  #lastPanic: string | null = null;

  /** `stockfish` starts its workers and `network` loads the network, where possible. */
  constructor(load: Load, send: Send, stockfish: StockfishSurroundings | null, network: NetworkSurroundings | null) {
    this.#load = load;
    this.#send = send;
    this.#stockfishAround = stockfish;
    this.#networkAround = network;
  }

  /** Ends what would outlive a host in the calling thread. */
  close(): void {
    this.#crashed = true;
    this.#stockfish?.close();
  }

  /** To be called with the text of a panic. */
  panicked(text: string): void {
    this.#lastPanic = text;
  }

  receive(message: ToEngine): void {
    if (this.#crashed) return;
    switch (message.kind) {
      case 'start':
        void this.#start(message.build, message.threads, message.module);
        return;
      case 'call':
        void this.#call(message.id, message.method, message.args);
        return;
      case 'abort':
        this.#running.get(message.id)?.abort(new AbortError('The call was aborted.'));
        return;
      case 'ping':
        this.#send({ kind: 'alive' }, []);
        return;
    }
  }

  async #start(build: Build, threads: number, module?: WebAssembly.Module): Promise<void> {
    try {
      const loaded = await this.#load(build, threads, module);
      this.#bindings = loaded.bindings;
      this.#send({ kind: 'started', threads: loaded.threads, version: loaded.bindings.version() }, []);
    } catch (error) {
      this.#send({ kind: 'startFailed', message: textOf(error) }, []);
    }
  }

  async #call(id: number, method: Method, args: unknown[]): Promise<void> {
    const controller = new AbortController();
    const running: Running = { id, signal: controller.signal };
    this.#running.set(id, controller);
    try {
      // Nothing unchecked reaches WebAssembly, whoever sent it.
      const checked = checkedArgs(method, args);
      const ofHost = (this.#answers as Record<string, Answer>)[method];
      const value = await (ofHost ? ofHost(running, ...checked) : this.#ask(running, method, checked));
      if (!this.#crashed) this.#send({ kind: 'result', id, value }, buffersIn(value));
    } catch (error) {
      if (this.#crashed) return;
      if (isTrap(error)) {
        this.#trapped(id, error);
      } else {
        const name = error instanceof Error ? error.name : 'Error';
        this.#send({ kind: 'error', id, name, message: textOf(error), details: detailsOf(error) }, []);
      }
    } finally {
      this.#running.delete(id);
      // `moveNow` is a call too, and ends a wait.
      this.#wake();
    }
  }

  /** Has the engine answer a call: the method of that name is run, and what it makes is kept. */
  async #ask(running: Running, call: string, args: unknown[]): Promise<unknown> {
    const [kind, name] = call.split('.') as [Kind, string | undefined];
    const object = name === undefined ? null : (args.shift() as ObjectId);
    const made = call in MAKES ? (args.shift() as ObjectId) : null;
    const receiver = object === null ? this.#engine : this.#get(kind, object);
    let trapped = false;
    try {
      // Its name was checked with its arguments.
      const run = Reflect.get(receiver, name ?? call) as (...args: unknown[]) => unknown;
      const given = run.apply(receiver, args);
      const value = isTask(given) ? await this.#run(running, given) : given;
      return made === null ? value : this.#keep(running, made, MAKES[call as keyof typeof MAKES], value);
    } catch (error) {
      trapped = isTrap(error);
      throw error;
    } finally {
      // After an abort too: the sense of an agent's turn may have been played.
      if (kind === 'game' && object !== null && !trapped) this.#tellNews(object);
    }
  }

  /** Keeps what a call has made. Returns what the page is told of it. */
  #keep<K extends Kind>(running: Running, object: ObjectId, kind: K, made: unknown): Contents[K] {
    this.#objects.get(object)?.handle.free();
    this.#objects.set(object, { kind, handle: made as Handles[K] });
    return this.#contents[kind](object, made as Handles[K], running);
  }

  readonly #contents: { [K in Kind]: (object: ObjectId, made: Handles[K], running: Running) => Contents[K] } = {
    game: (object) => this.#tellNews(object),
    records: (_, records) => records.content(),
    replay: (_, replay, { id }) => {
      const steps = replay.steps();
      for (let from = 0; from < steps.length; from += STEPS_AT_A_TIME) {
        const found = { steps: steps.slice(from, from + STEPS_AT_A_TIME) };
        this.#send({ kind: 'found', id, found }, []);
      }
      return replay.content();
    },
    boards: (_, boards) => boards.content(),
    belief: () => undefined,
  };

  /** Tells the page where a game stands, with a snapshot, if it has changed. */
  #tellNews(object: ObjectId): undefined {
    const found = this.#objects.get(object);
    if (this.#crashed || found?.kind !== 'game') return;
    const news = (found.handle as Handles['game']).news();
    if (news) this.#send({ kind: 'news', game: object, news }, buffersIn(news));
  }

  #trapped(id: number | null, error: unknown): void {
    this.#crashed = true;
    this.#send({ kind: 'crashed', id, message: this.#lastPanic ?? textOf(error) }, []);
    this.#wake();
  }

  /** Runs something in the engine that does not answer a call. */
  #inEngine(call: () => void): void {
    if (this.#crashed) return;
    try {
      call();
    } catch (error) {
      if (!isTrap(error)) throw error;
      this.#trapped(null, error);
    }
  }

  #wake(): void {
    for (const end of [...this.#waiting]) end();
  }

  /** Waits for a useful line of an engine, the answer to another call, an abort or the timeout. */
  #heard(running: Running, ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(end);
        running.signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, Math.min(Math.max(Math.ceil(ms), 0), LONGEST_WAIT_MS));
      this.#waiting.add(end);
      running.signal.addEventListener('abort', end);
    });
  }

  /** Runs a task to its end in slices, handling messages in between. */
  async #run(running: Running, task: Task): Promise<unknown> {
    let trapped = false;
    try {
      let told = 0;
      for (;;) {
        running.signal.throwIfAborted();
        const done = task.step(SLICE_MS);
        this.#bridge?.flush();
        const found = task.found();
        if (found) this.#send({ kind: 'found', id: running.id, found }, []);
        if (done) return task.result();
        const now = performance.now();
        const progress = now - told >= 50 ? task.progress() : undefined;
        if (progress) {
          told = now;
          this.#send({ kind: 'progress', id: running.id, progress }, []);
        }
        const waitMs = task.waitMs();
        if (waitMs === undefined) await nextTurn();
        else await this.#heard(running, waitMs);
        if (this.#crashed) throw new AbortError('The engine crashed.');
      }
    } catch (error) {
      trapped = isTrap(error);
      throw error;
    } finally {
      // A task interrupted by a trap cannot be freed: trying would hide the trap.
      if (!this.#crashed && !trapped) {
        task.free();
        // Stops its questions that are no longer needed.
        this.#bridge?.flush();
      }
    }
  }

  async #loadStockfish(running: Running, count: number | undefined): Promise<Loaded> {
    if (!this.#stockfishAround) throw new Error('Stockfish runs in browsers only');
    this.#unloadStockfish();
    const workers = new StockfishWorkers(this.#stockfishAround, count);
    this.#stockfish = workers;
    let told = 0;
    const onProgress = (done: number, total: number) => {
      if (done < total && performance.now() - told < 50) return;
      told = performance.now();
      this.#send({ kind: 'progress', id: running.id, progress: { label: 'loading Stockfish', done, total } }, []);
    };
    const loaded = await workers.load({ onProgress, signal: running.signal });
    this.#bridge = new Bridge(this.#engine.engines(loaded.name), workers, {
      heard: () => this.#wake(),
      inEngine: (call) => this.#inEngine(call),
      lost: (message) => this.#send({ kind: 'lost', what: 'stockfish', message }, []),
    });
    this.#bridge.flush();
    return loaded;
  }

  async #loadNetwork(
    running: Running,
    { url, size, sha256 }: Args<'siamese.load'>[0],
  ): Promise<Result<'siamese.load'>> {
    if (!this.#networkAround) throw new Error('the network runs in browsers only');
    const onBytes = (done: number) => {
      const progress = { label: 'loading the network', done, total: size };
      this.#send({ kind: 'progress', id: running.id, progress }, []);
    };
    const lost = (error: unknown) => {
      const message = this.#lastPanic ?? textOf(error);
      this.#lastPanic = null;
      // The engine is in the middle of a call to it.
      queueMicrotask(() => this.#inEngine(() => this.#engine.useNetwork(undefined)));
      this.#send({ kind: 'lost', what: 'siamese', message }, []);
    };
    const model = { url: new URL(url), size, sha256 };
    const options = { onBytes, signal: running.signal, lost };
    const { network, opponents, cached } = await loadNetwork(model, options, this.#networkAround);
    running.signal.throwIfAborted();
    this.#engine.useNetwork(network);
    return { opponents, cached };
  }

  async #loadPlayers(
    running: Running,
    { url, size, sha256 }: Args<'players.load'>[0],
  ): Promise<Result<'players.load'>> {
    if (!this.#networkAround) throw new Error('the players are loaded in browsers only');
    const onBytes = (done: number) => {
      const progress = { label: 'loading the players', done, total: size };
      this.#send({ kind: 'progress', id: running.id, progress }, []);
    };
    const file = { url: new URL(url), size, sha256 };
    const options = { onBytes, signal: running.signal };
    const { text, cached } = await fetchPlayers(file, options, this.#networkAround.files);
    running.signal.throwIfAborted();
    return { names: this.#engine.usePlayers(text), cached };
  }

  #unloadStockfish(): void {
    this.#stockfish?.close();
    this.#stockfish = null;
    this.#bridge?.close();
    this.#bridge = null;
    this.#wake();
  }

  readonly #answers: Answers = {
    release: (_, object) => {
      this.#objects.get(object)?.handle.free();
      this.#objects.delete(object);
    },
    openLink: (running, object, text) => {
      const { json, more, fens } = this.#engine.decodeLink(text);
      if (fens) return { more, fens, replay: null };
      return { more, fens, replay: this.#keep(running, object, 'replay', this.#engine.openRecord(json)) };
    },
    'stockfish.load': (running, workers) => this.#loadStockfish(running, workers),
    'stockfish.unload': () => this.#unloadStockfish(),
    'siamese.load': (running, model) => this.#loadNetwork(running, model),
    'players.load': (running, file) => this.#loadPlayers(running, file),
  };

  get #engine(): Bindings {
    if (!this.#bindings) throw new Error('the engine has not started');
    return this.#bindings;
  }

  /** An object of this kind: other kinds have methods of the same name with other arguments. */
  #get<K extends Kind>(kind: K, object: ObjectId): Handles[K] {
    const found = this.#objects.get(object);
    if (found?.kind !== kind) throw new Error('there is no such object in the engine');
    return found.handle as Handles[K];
  }
}

type Answer = (running: Running, ...args: unknown[]) => unknown;

function isTask(given: unknown): given is Task {
  return typeof given === 'object' && given !== null && 'waitMs' in given;
}

/** What the generated bindings put on the errors that they throw. */
function detailsOf(error: unknown): ErrorDetails | null {
  return error instanceof Error ? ((error as { details?: ErrorDetails }).details ?? null) : null;
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * After these errors the instance cannot be trusted: a trap, or a stack overflow (RangeError; Firefox: InternalError).
 */
function isTrap(error: unknown): boolean {
  return (
    error instanceof WebAssembly.RuntimeError ||
    error instanceof RangeError ||
    (error instanceof Error && error.name === 'InternalError')
  );
}

/** The buffers of typed arrays in an answer, to transfer instead of copying. */
function buffersIn(value: unknown): ArrayBuffer[] {
  const values = value !== null && typeof value === 'object' ? [value, ...Object.values(value)] : [];
  const buffers = values
    .filter((v): v is ArrayBufferView => ArrayBuffer.isView(v))
    .map((view) => view.buffer)
    .filter((buffer): buffer is ArrayBuffer => buffer instanceof ArrayBuffer);
  return [...new Set(buffers)];
}
