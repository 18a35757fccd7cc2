/** The worker that hosts the network in a browser. Internal. */
import { NetworkHost } from './host.ts';
import type { NetworkBindings, ToNetwork } from './protocol.ts';

interface WorkerScope {
  postMessage(message: unknown, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent<ToNetwork>) => void) | null;
  outpostPanic: (text: string) => void;
}

async function load(): Promise<NetworkBindings> {
  const module = await import('../../siamese/siamese.js');
  await module.default();
  return module as unknown as NetworkBindings;
}

const scope = globalThis as unknown as WorkerScope;
const host = new NetworkHost(load, (message, transfer) => scope.postMessage(message, transfer));
scope.outpostPanic = (text) => host.panicked(text);
scope.onmessage = (event) => host.receive(event.data);
