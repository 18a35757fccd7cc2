/** How strong the agents are, as measured: the section "rating" of docs/experiments.md, whose tests compare it. */

export interface AgentRating {
  /** Elo, `random` being 0, with its 95 % interval. */
  elo: number;
  low: number;
  high: number;
  /** Points of {@link GAMES_OF_A_PAIR} games against another player, most often the next weaker one. */
  points: number;
  against: string;
}

export const GAMES_OF_A_PAIR = 100;

/** Strongest first. */
export const AGENT_RATINGS: Readonly<Record<string, AgentRating>> = {
  outpost: { elo: 1292, low: 1188, high: 1396, points: 67.5, against: 'siamese' },
  siamese: { elo: 1149, low: 1048, high: 1249, points: 54.5, against: 'piecewise-grid' },
  'piecewise-grid': { elo: 1098, low: 998, high: 1198, points: 60.5, against: 'hsuc' },
  hsuc: { elo: 1005, low: 907, high: 1103, points: 80, against: 'a-bot' },
  'a-bot': { elo: 713, low: 620, high: 807, points: 83, against: 'perfect-memory' },
  'perfect-memory': { elo: 581, low: 489, high: 673, points: 44, against: 'trout' },
  trout: { elo: 572, low: 480, high: 664, points: 76, against: 'attacker' },
  attacker: { elo: 462, low: 372, high: 552, points: 88, against: 'random' },
  random: { elo: 0, low: 0, high: 0, points: 12, against: 'attacker' },
};
