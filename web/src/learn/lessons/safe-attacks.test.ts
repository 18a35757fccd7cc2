import type { Outpost as Engine, Square } from 'outpost';
import { Outpost } from 'outpost';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bestOn, boardsOf, find, type Rated, ratings, says, stepOf, weightsOf, wordsOf } from '../checks';
import lesson from './safe-attacks';

let outpost: Engine;
beforeAll(async () => {
  outpost = await Outpost.start();
});
afterAll(() => outpost.terminate());

async function ratedStep(id: string): Promise<{ step: ReturnType<typeof stepOf>; all: Rated[]; best: Rated }> {
  const step = stepOf(lesson, id);
  const all = await ratings(outpost, boardsOf(step), weightsOf(step));
  const best = all[0] as Rated;
  expect(step.solution).toEqual([best.request]);
  return { step, all, best };
}

it.each(['d1h5 h5e8', 'd1e2 e2e8'])('takes the king by %s', async (moves) => {
  const { fen, agent, seed, turns } = stepOf(lesson, 'hidden-attack').show?.attributes ?? {};
  const game = await outpost.newGame({
    white: { kind: 'person', name: 'You' },
    black: { kind: 'agent', agent: agent as 'random', budgetMs: 500 },
    clock: null,
    seed: Number(seed),
    startFen: fen as string,
  });
  const line = moves.split(' ');
  expect(line.length).toBe(Number(turns));
  for (const [i, move] of line.entries()) {
    if (i > 0) await game.agentTurn();
    await game.sense('white', 60 as Square);
    expect((await game.move('white', move)).taken).toBe(move);
  }
  expect((await game.view('white')).outcome).toMatchObject({ winner: 'white', reason: 'KING_CAPTURE' });
  game.dispose();
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
  says(careful.step, ...block.on, pawn.mean, queen.on[1] as number, queen.mean);
  const sure = await ratedStep('how-sure');
  expect(sure.best.mean).toBeGreaterThan((sure.all[1] as Rated).mean + 0.025);
  says(sure.step, sure.best.mean, (sure.all[1] as Rated).mean, queen.on[1] as number);
  // Where both are worth the same.
  const [onBishop, elsewhere, win] = [block.on[0], block.on[1], queen.on[1]] as [number, number, number];
  const chance = (win - elsewhere) / (win - elsewhere + onBishop);
  expect(wordsOf(sure.step)).toContain(`1 time in ${Math.round(1 / chance)}`);
});
