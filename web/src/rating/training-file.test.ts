import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type PuzzleResult, readPuzzleResult } from './puzzle-results';
import { lessonLines, MOST_RESULTS, ownPuzzleLines, readTraining, trainingLines } from './training-file';

const NOW = Date.UTC(2026, 5, 10);
const results = (n: number): PuzzleResult[] =>
  Array.from({ length: n }, (_, i) => ({
    puzzle: i.toString(36).padStart(8, '0'),
    kind: 'where',
    rating: 1400.5,
    deviation: 90,
    at: NOW - i * 60_000,
    day: Math.floor((NOW - i * 60_000) / 86_400_000),
    solved: i % 3 !== 0,
    hinted: i % 5 === 0,
    milliseconds: i,
  }));
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string | Uint8Array) => readTraining(typeof text === 'string' ? bytes(text) : text, NOW);

const GAME = '{"type":"GameHistory","senses":{}}\n';

it('is read as it was written, gzipped or not, alone or before games', async () => {
  const all = results(9001);
  const lines = trainingLines(all);
  expect(lines).toHaveLength(3);
  expect(await read(lines.join(''))).toEqual({ only: true, results: all, puzzles: [], lessons: [], bad: 0 });
  expect(await read(gzipSync(lines.join('') + GAME))).toEqual({
    only: false,
    results: all,
    puzzles: [],
    lessons: [],
    bad: 0,
  });
  // Two files one after the other.
  expect(await read(`${lines[0]}\n${lines[1]}${GAME}`)).toMatchObject({ only: false, bad: 0 });
  expect(await read((lines[0] as string).trimEnd())).toMatchObject({ only: true });
  expect(trainingLines([])).toEqual([]);
});

it('puzzles of own games are read as they were written, beside answers', async () => {
  const puzzles = Array.from({ length: 120 }, (_, i) => {
    const id = i.toString(36).padStart(8, '0');
    return { id, puzzle: { id, kind: 'king', answers: ['e2e4'] }, at: NOW - i };
  });
  const lines = ownPuzzleLines(puzzles);
  expect(lines).toHaveLength(3);
  const all = results(3);
  expect(await read([...trainingLines(all), ...lines, GAME].join(''))).toEqual({
    only: false,
    results: all,
    puzzles,
    lessons: [],
    bad: 0,
  });
  const [first] = puzzles;
  const hostile = JSON.stringify([[NOW, first?.puzzle], [NOW, null], ['x', first?.puzzle], 7, [NOW, { id: 'x' }]]);
  expect(await read(`{"type":"OutpostTraining","version":1,"results":[],"puzzles":${hostile}}\n`)).toMatchObject({
    puzzles: [{ ...first, at: NOW }],
    bad: 4,
  });
  expect(await read('{"type":"OutpostTraining","version":1,"results":[],"puzzles":{}}\n')).toMatchObject({ bad: 1 });
  expect(ownPuzzleLines([])).toEqual([]);
});

it('there are none in files of games, of anything else, or of nothing', async () => {
  const [line = ''] = trainingLines(results(1));
  for (const text of ['', '\n', GAME, `${GAME}${line}`, '{', '{"type":"Outp', '[1', `x${line}`, '\0'.repeat(99)])
    expect(await read(text), text).toBeNull();
  expect(await read(gzipSync(GAME))).toBeNull();
  // Whoever reads the games says what is wrong with it.
  expect(await read(gzipSync(line).subarray(0, 30))).toBeNull();
  expect(await read(new Uint8Array([0x1f, 0x8b, 1, 2, 3]))).toBeNull();
});

it('takes what can be read of a hostile file', async () => {
  const [good] = results(1);
  const rows = JSON.parse(trainingLines(results(1))[0] ?? '').results;
  const line = (value: unknown): string =>
    `{"type":"OutpostTraining","version":1,"results":${JSON.stringify(value)}}\n`;
  expect(await read(line([...rows, null, [], 'x', [['deep']], { length: 9 }]))).toEqual({
    only: true,
    results: [good],
    puzzles: [],
    lessons: [],
    bad: 5,
  });
  // Answers that are said to be given in a week.
  expect((await read(line([rows[0].with(4, NOW + 7 * 86_400_000)])))?.results).toEqual([]);
  expect(await read('{"type":"OutpostTraining","version":2,"results":[]}\n')).toMatchObject({ results: [], bad: 1 });
  expect(await read('{"type":"OutpostTraining","version":1,"results":[[}\n')).toMatchObject({ results: [], bad: 1 });
  expect(await read(`{"type":"OutpostTraining","results":${'['.repeat(9999)}`)).toMatchObject({ bad: 1 });
  expect(await read('{"type":"OutpostTraining"}')).toMatchObject({ bad: 1 });
  // More than anybody answers, and a line without an end, packed small.
  const many = `[${Array.from({ length: 4000 }, () => JSON.stringify(rows[0])).join()}]`;
  const lines = `{"type":"OutpostTraining","version":1,"results":${many}}\n`.repeat(40);
  const most = await read(gzipSync(lines));
  expect(most?.results).toHaveLength(MOST_RESULTS);
  expect(most?.bad).toBe(40 * 4000 - MOST_RESULTS);
  const endless = `{"type":"OutpostTraining","version":1,"results":"${'x'.repeat(30_000_000)}`;
  expect(await read(gzipSync(endless))).toBeNull();
});

it('never throws, and never gives what is no result', async () => {
  const row = fc.array(fc.oneof(fc.anything(), fc.integer(), fc.string()), { maxLength: 10 });
  const text = fc.oneof(
    fc.string(),
    fc.array(row, { maxLength: 4 }).map((rows) => {
      const json = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value));
      return `{"type":"OutpostTraining","version":1,"results":${json}}`;
    }),
  );
  await fc.assert(
    fc.asyncProperty(text, fc.boolean(), async (given, zipped) => {
      const training = await read(zipped ? gzipSync(given) : given);
      for (const result of training?.results ?? []) expect(readPuzzleResult(result)).toEqual(result);
    }),
    { numRuns: 60 },
  );
});

it('has lessons between answers and games', async () => {
  const lessons = ['{"type":"OutpostLesson","title":"One\\n"}', '{"any":["thing"]}'];
  const lines = [...trainingLines(results(2)), ...lessonLines(lessons)].join('');
  expect(await read(lines + GAME)).toEqual({ only: false, results: results(2), puzzles: [], lessons, bad: 0 });
  expect(await read(lessonLines(lessons).join(''))).toEqual({ only: true, results: [], puzzles: [], lessons, bad: 0 });
});
