import type { Outpost } from 'outpost-rbc';
import type { BoardSet } from '../problems/board-set';
import { rateOnBoards, type Votes } from '../problems/board-votes';

/** The value of each request on each board of a list. Computed once, ahead of the person's decision if there is time. */
export class BoardRating {
  votes: Votes | null = null;
  /** Boards that are rated so far. */
  done = 0;
  private running: { votes: Promise<Votes>; abort: AbortController } | null = null;

  constructor(
    readonly set: BoardSet,
    private readonly withEngine: (call: (outpost: Outpost) => Promise<Votes>) => Promise<Votes>,
    private readonly changed: () => void,
  ) {}

  get isRunning(): boolean {
    return this.running !== null;
  }

  /** Waits for it. */
  async ask(): Promise<Votes> {
    if (this.votes) return this.votes;
    this.running ??= this.rate();
    return this.running.votes;
  }

  stop(): void {
    this.running?.abort.abort();
    this.running = null;
  }

  private rate(): { votes: Promise<Votes>; abort: AbortController } {
    const abort = new AbortController();
    const { boards, weights } = this.set;
    this.done = 0;
    const votes = this.withEngine((outpost) =>
      rateOnBoards(outpost, boards, weights, {
        signal: abort.signal,
        onProgress: (done) => {
          if (abort.signal.aborted) return;
          this.done = done;
          this.changed();
        },
      }),
    );
    const running = { votes, abort };
    votes
      .then((all) => {
        if (this.running === running) this.votes = all;
      })
      .catch(() => {
        // Callers that wait for the votes get the error.
      })
      .finally(() => {
        if (this.running === running) this.running = null;
        this.changed();
      });
    return running;
  }
}
