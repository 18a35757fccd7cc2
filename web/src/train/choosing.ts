/** Which puzzle comes next. */

/** What is asked of a puzzle to choose by. */
export interface Candidate {
  id: string;
  kind: string;
  rating: number;
}

export interface Wanted {
  /** The person's rating. */
  rating: number;
  /** One kind, or all. */
  kind: string | null;
  /** When a puzzle was answered last, by its id. */
  seen: ReadonlyMap<string, number>;
  /** Not these, where there are others: what is shown, and what was passed over. */
  not: ReadonlySet<string>;
  /** Kinds of the last puzzles, the newest first. */
  before: readonly string[];
  /** How many were answered. */
  answered: number;
}

/** So much below the person's rating six puzzles of ten are solved: enough to go on, and enough to learn. */
const EASIER = 70;
/** By so much easier is the first puzzle, and by so much less each after it: the game is new to who begins. */
const FIRST_EASIER = 400;
const LESS_EASY = 80;
/** What a person can be asked who knows no more than that the king is to be captured. */
const FIRST_KIND = 'king';
/** Chosen by lot among so many, so that two people at one level do not see the same row of puzzles. */
const NEAREST = 6;

/**
 * A puzzle near the person's rating that was not seen yet, of another kind than the last two where all kinds are wanted. When all were
 * seen, the one that was seen longest ago. `random`: from 0 up to 1. `null`: there is none of the kind.
 */
export function nextPuzzle<P extends Candidate>(
  puzzles: readonly P[],
  { rating, kind, seen, not, before, answered }: Wanted,
  random: () => number,
): P | null {
  const wanted = puzzles.filter((puzzle) => kind === null || puzzle.kind === kind);
  const fresh = preferred(
    wanted.filter(({ id }) => !seen.has(id)),
    ({ id }) => !not.has(id),
  );
  if (fresh.length === 0) return oldest(wanted, seen, not);
  const fits = (puzzle: P): boolean =>
    answered === 0 ? puzzle.kind === FIRST_KIND : !before.slice(0, 2).includes(puzzle.kind);
  const varied = kind === null ? preferred(fresh, fits) : fresh;
  const target = rating - EASIER - Math.max(0, FIRST_EASIER - LESS_EASY * answered);
  const distance = (puzzle: P): number => Math.abs(puzzle.rating - target);
  const nearest = varied.toSorted((a, b) => distance(a) - distance(b) || (a.id < b.id ? -1 : 1)).slice(0, NEAREST);
  return nearest[Math.floor(random() * nearest.length)] ?? nearest[0] ?? null;
}

/** The first of `puzzles` that was not seen yet, then the one that was seen longest ago; none of `not` where there are others. */
export function nextInOrder<P extends Candidate>(
  puzzles: readonly P[],
  { seen, not }: Pick<Wanted, 'seen' | 'not'>,
): P | null {
  const fresh = puzzles.filter(({ id }) => !seen.has(id));
  return fresh.find(({ id }) => !not.has(id)) ?? fresh[0] ?? oldest(puzzles, seen, not);
}

function oldest<P extends Candidate>(
  puzzles: readonly P[],
  seen: ReadonlyMap<string, number>,
  not: ReadonlySet<string>,
): P | null {
  const others = preferred(puzzles, ({ id }) => !not.has(id));
  const [first] = others.toSorted((a, b) => (seen.get(a.id) ?? 0) - (seen.get(b.id) ?? 0));
  return first ?? null;
}

/** A puzzle with the `n` - 1 of its kind that are nearest to it in difficulty, the easiest first. */
export function alike<P extends Candidate>(puzzle: P, puzzles: readonly P[], n: number): P[] {
  const distance = ({ rating }: P): number => Math.abs(rating - puzzle.rating);
  const byId = (a: P, b: P): number => (a.id < b.id ? -1 : 1);
  const others = puzzles
    .filter(({ id, kind }) => kind === puzzle.kind && id !== puzzle.id)
    .toSorted((a, b) => distance(a) - distance(b) || byId(a, b));
  return [puzzle, ...others.slice(0, Math.max(0, n - 1))].toSorted((a, b) => a.rating - b.rating || byId(a, b));
}

/** Those that pass, or all where none does. */
function preferred<P>(all: readonly P[], passes: (one: P) => boolean): readonly P[] {
  const some = all.filter(passes);
  return some.length > 0 ? some : all;
}
