/** Plays the Lab's runs one after the other, in one tab at a time, and keeps what comes of them. */
import type { GameLock } from '../storage/game-lock';
import type { playGame } from './play';
import type { GameResult } from './results';
import { leftOf, type Run } from './run';
import { Runner, type Surroundings } from './runner';
import type { LabSetup } from './setup';
import type { LabStore } from './store';
import { labWords } from './words';

/** Faults of an own bot in a row after which its run is stopped. */
const MOST_FAULTS = 3;

/** Where a run stands. */
export type State = 'starting' | 'running' | 'paused' | 'waiting' | 'stopped' | 'done' | 'failed';

/** What the queue asks of others; tests have their own. */
export interface QueueSurroundings {
  /** `null`: another tab plays. */
  lock: () => Promise<GameLock | null>;
  start: (setup: LabSetup) => ReturnType<Surroundings['start']>;
  play: typeof playGame;
}

export interface QueueEvents {
  /** Something is other than before: a game is over, a run has begun or ended. */
  onChange: (run: Run) => void;
  /** All games of a run are over. */
  onDone: (run: Run) => void;
}

export class RunQueue {
  readonly #store: Pick<LabStore, 'keepRun' | 'keepGame'>;
  readonly #around: QueueSurroundings;
  readonly #events: QueueEvents;
  #played: Run | null = null;
  #state: 'starting' | 'running' | 'paused' = 'starting';
  #waiting: Run[] = [];
  #runner: Runner | null = null;
  /** Somebody stopped the run that is played. */
  #stopped = false;
  #held = false;
  #lock: GameLock | null = null;
  #locking: Promise<GameLock | null> | null = null;
  /** Games in a row that the own bot lost by a fault. */
  #faults = 0;
  /** The stretch that is being played: when it began, less pauses, and the games that were over in it. */
  #stretch = { began: 0, games: 0, pausedAt: 0 };

  constructor(store: Pick<LabStore, 'keepRun' | 'keepGame'>, events: QueueEvents, around: QueueSurroundings) {
    this.#store = store;
    this.#events = events;
    this.#around = around;
  }

  /** The run that is being played. */
  get played(): Run | null {
    return this.#played;
  }

  stateOf(run: Run): State {
    if (run === this.#played) return this.#state;
    if (this.#waiting.includes(run)) return 'waiting';
    if (run.problem !== null) return 'failed';
    return leftOf(run) > 0 ? 'stopped' : 'done';
  }

  /** Whether a run is played, or waits for that. */
  isUnderWay(run: Run | null): boolean {
    return run !== null && (run === this.#played || this.#waiting.includes(run));
  }

  /** Milliseconds that the run will still take; `null` while too few games are over to say. */
  timeLeft(run: Run): number | null {
    const { began, games } = this.#stretch;
    if (run !== this.#played || this.#state !== 'running' || games < 2) return null;
    return ((performance.now() - began) / games) * leftOf(run);
  }

  /**
   * Plays what is left of a run, `lanes` games at a time, once those before it are over. Returns the run, which is made when it is
   * sure that this tab is the one that plays; `null`: another one does.
   */
  async add(make: () => Run, lanes: number): Promise<Run | null> {
    if (!this.#lock) {
      this.#locking ??= this.#around.lock();
      this.#lock = await this.#locking;
      this.#locking = null;
    }
    if (!this.#lock) return null;
    const run = make();
    if (this.isUnderWay(run)) return run;
    run.problem = null;
    run.lanes = lanes;
    this.#waiting.push(run);
    if (this.#played) this.#events.onChange(run);
    else void this.#playAll();
    return run;
  }

  /** Stops a run that is under way; it can be added again. */
  stop(run: Run): void {
    if (run === this.#played) {
      this.#stopped = true;
      this.#runner?.stop();
    } else {
      this.#waiting = this.#waiting.filter((other) => other !== run);
      this.#events.onChange(run);
    }
  }

  stopAll(): void {
    this.#waiting = [];
    if (this.#played) this.stop(this.#played);
  }

  /** Holds the run that is played before its games' next turns, or has it go on. */
  hold(held: boolean): void {
    this.#held = held;
    if (!this.#runner || !this.#played) return;
    if (held && this.#state === 'running') {
      this.#runner.pause();
      this.#stretch.pausedAt = performance.now();
      this.#state = 'paused';
    } else if (!held && this.#state === 'paused') {
      this.#stretch.began += performance.now() - this.#stretch.pausedAt;
      this.#state = 'running';
      this.#runner.resume();
    }
    this.#events.onChange(this.#played);
  }

  async #playAll(): Promise<void> {
    for (let run = this.#waiting.shift(); run; run = this.#waiting.shift()) {
      this.#played = run;
      await this.#play(run);
      this.#played = null;
      if (leftOf(run) === 0) this.#events.onDone(run);
      this.#events.onChange(run);
    }
    this.#lock?.release();
    this.#lock = null;
  }

  /** Plays what is left of a run, until it is over or stopped. */
  async #play(run: Run): Promise<void> {
    this.#state = 'starting';
    this.#stopped = false;
    this.#faults = 0;
    run.notes = [];
    // What was lost is tried again.
    run.lost.clear();
    this.#events.onChange(run);
    await this.#store.keepRun(run);
    if (this.#stopped) return;
    const note = (text: string): void => {
      run.notes.push(text);
      this.#events.onChange(run);
    };
    this.#runner = new Runner(
      run.setup,
      new Set(run.results.keys()),
      {
        onGame: (result, record) => this.#onGame(run, result, record),
        onLost: (index, why) => {
          run.lost.add(index);
          void this.#store.keepRun(run);
          note(labWords.lostWhy(index + 1, why));
        },
        onCrash: (index, why) => note(labWords.crashed(index + 1, why)),
        onEnd: (problem) => {
          run.problem ??= problem;
        },
      },
      {
        start: () => this.#around.start(run.setup),
        play: (outpost, setup, index, options) => this.#around.play(outpost, setup, index, options, run.bot),
      },
    );
    this.#stretch = { began: performance.now(), games: 0, pausedAt: 0 };
    this.#state = 'running';
    const playing = this.#runner.run(run.lanes ?? 1);
    this.hold(this.#held);
    await playing;
    this.#runner = null;
  }

  #onGame(run: Run, result: GameResult, record: string): void {
    run.results.set(result.index, result);
    this.#stretch.games++;
    void this.#store.keepGame(run.id, result, record).then(() => this.#events.onChange(run));
    this.#faults = result.fault === undefined ? 0 : this.#faults + 1;
    if (result.fault !== undefined) run.notes.push(labWords.bot.faulty(result.index + 1, result.fault));
    if (this.#faults === MOST_FAULTS && leftOf(run) > 0) {
      run.problem = labWords.bot.givenUp(MOST_FAULTS);
      this.#runner?.stop();
    }
    this.#events.onChange(run);
  }
}
