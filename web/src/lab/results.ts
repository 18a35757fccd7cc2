/** What finished games come to: figures with intervals, which the engine computes, and the tables that are downloaded. */
import type {
  BoardCount,
  Color,
  DecayFigures,
  Estimate,
  Outcome,
  Outpost,
  SensePolicy,
  SenseSizes,
  Standing,
} from 'outpost-rbc';
import { type CsvCell, csv } from '../ui/csv';
import { type GrowthSetup, gameSeed, type LabSetup, type Player, type PlayersSetup, pairings, schedule } from './setup';

/** The engine's part in it. */
export type Engine = Pick<Outpost, 'statistics'>;

/** Boards above which a size is only known to be more, as in the native program's experiments. */
export const CAP = 200_000;

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
  /** What the own bot did wrong, in words; it has resigned then. */
  fault?: string;
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

export interface PolicyFigures {
  policy: SensePolicy;
  games: number;
  /** Mean of log10 (boards after the sense), by turn. */
  growth: TurnFigure[];
  /** Mean decay by turn. */
  decay: TurnFigure[];
  /** Senses before which more than one board was possible. */
  senses: number;
  /** Decay over all of those; `null` where there are none. */
  overall: DecayFigures | null;
}

/** Games that must have come to a turn for it to be shown, or all where there are fewer: files have the other turns, too. */
const ENOUGH = 5;

export function shownTurns(turns: readonly TurnFigure[], games: number): TurnFigure[] {
  return turns.filter((of) => of.games >= Math.min(ENOUGH, games));
}

/** Figures of all policies. The order of `results` does not matter. */
export async function growthFigures(
  { statistics }: Engine,
  setup: GrowthSetup,
  results: readonly GameResult[],
): Promise<PolicyFigures[]> {
  const gameOf = schedule(setup);
  const found: PolicyFigures[] = [];
  for (const [pairing, policy] of setup.policies.entries()) {
    const games = inOrder(results).filter(({ index }) => gameOf(index).pairing === pairing);
    const turns = byTurn(games);
    const logs = turns.map(({ senses }) =>
      senses.map(({ after }) => Math.log10(Math.min(CAP, Math.max(1, after.boards)))),
    );
    const decays = turns.map(({ senses }) => senses.map(decayOf).filter((g) => g !== null));
    const [means, overall] = await Promise.all([
      statistics.bootstrapMeans([...logs, ...decays], setup.seed),
      statistics.decay(
        games.map(({ senses }) => senses),
        setup.seed,
      ),
    ]);
    const figures = (samples: number[][], from: number): TurnFigure[] =>
      turns.flatMap(({ turn, beyond }, i) => {
        const mean = means[from + i];
        const games = samples[i]?.length ?? 0;
        return mean ? [{ turn, games, beyond: samples === logs ? beyond : 0, ...mean }] : [];
      });
    found.push({
      policy,
      games: games.length,
      growth: figures(logs, 0),
      decay: figures(decays, logs.length),
      senses: decays.flat().length,
      overall,
    });
  }
  return found;
}

/** The senses of each turn that a game came to, and how many of them left more boards than the cap. */
function byTurn(games: readonly GameResult[]): { turn: number; senses: SenseSizes[]; beyond: number }[] {
  const turns = new Map<number, SenseSizes[]>();
  for (const sense of games.flatMap(({ senses }) => senses)) {
    const senses = turns.get(sense.turn);
    if (senses) senses.push(sense);
    else turns.set(sense.turn, [sense]);
  }
  return [...turns]
    .sort(([a], [b]) => a - b)
    .map(([turn, senses]) => ({ turn, senses, beyond: senses.filter(({ after }) => after.boards > CAP).length }));
}

/** A player's results, and those against each player in the set-up's order. */
export type PlayerFigures = Standing & { player: Player };

/** The player whose rating is 0: `random` where it plays, otherwise nobody, and the mean of all is 0. */
export function anchorOf(players: readonly Player[]): number | null {
  const random = players.indexOf('random');
  return random < 0 ? null : random;
}

export async function playerFigures(
  engine: Engine,
  setup: PlayersSetup,
  results: readonly GameResult[],
): Promise<PlayerFigures[]> {
  const points = noPoints(setup);
  addResults(setup, points, results);
  return figuresOf(engine, setup, points);
}

async function figuresOf({ statistics }: Engine, setup: PlayersSetup, points: Points): Promise<PlayerFigures[]> {
  const { players } = setup;
  const standings = await statistics.standings(points, anchorOf(players));
  return standings.map((standing, i) => ({ player: players[i] as Player, ...standing }));
}

/** `points[i][j]`: points of player i against j. */
type Points = number[][];

function noPoints({ players }: PlayersSetup): Points {
  return players.map(() => players.map(() => 0));
}

