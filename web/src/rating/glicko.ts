/** The person's ratings by Glicko-2 (Glickman 2012), each game or puzzle a rating period of its own. */
import rate from 'glicko2-lite';

export interface Rating {
  rating: number;
  /** The rating's standard deviation. */
  deviation: number;
  volatility: number;
}

/**
 * Before the first game: the strength of the level that the page offers first. A chess player who is new to this game is somewhere
 * between random play (0) and the strongest levels; Glickman's deviation of 350 is for all players of a federation.
 */
export const START: Rating = { rating: 490, deviation: 250, volatility: 0.06 };

/** Of the levels' own ratings, which were measured in games among themselves. */
const LEVEL_DEVIATION = 50;

/** After one encounter. `score`: the person's points, 1 for a win. */
export function afterOne(
  { rating, deviation, volatility }: Rating,
  opponent: Pick<Rating, 'rating' | 'deviation'>,
  score: number,
): Rating {
  const after = rate(rating, deviation, volatility, [[opponent.rating, opponent.deviation, score]]);
  return { rating: after.rating, deviation: after.rd, volatility: after.vol };
}

/** Rated games before the rating is shown, or puzzles before its changes are: with fewer they say little. */
export const ENOUGH = 5;

/** After a game against a level, on the scale of the levels. */
export function afterGame(rating: Rating, opponent: number, score: number): Rating {
  return afterOne(rating, { rating: opponent, deviation: LEVEL_DEVIATION }, score);
}

/** Half of the range that the true strength is in 19 times of 20. */
export function margin({ deviation }: Rating): number {
  return 1.96 * deviation;
}
