/** Where results are kept. */
import { KeptStore } from '../storage/kept-store';
import { type GameResult, readResult } from './results';

class Results extends KeptStore<GameResult> {
  constructor() {
    super({
      database: 'outpost-results',
      store: 'games',
      read: (value) => {
        const result = readResult(value);
        return result && [result.id, result];
      },
    });
  }

  async all(): Promise<GameResult[]> {
    return [...(await this.entries()).values()];
  }

  /** Adds a game, unless it is there: the end of a game may be met again after a reload. */
  async add(result: GameResult): Promise<void> {
    const there = await this.entries();
    if (there.has(result.id)) this.changed();
    else await this.store([...this.unstored, [result.id, result]]);
  }
}

/** The results of this browser. */
export const results = new Results();
