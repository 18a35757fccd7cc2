import type { BeliefView, PieceLetter } from 'outpost-rbc';
import { expect, it } from 'vitest';
import { boardOfFen, parseSquare, ROLES, type Role } from '../board/squares';
import { futileRequests } from './futile-requests';
import type { Sighting } from './memory';

const at = (name: string) => parseSquare(name) as number;

function futile(
  fen: string,
  requests: string,
  chances: [string, Role, number][],
  seen: Record<string, PieceLetter | null> = {},
  part: Partial<BeliefView> = {},
) {
  const marginals = new Float32Array(384);
  for (const [square, role, chance] of chances) marginals[ROLES.indexOf(role) * 64 + at(square)] = chance;
  const belief = { color: 'white', size: 10, completeness: 'exact', weights: 'uniform', marginals, ...part };
  const sightings = new Map<number, Sighting>(
    Object.entries(seen).map(([name, piece]) => [at(name), { square: at(name), piece, age: 0 }]),
  );
  return futileRequests(requests.split(' '), boardOfFen(fen), sightings, belief as BeliefView);
}

const PAWN = '8/8/8/8/4P3/8/8/4K3 w - - 0 1';

it('has captures of pawns where nothing can be', () => {
  expect(futile(PAWN, 'e4d5 e4f5 e4e5 e1e2', [['d5', 'pawn', 0.1]])).toEqual(['e4f5']);
});

it('has none that may be en passant', () => {
  const fifth = '8/8/8/4P3/8/8/8/4K3 w - - 0 1';
  expect(futile(fifth, 'e5d6 e5f6', [['d5', 'pawn', 0.1]])).toEqual(['e5f6']);
  expect(futile(fifth, 'e5d6', [], { d6: null }, { completeness: 'sample' })).toEqual([]);
  expect(futile(fifth, 'e5d6', [], { d6: null, d5: null }, { completeness: 'sample' })).toEqual(['e5d6']);
});

it('has moves of pawns against a piece that surely stands there', () => {
  expect(futile(PAWN, 'e4e5', [['e5', 'pawn', 1]])).toEqual(['e4e5']);
  expect(
    futile(PAWN, 'e4e5', [
      ['e5', 'pawn', 0.5],
      ['e5', 'knight', 0.5],
    ]),
  ).toEqual(['e4e5']);
  expect(futile(PAWN, 'e4e5', [['e5', 'pawn', 0.9]])).toEqual([]);
  // The second of two squares only cuts the move short.
  const home = '8/8/8/8/8/8/4P3/4K3 w - - 0 1';
  expect(futile(home, 'e2e3 e2e4', [['e4', 'pawn', 1]])).toEqual([]);
  expect(futile(home, 'e2e3 e2e4', [['e3', 'pawn', 1]])).toEqual(['e2e3', 'e2e4']);
});

it('has castling past a piece that surely stands there', () => {
  const castles = '8/8/8/8/8/8/8/R3K2R w - - 0 1';
  expect(futile(castles, 'e1g1 e1c1', [['b1', 'knight', 1]])).toEqual(['e1c1']);
  expect(futile(castles, 'e1g1 e1c1', [['f1', 'knight', 0.5]])).toEqual([]);
});

it('goes by a sample and by weights of the network only where they cannot mislead', () => {
  expect(futile(PAWN, 'e4d5 e4e5', [['e5', 'pawn', 1]], {}, { completeness: 'sample' })).toEqual([]);
  expect(futile(PAWN, 'e4d5 e4e5', [['e5', 'pawn', 1]], {}, { weights: 'weighted' })).toEqual(['e4d5']);
  const seen = { d5: null, e5: 'p' } as const;
  expect(futile(PAWN, 'e4d5 e4e5', [], seen, { completeness: 'sample' })).toEqual(['e4d5', 'e4e5']);
});

it('goes the other way for Black', () => {
  const black = '4k3/8/8/8/4p3/8/8/8 b - - 0 1';
  const part = { color: 'black' } as const;
  expect(futile(black, 'e4e3 e4d3 e4f3', [['e3', 'pawn', 1]], {}, part)).toEqual(['e4e3', 'e4d3', 'e4f3']);
  expect(futile(black, 'e4d3 e4f3', [['d4', 'pawn', 1]], {}, part)).toEqual(['e4f3']);
});
