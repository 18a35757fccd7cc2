/** An engine in the calling thread, which takes its messages between its slices: for Node, and for tests. Internal. */
import { Host, type Load } from './host.ts';
import type { Endpoint } from './protocol.ts';

export function inThreadLauncher(load: Load): () => Endpoint {
  return () => {
    let open = true;
    const endpoint: Endpoint = {
      post: (message) => {
        const copy = structuredClone(message);
        queueMicrotask(() => {
          if (open) host.receive(copy);
        });
      },
      onMessage: () => {},
      onFailure: () => {},
      end: () => {
        open = false;
      },
    };
    const host = new Host(load, (message, transfer) => {
      // Cloned as a worker's messages are, so that each side owns what it has.
      const copy = structuredClone(message, { transfer });
      queueMicrotask(() => {
        if (open) endpoint.onMessage(copy);
      });
    });
    (globalThis as { outpostPanic?: (text: string) => void }).outpostPanic = (text) => host.panicked(text);
    return endpoint;
  };
}
