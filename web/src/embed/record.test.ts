import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { LIMITS, Outpost } from 'outpost-rbc';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EmbedError } from '../problems/attributes';
import { MOST_CHARACTERS } from '../ui/bounded-json';
import { readRecord } from './record';

const fixture = (name: string): Uint8Array =>
  readFileSync(new URL(`../../../tests/conformance/fixtures/${name}`, import.meta.url));
const game = new TextDecoder().decode(fixture('game.json'));

let outpost: Outpost;
beforeAll(async () => {
  outpost = await Outpost.start();
});
afterAll(() => outpost.terminate());

it('has the steps that the engine has', async () => {
  const file = await outpost.openRecords(fixture('game.json'));
  const theirs = await file.replay(0);
  const { steps, summary } = readRecord(game);
  expect(steps).toEqual(theirs.steps);
  expect(summary).toEqual(theirs.summary);
  theirs.dispose();
  file.dispose();
});

it('has those of every game of a file', async () => {
  const packed = fixture('games.jsonl.gz');
  const file = await outpost.openRecords(packed);
  const records = gunzipSync(packed).toString().trim().split('\n').slice(0, 30);
  for (const [index, record] of records.entries()) {
    const theirs = await file.replay(index);
    const { steps, summary } = readRecord(record);
    expect(steps).toEqual(theirs.steps);
    expect({ ...summary, index }).toEqual(theirs.summary);
    theirs.dispose();
  }
  file.dispose();
});

it('has them of a game that Black opens, too', async () => {
  const started = await outpost.newGame({
    white: { kind: 'agent', agent: 'random', budgetMs: 0 },
    black: { kind: 'agent', agent: 'random', budgetMs: 0 },
    clock: null,
    seed: 3,
    startFen: '4k3/8/8/8/8/8/4P3/4K3 b - - 0 1',
  });
  while ((await started.outcome()) === null) await started.agentTurn();
  const theirs = await started.replay();
  expect(readRecord(await started.recordJson()).steps).toEqual(theirs.steps);
  started.dispose();
  theirs.dispose();
});

it('reads what a link adds, and passes over what is none of it', () => {
  const note = { place: { ply: 2, phase: 'sensed' }, text: '<b>', shapes: [{ orig: 'e4', brush: 'red' }] };
  const view = { place: { ply: 1, phase: 'moved' }, perspective: 'black' };
  const odd = { place: 3, text: 4 };
  const shape = { orig: 'e9', brush: 'pink' };
  const outposts = { view, notes: [note, odd, { ...note, text: 5, shapes: [shape] }, null] };
  const { annotations } = readRecord(JSON.stringify({ ...JSON.parse(game), outpost: outposts }));
  expect(annotations).toEqual({ view, notes: [note] });
});

it.each([
  { place: { ply: 1, phase: ['moved'] }, perspective: 'black' },
  { place: { ply: 1, phase: 'moved' }, perspective: ['black'] },
  { place: { ply: -1, phase: 'moved' }, perspective: 'black' },
  7,
])('passes over a view of other types: %j', (view) => {
  const { annotations } = readRecord(JSON.stringify({ ...JSON.parse(game), outpost: { view, notes: 'none' } }));
  expect(annotations).toEqual({ notes: [] });
});

it.each([
  ['{', /not JSON/],
  ['[]', /at \$/],
  ['{"type":"Boards","fens":[]}', /set of boards/],
  ['{"type":"GameHistory"}', /at senses/],
])('says what is wrong with %s', (text, message) => {
  expect(() => readRecord(text)).toThrow(message);
});

it('refuses what the engine refuses as too much, and says what', async () => {
  const note = (text: string) => ({ place: { ply: 0, phase: 'start' }, text });
  const put = (outposts: object) => JSON.stringify({ ...JSON.parse(game), outpost: outposts });
  const nested = (depth: number) => `${game.trim().slice(0, -1)}, "x": ${'['.repeat(depth)}${']'.repeat(depth)}}`;
  const shape = { orig: 'e4', brush: 'red' };
  const cases: [string, RegExp][] = [
    [nested(LIMITS.depth), /nested more than 64 deep/],
    [nested(1_500_000), /nested more than 64 deep/],
    [put({ notes: new Array(LIMITS.notes + 1).fill(note('x')) }), /too many notes: at most 1,024/],
    [put({ notes: new Array(40_000).fill(note('x')) }), /too many notes/],
    [put({ notes: [note('x'.repeat(LIMITS.noteBytes + 1))] }), /more than 1,048,576 bytes of notes/],
    [put({ notes: [{ ...note(''), shapes: new Array(LIMITS.shapes + 1).fill(shape) }] }), /too many arrows and marks/],
    [JSON.stringify({ ...JSON.parse(game), white_name: 'x'.repeat(LIMITS.name + 1) }), /name is longer than/],
  ];
  for (const [text, message] of cases) {
    expect(() => readRecord(text)).toThrow(message);
    await expect(outpost.openRecords(new TextEncoder().encode(text))).rejects.toThrow();
  }
  expect(() => readRecord(`{"type": "${'x'.repeat(MOST_CHARACTERS)}"}`)).toThrow('The record of the game is too long');
  // What is just not too much is read by both.
  const most = put({
    notes: Array.from({ length: LIMITS.notes }, (_, ply) => ({ place: { ply, phase: 'start' }, text: 'x' })),
  });
  for (const text of [nested(LIMITS.depth - 1), most]) {
    expect(readRecord(text).steps.length).toBeGreaterThan(0);
    (await outpost.openRecords(new TextEncoder().encode(text))).dispose();
  }
});

it('fails with a message, whatever is changed in a record', () => {
  const keys = Object.keys(JSON.parse(game) as object);
  const junk = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constant({ true: [null, 64, {}, [[1]]], false: [{ value: 3 }] }),
  );
  fc.assert(
    fc.property(fc.constantFrom(...keys), junk, (key, value) => {
      const text = JSON.stringify({ ...JSON.parse(game), [key]: value });
      try {
        for (const step of readRecord(text).steps) expect(typeof step.fen).toBe('string');
      } catch (error) {
        expect(error).toBeInstanceOf(EmbedError);
      }
    }),
  );
});
