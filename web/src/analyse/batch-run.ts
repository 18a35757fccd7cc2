/** Goes through the games of open files, one by one. */
import { DisposedError, type Replay } from 'outpost-rbc';
import { afterCrash, isAbort, messageOf } from '../ui/errors';
import { type Side, sideOf } from './batch';
import type { Listed } from './keeping';

export class BatchRun extends EventTarget {
  /** Both sides of each game that was gone through. */
  readonly sides: Side[] = [];
  /** Games that could not be read: their numbers in the list, and why. */
  readonly unread: { game: number; why: string }[] = [];
  /** Games that are behind. */
  done = 0;
  /** Of the game that is worked on, from 0 to 1. */
  part = 0;
  /** Somebody stopped it; otherwise it goes on whenever somebody looks at it. */
  halted = false;
  private work: AbortController | null = null;

  constructor(readonly games: readonly Listed[]) {
    super();
  }

  get running(): boolean {
    return this.work !== null;
  }

  /** Boards above which sizes are estimates; `undefined` before the first game. */
  get cap(): number | undefined {
    return this.sides[0]?.sets.cap;
  }

  get complete(): boolean {
    return this.done === this.games.length;
  }

  private changed(): void {
    this.dispatchEvent(new Event('change'));
  }

  /** Breaks off; what has been worked out stays, and the game that was worked on is begun again. */
  stop(): void {
    this.work?.abort();
    this.work = null;
    this.part = 0;
    this.changed();
  }

  async start(): Promise<void> {
    if (this.work || this.complete) return;
    const work = new AbortController();
    this.work = work;
    this.changed();
    for (let game = this.done; game < this.games.length; game++) {
      try {
        const sides = await afterCrash(() => this.sidesOf(game, work));
        if (this.work !== work) return;
        this.sides.push(...sides);
      } catch (error) {
        if (this.work !== work || isAbort(error)) return;
        // The files were closed.
        if (error instanceof DisposedError) return this.stop();
        this.unread.push({ game, why: messageOf(error) });
      }
      this.done = game + 1;
      this.part = 0;
      this.changed();
      if (this.work !== work) return;
    }
    this.work = null;
    this.changed();
  }

  private async sidesOf(game: number, work: AbortController): Promise<Side[]> {
    const { file, summary } = this.games[game] as Listed;
    const replay: Replay = await file.replay(summary.index);
    try {
      const sides: Side[] = [];
      for (const color of ['white', 'black'] as const) {
        work.signal.throwIfAborted();
        const sets = await replay.senseSizes(color, {
          signal: work.signal,
          onProgress: ({ done, total }) => {
            if (this.work !== work || total === 0) return;
            this.part = (sides.length + done / total) / 2;
            this.changed();
          },
        });
        sides.push(sideOf(game, color, summary, replay.steps, sets));
      }
      return sides;
    } finally {
      replay.dispose();
    }
  }
}

const runs = new WeakMap<readonly Listed[], BatchRun>();

/** What was worked out of these games is kept for as long as they are open. */
export function runOf(games: readonly Listed[]): BatchRun {
  const run = runs.get(games) ?? new BatchRun(games);
  runs.set(games, run);
  return run;
}
