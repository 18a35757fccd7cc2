/** Games against the engine as they ended, and what follows from them: records against each opponent, and the person's rating. */
import type { Color } from 'outpost-rbc';
import { afterGame, type Rating, START } from './glicko';

/** A game that is over. */
export interface GameResult {
  /** The game's own (`SavedGame`): a game counts once, however often its page was reloaded. */
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  /** An agent or a level. */
  opponent: string;
  /** The level's measured rating when the game ended; `null` for opponents that are not levels. */
  opponentRating: number | null;
  /** The person's. */
  color: Color;
  /** The person's points. */
  score: 1 | 0.5 | 0;
  /** Why the game changes no rating though it was against a level. */
  unrated: Unrated | null;
}

/** Hints were on; a move was taken back; the game began in the middle of another, or from a start position of its own. */
export type Unrated = 'hints' | 'takeback' | 'midway' | 'position';

/** Of games against one opponent. */
export interface Tally {
  won: number;
  drawn: number;
  lost: number;
  /** Games won (above zero) or lost (below) in a row, up to the last. */
  streak: number;
  /** Most games won in a row. */
  best: number;
}

/** The rating after a game. */
export interface Step extends Rating {
  game: GameResult;
  /** By how much the game changed it. */
  change: number;
}

/** Whether a game changes the rating: one against a level, without hints, without a move taken back, from the usual start position. */
export function counts({ opponentRating, unrated }: GameResult): boolean {
  return opponentRating !== null && unrated === null;
}

/** In the order in which the games ended. */
export function inOrder(results: readonly GameResult[]): GameResult[] {
  return results.toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
}

/** Of the games that were played without help that `unrated` names: others say nothing of how one plays. */
export function tallyOf(results: readonly GameResult[]): Tally {
  const tally: Tally = { won: 0, drawn: 0, lost: 0, streak: 0, best: 0 };
  for (const { score } of inOrder(results.filter(({ unrated }) => unrated === null))) {
    if (score === 1) tally.won++;
    else if (score === 0) tally.lost++;
    else tally.drawn++;
    if (score === 1) tally.streak = Math.max(0, tally.streak) + 1;
    else if (score === 0) tally.streak = Math.min(0, tally.streak) - 1;
    else tally.streak = 0;
    tally.best = Math.max(tally.best, tally.streak);
  }
  return tally;
}

export const gamesOf = ({ won, drawn, lost }: Tally): number => won + drawn + lost;

/** By opponent, the one of the last game first. */
export function tallies(results: readonly GameResult[]): Map<string, Tally> {
  const games = new Map<string, GameResult[]>();
  for (const result of inOrder(results).toReversed()) {
    if (result.unrated !== null) continue;
    games.set(result.opponent, [...(games.get(result.opponent) ?? []), result]);
  }
  return new Map([...games].map(([opponent, list]) => [opponent, tallyOf(list)]));
}

/** The rating after each game that counts; it is computed from the games each time, so that deleting some leaves nothing behind. */
export function ratingSteps(results: readonly GameResult[]): Step[] {
  const steps: Step[] = [];
  let rating: Rating = START;
  for (const game of inOrder(results)) {
    if (!counts(game)) continue;
    const next = afterGame(rating, game.opponentRating as number, game.score);
    steps.push({ ...next, game, change: Math.round(next.rating) - Math.round(rating.rating) });
    rating = next;
  }
  return steps;
}

/** The rating now; `null` before the first game that counts. */
export function ratingNow(results: readonly GameResult[]): Rating | null {
  return ratingSteps(results).at(-1) ?? null;
}

/** The level whose rating is nearest to the person's; the first of two that are as near. */
export function nearestLevel<L extends { rating: number }>(levels: readonly L[], rating: number): L | null {
  return levels.reduce<L | null>(
    (best, level) => (best === null || Math.abs(level.rating - rating) < Math.abs(best.rating - rating) ? level : best),
    null,
  );
}

const UNRATED: readonly Unrated[] = ['hints', 'takeback', 'midway', 'position'];

/** A result as it is used here, whatever was stored; `null` for what is none. */
export function readResult(stored: unknown): GameResult | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { id, at, opponent, opponentRating, color, score, unrated } = stored as Record<string, unknown>;
  if (typeof id !== 'string' || typeof opponent !== 'string' || opponent.length > 60) return null;
  if (typeof at !== 'number' || Number.isNaN(new Date(at).getTime())) return null;
  if (color !== 'white' && color !== 'black') return null;
  if (score !== 0 && score !== 0.5 && score !== 1) return null;
  const rated = typeof opponentRating === 'number' && Math.abs(opponentRating) < 10_000;
  return {
    id,
    at,
    opponent,
    opponentRating: rated ? opponentRating : null,
    color,
    score,
    unrated: UNRATED.find((reason) => reason === unrated) ?? null,
  };
}
