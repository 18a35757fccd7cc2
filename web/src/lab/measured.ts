/**
 * What the native program measured, word for word as docs/experiments.md has it (measured.test.ts compares), to stand beside what
 * this browser measures.
 */
import { AGENT_RATINGS } from '../engine/agent-ratings';

/** Turns in the table of `hsuc-growth`. */
export const GROWTH_TURNS = [1, 2, 5, 10, 15, 20, 25] as const;

/** `hsuc-growth`: mean of log10 (boards after the sense) against `random`, 2,000 nodes, 30 games. */
export const GROWTH: Record<string, readonly string[]> = {
  none: [
    '0.66 (0.44 to 0.88), 30 games',
    '1.88 (1.70 to 2.07), 30 games',
    '>4.65 (4.30 to 4.94), 30 games',
    '>5.30 (5.30 to 5.30), 29 games',
    '>5.30 (5.30 to 5.30), 20 games',
    '>5.30 (5.30 to 5.30), 18 games',
    '>5.30 (5.30 to 5.30), 12 games',
  ],
  random: [
    '0.54 (0.31 to 0.75), 30 games',
    '1.67 (1.50 to 1.85), 30 games',
    '3.29 (2.94 to 3.62), 30 games',
    '>4.63 (4.37 to 4.87), 30 games',
    '>4.97 (4.72 to 5.20), 21 games',
    '>5.18 (4.96 to 5.30), 16 games',
    '>5.30 (5.30 to 5.30), 15 games',
  ],
  'likely-move': [
    '0.38 (0.23 to 0.57), 30 games',
    '1.05 (0.87 to 1.20), 30 games',
    '1.65 (1.40 to 1.88), 30 games',
    '1.66 (1.36 to 1.92), 22 games',
    '2.25 (1.78 to 2.70), 12 games',
    '2.02 (1.62 to 2.29), 6 games',
    '-',
  ],
  hsuc: [
    '0.45 (0.26 to 0.63), 30 games',
    '1.10 (0.89 to 1.30), 30 games',
    '1.56 (1.29 to 1.79), 30 games',
    '1.58 (1.27 to 1.87), 21 games',
    '2.02 (1.78 to 2.25), 10 games',
    '1.49 (0.99 to 2.04), 5 games',
    '-',
  ],
};

/** `hsuc-decay`: mean, median and pooled g in %, 2,000 nodes, 100 games, by `POLICY v. OPPONENT`. */
export const DECAY: Record<string, readonly [string, string, string]> = {
  'hsuc v. random': ['83.7 (83.0 to 84.3)', '90.0 (88.9 to 90.9)', '92.7 (92.2 to 93.1)'],
  'likely-move v. random': ['82.4 (81.7 to 83.1)', '89.8 (89.0 to 90.2)', '92.2 (91.9 to 92.5)'],
  'hsuc v. trout': ['79.3 (78.3 to 80.0)', '85.6 (84.2 to 86.7)', '91.7 (90.4 to 92.5)'],
  'likely-move v. trout': ['78.2 (77.2 to 79.1)', '86.6 (84.8 to 88.1)', '88.7 (86.6 to 90.6)'],
};

/** `rating`: Elo, `random` being 0. */
export const RATING: Record<string, string> = Object.fromEntries(
  Object.entries(AGENT_RATINGS).map(([name, { elo, low, high }]) => {
    const [of, from, to] = [elo, low, high].map((n) => n.toLocaleString('en'));
    return [name, elo === 0 ? '0' : `${of} (${from} to ${to})`];
  }),
);

/** Value and bounds of a quoted cell, such as `>4.65 (4.30 to 4.94), 30 games`. */
export function readQuoted(cell: string): { value: number; low: number; high: number } | null {
  const found = /^>?([\d.,]+) \(([\d.,]+) to ([\d.,]+)\)/.exec(cell);
  const [value, low, high] = (found?.slice(1) ?? []).map((number) => Number(number.replaceAll(',', '')));
  return value === undefined || low === undefined || high === undefined ? null : { value, low, high };
}
