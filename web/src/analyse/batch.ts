/** Many games at once: what each side of each game did, what its players come to, and the files of both. */
import type { Color, Estimate, Outpost, RecordSummary, ReplayStep, SenseSizes, SideSizes } from 'outpost-rbc';
import { type CsvCell, csv } from '../ui/csv';
import { byLetters } from '../ui/format';

/** Repeats of the bootstrap begin with it: the same games give the same intervals. */
const SEED = 1;

/** One side of one game. */
export interface Side {
  /** Number of the game in the list, from 0. */
  game: number;
  color: Color;
  name: string | null;
  against: string | null;
  /** 1, ½ or 0; `null` without a result. */
  score: number | null;
  /** Of this side. */
  turns: number;
  /** Its set at its senses; a turn without a sense leaves everything. */
  sets: SideSizes;
  requests: number;
  failed: number;
  passes: number;
}

/** What a side did in one game, and how much it could know. */
export function sideOf(
  game: number,
  color: Color,
  summary: RecordSummary,
  steps: readonly ReplayStep[],
  sets: SideSizes,
): Side {
  const { winner, reason } = summary;
  const side: Side = {
    game,
    color,
    name: summary[color],
    against: summary[color === 'white' ? 'black' : 'white'],
    score: winner ? Number(winner === color) : reason ? 0.5 : null,
    turns: 0,
    sets,
    requests: 0,
    failed: 0,
    passes: 0,
  };
  for (const step of steps) {
    if (step.color !== color || step.phase !== 'moved') continue;
    side.turns++;
    if (!step.move?.requested) side.passes++;
    else {
      side.requests++;
      if (step.move.taken === null) side.failed++;
    }
  }
  return side;
}

