/** What an axis must show of a point. */
export interface Spread {
  value: number;
  low: number;
  high: number;
}

/**
 * The least and the most of a y axis: all values, what it must reach to, and the intervals as far as `reach` beyond the values.
 * Of few games an interval can be a thousand times as wide as what the values differ by, and the lines would all look flat.
 */
export function axisRange(spreads: readonly Spread[], includes: readonly number[], reach: number): [number, number] {
  const values = [...includes, ...spreads.map(({ value }) => value)];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return [
    Math.max(least - reach, Math.min(least, ...spreads.map(({ low }) => low))),
    Math.min(most + reach, Math.max(most, ...spreads.map(({ high }) => high))),
  ];
}
