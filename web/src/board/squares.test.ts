import { describe, expect, it } from 'vitest';
import {
  boardOfFen,
  parseSquare,
  screenPosition,
  senseWindow,
  squareAt,
  squareName,
  squaresInOrder,
  windowOnScreen,
} from './squares';

const at = (name: string) => parseSquare(name) as number;

describe('names', () => {
  it('go both ways', () => {
    for (let square = 0; square < 64; square++) {
      expect(parseSquare(squareName(square))).toBe(square);
    }
    for (const bad of ['', 'e9', 'i1', 'E4', 'e4 ', 'e44']) expect(parseSquare(bad)).toBeNull();
  });
});

describe('senseWindow', () => {
  it('lists the rank above first, files left to right', () => {
    expect(senseWindow(at('b2')).map(squareName)).toEqual('a3 b3 c3 a2 b2 c2 a1 b1 c1'.split(' '));
  });

  it('is clipped at corners and edges', () => {
    expect(senseWindow(at('a1')).map(squareName)).toEqual(['a2', 'b2', 'a1', 'b1']);
    expect(senseWindow(at('h8')).map(squareName)).toEqual(['g8', 'h8', 'g7', 'h7']);
    expect(senseWindow(at('e8'))).toHaveLength(6);
    expect(senseWindow(at('h4'))).toHaveLength(6);
    expect(senseWindow(at('e4'))).toHaveLength(9);
  });
});

describe('the screen', () => {
  it('turns with the orientation', () => {
    expect(screenPosition(at('a8'), 'white')).toEqual({ x: 0, y: 0 });
    expect(screenPosition(at('a8'), 'black')).toEqual({ x: 7, y: 7 });
    for (const orientation of ['white', 'black'] as const) {
      for (let square = 0; square < 64; square++) {
        const { x, y } = screenPosition(square, orientation);
        expect(squareAt(x, y, orientation)).toBe(square);
      }
      expect(new Set(squaresInOrder(orientation)).size).toBe(64);
    }
  });

  it('shows the clipped window', () => {
    expect(windowOnScreen(at('e4'), 'white')).toEqual({ x: 3, y: 3, width: 3, height: 3 });
    expect(windowOnScreen(at('a1'), 'white')).toEqual({ x: 0, y: 6, width: 2, height: 2 });
    expect(windowOnScreen(at('a1'), 'black')).toEqual({ x: 6, y: 0, width: 2, height: 2 });
  });
});

describe('boardOfFen', () => {
  it('reads the board field', () => {
    const board = boardOfFen('r3k3/8/8/8/4P3/8/8/4K2R b - - 0 1');
    expect(board[at('a8')]).toBe('r');
    expect(board[at('e4')]).toBe('P');
    expect(board.filter(Boolean)).toHaveLength(5);
  });
});
