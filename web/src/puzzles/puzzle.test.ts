import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EmbedError, readFens } from '../problems/attributes';
import { boardSet } from '../problems/board-set';
import { PartMissing } from '../ui/parts';
import { boardCount, KINDS, type Puzzle, readPuzzle, readPuzzles } from './puzzle';
import { loadPuzzles, type PuzzlePart, puzzleSet } from './puzzle-set';

const file = JSON.parse(readFileSync(fileURLToPath(new URL('./puzzles.json', import.meta.url)), 'utf8'));
const puzzles = readPuzzles(file);
const SAMPLE = JSON.parse(readFileSync(fileURLToPath(new URL('./samples.json', import.meta.url)), 'utf8'));
const samples = readPuzzles(SAMPLE);
const given = (kind: string, changes: Record<string, unknown> = {}): unknown => ({
  ...SAMPLE.puzzles.find((puzzle: Puzzle) => puzzle.kind === kind),
  ...changes,
});

it('reads the puzzles of this site, which have every kind', () => {
  expect(new Set(puzzles.map(({ kind }) => kind))).toEqual(new Set(KINDS));
  expect(puzzles.map(({ id }) => id)).toEqual(puzzles.map(({ id }) => id).sort());
  for (const { boards, kind, answers } of puzzles) {
    const { boards: different } = boardSet(readFens(boards));
    if (kind === 'count') expect(answers).toEqual([String(different.length)]);
  }
  expect(samples.map(({ kind }) => kind)).toEqual([...KINDS]);
});

it.each([
  ['no object', 17],
  ['a list', []],
  ['an id with other signs', given('sense', { id: 'abc-1234' })],
  ['an id that is too short', given('sense', { id: 'abc' })],
  ['a kind that is none', given('sense', { kind: '__proto__' })],
  ['a rating that is no number', given('sense', { rating: '1500' })],
  ['a rating that is not finite', given('sense', { rating: Number.NaN })],
  ['no boards', given('sense', { boards: ' ; ' })],
  ['a board that is none', given('sense', { boards: 'hello' })],
  [
    'boards that the solver could tell apart',
    given('sense', { boards: '4k3/8/8/8/8/8/8/4K3 w - -;4k3/8/8/8/8/8/4K3/8 w - -' }),
  ],
  ['boards of both sides', given('sense', { boards: '4k3/8/8/8/8/8/8/4K3 w - -;4k3/8/8/8/8/8/8/4K3 b - -' })],
  ['more boards than are shown', given('sense', { boards: '4k3/8/8/8/8/8/8/4K3 w - -;'.repeat(25) })],
  ['no answer', given('sense', { answers: [] })],
  ['an answer of another kind', given('sense', { answers: ['e2e4'] })],
  ['an answer that is no text', given('count', { answers: [2] })],
  ['two answers to one question', given('where', { answers: ['h8', 'g8'] })],
  ['no board before', given('where', { before: undefined })],
  ['a board before of the same side', given('where', { before: '6k1/6pp/8/8/8/8/8/K3R3 w - -' })],
  ['something that cannot have been told', given('where', { told: 'lost -; sensed f8; seen pa1' })],
  ['something that does not lead to the boards', given('where', { told: 'lost e1' })],
  ['a piece that is not looked for', given('where', { piece: 'pawn' })],
  ['turns that are not two', given('king', { turns: 3 })],
  ['no window', given('left', { square: undefined })],
  ['numbers that are none', given('sense', { numbers: [['d6', 'one']] })],
  ['numbers of nothing', given('sense', { numbers: [['d6']] })],
  ['numbers of what is no answer', given('sense', { numbers: [['<b>', 1]] })],
  ['a number of more boards than there are', given('sense', { numbers: [['d6', 1000]] })],
  ['a probability above 1', given('move', { numbers: [['pass', 1.5]] })],
])('refuses %s', (_, puzzle) => {
  expect(() => readPuzzle(puzzle)).toThrow(EmbedError);
});

it('has each board once, however they are separated', () => {
  const [sample] = samples as [Puzzle];
  const lines = sample.boards.split(';').join(' ;\n');
  const [first] = sample.boards.split(';') as [string];
  for (const boards of [lines, `${sample.boards};`, `${sample.boards};${first} 0 9`.replace(first, `${first} 0 1`)])
    expect(boardCount(readPuzzle(given('sense', { boards })))).toBe(boardCount(sample));
  expect(readPuzzle(given('sense', { boards: lines }))).toEqual(sample);
});

