import type { MoveRow } from 'outpost';
import { expect, test } from 'vitest';
import { columns, sorted } from './move-rows';

const row = (request: string, numbers: Partial<MoveRow>): MoveRow => ({
  request,
  value: 0,
  mean: 0,
  centipawns: 0,
  error: 0,
  tail: 0,
  worst: 0,
  best: 0,
  asAsked: 0,
  captures: 0,
  capturesKing: 0,
  losesKing: 0,
  boards: 0,
  depth: 0,
  ...numbers,
});

const rows = [
  row('e2e4', { value: 0.6, mean: 0.5, asAsked: 1 }),
  row('d1h5', { value: 0.5, mean: 0.7, asAsked: 0.4 }),
  row('a2a3', { value: 0.2, mean: 0.5, asAsked: 1 }),
];
const names = (list: MoveRow[]): (string | null)[] => list.map(({ request }) => request);

test('rows come by any column, either way', () => {
  expect(names(sorted(rows, 'mean', false))).toEqual(['d1h5', 'e2e4', 'a2a3']);
  expect(names(sorted(rows, 'mean', true))).toEqual(['e2e4', 'a2a3', 'd1h5']);
  expect(names(sorted(rows, 'asAsked', true))).toEqual(['d1h5', 'e2e4', 'a2a3']);
});

test('by value they stay in the order of the choice, which is not that of the numbers', () => {
  const risky = row('f2f3', { value: 0.9, losesKing: 0.3 });
  expect(names(sorted([...rows, risky], 'value', false))).toEqual(['e2e4', 'd1h5', 'a2a3', 'f2f3']);
  expect(names(sorted([...rows, risky], 'value', true))).toEqual(['f2f3', 'a2a3', 'd1h5', 'e2e4']);
});

test('sorting leaves the table as it is', () => {
  for (const column of columns) sorted(rows, column, true);
  expect(names(rows)).toEqual(['e2e4', 'd1h5', 'a2a3']);
});
