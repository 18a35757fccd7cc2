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

/** The network's environment; tests use a fake one. */
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

/**
 * Minutes to fetch and start the module: it is large, connections may be slow, and arriving bytes cannot be observed.
 */
const START_PATIENCE_MIN = 10;

/** What is told of a network that is loaded. */
export interface LoadedSiamese {
  /** Opponents that it knows by name. */
  opponents: string[];
  /** Whether the model came from the cache. */
  cached: boolean;
}

/**
 * Loads the network of a model file. `lost` is called if it fails later: then it is unusable, and running calls throw.
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
    // Whatever it is, it is not a trap of the engine.
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

/** A trap in the network's module must not count as the engine's, although the engine calls it. */
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
