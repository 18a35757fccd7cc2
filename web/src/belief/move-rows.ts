import type { MoveRow, MoveTable } from 'outpost-rbc';

/** What a table of moves shows of each, in the order of its columns. */
export const columns = [
  'mean',
  'losesKing',
  'captures',
  'capturesKing',
  'asAsked',
  'value',
  'worst',
  'best',
  'depth',
] as const;

export type Column = (typeof columns)[number];

/**
 * The rows by a column, the largest first unless `upwards`; what is equal there stays in the order of the choice. `null`: in that
 * order, which is no single number: what was searched deeper comes first, and what risks the king last, whatever it is worth.
 */
export function sorted(rows: readonly MoveRow[], column: Column | null, upwards: boolean): MoveRow[] {
  if (column === null) return rows.slice();
  const sign = upwards ? 1 : -1;
  return rows.toSorted((a, b) => sign * (a[column] - b[column]));
}

/** Why the first row of a table is the first, values aside. */
export type Reason =
  /** It is the only one that may be chosen. */
  | { why: 'onlySafe'; instead: MoveRow | null }
  /** Others that are worth more are less safe: `instead` most of all. */
  | { why: 'safer'; instead: MoveRow }
  /** It risks the king on some boards, and captures the opponent's on more. */
  | { why: 'worthTheRisk' }
  /** All moves risk the king. */
  | { why: 'noneSafe' }
  /** It is worth most. */
  | { why: 'value' };

/** The rule that put the first row first; `null` without rows. */
export function reasonOf({ rows: [first, ...others] }: Pick<MoveTable, 'rows'>): Reason | null {
  if (!first) return null;
  const better = others.filter(({ boards, safety, mean }) => boards > 0 && safety === 'lessSafe' && mean > first.mean);
  const instead = better.reduce<MoveRow | null>((most, row) => (most && most.mean >= row.mean ? most : row), null);
  switch (first.safety) {
    case 'onlySafe':
      return { why: 'onlySafe', instead };
    case 'noneSafe':
    case 'worthTheRisk':
      return { why: first.safety };
    default:
      return instead ? { why: 'safer', instead } : { why: 'value' };
  }
}

/** Whether the row that follows `before` in the order of the choice is the first of those that are left out for the king's safety. */
export function beginsLeftOut(row: MoveRow, before: MoveRow | undefined): boolean {
  return before !== undefined && row.safety === 'lessSafe' && before.safety !== 'lessSafe';
}
