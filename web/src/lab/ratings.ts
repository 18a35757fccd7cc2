/**
 * Strengths from results by the model of Bradley and Terry, in Elo's scale: crates/rbc-cli/src/bradley_terry.rs in TypeScript.
 *
 * Every pair that has met is given one drawn game more: without it a player that won all its games would be infinitely strong.
 * Intervals are 1.96 standard errors from the inverse of the observed information.
 */
import { Z } from './statistics';

/** `scored[i][j]`: points of player i against j. */
export type Points = number[][];

export interface Rating {
  elo: number;
  /** Half the width of the 95 % interval; infinite for a player without a game. */
  margin: number;
}

/** Drawn games that every pair that has met is given. */
const DRAWN = 1;
/** The natural logarithm of the odds, in Elo. */
const ELO = 400 / Math.LN10;
const STEPS = 500;

export function noPoints(players: number): Points {
  return Array.from({ length: players }, () => new Array<number>(players).fill(0));
}

/** Adds a game in which `first` got `points` (0 to 1), and `second` the rest. */
export function addGame(scored: Points, first: number, second: number, points: number): void {
  (scored[first] as number[])[second] = at(scored, first, second) + points;
  (scored[second] as number[])[first] = at(scored, second, first) + 1 - points;
}

export function gamesBetween(scored: Points, first: number, second: number): number {
  return at(scored, first, second) + at(scored, second, first);
}

/** Everybody's rating; `anchor` is a player whose rating is 0, otherwise the mean is. */
export function ratings(scored: Points, anchor: number | null): Rating[] {
  const n = scored.length;
  const players = Array.from({ length: n }, (_, i) => i);
  const strengths = new Array<number>(n).fill(0);
  let covariance: number[][] = [];
  for (let step = 0; step < STEPS; step++) {
    const { gradient, information } = slope(scored, strengths);
    covariance = inverse(information);
    const change = covariance.map((row) => row.reduce((sum, value, j) => sum + value * (gradient[j] as number), 0));
    const largest = Math.max(...change.map(Math.abs));
    // Far from the end the steps of Newton's method are too long.
    const scale = largest > 1 ? 1 / largest : 1;
    for (const i of players) strengths[i] = (strengths[i] as number) + (change[i] as number) * scale;
    if (largest < 1e-12) break;
  }
  const zero = anchor === null ? strengths.reduce((sum, s) => sum + s, 0) / n : (strengths[anchor] as number);
  const variance = (i: number): number =>
    anchor === null
      ? // What fixes the scale for the inversion adds this to every entry.
        at(covariance, i, i) - 1 / n
      : at(covariance, i, i) + at(covariance, anchor, anchor) - 2 * at(covariance, i, anchor);
  return players.map((i) => ({
    elo: ELO * ((strengths[i] as number) - zero),
    margin: players.some((j) => gamesBetween(scored, i, j) > 0)
      ? ELO * Z * Math.sqrt(Math.max(0, variance(i)))
      : Number.POSITIVE_INFINITY,
  }));
}

function at(matrix: number[][], i: number, j: number): number {
  return (matrix[i] as number[])[j] as number;
}

/**
 * The gradient of the log-likelihood, and its information matrix made regular: the sum of all strengths, of which results tell
 * nothing, is held by a matrix of 1 / n.
 */
function slope(scored: Points, strengths: number[]): { gradient: number[]; information: number[][] } {
  const n = strengths.length;
  const gradient = new Array<number>(n).fill(0);
  const information = Array.from({ length: n }, () => new Array<number>(n).fill(1 / n));
  const add = (i: number, j: number, value: number): void => {
    (information[i] as number[])[j] = at(information, i, j) + value;
  };
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      const played = gamesBetween(scored, i, j);
      // Too little to matter; keeps the matrix regular when groups of players never met.
      const games = played > 0 ? played + DRAWN : 1e-9;
      const points = played > 0 ? at(scored, i, j) + DRAWN / 2 : games / 2;
      const expected = 1 / (1 + Math.exp((strengths[j] as number) - (strengths[i] as number)));
      const surplus = points - games * expected;
      gradient[i] = (gradient[i] as number) + surplus;
      gradient[j] = (gradient[j] as number) - surplus;
      const weight = games * expected * (1 - expected);
      add(i, i, weight);
      add(j, j, weight);
      add(i, j, -weight);
      add(j, i, -weight);
    }
  }
  return { gradient, information };
}

/** The inverse of a positive definite matrix, by Gauss and Jordan. */
function inverse(matrix: number[][]): number[][] {
  const n = matrix.length;
  const result = matrix.map((_, i) => matrix.map((_, j) => (i === j ? 1 : 0)));
  const scaled = (rows: number[][], row: number, by: number): void => {
    rows[row] = (rows[row] as number[]).map((value) => value / by);
  };
  const lessen = (rows: number[][], row: number, from: number, factor: number): void => {
    const other = rows[from] as number[];
    rows[row] = (rows[row] as number[]).map((value, j) => value - factor * (other[j] as number));
  };
  for (let column = 0; column < n; column++) {
    const pivot = at(matrix, column, column);
    scaled(matrix, column, pivot);
    scaled(result, column, pivot);
    for (let i = 0; i < n; i++) {
      if (i === column) continue;
      const factor = at(matrix, i, column);
      lessen(matrix, i, column, factor);
      lessen(result, i, column, factor);
    }
  }
  return result;
}
