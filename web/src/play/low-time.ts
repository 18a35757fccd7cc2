/** Milliseconds left at which a person is told, from the first warning to the last. */
const WARNINGS = [60_000, 30_000, 10_000] as const;

/** When to warn on a clock that began with so much: when at most half of it is left, and always once. */
export function warningsFor(initialMs: number): readonly number[] {
  const some = WARNINGS.filter((ms) => ms <= initialMs / 2);
  return some.length > 0 ? some : [initialMs / 2];
}

/** How low a clock is: `critical` from the last warning on. */
export function lowness(left: number, initialMs: number): 'no' | 'low' | 'critical' {
  const warnings = warningsFor(initialMs);
  if (left <= (warnings.at(-1) as number) && warnings.length > 1) return 'critical';
  return left <= (warnings[0] as number) ? 'low' : 'no';
}

/** The warnings of one clock in one game: each once, however often increments lift the clock over it again. */
export class LowTime {
  #left: readonly number[];

  constructor(initialMs: number) {
    this.#left = warningsFor(initialMs);
  }

  /** Whether to warn now. Several that were passed at once, as in a tab that slept, are one. */
  passes(left: number): boolean {
    const still = this.#left.filter((ms) => ms < left);
    const passed = still.length < this.#left.length;
    this.#left = still;
    return passed && left > 0;
  }
}
