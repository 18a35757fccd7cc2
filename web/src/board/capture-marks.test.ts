import type { PieceLetter, Square } from 'outpost-rbc';
import { describe, expect, it } from 'vitest';
import type { Ghost } from './board';
import { captureMarks } from './capture-marks';
import { parseSquare } from './squares';

const at = (name: string): Square => parseSquare(name) as Square;
const seen = (square: string, piece: PieceLetter, age = 0): Ghost => ({
  square: at(square),
  piece,
  kind: 'seen',
  opacity: 1,
  age,
});
const likely = (square: string, piece: PieceLetter): Ghost => ({
  square: at(square),
  piece,
  kind: 'likely',
  opacity: 0.4,
});

/** The marks of a queen's move from h5, a pawn's from d5, a knight's from a5, a king's from e1. */
function marks(move: string, ghosts: Ghost[], empty: string[] = []): string {
  const pieces = new Array<PieceLetter | null>(64).fill(null);
  for (const [square, piece] of Object.entries({ h5: 'Q', d5: 'P', a5: 'N', e1: 'K', h1: 'R' }))
    pieces[at(square)] = piece as PieceLetter;
  return captureMarks(at(move.slice(0, 2)), at(move.slice(2)), {
    pieces,
    ghosts,
    empty: new Set(empty.map(at)),
  }).join(' ');
}

describe('a capture', () => {
  it('is certain of a piece that is known, on a way that is known to be free', () => {
    const king = seen('e8', 'k');
    expect(marks('h5e8', [king], ['g6', 'f7'])).toBe('covered certain king-there');
    // What has not been seen may stand in the way.
    expect(marks('h5e8', [king], ['g6'])).toBe('covered guessed king-there');
    expect(marks('h5f7', [seen('f7', 'p')], ['g6'])).toBe('covered certain');
    expect(marks('h5g6', [{ ...likely('g6', 'p'), certain: true }])).toBe('covered certain');
    expect(marks('a5b7', [seen('b7', 'p')])).toBe('covered certain');
  });

  it('is guessed of a piece that is not, the king as well', () => {
    expect(marks('h5e8', [likely('e8', 'k')], ['g6', 'f7'])).toBe('covered guessed');
    expect(marks('a5b7', [seen('b7', 'k', 1)])).toBe('covered guessed');
    expect(marks('d5e6', [likely('e6', 'p')])).toBe('covered must-capture guessed');
    expect(marks('d5e6', [])).toBe('must-capture');
    expect(marks('a5b7', [])).toBe('');
  });

  it('is none where another piece surely stands in the way, before a pawn, and of an own rook', () => {
    expect(marks('h5e8', [seen('e8', 'k'), seen('f7', 'p')], ['g6'])).toBe('covered');
    expect(marks('d5d6', [seen('d6', 'n')])).toBe('covered');
    expect(marks('e1h1', [])).toBe('');
  });
});
