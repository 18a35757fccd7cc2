import { Outpost } from 'outpost';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readFen } from './attributes';
import { boardSet } from './board-set';

let outpost: Outpost;
beforeAll(async () => {
  outpost = await Outpost.start();
});
afterAll(() => outpost.terminate());

it('has the numbers of the engine', async () => {
  const belief = await outpost.track('white');
  await belief.tell({ type: 'opponent', capture: null });
  await belief.tell({ type: 'sense', square: null, result: [] });
  await belief.tell({ type: 'move', requested: 'e2e4', taken: 'e2e4', capture: null });
  await belief.tell({ type: 'opponent', capture: null });
  const theirs = await belief.view();
  const ours = boardSet((await belief.boards(4096)).map(readFen)).belief;
  expect(ours.size).toBe(21);
  const { color, size, estimate, completeness, bestSense, likeliest } = theirs;
  expect(ours).toMatchObject({ color, size, estimate, completeness, bestSense, likeliest });
  expect([...(ours.senseWorst ?? [])]).toEqual([...(theirs.senseWorst ?? [])]);
  for (const name of ['marginals', 'entropy', 'senseExpected', 'senseBits'] as const) {
    const [a, b] = [ours[name] ?? [], theirs[name] ?? []];
    expect(a.length).toBe(b.length);
    for (const [i, value] of a.entries()) expect(value).toBeCloseTo(b[i] as number, 4);
  }
  belief.dispose();
});

it('leaves out what is given twice, and refuses what could be told apart', () => {
  const one = readFen('4k3/8/8/8/8/8/8/4K3 w - - 0 1');
  const two = readFen('3k4/8/8/8/8/8/8/4K3 w - - 0 1');
  const { belief, own } = boardSet([one, two, one]);
  expect(belief.size).toBe(2);
  expect(own.filter((piece) => piece !== null)).toEqual(['K']);
  expect(() => boardSet([])).toThrow(/no position/);
  expect(() => boardSet([one, readFen('4k3/8/8/8/8/8/8/4K3 b - - 0 1')])).toThrow(/Board 2: another side/);
  expect(() => boardSet([one, readFen('4k3/8/8/8/8/8/8/3K4 w - - 0 1')])).toThrow(/Board 2: White has other pieces/);
});
