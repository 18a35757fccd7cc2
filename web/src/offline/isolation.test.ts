import { expect, it } from 'vitest';
import { type Situation, wantsIsolation } from './isolation';

const situation: Situation = {
  crossOriginIsolated: false,
  query: '',
  framed: false,
  sharedMemory: true,
  tried: false,
};

it('loads a page again where threads would be gained', () => {
  expect(wantsIsolation(situation)).toBe(true);
  expect(wantsIsolation({ ...situation, query: '?isolate=on' })).toBe(true);
});

it.each<[string, Partial<Situation>]>([
  ['isolated', { crossOriginIsolated: true }],
  ['of a browser that does not know of it', { crossOriginIsolated: undefined }],
  ['of a browser without shared memory', { sharedMemory: false }],
  ['that was loaded again already', { tried: true }],
  ['in a frame', { framed: true }],
  ['that is to have none', { query: '?isolate=off' }],
  ['that is to have one thread', { query: '?x=1&build=single' }],
])('leaves a page %s alone', (_, change) => {
  expect(wantsIsolation({ ...situation, ...change })).toBe(false);
});
