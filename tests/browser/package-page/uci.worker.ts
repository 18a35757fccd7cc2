/** A worker with its own Stockfish workers, like the engine's host, for the tests to talk to. */
import { StockfishWorkers, stockfishSurroundings } from '../../../pkg/src/stockfish/workers.ts';

export type ToUci =
  | { kind: 'load'; workers: number }
  | { kind: 'post'; worker: number; lines: string[] }
  | { kind: 'restart'; worker: number };

export type FromUci =
  | { kind: 'loaded'; name: string; workers: number; cached: boolean; fetchedMs: number; totalMs: number }
  | { kind: 'failed'; message: string }
  | { kind: 'lines'; worker: number; lines: string[] }
  | { kind: 'died'; worker: number; why: string; again: boolean }
  | { kind: 'ready'; worker: number };

const scope = globalThis as unknown as {
  postMessage(message: FromUci): void;
  onmessage: ((event: MessageEvent<ToUci>) => void) | null;
};
let stockfish: StockfishWorkers | null = null;

scope.onmessage = async ({ data }) => {
  if (data.kind === 'post') for (const line of data.lines) stockfish?.post(data.worker, line);
  else if (data.kind === 'restart') stockfish?.restart(data.worker);
  else {
    const around = stockfishSurroundings();
    if (!around) throw new Error('workers cannot start workers here');
    stockfish?.close();
    stockfish = new StockfishWorkers(around, data.workers);
    stockfish.onLines = (worker, lines) => scope.postMessage({ kind: 'lines', worker, lines });
    stockfish.onDied = (worker, why, again) => scope.postMessage({ kind: 'died', worker, why, again });
    stockfish.onReady = (worker) => scope.postMessage({ kind: 'ready', worker });
    try {
      const began = performance.now();
      let fetchedMs = 0;
      const onProgress = (done: number, total: number) => {
        if (done === total) fetchedMs = performance.now() - began;
      };
      const loaded = await stockfish.load({ onProgress });
      scope.postMessage({ kind: 'loaded', ...loaded, fetchedMs, totalMs: performance.now() - began });
    } catch (error) {
      scope.postMessage({ kind: 'failed', message: String(error) });
    }
  }
};
