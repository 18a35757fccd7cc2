/** What an experiment of the Lab is made of, the address that says so, and which games it comes to. */
import type { AgentName, SensePolicy, SensingAgent } from 'outpost-rbc';
import { labWords } from './words';

/** Strongest first, as the form lists them. */
export const AGENTS: readonly AgentName[] = [
  'outpost',
  'siamese',
  'piecewise-grid',
  'hsuc',
  'a-bot',
  'perfect-memory',
  'trout',
  'attacker',
  'random',
];
export const POLICIES: readonly SensePolicy[] = [
  'none',
  'random',
  'likely-move',
  'strangefish',
  'hsuc',
  'guarded',
  'expected-size',
  'entropy',
  'weighted',
  'outcome',
];

/** The player that a person brings along (`bot-worker.ts`). No address has its code. */
export const OWN_BOT = 'own-bot';

export type Player = AgentName | SensingAgent | typeof OWN_BOT;
/** What a player may use for each decision, its sense or its move. */
export type Budget = { nodes: number } | { ms: number };

interface Common {
  /** Of each policy, or of each pair of players. */
  games: number;
  budget: Budget;
  /** Full turns after which a game is a draw; `null`: no limit. */
  turns: number | null;
  seed: number;
}

/** How the set of `hsuc` grows when it senses by each of `policies`, against one opponent. */
export interface GrowthSetup extends Common {
  experiment: 'growth';
  policies: SensePolicy[];
  against: AgentName;
}

/** Everybody against everybody. */
export interface PlayersSetup extends Common {
  experiment: 'players';
  players: Player[];
}

export type LabSetup = GrowthSetup | PlayersSetup;
export type Experiment = LabSetup['experiment'];

/** The least and the most of every number. */
export const RANGES = {
  games: [1, 1000],
  nodes: [1, 1_000_000],
  ms: [1, 10_000],
  turns: [1, 500],
  seed: [0, Number.MAX_SAFE_INTEGER],
} as const;
/** Games of a whole experiment: their records must fit what a browser keeps. */
export const MOST_GAMES = 2000;
/** More could not be told apart in a chart. */
export const MOST_PLAYERS = 12;

export const DEFAULTS: Record<Experiment, LabSetup> = {
  growth: {
    experiment: 'growth',
    policies: ['none', 'random', 'likely-move', 'hsuc'],
    against: 'random',
    // The native program plays 30; sets without senses take their time.
    games: 10,
    budget: { nodes: 2000 },
    turns: 25,
    seed: 1,
  },
  players: {
    experiment: 'players',
    players: ['trout', 'attacker', 'random'],
    games: 20,
    budget: { nodes: 2000 },
    turns: null,
    seed: 1,
  },
};

/** A kind of game that is played again and again: two players who take White in turn. */
export interface Pairing {
  first: Player;
  second: Player;
}

export function pairings(setup: LabSetup): Pairing[] {
  if (setup.experiment === 'growth') {
    return setup.policies.map((policy) => ({ first: `hsuc+${policy}`, second: setup.against }));
  }
  const { players } = setup;
  return players.flatMap((first, i) => players.slice(i + 1).map((second) => ({ first, second })));
}

export function gamesInAll(setup: LabSetup): number {
  return pairings(setup).length * setup.games;
}

/** Who plays a game of an experiment. */
export interface Fixture {
  /** Index among the {@link pairings}. */
  pairing: number;
  round: number;
  white: Player;
  black: Player;
  /** Whether the pairing's first player has White. */
  firstIsWhite: boolean;
}

/** Who plays which game: every pairing has had its turn before the next round, so that all curves grow alike. */
export function schedule(setup: LabSetup): (index: number) => Fixture {
  const all = pairings(setup);
  return (index) => {
    const pairing = index % all.length;
    const round = Math.floor(index / all.length);
    const { first, second } = all[pairing] as Pairing;
    const firstIsWhite = round % 2 === 0;
    const [white, black] = firstIsWhite ? [first, second] : [second, first];
    return { pairing, round, white, black, firstIsWhite };
  };
}

/** The seed of a round's games, the same for each pairing: what differs is the players. Far apart for neighbouring rounds and seeds (SplitMix64's step). */
export function gameSeed(seed: number, round: number): number {
  const mix = (n: bigint): bigint => {
    let z = BigInt.asUintN(64, n * 0x9e3779b97f4a7c15n);
    z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return z ^ (z >> 31n);
  };
  return Number(mix(mix(BigInt(seed) + 1n) + BigInt(round)) >> 11n);
}

/** Everybody who plays. */
export function playersOf(setup: LabSetup): Player[] {
  return [...new Set(pairings(setup).flatMap(({ first, second }) => [first, second]))];
}

export function hasOwnBot(setup: LabSetup): boolean {
  return playersOf(setup).includes(OWN_BOT);
}

/**
 * Whether the same set-up always gives the same games: where nothing that is decided depends on how fast the machine is. What an
 * own bot depends on is not known.
 */
export function isRepeatable(setup: LabSetup): boolean {
  return !hasOwnBot(setup) && ('nodes' in setup.budget || playersOf(setup).every(isTimeless));
}

/** Whether a player decides without looking at its time. */
function isTimeless(player: Player): boolean {
  return player === 'random' || player === 'attacker';
}

export function isPlayer(name: string): name is Player {
  if (name === OWN_BOT) return true;
  const [agent, policy, ...more] = name.split('+');
  if (!AGENTS.some((known) => known === agent) || more.length > 0) return false;
  return policy === undefined || ((agent === 'hsuc' || agent === 'a-bot') && isPolicy(policy));
}

