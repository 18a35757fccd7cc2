import { checkedArgs } from '../check.ts';
import { Loadable, type LoadStatus } from '../loadable.ts';
import type { Session } from '../session.ts';
import type { ReleaseFile } from '../stockfish/release.ts';
import type { CallOptions } from '../types.ts';
import type { LoadedSiamese } from './network.ts';

export type SiameseStatus = LoadStatus<LoadedSiamese>;

/** Options of {@link Siamese.load}; progress is in bytes of the model. */
export interface SiameseLoadOptions extends CallOptions {
  /** The model file; its size and hash are compared, and it is kept for later visits without a network. */
  model: ReleaseFile;
}

/**
 * A small network that tells how likely the boards of a set are, in the engine's worker: whoever asks for beliefs with
 * `weights: 'network'` has them weighed by it. Its module (1.4 MB in brotli) and model are fetched when asked for and then
 * kept by the browser.
 */
export class Siamese extends Loadable<LoadedSiamese> {
  /** @internal */
  constructor(session: Session) {
    super(session);
    session.onLost.siamese = (why) => this.forget({ state: 'failed', reason: `the network broke down: ${why}` });
  }

  /**
   * Fetches module and model if need be. Rejects with the reason, in words for people, when they do not arrive or are not
   * what they should be; boards count alike then, and it may be tried again. While it loads, further calls wait for that
   * load, and it is the first one's signal that ends it.
   */
  async load(options: SiameseLoadOptions): Promise<void> {
    const { url, size, sha256 } = Object((Object(options) as SiameseLoadOptions).model) as ReleaseFile;
    const [file] = checkedArgs('siamese.load', [{ url: addressOf(url), size, sha256 }]);
    return this.begin((call, loading) => call('siamese.load', [file], loading), size, options);
  }
}

/** An address as a text, which the border checks; what is none is passed on as it is. */
function addressOf(url: URL | string): string {
  return url instanceof URL ? url.href : URL.canParse(url) ? new URL(url).href : url;
}
