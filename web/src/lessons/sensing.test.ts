import type { BeliefView } from 'outpost-rbc';
import { Outpost } from 'outpost-rbc';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseSquare } from '../board/squares';
import { answered, groups, known, rightSenses } from './answered';
import { quotes, shownIn } from './checks';
import type { Shown } from './lesson';
import makeLesson from './sensing';

const lesson = makeLesson();

let outpost: Outpost;
beforeAll(async () => {
  outpost = await Outpost.start();
});
afterAll(() => outpost.terminate());

const shown = (id: string): Shown => shownIn(lesson, id);

function worst({ senseWorst }: BeliefView, square: string): number | undefined {
  return senseWorst?.[parseSquare(square) ?? 64];
}

it('counts as the engine does, and is told what it says', async () => {
  expect((await answered(outpost, shown('possible'), ['count 20'])).result).toBe('open');
  expect((await answered(outpost, shown('quiet'), ['count 10'])).result).toBe('open');
  expect((await answered(outpost, shown('told'), ['count 5'])).result).toBe('open');
  const started = async (id: string, seed: string) => {
    const { attributes } = shown(id);
    const show: Shown = { element: 'game', attributes: { ...attributes, task: 'locate', seed } };
    return { told: (await answered(outpost, show, [])).told, size: (await known(outpost, show)).size };
  };
  expect(await started('quiet', '1')).toEqual({ told: ['lost -'], size: 11 });
  expect(await started('told', '5')).toEqual({ told: ['lost d5'], size: 4 });
  // With this seed Black takes nothing.
  expect(await started('told', '1')).toEqual({ told: ['lost -'], size: 33 });
  expect(await started('moment-ago', '1')).toEqual({ told: ['lost -'], size: 13 });
});

it('says what a look at one of four bishops leaves', async () => {
  const boards = shown('groups').attributes.boards ?? '';
  expect(groups(boards, 'e7')).toEqual([[1], [2], [3, 4]]);
  expect(await rightSenses(outpost, shown('nothing'))).toEqual(['c5', 'd6']);
  const belief = await known(outpost, shown('nothing'));
  expect(['c5', 'd6', 'e7', 'b4', 'g7'].map((square) => worst(belief, square))).toEqual([1, 1, 2, 2, 4]);
});

it('says what the first look of a game leaves', async () => {
  const belief = await known(outpost, shown('first-look'));
  expect(belief.size).toBe(21);
  expect(['b6', 'g6', 'b7', 'c7', 'b5', 'f7', 'g7', 'g5'].map((square) => worst(belief, square))).toEqual(
    Array(8).fill(13),
  );
  expect(await rightSenses(outpost, shown('first-look'))).not.toContain('e6');
  expect(['e6', 'd4', 'e2'].map((square) => worst(belief, square))).toEqual([14, 18, 21]);
});

it('says how many bits a look tells', async () => {
  const show = shown('halving');
  expect((await rightSenses(outpost, show)).sort()).toEqual(['a7', 'a8', 'b5', 'b6', 'b7', 'b8']);
  const { senseBits, size } = await known(outpost, show);
  expect(size).toBe(8);
  const bits = ['b7', 'h7', 'e7'].map((square) => senseBits?.[parseSquare(square) ?? 64]);
  expect(bits).toEqual([2, 1, 0]);
  const boards = show.attributes.boards ?? '';
  expect(groups(boards, 'b7').map(({ length }) => length)).toEqual([2, 2, 2, 2]);
  expect(groups(boards, 'h7').map(({ length }) => length)).toEqual([4, 4]);
});

it('says what looking where a piece was leaves', async () => {
  expect(await rightSenses(outpost, shown('moment-ago'))).toEqual(['g5']);
  const belief = await known(outpost, shown('moment-ago'));
  expect(['g5', 'f6'].map((square) => worst(belief, square))).toEqual([4, 6]);
});

it('quotes what was measured, of which its numbers are powers of ten', () => {
  const row = (name: string, ...cells: string[]) =>
    `| ${[name, ...cells.map((cell) => `${cell}, 30 games`)].join(' | ')} |`;
  quotes(
    'experiments.md',
    '30 games of each way to sense against `random`',
    row('none', '0.66 (0.44 to 0.88)', '1.88 (1.70 to 2.07)', '>4.65 (4.30 to 4.94)'),
    row('random', '0.54 (0.31 to 0.75)', '1.67 (1.50 to 1.85)', '3.29 (2.94 to 3.62)'),
    '| hsuc | 0.45 (0.26 to 0.63), 30 games | 1.10 (0.89 to 1.30), 30 games | 1.56 (1.29 to 1.79), 30 games | 1.58 (1.27 to 1.87)',
  );
  const said = lesson.steps.find(({ id }) => id === 'grow')?.text.join(' ') ?? '';
  expect(10 ** 4.65).toBeGreaterThan(40_000);
  expect(Math.round(10 ** 3.29 / 1000)).toBe(2);
  for (const boards of [10 ** 1.56, 10 ** 1.58]) expect(said).toContain(`about ${Math.round(boards)}`);
});
