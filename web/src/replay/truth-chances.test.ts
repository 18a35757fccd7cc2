import type { Color, ReplayStep, SetSize, StepPhase, StepSizes } from 'outpost-rbc';
import { describe, expect, it } from 'vitest';
import type { Judgement } from './analysis-session';
import { decays, meanDecay } from './decay';
import { truthChances } from './truth-chances';

const phases: StepPhase[] = ['start', 'sensed', 'moved'];
const steps = Array.from({ length: 6 }, (_, index) => ({
  index,
  ply: Math.floor(index / 3),
  color: index < 3 ? 'white' : 'black',
  phase: phases[index % 3],
})) as ReplayStep[];
const exact = (size: number): SetSize => ({ size, estimate: size, error: 0, chanceError: 0, completeness: 'exact' });
const sizes: (StepSizes | null)[] = [
  { index: 0, white: exact(8), black: exact(1) },
  { index: 1, white: exact(2), black: exact(1) },
  { index: 2, white: exact(2), black: exact(20) },
  { index: 3, white: exact(2), black: exact(20) },
  { index: 4, white: exact(2), black: { size: 4, estimate: 5, error: 1, chanceError: 0.25, completeness: 'sample' } },
  null,
];

describe('the true board', () => {
  it('is one of all that are possible when a side moves', () => {
    const [white, black] = truthChances(steps, sizes, null);
    expect(white).toMatchObject({ step: 1, ply: 0, color: 'white', chance: 0.5, before: 0.125, about: false });
    expect(black).toMatchObject({ step: 4, color: 'black', chance: 0.2, before: 0.05, about: true });
  });

  it('has the network’s weight, and none where a sample has lost it', () => {
    const judgement = (step: number, color: Color, weight: number | null): Judgement => ({
      step,
      color,
      truth: weight === null ? null : { weight, rank: 1 },
      set: exact(9),
    });
    const judged = [
      judgement(0, 'white', 0.3),
      judgement(1, 'white', 0.9),
      undefined,
      undefined,
      judgement(4, 'black', null),
    ];
    expect(truthChances(steps, sizes, judged).map(({ chance, before }) => [chance, before])).toEqual([
      [0.9, 0.3],
      [0, null],
    ]);
  });

  it('is known at the start of a half-turn that has no sense', () => {
    expect(truthChances(steps.slice(0, 1), sizes, null)).toMatchObject([{ step: 0, before: null, chance: 0.125 }]);
  });
});

describe('decay ratios', () => {
  it('are what each sense ruled out, where something could be', () => {
    expect(decays(steps, sizes)).toEqual([
      { step: 1, color: 'white', before: 8, after: 2, ratio: 0.75 },
      { step: 4, color: 'black', before: 20, after: 5, ratio: 0.75 },
    ]);
    expect(meanDecay(decays(steps, sizes), 'white')).toBe(0.75);
    expect(decays(steps, [{ index: 0, white: exact(1), black: exact(1) }, sizes[1] ?? null])).toEqual([]);
    expect(meanDecay([], 'black')).toBeNull();
  });
});
