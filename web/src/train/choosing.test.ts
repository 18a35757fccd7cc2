import fc from 'fast-check';
import { expect, it } from 'vitest';
import { alike, type Candidate, nextInOrder, nextPuzzle, type Wanted } from './choosing';

const KINDS = ['sense', 'safe', 'count'];
/** One of each rating from 600 to 2800, kinds in turn. */
const puzzles: Candidate[] = Array.from({ length: 221 }, (_, i) => ({
  id: String(i).padStart(8, '0'),
  kind: KINDS[i % 3] as string,
  rating: 600 + 10 * i,
}));
const wanted = (more: Partial<Wanted> = {}): Wanted => ({
  rating: 1500,
  kind: null,
  seen: new Map(),
  not: new Set(),
  before: [],
  answered: 20,
  ...more,
});
const next = (more: Partial<Wanted> = {}, random = 0.5) => nextPuzzle(puzzles, wanted(more), () => random);

it('is near the rating, and a little easier', () => {
  for (const rating of [900, 1500, 2400]) {
    const ratings = [0, 0.3, 0.6, 0.99].map((random) => next({ rating }, random)?.rating ?? 0);
    expect(new Set(ratings).size).toBeGreaterThan(2);
    for (const one of ratings) {
      expect(one).toBeLessThan(rating);
      expect(one).toBeGreaterThan(rating - 150);
    }
  }
  // Beyond the easiest and the hardest.
  expect(next({ rating: 100 }, 0)?.rating).toBe(600);
  expect(next({ rating: 4000 }, 0)?.rating).toBe(2800);
});

it('is easier, and of the simplest kind, for who begins', () => {
  const kings = puzzles.map((puzzle, i) => (i % 2 ? puzzle : { ...puzzle, kind: 'king' }));
  const rating = (answered: number): number =>
    nextPuzzle(kings, wanted({ rating: 1200, answered }), () => 0)?.rating ?? 0;
  expect(nextPuzzle(kings, wanted({ rating: 1200, answered: 0 }), () => 0)?.kind).toBe('king');
  expect(rating(0)).toBeLessThan(800);
  expect([0, 1, 2, 3, 4, 5].map(rating)).toEqual([0, 1, 2, 3, 4, 5].map(rating).toSorted((a, b) => a - b));
  expect(rating(5)).toBe(rating(50));
});

it('was not seen, not passed over, and of another kind than the last two, where there is such', () => {
  const seen = new Map(puzzles.filter(({ rating }) => rating < 2000).map(({ id }) => [id, 1]));
  expect(next({ seen })?.rating).toBeGreaterThanOrEqual(2000);
  const nearest = next({}, 0);
  expect(next({ not: new Set([nearest?.id ?? '']) }, 0)).not.toBe(nearest);
  expect(next({ before: ['sense', 'safe', 'count'] })?.kind).toBe('count');
  expect(next({ before: ['sense', 'safe'], kind: 'sense' })?.kind).toBe('sense');
  const all = new Set(puzzles.map(({ id }) => id));
  expect(next({ not: all })).not.toBeNull();
});

it('is the one that was seen longest ago when all were seen', () => {
  const seen = new Map(puzzles.map(({ id }, i) => [id, 1000 - i]));
  expect(next({ seen })).toBe(puzzles.at(-1));
  expect(next({ seen, not: new Set([puzzles.at(-1)?.id ?? '']) })).toBe(puzzles.at(-2));
  expect(next({ seen, kind: 'sense' })?.kind).toBe('sense');
  expect(next({ kind: 'gone' })).toBeNull();
  expect(nextPuzzle([], wanted(), () => 0)).toBeNull();
});

it('goes through a whole set before anything comes twice', () => {
  fc.assert(
    fc.property(fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })), fc.integer(), (randoms, start) => {
      const few = puzzles.slice(0, 30);
      const seen = new Map<string, number>();
      for (let i = 0; i < few.length; i++) {
        const before = [...seen.keys()].toReversed().map((id) => few.find((one) => one.id === id)?.kind ?? '');
        const random = (): number => randoms.next().value ?? 0;
        const puzzle = nextPuzzle(few, wanted({ rating: Math.abs(start) % 3000, seen, before }), random);
        expect(puzzle && seen.has(puzzle.id)).toBe(false);
        seen.set(puzzle?.id ?? '', i);
      }
      expect(seen.size).toBe(few.length);
    }),
    { numRuns: 30 },
  );
});

it('goes with those of its kind that are as hard', () => {
  const puzzle = puzzles.find(({ rating }) => rating === 1500) as Candidate;
  const chosen = alike(puzzle, puzzles, 5);
  expect(chosen.map(({ rating }) => rating)).toEqual([1440, 1470, 1500, 1530, 1560]);
  expect(new Set(chosen.map(({ kind }) => kind)).size).toBe(1);
  expect(alike(puzzle, puzzles, 1)).toEqual([puzzle]);
  expect(alike(puzzle, puzzles, 1000).length).toBe(puzzles.filter(({ kind }) => kind === puzzle.kind).length);
});

it('in order: the first new one, then what was seen longest ago, and not what was passed over', () => {
  const three = puzzles.slice(0, 3);
  const [a, b, c] = three as [Candidate, Candidate, Candidate];
  const seen = new Map([[a.id, 5]]);
  expect(nextInOrder(three, { seen, not: new Set() })).toBe(b);
  expect(nextInOrder(three, { seen, not: new Set([b.id]) })).toBe(c);
  expect(nextInOrder(three, { seen, not: new Set([b.id, c.id]) })).toBe(b);
  const all = new Map([
    [a.id, 5],
    [b.id, 3],
    [c.id, 9],
  ]);
  expect(nextInOrder(three, { seen: all, not: new Set() })).toBe(b);
  expect(nextInOrder(three, { seen: all, not: new Set([b.id]) })).toBe(a);
  expect(nextInOrder([], { seen, not: new Set() })).toBeNull();
});
