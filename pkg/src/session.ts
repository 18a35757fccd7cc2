/** Keeps an engine running: chooses the build, starts it, and restores its objects after a crash. Internal. */
import type { GameNews } from '../wasm-single/engine.js';
import { Channel, type ChannelCallOptions, type Patience } from './channel.ts';
import { checkedArgs, checkedOptions, checkedStart, listener } from './check.ts';
import { CRASH_WINDOW_MS, Crashes } from './crashes.ts';
import { DisposedError, EngineCrashError, EngineUnavailableError } from './errors.ts';
import type { Args, Build, Endpoint, Loadables, Method, ObjectId, Result } from './protocol.ts';
import type { BuildReason, EngineInfo, NoThreads } from './types.ts';

/** The environment of a session; tests use a fake one. */
export interface Surroundings {
  launch(build: Build): Endpoint;
  simd: boolean;
  /** `null` where threads work, otherwise why not. */
  noThreads: NoThreads | null;
  /** Processor cores as the platform reports them; may be wrong. */
  cores: number;
  patience?: Patience;
}

/** Options of {@link Outpost.start}. */
export interface StartOptions {
  /** `auto` (the default) takes threads where they work. */
  build?: 'auto' | Build;
  /** Threads in the pool; by default the number of cores, at most {@link MAX_THREADS}. */
  threads?: number;
  /**
   * The module of a build (`wasm-…/engine_bg.wasm`), for pages that begin to fetch it before this package is there. `null`, or what rejects,
   * has it fetched as usual. Asked once for each start.
   */
  module?: (build: Build) => Promise<WebAssembly.Module | null> | null;
}

/** More threads gain nothing on sets of the usual size, and `hardwareConcurrency` may be anything. */
export const MAX_THREADS = 8;

/** An object in the engine that can be restored in a new one. */
export interface Restorable {
  /** Restores the object under the same number. */
  restore(channel: Channel): Promise<unknown>;
  /** Hears how it has changed (games only). */
  changed?(news: GameNews): void;
}

export class Session {
  readonly #around: Surroundings;
  readonly #wish: 'auto' | Build;
  readonly #threads: number;
  readonly #module: NonNullable<StartOptions['module']>;
  readonly #objects = new Map<ObjectId, Restorable>();
  /** Objects that could not be restored, with the reason. */
  readonly #lost = new Map<ObjectId, Error>();
  readonly #listeners = new Set<(why: string) => void>();
  readonly #endListeners = new Set<(error: EngineCrashError) => void>();
  /** Called when something loaded on first use is gone for good, though the engine runs. */
  readonly onLost: Record<Loadables, (why: string) => void> = { stockfish: () => {}, siamese: () => {} };
  #nextObject = 1;
  readonly #crashes = new Crashes();
  #over: Error | null = null;
  /** Set while no engine runs and none starts until requested. */
  #givenUp: EngineCrashError | null = null;
  #channel: Channel | null = null;
  /** The engine once everything is restored in it. */
  #ready: Promise<Channel>;
  #isUp = false;
  #info: EngineInfo | null = null;

  private constructor(around: Surroundings, options: StartOptions) {
    const checked = checkedStart(options, ['auto', 'threads', 'single'] as const);
    this.#around = around;
    this.#wish = checked.build ?? 'auto';
    const threads = checked.threads ?? around.cores;
    this.#module = checked.module ?? (() => null);
    this.#threads = Math.min(Math.max(Math.floor(threads) || 1, 1), MAX_THREADS);
    this.#ready = this.#await(this.#startEngine());
  }

  static async start(around: Surroundings, options: StartOptions = {}): Promise<Session> {
    if (!around.simd) {
      throw new EngineUnavailableError({ code: 'no-simd' });
    }
    const session = new Session(around, options);
    try {
      await session.#ready;
    } catch (cause) {
      throw new EngineUnavailableError({ code: 'not-started', data: { why: messageOf(cause) } }, { cause });
    }
    return session;
  }

