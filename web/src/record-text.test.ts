import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { contentId, identify, putTogether, takeApart } from './record-text';

const folder = new URL('../../tests/conformance/fixtures/', import.meta.url);
const games = gunzipSync(readFileSync(new URL('games.jsonl.gz', folder)))
  .toString()
  .trim()
  .split('\n');
const one = games[0] as string;

it('takes a record apart and puts it together without loss', () => {
  const extras = { tags: ['opening'], notes: [{ place: { ply: 0, phase: 'start' as const }, text: 'Zoë "z"' }] };
  const record = JSON.parse(one) as object;
  const { json, ...rest } = takeApart(JSON.stringify({ outpost: extras, ...record }, null, 2));
  expect(rest.extras).toEqual(extras);
  expect(identify(JSON.stringify({ ...record, outpost: extras }))).toEqual(rest);
  expect(JSON.parse(json)).toEqual(record);
  expect(json).not.toContain('\n');
  expect(JSON.parse(putTogether(json, extras))).toEqual({ ...record, outpost: extras });
  expect(putTogether(json, {})).toBe(json);
});

it('gives the same game one name, and others others', () => {
  const ids = games.map((text) => takeApart(text).id);
  expect(new Set(ids).size).toBe(new Set(games).size);
  expect(ids[0]).toMatch(/^[0-9a-f]{32}$/);
  const record = JSON.parse(one) as Record<string, unknown>;
  // Spaces, the order of keys, notes and other keys make no difference.
  const turned = Object.fromEntries(Object.entries(record).toReversed());
  expect(takeApart(JSON.stringify({ ...turned, outpost: { tags: ['x'] }, more: 1 }, null, 1)).id).toBe(ids[0]);
  // A move, a name and the winner do.
  for (const change of [{ white_name: 'Other' }, { winner_color: null, win_reason: null }, { requested_moves: {} }]) {
    expect(contentId({ ...record, ...change })).not.toBe(ids[0]);
  }
});

it('takes whatever the reader of records lets pass', () => {
  expect(takeApart('{"type":"GameHistory","__proto__":{"a":1},"outpost":7}').extras).toEqual({});
  expect(contentId({})).toMatch(/^[0-9a-f]{32}$/);
});
