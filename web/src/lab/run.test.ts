import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sideBySide } from './figures';
import { isOf, labelsOf, leftOf, type Run } from './run';
import { DEFAULTS, type LabSetup, OWN_BOT } from './setup';

const run = (changes: Partial<LabSetup> = {}, more: Partial<Run> = {}): Run => ({
  id: 1,
  setup: { ...DEFAULTS.players, ...changes } as LabSetup,
  bot: null,
  results: new Map(),
  lost: new Set(),
  lanes: null,
  problem: null,
  notes: [],
  ...more,
});

it('names compared runs by what differs', () => {
  expect(labelsOf([run({ seed: 1 }), run({ seed: 2 })])).toEqual(['seed 1', 'seed 2']);
  expect(labelsOf([run({ budget: { nodes: 50 } }), run({ budget: { ms: 50 }, turns: 9 })])).toEqual([
    '50 nodes, no turn limit',
    '50 ms, at most 9 turns',
  ]);
  expect(labelsOf([run(), run()])).toEqual(['run 1', 'run 2']);
  expect(labelsOf([run(), run(), run({ games: 1 })])).toEqual(['20 games, run 1', '20 games, run 2', '1 game']);
  const own = { players: [OWN_BOT, 'random'] } as Partial<LabSetup>;
  const named = (name: string) => run(own, { bot: { name, source: '' } });
  expect(labelsOf([named('old'), named('new')])).toEqual(['old', 'new']);
  expect(labelsOf([named('old'), run({ seed: 7 })])).toEqual(['old, seed 1', 'seed 7']);
});

it('gives every compared run a name of its own', () => {
  const runs = fc.array(
    fc.record({ seed: fc.integer({ min: 0, max: 2 }), games: fc.integer({ min: 1, max: 2 }) }).map((some) => run(some)),
    { minLength: 2, maxLength: 8 },
  );
  fc.assert(fc.property(runs, (runs) => void expect(new Set(labelsOf(runs)).size).toBe(runs.length)));
});

it('knows its set-up again, and its bot', () => {
  expect(isOf(run({ seed: 3 }), { ...DEFAULTS.players, seed: 3 }, null)).toBe(true);
  expect(isOf(run({ seed: 3 }), DEFAULTS.players, null)).toBe(false);
  const setup = { ...DEFAULTS.players, players: [OWN_BOT, 'random'] } as LabSetup;
  const bot = { name: 'mine', source: 'export default () => null' };
  expect(isOf(run({}, { setup, bot }), setup, { ...bot })).toBe(true);
  expect(isOf(run({}, { setup, bot }), setup, { ...bot, source: 'export default () => 1' })).toBe(false);
  expect(isOf(run({}, { setup, bot }), setup, null)).toBe(false);
  expect(leftOf(run({}, { lost: new Set([1, 2]) }))).toBe(58);
});

it('puts tables side by side under one head', () => {
  const table = (points: number) => [
    ['player', 'points'],
    ['trout', points],
  ];
  const runs = [1, 2].map((n) => ({ label: `seed ${n}`, address: `#lab?seed=${n}`, table: table(n) }));
  expect(sideBySide(runs)).toEqual([
    ['run', 'set_up', 'player', 'points'],
    ['seed 1', '#lab?seed=1', 'trout', 1],
    ['seed 2', '#lab?seed=2', 'trout', 2],
  ]);
});
