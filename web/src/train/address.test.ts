import { expect, it } from 'vitest';
import { puzzleHash, trainPlace } from './address';

it('reads addresses of the page, also odd ones', () => {
  expect(trainPlace('#train')).toEqual({ what: 'next' });
  expect(trainPlace('#train/')).toEqual({ what: 'next' });
  expect(trainPlace('#train?from=chat')).toEqual({ what: 'next' });
  expect(trainPlace('#train/daily?x')).toEqual({ what: 'daily' });
  expect(trainPlace('#train/yours')).toEqual({ what: 'yours' });
  expect(trainPlace('#train/repeat')).toEqual({ what: 'repeat' });
  expect(trainPlace('#train/7hQ2xP0c/more')).toEqual({ what: 'one', id: '7hQ2xP0c' });
  expect(trainPlace('#train/%00')).toEqual({ what: 'one', id: '%00' });
  for (const other of ['', '#play', '#training', '#train-more', '#trains/daily', '#1train'])
    expect(trainPlace(other)).toBeNull();
});

it('writes what it reads', () => {
  expect(trainPlace(puzzleHash('abCD1234'))).toEqual({ what: 'one', id: 'abCD1234' });
});
