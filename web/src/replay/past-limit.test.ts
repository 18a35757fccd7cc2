import { EngineCrashError, type PastLimit } from 'outpost-rbc';
import { expect, it } from 'vitest';
import { pastLimitOf, whyNotPlayOn } from './past-limit';

it('says why no game can go on, where none can', () => {
  const over: PastLimit = { halfMoves: 5, refusal: { code: 'past-over', message: '' } };
  expect([0, 5, 6].map((halfMoves) => whyNotPlayOn(over, halfMoves))).toEqual([null, null, 'The game is over here.']);
  const differs: PastLimit = { halfMoves: 3, refusal: { code: 'past-differs', data: { turn: 3 }, message: '' } };
  expect(whyNotPlayOn(differs, 3)).toBeNull();
  expect(whyNotPlayOn(differs, 4)).toBe('The record differs from the rules in half-turn 4. Choose a point before it.');
  expect(whyNotPlayOn({ ...over, halfMoves: null }, 0)).not.toBeNull();
  expect(whyNotPlayOn({ halfMoves: 2, refusal: null }, 2)).toBeNull();
});

it('forbids nothing where the engine does not answer', async () => {
  const error = new EngineCrashError({ code: 'given-up', data: { why: 'silence', crashes: 4, minutes: 2 } });
  const limit = await pastLimitOf({ pastLimit: () => Promise.reject(error) });
  expect(whyNotPlayOn(limit, 12)).toBeNull();
});

it('asks once for each game, and again where there was no answer', async () => {
  const answers = [new Error('gone'), { halfMoves: 2, refusal: null }];
  let asked = 0;
  const replay = {
    pastLimit: async (): Promise<PastLimit> => {
      const answer = answers[asked++];
      if (!answer || answer instanceof Error) throw answer ?? new Error('asked too often');
      return answer;
    },
  };
  await pastLimitOf(replay);
  const [first, second] = await Promise.all([pastLimitOf(replay), pastLimitOf(replay)]);
  expect([first.halfMoves, second, await pastLimitOf(replay), asked]).toEqual([2, first, first, 2]);
});
