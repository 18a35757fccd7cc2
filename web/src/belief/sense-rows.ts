import type { BeliefView, Square } from 'outpost-rbc';
import { boardsLeft } from './belief-overlay';

/** What sensing a square would have left, in boards, and told, in bits. */
export interface SenseRow {
  square: Square;
  worst: number;
  expected: number;
  bits: number;
}

/** By what senses are compared: boards left in the worst case (HSUC), boards to be expected, bits. */
export const MEASURES = ['worst', 'expected', 'bits'] as const;
export type Measure = (typeof MEASURES)[number];

/** All 64 senses of a belief; `null` when it is not the time to sense. */
export function senseRows(belief: BeliefView): SenseRow[] | null {
  const { senseWorst, senseExpected, senseBits } = belief;
  if (!senseWorst || !senseExpected || !senseBits) return null;
  return Array.from({ length: 64 }, (_, square) => ({
    square,
    worst: boardsLeft(belief, senseWorst[square]),
    expected: boardsLeft(belief, senseExpected[square]),
    bits: senseBits[square] ?? 0,
  }));
}

/** Negative when `a` is the more useful by that measure; what is equal is told apart by the other measures. */
function compare(measure: Measure, a: SenseRow, b: SenseRow): number {
  const by: Record<Measure, number> = {
    worst: a.worst - b.worst,
    expected: a.expected - b.expected,
    bits: b.bits - a.bits,
  };
  return by[measure] || by.worst || by.expected || by.bits || a.square - b.square;
}

/** The most useful first. */
export function byUse(rows: readonly SenseRow[], measure: Measure): SenseRow[] {
  return rows.toSorted((a, b) => compare(measure, a, b));
}

/** Whether `a` is more useful than `b` by one measure. The engine counts in single precision: the last digits tell nothing. */
function better(measure: Measure, a: SenseRow, b: SenseRow): boolean {
  const more = measure === 'bits' ? a.bits - b.bits : b[measure] - a[measure];
  return more > 1e-5 * Math.max(1, Math.abs(a[measure]), Math.abs(b[measure]));
}

/** The place of each sense by one measure, from 1; senses that are equally useful share theirs. */
export function ranks(rows: readonly SenseRow[], measure: Measure): Map<Square, number> {
  return new Map(rows.map((row) => [row.square, 1 + rows.filter((other) => better(measure, other, row)).length]));
}

/** Each sense on a scale from 0 (the least useful) to 1 (the most), boards by their logarithm. */
export function heatBy(rows: readonly SenseRow[], measure: Measure): number[] {
  const values = rows.map((row) => (measure === 'bits' ? row.bits : -Math.log(Math.max(1, row[measure]))));
  const least = Math.min(...values);
  const span = Math.max(...values) - least;
  return values.map((value) => (span > 0 ? (value - least) / span : 1));
}

/** The sense that is best by a measure; by the worst case, the one that HSUC takes. `null` when it is not the time to sense. */
export function bestSense(belief: BeliefView, measure: Measure = 'worst'): Square | null {
  if (measure === 'worst') return belief.bestSense;
  const rows = senseRows(belief);
  return rows ? (byUse(rows, measure)[0]?.square ?? null) : null;
}
