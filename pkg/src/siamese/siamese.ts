/**
 * How likely each board of a set is, from a small network that runs in a worker of its own.
 *
 * Module and model are fetched on first use. What goes wrong then is no error of the caller's: {@link Siamese.problem}
 * says it, and the weights are uniform.
 */
import { abortError, DisposedError } from '../errors.ts';
import { fetchFile } from '../stockfish/files.ts';
import type { ReleaseFile } from '../stockfish/release.ts';
import type { CallOptions } from '../types.ts';
import { type NetworkEndpoint, type NetworkSurroundings, networkSurroundings } from './launch.ts';
import type { Decision, FromNetwork } from './protocol.ts';

export type { Decision } from './protocol.ts';

export interface SiameseOptions {
  /** The model file; its size and hash are compared, and it is kept for later visits without a network. */
  model: ReleaseFile;
  /** Bytes of the model that have arrived. */
  onBytes?: (bytes: number) => void;
  signal?: AbortSignal;
}

export interface WeighOptions extends CallOptions {
  /** The higher, the more alike the weights; 1 when left out. */
  temperature?: number;
}

interface Pending {
  resolve(weights: Float32Array<ArrayBuffer>): void;
  reject(error: unknown): void;
  /** Gives uniform weights instead. */
  giveUp(): void;
  onProgress: ((done: number) => void) | undefined;
  settle(): void;
}

/** Milliseconds for the module to be fetched, started and given the model. */
const START_PATIENCE_MS = 60_000;

export class Siamese {
  readonly #around: NetworkSurroundings;
  readonly #pending = new Map<number, Pending>();
  #endpoint: NetworkEndpoint | null = null;
  #nextId = 1;
  #disposed = false;
  #problem: string | null = null;
  #opponents: string[] = [];

  private constructor(around: NetworkSurroundings) {
    this.#around = around;
  }

  /** Loads the network. Rejects only when aborted; see {@link problem}. */
  static async load(
    { model, onBytes, signal }: SiameseOptions,
    around: NetworkSurroundings = networkSurroundings(),
  ): Promise<Siamese> {
    const siamese = new Siamese(around);
    try {
      const { bytes } = await fetchFile(model, { onBytes, signal }, around.files);
      await siamese.#start(bytes, signal);
    } catch (error) {
      if (signal?.aborted) {
        siamese.dispose();
        throw abortError(signal);
      }
      siamese.#fail(error instanceof Error ? error.message : String(error));
    }
    return siamese;
  }

  /** Why boards are all given the same weight, or null where the network works. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Opponents that the network has learnt to tell apart. */
  get opponents(): readonly string[] {
    return this.#opponents;
  }

  /** A weight for each board, in their order: not negative, and 1 in sum. */
  weigh(decision: Decision, options: WeighOptions = {}): Promise<Float32Array<ArrayBuffer>> {
    const { temperature = 1, signal, onProgress } = options;
    const boards = decision.boards.length / 16;
    return new Promise((resolve, reject) => {
      if (this.#disposed) return reject(new DisposedError('The network was disposed of.'));
      if (signal?.aborted) return reject(abortError(signal));
      if (!Number.isInteger(boards)) return reject(new TypeError('boards are 16 bytes each'));
      const giveUp = () => resolve(new Float32Array(boards).fill(1 / boards));
      const endpoint = this.#endpoint;
      if (!endpoint) return giveUp();
      const id = this.#nextId++;
      const abort = () => endpoint.post({ kind: 'abort', id });
      signal?.addEventListener('abort', abort);
      this.#pending.set(id, {
        resolve,
        reject: (error) => reject(signal?.aborted ? abortError(signal) : error),
        giveUp,
        onProgress: onProgress && ((done) => onProgress({ label: 'Weighing boards', done, total: 1 })),
        settle: () => signal?.removeEventListener('abort', abort),
      });
      endpoint.post({ kind: 'weigh', id, decision, temperature });
    });
  }

  /** Ends the worker; what is pending rejects. */
  dispose(): void {
    this.#disposed = true;
    this.#end((pending) => pending.reject(new DisposedError('The network was disposed of.')));
  }

  #start(model: Uint8Array, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const endpoint = this.#around.launch();
      this.#endpoint = endpoint;
      const settle = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        endpoint.onFailure = (why) => this.#fail(why);
      };
      const fail = (why: string) => {
        settle();
        reject(new Error(why));
      };
      const timer = setTimeout(() => fail(`no answer within ${START_PATIENCE_MS / 1000} s`), START_PATIENCE_MS);
      const abort = () => fail('aborted');
      signal?.addEventListener('abort', abort);
      endpoint.onFailure = fail;
      endpoint.onMessage = (message) => {
        if (message.kind === 'failed') return fail(message.message);
        if (message.kind !== 'loaded') return this.#receive(message);
        this.#opponents = message.opponents;
        settle();
        resolve();
      };
      endpoint.post({ kind: 'load', model });
    });
  }

  #receive(message: FromNetwork): void {
    switch (message.kind) {
      case 'weights':
        this.#settle(message.id)?.resolve(message.weights);
        return;
      case 'error':
        this.#settle(message.id)?.reject(Object.assign(new Error(message.message), { name: message.name }));
        return;
      case 'progress':
        this.#pending.get(message.id)?.onProgress?.(message.done);
        return;
      case 'crashed':
        this.#fail(`the network crashed (${message.message})`);
        return;
    }
  }

  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.settle();
    return pending;
  }

  #fail(why: string): void {
    if (this.#disposed || this.#problem !== null) return;
    this.#problem = `Boards are taken for equally likely, as the network cannot be used: ${why}`;
    this.#end();
  }

  #end(each: (pending: Pending) => void = (pending) => pending.giveUp()): void {
    this.#endpoint?.end();
    this.#endpoint = null;
    for (const id of [...this.#pending.keys()]) {
      const pending = this.#settle(id);
      if (pending) each(pending);
    }
  }
}