  get info(): EngineInfo {
    if (!this.#info) throw new Error('the engine has not started');
    return this.#info;
  }

  /** A number for a new object. */
  newObject(): ObjectId {
    return this.#nextObject++;
  }

  /** Whether `object` lives in an engine that runs, as it was last told of. */
  has(object: ObjectId): boolean {
    return this.#isUp && !this.#over && !this.#givenUp && this.#objects.has(object) && !this.#lost.has(object);
  }

  /** From now on `object` is restored after a crash. */
  keep(object: ObjectId, restorable: Restorable): void {
    this.#objects.set(object, restorable);
  }

  /** Frees `object` in the engine; calls on it reject from now on. */
  release(object: ObjectId): void {
    if (!this.#objects.delete(object)) return;
    this.#lost.delete(object);
    if (!this.#over) void this.call('release', [object]).catch(() => {});
  }

  /** Makes a call once the engine is ready. Arguments are checked and copied first. */
  async call<M extends Method>(method: M, args: Args<M>, options?: ChannelCallOptions): Promise<Result<M>> {
    const checked = checkedArgs(method, args);
    const heard = checkedOptions(options);
    const channel = await this.#ready;
    if (this.#over) throw this.#over;
    return this.#callIn(channel, method, checked, heard);
  }

  async #callIn<M extends Method>(
    channel: Channel,
    method: M,
    args: Args<M>,
    options?: ChannelCallOptions,
  ): Promise<Result<M>> {
    const result = await channel.call(method, args, options);
    this.#crashes.succeeded(method);
    return result;
  }

  /** Makes a call on an object that must still be there. */
  async callOn<M extends Method>(
    object: ObjectId,
    method: M,
    args: Args<M>,
    options?: ChannelCallOptions,
  ): Promise<Result<M>> {
    const checked = checkedArgs(method, args);
    const heard = checkedOptions(options);
    const channel = await this.#ready;
    const lost = this.#lost.get(object);
    if (lost) throw lost;
    if (this.#over) throw this.#over;
    if (!this.#objects.has(object)) throw new DisposedError('The object was disposed of.');
    return this.#callIn(channel, method, checked, heard);
  }

  onRestart(heard: (why: string) => void): void {
    this.#listeners.add(listener('listener', heard));
  }

  onGivenUp(heard: (error: EngineCrashError) => void): void {
    this.#endListeners.add(listener('listener', heard));
  }

  /** Starts another engine, with everything restored, if it is down or an object could not be restored. */
  async restart(): Promise<void> {
    // Not during another start.
    await this.#ready.catch(() => {});
    if (this.#over) throw this.#over;
    if (this.#givenUp || this.#lost.size > 0) {
      const why = this.#givenUp?.message ?? 'something in it was lost';
      this.#givenUp = null;
      this.#crashes.clear();
      this.#lost.clear();
      this.#channel?.end(new EngineCrashError({ code: 'restarted' }));
      this.#await(this.#startAgain(why));
    }
    await this.#ready;
  }

  terminate(): void {
    this.#end(new DisposedError('The engine was terminated.'));
  }

  #end(error: Error): void {
    this.#over ??= error;
    this.#channel?.end(this.#over);
    this.#objects.clear();
    this.#listeners.clear();
    this.#endListeners.clear();
  }

  /** The engine's objects are not forgotten: a later restart restores them. */
  #giveUp(error: EngineCrashError): void {
    this.#givenUp = error;
    this.#channel?.end(error);
    for (const listener of this.#endListeners) queueMicrotask(() => listener(error));
  }

  /** The threaded build where it works, otherwise the other one. */
  async #startEngine(): Promise<Channel> {
    const { noThreads } = this.#around;
    if (this.#wish === 'single') return this.#launch('single', 'single-asked');
    if (noThreads) return this.#launch('single', noThreads);
    if (this.#wish === 'auto' && this.#threads === 1) return this.#launch('single', 'one-core');
    let why: string;
    try {
      return await this.#launch('threads', 'threads');
    } catch (error) {
      if (this.#over) throw this.#over;
      why = messageOf(error);
    }
    return this.#launch('single', 'threads-failed', why);
  }

  async #launch(build: Build, code: BuildReason['code'], detail: string | null = null): Promise<Channel> {
    const endpoint = this.#around.launch(build);
    const channel = new Channel(endpoint, this.#around.patience);
    this.#channel = channel;
    channel.onNews = (game, news) => this.#objects.get(game)?.changed?.(news);
    channel.onLost = (what, why) => this.onLost[what](why);
    const { threads, version } = await channel.start(
      build,
      build === 'threads' ? this.#threads : 1,
      this.#module(build),
    );
    if (this.#over) {
      channel.end(this.#over);
      throw this.#over;
    }
    channel.onDown = (why, during) => this.#recover(channel, why, during);
    const why = { code, threadsAsked: this.#wish === 'threads', detail, workers: endpoint.workers ?? 1 };
    const reason = reasonOf(why);
    this.#info = { build, threads, reason: endpoint.remark ? `${reason} ${endpoint.remark}` : reason, why, version };
    return channel;
  }

  #recover(channel: Channel, why: string, during: Method[]): void {
    if (channel !== this.#channel || this.#over) return;
    this.#await(this.#restart(why, during));
  }

  #await(ready: Promise<Channel>): Promise<Channel> {
    this.#ready = ready;
    this.#isUp = false;
    // Waiting calls get the error; without any, it must not be an unhandled rejection.
    ready.then(
      () => {
        if (this.#ready === ready) this.#isUp = true;
      },
      () => {},
    );
    return ready;
  }

  async #restart(why: string, during: Method[]): Promise<Channel> {
    if (!this.#crashes.add(during)) {
      const error = new EngineCrashError({
        code: 'given-up',
        data: { why, crashes: this.#crashes.count, minutes: CRASH_WINDOW_MS / 60_000 },
      });
      this.#giveUp(error);
      throw error;
    }
    return this.#startAgain(why);
  }

  async #startAgain(why: string): Promise<Channel> {
    try {
      const channel = await this.#startEngine();
      for (const [object, restorable] of this.#objects) {
        if (this.#lost.has(object)) continue;
        try {
          await restorable.restore(channel);
        } catch (cause) {
          this.#lost.set(
            object,
            new EngineCrashError({ code: 'not-restored', data: { why: messageOf(cause) } }, { cause }),
          );
          if (this.#over) throw this.#over;
          if (this.#givenUp) throw this.#givenUp;
          // Restoring crashed the engine: continue in the next one without the culprit.
          if (this.#channel !== channel) return await this.#ready;
        }
      }
      for (const listener of this.#listeners) queueMicrotask(() => listener(why));
      return channel;
    } catch (cause) {
      if (this.#over) throw this.#over;
      if (this.#givenUp) throw this.#givenUp;
      const error = new EngineCrashError(
        { code: 'not-restarted', data: { why, problem: messageOf(cause) } },
        { cause },
      );
      this.#giveUp(error);
      throw error;
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const NO_THREADS: Record<NoThreads, string> = {
  node: 'in Node the engine runs in the calling thread',
  'other-site': 'the page is on another site than the engine, whose threads it may not start',
  'not-isolated': 'the page is not cross-origin isolated, which threads need',
  'no-shared-memory': 'this browser has no shared memory',
};

/** Why a build was chosen, as a sentence. */
function reasonOf({ code, threadsAsked, detail }: BuildReason): string {
  const asked = threadsAsked ? 'Threads were asked for, but ' : '';
  switch (code) {
    case 'single-asked':
      return 'The single-threaded build was asked for.';
    case 'one-core':
      return 'There is only one processor core to use.';
    case 'threads':
      return threadsAsked ? 'Threads were asked for, and they work here.' : 'Threads work here.';
    case 'threads-failed':
      return sentence(`${asked}the threads did not start: ${detail}`);
    default:
      return sentence(asked + NO_THREADS[code]);
  }
}

/** Capital first, full stop last. */
function sentence(text: string): string {
  const ended = /[.!?]$/.test(text) ? text : `${text}.`;
  return ended.charAt(0).toUpperCase() + ended.slice(1);
}