/** A row of the table: a player over all games, or one side of one. */
export interface Figures {
  key: string;
  name: string | null;
  /** Only of a side of one game. */
  side: Side | null;
  games: number;
  /** Games with a result that were not against itself. */
  wins: number;
  draws: number;
  losses: number;
  /** The share of the points of those, with Wilson's interval. */
  score: Estimate | null;
  /** After senses. As in `outpost stats`, a size beyond the cap counts as the cap: the true mean is larger then. */
  boards: { mean: number; max: number; exact: boolean; beyond: boolean } | null;
  senses: number;
  /** Senses of these at which a set was no longer followed, because it had outgrown the cap for good. */
  notFollowed: number;
  /** Games in which that happened. */
  givenUp: number;
  /** Games whose records depart from the rules: senses count up to there. */
  brokenOff: number;
  /** The mean decay of senses, 1 - after / before; of one game, without an interval. */
  decay: Estimate | null;
  turns: number;
  requests: number;
  failed: number;
  passes: number;
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
const alone = (value: number): Estimate => ({ value, low: value, high: value });

function counted(key: string, sides: readonly Side[]): Figures {
  const [first] = sides;
  const scored = sides.filter(({ name, against, score }) => score !== null && (sides.length === 1 || name !== against));
  const times = (score: number): number => scored.filter((side) => side.score === score).length;
  const sizes = sides.flatMap(({ sets: { cap, senses } }) =>
    senses.map(({ after: { boards, exact } }) => ({ boards: Math.min(boards, cap), exact, beyond: boards > cap })),
  );
  const lost = sides.map(({ sets }) => sets.senses.filter(({ followed }) => !followed).length);
  const total = (of: 'turns' | 'requests' | 'failed' | 'passes'): number => sum(sides.map((side) => side[of]));
  return {
    key,
    name: first?.name ?? null,
    side: null,
    games: new Set(sides.map(({ game }) => game)).size,
    wins: times(1),
    draws: times(0.5),
    losses: times(0),
    score: null,
    boards:
      sizes.length === 0
        ? null
        : {
            mean: sum(sizes.map(({ boards }) => boards)) / sizes.length,
            max: sizes.reduce((most, { boards }) => Math.max(most, boards), 0),
            exact: sizes.every(({ exact }) => exact),
            beyond: sizes.some(({ beyond }) => beyond),
          },
    senses: sizes.length,
    notFollowed: sum(lost),
    givenUp: lost.filter((senses) => senses > 0).length,
    brokenOff: sides.filter(({ sets }) => sets.breaksOff).length,
    decay: null,
    turns: total('turns'),
    requests: total('requests'),
    failed: total('failed'),
    passes: total('passes'),
  };
}

/** One row for each side of each game. */
export function gameFigures(sides: readonly Side[]): Figures[] {
  return sides.map((side) => {
    const ratios = side.sets.senses
      .filter(({ before, followed }) => followed && before.boards > 1)
      .map(({ before, after }) => 1 - after.boards / before.boards);
    return {
      ...counted(`${side.game} ${side.color}`, [side]),
      side,
      score: side.score === null ? null : alone(side.score),
      decay: ratios.length === 0 ? null : alone(sum(ratios) / ratios.length),
    };
  });
}

/** One row for each player; those without a name are one. A game against itself counts in all but the score. */
export async function playerFigures(
  { statistics }: Pick<Outpost, 'statistics'>,
  sides: readonly Side[],
): Promise<Figures[]> {
  const byName = new Map<string | null, Side[]>();
  for (const side of sides) {
    const others = byName.get(side.name);
    if (others) others.push(side);
    else byName.set(side.name, [side]);
  }
  return Promise.all(
    [...byName].map(async ([name, own]) => {
      const figures = counted(name === null ? '' : `=${name}`, own);
      const games = new Map<number, SenseSizes[]>();
      for (const { game, sets } of own) games.set(game, [...(games.get(game) ?? []), ...sets.senses]);
      const { wins, draws, losses } = figures;
      const [standings, decay] = await Promise.all([
        statistics.standings([
          [0, wins + draws / 2],
          [losses + draws / 2, 0],
        ]),
        statistics.decay([...games.values()], SEED),
      ]);
      return { ...figures, score: standings[0]?.total.share ?? null, decay: decay?.mean ?? null };
    }),
  );
}

export type Column = 'name' | 'score' | 'boards' | 'decay' | 'failed';
export const NUMBERS = ['score', 'boards', 'decay', 'failed'] as const satisfies readonly Column[];

export interface SortOrder {
  by: Column;
  upwards: boolean;
}

/** The share of the requests that failed; `null` without a request. */
export function failedRate({ failed, requests }: Figures): number | null {
  return requests === 0 ? null : failed / requests;
}

function figureOf(row: Figures, by: Exclude<Column, 'name'>): number | null {
  if (by === 'failed') return failedRate(row);
  return (by === 'boards' ? row.boards?.mean : row[by]?.value) ?? null;
}

/** Rows in order; those without a value come last, whichever way it goes. Games are in the order of the list by their names. */
export function sorted(rows: readonly Figures[], { by, upwards }: SortOrder): Figures[] {
  const sign = upwards ? 1 : -1;
  if (by === 'name')
    return [...rows].sort((a, b) =>
      a.side && b.side ? sign * (a.side.game - b.side.game) : sign * byLetters(a.name ?? '', b.name ?? ''),
    );
  return rows
    .map((row) => ({ row, value: figureOf(row, by) }))
    .sort((a, b) =>
      a.value === null || b.value === null
        ? Number(a.value === null) - Number(b.value === null)
        : sign * (a.value - b.value),
    )
    .map(({ row }) => row);
}

const short = (value: number | null | undefined, digits = 4): number | null =>
  value === null || value === undefined ? null : Number(value.toFixed(digits));

export function playersCsv(rows: readonly Figures[]): string {
  const head =
    'player,games,wins,draws,losses,score,score_low95,score_high95,turns,mean_boards,max_boards,exact,senses,not_followed,decay';
  return csv([
    [...head.split(','), 'decay_low95', 'decay_high95', 'requests', 'failed', 'passes'],
    ...rows.map((row) => [
      row.name,
      row.games,
      row.wins,
      row.draws,
      row.losses,
      short(row.score?.value),
      short(row.score?.low),
      short(row.score?.high),
      row.turns,
      ...boardCells(row),
      row.senses,
      row.notFollowed,
      short(row.decay?.value),
      short(row.decay?.low),
      short(row.decay?.high),
      row.requests,
      row.failed,
      row.passes,
    ]),
  ]);
}

export function gamesCsv(rows: readonly Figures[]): string {
  const head =
    'game,color,player,against,score,turns,mean_boards,max_boards,exact,senses,not_followed,decay,requests,failed,passes';
  return csv([
    head.split(','),
    ...rows.map((row) => [
      (row.side?.game ?? 0) + 1,
      row.side?.color ?? null,
      row.name,
      row.side?.against ?? null,
      row.score?.value ?? null,
      row.turns,
      ...boardCells(row),
      row.senses,
      row.notFollowed,
      short(row.decay?.value),
      row.requests,
      row.failed,
      row.passes,
    ]),
  ]);
}

function boardCells({ boards }: Figures): CsvCell[] {
  return boards ? [short(boards.mean, 2), Math.round(boards.max), boards.exact ? 'yes' : 'no'] : [null, null, null];
}
