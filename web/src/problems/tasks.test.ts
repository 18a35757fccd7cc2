import type { MoveRow, MoveTable } from 'outpost-rbc';
import { expect, it } from 'vitest';
import { parseSquare } from '../board/squares';
import { readFens } from './attributes';
import { boardSet } from './board-set';
import { isPlayed, moveIsRight, senseIsRight, TASKS } from './tasks';

const at = (name: string): number => parseSquare(name) as number;

it('judges senses', () => {
  // A knight on d5, f4 or d4: a window with two of the squares tells all three apart.
  const fens = ['3n4/8', '8/5n2', '8/3n4'].map((ranks) => `4k3/8/8/${ranks}/8/4P3/4K3 w - - 0 1`);
  const { belief } = boardSet(readFens(fens.join(';')));
  expect(senseIsRight(belief, at('d5'), 'worst', null)).toBe(true);
  expect(senseIsRight(belief, at('e4'), 'bits', null)).toBe(true);
  expect(senseIsRight(belief, at('a1'), 'worst', null)).toBe(false);
  expect(senseIsRight(belief, at('f3'), 'expected', null)).toBe(false);
  expect(senseIsRight(belief, at('f3'), 'worst', 2)).toBe(true);
  expect(senseIsRight({ ...belief, senseWorst: null }, at('d5'), 'worst', null)).toBeNull();
});

it('judges moves by the best that was found', () => {
  const row = (request: string | null, value: number) => ({ request, value }) as MoveRow;
  const table = { rows: [row('e2e4', 0.6), row('d2d4', 0.59), row(null, 0.4)] } as MoveTable;
  expect(['e2e4', 'd2d4', null, 'a2a3'].map((move) => moveIsRight(table, move))).toEqual([true, true, false, false]);
});

it('knows which tasks are played', () => {
  expect(TASKS.filter((task) => isPlayed(task))).toEqual(['capture-king', 'reach', 'survive', 'locate']);
  expect(isPlayed(null)).toBe(false);
});
