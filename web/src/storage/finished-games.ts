import { recall, remember } from '../ui/remembered';

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
