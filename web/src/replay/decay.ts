import type { Color, ReplayStep, StepSizes } from 'outpost-rbc';

/** What a sense ruled out: of `before` boards, the share `ratio` (g = 1 - after / before). */
export interface Decay {
  step: number;
  color: Color;
  before: number;
  after: number;
  ratio: number;
}

/** The decay ratio of each sense whose sizes are known, where there was more than one board. */
export function decays(steps: readonly ReplayStep[], sizes: readonly (StepSizes | null)[]): Decay[] {
  return steps.flatMap(({ index, color, phase }) => {
    if (phase !== 'sensed') return [];
    const before = sizes[index - 1]?.[color].estimate;
    const after = sizes[index]?.[color].estimate;
    if (before === undefined || after === undefined || before <= 1) return [];
    // Of a sample, both are estimates: a sense never adds boards.
    return [{ step: index, color, before, after, ratio: Math.max(0, 1 - after / before) }];
  });
}

/** The mean decay ratio of a side's senses; `null` where it has none. */
export function meanDecay(all: readonly Decay[], color: Color): number | null {
  const mine = all.filter((decay) => decay.color === color);
  return mine.length > 0 ? mine.reduce((sum, { ratio }) => sum + ratio, 0) / mine.length : null;
}
