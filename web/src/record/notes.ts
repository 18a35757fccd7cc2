import { LIMITS, type LinkNote, type LinkPlace, type ReplayStep, type StepPhase } from 'outpost-rbc';
import { BRUSHES, type Brush, type Shape } from '../board/shapes';
import { parseSquare } from '../board/squares';

export type Notes = readonly LinkNote[];

type Json = Record<string, unknown>;

/** What a link may hold (docs/links.md): a file could hold more, but could not be shared as a link. */
export const MOST_NOTES = LIMITS.notes;
export const MOST_SHAPES = LIMITS.shapes;
/** Of all texts of a game, the players' names included, in UTF-8. */
export const MOST_BYTES = LIMITS.linkBytes;

/** What a game may not have more of. */
export type NoteLimit = 'notes' | 'shapes' | 'bytes';

/** A change that would go beyond what a link may hold. */
export class TooManyNotes extends Error {
  constructor(readonly limit: NoteLimit) {
    super(`too many ${limit}`);
    this.name = 'TooManyNotes';
  }
}

const same = (a: LinkPlace, b: LinkPlace): boolean => a.ply === b.ply && a.phase === b.phase;
const sameEnds = (a: Shape, b: Shape): boolean => a.orig === b.orig && a.dest === b.dest;
const PHASES: readonly StepPhase[] = ['start', 'sensed', 'moved'];
const inOrder = (a: LinkNote, b: LinkNote): number =>
  a.place.ply - b.place.ply || PHASES.indexOf(a.place.phase) - PHASES.indexOf(b.place.phase);

export function placeOf({ ply, phase }: ReplayStep): LinkPlace {
  return { ply, phase };
}

export function stepAt(steps: readonly ReplayStep[], place: LinkPlace): ReplayStep | null {
  return steps.find((step) => same(placeOf(step), place)) ?? null;
}

export function noteAt(notes: Notes, place: LinkPlace): LinkNote | null {
  return notes.find((note) => same(note.place, place)) ?? null;
}

/** The most characters and lines of a step's notes that are laid out before somebody asks for the rest: browsers take seconds for a megabyte. */
const SHOWN_CHARACTERS = 10_000;
const SHOWN_LINES = 200;

/** The beginnings of `texts`, as far as they are laid out at once, and whether that is not all. */
export function beginnings(texts: readonly string[]): { texts: string[]; cut: boolean } {
  const begun: string[] = [];
  let [characters, lines] = [SHOWN_CHARACTERS, SHOWN_LINES];
  for (const text of texts) {
    if (characters <= 0 || lines <= 0) return { texts: begun, cut: true };
    const start = text.slice(0, characters).split('\n', lines).join('\n');
    begun.push(start);
    characters -= start.length;
    lines -= start.split('\n').length;
    if (start.length < text.length) return { texts: begun, cut: true };
  }
  return { texts: begun, cut: false };
}

/** How many bytes the texts take, in UTF-8. */
export function textBytes(texts: Iterable<string | null | undefined>): number {
  let bytes = 0;
  const encoder = new TextEncoder();
  for (const text of texts) if (text) bytes += encoder.encode(text).length;
  return bytes;
}

/** The notes with another in place of the one at its place; an empty one goes. `names` are the players'. */
function withNote(notes: Notes, note: LinkNote, names: readonly (string | null)[]): Notes {
  const others = notes.filter(({ place }) => !same(place, note.place));
  const { place, text, shapes = [] } = note;
  if (!text && shapes.length === 0) return others;
  if (others.length >= MOST_NOTES) throw new TooManyNotes('notes');
  if (shapes.length > MOST_SHAPES) throw new TooManyNotes('shapes');
  const before = noteAt(notes, place)?.text ?? '';
  const longer = (text ?? '').length > before.length;
  if (longer && textBytes([...names, ...others.map((other) => other.text), text]) > MOST_BYTES) {
    throw new TooManyNotes('bytes');
  }
  return [...others, noteOf(place, text, shapes)].sort(inOrder);
}

