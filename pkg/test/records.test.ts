import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS, Outpost } from '../src/index.ts';

const game = readFileSync(new URL('../../tests/conformance/fixtures/game.json', import.meta.url), 'utf8').trim();
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const withOutpost = (outpost: object): string => `${game.slice(0, -1)}, "outpost": ${JSON.stringify(outpost)}}`;

let outpost: Outpost;
beforeAll(async () => {
  outpost = await Outpost.start();
});
afterAll(() => outpost.terminate());

async function detailsOf(text: string) {
  const file = await outpost.openRecords(bytes(text));
  const details = await file.details(0);
  const replay = await file.replay(0);
  expect(await replay.details()).toEqual(details);
  replay.dispose();
  file.dispose();
  return details;
}

describe('the details of a record', () => {
  it('are its name, its text without our key, what is under that, and no differences', async () => {
    const extras = {
      notes: [{ place: { ply: 2, phase: 'sensed' }, text: '<b>', shapes: [{ orig: 'e4', brush: 'red' }] }],
      tags: ['a'],
      assistance: { white: 'hints' },
      played: '2026-11-28T12:00:00.000Z',
      weights: 'network',
      view: { place: { ply: 1, phase: 'moved' }, perspective: 'black' },
    };
    const plain = await detailsOf(game);
    const details = await detailsOf(withOutpost({ ...extras, more: [1] }));
    expect(details).toEqual({ ...plain, extras });
    expect(plain).toMatchObject({ extras: {}, leftOut: [], differences: [], differencesInAll: 0 });
    expect(plain.id).toMatch(/^[0-9a-f]{32}$/);
    expect(details.json.includes('\n')).toBe(false);
    expect(JSON.parse(details.json)).toEqual(JSON.parse(game));
  });

  it('say what could not be read', async () => {
    const { extras, leftOut } = await detailsOf(withOutpost({ tags: [1, 'a'], notes: 'none' }));
    expect(extras).toEqual({ tags: ['a'] });
    expect(leftOut.map(({ message }) => message)).toEqual([
      '$.outpost.notes: expected a list',
      '$.outpost.tags[0]: expected a text',
    ]);
    expect(leftOut[0]).toMatchObject({
      code: 'record',
      data: {
        line: null,
        path: '$.outpost.notes',
        reason: { code: 'expected', data: { wanted: 'list', found: null } },
      },
    });
  });

  it('say where the record and the rules disagree', async () => {
    const record = JSON.parse(game);
    record.winner_color = !record.winner_color;
    record.capture_squares.true[0] = 60;
    const { differences, differencesInAll } = await detailsOf(JSON.stringify(record));
    expect(differencesInAll).toBe(differences.length);
    expect(differences).toContainEqual({
      ply: 0,
      color: 'white',
      code: 'capture-square',
      data: { rules: null, record: 60 },
      message: "half-turn 1 (White's turn 1), capture square: the rules say none, the record e8",
    });
    expect(differences.map(({ code }) => code)).toContain('outcome');
  });
});

describe('the limits are the engine’s', () => {
  const place = (ply: number) => ({ ply, phase: 'start' });
  const note = (ply: number, text = 'x') => ({ place: place(ply), text });
  const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
  const named = (length: number) => JSON.stringify({ ...JSON.parse(game), white_name: 'é'.repeat(length) });
  const nested = (depth: number) => `${game.slice(0, -1)}, "x": ${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
  const shapes = (count: number) => ({ place: place(0), shapes: times(count, () => ({ orig: 'e4', brush: 'red' })) });
  const cases: [keyof typeof LIMITS, (most: number) => string][] = [
    ['depth', nested],
    ['name', named],
    ['notes', (most) => withOutpost({ notes: times(most, (i) => note(i)) })],
    ['noteBytes', (most) => withOutpost({ notes: [note(0, 'x'.repeat(most))] })],
    ['shapes', (most) => withOutpost({ notes: [shapes(most)] })],
    ['tags', (most) => withOutpost({ tags: times(most, (i) => `t${i}`) })],
    ['tag', (most) => withOutpost({ tags: ['é'.repeat(most)] })],
  ];
  it.each(cases)('of %s', async (what, make) => {
    const most = LIMITS[what];
    await detailsOf(make(most));
    await expect(detailsOf(make(most + 1))).rejects.toThrow(String(most));
  });

  it('of names: what a game takes, records and links take', async () => {
    const setup = (name: string) => ({
      white: { kind: 'person', name } as const,
      black: { kind: 'agent', agent: 'random', budgetMs: 0 } as const,
      clock: null,
      seed: 1,
    });
    // Four bytes, and two units in JavaScript.
    const longest = '\u{1F600}'.repeat(LIMITS.name);
    const started = await outpost.newGame(setup(longest));
    await started.resign('white');
    const record = await started.recordJson();
    expect((await detailsOf(record)).differences).toEqual([]);
    const { json } = await outpost.decodeLink(await outpost.encodeLink(record));
    expect(JSON.parse(json).white_name).toBe(longest);
    started.dispose();
    await expect(outpost.newGame(setup(`${longest}x`))).rejects.toThrow(
      `White's name is longer than ${LIMITS.name} characters`,
    );
  });
});
