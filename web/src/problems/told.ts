/**
 * What one side was told since a moment at which it knew the board: `lost -; sensed e5; seen nd6 pe5; moved g1f3; lost f3`. Lessons'
 * tests say it in the same words.
 */
import { type Color, LIMITS, type MoveReport, type Observation, type PieceLetter, type Square } from 'outpost-rbc';
import { parseSquare, senseWindow } from '../board/squares';
import { EmbedError, type FenBoard, quoted } from './attributes';
import { problemWords } from './words';

export type Told =
  /** The opponent has moved, or passed; where it captured. */
  | { what: 'lost'; square: Square | null }
  /** The squares of the window, with the opponent's piece where there was one. */
  | { what: 'sensed'; square: Square; seen: ReadonlyMap<Square, PieceLetter> }
  | { what: 'moved'; report: MoveReport };

/** Turns that are told of, at most. */
const MOST_TURNS = 12;

/** Reads it; throws where it cannot have happened to `color`. */
export function readTold(text: string, color: Color): Told[] {
  const refuse = (part: string): never => {
    throw new EmbedError(problemWords.badTold(quoted(part)));
  };
  if (text.length > LIMITS.boards * 10) refuse(text);
  const told: Told[] = [];
  let asked: string | null = null;
  let took: Square | null = null;
  const parts = text
    .split(/[;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (parts.length > MOST_TURNS * 6) refuse(text);
  for (const part of parts) {
    const [what = '', ...values] = part.split(/[\s,]+/);
    const [first = ''] = values;
    if (what !== 'seen' && values.length !== 1) refuse(part);
    const last = told.at(-1);
    switch (what) {
      case 'lost':
        told.push({ what, square: first === '-' ? null : (parseSquare(first) ?? refuse(part)) });
        break;
      case 'sensed':
        told.push({ what, square: parseSquare(first) ?? refuse(part), seen: new Map() });
        break;
      case 'seen': {
        if (last?.what !== 'sensed') return refuse(part);
        const window = senseWindow(last.square);
        const seen = new Map<Square, PieceLetter>();
        for (const value of first === '-' && values.length === 1 ? [] : values) {
          const square = parseSquare(value.slice(1));
          const letter = value[0] ?? '';
          if (square === null || !window.includes(square) || !/[pnbrqk]/.test(letter)) return refuse(part);
          seen.set(square, (color === 'white' ? letter : letter.toUpperCase()) as PieceLetter);
        }
        told[told.length - 1] = { ...last, seen };
        break;
      }
      case 'asked':
        asked = moveIn(first) ?? refuse(part);
        break;
      case 'took':
        took = parseSquare(first) ?? refuse(part);
        // It may be told before the move that it belongs to, or after it.
        if (last?.what === 'moved' && last.report.capture === null && last.report.taken !== null) {
          told[told.length - 1] = { what: 'moved', report: { ...last.report, capture: took } };
          took = null;
        }
        break;
      case 'moved': {
        const taken = first === '-' ? null : (moveIn(first) ?? refuse(part));
        told.push({ what, report: { requested: asked ?? taken, taken, capture: took } as MoveReport });
        asked = null;
        took = null;
        break;
      }
      default:
        refuse(part);
    }
  }
  if (told[0]?.what !== 'lost') refuse(text);
  return told;
}

function moveIn(text: string): string | null {
  return /^([a-h][1-8]){2}[qrbn]?$/.test(text) ? text : null;
}

/** The side's own pieces after all of it. */
export function ownAfter({ pieces }: FenBoard, color: Color, told: readonly Told[]): (PieceLetter | null)[] {
  const own = pieces.map((piece) => (piece && isOf(piece, color) ? piece : null));
  for (const each of told) {
    if (each.what === 'lost' && each.square !== null) own[each.square] = null;
    else if (each.what === 'moved' && each.report.taken) take(own, each.report.taken);
  }
  return own;
}

/** Whether the side to move on `board` has the pieces there that it must have after all of it. */
export function leadsTo(before: FenBoard, told: readonly Told[], { pieces, turn }: FenBoard): boolean {
  const own = ownAfter(before, turn, told);
  return pieces.every((piece, square) => (piece && isOf(piece, turn) ? piece : null) === own[square]);
}

function isOf(piece: PieceLetter, color: Color): boolean {
  return (piece === piece.toUpperCase()) === (color === 'white');
}

/** Makes a move of the own pieces, with what castling and promoting change. */
function take(own: (PieceLetter | null)[], taken: string): void {
  const from = parseSquare(taken.slice(0, 2)) as Square;
  const to = parseSquare(taken.slice(2, 4)) as Square;
  const piece = own[from] ?? null;
  own[from] = null;
  if (!piece) return;
  const white = piece === piece.toUpperCase();
  const promoted = taken[4];
  own[to] = promoted ? ((white ? promoted.toUpperCase() : promoted) as PieceLetter) : piece;
  if (piece.toLowerCase() !== 'k' || Math.abs(to - from) !== 2) return;
  const [corner, beside] = to > from ? [to + 1, to - 1] : [to - 2, to + 1];
  own[beside] = own[corner] ?? null;
  own[corner] = null;
}

/**
 * The same as a player of a game observes it, for what is remembered of it on the board: first all of the board `before`, then what was
 * told since.
 */
export function observations(before: FenBoard, color: Color, told: readonly Told[]): Observation[] {
  const seen = before.pieces.map((piece, square) => [square, piece] as [Square, PieceLetter | null]);
  const all: unknown[] = [
    { type: 'opponent', capture: null },
    { type: 'sense', square: null, result: seen },
  ];
  let own = ownAfter(before, color, []);
  told.forEach((each, i) => {
    if (each.what === 'lost') all.push({ type: 'opponent', capture: each.square });
    else if (each.what === 'moved') all.push({ type: 'move', ...each.report });
    else {
      const result = senseWindow(each.square).map((at) => [at, each.seen.get(at) ?? own[at] ?? null]);
      all.push({ type: 'sense', square: each.square, result });
    }
    own = ownAfter(before, color, told.slice(0, i + 1));
  });
  return all as Observation[];
}
