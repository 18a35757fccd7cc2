import { type Action, type Color, LIMITS, type LinkAnnotations, type LinkPlace, type LinkWhatIf } from 'outpost-rbc';
import { ASSISTANCE, type Assistance } from './assistance';
import { readNotes, wellFormed } from './notes';

/** What these pages keep in a record, under the key `outpost`, which other readers pass over. */
export interface Extras extends LinkAnnotations {
  /** What the people at the board were helped with. */
  assistance?: Partial<Record<Color, Assistance>>;
  /** Boards were weighted for them, by the network as a rule. */
  weights?: 'network';
  /** Turns that people took back. */
  takenBack?: number;
  /** Half-turns that were taken from another game, from which this one went on. */
  past?: number;
  /** When the game ended: a date and time as ISO 8601 has it. */
  played?: string;
  tags?: string[];
}

const MOST_PLIES = 2 * LIMITS.turns;

const PHASES = ['start', 'sensed', 'moved'] as const;
const PERSPECTIVES = ['white', 'black', 'both', 'truth'] as const;

/** What is of use in a value that may come from anywhere; the rest is left out. */
export function readExtras(value: unknown): Extras {
  if (!isObject(value)) return {};
  const extras: Extras = {};
  const view = isObject(value.view) ? value.view : {};
  const place = readPlace(view.place);
  const perspective = PERSPECTIVES.find((name) => name === view.perspective);
  const whatIf = readWhatIf(view.whatIf);
  if (place && perspective) extras.view = { place, perspective, ...(whatIf ? { whatIf } : {}) };
  const notes = readNotes(value.notes);
  if (notes.length > 0) extras.notes = [...notes];
  const helped = isObject(value.assistance) ? value.assistance : {};
  const assistance: Extras['assistance'] = {};
  for (const color of ['white', 'black'] as const) {
    const level = ASSISTANCE.find((name) => name === helped[color]);
    if (level) assistance[color] = level;
  }
  if (Object.keys(assistance).length > 0) extras.assistance = assistance;
  if (value.weights === 'network') extras.weights = 'network';
  const [takenBack, past] = [readCount(value.takenBack), readCount(value.past)];
  if (takenBack > 0) extras.takenBack = takenBack;
  if (past > 0) extras.past = past;
  if (typeof value.played === 'string' && !Number.isNaN(Date.parse(value.played))) extras.played = value.played;
  const tags = readTags(value.tags);
  if (tags.length > 0) extras.tags = tags;
  return extras;
}

function readCount(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : 0;
}

function readPlace(value: unknown): LinkPlace | null {
  if (!isObject(value)) return null;
  const { ply } = value;
  const phase = PHASES.find((name) => name === value.phase);
  const fits = typeof ply === 'number' && Number.isInteger(ply) && ply >= 0 && ply <= MOST_PLIES;
  return fits && phase ? { ply, phase } : null;
}

/** A what-if whose actions have the form that they should have; whether they are possible, the engine says. */
function readWhatIf(value: unknown): LinkWhatIf | null {
  if (!isObject(value) || !Array.isArray(value.tried)) return null;
  const place = readPlace(value.place);
  const tried = value.tried.slice(0, LIMITS.tried + 1).flatMap((one) => {
    const at = isObject(one) ? readPlace(one.place) : null;
    const action = isObject(one) ? readAction(one.action) : null;
    return at && action ? { place: at, action, assumed: one.assumed === true } : [];
  });
  const whole = tried.length === value.tried.length && tried.length > 0 && tried.length <= LIMITS.tried;
  return place && whole ? { place, tried } : null;
}

/** A sense or a request as the engine takes it; `null` for anything else. */
export function readAction(value: unknown): Action | null {
  if (!isObject(value)) return null;
  const { sense, request } = value;
  if ('sense' in value) return sense === null || isSquare(sense) ? { sense } : null;
  if ('request' in value) return request === null || typeof request === 'string' ? { request } : null;
  return null;
}

const isSquare = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 64;

/** Tags in order, each once, without space around them. */
export function readTags(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  const texts = value.filter((tag): tag is string => typeof tag === 'string');
  const tags = texts.map((tag) => shortened(tag.trim().replace(/\s+/g, ' '), LIMITS.tag)).filter((tag) => tag !== '');
  return [...new Set(tags)].slice(0, LIMITS.tags);
}

/** The first characters of a text, none of them cut in half. */
export function shortened(text: string, most: number): string {
  // A character is one or two units.
  return [...wellFormed(text.slice(0, 2 * most))].slice(0, most).join('').trim();
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
