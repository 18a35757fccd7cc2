import type { MoveReport, Outcome } from 'outpost-rbc';
import { describe, expect, it } from 'vitest';
import { cueOf } from './cues';

const moved = (requested: string | null, taken: string | null, capture: number | null = null) =>
  cueOf({ kind: 'moved', report: { requested, taken, capture } as MoveReport });

const over = (winner: Outcome['winner'], viewer: 'white' | 'black' | null) =>
  cueOf({ kind: 'over', outcome: { winner, reason: 'king-capture' } as unknown as Outcome, viewer });

describe('what is heard of a game', () => {
  it.each([
    ['a move', moved('e2e4', 'e2e4'), 'moved'],
    ['a capture', moved('e4d5', 'e4d5', 35), 'captured'],
    ['a move that was cut short', moved('a1a8', 'a1a3'), 'moved'],
    ['one that took what stopped it', moved('a1a8', 'a1a5', 32), 'captured'],
    ['a move that was not possible', moved('e4d5', null), 'failed'],
    ['a promotion that was left to the rules', moved('e7e8', 'e7e8q'), 'moved'],
    ['a pass', moved(null, null), null],
  ])('of %s', (_, cue, expected) => expect(cue).toBe(expected));

  it('of senses: none of a turn without one', () => {
    expect(cueOf({ kind: 'sensed', report: { square: 27, result: [] } })).toBe('sense');
    expect(cueOf({ kind: 'sensed', report: { square: null, result: [] } })).toBeNull();
  });

  it('of a turn that begins: a loss above all, and nothing of the past after a reload', () => {
    expect(cueOf({ kind: 'turn', capture: null, first: false })).toBe('turn');
    expect(cueOf({ kind: 'turn', capture: 12, first: false })).toBe('lost-piece');
    expect(cueOf({ kind: 'turn', capture: 12, first: true })).toBeNull();
    expect(cueOf({ kind: 'turn', capture: null, first: true })).toBeNull();
  });

  it('of the end: won, lost or drawn, as the person at the board has it', () => {
    expect(over('white', 'white')).toBe('won');
    expect(over('black', 'white')).toBe('lost');
    expect(over(null, 'black')).toBe('drawn');
    // Two people: one of them has won.
    expect(over('black', null)).toBe('won');
  });

  it('of a clock that is low', () => expect(cueOf({ kind: 'low time' })).toBe('low-time'));
});
