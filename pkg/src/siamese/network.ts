/** Loads the network's module and model into the engine's worker. Internal. */
import type { Siamese } from '../../siamese/siamese.js';
import type { Network, NetworkWeighing } from '../../wasm-single/engine.js';
import { abortError } from '../errors.ts';
import { loadModule } from '../module.ts';
import { type FileSurroundings, fetchFile, fileSurroundings, forgetOthers } from '../stockfish/files.ts';
import type { ReleaseFile } from '../stockfish/release.ts';
import { files } from './files.ts';

/** A network that works: what the engine asks of it, and whom it knows. */
export type NetworkHandle = Network & Pick<Siamese, 'opponents'>;

/** What is used of the network's module. */
export interface NetworkModule {
  Siamese: new (model: Uint8Array) => NetworkHandle;
}

/** What the network needs of the place where it runs; tests make one up. */
export interface NetworkSurroundings {
  files: FileSurroundings;
  /** Loads the module. */
  load(): Promise<NetworkModule>;
}

/** In a browser. */
export function networkSurroundings(): NetworkSurroundings {
  return {
    files: { ...fileSurroundings, cacheName: 'outpost-siamese' },
    load: () => loadModule({ whose: 'the network’s', ...files }),
  };
}

/** Minutes for the module to be fetched and started: it is large, lines may be slow, and whether bytes arrive cannot be seen. */
const START_PATIENCE_MIN = 10;

/** What is told of a network that is loaded. */
export interface LoadedSiamese {
  /** Opponents that it has learnt to tell apart. */
  opponents: string[];
  /** Whether the model did not have to be fetched. */
  cached: boolean;
}

/**
 * The network of a model file. `lost` is called when it breaks down later: it is beyond repair then, and what it had under
 * way throws.
 */
export async function loadNetwork(
  model: ReleaseFile,
  { onBytes, signal, lost }: { onBytes: (bytes: number) => void; signal: AbortSignal; lost: (error: unknown) => void },
  around: NetworkSurroundings,
): Promise<LoadedSiamese & { network: Network }> {
  const { bytes, cached } = await fetchFile(model, { onBytes, signal }, around.files);
  const network = await started(bytes, signal, around);
  void forgetOthers([model], around.files);
  return { network: guarded(network, lost), opponents: network.opponents(), cached };
}

async function started(model: Uint8Array, signal: AbortSignal, around: NetworkSurroundings): Promise<NetworkHandle> {
  try {
    const bindings = await inTime(around.load(), signal);
    return new bindings.Siamese(model);
  } catch (error) {
    if (signal.aborted) throw abortError(signal);
    // Whatever it is, a trap of the engine it is not.
    throw new Error(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

async function inTime<T>(loading: Promise<T>, signal: AbortSignal): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let abort = () => {};
  const late = new Promise<never>((_, reject) => {
    abort = () => reject(abortError(signal));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    const error = new Error(`the network’s module did not start within ${START_PATIENCE_MIN} minutes`);
    timer = setTimeout(() => reject(error), START_PATIENCE_MIN * 60_000);
  });
  try {
    return await Promise.race([loading, late]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

/** A trap in the network's module must not pass for one of the engine's, which asks it from within. */
function guarded(network: Network, lost: (error: unknown) => void): Network {
  let broken = false;
  const guard = <T>(call: () => T): T => {
    if (broken) throw new Error('the network broke down');
    try {
      return call();
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
        broken = true;
        lost(error);
      }
      throw error;
    }
  };
  const guardedWeighing = (weighing: NetworkWeighing): NetworkWeighing => ({
    advance: () => guard(() => weighing.advance()),
    finish: () => guard(() => weighing.finish()),
    free: () => {
      if (!broken) weighing.free();
    },
  });
  return { weigh: (...args) => guardedWeighing(guard(() => network.weigh(...args))) };
}
