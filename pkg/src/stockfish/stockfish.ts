import { checkedArgs } from '../check.ts';
import { Loadable, type LoadStatus } from '../loadable.ts';
import type { Session } from '../session.ts';
import type { CallOptions } from '../types.ts';
import { release } from './release.ts';
import type { Loaded } from './workers.ts';

/** Where Stockfish stands; `name` as it calls itself, `cached` when nothing had to be fetched. */
export type StockfishStatus = LoadStatus<Loaded>;

/** Options of {@link Stockfish.load}; progress is in bytes. */
export interface StockfishLoadOptions extends CallOptions {
  /** Workers, each with a Stockfish of one thread: by default one less than the cores, but 1 or 2. */
  workers?: number;
}

/**
 * Stockfish in workers of the engine's worker. It is 1.8 MB, loaded when asked for and then kept by the browser, so that
 * later loads need no network; where pages may keep nothing it is fetched each time.
 */
export class Stockfish extends Loadable<Loaded> {
  /** What is loaded: its version, licence (with the address of its text) and source, for people. */
  static readonly about: Readonly<{ version: string; license: string; licenseText: string; source: string }> = {
    version: release.version,
    license: release.license,
    licenseText: release.licenseText.href,
    source: release.source,
  };

  /** @internal */
  constructor(session: Session) {
    super(session);
    session.onLost.stockfish = (why) => this.forget({ state: 'failed', reason: `Stockfish ended: ${why}` });
  }

  /**
   * Fetches it if need be, and starts it. Rejects with the reason, in words for people, when it does not arrive or does
   * not start; it may be tried again. While it loads, further calls wait for that load, and it is the first one's signal
   * that ends it.
   */
  async load(options: StockfishLoadOptions = {}): Promise<void> {
    const [workers] = checkedArgs('stockfish.load', [(Object(options) as StockfishLoadOptions).workers]);
    const total = release.script.size + release.wasm.size;
    return this.begin((call, loading) => call('stockfish.load', [workers], loading), total, options);
  }

  /** Ends its workers; the files stay in the browser. */
  async unload(): Promise<void> {
    const { state } = this.status;
    this.forget({ state: 'absent' });
    if (state === 'ready' || state === 'loading') await this.session.call('stockfish.unload', []);
  }
}
