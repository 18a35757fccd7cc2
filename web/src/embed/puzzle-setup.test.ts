import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type FenBoard, GAME_ATTRIBUTES, readFen } from '../problems/attributes';
import { movesOn, requestsOn } from '../problems/move-lists';
import { ownAfter, readTold } from '../problems/told';
import { type Kind, type Puzzle, readPuzzles } from '../puzzles/puzzle';
import { shownOf, verdictOf } from '../puzzles/shown';
import * as boardTasks from './board-tasks';
import { type GameAttributes, readSetup } from './game-setup';
import { TaskRun } from './task-run';

const read = (name: string): Puzzle[] =>
  readPuzzles(JSON.parse(readFileSync(fileURLToPath(new URL(`../puzzles/${name}`, import.meta.url)), 'utf8')));
const samples = read('samples.json');
const of = (kind: Kind): Puzzle => samples.find((puzzle) => puzzle.kind === kind) as Puzzle;

const { castlingText, sightBefore, sightNow, toldTexts } = boardTasks;
const NONE = Object.fromEntries(GAME_ATTRIBUTES.map((name) => [name, null])) as GameAttributes;
const setupOf = (puzzle: Puzzle, changes: Partial<GameAttributes> = {}) =>
  readSetup({ ...NONE, ...shownOf(puzzle).attributes, ...changes }, boardTasks);

it('shows every puzzle of this site, and every answer of it can be given', () => {
  for (const puzzle of read('puzzles.json')) {
    const { before, told, side, set, task } = setupOf(puzzle);
    if (!set) throw new Error(`${puzzle.id}: no boards`);
    if (before) {
      expect(toldTexts(before, told, side).length, puzzle.id).toBe(told.length);
      // What happened leads from the board before to those that are possible now.
      expect(ownAfter(before, side, told), puzzle.id).toEqual(set.own);
    }
    const moves = task === 'move' ? requestsOn(set.boards[0] as FenBoard) : [];
    if (task === 'played' && before) moves.push(...movesOn(before));
    const typed = told.some(({ what }) => what === 'moved');
    for (const answer of task === 'move' || (task === 'played' && !typed) ? puzzle.answers : [])
      expect(['pass', ...moves], puzzle.id).toContain(answer);
  }
});

it('refuses what was told if it does not lead to the boards', () => {
  for (const told of ['lost e1', 'lost a1', 'lost -; moved e1e8; lost -'])
    expect(() => setupOf(of('where'), { told }), told).toThrow('does not say what happened');
});

interface Heard {
  run: TaskRun;
  told: [string, Record<string, unknown>][];
}

function begin(puzzle: Puzzle, changes: Partial<GameAttributes> = {}): Heard {
  const told: Heard['told'] = [];
  const run = new TaskRun(setupOf(puzzle, changes), null, {
    tell: (name, detail) => told.push([name, detail as Record<string, unknown>]),
    changed: () => {},
    why: (answer, correct) => verdictOf(puzzle, answer, correct),
  });
  return { run, told };
}

/** Gives an answer as the person does, by the kind of task. */
async function give({ run }: Heard, answer: string): Promise<void> {
  const square = 'abcdefgh'.indexOf(answer[0] ?? '') + 8 * (Number(answer[1]) - 1);
  switch (run.setup.task) {
    case 'sense':
      return run.judgeSense(square);
    case 'where':
      return run.judgeSquare(square);
    case 'move':
      return run.judgeMove(answer === 'pass' ? null : answer);
    case 'played':
      return run.judgePlayed(answer === 'pass' ? null : answer);
    default:
      return run.judgeCount(answer);
  }
}

const WRONG: Record<Kind, string> = {
  sense: 'a1',
  decide: 'e4',
  safe: 'pass',
  king: 'g1g8',
  move: 'd1d4',
  where: 'g8',
  played: 'pass',
  count: '3',
  left: '4',
};

