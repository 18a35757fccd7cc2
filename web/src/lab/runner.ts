/** Plays the games of an experiment in engines of its own, several at a time. */
import { EngineCrashError, type Outpost } from 'outpost-rbc';
import { isAbort, messageOf } from '../ui/errors';
import type { playGame } from './play';
import type { GameResult } from './results';
import { gamesInAll, type LabSetup } from './setup';

/** Times that a game is begun in all, when the engine crashes during it. */
const TRIES = 3;

/** What the Lab asks of the engine; tests have others. */
export interface Surroundings {
  /** Another engine, with one thread. */
  start: () => Promise<Outpost>;
  play: typeof playGame;
}

export interface RunEvents {
  onGame: (result: GameResult, record: string) => void;
  /** A game that is not counted, as the engine crashed each time it was played. */
  onLost: (index: number, why: string) => void;
  /** The engine crashed and the game is played from its start again. */
  onCrash: (index: number, why: string) => void;
  /** Everything is played, it was stopped, or it cannot go on (then `problem` says why). */
  onEnd: (problem: string | null) => void;
}

/** One stretch of playing: from a start, or from where it was stopped, to the end or the next stop. */
export class Runner {
  readonly #setup: LabSetup;
  readonly #around: Surroundings;
  readonly #events: RunEvents;
  readonly #abort = new AbortController();
  /** Games that are still to be begun, in order. */
  readonly #left: number[];
  #paused: { until: Promise<void>; resume: () => void } | null = null;
  #problem: string | null = null;

  /** `done` says which games need not be played. */
  constructor(setup: LabSetup, done: ReadonlySet<number>, events: RunEvents, around: Surroundings) {
    this.#setup = setup;
    this.#events = events;
    this.#around = around;
    this.#left = Array.from({ length: gamesInAll(setup) }, (_, index) => index).filter((index) => !done.has(index));
  }

  /** Plays `lanes` games at a time. */
  async run(lanes: number): Promise<void> {
    const count = Math.max(1, Math.min(lanes, this.#left.length));
    await Promise.all(Array.from({ length: count }, () => this.#lane()));
    // What no engine is left for.
    const unplayed = this.#left.length > 0 && !this.#abort.signal.aborted;
    this.#events.onEnd(unplayed ? this.#problem : null);
  }

  /** Breaks off the games that are being played. */
  stop(): void {
    this.#abort.abort();
    this.resume();
  }

  /** Holds all games before their next turn. */
  pause(): void {
    if (this.#paused) return;
    let resume = (): void => {};
    const until = new Promise<void>((resolve) => {
      resume = resolve;
    });
    this.#paused = { until, resume };
  }

  resume(): void {
    this.#paused?.resume();
    this.#paused = null;
  }

  /** One engine, which plays a game after the other. */
  async #lane(): Promise<void> {
    const { signal } = this.#abort;
    let outpost: Outpost | null = null;
    const end = (): void => outpost?.terminate();
    // An engine in the middle of something that cannot be divided goes at once, too.
    signal.addEventListener('abort', end);
    try {
      for (let index = this.#left.shift(); index !== undefined; index = this.#left.shift()) {
        for (let tries = 1; ; tries++) {
          try {
            await this.#gate();
            outpost ??= await this.#around.start();
          } catch (error) {
            if (!signal.aborted) {
              // Another lane may play it.
              this.#left.unshift(index);
              this.#problem = messageOf(error);
            }
            return;
          }
          if (signal.aborted) return;
          try {
            const { result, record } = await this.#around.play(outpost, this.#setup, index, {
              signal,
              gate: () => this.#gate(),
            });
            if (!signal.aborted) this.#events.onGame(result, record);
            break;
          } catch (error) {
            if (signal.aborted || isAbort(error)) return;
            const crashed = error instanceof EngineCrashError;
            if (crashed && error.final) {
              outpost.terminate();
              outpost = null;
            }
            if (!crashed || tries === TRIES) {
              this.#events.onLost(index, messageOf(error));
              break;
            }
            this.#events.onCrash(index, messageOf(error));
          }
        }
      }
    } finally {
      signal.removeEventListener('abort', end);
      end();
    }
  }

  async #gate(): Promise<void> {
    while (this.#paused) await this.#paused.until;
    this.#abort.signal.throwIfAborted();
  }
}