function addResults(setup: PlayersSetup, points: Points, results: readonly GameResult[]): void {
  const gameOf = schedule(setup);
  const add = (player: Player, against: Player, won: number): void => {
    const row = points[setup.players.indexOf(player)] as number[];
    const j = setup.players.indexOf(against);
    row[j] = (row[j] as number) + won;
  };
  for (const { index, winner } of results) {
    const { white, black } = gameOf(index);
    const won = winner === null ? 0.5 : winner === 'white' ? 1 : 0;
    add(white, black, won);
    add(black, white, 1 - won);
  }
}

/** Most moments at which a curve over games is computed. */
const MOMENTS = 40;

/** Figures after so many games, for curves: games in their order, whichever was over first. */
export async function playerCurves(
  engine: Engine,
  setup: PlayersSetup,
  results: readonly GameResult[],
): Promise<{ games: number; figures: PlayerFigures[] }[]> {
  const games = inOrder(results);
  const points = noPoints(setup);
  const step = Math.max(1, Math.ceil(games.length / MOMENTS));
  const moments = Array.from({ length: Math.ceil(games.length / step) }, async (_, moment) => {
    const until = Math.min(games.length, (moment + 1) * step);
    addResults(setup, points, games.slice(moment * step, until));
    return { games: until, figures: await figuresOf(engine, setup, points) };
  });
  return Promise.all(moments);
}

export function inOrder(results: readonly GameResult[]): GameResult[] {
  return [...results].sort((a, b) => a.index - b.index);
}

const cells = ({ value, low, high }: Estimate, decimals: number): string[] =>
  [value, low, high].map((n) => n.toFixed(decimals));

/** A file's rows, the first of which names the columns. */
export type CsvTable = CsvCell[][];

/** As `outpost experiment hsuc-growth` writes it. */
export function growthTable(figures: readonly PolicyFigures[]): CsvTable {
  const rows = figures.flatMap(({ policy, growth }) =>
    growth.map((of) => [policy, of.turn, of.games, of.beyond, ...cells(of, 4)]),
  );
  return [['sense', 'turn', 'games', 'beyond_cap', 'mean_log10_boards', 'low95', 'high95'], ...rows];
}

/** As `outpost experiment hsuc-decay` writes it, by turn the mean only. */
export function decayTable(setup: GrowthSetup, figures: readonly PolicyFigures[]): CsvTable {
  const rows = figures.flatMap(({ policy, decay, senses, overall }) => [
    ...(['mean', 'median', 'pooled'] as const).flatMap((average) => {
      const estimate = overall?.[average];
      return estimate ? [[policy, setup.against, 'all', average, senses, ...cells(estimate, 4)]] : [];
    }),
    ...decay.map((of) => [policy, setup.against, of.turn, 'mean', of.games, ...cells(of, 4)]),
  ]);
  return [['sense', 'against', 'turn', 'average', 'senses', 'g', 'low95', 'high95'], ...rows];
}

/** As `outpost experiment rating` writes it, with the score before. */
export function ratingTable(figures: readonly PlayerFigures[]): CsvTable {
  const none = ['', '', ''];
  const rows = figures.map(({ player, total: { games, points, share }, elo }) => [
    player,
    games,
    points,
    ...(share ? cells(share, 4) : none),
    ...(elo ? cells(elo, 1) : none),
  ]);
  return [['player', 'games', 'points', 'score', 'score_low95', 'score_high95', 'elo', 'low95', 'high95'], ...rows];
}

/** Every pair: what the first scored against the second. */
export function pairsTable(setup: PlayersSetup, figures: readonly PlayerFigures[]): CsvTable {
  const rows = pairings(setup).flatMap(({ first, second }) => {
    const [i, j] = [setup.players.indexOf(first), setup.players.indexOf(second)];
    const pair = figures[i]?.against[j];
    return pair?.share ? [[first, second, pair.games, pair.points, ...cells(pair.share, 4)]] : [];
  });
  return [['player', 'against', 'games', 'points', 'score', 'low95', 'high95'], ...rows];
}

/** Every game that was counted, with what must be known to play it again. */
export function gamesTable(setup: LabSetup, results: readonly GameResult[]): CsvTable {
  const gameOf = schedule(setup);
  const rows = inOrder(results).map(({ index, winner, reason, plies, ms, fault = '' }) => {
    const { white, black, round } = gameOf(index);
    return [index + 1, white, black, gameSeed(setup.seed, round), winner ?? '', reason, plies, Math.round(ms), fault];
  });
  const head = ['game', 'white', 'black', 'seed', 'winner', 'reason', 'half_turns', 'milliseconds', 'fault'];
  return [head, ...rows];
}

/** Games of which the rows are written in one go. */
const GAMES_AT_A_TIME = 50;

/** Every sense that was measured. */
export async function sensesCsv(setup: GrowthSetup, results: readonly GameResult[]): Promise<Blob> {
  const gameOf = schedule(setup);
  const games = inOrder(results);
  const size = ({ boards, exact }: BoardCount): (string | number)[] => [Math.round(boards), exact ? 'yes' : 'no'];
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
    // The page answers in between.
    await new Promise((resolve) => setTimeout(resolve));
  }
  return new Blob(parts);
}
