/** Small choices that last from visit to visit, where the browser keeps anything; elsewhere as long as the page. */

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Whether the browser took it. */
export function remember(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    // It lasts as long as the page.
    return false;
  }
}

const FINISHED = 'outpost-finished-games';
/** Where the browser keeps nothing. */
let finishedHere = 0;

/** Games that were played to their end in this browser: with none, the person is new here. */
export function finishedGames(): number {
  const stored = Number(recall(FINISHED) ?? 0);
  return Math.max(Number.isSafeInteger(stored) && stored > 0 ? stored : 0, finishedHere);
}

export function countFinishedGame(): void {
  finishedHere = finishedGames() + 1;
  remember(FINISHED, String(finishedHere));
}
