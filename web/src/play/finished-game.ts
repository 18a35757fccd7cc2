import type { Game, GameSetup } from 'outpost';
import { entryOf, library } from '../library/library';
import type { Assistance } from '../record/assistance';
import type { Extras } from '../record/extras';
import { openRecord } from '../record/opening';
import { putTogether } from '../record/record-text';

/** A game that is over. */
export interface FinishedGame {
  readonly game: Game;
  readonly setup: GameSetup;
  /** What the people at the board were helped with. */
  readonly assistance: Assistance;
  /** The network weighed boards for them. */
  readonly byNetwork: boolean;
  /** When it came to its end, in milliseconds since 1970. */
  readonly endedAt: number;
}

/** What the people at the board were helped with, and when the game ended. */
export function extrasOfGame({ setup, assistance, byNetwork, endedAt }: FinishedGame): Extras {
  const people = (['white', 'black'] as const).filter((color) => setup[color].kind === 'person');
  const weights = byNetwork ? { weights: 'network' as const } : {};
  return {
    assistance: Object.fromEntries(people.map((color) => [color, assistance])),
    ...weights,
    played: new Date(endedAt).toISOString(),
  };
}

/** The record of a game that is over, with what these pages keep in it. */
export async function recordOf(finished: FinishedGame): Promise<string> {
  return putTogether(await finished.game.recordJson(), extrasOfGame(finished));
}

/** Puts a game that is over into the library. Gives its name there. */
export async function keepFinished(finished: FinishedGame): Promise<string> {
  const replay = await openRecord(await recordOf(finished));
  try {
    const details = await replay.details();
    await library.add([entryOf(details, replay.summary, 'played')]);
    return details.id;
  } finally {
    replay.dispose();
  }
}
