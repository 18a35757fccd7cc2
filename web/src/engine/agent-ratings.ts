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

export const GAMES_OF_A_PAIR = 40;

/** Strongest first. */
export const AGENT_RATINGS: Readonly<Record<string, AgentRating>> = {
  outpost: { elo: 1288, low: 1102, high: 1473, points: 20.5, against: 'siamese' },
  siamese: { elo: 1116, low: 938, high: 1293, points: 18, against: 'piecewise-grid' },
  'piecewise-grid': { elo: 1082, low: 906, high: 1259, points: 22, against: 'hsuc' },
  hsuc: { elo: 956, low: 783, high: 1129, points: 25, against: 'a-bot' },
  'a-bot': { elo: 680, low: 515, high: 846, points: 21, against: 'perfect-memory' },
  'perfect-memory': { elo: 612, low: 448, high: 776, points: 14, against: 'trout' },
  trout: { elo: 539, low: 376, high: 702, points: 21, against: 'attacker' },
  attacker: { elo: 488, low: 327, high: 649, points: 30, against: 'random' },
  random: { elo: 0, low: 0, high: 0, points: 1, against: 'attacker' },
};
