/**
 * Reads one `reconchess` record (`GameHistory`, JSON) far enough to show its steps. The engine reads records too
 * (`crates/rbc-rules/src/record`), but an embed has to show a game where no engine can start, such as in a sandboxed frame or
 * without WebAssembly, so this reader stays: as small as it can be, with the engine's limits and no rules. Where there is an
 * engine, it reads the record again, and everything computed comes from it. `record.test.ts` compares both.
 */
import {
  type Color,
  LIMITS,
  type LinkAnnotations,
  type MoveReport,
  type PieceLetter,
  type RecordSummary,
  type ReplayStep,
  type Square,
} from 'outpost-rbc';
import { opponentOf } from '../board/squares';
import { EmbedError, quoted, readFen } from '../problems/attributes';
import { problemWords } from '../problems/words';
import { isObject, readExtras } from '../record/extras';
import { textBytes } from '../record/notes';
import { MOST_CHARACTERS, readJson, TooMuchJson } from '../ui/bounded-json';
import { embedWords } from './words';

export interface RecordContent {
  summary: RecordSummary;
  /** As the engine numbers them: three for each half-turn. */
  steps: ReplayStep[];
  annotations: LinkAnnotations;
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

function refuse(path: string): never {
  throw new EmbedError(embedWords.badRecord(path));
}

function objectAt(value: Json | undefined, path: string): { [key: string]: Json } {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : refuse(path);
}

/** White's list and Black's; `null` where the record has none. */
function lists(record: { [key: string]: Json }, key: string, needed: boolean): Record<Color, Json[]> | null {
  if (record[key] === undefined && !needed) return null;
  const sides = objectAt(record[key], key);
  const list = (side: 'true' | 'false'): Json[] => {
    const value = sides[side];
    return Array.isArray(value) && value.length <= LIMITS.turns ? value : refuse(`${key}.${side}`);
  };
  return { white: list('true'), black: list('false') };
}

function squareAt(value: Json | undefined, path: string): Square | null {
  if (value === null || value === undefined) return null;
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < 64 ? (value as Square) : refuse(path);
}

/** `{ type, value }`, as `reconchess` writes pieces, moves and reasons. */
function tagged(value: Json | undefined, type: string, form: RegExp, path: string): string | null {
  if (value === null || value === undefined) return null;
  const { type: kind, value: text } = objectAt(value, path);
  return kind === type && typeof text === 'string' && form.test(text) ? text : refuse(path);
}

export function readRecord(text: string): RecordContent {
  let json: Json;
  try {
    json = readJson(text) as Json;
  } catch (error) {
    const tooMuch = error instanceof TooMuchJson ? error.what : null;
    if (tooMuch === 'characters') throw new EmbedError(embedWords.longRecord(MOST_CHARACTERS));
    throw new EmbedError(tooMuch === 'depth' ? embedWords.tooDeep(LIMITS.depth) : embedWords.noJson);
  }
  const record = objectAt(json, '$');
  if (record.type === 'Boards') throw new EmbedError(embedWords.boardsNotGame);
  if (record.type !== 'GameHistory') refuse('type');
  const move = /^([a-h][1-8]){2}[qrbn]?$/;
  const senses = lists(record, 'senses', true);
  const results = lists(record, 'sense_results', true);
  const requested = lists(record, 'requested_moves', true);
  const taken = lists(record, 'taken_moves', true);
  const captures = lists(record, 'capture_squares', true);
  const before = lists(record, 'fens_before_move', true);
  const after = lists(record, 'fens_after_move', true);
  if (!senses || !results || !requested || !taken || !captures || !before || !after) refuse('$');
  const fenAt = (value: Json | undefined, path: string): string =>
    typeof value === 'string' ? readFen(value).fen : refuse(path);

  const steps: ReplayStep[] = [];
  let notice: Square | null = null;
  const first = opener(before.white[0], before.black[0]);
  for (let ply = 0; ; ply++) {
    const color: Color = ply % 2 === 0 ? first : opponentOf(first);
    const turn = ply >> 1;
    if (turn >= senses[color].length) break;
    const at = (key: string): string => `${key}.${color === 'white'}[${turn}]`;
    const square = squareAt(senses[color][turn], at('senses'));
    const windows = results[color][turn];
    const result = (Array.isArray(windows) && windows.length <= 9 ? windows : refuse(at('sense_results'))).map(
      (cell): [Square, PieceLetter | null] => {
        const path = at('sense_results');
        if (!Array.isArray(cell) || cell.length !== 2) refuse(path);
        const piece = tagged(cell[1], 'Piece', /^[pnbrqk]$/i, path) as PieceLetter | null;
        return [squareAt(cell[0], path) ?? refuse(path), piece];
      },
    );
    const lastFen: string = steps.at(-1)?.fen ?? '';
    const moved = turn < taken[color].length;
    const fen: string = moved || steps.length === 0 ? fenAt(before[color][turn], at('fens_before_move')) : lastFen;
    const common = { ply, color, notice, fen, move: null };
    const sense = { square, result };
    steps.push({ ...common, index: steps.length, phase: 'start', sense: null });
    steps.push({ ...common, index: steps.length, phase: 'sensed', sense });
    // A king is gone, say: a last sense without a move.
    if (!moved) break;
    const capture = squareAt(captures[color][turn], at('capture_squares'));
    const report: MoveReport = {
      requested: tagged(requested[color][turn], 'Move', move, at('requested_moves')),
      taken: tagged(taken[color][turn], 'Move', move, at('taken_moves')),
      capture,
    };
    const afterwards = fenAt(after[color][turn], at('fens_after_move'));
    steps.push({ ...common, index: steps.length, phase: 'moved', fen: afterwards, sense, move: report });
    notice = capture;
  }
  return { summary: summaryOf(record, steps), steps, annotations: annotationsOf(record.outpost) };
}

/** The side that opens the game has the earlier full turn. */
function opener(white: Json | undefined, black: Json | undefined): Color {
  const turns = (fen: Json | undefined): number => Number((typeof fen === 'string' ? fen : '').split(' ')[5] ?? 1);
  if (white === undefined) return black === undefined ? 'white' : 'black';
  return black !== undefined && turns(black) < turns(white) ? 'black' : 'white';
}

function summaryOf(record: { [key: string]: Json }, steps: readonly ReplayStep[]): RecordSummary {
  const name = (value: Json | undefined): string | null => {
    if (typeof value !== 'string' || value === '') return null;
    if (value.length > 2 * LIMITS.name || [...value].length > LIMITS.name) {
      throw new EmbedError(embedWords.longPlayer(LIMITS.name));
    }
    return value;
  };
  const { winner_color: won } = record;
  return {
    index: 0,
    white: name(record.white_name),
    black: name(record.black_name),
    winner: won === true ? 'white' : won === false ? 'black' : null,
    reason: tagged(record.win_reason, 'WinReason', /^[A-Z_]{1,40}$/, 'win_reason'),
    // A last sense without a move is not a half-turn.
    plies: steps.filter(({ phase }) => phase === 'moved').length,
  };
}

/** Views and notes as a link has them; from elsewhere they are anything: what does not fit is left out. */
export function annotationsOf(value: unknown): LinkAnnotations {
  checkNotes(isObject(value) ? value.notes : null);
  const { view, notes = [] } = readExtras(value);
  return { ...(view ? { view } : {}), notes };
}

/** As the engine does, refuses a record whose notes are too many or too long. */
function checkNotes(notes: unknown): void {
  if (!Array.isArray(notes)) return;
  if (notes.length > LIMITS.notes) throw new EmbedError(embedWords.tooManyNotes(LIMITS.notes));
  const given = notes.filter(isObject);
  for (const { shapes } of given) {
    if (Array.isArray(shapes) && shapes.length > LIMITS.shapes) {
      throw new EmbedError(problemWords.tooMany.shapes(LIMITS.shapes));
    }
  }
  const texts = given.map(({ text }) => text).filter((text) => typeof text === 'string');
  if (textBytes(texts) > LIMITS.noteBytes) throw new EmbedError(embedWords.longNotes(LIMITS.noteBytes));
}

/** A text that is meant for people, in a message. */
export function fileName(url: string): string {
  return quoted(url.split(/[?#]/)[0]?.split('/').at(-1) || url);
}
