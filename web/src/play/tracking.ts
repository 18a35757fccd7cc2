import { type BeliefOptions, type BeliefView, EngineCrashError, type Progress, type Weights } from 'outpost-rbc';
import { trackingWords } from '../belief/words';
import { now } from '../ui/clock';
import { afterCrash, isAbort, messageOf } from '../ui/errors';

/** How long what is new waits for what follows from it: drawing the page once is quicker than drawing it twice. */
const TOGETHER_MS = 12;

/** A belief that takes longer can be stopped: sets of very long games take minutes. */
const SLOW_MS = 1500;

/** The game whose beliefs are computed. */
export interface Tracked {
  /** Whether they are wanted. */
  readonly tracks: boolean;
  /** Whether the person at the board is to act. */
  readonly isTurn: boolean;
  weights(): Weights;
  askBelief(options: BeliefOptions): Promise<BeliefView>;
  /** The belief of this moment is there. */
  believed(belief: BeliefView): void;
  trackingFailed(error: unknown): void;
  changed(): void;
}

/**
 * The belief of the person at the board, computed as the game goes on. While `computing`, `view` is an earlier belief.
 */
export class Tracking {
  view: BeliefView | null = null;
  state: 'off' | 'computing' | 'ready' | 'failed' | 'stopped' = 'off';
  progress: Progress | null = null;
  /** Why it has `failed`. */
  failure: unknown = null;
  private since = 0;
  private abort: AbortController | null = null;
  /** The belief of the turn that begins when the result has been read. */
  private foreseen: { abort: AbortController; belief: Promise<BeliefView> } | null = null;
  /** It may be the belief itself that brings the engine down, as when memory does not suffice: the game goes on without. */
  private givenUp: EngineCrashError | null = null;
  /** How boards were weighed for the belief that was last asked for. */
  private weights: Weights = 'uniform';

  constructor(private readonly game: Tracked) {}

  get error(): string {
    return this.givenUp ? trackingWords.tooMuch : messageOf(this.failure);
  }

  /** It takes so long that the person may want to stop it. */
  get isSlow(): boolean {
    return this.state === 'computing' && now() - this.since > SLOW_MS;
  }

  /** Computes the belief of the new view, and shows both; together if that takes only moments. */
  async refresh(): Promise<void> {
    if (!this.game.tracks || this.state === 'stopped') return this.game.changed();
    const foreseen = this.foreseen?.abort.signal.aborted ? null : this.foreseen;
    this.foreseen = null;
    if (!foreseen) this.abort?.abort();
    const abort = foreseen?.abort ?? new AbortController();
    this.abort = abort;
    this.state = 'computing';
    this.since = now();
    if (!foreseen) this.progress = null;
    const late = setTimeout(() => this.game.changed(), TOGETHER_MS);
    try {
      const belief = await (foreseen?.belief.catch(() => this.ask(abort)) ?? this.ask(abort));
      if (this.abort !== abort) return;
      this.view = belief;
      this.state = 'ready';
      this.game.believed(belief);
    } catch (error) {
      if (this.abort !== abort || isAbort(error)) return;
      this.state = 'failed';
      this.failure = error;
      this.game.trackingFailed(error);
    } finally {
      clearTimeout(late);
    }
    this.game.changed();
  }

  /** Waits for the belief of this moment. */
  async current(): Promise<BeliefView> {
    if (this.state === 'ready' && this.view) return this.view;
    const weights = this.game.weights();
    const belief = await afterCrash(() => this.game.askBelief({ weights }));
    this.breakOff();
    this.abort = null;
    this.view = belief;
    this.state = 'ready';
    this.game.believed(belief);
    return belief;
  }

  /** Computes the belief of the next turn, while the person reads the result of the last move. */
  foresee(): void {
    if (!this.game.tracks || this.givenUp || this.state === 'stopped') return;
    this.abort?.abort();
    const abort = new AbortController();
    this.abort = abort;
    const belief = this.ask(abort);
    belief.catch(() => {
      // The next refresh asks again.
    });
    this.foreseen = { abort, belief };
  }

  /** The choice of weights may have changed. */
  reweigh(): void {
    if (!this.game.tracks || this.weights === this.game.weights() || this.state === 'stopped') return;
    this.abort?.abort();
    if (this.game.isTurn) void this.refresh();
  }

  /** Aborts what is being computed: its moment is over. */
  breakOff(): void {
    this.abort?.abort();
  }

  /** Another person sits down at the board. */
  forget(): void {
    this.view = null;
    this.breakOff();
  }

  /** The game goes on without beliefs, until {@link retry}. */
  stop(): void {
    this.breakOff();
    this.state = 'stopped';
    this.view = null;
    this.game.changed();
  }

  /** The person wants it after all. */
  async retry(): Promise<void> {
    this.state = 'off';
    this.givenUp = null;
    if (this.game.isTurn) await this.refresh();
  }

  /** Computes the belief; once more after a crash, which another call may have caused. */
  private async ask(abort: AbortController, isSecondTry = false): Promise<BeliefView> {
    this.weights = this.game.weights();
    if (this.givenUp) throw this.givenUp;
    try {
      return await this.game.askBelief({
        weights: this.weights,
        signal: abort.signal,
        onProgress: (progress) => {
          if (this.abort !== abort) return;
          this.progress = progress;
          this.game.changed();
        },
      });
    } catch (error) {
      if (!(error instanceof EngineCrashError) || error.final) throw error;
      // What another question died of says nothing of this one.
      if (abort.signal.aborted) throw error;
      if (!isSecondTry) return this.ask(abort, true);
      this.givenUp = error;
      throw error;
    }
  }
}
