import { isObject } from './extras';

/** What a text that somebody pasted, dropped or was sent is. */
export type Pasted =
  | { kind: 'empty' }
  /** One record or more, as JSON or JSON lines. */
  | { kind: 'records'; text: string }
  /** A link, or an address with one. */
  | { kind: 'link'; text: string }
  /** A position, or all that a side must reckon with. */
  | { kind: 'boards'; fens: string[] }
  /** With `bad`, it is a list of positions but for this line. */
  | { kind: 'unknown'; bad?: { line: number; text: string } };

/** Characters that mail programs and chats put in, or around. */
const INVISIBLE = /[\s\u00ad\u200b-\u200f\u2060\ufeff<>"'`]/g;
const FEN = /^(?:[pnbrqkPNBRQK1-8]+\/){7}[pnbrqkPNBRQK1-8]+(?:\s+[wb](?:\s+\S+){0,4})?$/;
/** A link's first character tells its version; whatever is shorter is no link that somebody cut. */
const LINK = /^#?\d[0-9A-Za-z]{4,}/;

/** Whether an address's hash is a link, or what is left of one: pages have names that begin with a letter. */
export function isLinkHash(hash: string): boolean {
  return /^#\d/.test(hash);
}

/** Tells what a text is by its look; whether it holds water is for the engine to say. */
export function classify(given: string): Pasted {
  const text = given.replace(/^\ufeff/, '').trim();
  if (text === '') return { kind: 'empty' };
  if (text.startsWith('{') || text.startsWith('[')) return fromJson(text);
  const lines = text
    .split(/[\r\n;]+/)
    .map((line) => line.replace(/^[\s"'`]+|[\s"'`,]+$/g, ''))
    .filter((line) => line !== '');
  if (lines.length > 0 && lines.every((line) => FEN.test(line))) return { kind: 'boards', fens: lines.map(wholeFen) };
  const bare = text.replace(INVISIBLE, '');
  const hash = bare.indexOf('#');
  if (LINK.test(hash < 0 ? bare : bare.slice(hash))) return { kind: 'link', text };
  const bad = lines.length > 1 && lines.some((line) => FEN.test(line)) ? badLine(text) : null;
  return bad ? { kind: 'unknown', bad } : { kind: 'unknown' };
}

/** The first line that is no position. */
function badLine(text: string): { line: number; text: string } | null {
  const lines = text.split(/\r\n|[\r\n]/);
  const at = lines.findIndex((line) => line.trim() !== '' && classify(line).kind !== 'boards');
  return at < 0 ? null : { line: at + 1, text: (lines[at] as string).trim().slice(0, 100) };
}

/** Boards are short: a text that is not whole JSON, or anything else, is for the reader of records to judge. */
function fromJson(text: string): Pasted {
  if (!/"Boards"|^\[/.test(text.slice(0, 200))) return { kind: 'records', text };
  try {
    const value: unknown = JSON.parse(text);
    const fens = isObject(value) && value.type === 'Boards' ? value.fens : value;
    if (
      Array.isArray(fens) &&
      fens.length > 0 &&
      fens.every((fen) => typeof fen === 'string' && FEN.test(fen.trim()))
    ) {
      return { kind: 'boards', fens: (fens as string[]).map((fen) => wholeFen(fen.trim())) };
    }
  } catch {
    // The reader of records says what is wrong with it.
  }
  return { kind: 'records', text };
}

/** A FEN with all its six fields: people often leave the last ones out. */
export function wholeFen(fen: string): string {
  const fields = fen.trim().split(/\s+/);
  return [...fields, ...['', 'w', '-', '-', '0', '1'].slice(fields.length)].join(' ');
}
