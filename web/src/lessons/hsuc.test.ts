import type { BeliefView } from 'outpost-rbc';
import { Outpost } from 'outpost-rbc';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseSquare, squareName } from '../board/squares';
import { answered, groups, known, requestsOf, rightSenses } from './answered';
import { quotes, shownIn } from './checks';
import makeLesson from './hsuc';
import type { Shown } from './lesson';

const lesson = makeLesson();

let outpost: Outpost;
beforeAll(async () => {
  outpost = await Outpost.start();
});
afterAll(() => outpost.terminate());

const shown = (id: string): Shown => shownIn(lesson, id);

const boardsOf = (id: string): string => shown(id).attributes.boards ?? '';

function worst({ senseWorst }: BeliefView, squares: string): (number | undefined)[] {
  return squares.split(' ').map((square) => senseWorst?.[parseSquare(square) ?? 64]);
}

function average({ senseExpected }: BeliefView, square: string): number | undefined {
  return senseExpected?.[parseSquare(square) ?? 64];
}

it('sorts six boards as it says, and takes what HSUC takes', async () => {
  const boards = boardsOf('six');
  expect(groups(boards, 'f6')).toEqual([
    [1, 2, 4, 5],
    [3, 6],
  ]);
  expect(groups(boards, 'a6')).toEqual([
    [1, 2, 3],
    [4, 5, 6],
  ]);
  expect(groups(boards, 'd6')).toEqual([
    [1, 4],
    [2, 5],
    [3, 6],
  ]);
  expect(groups(boards, 'b6')).toEqual([[1], [2, 3], [4], [5, 6]]);
  expect((await rightSenses(outpost, shown('six'))).sort().join(' ')).toBe('b5 b6 b7 c6 c7 d6 d7 e6 e7');
  expect(Math.min(...((await known(outpost, shown('six'))).senseWorst ?? []))).toBe(2);
  expect(await rightSenses(outpost, shown('ties'))).toEqual(['b5', 'b6', 'b7']);
  const belief = await known(outpost, shown('ties'));
  expect(average(belief, 'b5')).toBeCloseTo(1.67, 2);
  expect(average(belief, 'd6')).toBe(2);
  // The engine's HSUC itself, not the embed's.
  const set = await outpost.openBoards(boards.split(';').map((fen) => fen.trim()));
  expect(squareName((await set.belief()).bestSense ?? 64)).toBe('b5');
  set.dispose();
});

it('has another answer by the worst case than by the average', async () => {
  const boards = boardsOf('worst');
  expect(boardsOf('average')).toBe(boards);
  expect(await rightSenses(outpost, shown('worst'))).toEqual(['g5', 'h5', 'g6', 'h6', 'g7', 'h7']);
  expect(await rightSenses(outpost, shown('average'))).toEqual(['b5']);
  expect(groups(boards, 'h6')).toEqual([
    [1, 2, 6, 7],
    [3, 4, 8, 9],
    [5, 10],
  ]);
  expect(groups(boards, 'b5')).toEqual([[1], [2], [3], [4], [5], [6, 7, 8, 9, 10]]);
  const set = await outpost.openBoards(boards.split(';').map((fen) => fen.trim()));
  const belief = await set.belief();
  set.dispose();
  expect(average(belief, 'h6')).toBeCloseTo(3.6, 5);
  expect(average(belief, 'b5')).toBeCloseTo(3, 5);
  expect(worst(belief, 'h6 b5')).toEqual([4, 5]);
});

it('looks away from the one board on which the king is in danger', async () => {
  const show = shown('blind-spot');
  const belief = await known(outpost, show);
  expect(belief.size).toBe(28);
  expect(await rightSenses(outpost, show)).toEqual(['c7']);
  expect(worst(belief, 'c7 e5 g5 f3 e2')).toEqual([15, 18, 17, 26, 27]);
  expect(belief.marginals[64 + (parseSquare('f3') ?? 0)]).toBeCloseTo(1 / 28, 5);

  const guard = shown('guard');
  const { fen, agent, seed } = guard.attributes;
  expect({ fen, agent, seed }).toEqual({
    fen: show.attributes.fen,
    agent: show.attributes.agent,
    seed: show.attributes.seed,
  });
  const requests = await requestsOf(outpost, guard);
  expect(requests.length).toBe(45);
  const right: string[] = [];
  for (const request of requests) {
    if ((await answered(outpost, guard, [request])).result === 'solved') right.push(request);
  }
  expect(right.sort()).toEqual(['d1f3', 'd1g4', 'd1h5', 'e1e2', 'g2f3']);
  for (const square of ['f3', 'e2', 'g2']) {
    expect((await answered(outpost, guard, [`sense ${square}`])).told[1]).toContain('nf3');
  }
  expect((await answered(outpost, guard, ['sense c7'])).told[1]).toBe('seen bc8 qd8 pb7 pc7 pd7');
});

it('says what the windows of a game leave', async () => {
  const belief = await known(outpost, shown('real'));
  expect(belief.size).toBe(33);
  expect(await rightSenses(outpost, shown('real'))).toEqual(['e7']);
  expect(worst(belief, 'e7 f7 d7 g7')).toEqual([14, 16, 18, 18]);
  expect([...(belief.senseWorst ?? [])].sort((a, b) => a - b).slice(0, 2)).toEqual([14, 16]);
});

it('quotes what was measured', () => {
  quotes(
    'experiments.md',
    'the decay g = 1 - after / before of HSUC is at least 90 % against `random`',
    '100 games of each way to sense against each opponent',
    '| HSUC v. `random` | 1,295 | 83.7 (83.0 to 84.3) | 90.0 (88.9 to 90.9) |',
    '| likely-move v. `random` | 1,395 | 82.4 (81.7 to 83.1) | 89.8 (89.0 to 90.2) |',
    'median 12 for HSUC',
    '| `a-bot` | here | 48 | 826 | 12 (8 to 13) |',
    '| `hsuc` | 1,106 (987 to 1,224) | | 82.5 | 95 | 94 | 97.5 | 100 |',
  );
  quotes('agents.md', 'it lost 53 of 100 to `attacker`');
});
