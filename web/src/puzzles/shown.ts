/** What a puzzle shows: an `<outpost-game>` with these attributes. */
import { moveTableWords } from '../belief/words';
import { moveText } from '../board/move-results';
import { boardOfFen, parseSquare, roleOf } from '../board/squares';
import type { Shown } from '../lessons/lesson';
import { readFens } from '../problems/attributes';
import { groupSizes } from '../problems/board-set';
import { boardCount, numberOf, type Puzzle } from './puzzle';
import { puzzleWords } from './words';

export function shownOf(puzzle: Puzzle): Shown {
  const { kind, boards, before, told, piece, square, answers } = puzzle;
  const texts = { prompt: questionOf(puzzle), hint: hintOf(puzzle), explain: explanationOf(puzzle) };
  const attributes = (own: Record<string, string | undefined>): Shown => ({
    element: 'game',
    attributes: Object.fromEntries(
      Object.entries({ ...own, boards, panels: 'boards', engine: 'off', ...texts }).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      ),
    ),
  });
  const answer = answers.join(' ');
  switch (kind) {
    case 'sense':
      // Once it is over, the board shows the value of each sense.
      return attributes({ task: 'sense', measure: 'worst', answer });
    case 'decide':
      return attributes({ task: 'sense', answer });
    case 'safe':
    case 'king':
    case 'move':
      return attributes({ task: 'move', answer });
    case 'where':
      return attributes({ task: 'where', before, told, piece, answer });
    case 'played':
      return attributes({ task: 'played', before, told, answer });
    case 'count':
      return attributes({ task: 'count', before, told, answer });
    case 'left':
      return attributes({ task: 'left', squares: square, answer });
  }
}

export function questionOf(puzzle: Puzzle): string {
  const { question } = puzzleWords;
  switch (puzzle.kind) {
    case 'king':
      return isForced(puzzle) ? question.forces : question.captures;
    case 'where':
      return puzzle.piece === 'queen' ? question.queen : question.king;
    case 'played':
      return isAfterMove(puzzle) ? question.playedLast : question.played;
    case 'left':
      return question.left(puzzle.square ?? '');
    default:
      return question[puzzle.kind];
  }
}

export function hintOf(puzzle: Puzzle): string {
  const { hint } = puzzleWords;
  if (puzzle.kind !== 'king') return hint[puzzle.kind];
  return isForced(puzzle) ? hint.forces : hint.captures;
}

/** Why the right answers are right, with the numbers behind them. */
export function explanationOf(puzzle: Puzzle): string {
  const { explain } = puzzleWords;
  const { kind, answers, numbers = [] } = puzzle;
  const [first = ''] = answers;
  const all = boardCount(puzzle);
  const best = answers.map(nameOf);
  const number = numberOf(puzzle, first);
  const wrong = numbers.find(([name]) => !answers.includes(name));
  const next = wrong ? { name: nameOf(wrong[0]), n: wrong[1] } : null;
  switch (kind) {
    case 'sense':
      return number === null ? '' : explain.sense(best, number, all, next);
    case 'decide':
      return number === null ? '' : explain.decide(best, number, next);
    case 'safe':
      return explain.safe(best, all, next && wrong ? { ...next, name: moveOf(wrong[0]) } : null);
    case 'king': {
      if (number === null) return '';
      const say = isForced(puzzle) ? explain.forces : explain.captures;
      // A move that captures it nowhere is no second best.
      const other = next && ofBoards(next.n, all) > 0 ? { ...next, n: ofBoards(next.n, all) } : null;
      return say(best, ofBoards(number, all), all, other);
    }
    case 'move':
      return number === null ? '' : explain.move(best, number, next);
    case 'where':
      return explain.where(first, all);
    case 'played':
      return explain.played(nameOf(first));
    case 'count':
      return explain.count(Number(first));
    case 'left':
      return explain.left(
        puzzle.square ?? '',
        leftSizes(puzzle).map((size) => String(size)),
      );
  }
}

/** What is to be said of an answer besides whether it is right; empty where nothing is known of it, or the explanation says it. */
export function verdictOf(puzzle: Puzzle, answer: string, right: boolean): string {
  if (right && explanationOf(puzzle) !== '') return '';
  const { of } = puzzleWords;
  const { kind } = puzzle;
  const all = boardCount(puzzle);
  const name = nameOf(answer);
  const number = numberOf(puzzle, answer);
  switch (kind) {
    case 'sense': {
      const worst = number ?? groupSizes(readFens(puzzle.boards), parseSquare(answer) ?? 0)[0] ?? all;
      return of.sense(name, worst, all);
    }
    case 'decide':
      return number === null ? '' : of.decide(name, number);
    case 'safe':
      return number === null ? of.unsafe(moveOf(answer)) : of.safe(moveOf(answer), number, all);
    case 'king':
      if (number === null) return '';
      return (isForced(puzzle) ? of.forces : of.captures)(name, ofBoards(number, all), all);
    case 'move':
      return number === null ? '' : of.move(name, number);
    case 'where':
      return of.where(name, fitting(puzzle, answer), all);
    case 'played':
      return of.played(name);
    case 'count':
    case 'left':
      return '';
  }
}

/** A square, or a move as people write it. */
function nameOf(answer: string): string {
  return answer === 'pass' ? moveTableWords.pass : answer.length > 3 ? moveText(answer) : answer;
}

/** A move as people write it; `null` for a pass. */
function moveOf(answer: string): string | null {
  return answer === 'pass' ? null : moveText(answer);
}

const ofBoards = (share: number, all: number): number => Math.round(share * all);

/** Whether the solver has moved since the board that it knew. */
function isAfterMove({ told = '' }: Puzzle): boolean {
  return told.includes('moved ');
}

/** Whether a puzzle of the kind `king` is about a capture that is forced, not made now. */
export function isForced({ turns }: Puzzle): boolean {
  return turns === 2;
}

/** The boards with each result of the sense, largest first. */
export function leftSizes({ boards, square }: Puzzle): number[] {
  return groupSizes(readFens(boards), parseSquare(square ?? '') ?? 0);
}

/** On how many boards the piece that is looked for stands there. */
function fitting({ boards, piece }: Puzzle, square: string): number {
  const at = parseSquare(square) ?? 0;
  return boards.split(';').filter((fen) => {
    const here = boardOfFen(fen.trim())[at];
    const turn = fen.trim().split(/\s+/)[1];
    const isOther = here && (here === here.toUpperCase()) === (turn === 'b');
    return isOther && roleOf(here) === piece;
  }).length;
}
