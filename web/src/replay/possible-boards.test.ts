import { Outpost } from 'outpost-rbc';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { possibleBoards } from './possible-boards';

/** A game of nine half-turns, as in docs/embedding.md. */
const LINK = '1v1HBPbjTbJA4rMO2h3bwy8RHJ1fvOyZaNhWy33zNdYG9Z4xGHxd9o5cIr77';

let outpost: Outpost;
beforeAll(async () => {
  outpost = await Outpost.start();
});
afterAll(() => outpost.terminate());

it('has as many boards as the replay, with the true one among them, before and after each sense', async () => {
  const opened = await outpost.openLink(LINK);
  if (opened.kind !== 'game') throw new Error('no game');
  const { replay } = opened;
  const key = (fen: string): string => fen.split(' ').slice(0, 3).join(' ');
  let few = 0;
  for (const { index, phase, color, fen } of replay.steps) {
    if (phase === 'moved') continue;
    const { size, fens } = await possibleBoards(outpost, replay.steps, index, 60);
    const belief = await replay.belief(index, color);
    expect(size, `step ${index}`).toBe(belief.size);
    if (size > 60) expect(fens).toEqual([]);
    else {
      few += 1;
      expect(fens.length).toBe(size);
      expect(fens.map(key)).toContain(key(fen));
    }
  }
  expect(few).toBeGreaterThan(3);
  replay.dispose();
});
