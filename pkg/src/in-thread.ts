/** An engine in the calling thread, which handles messages between slices: for Node and for tests. Internal. */
import { Host, type Load, type Send } from './host.ts';
import type { Endpoint } from './protocol.ts';
import type { NetworkSurroundings } from './siamese/network.ts';
import type { StockfishSurroundings } from './stockfish/workers.ts';

export function inThreadLauncher(
  load: Load,
  stockfish: StockfishSurroundings | null = null,
  network: NetworkSurroundings | null = null,
): () => Endpoint {
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
        host.close();
      },
    };
    const send: Send = (message, transfer) => {
      // Cloned like a worker's messages, so that each side owns its data.
      const copy = structuredClone(message, { transfer });
      queueMicrotask(() => {
        if (open) endpoint.onMessage(copy);
      });
    };
    const host = new Host(load, send, stockfish, network);
    (globalThis as { outpostPanic?: (text: string) => void }).outpostPanic = (text) => host.panicked(text);
    return endpoint;
  };
}
