/** What a person's answers come to, worked out once for each state of them. */
import { ENOUGH } from '../rating/glicko';
import {
  PUZZLE_START,
  type PuzzleResult,
  type PuzzleStep,
  puzzleSteps,
  type Streaks,
  stepAfter,
  streaksOf,
} from '../rating/puzzle-results';
import { dueOf, type Repeat, repeatAfter, repeatsOf } from './repeats';

export class Training {
  /** When a puzzle was answered last, by its id. */
  readonly seen: ReadonlyMap<string, number>;

  private constructor(
    /** In the order in which the puzzles were answered. */
    readonly steps: readonly PuzzleStep[],
    readonly repeats: ReadonlyMap<string, Repeat>,
  ) {
    this.seen = new Map(steps.map(({ result: { puzzle, at } }) => [puzzle, at]));
  }

  static of(results: readonly PuzzleResult[]): Training {
    return new Training(puzzleSteps(results), repeatsOf(results));
  }

  get results(): PuzzleResult[] {
    return this.steps.map(({ result }) => result);
  }

  /** The last step that changed the rating; `null` before the first. */
  get rated(): PuzzleStep | null {
    return this.steps.findLast(({ unrated }) => unrated === null) ?? null;
  }

  /** Whether enough puzzles were rated to say by how much one of them changed the rating. */
  get isSettled(): boolean {
    return this.steps.filter(({ unrated }) => unrated === null).length >= ENOUGH;
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

  /** With one answer more: a year's answers are not gone through again for it. */
  with(result: PuzzleResult): Training {
    const last = this.steps.at(-1);
    if (last && last.result.at >= result.at) return Training.of([...this.results, result]);
    const step = stepAfter(last ?? PUZZLE_START, result, this.seen.has(result.puzzle));
    const repeat = repeatAfter(this.repeats.get(result.puzzle), result);
    const repeats = repeat ? new Map([...this.repeats, [result.puzzle, repeat]]) : this.repeats;
    return new Training([...this.steps, step], repeats);
  }
}
