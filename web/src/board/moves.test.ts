import type { PieceLetter } from 'outpost-rbc';
import { describe, expect, it } from 'vitest';
import { clearOwnSquares, correctMarkers, type Markers, toggleMarker } from './markers';
import { castleByRook, destinations, isPawnCapture, promotions, readMove } from './moves';
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

describe('isPawnCapture', () => {
  it('is true of pawns that leave their file', () => {
    const captures = requests.filter((uci) => {
      const [from, to] = [at(uci.slice(0, 2)), at(uci.slice(2, 4))];
      return isPawnCapture(own[from], from, to);
    });
    expect(captures).toEqual(['e2d3', 'e2f3', 'a7b8', 'a7b8q', 'a7b8n']);
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
    ['Nf3', 'notRequestable'],
    ['e2e9', 'form'],
    ['Nf', 'form'],
    ['Zf3', 'form'],
    ['f3', 'notRequestable'],
    ['a8', 'promotion'],
    ['Kg2', 'notRequestable'],
    ['x'.repeat(300_000), 'form'],
    ['d4d5', 'noPiece'],
    ['e2e5', 'notRequestable'],
    ['O-O-O', 'notRequestable'],
    ['a7a8', 'promotion'],
  ])('says what is wrong with “%s”: %s', (text, problem) => {
    expect(read(text)).toMatchObject({ kind: 'error', problem });
  });
});

describe('algebraic notation', () => {
  // Two knights that reach d2, rooks on one file, two pawns that may capture on d5, one about to promote.
  const board = boardOfFen('8/2P5/8/R7/2P1P3/8/1B6/RN2KN2 w - - 0 1');
  const asked = (
    'b1d2 b1c3 b1a3 f1d2 f1e3 f1g3 f1h2 a1a2 a1a3 a1a4 a5a4 a5a3 a5d5 c4c5 c4b5 c4d5 e4e5 e4d5 e4f5 ' +
    'c7c8q c7c8r c7c8b c7c8n c7d8 c7d8q c7d8r c7d8b c7d8n b2c3 b2d4 e1d2 e1e2'
  ).split(' ');
  const read = (text: string) => readMove(text, asked, board);

  it.each([
    ['Nc3', 'b1c3'],
    ['nc3', 'b1c3'],
    ['♘c3', 'b1c3'],
    ['Nbd2', 'b1d2'],
    ['N1c3', 'b1c3'],
    ['Nf1d2', 'f1d2'],
    ['Nfxd2+', 'f1d2'],
    ['Nf1-d2#!?', 'f1d2'],
    ['R5a3', 'a5a3'],
    ['Rad5', 'a5d5'],
    ['e5', 'e4e5'],
    ['exd5', 'e4d5'],
    ['cd5', 'c4d5'],
    ['exf5 e.p.', 'e4f5'],
    ['c8=Q', 'c7c8q'],
    ['c8Q', 'c7c8q'],
    ['c8(n)', 'c7c8n'],
    ['cxd8', 'c7d8'],
    ['cxd8=R+', 'c7d8r'],
    ['Bd4', 'b2d4'],
    ['bd4', 'b2d4'],
    ['Kd2', 'e1d2'],
    ['Ke2', 'e1e2'],
    ['E5', 'e4e5'],
    ['NBD2', 'b1d2'],
  ])('reads %s', (text, uci) => {
    expect(read(text)).toEqual({ kind: 'move', uci });
  });

  it.each([
    ['Nd2', ['b1d2', 'f1d2']],
    ['Ra3', ['a1a3', 'a5a3']],
    ['Rxa4', ['a1a4', 'a5a4']],
  ])('names what %s can be', (text, candidates) => {
    expect(read(text)).toMatchObject({ kind: 'error', problem: 'ambiguous', candidates });
  });

  it('takes a small b for a pawn or a bishop, and asks where both can be meant', () => {
    const both = boardOfFen('8/8/8/8/8/1P6/1B6/4K3 w - - 0 1');
    expect(readMove('bc4', ['b3c4', 'b2c1'], both)).toEqual({ kind: 'move', uci: 'b3c4' });
    expect(readMove('bxc3', ['b2c3'], both)).toEqual({ kind: 'move', uci: 'b2c3' });
    const pawn = boardOfFen('8/8/8/8/8/8/BP6/4K3 w - - 0 1');
    expect(readMove('bc3', ['b2c3', 'a2c3'], pawn)).toMatchObject({
      problem: 'ambiguous',
      candidates: ['b2c3', 'a2c3'],
    });
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
