import { expect, it } from 'vitest';
import type { PuzzleResult } from '../rating/puzzle-results';
import { Training } from './training';

const DAY = Date.UTC(2026, 5, 1);
const result = (n: number, hinted = false): PuzzleResult => ({
  puzzle: String(n).padStart(8, '0'),
  kind: 'safe',
  rating: 1200,
  deviation: 90,
  at: DAY + n,
  day: DAY / 86_400_000,
  solved: true,
  hinted,
  milliseconds: 1000,
});

it('tells changes of the rating after five puzzles that count', () => {
  let training = Training.of([0, 1, 2, 3].map((n) => result(n)));
  expect(training.isSettled).toBe(false);
  training = training.with(result(4, true)).with(result(4));
  expect(training.isSettled).toBe(false);
  expect(training.with(result(5)).isSettled).toBe(true);
});
