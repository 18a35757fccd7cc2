/** What the Lab's charts draw: figures as lines of points, with the words of the tables below them. */
import type { Estimate } from 'outpost-rbc';
import { fixed, format } from '../ui/format';
import type { ChartSeries } from './lab-chart';
import { hundredfold } from './lab-table';
import { type PlayerFigures, type PolicyFigures, shownTurns } from './results';
import type { PlayersSetup } from './setup';
import { labWords } from './words';

/** How a line is called that shows a policy or a player. */
type Named = (of: string) => string;
const itself: Named = (of) => of;

/** The policies that have games, with the turns that enough of them came to. */
export function shownPolicies(policies: readonly PolicyFigures[]): PolicyFigures[] {
  return policies
    .filter(({ games }) => games > 0)
    .map((of) => ({ ...of, growth: shownTurns(of.growth, of.games), decay: shownTurns(of.decay, of.games) }));
}

/** Mean of log10 (boards) by turn. */
export function growthSeries(policies: readonly PolicyFigures[], named = itself): ChartSeries[] {
  return policies.map(({ policy, growth }) => ({
    name: named(policy),
    points: growth.map((of) => ({
      ...of,
      x: of.turn,
      atLeast: of.beyond > 0,
      text: labWords.inGames(words(of, 2, of.beyond > 0), of.games),
    })),
  }));
}

/** Mean decay by turn, in percent. */
export function decaySeries(policies: readonly PolicyFigures[], named = itself): ChartSeries[] {
  return policies.map(({ policy, decay }) => ({
    name: named(policy),
    points: decay.map((of) => ({
      ...hundredfold(of),
      x: of.turn,
      atLeast: false,
      text: labWords.inGames(words(hundredfold(of), 1), of.games),
    })),
  }));
}

/** The curve of one run: what its players had after so many games. */
export type Curve = readonly { games: number; figures: PlayerFigures[] }[];

/** Those of whom a score is drawn: of two players the first says everything. */
export const scored = ({ players }: PlayersSetup): readonly string[] =>
  players.length === 2 ? players.slice(0, 1) : players;

/** Scores over games, in percent. */
export function scoreSeries(setup: PlayersSetup, curve: Curve, named = itself): ChartSeries[] {
  return scored(setup).map((player, i) => ({
    name: named(player),
    points: curve.flatMap(({ games, figures }) => {
      const share = figures[i]?.total.share;
      if (!share) return [];
      const estimate = hundredfold(share);
      return [{ ...estimate, x: games, atLeast: false, text: words(estimate, 1) }];
    }),
  }));
}

/** Ratings over games. */
export function eloSeries({ players }: PlayersSetup, curve: Curve): ChartSeries[] {
  return players.map((name, i) => ({
    name,
    points: curve.flatMap(({ games, figures }) => {
      const estimate = figures[i]?.elo;
      return estimate ? [{ ...estimate, x: games, atLeast: false, text: elo(estimate) }] : [];
    }),
  }));
}

function words({ value, low, high }: Estimate, decimals: 1 | 2, atLeast = false): string {
  return labWords.estimate(fixed(value, decimals), fixed(low, decimals), fixed(high, decimals), atLeast);
}

function elo({ value, low, high }: Estimate): string {
  const [at, from, to] = [value, low, high].map((n) => format.number(Math.round(n) || 0)) as [string, string, string];
  return low === high ? at : labWords.estimate(at, from, to);
}
