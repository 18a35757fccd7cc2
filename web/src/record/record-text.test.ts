import { expect, it } from 'vitest';
import { putTogether, recordText } from './record-text';

const json = '{"type":"GameHistory","white_name":"Zoë"}';

it('puts a record and what these pages keep in it together', () => {
  const extras = { tags: ['opening'], notes: [{ place: { ply: 0, phase: 'start' as const }, text: 'Zoë "z"' }] };
  expect(JSON.parse(putTogether(json, extras))).toEqual({ ...JSON.parse(json), outpost: extras });
  expect(putTogether(json, {})).toBe(json);
});

it('takes from the engine what these pages know', () => {
  const extras = {
    assistance: { white: 'everything', black: 'hints' },
    weights: 'dice',
    played: 'yesterday',
    tags: ['a'],
  };
  const details = { id: 'a', json, extras, leftOut: [], differences: [], differencesInAll: 2 };
  const read = { assistance: { black: 'hints' }, tags: ['a'] };
  expect(recordText(details)).toEqual({ id: 'a', json, extras: read, differences: 2 });
});
