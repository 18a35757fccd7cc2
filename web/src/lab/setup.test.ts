import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  AGENTS,
  DEFAULTS,
  gameSeed,
  gamesInAll,
  hashOf,
  isPlayer,
  isRepeatable,
  type LabSetup,
  MOST_GAMES,
  OWN_BOT,
  type Player,
  POLICIES,
  pairings,
  problemsOf,
  readSetup,
  schedule,
  setupOf,
} from './setup';
import { labWords } from './words';

const players: Player[] = [OWN_BOT, ...AGENTS, ...POLICIES.map((policy): Player => `a-bot+${policy}`)];
const common = {
  games: fc.integer({ min: 1, max: 30 }),
  budget: fc.oneof(
    fc.record({ nodes: fc.integer({ min: 1, max: 1_000_000 }) }),
    fc.record({ ms: fc.integer({ min: 1, max: 10_000 }) }),
  ),
  turns: fc.option(fc.integer({ min: 1, max: 500 })),
  seed: fc.maxSafeNat(),
};
const setups: fc.Arbitrary<LabSetup> = fc.oneof(
  fc.record({
    experiment: fc.constant('growth' as const),
    policies: fc.uniqueArray(fc.constantFrom(...POLICIES), { minLength: 1 }),
    against: fc.constantFrom(...AGENTS),
    ...common,
  }),
  fc.record({
    experiment: fc.constant('players' as const),
    players: fc.uniqueArray(fc.constantFrom(...players), { minLength: 2, maxLength: 12 }),
    ...common,
  }),
);

describe('a link', () => {
  it('reproduces every set-up, and is the same for the same', () => {
    fc.assert(
      fc.property(setups, (setup) => {
        fc.pre(problemsOf(setup).length === 0);
        const hash = hashOf(setup);
        expect(setupOf(hash)).toEqual({ setup, problems: [] });
        expect(readSetup(hash)).toEqual(setup);
        // Nothing that a chat application would change.
        expect(hash).toMatch(/^#lab\?[a-z0-9=&,:-]+$/);
      }),
    );
  });

  it('takes any text, and says what is wrong', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const read = setupOf(`#lab?${text}`);
        if (read && read.problems.length === 0) expect(problemsOf(read.setup)).toEqual([]);
      }),
    );
  });

  it.each([
    ['experiment=chess', labWords.problems.experiment('chess')],
    ['policies=hsuc,best', labWords.problems.unknown('policies', 'best', [...POLICIES])],
    ['policies=', labWords.problems.unknown('policies', '', [...POLICIES])],
    ['against=random,trout', labWords.problems.oneOpponent],
    [
      'experiment=players&players=random,deep-blue',
      labWords.problems.unknown('players', 'deep-blue', [...AGENTS, OWN_BOT]),
    ],
    ['experiment=players&players=random', labWords.problems.twoPlayers],
    ['games=0', labWords.problems.parameter('games', '0', 1, 1000)],
    ['games=1e3', labWords.problems.parameter('games', '1e3', 1, 1000)],
    ['nodes=5&ms=5', labWords.problems.nodesOrMs],
    ['seed=-1', labWords.problems.parameter('seed', '-1', 0, Number.MAX_SAFE_INTEGER)],
    ['seed=9007199254740993', labWords.problems.parameter('seed', '9007199254740993', 0, Number.MAX_SAFE_INTEGER)],
    ['seed=1&seed=2', labWords.problems.twice('seed')],
    ['colour=blue', labWords.problems.parameterUnknown('colour')],
    ['games=1000', labWords.problems.manyGames(4000, MOST_GAMES)],
  ])('with %s is not used as it is', (query, problem) => {
    expect(setupOf(`#lab?${query}`)?.problems).toContain(problem);
    expect(readSetup(`#lab?${query}`)).toBeNull();
  });

  it('may leave out what is usual, and may be of another page', () => {
    expect(setupOf('#lab?seed=7')).toEqual({ setup: { ...DEFAULTS.growth, seed: 7 }, problems: [] });
    expect(setupOf('#lab?turns=none')?.setup.turns).toBeNull();
    expect([setupOf('#lab'), setupOf('#replay'), setupOf(''), readSetup(7)]).toEqual([null, null, null, null]);
  });
});

describe('a set-up', () => {
  it('with an empty or foolish field cannot be played', () => {
    const growth = DEFAULTS.growth as LabSetup;
    expect(problemsOf({ ...growth, games: Number.NaN })).toHaveLength(1);
    expect(problemsOf({ ...growth, seed: 1.5, budget: { ms: 0 }, turns: 0 })).toHaveLength(3);
    expect(problemsOf({ ...DEFAULTS.growth, policies: [] } as LabSetup)).toEqual([labWords.problems.noPolicy]);
    for (const setup of Object.values(DEFAULTS)) expect(problemsOf(setup)).toEqual([]);
  });

  it('is repeatable where nothing depends on time', () => {
    expect(isRepeatable(DEFAULTS.growth)).toBe(true);
    expect(isRepeatable({ ...DEFAULTS.growth, budget: { ms: 50 } })).toBe(false);
    const two = { ...DEFAULTS.players, budget: { ms: 50 } };
    expect(isRepeatable({ ...two, players: ['random', 'attacker'] } as LabSetup)).toBe(true);
    expect(isRepeatable({ ...two, players: ['random', 'trout'] } as LabSetup)).toBe(false);
    expect(isRepeatable({ ...DEFAULTS.players, players: [OWN_BOT, 'random'] } as LabSetup)).toBe(false);
  });

  it('knows its players', () => {
    expect(['hsuc', 'hsuc+entropy', 'a-bot+none', OWN_BOT].every(isPlayer)).toBe(true);
    expect(['', 'trout+hsuc', 'hsuc+best', 'hsuc+none+none', 'siamese+hsuc', 'own-bot+hsuc'].some(isPlayer)).toBe(
      false,
    );
  });

  it('has everybody play everybody, with both colours, and the same seeds', () => {
    const setup = { ...DEFAULTS.players, players: ['random', 'trout', 'hsuc'], games: 4 } as LabSetup;
    expect(pairings(setup)).toHaveLength(3);
    expect(gamesInAll(setup)).toBe(12);
    const games = Array.from({ length: 12 }, (_, index) => schedule(setup)(index));
    for (const [first, second] of [
      ['random', 'trout'],
      ['random', 'hsuc'],
      ['trout', 'hsuc'],
    ]) {
      expect(games.filter(({ white, black }) => white === first && black === second)).toHaveLength(2);
      expect(games.filter(({ white, black }) => white === second && black === first)).toHaveLength(2);
    }
    expect(games.slice(0, 6).map(({ round }) => round)).toEqual([0, 0, 0, 1, 1, 1]);
    const seeds = new Set([1, 2].flatMap((seed) => [0, 1, 2].map((round) => gameSeed(seed, round))));
    expect(seeds.size).toBe(6);
    for (const seed of seeds) expect(Number.isSafeInteger(seed) && seed >= 0).toBe(true);
    expect(gameSeed(Number.MAX_SAFE_INTEGER, 999)).toBe(gameSeed(Number.MAX_SAFE_INTEGER, 999));
  });
});
