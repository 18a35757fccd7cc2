/** Round values that hold `least` and `most` between the first and the last: about `count` of them, two at least. */
export function niceTicks(least: number, most: number, count: number): number[] {
  const span = most > least ? most - least : 1;
  const rough = span / Math.max(1, count - 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough - 1e-12) ?? 10) * power;
  const first = Math.floor(least / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(most / step - 1e-9));
  // Multiplied and cut, as sums of steps such as 0.1 are not quite round.
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}
