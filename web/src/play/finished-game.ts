import type { Game, GameSetup, Outcome } from 'outpost-rbc';
import { levels } from '../engine/level-list';
import { levelOf } from '../engine/levels';
import { entryOf, library } from '../library/library';
import type { GameResult, Unrated } from '../rating/results';
import { results } from '../rating/results-store';
import type { Assistance } from '../record/assistance';
import type { Extras } from '../record/extras';
import { openRecord } from '../record/opening';
import { putTogether } from '../record/record-text';
import { countFinishedGame } from '../storage/finished-games';

/** A game that is over. */
export interface FinishedGame {
  /** The same from the start of a game to its end. */
  readonly id: string;
  readonly game: Game;
  readonly outcome: Outcome | null;
  readonly setup: GameSetup;
  /** What the people at the board were helped with. */
  readonly assistance: Assistance;
  /** Boards were weighted for them. */
  readonly byNetwork: boolean;
  /** When it came to its end, in milliseconds since 1970. */
  readonly endedAt: number;
}

/** What the people at the board were helped with, turns taken back among it, and when the game ended. */
export async function extrasOfGame({ game, setup, assistance, byNetwork, endedAt }: FinishedGame): Promise<Extras> {
  const { white, black } = await game.takenBack();
  const takenBack = white + black;
  const past = await game.past();
  const people = (['white', 'black'] as const).filter((color) => setup[color].kind === 'person');
  const weights = byNetwork ? { weights: 'network' as const } : {};
  return {
    assistance: Object.fromEntries(people.map((color) => [color, assistance])),
    ...weights,
    ...(takenBack > 0 ? { takenBack } : {}),
    ...(past > 0 ? { past } : {}),
    played: new Date(endedAt).toISOString(),
  };
}

/** The record of a game that is over, with what these pages keep in it. */
export async function recordOf(finished: FinishedGame): Promise<string> {
  return putTogether(await finished.game.recordJson(), await extrasOfGame(finished));
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

/** Why a game changes no rating. */
async function unratedOf({ game, assistance }: FinishedGame): Promise<Unrated | null> {
  if (assistance === 'hints') return 'hints';
  try {
    const { white, black } = await game.takenBack();
    if (white + black > 0) return 'takeback';
    if ((await game.past()) > 0) return 'midway';
    return (await game.beganAsChess()) ? null : 'position';
  } catch {
    // The engine is gone: nothing speaks against the game.
    return null;
  }
}

/**
 * How a game against an agent ended for the person, for the records; `null` for a game of two people. `ratings`: of the levels, by name.
 */
export function resultOf(
  finished: FinishedGame,
  ratings: ReadonlyMap<string, number>,
  unrated: Unrated | null,
): GameResult | null {
  const { id, setup, outcome, endedAt } = finished;
  const color = setup.white.kind === 'person' ? 'white' : 'black';
  const other = color === 'white' ? setup.black : setup.white;
  if (other.kind !== 'agent' || !outcome) return null;
  const { winner } = outcome;
  return {
    id,
    at: endedAt,
    opponent: other.agent,
    opponentRating: ratings.get(other.agent) ?? null,
    color,
    score: winner === null ? 0.5 : winner === color ? 1 : 0,
    unrated,
  };
}

/** Adds a game that is over to the records. */
export async function keepResult(finished: FinishedGame): Promise<void> {
  countFinishedGame();
  const agents = [finished.setup.white, finished.setup.black].filter((seat) => seat.kind === 'agent');
  const ratings = new Map<string, number>();
  if (agents.some((seat) => levelOf(seat.agent) !== null)) {
    try {
      for (const { name, rating } of await levels()) ratings.set(name, rating);
    } catch {
      // Without an engine it counts as a game against an opponent without a rating.
    }
  }
  const result = resultOf(finished, ratings, await unratedOf(finished));
  if (result) await results.add(result);
}
