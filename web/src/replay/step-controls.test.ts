import type { ReplayStep } from 'outpost-rbc';
import { describe, expect, it } from 'vitest';
import { keyTarget, stepTitle, turnsAway, type Walk } from './step-controls';

/** Two half-turns, and a third that ended before its move. */
const steps = ['start', 'sensed', 'moved', 'start', 'sensed', 'moved', 'start', 'sensed'].map(
  (phase, index) =>
    ({ index, phase, ply: Math.floor(index / 3), color: index === 3 ? 'black' : 'white' }) as ReplayStep,
);
const walk = (at: number): Walk => ({ steps, at, goTo: () => {} });

describe('turnsAway', () => {
  it('goes to the same phase of another half-turn', () => {
    expect([turnsAway(walk(1), 1), turnsAway(walk(7), -1), turnsAway(walk(7), -2)]).toEqual([4, 4, 1]);
  });

  it('goes to the start of a half-turn that did not come to that phase', () => {
    expect(turnsAway(walk(5), 1)).toBe(6);
  });

  it('stops at the ends of the game', () => {
    expect([turnsAway(walk(1), -1), turnsAway(walk(7), 1)]).toEqual([0, 7]);
  });
});

it('has keys for steps, half-turns and ends, and leaves the others alone', () => {
  const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'x'];
  expect(keys.map((key) => keyTarget(key, walk(4)))).toEqual([3, 5, 1, 7, 0, 7, null]);
});

it('names a step by its turn and phase', () => {
  expect(stepTitle(steps[3] as ReplayStep)).toBe('Turn 1, Black begins');
});
