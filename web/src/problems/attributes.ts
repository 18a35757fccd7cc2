/** Reads the attributes of embeds. They may come from anybody's link: what cannot be read is refused with a message for people. */
import { type Color, LIMITS, type PieceLetter, type Square, type StepPhase } from 'outpost-rbc';
import { BRUSHES, type Brush, type Shape } from '../board/shapes';
import { parseSquare } from '../board/squares';
import { problemWords } from './words';

/** Attributes of `<outpost-game>` that are shown as they are. */
export const GAME_TEXTS = ['prompt', 'hint', 'explain'] as const;

/** All that it has of its own. */
export const GAME_ATTRIBUTES = [
  'fen',
  'boards',
  'weights',
  'before',
  'told',
  'panels',
  'engine',
  'side',
  'agent',
  'budget',
  'seed',
  'assist',
  'task',
  'goal',
  'measure',
  'squares',
  'piece',
  'answer',
  'turns',
  ...GAME_TEXTS,
] as const;

/** Something in an attribute, a link or a file that cannot be used, in words. */
export class EmbedError extends Error {
  override name = 'EmbedError';
}

/** Characters of an attribute that lists things: as many as the most boards take. */
const MOST_LISTED = LIMITS.boards * 100;

/** Characters of a text that is shown, such as a caption. */
export const MOST_TEXT = 10_000;

/** Squares, moves and the like that are listed by hand. */
const MOST_WORDS = LIMITS.boards;

/** A text that is shown, such as a caption. */
export function readText(name: string, value: string | null): string {
  const text = value ?? '';
  if (text.length > MOST_TEXT) throw new EmbedError(problemWords.tooLong.attribute(name, MOST_TEXT));
  return text;
}

