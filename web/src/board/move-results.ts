import type { MoveReport } from 'outpost-rbc';

/** How a move turned out, for colour and sign. */
export type ResultKind = 'moved' | 'captured' | 'stopped' | 'failed' | 'passed';

export const destination = (uci: string): string => uci.slice(2, 4);

/** A move as people write it: `e2–e4`, `a7–a8=Q`. */
export function moveText(uci: string): string {
  const promotion = uci.length > 4 ? `=${(uci[4] as string).toUpperCase()}` : '';
  return `${uci.slice(0, 2)}–${uci.slice(2, 4)}${promotion}`;
}

/** A request without a promotion that was taken as a queen's is not a different move. */
export function sameWay(requested: string, taken: string): boolean {
  return requested.slice(0, 4) === taken.slice(0, 4);
}

export function resultKind(report: MoveReport): ResultKind {
  if (report.requested === null) return 'passed';
  if (report.taken === null) return 'failed';
  if (!sameWay(report.requested, report.taken)) return 'stopped';
  return report.capture === null ? 'moved' : 'captured';
}
