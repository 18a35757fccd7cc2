import { EngineCrashError } from 'outpost-rbc';

/** Between two looks at growing results at least; it takes a quarter of the time at most. */
const REST_MS = 400;

/** Works figures out again whenever there are more games, and not more often than anybody could read them. */
export class Repeated {
  readonly #work: () => Promise<void>;
  readonly #isWanted: () => boolean;
  #stale = false;
  #working = false;

  constructor(work: () => Promise<void>, isWanted: () => boolean) {
    this.#work = work;
    this.#isWanted = isWanted;
  }

  /** Says that there is more; what is being worked out is worked out again. */
  async again(): Promise<void> {
    this.#stale = true;
    if (this.#working) return;
    this.#working = true;
    try {
      while (this.#stale && this.#isWanted()) {
        this.#stale = false;
        const began = performance.now();
        try {
          await this.#work();
        } catch (error) {
          // After a crash the engine is started again.
          if (!(error instanceof EngineCrashError) || error.final) return;
          this.#stale = true;
        }
        await new Promise((resolve) => setTimeout(resolve, Math.max(REST_MS, 3 * (performance.now() - began))));
      }
    } finally {
      this.#working = false;
    }
  }
}
