import type { Outpost as Engine } from 'outpost-rbc';
import { Outpost } from 'outpost-rbc';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answered, requestsOf } from './answered';
import { bestOn, boardsOf, find, type Rated, ratings, says, stepOf, weightsOf, wordsOf } from './checks';
import type { Shown } from './lesson';
import makeLesson from './safe-attacks';

const lesson = makeLesson();

let outpost: Engine;
beforeAll(async () => {
  outpost = await Outpost.start();
});
afterAll(() => outpost.terminate());

/** As the steps write it where whole percents would not add up. */
const exact = (share: number): string => `${(share * 100).toFixed(1)}%`;

async function ratedStep(id: string): Promise<{ step: ReturnType<typeof stepOf>; all: Rated[]; best: Rated }> {
  const step = stepOf(lesson, id);
  const all = await ratings(outpost, boardsOf(step), weightsOf(step));
  const best = all[0] as Rated;
  expect(step.solution).toEqual([best.request]);
  return { step, all, best };
}

it('takes the king after an attack from afar, and after no other', async () => {
  const show = stepOf(lesson, 'hidden-attack').show as Shown;
  expect(stepOf(lesson, 'no-check').show?.attributes.fen).toBe(show.attributes.fen);
  const right: string[] = [];
  for (const request of await requestsOf(outpost, show)) {
    // Whether the king is taken next is asked of the piece that moved, if it is still there to be asked.
    const taking = await answered(outpost, show, [request, `${request.slice(2, 4)}e8`]).catch(() => null);
    if (taking?.result === 'solved') right.push(request);
  }
  expect(right).toEqual(['d1e1', 'd1e2', 'd1h5', 'f1e1']);
  expect((await answered(outpost, show, ['d1d7', 'sense d7'])).told.slice(2)).toEqual([
    'moved d1d7',
    'lost d7',
    'seen ke8 pc7 qd7',
  ]);
});

it('attacks from afar', async () => {
  const { step, all, best } = await ratedStep('from-afar');
  const near = find(all, 'd1d5');
  expect(best.mean).toBeGreaterThan((all[1] as Rated).mean + 0.022);
  says(step, best.mean, Math.min(...best.on), near.on[0] as number, near.on[3] as number, near.mean);
});

it('takes what is safe', async () => {
  const { step, all, best } = await ratedStep('loose-pawns');
  expect(best.mean).toBeGreaterThan((all[1] as Rated).mean + 0.03);
  const [middle, left, right] = ['d4d5', 'd4a7', 'd4g7'].map((request) => find(all, request)) as [Rated, Rated, Rated];
  expect(Math.max(...right.on)).toBeLessThan(0.5);
  says(step, best.mean, Math.min(...best.on), ...[0, 2, 1, 3].map((i) => middle.on[i] as number), middle.mean);
  says(step, left.on[0] as number);
});

it('guards the own king', async () => {
  const { step, all, best } = await ratedStep('own-king');
  const greedy = find(all, 'b3b7');
  expect(best.mean).toBeGreaterThan(greedy.mean + 0.2);
  expect([bestOn(all, 0), bestOn(all, 1)].every((moves) => moves.includes('b3b7'))).toBe(true);
  says(step, best.mean, find(all, 'g1f1').mean, greedy.on[0] as number, greedy.on[2] as number, greedy.mean);
});

it('gambles where losing is cheap', async () => {
  const { step, all, best } = await ratedStep('good-gamble');
  const second = all[1] as Rated;
  expect(best.mean).toBeGreaterThan(second.mean + 0.05);
  expect([best.on[1], best.on[3]]).toEqual([1, 1]);
  expect(second.mean).toBeLessThanOrEqual(0.6);
  says(step, ...best.on, best.mean);
});

it('gambles with the king only when nearly sure', async () => {
  const careful = await ratedStep('bad-gamble');
  const [block, pawn, queen] = ['d1d2', 'c2c3', 'd1d8'].map((request) => find(careful.all, request)) as [
    Rated,
    Rated,
    Rated,
  ];
  expect(queen.mean).toBeLessThan(block.mean - 0.03);
  says(careful.step, ...block.on, pawn.mean, queen.mean);
  expect(wordsOf(careful.step)).toContain(exact(queen.on[1] as number));
  const sure = await ratedStep('how-sure');
  expect(sure.best.mean).toBeGreaterThan((sure.all[1] as Rated).mean + 0.025);
  says(sure.step, (sure.all[1] as Rated).mean);
  for (const share of [queen.on[1] as number, sure.best.mean]) expect(wordsOf(sure.step)).toContain(exact(share));
  expect(block.on.map(exact)).toEqual(['87.7%', '89.3%']);
  // Where both are worth the same.
  const [onBishop, elsewhere, win] = [block.on[0], block.on[1], queen.on[1]] as [number, number, number];
  const chance = (win - elsewhere) / (win - elsewhere + onBishop);
  expect(wordsOf(sure.step)).toContain(`1 time in ${Math.round(1 / chance)}`);
});
