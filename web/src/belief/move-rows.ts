import type { MoveRow } from 'outpost';

/** What a table of moves shows of each, in the order of its columns. */
export const columns = [
  'value',
  'mean',
  'losesKing',
  'captures',
  'capturesKing',
  'asAsked',
  'worst',
  'best',
  'depth',
] as const;

export type Column = (typeof columns)[number];

/** The rows by a column, the largest first unless `upwards`; what is equal there stays in the order of the choice. */
export function sorted(rows: readonly MoveRow[], column: Column, upwards: boolean): MoveRow[] {
  // The order of the choice is no single number: what risks the king comes last, whatever it is worth.
  if (column === 'value') return upwards ? rows.toReversed() : rows.slice();
  const sign = upwards ? 1 : -1;
  return rows.toSorted((a, b) => sign * (a[column] - b[column]));
}
