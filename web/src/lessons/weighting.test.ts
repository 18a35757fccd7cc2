import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Outpost, type Square } from 'outpost-rbc';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nodeLauncher } from '../../../pkg/src/node-launcher';
import { fileSurroundings } from '../../../pkg/src/stockfish/files';
import { readFens, readWeights } from '../problems/attributes';
import { boardSet } from '../problems/board-set';
import { boardsOf, classesOf, find, quotes, type Rated, ratings, says, stepOf, weightsOf, wordsOf } from './checks';
import makeLesson from './weighting';

const lesson = makeLesson();

const file = (path: string) =>
  new Uint8Array(readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url))));

let outpost: Outpost;
beforeAll(async () => {
  const module = await import('../../../pkg/siamese/siamese.js');
  await module.default({ module_or_path: file('pkg/siamese/siamese_bg.wasm') });
  const model = file('models/siamese.onnx');
  const files = { ...fileSurroundings, caches: () => undefined, fetch: async () => new Response(model) };
  const launch = nodeLauncher(undefined, { load: async () => module, files });
  outpost = await Outpost.startIn({ launch, simd: true, noThreads: 'node', cores: 1 });
  const sha256 = createHash('sha256').update(model).digest('hex');
  await outpost.siamese.load({ model: { url: new URL('https://example.org/m'), size: model.length, sha256 } });
});
afterAll(() => outpost.terminate());

it('has the weights of the network', async () => {
  const belief = await outpost.track('black');
  await belief.tell({ type: 'opponent', capture: null });
  const [weights, boards] = [await belief.weights(), await belief.boards(100)];
  expect(boards.length).toBe(21);
  const step = stepOf(lesson, 'likeliest');
  const fens = boardsOf(step);
  expect(fens.map((fen) => Math.round((weights[boards.indexOf(fen)] as number) * 1000))).toEqual(weightsOf(step));
  expect([...weights].sort((a, b) => b - a)[5]).toBeCloseTo(Math.min(...weightsOf(step)) / 1000, 3);
  const total = weightsOf(step).reduce((a, b) => a + b);
  expect(step.solution).toEqual([`choose ${weightsOf(step).indexOf(Math.max(...weightsOf(step))) + 1}`]);
  says(step, ...weightsOf(step).map((weight) => weight / total));
  const sense = stepOf(lesson, 'sense');
  says(sense, weightsOf(sense).reduce((a, b) => a + b) / 1000);
  belief.dispose();
});

it('looks where the weight is', () => {
  const step = stepOf(lesson, 'sense');
  const { boards = '', weights = '' } = step.show?.attributes ?? {};
  const left = (of: readonly number[] | null) => boardSet(readFens(boards), of).belief.senseExpected as Float32Array;
  const [e3, d3] = [20, 19] as const;
  const weighted = left(readWeights(weights));
  expect(weighted[e3]).toBeCloseTo(Math.min(...weighted), 6);
  for (const square of [e3, d3]) expect(wordsOf(step)).toContain(weighted[square]?.toFixed(2));
  const alike = left(null);
  expect([alike[e3], alike[d3]]).toEqual([1.5, 1.5]);
  // The sum as it is written out: what looks alike around e3, and its part of the weight.
  const [pass, nc3, e4, nf3] = weightsOf(step) as [number, number, number, number];
  expect(classesOf(boardsOf(step), e3 as Square)).toEqual([[0, 1], [2], [3]]);
  const pair = (pass + nc3) / (pass + nc3 + e4 + nf3);
  says(step, pair, 1 - pair);
  const [two, one] = [pair.toFixed(2), (1 - pair).toFixed(2)];
  expect(wordsOf(step)).toContain(`${two} × 2 + ${one} × 1 = ${(2 * Number(two) + Number(one)).toFixed(2)}`);
});

it('has a move that the weights change', async () => {
  const [alike, weighted] = [stepOf(lesson, 'alike'), stepOf(lesson, 'weighted')];
  expect(boardsOf(weighted)).toEqual(boardsOf(alike));
  const before = await ratings(outpost, boardsOf(alike));
  const [rook, second] = before as [Rated, Rated];
  expect([rook.request, second.request]).toEqual(['a8a1', 'a8d8']);
  expect(rook.mean).toBeGreaterThan(second.mean + 0.05);
  says(alike, rook.mean, ...rook.on, second.mean, ...second.on);
  const after = await ratings(outpost, boardsOf(weighted), weightsOf(weighted));
  const [best, next] = after as [Rated, Rated];
  expect(best.request).toBe('a8d8');
  expect(best.mean).toBeGreaterThan(next.mean + 0.025);
  says(weighted, best.mean, ...best.on, find(after, 'a8a1').mean);
});

it('quotes what was measured', () => {
  quotes('agents.md', 'scored 150 of 200 points (75 %, 95 % interval 68.6 to 80.5) against `siamese-uniform`');
  quotes(
    'siamese.md',
    'the built-in evaluation 14.9 % (10.7 to 19.5), the network 29.6 % (24.1 to 35.4), and chance 4.4 %',
    "Against the paper's Table II (582,450 games",
    'The other decision of the same turn, and the turns before and after it, are mostly in the training part',
    'with 484 real games, is ahead against `attacker` (96 % against 93;',
    '26 against 39 % with StrangeFish2, 33 against 46 with StrangeFish, 20 against 50 with Oracle',
    'true boards against `attacker` stand first, 18 against `trout`',
    'Boards between 50 and 80 % are true less often than they are said to be.',
  );
});
