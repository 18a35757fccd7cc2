/** How far into a finished game another one can go on from it. */
import type { PastLimit, Replay } from 'outpost-rbc';
import { afterCrash, described } from '../ui/errors';
import { playOnWords } from './story-words';

/** Where the engine does not say, a game that is begun tells why it cannot be. */
const UNKNOWN: PastLimit = { halfMoves: Number.POSITIVE_INFINITY, refusal: null };

/** What the engine said, or is asked: the story and the page around it want to know the same. */
const asked = new WeakMap<Pick<Replay, 'pastLimit'>, Promise<PastLimit>>();

/** Asks the engine once for each replay, and again only where it did not answer. */
export function pastLimitOf(replay: Pick<Replay, 'pastLimit'>): Promise<PastLimit> {
  const known = asked.get(replay);
  if (known) return known;
  const limit = afterCrash(() => replay.pastLimit()).catch(() => {
    asked.delete(replay);
    return UNKNOWN;
  });
  asked.set(replay, limit);
  return limit;
}

/** Why no game can go on after so many half-turns, in words; `null` where one can. */
export function whyNotPlayOn({ halfMoves: most, refusal }: PastLimit, halfMoves: number): string | null {
  if (most !== null && halfMoves <= most) return null;
  return refusal && refusal.code !== 'past-over' ? described(refusal) : playOnWords.over;
}
