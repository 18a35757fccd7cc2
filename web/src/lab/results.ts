/** What finished games come to: figures with intervals, and the tables that are downloaded. */
import type { Color, Outcome, SensePolicy } from 'outpost';
import { addGame, gamesBetween, noPoints, type Points, ratings } from './ratings';
import { type GrowthSetup, gameSeed, type LabSetup, type Player, type PlayersSetup, pairings, schedule } from './setup';
import { bootstrap, type Estimate, meanEstimate, wilson } from './statistics';

/** Boards above which a size is only known to be more, as in the native program's experiments. */
export const CAP = 200_000;
/** A set that a sense leaves with more boards than this is followed no further: it would take work without end. */
export const HOPELESS = 16 * CAP;

/** A number of possible boards; an estimate where it is not exact. */
export interface Size {
  boards: number;
  exact: boolean;
}

/** The measured player's set at one of its senses. */
export interface SenseSizes {
  /** The number of its turn, from 1. */
  turn: number;
  before: Size;
  after: Size;
  /** Otherwise the set had outgrown all bounds before, and the sizes only say that. */
  followed: boolean;
}

/** One game that is over. */
export interface GameResult {
  index: number;
  winner: Color | null;
  reason: Outcome['reason'];
  /** Half-turns. */
  plies: number;
  /** What its turns took. */
  ms: number;
  /** Of the player whose senses are measured; empty where none are. */
  senses: SenseSizes[];
}

/** The decay g = 1 - after / before; `null` where nothing could be ruled out, or nothing is known. */
export function decayOf({ before, after, followed }: SenseSizes): number | null {
  return followed && before.boards > 1 ? 1 - after.boards / before.boards : null;
}

export interface TurnFigure extends Estimate {
  turn: number;
  /** Games that came to it. */
  games: number;
  /** Sizes beyond the cap among them: the mean is more than is said. */
  beyond: number;
}

export type Average = 'mean' | 'median' | 'pooled';

export interface PolicyFigures {
  policy: SensePolicy;
  games: number;
  /** Mean of log10 (boards after the sense), by turn. */
  growth: TurnFigure[];
  /** Mean decay by turn. */
  decay: TurnFigure[];
  /** Senses before which more than one board was possible. */
  senses: number;
  /** Decay over all of those. */
  overall: Record<Average, Estimate | null>;
}

/** Games that must have come to a turn for it to be shown, or all where there are fewer: files have the other turns, too. */
const ENOUGH = 5;

export function shownTurns(turns: readonly TurnFigure[], games: number): TurnFigure[] {
  return turns.filter((of) => of.games >= Math.min(ENOUGH, games));
}

/** Figures of all policies. The order of `results` does not matter. */
export function* growthFigures(
  setup: GrowthSetup,
  results: readonly GameResult[],
): Generator<undefined, PolicyFigures[]> {
  const found: PolicyFigures[] = [];
  const gameOf = schedule(setup);
  for (const [pairing, policy] of setup.policies.entries()) {
    const games = inOrder(results).filter(({ index }) => gameOf(index).pairing === pairing);
    const senses = games.map((game) => game.senses);
    const last = Math.max(0, ...senses.flatMap((of) => of.at(-1)?.turn ?? 0));
    const growth: TurnFigure[] = [];
    const decay: TurnFigure[] = [];
    for (let turn = 1; turn <= last; turn++) {
      const ofTurn = senses.flatMap((of) => of.find((sense) => sense.turn === turn) ?? []);
      const beyond = ofTurn.filter(({ after }) => after.boards > CAP).length;
      const logs = ofTurn.map(({ after }) => Math.log10(Math.min(CAP, Math.max(1, after.boards))));
      const size = yield* meanEstimate(logs, setup.seed);
      if (size) growth.push({ turn, games: logs.length, beyond, ...size });
      const shares = ofTurn.map(decayOf).filter((g) => g !== null);
      const share = yield* meanEstimate(shares, setup.seed);
      if (share) decay.push({ turn, games: shares.length, beyond: 0, ...share });
      yield;
    }
    const overall = yield* overallDecay(senses, setup.seed);
    const counted = senses.flat().filter((sense) => decayOf(sense) !== null).length;
    found.push({ policy, games: games.length, growth, decay, senses: counted, overall });
  }
  return found;
}

/**
 * Mean, median and pooled decay over all senses, games being drawn whole. *Pooled* is 1 - (sum of all after) / (sum of all before)
 * over senses at which both were counted: the largest sets decide.
 */
