import { entryOf, library } from '../library/library';
import type { Extras } from '../record/extras';
import { openRecord } from '../record/opening';
import { putTogether } from '../record/record-text';
import type { GameSession } from './game-session';

/** What the people at the board were helped with, and when the game ended. */
export function extrasOfGame(session: GameSession): Extras {
  const people = (['white', 'black'] as const).filter((color) => session.seat(color).kind === 'person');
  const assistance = Object.fromEntries(people.map((color) => [color, session.assistance]));
  const weights = session.byNetwork ? { weights: 'network' as const } : {};
  return { assistance, ...weights, played: new Date(session.endedAt).toISOString() };
}

/** The record of a game that is over, with what these pages keep in it. */
export async function recordOf(session: GameSession): Promise<string> {
  return putTogether(await session.game.recordJson(), extrasOfGame(session));
}

/** Puts a game that is over into the library. Gives its name there. */
export async function keepFinished(session: GameSession): Promise<string> {
  const replay = await openRecord(await recordOf(session));
  try {
    const details = await replay.details();
    await library.add([entryOf(details, replay.summary, 'played')]);
    return details.id;
  } finally {
    replay.dispose();
  }
}
