/** The figures of a run, for charts, tables and files; the engine of the pages works them out. */
import { engine } from '../engine/engine';
import {
  type CsvTable,
  decayTable,
  type GameResult,
  growthFigures,
  growthTable,
  type PlayerFigures,
  type PolicyFigures,
  pairsTable,
  playerCurves,
  ratingTable,
} from './results';
import type { GrowthSetup, LabSetup, PlayersSetup } from './setup';

export interface GrowthResults {
  experiment: 'growth';
  setup: GrowthSetup;
  policies: PolicyFigures[];
}

export interface PlayersResults {
  experiment: 'players';
  setup: PlayersSetup;
  curve: { games: number; figures: PlayerFigures[] }[];
}

export type Figures = GrowthResults | PlayersResults;

export async function figuresOf(setup: LabSetup, games: GameResult[]): Promise<Figures> {
  const outpost = await engine();
  if (setup.experiment === 'growth') {
    return { experiment: 'growth', setup, policies: await growthFigures(outpost, setup, games) };
  }
  return { experiment: 'players', setup, curve: await playerCurves(outpost, setup, games) };
}

/** Files of figures; those of each experiment come first in their names here. */
export const FIGURE_FILES = { growth: ['growth', 'decay'], players: ['rating', 'pairs'] } as const;

export type FigureFile = (typeof FIGURE_FILES)[keyof typeof FIGURE_FILES][number];

export function figureTable(file: FigureFile, figures: Figures): CsvTable {
  if (figures.experiment === 'growth') {
    return file === 'growth' ? growthTable(figures.policies) : decayTable(figures.setup, figures.policies);
  }
  const last = figures.curve.at(-1)?.figures ?? [];
  return file === 'rating' ? ratingTable(last) : pairsTable(figures.setup, last);
}

/** The same table of several runs as one, with the name and the address of each in front. */
export function sideBySide(runs: readonly { label: string; address: string; table: CsvTable }[]): CsvTable {
  const head = runs[0]?.table[0] ?? [];
  const rows = runs.flatMap(({ label, address, table }) => table.slice(1).map((row) => [label, address, ...row]));
  return [['run', 'set_up', ...head], ...rows];
}