export function* overallDecay(
  games: readonly SenseSizes[][],
  seed: number,
): Generator<undefined, Record<Average, Estimate | null>> {
  const sums = games.map((senses) => {
    const shares = senses.map(decayOf).filter((g) => g !== null);
    const counted = senses.filter(({ before, after }) => before.exact && after.exact);
    return {
      sum: shares.reduce((sum, g) => sum + g, 0),
      count: shares.length,
      before: counted.reduce((sum, sense) => sum + sense.before.boards, 0),
      after: counted.reduce((sum, sense) => sum + sense.after.boards, 0),
    };
  });
  const total = (times: Uint16Array, of: 'sum' | 'count' | 'before' | 'after'): number =>
    sums.reduce((sum, game, i) => sum + (times[i] as number) * game[of], 0);
  const sorted = games
    .flatMap((senses, game) => senses.map((sense) => ({ game, g: decayOf(sense) })))
    .filter((entry): entry is { game: number; g: number } => entry.g !== null)
    .sort((a, b) => a.g - b.g);
  const median = (times: Uint16Array): number | null => {
    const count = total(times, 'count');
    if (count === 0) return null;
    // The middle one, or the two around the middle.
    const [low, high] = [Math.floor((count - 1) / 2), Math.ceil((count - 1) / 2)];
    let passed = 0;
    let first: number | null = null;
    for (const { game, g } of sorted) {
      passed += times[game] as number;
      if (first === null && passed > low) first = g;
      if (first !== null && passed > high) return (first + g) / 2;
    }
    return first;
  };
  return {
    mean: yield* bootstrap(games.length, seed, (times) => {
      const count = total(times, 'count');
      return count > 0 ? total(times, 'sum') / count : null;
    }),
    median: yield* bootstrap(games.length, seed, median, sorted.length),
    pooled: yield* bootstrap(games.length, seed, (times) => {
      if (total(times, 'count') === 0) return null;
      const before = total(times, 'before');
      return before > 0 ? 1 - total(times, 'after') / before : 0;
    }),
  };
}

export interface PlayerFigures {
  player: Player;
  games: number;
  points: number;
  /** Points of all games, with Wilson's interval. */
  score: Estimate | null;
  /** `null` for a player without a game. */
  elo: Estimate | null;
  /** By opponent, in the set-up's order; `null` against itself. */
  against: ({ points: number; games: number; score: Estimate | null } | null)[];
}

/** The player whose rating is 0: `random` where it plays, otherwise nobody, and the mean of all is 0. */
export function anchorOf(players: readonly Player[]): number | null {
  const random = players.indexOf('random');
  return random < 0 ? null : random;
}

export function playerFigures(setup: PlayersSetup, results: readonly GameResult[]): PlayerFigures[] {
  const scored = noPoints(setup.players.length);
  addResults(setup, scored, results);
  return figuresOf(setup.players, scored);
}

function figuresOf(players: readonly Player[], scored: Points): PlayerFigures[] {
  const rated = ratings(scored, anchorOf(players));
  return players.map((player, i) => {
    const against = players.map((_, j) => {
      if (i === j) return null;
      const games = gamesBetween(scored, i, j);
      const points = scored[i]?.[j] ?? 0;
      return { points, games, score: scoreOf(points, games) };
    });
    const games = against.reduce((sum, pair) => sum + (pair?.games ?? 0), 0);
    const points = against.reduce((sum, pair) => sum + (pair?.points ?? 0), 0);
    const { elo, margin } = rated[i] ?? { elo: 0, margin: Number.POSITIVE_INFINITY };
    return {
      player,
      games,
      points,
      score: scoreOf(points, games),
      elo: Number.isFinite(margin) ? { value: elo, low: elo - margin, high: elo + margin } : null,
      against,
    };
  });
}

function scoreOf(points: number, games: number): Estimate | null {
  if (games === 0) return null;
  const [low, high] = wilson(points / games, games);
  return { value: points / games, low, high };
}

function addResults(setup: PlayersSetup, scored: Points, results: readonly GameResult[]): void {
  const gameOf = schedule(setup);
  for (const { index, winner } of results) {
    const { white, black } = gameOf(index);
    const points = winner === null ? 0.5 : winner === 'white' ? 1 : 0;
    addGame(scored, setup.players.indexOf(white), setup.players.indexOf(black), points);
  }
}

/** Most moments at which a curve over games is computed. */
const MOMENTS = 40;

/** Figures after so many games, for curves: games in their order, whichever was over first. */
export function* playerCurves(
  setup: PlayersSetup,
  results: readonly GameResult[],
): Generator<undefined, { games: number; figures: PlayerFigures[] }[]> {
  const games = inOrder(results);
  const scored = noPoints(setup.players.length);
  const step = Math.max(1, Math.ceil(games.length / MOMENTS));
  const found: { games: number; figures: PlayerFigures[] }[] = [];
  for (let from = 0; from < games.length; from += step) {
    const until = Math.min(games.length, from + step);
    addResults(setup, scored, games.slice(from, until));
    found.push({ games: until, figures: figuresOf(setup.players, scored) });
    yield;
  }
  return found;
}

