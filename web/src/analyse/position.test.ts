import { expect, it } from 'vitest';
import { EMPTY_FEN, fenOf, problemOf, readFen, type SetUp, START_FEN } from './position';

it('reads and writes FENs', () => {
  for (const fen of [START_FEN, EMPTY_FEN, 'r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 4 20']) {
    expect(fenOf(readFen(fen) as SetUp)).toBe(fen);
  }
  expect(fenOf(readFen('4k3/8/8/8/8/8/8/4K3 b') as SetUp)).toBe('4k3/8/8/8/8/8/8/4K3 b - - 0 1');
});

it.each([
  '',
  'x',
  '8/8/8/8/8/8/8 w - - 0 1',
  '9/8/8/8/8/8/8/8',
  '8/8/8/8/8/8/8/7 w',
  '8/8/8/8/8/8/8/8 x',
  `${EMPTY_FEN} `.replace('-', 'KX'),
])('refuses %j', (text) => {
  expect(readFen(text)).toBeNull();
});

it('lets nobody castle who is not at home, and says what is missing', () => {
  const start = readFen(START_FEN) as SetUp;
  const board = start.board.slice();
  board[0] = null;
  expect(fenOf({ ...start, board })).toContain(' w Kkq ');
  expect(problemOf(start)).toBeNull();
  expect(problemOf(readFen('8/8/8/8/8/8/8/4K3') as SetUp)).toBe('Black has no king.');
  expect(problemOf(readFen('4k3/8/8/8/8/8/8/3KK3') as SetUp)).toBe('White has more than one king.');
  expect(problemOf(readFen('4k3/8/8/8/8/PPPPPPPP/PPPPPPPP/4K3') as SetUp)).toBe('White has more than 16 pieces.');
});