/** Half of a character is none, and no JSON that others read. */
export function wellFormed(text: string): string {
  return text.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD');
}

/** The notes with this text at a place. Throws {@link TooManyNotes}. */
export function withText(notes: Notes, place: LinkPlace, text: string, names: readonly (string | null)[] = []): Notes {
  const shapes = noteAt(notes, place)?.shapes ?? [];
  return withNote(notes, { place, text: wellFormed(text), shapes }, names);
}

/**
 * The notes with what was drawn at a place: drawn again in the same colour it goes, in another it changes, as lichess has it.
 * Throws {@link TooManyNotes}.
 */
export function withShape(notes: Notes, place: LinkPlace, shape: Shape): Notes {
  const { text, shapes = [] } = noteAt(notes, place) ?? {};
  const there = shapes.find((other) => sameEnds(other, shape));
  const others = shapes.filter((other) => other !== there);
  return withNote(notes, { place, text, shapes: there?.brush === shape.brush ? others : [...others, shape] }, []);
}

/** The notes without what is drawn at a place. */
export function withoutShapes(notes: Notes, place: LinkPlace): Notes {
  return withNote(notes, { place, text: noteAt(notes, place)?.text }, []);
}

/**
 * Notes from the engine or from storage: whatever is none is left out, two about one place become one, and no more are taken than the
 * engine reads again ({@link LIMITS}). Texts stay as they were written: they are untrusted, and to be shown as text.
 */
export function readNotes(given: unknown): Notes {
  if (!Array.isArray(given)) return [];
  const notes = new Map<string, LinkNote>();
  let bytes = 0;
  // Twice as many, as those of two lists are joined.
  for (const one of given.slice(0, 2 * MOST_NOTES)) {
    const note = readNote(one);
    if (!note || (!note.text && !note.shapes)) continue;
    const key = `${note.place.ply} ${note.place.phase}`;
    const before = notes.get(key);
    // One more for the line break, where texts are joined.
    bytes += textBytes([note.text]) + (before?.text && note.text ? 1 : 0);
    if (bytes > LIMITS.noteBytes) break;
    if (before) {
      const texts = [before.text, note.text].filter((text) => text);
      const shapes = [...(before.shapes ?? []), ...(note.shapes ?? [])];
      notes.set(key, noteOf(note.place, texts.join('\n'), shapes));
    } else if (notes.size < MOST_NOTES) notes.set(key, note);
  }
  return [...notes.values()].sort(inOrder);
}

function noteOf(place: LinkPlace, text: string | undefined, shapes: readonly Shape[]): LinkNote {
  return { place, ...(text ? { text } : {}), ...(shapes.length > 0 ? { shapes: shapes.slice(0, MOST_SHAPES) } : {}) };
}

function readNote(given: unknown): LinkNote | null {
  const { place, text, shapes } = Object(given) as Json;
  const { ply, phase } = Object(place) as Json;
  if (!Number.isSafeInteger(ply) || (ply as number) < 0 || !PHASES.includes(phase as StepPhase)) return null;
  return noteOf(
    { ply: ply as number, phase: phase as StepPhase },
    typeof text === 'string' ? wellFormed(text) : '',
    Array.isArray(shapes) ? shapes.flatMap((shape) => readShape(shape) ?? []) : [],
  );
}

function readShape(given: unknown): Shape | null {
  const { orig, dest, brush } = Object(given) as Json;
  const isSquare = (name: unknown): name is string => typeof name === 'string' && parseSquare(name) !== null;
  if (!isSquare(orig) || !BRUSHES.includes(brush as Brush)) return null;
  if (dest === undefined || dest === null || dest === orig) return { orig, brush: brush as Brush };
  return isSquare(dest) ? { orig, dest, brush: brush as Brush } : null;
}
