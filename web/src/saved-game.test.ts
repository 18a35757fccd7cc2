import { describe, expect, it } from 'vitest';
import { readSaved } from './saved-game';

const saved = {
  id: 'a1',
  sealed: new Uint8Array([1, 2, 3]),
  setup: {
    white: { kind: 'person', name: 'You' },
    black: { kind: 'agent', agent: 'random', budgetMs: 1000 },
    clock: { seconds: 900, increment: 5 },
    seed: 7,
  },
  assistance: 'hints',
  evaluator: 'stockfish',
  byNetwork: true,
  markers: { white: [[42, 'n']], black: [] },
  turn: 3,
  savedAt: 1_700_000_000_000,
};

describe('readSaved', () => {
  it('reads what was kept', () => {
    expect(readSaved(saved)).toMatchObject(saved);
  });

  it.each([
    ['an empty object', {}],
    ['a string', 'x'],
    ['null', null],
    ['no setup', { ...saved, setup: undefined }],
    ['an empty setup', { ...saved, setup: {} }],
    ['a seat of nobody', { ...saved, setup: { ...saved.setup, black: {} } }],
    ['no person', { ...saved, setup: { ...saved.setup, white: saved.setup.black } }],
    ['an odd clock', { ...saved, setup: { ...saved.setup, clock: 5 } }],
    ['no game', { ...saved, sealed: undefined }],
    ['an empty game', { ...saved, sealed: new Uint8Array() }],
    ['a game in words', { ...saved, sealed: 'abc' }],
  ])('refuses %s', (_, stored) => {
    expect(readSaved(stored)).toBeNull();
  });

  it.each([
    ['no markers', { markers: undefined }, { markers: { white: [], black: [] } }],
    [
      'odd markers among good ones',
      { markers: { white: [[999, 'Z'], [42, 'n'], ['q', {}], 5, [-1, 'p'], [1.5, 'p']], black: 'none' } },
      { markers: { white: [[42, 'n']], black: [] } },
    ],
    ['an unknown assistance', { assistance: 'zzz' }, { assistance: 'none' }],
    ['a time that is none', { savedAt: Number.NaN }, { savedAt: null }],
    ['a time out of range', { savedAt: 1e300 }, { savedAt: null }],
    ['no id', { id: undefined }, { id: 'unnamed' }],
    ['an odd turn', { turn: 'many' }, { turn: 1 }],
  ])('has a default for %s', (_, change, expected) => {
    expect(readSaved({ ...saved, ...change })).toMatchObject({ ...saved, ...expected });
  });
});
