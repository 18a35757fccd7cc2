import { expect, it } from 'vitest';
import type { GameResult } from './results';
import { DEFAULTS, hashOf, type LabSetup } from './setup';
import { LabStore, readResults, readRun } from './store';

const result = (index: number): GameResult => ({
  index,
  winner: 'white',
  reason: 'KING_CAPTURE',
  plies: 9,
  ms: 3,
  senses: [{ turn: 1, before: { boards: 1, exact: true }, after: { boards: 1, exact: true }, followed: true }],
});

it('reads what was stored, and leaves out what is no game', () => {
  const setup: LabSetup = { ...DEFAULTS.growth, games: 30 };
  const good = [result(0), result(119)];
  const bad = [
    null,
    7,
    { ...result(1), winner: 'nobody' },
    { ...result(2), senses: [{}] },
    { ...result(3), plies: '9' },
    result(120),
    result(-1),
    result(0.5),
  ];
  const run = { setup: hashOf(setup), lost: [5, 'x', 999] };
  expect(readRun(run)).toEqual({ setup, results: [], lost: [5] });
  expect(readResults(setup, [...bad, ...good])).toEqual(good);
  for (const broken of [undefined, null, 7, {}, { setup: 7 }, { setup: '#lab?games=0' }]) {
    expect(readRun(broken)).toBeNull();
  }
});

it('remembers the games of this page where nothing can be kept', async () => {
  // There is no IndexedDB here.
  const store = new LabStore();
  await store.begin(DEFAULTS.growth);
  expect(store.refused).not.toBeNull();
  await store.keepGame(result(2), 'second');
  await store.keepGame(result(1), 'first');
  expect(await (await store.records()).text()).toBe('first\nsecond\n');
  expect(await store.load()).toBeNull();
  await store.begin(DEFAULTS.players);
  expect((await store.records()).size).toBe(0);
});
