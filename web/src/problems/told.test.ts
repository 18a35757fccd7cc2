import fc from 'fast-check';
import type { Square } from 'outpost-rbc';
import { expect, it } from 'vitest';
import { lastSeen } from '../belief/memory';
import { parseSquare, squareName } from '../board/squares';
import { EmbedError, readFen } from './attributes';
import { observations, ownAfter, readTold } from './told';

const at = (name: string): Square => parseSquare(name) as Square;
const BEFORE = readFen('r3k3/8/8/3n4/8/2N5/6P1/4K2R b Kq - 0 1');

it('reads what a side was told, in order', () => {
  const told = readTold('lost -; sensed e5; seen nd6 pe5; took e4; moved c3e4; lost e4; sensed d5; seen -', 'white');
  expect(told.map(({ what }) => what)).toEqual(['lost', 'sensed', 'moved', 'lost', 'sensed']);
  expect(told[0]).toEqual({ what: 'lost', square: null });
  const [, sensed, moved, lost] = told;
  if (sensed?.what !== 'sensed' || moved?.what !== 'moved' || lost?.what !== 'lost') throw new Error('another order');
  expect([...sensed.seen].map(([square, piece]) => piece + squareName(square))).toEqual(['nd6', 'pe5']);
  expect(moved.report).toEqual({ requested: 'c3e4', taken: 'c3e4', capture: at('e4') });
  expect(lost.square).toBe(at('e4'));
});

it('reads a move that was not made as it was asked for, and a capture that is told after its move', () => {
  const reports = (text: string) =>
    readTold(text, 'black').flatMap((each) => (each.what === 'moved' ? [each.report] : []));
  expect(reports('lost -; asked e7e2; moved e7e4')).toEqual([{ requested: 'e7e2', taken: 'e7e4', capture: null }]);
  expect(reports('lost -; asked e7d6; moved -')).toEqual([{ requested: 'e7d6', taken: null, capture: null }]);
  expect(reports('lost -; moved -')).toEqual([{ requested: null, taken: null, capture: null }]);
  // En passant the capture is on another square than the move.
  expect(reports('lost -; moved d4e3; took e4')[0]?.capture).toBe(at('e4'));
  expect(reports('lost -; moved e7e4; took e4')).toEqual([{ requested: 'e7e4', taken: 'e7e4', capture: at('e4') }]);
});

it('gives the pieces that are seen the other colour', () => {
  const [, sensed] = readTold('lost -; sensed e5; seen nd6', 'black');
  expect(sensed?.what === 'sensed' && [...sensed.seen.values()]).toEqual(['N']);
});

it.each([
  ['nothing', ''],
  ['a beginning that is none', 'sensed e5; seen -'],
  ['a square off the board', 'lost i9'],
  ['pieces outside of the window', 'lost -; sensed e5; seen na1'],
  ['pieces without a sense', 'lost -; seen ne5'],
  ['a piece that is none', 'lost -; sensed e5; seen xe5'],
  ['a move that is none', 'lost -; moved e2'],
  ['two values', 'lost d5 d6'],
  ['words', 'lost -; hello'],
])('refuses %s', (_, text) => {
  expect(() => readTold(text, 'white')).toThrow(EmbedError);
});

it('refuses any other text without falling over', () => {
  const word = fc.constantFrom(
    'lost',
    'sensed',
    'seen',
    'moved',
    'asked',
    'took',
    '-',
    ';',
    'e5',
    'e2e4',
    'ne5',
    '__proto__',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ maxLength: 60 }),
        fc.array(word, { maxLength: 12 }).map((all) => all.join(' ')),
      ),
      (text) => {
        try {
          expect(readTold(text, 'white')[0]?.what).toBe('lost');
        } catch (error) {
          expect(error).toBeInstanceOf(EmbedError);
        }
      },
    ),
  );
});

it('knows the own pieces after it: lost, moved, castled, promoted', () => {
  const after = (text: string, color: 'white' | 'black' = 'white', board = BEFORE) =>
    ownAfter(board, color, readTold(text, color)).flatMap((piece, square) =>
      piece ? [piece + squareName(square)] : [],
    );
  expect(after('lost c3')).toEqual(['Ke1', 'Rh1', 'Pg2']);
  expect(after('lost -; moved c3d5; lost d5')).toEqual(['Ke1', 'Rh1', 'Pg2']);
  expect(after('lost -; moved e1g1')).toEqual(['Rf1', 'Kg1', 'Pg2', 'Nc3']);
  expect(after('lost -; moved e8c8', 'black', readFen('r3k3/8/8/8/8/8/8/4K3 w q - 0 1'))).toEqual(['kc8', 'rd8']);
  expect(after('lost -; moved g7g8n', 'white', readFen('4k3/6P1/8/8/8/8/8/4K3 b - - 0 1'))).toEqual(['Ke1', 'Ng8']);
});

it('is remembered like what a player of a game was told', () => {
  const told = readTold('lost -; sensed e6; seen ke7', 'white');
  const seen = lastSeen(observations(BEFORE, 'white', told), 'white', ownAfter(BEFORE, 'white', told));
  const pieceOn = (name: string) => seen.get(at(name));
  // The king is seen on another square than before; the rook stood on a8 before; the knight is seen to be gone.
  expect(pieceOn('e7')).toEqual({ square: at('e7'), piece: 'k', age: 0 });
  expect(pieceOn('e8')).toBeUndefined();
  expect(pieceOn('a8')).toEqual({ square: at('a8'), piece: 'r', age: 1 });
  expect(pieceOn('d5')).toEqual({ square: at('d5'), piece: null, age: 0 });
});
