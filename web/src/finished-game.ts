import type { GameSession } from './game-session';
import { entryOf, library } from './library';
import { contentId } from './record-text';

/** The record of a game that is over, with what the people at the board were helped with and when it ended. */
export async function recordOf(session: GameSession): Promise<string> {
  const record = JSON.parse(await session.game.recordJson()) as object;
  const people = (['white', 'black'] as const).filter((color) => session.seat(color).kind === 'person');
  const assistance = Object.fromEntries(people.map((color) => [color, session.assistance]));
  const weights = session.byNetwork ? { weights: 'network' } : {};
  const played = new Date(session.endedAt).toISOString();
  return JSON.stringify({ ...record, outpost: { assistance, ...weights, played } });
}

/** Puts a game that is over into the library. Gives its name there. */
export async function keepFinished(session: GameSession): Promise<string> {
  const text = await recordOf(session);
  const record = JSON.parse(text) as Record<string, unknown>;
  const nameOf = (key: string): string | null => (typeof record[key] === 'string' ? (record[key] as string) : null);
  const { winner, reason } = session.outcome ?? { winner: null, reason: null };
  const moves = record.taken_moves as Record<'true' | 'false', unknown[]>;
  const summary = {
    white: nameOf('white_name'),
    black: nameOf('black_name'),
    winner,
    // A record has no word for that.
    reason: reason === 'ABORTED' ? null : reason,
    plies: moves.true.length + moves.false.length,
  };
  await library.add([entryOf(text, summary, 'played')]);
  return contentId(record);
}
