import type { MoveRow, MoveTable } from 'outpost-rbc';
import { expect, test } from 'vitest';
import { beginsLeftOut, columns, reasonOf, sorted } from './move-rows';
import { moveTableWords } from './words';

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
  safety: 'safe',
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

test('without a column they stay in the order of the choice, which is not that of the values', () => {
  const risky = row('f2f3', { value: 0.9, losesKing: 0.3 });
  expect(names(sorted([...rows, risky], null, false))).toEqual(['e2e4', 'd1h5', 'a2a3', 'f2f3']);
  expect(names(sorted([...rows, risky], 'value', false))).toEqual(['f2f3', 'e2e4', 'd1h5', 'a2a3']);
  expect(names(sorted([...rows, risky], 'value', true))).toEqual(['a2a3', 'd1h5', 'e2e4', 'f2f3']);
});

test('the first row says by which rule it is the first', () => {
  const searched = { boards: 10, depth: 3 };
  const only = row('e1f1', { mean: 0.43, safety: 'onlySafe', ...searched });
  const bishop = row('g2a8', { mean: 0.46, losesKing: 0.009, safety: 'lessSafe', ...searched });
  const pawn = row('h2h3', { mean: 0.38, losesKing: 0.0002, safety: 'lessSafe', ...searched });
  expect(reasonOf({ rows: [only, pawn, bishop] })).toEqual({ why: 'onlySafe', instead: bishop });
  expect(reasonOf({ rows: [only, pawn] })).toEqual({ why: 'onlySafe', instead: null });
  const safe = row('e1f1', { mean: 0.43, ...searched });
  const second = row('a2a3', { mean: 0.5, ...searched });
  expect(reasonOf({ rows: [safe, second, bishop] })).toEqual({ why: 'safer', instead: bishop });
  expect(reasonOf({ rows: [safe, second, pawn] })).toEqual({ why: 'value' });
  // What was not searched is worth nothing yet.
  expect(reasonOf({ rows: [safe, row('g2a8', { ...bishop, boards: 0 })] })).toEqual({ why: 'value' });
  for (const why of ['worthTheRisk', 'noneSafe'] as const) {
    expect(reasonOf({ rows: [row('e1f1', { safety: why }), bishop] })).toEqual({ why });
  }
  expect(reasonOf({ rows: [] })).toBeNull();
  expect([only, pawn, bishop].map((one, i, all) => beginsLeftOut(one, all[i - 1]))).toEqual([false, true, false]);
});

test('a risk is told in numbers, however small', () => {
  const risk = (losesKing: number): string => moveTableWords.cell('losesKing', row('e2e4', { losesKing }));
  expect([0, 0.0002, 0.00062, 0.009, 0.25, 0.999, 1].map(risk)).toEqual([
    '0%',
    '0.02%',
    '0.062%',
    '0.9%',
    '25%',
    '>99%',
    '100%',
  ]);
  const best = (losesKing: number, safeEnough: number): string =>
    moveTableWords.best('e1-f1', row('e1f1', { mean: 0.43, asAsked: 1, losesKing }), {
      completeness: 'exact',
      safeEnough,
    } as MoveTable);
  expect(best(0.00062, 0.002)).toBe('Best: e1-f1, 43% to win; risks the king on 0.062%.');
  expect(best(0, 0.002)).toContain('on no board counted');
  expect(best(0, 0)).toContain('never risks the king');
  expect(moveTableWords.reason('onlySafe', 0.002)).toContain('more than 0.2% of the boards');
  expect(moveTableWords.instead('g2-a8', row('g2a8', { mean: 0.46, losesKing: 0.009 }))).toMatch(/46%.* 0\.9% of/);
});

test('sorting leaves the table as it is', () => {
  for (const column of columns) sorted(rows, column, true);
  expect(names(rows)).toEqual(['e2e4', 'd1h5', 'a2a3']);
});
