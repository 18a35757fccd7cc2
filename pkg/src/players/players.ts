import { checkedArgs } from '../check.ts';
import { addressOf, Loadable, type LoadStatus } from '../loadable.ts';
import type { ReleaseFile } from '../stockfish/release.ts';
import type { CallOptions } from '../types.ts';

/** What is told of a list of players that is loaded. */
export interface LoadedPlayers {
  /** The players' names, in the list's order. */
  names: string[];
  /** Whether the file came from the cache. */
  cached: boolean;
}

export type PlayersStatus = LoadStatus<LoadedPlayers>;

/** Options of {@link Players.load}; progress is in bytes of the file. */
export interface PlayersLoadOptions extends CallOptions {
  /** The list of players, as `outpost fit-moves --players` writes it; its size and hash are checked, and it is stored for later visits without a connection. */
  file: ReleaseFile;
}

/**
 * A list of known players, of whom a Bayes filter supposes one to be the opponent: for beliefs with `weights: 'weighted'`, which it
 * carries from turn to turn, and {@link BeliefView.players}. The file is fetched on request and then stored by the browser.
 */
export class Players extends Loadable<LoadedPlayers> {
  /**
   * Fetches the list if necessary. Rejects with the reason, for people, when it does not arrive or is wrong; no filter follows sets then,
   * and it may be tried again. A {@link Belief} has a filter if the list was loaded when it began.
   */
  async load(options: PlayersLoadOptions): Promise<void> {
    const { url, size, sha256 } = Object((Object(options) as PlayersLoadOptions).file) as ReleaseFile;
    const [file] = checkedArgs('players.load', [{ url: addressOf(url), size, sha256 }]);
    return this.begin((call, loading) => call('players.load', [file], loading), size, options);
  }
}
