import type { PieceLetter } from 'outpost';
import { describe, expect, it } from 'vitest';
import { clearOwnSquares, correctMarkers, type Markers, toggleMarker } from './markers';
import { castleByRook, destinations, promotions, readMove } from './moves';
import { boardOfFen, parseSquare } from './squares';

const at = (name: string) => parseSquare(name) as number;
const own = boardOfFen('8/P7/8/8/8/8/4P3/4K2R w - - 0 1');
const requests = 'e2e3 e2e4 e2d3 e2f3 e1g1 e1f1 a7a8q a7a8r a7a8b a7a8n a7b8 a7b8q a7b8n'.split(' ');

describe('destinations', () => {
  it('offers every request once, blind captures included', () => {
    const dests = destinations(requests);
    expect(dests.get(at('e2'))).toEqual([at('e3'), at('e4'), at('d3'), at('f3')]);
    expect(dests.get(at('a7'))).toEqual([at('a8'), at('b8')]);
  });
});

describe('promotions', () => {
  it('lists the pieces asked for, the queen first', () => {
    expect(promotions(requests, at('a7'), at('a8'))).toEqual(['q', 'n', 'r', 'b']);
    expect(promotions(requests, at('a7'), at('b8'))).toEqual(['q', 'n']);
    expect(promotions(requests, at('e2'), at('e4'))).toEqual([]);
  });
});

describe('castleByRook', () => {
  it('takes the king put on its rook for the castling that is offered', () => {
    expect(castleByRook(requests, own, at('e1'), at('h1'))).toBe('e1g1');
    expect(castleByRook(requests, own, at('e1'), at('a1'))).toBeNull();
    expect(castleByRook(['e1f1'], own, at('e1'), at('h1'))).toBeNull();
  });
});

describe('readMove', () => {
  const read = (text: string) => readMove(text, requests, own);

  it.each([
    ['e2e4', 'e2e4'],
    [' E2-E4 ', 'e2e4'],
    ['a7a8=q', 'a7a8q'],
    ['a7b8', 'a7b8'],
    ['O-O', 'e1g1'],
    ['0-0', 'e1g1'],
  ])('reads %s', (text, uci) => {
    expect(read(text)).toEqual({ kind: 'move', uci });
  });

  it('reads a pass', () => {
    expect(read('pass')).toEqual({ kind: 'pass' });
  });

  it.each([
    ['', 'empty'],
    ['Nf3', 'form'],
    ['e2e9', 'form'],
    ['d4d5', 'noPiece'],
    ['e2e5', 'notRequestable'],
    ['O-O-O', 'notRequestable'],
    ['a7a8', 'promotion'],
  ])('says what is wrong with “%s”: %s', (text, problem) => {
    expect(read(text)).toMatchObject({ kind: 'error', problem });
  });
});

describe('markers', () => {
  const markers: Markers = new Map<number, PieceLetter>([
    [at('d7'), 'p'],
    [at('e5'), 'n'],
    [at('b2'), 'q'],
  ]);

  it('are put down and taken off', () => {
    expect(toggleMarker(markers, at('a8'), 'r').get(at('a8'))).toBe('r');
    expect(toggleMarker(markers, at('e5'), 'n').has(at('e5'))).toBe(false);
    expect(toggleMarker(markers, at('e5'), 'b').get(at('e5'))).toBe('b');
    expect(toggleMarker(markers, at('e5'), null).has(at('e5'))).toBe(false);
  });

  it('go where a sense shows otherwise, and stay where it agrees or says nothing', () => {
    const seen: [number, PieceLetter | null][] = [
      [at('d7'), 'p'],
      [at('e5'), null],
    ];
    expect([...correctMarkers(markers, seen, 'white').keys()]).toEqual([at('d7'), at('b2')]);
    expect(correctMarkers(markers, [[at('b2'), 'P']], 'white').has(at('b2'))).toBe(false);
    expect(correctMarkers(markers, [], 'white')).toBe(markers);
  });

  it('go where an own piece stands', () => {
    const board: (PieceLetter | null)[] = new Array(64).fill(null);
    board[at('e5')] = 'R';
    expect(clearOwnSquares(markers, board).has(at('e5'))).toBe(false);
  });
});