it('says which puzzle of a file is wrong, and why', () => {
  const read =
    (...all: unknown[]) =>
    () =>
      readPuzzles({ version: 1, puzzles: all });
  expect(read(given('sense'), given('count', { answers: ['0'] }))).toThrow(
    'Puzzle 7hCount1: the field answers is missing or has a value that it cannot have.',
  );
  expect(read(given('sense'), {})).toThrow('Puzzle 2: the field id');
  expect(read(given('sense'), given('sense'))).toThrow('two puzzles have this id');
  expect(() => readPuzzles({ version: 2, puzzles: [] })).toThrow('version');
  expect(() => readPuzzles(null)).toThrow('not a puzzle file');
});

it('takes any other value for no puzzle, and does not fall over', () => {
  const fields = [
    'id',
    'kind',
    'rating',
    'deviation',
    'boards',
    'before',
    'told',
    'square',
    'piece',
    'answers',
    'numbers',
  ];
  fc.assert(
    fc.property(
      fc.constantFrom(...KINDS),
      fc.constantFrom(...fields),
      fc.oneof(
        fc.jsonValue({ maxDepth: 3 }),
        fc.string(),
        fc.constantFrom('e5', 'pass', 'lost -', '8/8/8/8/8/8/8/8 w - -'),
      ),
      (kind, field, value) => {
        try {
          const { answers, id } = readPuzzle(given(kind, { [field]: value }));
          expect(answers.length).toBeGreaterThan(0);
          expect(id).toMatch(/^\w{8}$/);
        } catch (error) {
          expect(error).toBeInstanceOf(EmbedError);
        }
      },
    ),
    { numRuns: 500 },
  );
});

const partOf = (puzzles: readonly Puzzle[]): PuzzlePart => ({
  entries: puzzles.map(({ id, kind, rating, deviation }) => [id, kind, rating, deviation]),
  load: async () => ({ default: puzzles }),
});

it('lists the puzzles of the file, and loads each of them as the file has it', async () => {
  const set = await loadPuzzles();
  expect(set.all.map(({ id }) => id)).toEqual(puzzles.map(({ id }) => id));
  for (const [i, { id, kind, rating, deviation }] of puzzles.entries()) {
    expect(set.all[i]).toEqual({ id, kind, rating, deviation });
    expect(await set.load(id)).toEqual(file.puzzles[i]);
  }
  await expect(set.load('aaaaaaaa')).rejects.toThrow(EmbedError);
  // As it was chosen when all puzzles were one file.
  const days = ['1969-12-31', '2026-12-01', '2026-12-02', '2027-07-15'];
  expect(days.map((day) => set.daily(new Date(day)).id)).toEqual(['QOm7u3LJ', 'VbigY98T', '64Eui03w', '3kKebpmV']);
});

it.each([
  ['another puzzle', [samples[1]]],
  ['a puzzle that cannot be shown', [{ ...samples[0], kind: 5 }]],
  ['no list', 5],
])('what arrives with %s in the place of a part is as if nothing had arrived', async (_, other) => {
  const [sample] = samples as [Puzzle];
  const set = puzzleSet([{ ...partOf([sample]), load: async () => ({ default: other as Puzzle[] }) }]);
  await expect(set.load(sample.id)).rejects.toThrow(PartMissing);
});

it('has a puzzle for each day, the same wherever it is asked for, and all of them in turn', () => {
  const parts = [samples.slice(0, 4), samples.slice(4)].map(partOf);
  const set = puzzleSet(parts);
  expect(set.byId('2cSafe01')?.kind).toBe('safe');
  expect(set.byId('constructor')).toBeNull();
  const day = (n: number): Date => new Date(Date.UTC(2026, 11, n, 3));
  expect(set.daily(new Date('2026-12-01T00:00:00Z'))).toBe(set.daily(new Date('2026-12-01T23:59:59Z')));
  const month = Array.from({ length: samples.length }, (_, i) => set.daily(day(i + 1)).id);
  expect(new Set(month).size).toBe(samples.length);
  // Not in the order of the file, and also before 1970.
  expect(month).not.toEqual([...month].sort());
  expect(set.daily(new Date('1969-12-31T12:00:00Z'))).toBeDefined();
  expect(() => puzzleSet([])).toThrow(EmbedError);
});