export function inOrder(results: readonly GameResult[]): GameResult[] {
  return [...results].sort((a, b) => a.index - b.index);
}

/** A table with commas between. Everything in it is a number or a name of ours. */
function csv(rows: (string | number)[][]): string {
  return rows.map((row) => `${row.join(',')}\n`).join('');
}

const cells = ({ value, low, high }: Estimate, decimals: number): string[] =>
  [value, low, high].map((n) => n.toFixed(decimals));

/** As `outpost experiment hsuc-growth` writes it. */
export function growthCsv(figures: readonly PolicyFigures[]): string {
  const rows = figures.flatMap(({ policy, growth }) =>
    growth.map((of) => [policy, of.turn, of.games, of.beyond, ...cells(of, 4)]),
  );
  return csv([['sense', 'turn', 'games', 'beyond_cap', 'mean_log10_boards', 'low95', 'high95'], ...rows]);
}

/** As `outpost experiment hsuc-decay` writes it, by turn the mean only. */
export function decayCsv(setup: GrowthSetup, figures: readonly PolicyFigures[]): string {
  const rows = figures.flatMap(({ policy, decay, senses, overall }) => [
    ...(['mean', 'median', 'pooled'] as const).flatMap((average) => {
      const estimate = overall[average];
      return estimate ? [[policy, setup.against, 'all', average, senses, ...cells(estimate, 4)]] : [];
    }),
    ...decay.map((of) => [policy, setup.against, of.turn, 'mean', of.games, ...cells(of, 4)]),
  ]);
  return csv([['sense', 'against', 'turn', 'average', 'senses', 'g', 'low95', 'high95'], ...rows]);
}

/** As `outpost experiment rating` writes it, with the score before. */
export function ratingCsv(figures: readonly PlayerFigures[]): string {
  const none = ['', '', ''];
  const rows = figures.map(({ player, games, points, score, elo }) => [
    player,
    games,
    points,
    ...(score ? cells(score, 4) : none),
    ...(elo ? cells(elo, 1) : none),
  ]);
  return csv([
    ['player', 'games', 'points', 'score', 'score_low95', 'score_high95', 'elo', 'low95', 'high95'],
    ...rows,
  ]);
}

/** Every pair: what the first scored against the second. */
export function pairsCsv(setup: PlayersSetup, figures: readonly PlayerFigures[]): string {
  const rows = pairings(setup).flatMap(({ first, second }) => {
    const [i, j] = [setup.players.indexOf(first), setup.players.indexOf(second)];
    const pair = figures[i]?.against[j];
    return pair?.score ? [[first, second, pair.games, pair.points, ...cells(pair.score, 4)]] : [];
  });
  return csv([['player', 'against', 'games', 'points', 'score', 'low95', 'high95'], ...rows]);
}

/** Every game that was counted, with what must be known to play it again. */
export function gamesCsv(setup: LabSetup, results: readonly GameResult[]): string {
  const gameOf = schedule(setup);
  const rows = inOrder(results).map(({ index, winner, reason, plies, ms }) => {
    const { white, black, round } = gameOf(index);
    return [index + 1, white, black, gameSeed(setup.seed, round), winner ?? '', reason, plies, Math.round(ms)];
  });
  return csv([['game', 'white', 'black', 'seed', 'winner', 'reason', 'half_turns', 'milliseconds'], ...rows]);
}

/** Games of which the rows are written in one go. */
const GAMES_AT_A_TIME = 50;

/** Every sense that was measured. */
export function* sensesCsv(setup: GrowthSetup, results: readonly GameResult[]): Generator<undefined, Blob> {
  const gameOf = schedule(setup);
  const games = inOrder(results);
  const size = ({ boards, exact }: Size): (string | number)[] => [Math.round(boards), exact ? 'yes' : 'no'];
  const rowsOf = ({ index, senses }: GameResult): (string | number)[][] => {
    const policy = setup.policies[gameOf(index).pairing] ?? '';
    return senses.map(({ turn, before, after, followed }) => [
      index + 1,
      policy,
      turn,
      ...size(before),
      ...size(after),
      followed ? 'yes' : 'no',
    ]);
  };
  const head = ['game', 'sense', 'turn', 'before', 'before_exact', 'after', 'after_exact', 'followed'];
  const parts = [csv([head])];
  for (let from = 0; from < games.length; from += GAMES_AT_A_TIME) {
    parts.push(csv(games.slice(from, from + GAMES_AT_A_TIME).flatMap(rowsOf)));
    yield;
  }
  return new Blob(parts);
}
