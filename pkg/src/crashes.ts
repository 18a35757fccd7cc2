/** Decides when to stop restarting something that crashes repeatedly. Internal. */

/** Crashes within {@link CRASH_WINDOW_MS} after which there is no restart. */
export const MAX_CRASHES = 3;
export const CRASH_WINDOW_MS = 120_000;

/**
 * Counts crashes within {@link CRASH_WINDOW_MS}, until the interrupted call has succeeded. Occasional crashes in a long
 * game are no reason to stop; the same one repeatedly is.
 */
export class Crashes {
  #counted: { at: number; during: readonly string[] }[] = [];

  get count(): number {
    return this.#counted.length;
  }

  /** Counts a crash `during` these calls, as far as known. Returns whether to restart. */
  add(during: readonly string[] = []): boolean {
    const now = Date.now();
    this.#counted = [...this.#counted.filter(({ at }) => now - at < CRASH_WINDOW_MS), { at: now, during }];
    return this.#counted.length <= MAX_CRASHES;
  }

  /** Records a success: crashes during such a call, or during no known one, no longer count. */
  succeeded(call: string): void {
    if (this.#counted.length === 0) return;
    this.#counted = this.#counted.filter(({ during }) => during.length > 0 && !during.includes(call));
  }

  clear(): void {
    this.#counted = [];
  }
}
