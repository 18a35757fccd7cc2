import fc from 'fast-check';
import { Outpost } from 'outpost-rbc';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readFen } from './attributes';
import { movesOn, requestsOn } from './move-lists';

let outpost: Outpost;
beforeAll(async () => {
  outpost = await Outpost.start();
});
afterAll(() => outpost.terminate());

/** All requests on a board by the engine, and those that are taken as they are asked for. */
async function engine(fen: string): Promise<{ requests: string[]; taken: string[] }> {
  const set = await outpost.openBoards([fen]);
  const { rows } = await set.moves({ nodes: 1 });
  set.dispose();
  // A promotion may be asked for without its piece, too: here only with it.
  const named = rows.filter(({ request }) => request !== null && !rows.some((row) => row.request === `${request}q`));
  const names = (some: typeof rows): string[] => some.map(({ request }) => request as string).sort();
  return { requests: names(named), taken: names(named.filter(({ asAsked }) => asAsked === 1)) };
}

async function expectSame(fen: string): Promise<void> {
  const { requests, taken } = await engine(fen);
  const board = readFen(fen);
  expect(requestsOn(board).sort(), fen).toEqual(requests);
  expect(movesOn(board).sort(), fen).toEqual(taken);
}

it.each([
  ['the start', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'],
  ['castling on both sides', 'r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1'],
  ['castling through an attack and past a piece', 'r3k2r/8/8/8/4r3/8/8/RN2K2R w KQkq - 0 1'],
  ['castling without the right to it', 'r3k2r/8/8/8/8/8/8/R3K2R w Qk - 0 1'],
  ['castling that another piece is in the way of', '4k3/8/8/8/8/8/8/Rn2K1nR w KQ - 0 1'],
  ['a capture en passant', '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2'],
  ['promotions', '1r2k3/P1P5/8/8/8/8/p7/4K3 w - - 0 1'],
  ['promotions of Black', '4k3/8/8/8/8/8/p7/1R2K3 b - - 0 1'],
  ['pawns that are blocked', '4k3/8/8/8/4p3/4P3/4p3/4K3 w - - 0 1'],
  ['a king to be taken', '4k3/8/8/8/8/8/8/4R1K1 w - - 0 1'],
])('has the engine’s moves: %s', async (_, fen) => expectSame(fen));

it('has them on any board', { timeout: 60_000 }, async () => {
  const piece = fc.record({ square: fc.integer({ min: 0, max: 63 }), letter: fc.constantFrom(...'pnbrqPNBRQ') });
  const board = fc.record({ pieces: fc.array(piece, { maxLength: 14 }), white: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(board, async ({ pieces, white }) => {
      const cells: string[] = new Array(64).fill('1');
      for (const { square, letter } of pieces) {
        if (letter.toLowerCase() !== 'p' || (square > 7 && square < 56)) cells[square] = letter;
      }
      cells[4] = 'k';
      cells[60] = 'K';
      const ranks = Array.from({ length: 8 }, (_, rank) => cells.slice(8 * rank, 8 * rank + 8).join(''));
      const field = ranks.join('/').replaceAll(/1+/g, (empty) => String(empty.length));
      await expectSame(`${field} ${white ? 'w' : 'b'} - - 0 1`);
    }),
    { numRuns: 60 },
  );
});
