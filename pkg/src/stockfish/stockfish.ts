import { checkedArgs } from '../check.ts';
import { Loadable, type LoadStatus } from '../loadable.ts';
import type { Session } from '../session.ts';
import type { CallOptions } from '../types.ts';
import { release } from './release.ts';
import type { Loaded } from './workers.ts';

/** Stockfish's state; `name` as it reports itself, `cached` if nothing had to be fetched. */
export type StockfishStatus = LoadStatus<Loaded>;

/** Options of {@link Stockfish.load}; progress is in bytes. */
export interface StockfishLoadOptions extends CallOptions {
  /** Workers with one Stockfish thread each; default: one less than the cores, but 1 or 2. */
  workers?: number;
}

/**
 * Stockfish in workers of the engine's worker: 1.8 MB, loaded on request and then stored by the browser, so that later
 * loads need no connection; where pages may store nothing it is fetched each time.
 */
export class Stockfish extends Loadable<Loaded> {
  /** Version, licence (with the address of its text) and source, for people. */
  static get about(): Readonly<{ version: string; license: string; licenseText: string; source: string }> {
    const { version, license, licenseText, source } = release;
    return { version, license, licenseText: licenseText.href, source };
  }

  /** @internal */
  constructor(session: Session) {
    super(session);
    session.onLost.stockfish = (why) => this.forget({ state: 'failed', reason: `Stockfish ended: ${why}` });
  }

  /**
   * Fetches it if necessary, and starts it. Rejects with the reason, for people, when it does not arrive or does not
   * start; it may be tried again. While it loads, further calls wait for that load, which only the first one's signal
   * aborts.
   */
  async load(options: StockfishLoadOptions = {}): Promise<void> {
    const [workers] = checkedArgs('stockfish.load', [(Object(options) as StockfishLoadOptions).workers]);
    const { script, wasm } = release;
    const total = script.size + wasm.size;
    return this.begin((call, loading) => call('stockfish.load', [workers], loading), total, options);
  }

  /** Ends its workers; the files stay in the browser. */
  async unload(): Promise<void> {
    const { state } = this.status;
    this.forget({ state: 'absent' });
    if (state === 'ready' || state === 'loading') await this.session.call('stockfish.unload', []);
  }
}
