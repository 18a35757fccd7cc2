import { checkedArgs } from '../check.ts';
import { addressOf, Loadable, type LoadStatus } from '../loadable.ts';
import type { Session } from '../session.ts';
import type { ReleaseFile } from '../stockfish/release.ts';
import type { CallOptions } from '../types.ts';
import type { LoadedSiamese } from './network.ts';

export type SiameseStatus = LoadStatus<LoadedSiamese>;

/** Options of {@link Siamese.load}; progress is in bytes of the model. */
export interface SiameseLoadOptions extends CallOptions {
  /** The model file; its size and hash are checked, and it is stored for later visits without a connection. */
  model: ReleaseFile;
}

/**
 * A small network in the engine's worker that weights the boards of a set, for beliefs with `weights: 'weighted'`. Its
 * module (0.8 MB in brotli) and model are fetched on request and then stored by the browser.
 */
export class Siamese extends Loadable<LoadedSiamese> {
  /** @internal */
  constructor(session: Session) {
    super(session);
    session.onLost.siamese = (why) => this.forget({ state: 'failed', reason: `the network broke down: ${why}` });
  }

  /**
   * Fetches module and model if necessary. Rejects with the reason, for people, when they do not arrive or are wrong;
   * weights are uniform or the filter's ({@link Outpost.players}) then, and it may be tried again. While it loads, further calls wait for that load, which only
   * the first one's signal aborts.
   */
  async load(options: SiameseLoadOptions): Promise<void> {
    const { url, size, sha256 } = Object((Object(options) as SiameseLoadOptions).model) as ReleaseFile;
    const [file] = checkedArgs('siamese.load', [{ url: addressOf(url), size, sha256 }]);
    return this.begin((call, loading) => call('siamese.load', [file], loading), size, options);
  }
}
