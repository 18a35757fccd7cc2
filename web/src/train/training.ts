/** What a person's answers come to, worked out once for each state of them. */
import { type PuzzleResult, type PuzzleStep, puzzleSteps, type Streaks, streaksOf } from '../rating/puzzle-results';
import { dueOf, type Repeat, repeatsOf } from './repeats';

export class Training {
  /** In the order in which the puzzles were answered. */
  readonly steps: readonly PuzzleStep[];
  readonly repeats: ReadonlyMap<string, Repeat>;
  /** When a puzzle was answered last, by its id. */
  readonly seen: ReadonlyMap<string, number>;

  constructor(readonly results: readonly PuzzleResult[]) {
    this.steps = puzzleSteps(results);
    this.repeats = repeatsOf(results);
    this.seen = new Map(this.steps.map(({ result: { puzzle, at } }) => [puzzle, at]));
  }

  /** The last step that changed the rating; `null` before the first. */
  get rated(): PuzzleStep | null {
    return this.steps.findLast(({ unrated }) => unrated === null) ?? null;
  }

  streaks(now: Date): Streaks {
    return streaksOf(this.results, now);
  }

  due(now: Date): Repeat[] {
    return dueOf(this.repeats.values(), now);
  }

  /** Puzzles whose last answer was wrong, the newest first. */
  get mistakes(): Repeat[] {
    return [...this.repeats.values()].filter(({ known }) => !known).toSorted((a, b) => b.at - a.at);
  }

  /** Kinds of the last puzzles, the newest first. */
  get kinds(): string[] {
    return this.steps
      .slice(-2)
      .map(({ result }) => result.kind)
      .toReversed();
  }

  /**
   * Whether an answer is kept: the first to a puzzle, each to one that was failed once, and every failure. Solving again what was solved
   * before is play, and says nothing.
   */
  keeps({ puzzle, solved }: Pick<PuzzleResult, 'puzzle' | 'solved'>): boolean {
    return !solved || !this.seen.has(puzzle) || this.repeats.has(puzzle);
  }

  with(result: PuzzleResult): Training {
    return new Training([...this.results, result]);
  }
}
