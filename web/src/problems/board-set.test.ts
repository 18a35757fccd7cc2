import fc from 'fast-check';
import { type BeliefView, Outpost } from 'outpost-rbc';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readFen } from './attributes';
import { boardSet } from './board-set';

let outpost: Outpost;
beforeAll(async () => {
  outpost = await Outpost.start();
});
afterAll(() => outpost.terminate());

function expectSame(ours: BeliefView, theirs: BeliefView): void {
  const { color, size, estimate, completeness, bestSense } = theirs;
  expect(ours).toMatchObject({ color, size, estimate, completeness, bestSense });
  // Boards that weigh the same have no order.
  const byFen = ({ likeliest }: BeliefView) =>
    likeliest
      .map(({ fen, weight }) => ({ fen, weight: Math.fround(weight) }))
      .sort((a, b) => a.fen.localeCompare(b.fen));
  expect(byFen(ours)).toEqual(byFen(theirs));
  expect([...(ours.senseWorst ?? [])]).toEqual([...(theirs.senseWorst ?? [])]);
  for (const name of ['marginals', 'entropy', 'senseExpected', 'senseBits'] as const) {
    const [a, b] = [ours[name] ?? [], theirs[name] ?? []];
    expect(a.length).toBe(b.length);
    for (const [i, value] of a.entries()) expect(value).toBeCloseTo(b[i] as number, 4);
  }
}

it('has the numbers of the engine', async () => {
  const belief = await outpost.track('white');
  await belief.tell({ type: 'opponent', capture: null });
  await belief.tell({ type: 'sense', square: null, result: [] });
  await belief.tell({ type: 'move', requested: 'e2e4', taken: 'e2e4', capture: null });
  await belief.tell({ type: 'opponent', capture: null });
  const theirs = await belief.view();
  const ours = boardSet((await belief.boards(4096)).map(readFen)).belief;
  expect(ours.size).toBe(21);
  expectSame(ours, theirs);
  belief.dispose();
});

it('has them of any boards that are listed', async () => {
  // Black's king and one more piece stand anywhere on the upper half; White has king and rook at home.
  const squares = fc.integer({ min: 0, max: 31 });
  const board = fc.record({ king: squares, other: squares, piece: fc.constantFrom('p', 'n', 'b', 'r', 'q') });
  const fen = ({ king, other, piece }: { king: number; other: number; piece: string }): string => {
    const cells = Array.from({ length: 64 }, (_, at) =>
      at === king ? 'k' : at === other ? piece : at === 56 ? 'R' : at === 60 ? 'K' : '1',
    );
    const ranks = Array.from({ length: 8 }, (_, rank) => cells.slice(8 * rank, 8 * rank + 8).join(''));
    return `${ranks.join('/').replaceAll(/1+/g, (empty) => String(empty.length))} w - - 0 1`;
  };
  await fc.assert(
    fc.asyncProperty(fc.array(board, { minLength: 1, maxLength: 12 }), async (boards) => {
      const fens = boards.map(fen);
      const theirs = await outpost.openBoards(fens);
      expectSame(boardSet(fens.map(readFen)).belief, await theirs.belief());
      theirs.dispose();
    }),
    { numRuns: 40 },
  );
});

it('leaves out what is given twice, and refuses what could be told apart', () => {
  const one = readFen('4k3/8/8/8/8/8/8/4K3 w - - 0 1');
  const two = readFen('3k4/8/8/8/8/8/8/4K3 w - - 0 1');
  const { belief, own } = boardSet([one, two, one]);
  expect(belief.size).toBe(2);
  expect(own.filter((piece) => piece !== null)).toEqual(['K']);
  expect(() => boardSet([])).toThrow(/no position/);
  expect(() => boardSet([one, readFen('4k3/8/8/8/8/8/8/4K3 b - - 0 1')])).toThrow(/Board 2: the side to move/);
  expect(() => boardSet([one, readFen('4k3/8/8/8/8/8/8/3K4 w - - 0 1')])).toThrow(
    /Board 2: White has different pieces/,
  );
});

it('goes by weights where there are any', () => {
  const at = (square: string) => {
    const [file, rank] = ['abcdefgh'.indexOf(square[0] as string), Number(square[1])];
    const row = (r: number) =>
      r === rank ? `${file || ''}n${7 - file || ''}` : r === 8 ? '4k3' : r === 1 ? '4K3' : '8';
    return readFen(`${[8, 7, 6, 5, 4, 3, 2, 1].map(row).join('/')} w - - 0 1`);
  };
  const { belief, weights } = boardSet([at('b4'), at('d4'), at('g5')], [6, 1, 3]);
  expect(weights).toEqual([0.6, 0.1, 0.3]);
  const [knight, b4, c4, g4] = [1, 25, 26, 30];
  expect(belief.marginals[knight * 64 + b4]).toBeCloseTo(0.6, 6);
  // A window on b4 tells the first from the other two; one on g4 the third from the first two.
  expect(belief.senseExpected?.[b4 - 1]).toBeCloseTo(0.6 + 2 * 0.4, 5);
  expect(belief.senseExpected?.[g4]).toBeCloseTo(0.3 + 2 * 0.7, 5);
  expect(belief.senseExpected?.[c4]).toBeCloseTo(1, 5);
  expect(belief.senseBits?.[g4]).toBeCloseTo(-(0.3 * Math.log2(0.3) + 0.7 * Math.log2(0.7)), 5);
  // Counts are counts.
  expect(belief.senseWorst?.[b4 - 1]).toBe(2);
  expect(belief.likeliest.map(({ weight }) => weight)).toEqual([0.6, 0.3, 0.1]);
  expect(() => boardSet([at('b4'), at('d4')], [1])).toThrow(/1 weight.* 2 boards/);
});
