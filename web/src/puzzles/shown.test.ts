import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { type Kind, type Puzzle, readPuzzles } from './puzzle';
import { explanationOf, hintOf, isForced, questionOf, shownOf, verdictOf } from './shown';

const puzzles = readPuzzles(
  JSON.parse(readFileSync(fileURLToPath(new URL('./samples.json', import.meta.url)), 'utf8')),
);
const of = (kind: Kind): Puzzle => puzzles.find((puzzle) => puzzle.kind === kind) as Puzzle;
const FORCED: Puzzle = { ...of('king'), turns: 2 };

it.each(puzzles.map((puzzle) => [puzzle.kind, puzzle] as const))('shows a game of the kind %s', (kind, puzzle) => {
  const { element, attributes } = shownOf(puzzle);
  expect(element).toBe('game');
  const tasks = { sense: 'sense', decide: 'sense', safe: 'move', king: 'move', move: 'move' };
  expect(attributes.task).toBe(kind in tasks ? tasks[kind as keyof typeof tasks] : kind);
  expect(attributes).toMatchObject({ boards: puzzle.boards, answer: puzzle.answers.join(' '), engine: 'off' });
  for (const name of ['before', 'told', 'piece'] as const) expect(attributes[name]).toBe(puzzle[name]);
  expect(attributes.squares).toBe(puzzle.square);
  // Neither question nor hint gives the answer away.
  for (const text of [questionOf(puzzle), hintOf(puzzle)]) {
    expect(text.length).toBeGreaterThan(10);
    for (const answer of puzzle.answers) expect(text.split(/[\s.,]+/)).not.toContain(answer);
  }
});

it('tells captures of the king that are made now from those that are forced', () => {
  expect([isForced(of('king')), isForced(FORCED)]).toEqual([false, true]);
  expect(questionOf(FORCED)).toContain('forces');
  expect(questionOf(of('king'))).toContain('captures');
  expect(hintOf(FORCED)).not.toBe(hintOf(of('king')));
  expect(explanationOf(FORCED)).toBe('e1–e8: forces the capture on 2 of 3 boards. g1–g8: on 1.');
});

it('asks for the last of several moves', () => {
  const played = of('played');
  expect(questionOf(played)).toContain('What did your opponent play?');
  expect(questionOf({ ...played, told: `lost -; moved e1e2; ${played.told}` })).toContain('play last?');
});

it('explains answers with the numbers behind them', () => {
  expect(explanationOf(of('sense'))).toBe('d6 and c5: at most 1 of 4 boards left. The next best, d5, leaves up to 2.');
  expect(explanationOf(of('safe'))).toBe(
    'g1–h1: the king can be captured on none of the boards. After g1–f1: on 2 of 2 boards.',
  );
  expect(explanationOf(of('king'))).toBe('e1–e8: captures the king on 2 of 3 boards. g1–g8: on 1.');
  // No second best captures it at all.
  const only: [string, number][] = [
    ['e1e8', 0.67],
    ['g1g8', 0],
  ];
  expect(explanationOf({ ...of('king'), numbers: only })).toBe('e1–e8: captures the king on 2 of 3 boards.');
  expect(explanationOf(of('where'))).toContain('Only 1 board fits');
  expect(explanationOf(of('played'))).toBe('Only b7–b5 fits what you were told.');
  expect(explanationOf(of('count'))).toBe('These 2 boards fit all that you were told.');
  expect(explanationOf(of('left'))).toContain('groups of 2, 1, and 1');
  expect(
    explanationOf({
      ...of('move'),
      numbers: [
        ['d1d5', 0.93],
        ['d1d4', 0.4],
      ],
    }),
  ).toBe('d1–d5: win probability 93% over all boards. d1–d4: 40%.');
  // Without numbers it says nothing that it does not know.
  expect(explanationOf(of('move'))).toBe('');
});

it('says of each answer what is known of it', () => {
  expect(verdictOf(of('sense'), 'd5', false)).toBe('d5 leaves 2 of 4 boards in the worst case.');
  // Of squares that the puzzle has no number of, it is counted.
  expect(verdictOf(of('sense'), 'a1', false)).toBe('a1 leaves 4 of 4 boards in the worst case.');
  expect(verdictOf(of('safe'), 'g1f1', false)).toBe('After g1–f1 your king can be captured on 2 of 2 boards.');
  expect(verdictOf(of('safe'), 'g2g4', false)).toBe('After g2–g4 your king can be captured on at least one board.');
  // A pass is no move that something comes after.
  expect(verdictOf(of('safe'), 'pass', false)).toMatch(/^If you pass, your king can be captured on /);
  const passed: [string, number][] = [
    ['g1h1', 0],
    ['pass', 1],
  ];
  expect(explanationOf({ ...of('safe'), numbers: passed })).toContain('boards. If you pass: on 1 of 2 boards.');
  // Of a right one the explanation says it.
  expect(verdictOf(of('safe'), 'g1h1', true)).toBe('');
  expect(verdictOf(of('king'), 'g1g8', false)).toBe('g1–g8 captures the king on 1 of 3 boards.');
  expect(verdictOf(of('where'), 'g8', false)).toBe(
    'It does not stand on g8 on any board that fits what you were told.',
  );
  expect(verdictOf(of('played'), 'pass', false)).toBe('Pass does not fit what you were told.');
  expect(verdictOf(of('count'), '7', false)).toBe('');
  expect(
    verdictOf(
      {
        ...of('decide'),
        numbers: [
          ['g7', 0.94],
          ['e4', 0.61],
        ],
      },
      'e4',
      false,
    ),
  ).toBe('After a sense of e4 your best move has a win probability of 61% on average.');
});
