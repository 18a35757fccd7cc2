/** The worker that hosts the network in a browser. Internal. */
import { type LoadNetwork, NetworkHost } from './host.ts';
import type { NetworkBindings, ToNetwork } from './protocol.ts';

/** Milliseconds for the threads to start, once the module is there. */
const POOL_PATIENCE_MS = 10_000;

interface WorkerScope {
  postMessage(message: unknown, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent<ToNetwork>) => void) | null;
  outpostPanic: (text: string) => void;
}

const load: LoadNetwork = async (build, threads) => {
  if (build === 'single') {
    const module = await import('../../siamese-single/siamese.js');
    await module.default();
    return module as unknown as NetworkBindings;
  }
  const module = await import('../../siamese-threads/siamese.js');
  await module.default();
  await Promise.race([
    module.initThreadPool(threads),
    new Promise((_, reject) => {
      setTimeout(() => reject(new Error('its threads did not start')), POOL_PATIENCE_MS);
    }),
  ]);
  return module as unknown as NetworkBindings;
};

const scope = globalThis as unknown as WorkerScope;
const host = new NetworkHost(load, (message, transfer) => scope.postMessage(message, transfer));
scope.outpostPanic = (text) => host.panicked(text);
scope.onmessage = (event) => host.receive(event.data);
