/** When to give up something that crashes again and again. Internal. */

/** Crashes within {@link CRASH_WINDOW_MS} after which nothing is started again. */
export const MAX_CRASHES = 3;
export const CRASH_WINDOW_MS = 120_000;

/**
 * The crashes that count: those within {@link CRASH_WINDOW_MS}, until what they broke off has succeeded. A crash now and
 * then, in a long game, is no reason to give up; the same one again and again is.
 */
export class Crashes {
  #counted: { at: number; during: readonly string[] }[] = [];

  get count(): number {
    return this.#counted.length;
  }

  /** Counts a crash `during` these calls, as far as they are known. Returns whether to start again. */
  add(during: readonly string[] = []): boolean {
    const now = Date.now();
    this.#counted = [...this.#counted.filter(({ at }) => now - at < CRASH_WINDOW_MS), { at: now, during }];
    return this.#counted.length <= MAX_CRASHES;
  }

  /** A call succeeded: crashes that broke off such a call, or none that is known, count no longer. */
  succeeded(call: string): void {
    if (this.#counted.length === 0) return;
    this.#counted = this.#counted.filter(({ during }) => during.length > 0 && !during.includes(call));
  }

  clear(): void {
    this.#counted = [];
  }
}