/** What a person's text is cut to in messages. */
export function quoted(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** Pages of a lesson: each is an element with a board. */
export const MOST_ITEMS = 50;

/** Names and values between white space or commas. */
export function words(text: string, most = MOST_WORDS, tooMany = problemWords.tooMany.entries): string[] {
  listed(text);
  const found = text.split(/[\s,]+/).filter((word) => word !== '');
  if (found.length > most) throw new EmbedError(tooMany(most));
  return found;
}

/** A list's text, which is refused where it is longer than any list that can be shown. */
function listed(text: string): string {
  if (text.length > MOST_LISTED) throw new EmbedError(problemWords.tooLong.list(MOST_LISTED));
  return text;
}

export interface FenBoard {
  fen: string;
  pieces: (PieceLetter | null)[];
  turn: Color;
}

/** A position, or only its first field (White is to move then). */
export function readFen(text: string): FenBoard {
  // A longer one is none, and what is wrong with it is said of its beginning.
  const fen = text.slice(0, 1000).trim().replace(/\s+/g, ' ');
  const refuse = (why: string): never => {
    throw new EmbedError(problemWords.badFen(quoted(fen), why));
  };
  const [field = '', turn = 'w'] = fen.split(' ');
  const ranks = field.split('/');
  if (ranks.length !== 8) refuse(problemWords.fenRanks);
  const pieces: (PieceLetter | null)[] = new Array(64).fill(null);
  ranks.forEach((rank, i) => {
    let file = 0;
    for (const char of rank) {
      if (/[1-8]/.test(char)) file += Number(char);
      else if (/[pnbrqk]/i.test(char)) {
        if (file < 8) pieces[(7 - i) * 8 + file] = char as PieceLetter;
        file++;
      } else refuse(problemWords.fenPiece(char));
      if (file > 8) break;
    }
    if (file !== 8) refuse(problemWords.fenFiles(8 - i));
  });
  if (turn !== 'w' && turn !== 'b') refuse(problemWords.fenTurn);
  return { fen, pieces, turn: turn === 'w' ? 'white' : 'black' };
}

/** Positions between semicolons or on lines of their own. */
export function readFens(text: string): FenBoard[] {
  const fens = listed(text)
    .split(/[;\n]/)
    .filter((part) => part.trim() !== '');
  if (fens.length === 0) throw new EmbedError(problemWords.noBoards);
  if (fens.length > LIMITS.boards) throw new EmbedError(problemWords.tooManyBoards(LIMITS.boards));
  return fens.map(readFen);
}

export function readSquares(text: string): Square[] {
  return words(text).map((word) => {
    const square = parseSquare(word.toLowerCase());
    if (square === null) throw new EmbedError(problemWords.badSquare(quoted(word)));
    return square;
  });
}

function brushed(word: string): { word: string; brush: Brush } {
  const [what = '', brush = 'green', ...rest] = word.toLowerCase().split(':');
  if (!(BRUSHES as readonly string[]).includes(brush) || rest.length > 0) {
    throw new EmbedError(problemWords.badBrush(quoted(word), [...BRUSHES]));
  }
  return { word: what, brush: brush as Brush };
}

/** Words that say each what to draw. */
function shapesOf(text: string, read: (word: string) => Shape): Shape[] {
  return words(text, LIMITS.shapes, problemWords.tooMany.shapes).map(read);
}

/** `e2e4 g8f6:red` */
export function readArrows(text: string): Shape[] {
  return shapesOf(text, (given) => {
    const { word, brush } = brushed(given);
    const [orig, dest] = [word.slice(0, 2), word.slice(2)];
    if (parseSquare(orig) === null || parseSquare(dest) === null || orig === dest)
      throw new EmbedError(problemWords.badArrow(quoted(given)));
    return { orig, dest, brush };
  });
}

/** `e4 d5:red` */
export function readMarks(text: string): Shape[] {
  return shapesOf(text, (given) => {
    const { word, brush } = brushed(given);
    if (parseSquare(word) === null) throw new EmbedError(problemWords.badSquare(quoted(given)));
    return { orig: word, brush };
  });
}

/** `e2e4 a7a8q pass` */
export function readMoves(text: string): (string | null)[] {
  return words(text).map((given) => {
    const word = given.toLowerCase();
    if (word === 'pass') return null;
    if (!/^([a-h][1-8]){2}[qrbn]?$/.test(word)) throw new EmbedError(problemWords.badMove(quoted(given)));
    return word;
  });
}

/** How likely each of some boards is: positive numbers, as in `3 1 0.5`. */
export function readWeights(text: string): number[] {
  return words(text).map((word) => {
    const weight = /^\d{1,9}(\.\d{1,9})?$/.test(word) ? Number(word) : 0;
    if (!(weight > 0)) throw new EmbedError(problemWords.badWeight(quoted(word)));
    return weight;
  });
}

/** One of a few names; `fallback` where the attribute is missing or empty. */
export function oneOf<T extends string>(name: string, value: string | null, names: readonly T[], fallback: T): T {
  const word = value?.trim().toLowerCase() ?? '';
  if (word === '') return fallback;
  if (!(names as readonly string[]).includes(word)) {
    throw new EmbedError(problemWords.notOneOf(name, quoted(word), [...names]));
  }
  return word as T;
}

/** Some of a few names. */
export function someOf<T extends string>(
  name: string,
  value: string | null,
  names: readonly T[],
  fallback: readonly T[],
): T[] {
  if (value === null || value.trim() === '') return [...fallback];
  const given = words(value.toLowerCase());
  if (given.length === 1 && given[0] === 'none') return [];
  return given.map((word) => oneOf(name, word, names, word as T));
}

export function wholeNumber(name: string, value: string | null, least: number, most: number, fallback: number): number {
  const text = value?.trim() ?? '';
  if (text === '') return fallback;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= least && number <= most))
    throw new EmbedError(problemWords.badNumber(name, quoted(text), least, most));
  return number;
}

export const PHASES: readonly StepPhase[] = ['start', 'sensed', 'moved'];
export const COLORS: readonly Color[] = ['white', 'black'];

/** Where games begin. */
export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
