/** Carries lines between Stockfish's workers and the engine, which speaks UCI. Internal. */
import type { Engines } from '../../wasm-single/engine.js';
import type { StockfishWorkers } from './workers.ts';

export class Bridge {
  readonly #engines: Engines;
  readonly #workers: StockfishWorkers;

  /**
   * `heard` is called when a waiting computation may continue; `inEngine` runs engine code, which may trap; `lost` is
   * called with the reason when no worker is left.
   */
  constructor(
    engines: Engines,
    workers: StockfishWorkers,
    { heard, inEngine, lost }: { heard(): void; inEngine(call: () => void): void; lost(why: string): void },
  ) {
    this.#engines = engines;
    this.#workers = workers;
    const gone = new Set<number>();
    workers.onLines = (worker, lines) =>
      inEngine(() => {
        const news = engines.received(worker, lines);
        this.flush();
        if (news) heard();
      });
    workers.onDied = (worker, why, again) =>
      inEngine(() => {
        engines.died(worker, again);
        if (!again) gone.add(worker);
        if (gone.size === workers.count) lost(why);
        this.flush();
        heard();
      });
    workers.onReady = (worker) =>
      inEngine(() => {
        engines.ready(worker);
        this.flush();
        heard();
      });
    for (let worker = 0; worker < workers.count; worker++) engines.ready(worker);
  }

  /** Sends the engine's lines. */
  flush(): void {
    for (const { worker, lines } of this.#engines.toSend()) for (const line of lines) this.#workers.post(worker, line);
  }

  close(): void {
    this.#workers.close();
    this.#engines.free();
  }
}
