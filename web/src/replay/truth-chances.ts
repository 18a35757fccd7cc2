import type { Color, ReplayStep, SetSize, StepSizes } from 'outpost-rbc';
import type { Judgement } from './analysis-session';

/** How likely the true board was to a side that had to move, at one of its half-turns. */
export interface TruthChance {
  /** After its sense; before it, where that is all there is. */
  step: number;
  ply: number;
  color: Color;
  set: SetSize;
  /** The true board's probability; 0 where a sample has lost it. `about`: known from an estimate only. */
  chance: number;
  about: boolean;
  /** Before the sense; `null` where it is not known. */
  before: number | null;
}

/** By half-turn, as far as it is known: all boards alike, or as they are weighted (`judged`). */
export function truthChances(
  steps: readonly ReplayStep[],
  sizes: readonly (StepSizes | null)[],
  judged: readonly (Judgement | null | undefined)[] | null,
): TruthChance[] {
  const chance = (step: number, color: Color): { chance: number; about: boolean } | null => {
    if (judged) {
      const judgement = judged[step];
      return judgement ? { chance: judgement.truth?.weight ?? 0, about: false } : null;
    }
    const set = sizes[step]?.[color];
    return set ? { chance: 1 / Math.max(1, set.estimate), about: set.completeness === 'sample' } : null;
  };
  const found: TruthChance[] = [];
  for (const { index, ply, color, phase } of steps) {
    if (phase === 'moved') continue;
    // A half-turn has one row: what its side knew last, before it moved.
    if (phase === 'start' && steps[index + 1]?.ply === ply && steps[index + 1]?.phase === 'sensed') continue;
    const now = chance(index, color);
    const set = sizes[index]?.[color] ?? judged?.[index]?.set;
    if (!now || !set) continue;
    const before = phase === 'sensed' ? (chance(index - 1, color)?.chance ?? null) : null;
    found.push({ step: index, ply, color, set, ...now, before });
  }
  return found;
}
