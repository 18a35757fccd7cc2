import type { DecayFigures, Estimate, SenseSizes, Standing } from '../wasm-single/engine.js';
import type { Session } from './session.ts';
import type { CallOptions } from './types.ts';

/**
 * Scores, ratings and intervals for results of games, as the program `outpost` computes them: the same results and the same seed
 * give the same figures. Intervals are 95 %.
 *
 * @example
 * ```ts
 * // The first player scored 8.5 of 10 against the second, whose rating is 0.
 * const [first] = await outpost.statistics.standings([[0, 8.5], [1.5, 0]], 1);
 * console.log(first.total.share, first.elo);
 * ```
 */
export class Statistics {
  readonly #session: Session;

  /** @internal */
  constructor(session: Session) {
    this.#session = session;
  }

  /**
   * The results of players: `points[i][j]` are those of player i against player j, a draw counting as half. Ratings are by the
   * model of Bradley and Terry, in Elo's scale, with one drawn game more for each pair that has met. The rating of `anchor` is 0;
   * without an anchor the mean is.
   */
  standings(points: readonly (readonly number[])[], anchor: number | null = null): Promise<Standing[]> {
    return this.#session.call('standings', [Float64Array.from(points.flat()), anchor ?? undefined]);
  }

  /** The mean of each sample, with its interval by the percentile bootstrap of `seed`; `null` for an empty sample. */
  bootstrapMeans(
    samples: readonly ArrayLike<number>[],
    seed: number,
    options?: CallOptions,
  ): Promise<(Estimate | null)[]> {
    const values = Float64Array.from(samples.flatMap((sample) => Array.from(sample)));
    const lengths = Uint32Array.from(samples, ({ length }) => length);
    return this.#session.call('bootstrapMeans', [values, lengths, seed], options);
  }

  /**
   * The decay of senses, 1 - after / before, game by game, with intervals by the percentile bootstrap of `seed`, in which games
   * are drawn as a whole; `null` where there was never more than one board. Senses at which the set was no longer followed are
   * left out.
   */
  decay(
    games: readonly (readonly Pick<SenseSizes, 'before' | 'after' | 'followed'>[])[],
    seed: number,
    options?: CallOptions,
  ): Promise<DecayFigures | null> {
    const known = games.map((senses) => senses.filter(({ followed }) => followed));
    // The engine takes negative sizes for estimates.
    const sizes = (of: 'before' | 'after') =>
      Float64Array.from(known.flat(), (sense) => (sense[of].exact ? sense[of].boards : -sense[of].boards));
    const lengths = Uint32Array.from(known, ({ length }) => length);
    return this.#session.call('decay', [sizes('before'), sizes('after'), lengths, seed], options);
  }
}
