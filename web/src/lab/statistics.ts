/**
 * Averages and their 95 % intervals, as crates/rbc-cli/src/statistics.rs has them for `outpost experiment`.
 *
 * Bootstraps draw thousands of times: they are generators that can be left and gone on with between two pieces of work.
 */

/** A value with its 95 % interval. */
export interface Estimate {
  value: number;
  low: number;
  high: number;
}

/** Standard errors to each side of a 95 % interval. */
export const Z = 1.959963984540054;

/** Samples that a bootstrap draws. */
export const RESAMPLES = 1000;
/** Draws between two moments at which a bootstrap can be left: about a millisecond. */
const DRAWS_AT_A_TIME = 100_000;

/** Wilson's 95 % interval of a share of `n`; of nothing, anything from 0 to 1. Draws make it a little wider than need be. */
export function wilson(share: number, n: number): [number, number] {
  if (n <= 0) return [0, 1];
  const middle = share + (Z * Z) / (2 * n);
  const half = Z * Math.sqrt((share * (1 - share)) / n + (Z * Z) / (4 * n * n));
  const scale = 1 + (Z * Z) / n;
  return [Math.max(0, (middle - half) / scale), Math.min(1, (middle + half) / scale)];
}

/** The mean; `null` of nothing. */
export function mean(values: ArrayLike<number>): number | null {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] as number;
  return values.length > 0 ? sum / values.length : null;
}

/** The quantile `share` of sorted values: between two of them on the straight line. There must be one. */
export function quantileOfSorted(sorted: ArrayLike<number>, share: number): number {
  const place = share * (sorted.length - 1);
  const [a, b] = [sorted[Math.floor(place)] as number, sorted[Math.ceil(place)] as number];
  return a + (b - a) * (place - Math.floor(place));
}

/** Numbers from 0 to below `n`, the same for the same seed (xorshift by Marsaglia, 32 bits). */
export function drawing(seed: number): (n: number) => number {
  // Any state but 0 will do; neighbouring seeds are spread first.
  let state = Math.imul((seed % 2 ** 32) ^ 0x9e3779b9, 0x85ebca6b) | 1;
  return (n) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return Math.floor(((state >>> 0) / 2 ** 32) * n);
  };
}

/**
 * What `statistic` makes of groups (games, say), and its interval by the percentile bootstrap: groups are drawn with replacement, so
 * that values of one group may hang together. `statistic` is told how often each group was drawn; `null` where it makes nothing of them.
 * `steps`: what it goes through, where that is more than the groups.
 */
export function* bootstrap(
  groups: number,
  seed: number,
  statistic: (times: Uint16Array) => number | null,
  steps = groups,
): Generator<undefined, Estimate | null> {
  const times = new Uint16Array(groups).fill(1);
  const value = statistic(times);
  if (value === null) return null;
  const draw = drawing(seed);
  const drawn: number[] = [];
  const pause = Math.max(1, Math.floor(DRAWS_AT_A_TIME / steps));
  for (let sample = 1; sample <= RESAMPLES; sample++) {
    times.fill(0);
    for (let i = 0; i < groups; i++) (times[draw(groups)] as number)++;
    const found = statistic(times);
    if (found !== null) drawn.push(found);
    if (sample % pause === 0) yield;
  }
  const sorted = Float64Array.from(drawn).sort();
  if (sorted.length === 0) return { value, low: value, high: value };
  return { value, low: quantileOfSorted(sorted, 0.025), high: quantileOfSorted(sorted, 0.975) };
}

/** The mean of `values` and its interval by the bootstrap, each value by itself; `null` of nothing. */
export function* meanEstimate(values: readonly number[], seed: number): Generator<undefined, Estimate | null> {
  return yield* bootstrap(values.length, seed, (times) => {
    let sum = 0;
    for (let i = 0; i < values.length; i++) sum += (times[i] as number) * (values[i] as number);
    return values.length > 0 ? sum / values.length : null;
  });
}

/** Runs to the end at once. */
export function finish<T>(work: Generator<undefined, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Runs in slices of some milliseconds, between which the page answers; `null` when it is no longer wanted. */
export async function inSlices<T>(work: Generator<undefined, T>, wanted: () => boolean): Promise<T | null> {
  let began = performance.now();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - began < 8) continue;
    await new Promise((resolve) => setTimeout(resolve));
    if (!wanted()) return null;
    began = performance.now();
  }
}
