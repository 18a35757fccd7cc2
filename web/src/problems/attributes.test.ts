import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  EmbedError,
  MOST_TEXT,
  oneOf,
  readArrows,
  readFen,
  readFens,
  readMarks,
  readMoves,
  readSquares,
  readText,
  START,
  someOf,
  wholeNumber,
} from './attributes';

it('reads positions', () => {
  const { pieces, turn } = readFen('4k3/8/8/8/8/8/8/R3K2R b KQ - 0 1');
  expect([pieces[0], pieces[7], pieces[60], pieces[8]]).toEqual(['R', 'R', 'k', null]);
  expect(turn).toBe('black');
  expect(readFen(START.split(' ')[0] as string).turn).toBe('white');
  expect(readFens(`${START};\n ${START}\n`)).toHaveLength(2);
});

it.each([
  ['', /eight ranks/],
  ['8/8/8/8/8/8/8', /eight ranks/],
  ['8/8/8/8/8/8/8/9', /is not a piece/],
  ['8/8/8/8/8/8/8/44', null],
  ['8/8/8/8/8/8/8/45', /rank 1 does not have eight/],
  ['8/8/8/8/8/8/8/7', /rank 1 does not have eight/],
  ['ppppppppp/8/8/8/8/8/8/8', /rank 8 does not have eight/],
  ['8/8/8/8/8/8/8/8 x', /w or b/],
  ['<img src=x onerror=alert(1)>', /is not a position/],
])('says what is wrong with the position %s', (fen, message) => {
  if (message) expect(() => readFen(fen)).toThrow(message);
  else expect(readFen(fen).pieces.every((piece) => piece === null)).toBe(true);
});

it('says what is too much', () => {
  const many = (word: string, count: number): string => `${word} `.repeat(count);
  expect(readArrows(many('e2e4', 256))).toHaveLength(256);
  expect(() => readArrows(many('e2e4', 257))).toThrow('There are too many arrows and marks: at most 256.');
  expect(() => readMarks(many('e4', 100_000))).toThrow('There are too many arrows and marks: at most 256.');
  expect(() => readMoves(many('e2e4', 10_000))).toThrow('There are too many entries');
  expect(() => readSquares('e4'.repeat(5_000_000))).toThrow('The list is too long');
  expect(() => readFens('8/'.repeat(5_000_000))).toThrow('The list is too long');
  expect(() => readFen('8/'.repeat(5_000_000))).toThrow(/eight ranks/);
  expect(readText('caption', 'x'.repeat(MOST_TEXT))).toHaveLength(MOST_TEXT);
  expect(() => readText('caption', 'x'.repeat(5_000_000))).toThrow(
    'The attribute caption is too long: at most 10,000 characters.',
  );
  expect(readText('caption', null)).toBe('');
});

it('reads squares, arrows, marks and moves', () => {
  expect(readSquares('e4, D5')).toEqual([28, 35]);
  expect(readArrows('e2e4 g8f6:red')).toEqual([
    { orig: 'e2', dest: 'e4', brush: 'green' },
    { orig: 'g8', dest: 'f6', brush: 'red' },
  ]);
  expect(readMarks('e4 d5:blue')).toEqual([
    { orig: 'e4', brush: 'green' },
    { orig: 'd5', brush: 'blue' },
  ]);
  expect(readMoves('e2e4 a7a8q pass')).toEqual(['e2e4', 'a7a8q', null]);
  expect(oneOf('phase', ' Moved ', ['start', 'moved'], 'start')).toBe('moved');
  expect(someOf('panels', 'none', ['text', 'moves'], ['text'])).toEqual([]);
  expect(someOf('panels', null, ['text', 'moves'], ['text'])).toEqual(['text']);
  expect(wholeNumber('turns', '12', 1, 20, 5)).toBe(12);
});

it.each([
  () => readSquares('e9'),
  () => readArrows('e2e2'),
  () => readArrows('e2e4:pink'),
  () => readMarks('e4:red:blue'),
  () => readMoves('e2e9'),
  () => oneOf('phase', 'never', ['start'], 'start'),
  () => someOf('panels', 'text none', ['text'], []),
  () => wholeNumber('turns', '1e3', 1, 2000, 5),
  () => wholeNumber('turns', '-1', 1, 2000, 5),
])('refuses what it cannot read', (read) => {
  expect(read).toThrow(EmbedError);
});

it('fails in no other way, whatever it is given', () => {
  const readers = [readFen, readFens, readSquares, readArrows, readMarks, readMoves];
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[a-h1-8:/;wb pPkK]*$/)), (text) => {
      for (const read of readers) {
        try {
          read(text);
        } catch (error) {
          expect(error).toBeInstanceOf(EmbedError);
        }
      }
    }),
  );
});