export function isPolicy(name: string): name is SensePolicy {
  return POLICIES.some((known) => known === name);
}

/** What is wrong with a set-up, in words; nothing when it can be played. */
export function problemsOf(setup: LabSetup): string[] {
  const problems: string[] = [];
  const check = (name: keyof typeof RANGES, value: number): void => {
    const [least, most] = RANGES[name];
    if (!Number.isSafeInteger(value) || value < least || value > most) {
      problems.push(labWords.problems.number(labWords.names[name], least, most));
    }
  };
  if (setup.experiment === 'growth') {
    if (setup.policies.length === 0) problems.push(labWords.problems.noPolicy);
  } else {
    if (setup.players.length < 2) problems.push(labWords.problems.twoPlayers);
    if (setup.players.length > MOST_PLAYERS) problems.push(labWords.problems.manyPlayers(MOST_PLAYERS));
  }
  check('games', setup.games);
  if ('nodes' in setup.budget) check('nodes', setup.budget.nodes);
  else check('ms', setup.budget.ms);
  if (setup.turns !== null) check('turns', setup.turns);
  check('seed', setup.seed);
  if (problems.length === 0 && gamesInAll(setup) > MOST_GAMES) {
    problems.push(labWords.problems.manyGames(gamesInAll(setup), MOST_GAMES));
  }
  return problems;
}

/** The address of a set-up, from `#` on. */
export function hashOf(setup: LabSetup): string {
  const entries: [string, string][] = [['experiment', setup.experiment]];
  if (setup.experiment === 'growth') {
    entries.push(['policies', setup.policies.join(',')], ['against', setup.against]);
  } else {
    // A plus would be read as a space.
    entries.push(['players', setup.players.join(',').replaceAll('+', ':')]);
  }
  entries.push(['games', String(setup.games)]);
  entries.push('nodes' in setup.budget ? ['nodes', String(setup.budget.nodes)] : ['ms', String(setup.budget.ms)]);
  entries.push(['turns', setup.turns === null ? 'none' : String(setup.turns)], ['seed', String(setup.seed)]);
  return `#lab?${entries.map(([name, value]) => `${name}=${value}`).join('&')}`;
}

/** The set-up that an address names; what is left out is as the form has it at first. `null`: it names none. */
export function setupOf(hash: string): { setup: LabSetup; problems: string[] } | null {
  const query = /^#lab\?(.+)$/s.exec(hash)?.[1];
  if (query === undefined) return null;
  const problems: string[] = [];
  const given = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    if (given.has(name)) problems.push(labWords.problems.twice(name));
    given.set(name, value);
  }
  const taken = new Set<string>();
  const take = (name: string): string | undefined => {
    taken.add(name);
    return given.get(name);
  };
  const experiment = take('experiment') ?? 'growth';
  if (experiment !== 'growth' && experiment !== 'players') {
    return { setup: DEFAULTS.growth, problems: [labWords.problems.experiment(experiment)] };
  }
  const setup = structuredClone(DEFAULTS[experiment]);
  const list = <T extends string>(
    name: string,
    is: (item: string) => item is T,
    known: readonly string[],
  ): T[] | null => {
    const items = take(name)?.split(',');
    if (!items) return null;
    for (const item of items) if (!is(item)) problems.push(labWords.problems.unknown(name, item, [...known]));
    return [...new Set(items.filter(is))];
  };
  const whole = (name: keyof typeof RANGES): number | null => {
    const text = take(name);
    if (text === undefined) return null;
    const [least, most] = RANGES[name];
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (Number.isSafeInteger(value) && value >= least && value <= most) return value;
    problems.push(labWords.problems.parameter(name, text, least, most));
    return null;
  };
  if (setup.experiment === 'growth') {
    setup.policies = list('policies', isPolicy, POLICIES) ?? setup.policies;
    const isAgent = (name: string): name is AgentName => AGENTS.some((known) => known === name);
    const against = list('against', isAgent, AGENTS);
    if (against && against.length > 1) problems.push(labWords.problems.oneOpponent);
    setup.against = against?.[0] ?? setup.against;
  } else {
    const players = list('players', (name): name is string => isPlayer(name.replace(':', '+')), [...AGENTS, OWN_BOT]);
    if (players) setup.players = players.map((name) => name.replace(':', '+')).filter(isPlayer);
  }
  setup.games = whole('games') ?? setup.games;
  const [nodes, ms] = [whole('nodes'), whole('ms')];
  if (given.has('nodes') && given.has('ms')) problems.push(labWords.problems.nodesOrMs);
  else if (nodes !== null) setup.budget = { nodes };
  else if (ms !== null) setup.budget = { ms };
  if (given.get('turns') === 'none') {
    take('turns');
    setup.turns = null;
  } else setup.turns = whole('turns') ?? setup.turns;
  setup.seed = whole('seed') ?? setup.seed;
  for (const name of given.keys()) if (!taken.has(name)) problems.push(labWords.problems.parameterUnknown(name));
  if (problems.length === 0) problems.push(...problemsOf(setup));
  return { setup, problems };
}

/** A stored set-up as it is used here, whatever was stored; `null` where it is none. */
export function readSetup(stored: unknown): LabSetup | null {
  if (typeof stored !== 'string') return null;
  const read = setupOf(stored);
  return read && read.problems.length === 0 ? read.setup : null;
}
