/** What somebody chose for a new game: remembered for the next, and made into a game. */
import type {
  AgentName,
  ClockSetup,
  Color,
  EvaluatorName,
  GameSetup,
  LevelName,
  NewGameSetup,
  Seat,
} from 'outpost-rbc';
import { levels } from '../engine/level-list';
import { levelOf } from '../engine/levels';
import { nearestLevel, ratingNow } from '../rating/results';
import { results } from '../rating/results-store';
import { ASSISTANCE, type Assistance } from '../record/assistance';
import { finishedGames } from '../storage/finished-games';
import { recall, remember } from '../ui/remembered';
import { newGameWords } from './words';

export interface NewGame {
  setup: GameSetup;
  assistance: Assistance;
  /** Who scores moves for the opponent. */
  evaluator: EvaluatorName;
  /** The point of another game from which it goes on. */
  from?: NewGameSetup['from'];
}

/** A level, the one nearest to the person's rating, another agent, or a second person. */
export type Opponent = AgentName | 'adaptive' | 'people';
export type ClockChoice = 'none' | 'standard' | 'own';

export interface Choices {
  opponent: Opponent;
  color: Color | 'random';
  clock: ClockChoice;
  minutes: number;
  increment: number;
  assistance: Assistance;
  /** Of agents that are no levels. */
  budget: number;
  evaluator: EvaluatorName;
}

export const COLORS = ['white', 'random', 'black'] as const;
export const CLOCKS = ['none', 'standard', 'own'] as const;
export const THINKING: readonly number[] = [500, 1000, 3000, 10_000];

/**
 * The level that a chess player who is new to this game should beat about half the time. It cannot be measured here, as that takes
 * newcomers; what is known: they see tactics and forget what they cannot see. Level 2 overlooks half of what it does not see, and goes
 * for the king only when few pieces are left, so a king that was left in the open by mistake does not end the first game. From level 3 on it
 * often would, and `attacker` ends it before the fifth turn.
 */
export const DEFAULT_LEVEL: LevelName = 'level-2';

const KEY = 'outpost-new-game';

/** At first: White, so that the first thing to do is one's own turn. */
const first = (): Choices => ({
  opponent: DEFAULT_LEVEL,
  color: finishedGames() === 0 ? 'white' : 'random',
  clock: 'none',
  minutes: 10,
  increment: 5,
  assistance: 'tracking',
  budget: 1000,
  evaluator: 'built-in',
});

/** The last choices. What is not remembered, or no longer there, is as at first. */
export function recallChoices(): Choices {
  try {
    return readChoices(JSON.parse(recall(KEY) ?? 'null'));
  } catch {
    return first();
  }
}

export function rememberChoices(choices: Choices): void {
  remember(KEY, JSON.stringify(choices));
}

export function readChoices(stored: unknown): Choices {
  const given = (typeof stored === 'object' && stored !== null ? stored : {}) as Partial<
    Record<keyof Choices, unknown>
  >;
  const start = first();
  const one = <T>(all: readonly T[], value: unknown, otherwise: T): T =>
    all.find((each) => each === value) ?? otherwise;
  const within = (value: unknown, low: number, high: number, otherwise: number): number =>
    typeof value === 'number' && value >= low && value <= high ? value : otherwise;
  const { opponent } = given;
  return {
    // The engine says whether there is such an agent.
    opponent:
      typeof opponent === 'string' && /^[a-z0-9-]{1,40}$/.test(opponent) ? (opponent as Opponent) : start.opponent,
    color: one(COLORS, given.color, start.color),
    clock: one(CLOCKS, given.clock, start.clock),
    minutes: within(given.minutes, 0.5, 180, start.minutes),
    increment: within(given.increment, 0, 60, start.increment),
    assistance: one(ASSISTANCE, given.assistance, start.assistance),
    budget: one(THINKING, given.budget, start.budget),
    evaluator: one(['built-in', 'stockfish'] as const, given.evaluator, start.evaluator),
  };
}

/** `'invalid'`: minutes or increment are out of range. */
export function clockOf({ clock, minutes, increment }: Choices): ClockSetup | null | 'invalid' {
  if (clock === 'none') return null;
  if (clock === 'standard') return { seconds: 900, increment: 5 };
  const fine = minutes >= 0.5 && minutes <= 180 && increment >= 0 && increment <= 60;
  return fine ? { seconds: Math.round(minutes * 60), increment } : 'invalid';
}

/** Who plays what in a game after another one: against the engine colours change, as they do in a rematch elsewhere. */
export function rematchSeats({ white, black }: Pick<GameSetup, 'white' | 'black'>): Pick<GameSetup, 'white' | 'black'> {
  return white.kind === 'person' && black.kind === 'person' ? { white, black } : { white: black, black: white };
}

/** Those who never ask Stockfish how good moves are. */
export function ratesMoves(opponent: Opponent): boolean {
  return levelOf(opponent) === null && !['adaptive', 'people', 'random', 'attacker'].includes(opponent);
}

/** The level that is nearest to the person's rating now; before there is one, the first that is offered. */
export async function adaptiveLevel(): Promise<LevelName> {
  const [all, games] = await Promise.all([levels(), results.all()]);
  const rating = ratingNow(games);
  return (rating && nearestLevel(all, rating.rating)?.name) || DEFAULT_LEVEL;
}

/** A game as it was chosen; `null` if the clock is none. */
export async function newGameOf(choices: Choices): Promise<NewGame | null> {
  const clock = clockOf(choices);
  if (clock === 'invalid') return null;
  const { assistance, budget } = choices;
  const [coin, seed] = crypto.getRandomValues(new Uint32Array(2)) as unknown as [number, number];
  const person = (name: string): Seat => ({ kind: 'person', name });
  if (choices.opponent === 'people') {
    const { white, black } = newGameWords.ownPlayers;
    const setup: GameSetup = { white: person(white), black: person(black), clock, seed };
    return { setup, assistance, evaluator: 'built-in' };
  }
  const agent = choices.opponent === 'adaptive' ? await adaptiveLevel() : choices.opponent;
  const color: Color = choices.color === 'random' ? (coin % 2 === 0 ? 'white' : 'black') : choices.color;
  const other: Seat = { kind: 'agent', agent, budgetMs: budget };
  const you = person(newGameWords.you);
  const setup: GameSetup =
    color === 'white' ? { white: you, black: other, clock, seed } : { white: other, black: you, clock, seed };
  return { setup, assistance, evaluator: ratesMoves(agent) ? choices.evaluator : 'built-in' };
}
