import type { Outpost as Engine } from 'outpost-rbc';
import { Outpost } from 'outpost-rbc';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bestOn, boardsOf, find, percent, quotes, type Rated, ratings, says, stepOf } from './checks';
import makeLesson from './one-belief';

const lesson = makeLesson();

let outpost: Engine;
beforeAll(async () => {
  outpost = await Outpost.start();
});
afterAll(() => outpost.terminate());

const [memory, blunder, enough, many] = ['memory', 'blunder', 'enough', 'many'].map((id) => stepOf(lesson, id)) as [
  ReturnType<typeof stepOf>,
  ReturnType<typeof stepOf>,
  ReturnType<typeof stepOf>,
  ReturnType<typeof stepOf>,
];

it('remembers a board that leads to a blunder', async () => {
  const boards = boardsOf(blunder);
  const remembered = boards.indexOf(memory.show?.attributes.fen as string);
  expect(String(remembered + 1)).toBe(stepOf(lesson, 'believed').show?.attributes.answer);
  const all = await ratings(outpost, boards);
  const [best, second] = all as [Rated, Rated];
  const rook = find(all, 'd1d8');
  expect([best.request, second.request]).toEqual(['f1e2', 'd1d8']);
  expect(best.mean).toBeGreaterThan(second.mean + 0.1);
  expect(bestOn(all, remembered)).toEqual(['d1d8']);
  expect(rook.on[1]).toBe(0);
  expect(new Set(best.on.map((chance) => Math.round(chance * 100)))).toEqual(new Set([86]));
  says(blunder, best.mean, rook.on[remembered] as number, rook.mean);
  const apart = boards.map((_, i) => Math.max(...all.map(({ on }) => on[i] as number)));
  says(stepOf(lesson, 'fusion'), apart.reduce((a, b) => a + b) / boards.length, best.mean);
});

it('has a remembered board that is enough', async () => {
  const all = await ratings(outpost, boardsOf(enough));
  const [best, second] = all as [Rated, Rated];
  expect(best.request).toBe('a1a8');
  expect(best.mean).toBeGreaterThan(second.mean + 0.1);
  expect(bestOn(all, 0)).toEqual(['a1a8']);
  // In their order: the knight on d5, b6, c7, e7, f6, b4, f4.
  expect(best.on.map(percent)).toEqual(['95%', '34%', '34%', '95%', '95%', '95%', '87%']);
  says(enough, ...best.on, best.mean, second.mean);
});

it('has boards that change the move', async () => {
  const all = await ratings(outpost, boardsOf(many));
  const [best, second] = all as [Rated, Rated];
  expect(best.request).toBe('a1d1');
  expect(best.mean).toBeGreaterThan(second.mean + 0.03);
  expect(bestOn(all, 1)).toEqual(['a1a8']);
  const rook = find(all, 'a1a8');
  says(many, best.mean, ...best.on, rook.mean, ...rook.on);
});

it('quotes what was measured', () => {
  quotes(
    'experiments.md',
    '| | 1,000 | 60, 0, 0 | 1.000 (0.940 to 1.000) | 0.0 (0.0 to 0.0) | 94.7',
    '| | 1,000 | 29, 0, 31 | 0.483 (0.362 to 0.607) | 3.5 (2.5 to 4.6) |',
    '| | 1,000 | 18, 0, 42 | 0.300 (0.199 to 0.425) | 5.8',
    "a sense rules out 52 % of the boards, but the opponent's next move brings back more than that",
    'it seems that determinization should not work well',
    'at an equal 50 ms a turn',
    '60 games of each mode and number of playouts against `trout`',
    '| `piecewise-grid` | 1,191 (1,070 to 1,313) | 59 |',
    '| `perfect-memory` | 687 (578 to 796) | 5 | 28 | | 55 | 92 | 100 |',
  );
});
