import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TurnPhase } from '../belief/scene';
import { FirstSteps, TIPS } from './first-steps';

/** What is kept, and how to come back on another visit. */
function visitor() {
  let text: string | null = null;
  const come = () =>
    new FirstSteps(text, (changed) => {
      text = changed;
    });
  return { come, text: () => text };
}

describe('how it is done', () => {
  it('is said until it was done twice, also over visits', () => {
    const { come } = visitor();
    const first = come();
    first.did('sense');
    expect([first.explains('sense'), first.explains('move')]).toEqual([true, true]);
    const again = come();
    again.did('sense');
    expect([again.explains('sense'), again.explains('move')]).toEqual([false, true]);
    expect(come().explains('sense')).toBe(false);
  });
});

describe('tips', () => {
  it('are there in each phase of three turns of the first game', () => {
    const steps = visitor().come();
    expect(steps.guides('a', 1)).toBe(true);
    expect((['sense', 'move', 'result', 'waiting'] as const).map((phase) => steps.tip(phase, 1))).toEqual([
      'sense',
      'move',
      'result',
      'result',
    ]);
    expect(steps.guides('a', 2)).toBe(true);
    expect(steps.tip('sense', 2)).toBe('ghosts');
    // Where no faded pieces are shown, they are not explained.
    expect(steps.tip('sense', 2, false)).toBe('result');
    expect(steps.guides('a', 3)).toBe(true);
    expect(steps.tip('sense', 3)).toBe('told');
    expect(steps.guides('a', 4)).toBe(false);
    expect(steps.tip('move', 4)).toBe(null);
  });

  it('make room for the next when they were read, and end with the last', () => {
    const { come } = visitor();
    const steps = come();
    steps.guides('a', 2);
    steps.gotIt('ghosts');
    steps.gotIt('result');
    expect([steps.tip('sense', 2), steps.tip('waiting', 2)]).toEqual(['told', null]);
    const later = come();
    expect(later.guides('a', 3)).toBe(true);
    for (const tip of TIPS) later.gotIt(tip);
    expect(later.guides('a', 3)).toBe(false);
    expect(come().guides('a', 3)).toBe(false);
  });

  it('are skipped for good', () => {
    const { come } = visitor();
    const steps = come();
    expect(steps.guides('a', 1)).toBe(true);
    steps.skip();
    expect(come().guides('a', 1)).toBe(false);
  });

  it('go on in the next game where the first was left early, and only there', () => {
    const { come } = visitor();
    come().guides('a', 2);
    expect(come().guides('b', 1)).toBe(true);
    come().guides('b', 3);
    expect(come().guides('c', 1)).toBe(false);
  });

  it('are not for a game that is long under way', () => {
    const { come } = visitor();
    expect(come().guides('a', 20)).toBe(false);
    expect(come().guides('b', 1)).toBe(false);
  });
});

it('takes whatever is stored', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.json(), fc.constant('{"senses":-3,"read":["x","move"],"turn":1e99,"game":5}')),
      fc.constantFrom<TurnPhase>('sense', 'move', 'result', 'waiting'),
      fc.integer({ min: 1, max: 5 }),
      (text, phase, turn) => {
        const steps = new FirstSteps(text, () => {});
        const guides = steps.guides('a', turn);
        const tip = steps.tip(phase, turn);
        expect(tip === null || (guides && TIPS.includes(tip))).toBe(true);
        steps.did('sense');
        steps.did('sense');
        expect(steps.explains('sense')).toBe(false);
      },
    ),
  );
});