describe.each(samples)('a puzzle of the kind $kind', (puzzle) => {
  it('takes every right answer, and no other', async () => {
    for (const answer of puzzle.answers) {
      const heard = begin(puzzle);
      await give(heard, answer);
      expect(heard.run.settled, answer).toBe('solved');
      expect(heard.told.map(([name]) => name)).toEqual(['outpost-answer', 'outpost-success']);
      expect(heard.told[0]?.[1]).toMatchObject({ answer, correct: true, attempts: 1 });
    }
    const heard = begin(puzzle);
    await give(heard, WRONG[puzzle.kind]);
    expect(heard.run.settled).toBeNull();
    expect(heard.run.verdict).toMatchObject({ kind: 'bad', title: 'Not this time' });
    expect(heard.run.verdict?.text).not.toBe('');
    // A wrong answer does not tell the right one.
    for (const answer of puzzle.answers) expect(heard.run.verdict?.text.split(/[\s.]+/)).not.toContain(answer);
    await give(heard, puzzle.answers[0] as string);
    expect([heard.run.settled, heard.run.attempts]).toEqual(['solved', 2]);
  });

  it('shows its answer', async () => {
    const heard = begin(puzzle);
    await heard.run.showAnswer();
    expect(heard.run.settled).toBe('failed');
    const [first = ''] = puzzle.answers;
    const written = first.length > 3 && first !== 'pass' ? `${first.slice(0, 2)}–${first.slice(2, 4)}` : first;
    expect(heard.run.verdict?.text).toContain(written);
    expect(heard.told).toEqual([['outpost-failure', { task: heard.run.setup.task, reason: 'shown' }]]);
  });
});

it('computes what a window leaves where no answer is given, and reads numbers only', async () => {
  const heard = begin(of('left'), { answer: null });
  await give(heard, 'two');
  expect([heard.run.attempts, heard.run.verdict?.kind]).toEqual([0, 'plain']);
  await give(heard, '2');
  expect(heard.run.settled).toBe('solved');
});

it('refuses attributes that make no task', () => {
  const attributes = (kind: Kind, changes: Partial<GameAttributes>) => () => setupOf(of(kind), changes);
  expect(attributes('where', { answer: null })).toThrow('answer');
  expect(attributes('played', { before: null })).toThrow('before');
  expect(attributes('where', { told: null })).toThrow('told');
  expect(attributes('left', { squares: null })).toThrow('squares');
  expect(attributes('safe', { answer: null })).toThrow('answer');
  expect(attributes('count', { answer: 'many' })).toThrow('many');
  expect(attributes('count', { before: '4k3/8/8/8/8/8/8/R3K3 w - -' })).toThrow('opponent');
  expect(attributes('sense', { before: '4k3/8/8/8/8/8/8/R3K3 b - -', told: 'lost -' })).toThrow('before');
  expect(attributes('sense', { engine: 'maybe' })).toThrow('engine');
});

it('says and draws what happened since the board before', () => {
  const { before, told, side, set } = setupOf(of('where'));
  if (!before || !set) throw new Error('no board before');
  expect(toldTexts(before, told, side)).toEqual(['Your opponent captured nothing.', 'You sensed f8: pawn g7.']);
  const moves =
    'lost -; moved e1e8; lost -; asked e8e1; moved e8e4; lost -; asked e4e2; moved e4e3; took e3; lost -; moved e3f3; took f3; lost -; asked a1b2; moved -; lost -; moved -';
  expect(toldTexts(before, readTold(moves, side), side).filter((text) => text.startsWith('You '))).toEqual([
    'You moved e1–e8.',
    'You asked for e8–e1 and were stopped on e4.',
    'You asked for e4–e2 and captured on e3.',
    'You moved e3–f3 and captured on f3.',
    'You asked for a1–b2, which was not possible.',
    'You passed.',
  ]);
  expect(castlingText(before)).toBe('');
  const rights = ['KQkq', 'Kk', 'q', '-'].map((text) => castlingText(readFen(`r3k2r/8/8/8/8/8/8/4K3 b ${text} - 0 1`)));
  expect(rights.map((text) => text.replace('Black may ', ''))).toEqual([
    'still castle on both sides.',
    'still castle on the king’s side.',
    'still castle on the queen’s side.',
    'no longer castle.',
  ]);
  const all = sightBefore(before, told, side);
  expect(all.happened?.sensed?.length).toBe(6);
  expect([...(all.seen ?? [])].flatMap(([, { piece }]) => piece ?? [])).toEqual(['p']);
  // Of an earlier turn only what is new is drawn.
  const twice = readTold('lost -; sensed f8; seen kf8 pg7; moved e1e2; lost -; sensed a8; seen -', side);
  const drawn = [...(sightBefore(before, twice, side).seen?.values() ?? [])].filter(({ piece }) => piece);
  expect(drawn.map(({ piece, age }) => `${piece}${age}`)).toEqual(['k1']);
  const now = sightNow(set.own, before, told, side);
  // What was seen is of now, what was not looked at of the turn before.
  expect([...(now.seen ?? [])].flatMap(([, { piece, age }]) => (piece ? [`${piece}${age}`] : [])).sort()).toEqual([
    'p0',
    'p1',
  ]);
});
