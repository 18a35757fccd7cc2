import type { MoveReport, ReplayStep } from 'outpost-rbc';
import { describe, expect, it } from 'vitest';
import { moveText, resultKind } from '../board/move-results';
import { parseSquare } from '../board/squares';
import {
  endingText,
  noticeText,
  outcomeTitle,
  resultText,
  senseText,
  stepText,
  summaryText,
  typedProblemText,
} from './wording';

const at = (name: string) => parseSquare(name) as number;
const report = (requested: string | null, taken: string | null, capture?: string): MoveReport => ({
  requested,
  taken,
  capture: capture ? at(capture) : null,
});

it('says why a request failed, where that is asked for', () => {
  const why = (uci: string) => resultText(report(uci, null), true).replace(/^.*lost\. /, '');
  expect(['e4d5', 'e2e4', 'e7e5', 'a6a7', 'e1c1'].map(why)).toEqual([
    'There is nothing to capture on d5.',
    'A piece stands on e3.',
    'A piece stands on e6.',
    'A piece stands on a7.',
    'A piece stands between king and rook.',
  ]);
});

describe('results', () => {
  it.each([
    [report('e2e4', 'e2e4'), 'moved', 'Moved e2–e4.'],
    [report('e4d5', 'e4d5', 'd5'), 'captured', 'Moved e4–d5 and captured on d5.'],
    [report('a1a8', 'a1a5', 'a5'), 'stopped', 'Stopped on a5 instead of a8, captured on a5.'],
    [report('e2e4', 'e2e3'), 'stopped', 'Stopped on e3: the way to e4 is blocked.'],
    [report('e4d5', null), 'failed', 'e4–d5 was not possible. The turn is lost.'],
    [report(null, null), 'passed', 'You passed.'],
    // A pawn asked for without its promotion becomes a queen: that is no other move.
    [report('a7a8', 'a7a8q'), 'moved', 'Moved a7–a8=Q.'],
    [report('a7b8', 'a7b8q', 'b8'), 'captured', 'Moved a7–b8=Q and captured on b8.'],
  ])('%j is %s', (move, kind, text) => {
    expect(resultKind(move)).toBe(kind);
    expect(resultText(move)).toBe(text);
  });
});

describe('senses', () => {
  it('names opponent pieces only, the strongest first', () => {
    const result: [number, 'q' | 'p' | 'P' | null][] = [
      [at('d8'), 'q'],
      [at('e8'), null],
      [at('d7'), 'p'],
      [at('e7'), 'p'],
      [at('d6'), 'P'],
    ];
    expect(senseText({ square: at('e7'), result }, 'white')).toBe('Around e7: queen d8; pawns d7, e7.');
    expect(senseText({ square: at('e7'), result: [] }, 'white')).toBe('Around e7: no opponent piece.');
    expect(senseText({ square: null, result: [] }, 'white')).toBe('You did not sense.');
  });
});

describe('notices', () => {
  it('say what was lost when it is known', () => {
    expect(noticeText(null, true)).toBe('The game begins.');
    expect(noticeText(null, false)).toBe('Your opponent captured nothing.');
    expect(noticeText(at('e5'), false)).toBe('Your opponent captured on e5.');
    expect(noticeText(at('e5'), false, 'N')).toBe('Your opponent captured your knight on e5.');
  });
});

describe('outcomes', () => {
  it('speak to who looks', () => {
    const win = { winner: 'white', reason: 'KING_CAPTURE' } as const;
    expect(outcomeTitle(win, 'white')).toBe('You win');
    expect(outcomeTitle(win, 'black')).toBe('You lose');
    expect(outcomeTitle(win, null)).toBe('White wins');
    expect(outcomeTitle({ winner: null, reason: 'MOVE_LIMIT' }, 'white')).toBe('Draw');
  });
});

describe('summaries of records', () => {
  it.each([
    ['black', 'RESIGN', 'Black wins. White resigned.'],
    [null, 'MOVE_LIMIT', 'Draw. A hundred half-turns passed without a capture or a pawn move.'],
    ['white', 'ELSE', 'White wins.'],
    [null, 'RESIGN', 'Draw.'],
    [null, null, 'No result.'],
  ] as const)('%s, %s', (winner, reason, text) => {
    expect(summaryText({ winner, reason })).toBe(text);
  });
});

describe('steps', () => {
  const step = (part: Partial<ReplayStep>): ReplayStep => ({
    index: 0,
    ply: 2,
    color: 'white',
    phase: 'start',
    fen: '8/8/8/8/8/8/8/8 w - - 0 1',
    sense: null,
    move: null,
    notice: null,
    ...part,
  });

  it('are told in words', () => {
    expect(stepText(step({ notice: at('e4') }))).toBe('Told: a capture on e4.');
    expect(stepText(step({ ply: 0 }))).toBe('The game begins.');
    expect(stepText(step({ phase: 'sensed' }))).toBe('Does not sense.');
    expect(stepText(step({ phase: 'moved', move: report('h5e8', 'h5f7', 'f7') }))).toBe(
      'Requests h5–e8, is stopped: h5–f7, captures on f7.',
    );
    expect(stepText(step({ phase: 'moved', move: report(null, null) }))).toBe('Passes.');
  });
});

it('writes moves for people', () => {
  expect(moveText('e2e4')).toBe('e2–e4');
  expect(moveText('a7b8n')).toBe('a7–b8=N');
});

describe('endingText', () => {
  const step = (ply: number, phase: ReplayStep['phase']) =>
    ({ ply, color: ply % 2 === 0 ? 'white' : 'black', phase }) as ReplayStep;
  it.each([
    [
      [step(0, 'start')],
      'black',
      'RESIGN',
      'White resigned at the start of turn 1, so the record holds nothing of that turn.',
    ],
    [[step(0, 'start')], 'white', 'RESIGN', 'Black resigned in White’s turn 1.'],
    [
      [step(3, 'moved')],
      'black',
      'RESIGN',
      'White resigned at the start of turn 3, so the record holds nothing of that turn.',
    ],
    [[step(3, 'moved')], 'white', 'TIMEOUT', 'Black ran out of time in White’s turn 3.'],
    [[step(5, 'sensed')], 'white', 'TIMEOUT', 'Black ran out of time in turn 3, after the sense.'],
    [[step(5, 'moved')], 'white', 'KING_CAPTURE', null],
    [[step(5, 'moved')], null, 'MOVE_LIMIT', null],
    [[], 'white', 'RESIGN', null],
  ] as const)('tells when: %#', (steps, winner, reason, text) => {
    expect(endingText(steps, { winner, reason })).toBe(text);
  });
});

it('names the moves that an ambiguous one can be', () => {
  const problem = { kind: 'error', problem: 'ambiguous', text: 'Nd2', candidates: ['b1d2', 'f1d2'] } as const;
  expect(typedProblemText(problem, 'Nd2')).toContain('b1d2 or f1d2');
});
