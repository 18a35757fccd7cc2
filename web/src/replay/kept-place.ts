/** Where somebody was in an analysis, and what they had tried: it outlives a reload of the page, in this tab. */
import type { Action } from 'outpost-rbc';
import { isObject, readAction } from '../record/extras';

/** A what-if; `parent` is its number among those before it, 0 the game itself. */
export interface KeptLine {
  parent: number;
  at: number;
  action: Action;
  assumed: boolean;
}

export interface Place {
  step: number;
  lines: KeptLine[];
  /** The line on view, 0 the game itself. */
  current: number;
}

const KEY = 'outpost-place';
/** More is not kept: each is played again. */
const MOST_LINES = 200;

export function keepPlace(game: string, place: Place): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ game, ...place }));
  } catch {
    // Then a reload begins at the start.
  }
}

let asked = false;

/** Once, after a reload: whoever opens a game otherwise begins where it begins. */
export function placeBeforeReload(game: string): Place | null {
  if (asked) return null;
  asked = true;
  try {
    const [navigation] = performance.getEntriesByType('navigation');
    if ((navigation as PerformanceNavigationTiming | undefined)?.type !== 'reload') return null;
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return isObject(kept) && kept.game === game ? readPlace(kept) : null;
  } catch {
    return null;
  }
}

/** A place as it is used here, whatever was kept. */
export function readPlace(kept: Record<string, unknown>): Place | null {
  const { step, lines, current } = kept;
  if (!isIndex(step) || !Array.isArray(lines)) return null;
  const read: KeptLine[] = [];
  for (const line of lines.slice(0, MOST_LINES)) {
    if (!isObject(line) || !isIndex(line.parent) || line.parent > read.length || !isIndex(line.at)) break;
    const action = readAction(line.action);
    if (!action) break;
    read.push({ parent: line.parent, at: line.at, action, assumed: line.assumed === true });
  }
  return { step, lines: read, current: isIndex(current) && current <= read.length ? current : 0 };
}

function isIndex(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
