/**
 * A lesson as a file, and as it stands in a link (`lesson-link.ts`): JSON that anybody may have written. What is not known is refused, and
 * nothing of it is ever anything but text and attributes of our elements.
 */
import { EmbedError, GAME_ATTRIBUTES, MOST_ITEMS, MOST_TEXT, quoted } from '../problems/attributes';
import { readJson, TooMuchJson } from '../ui/bounded-json';
import type { Lesson, LessonStep, Shown, Source } from './lesson';
import { LESSON_TYPE } from './lesson-type';
import { lessonFileWords as words } from './own-words';

const VERSION = 1;

/** Characters, and numbers of things, that a lesson has at most. */
export const LESSON_LIMITS = {
  file: 400_000,
  title: 120,
  summary: 400,
  heading: 120,
  paragraph: 4000,
  paragraphs: 30,
  steps: MOST_ITEMS,
  /** Of lists, such as boards; of texts it is {@link MOST_TEXT}. */
  attribute: 200_000,
  sources: 20,
  source: 500,
} as const;

/** The attributes that a lesson may give to an element: those that fetch nothing. */
export const SHOWN_ATTRIBUTES: Readonly<Record<Shown['element'], readonly string[]>> = {
  board: [
    'fen',
    'boards',
    'weights',
    'link',
    'perspective',
    'orientation',
    'overlays',
    'panels',
    'groups',
    'arrows',
    'marks',
    'caption',
  ],
  replay: ['link', 'ply', 'phase', 'perspective', 'orientation', 'panels', 'controls', 'load'],
  game: GAME_ATTRIBUTES,
};

/** Attributes that are read, not parsed. */
const TEXTS: readonly string[] = ['prompt', 'hint', 'explain', 'caption'];

/** What a lesson, a step of it and its progress are called by. */
const ID = /^[0-9a-z]{8}$/;
const STEP_ID = /^[0-9a-z-]{1,30}$/;

export function isLessonId(text: string): boolean {
  return ID.test(text);
}

/** Another lesson's name. */
export function newLessonId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join('');
}

/** The lesson as JSON, always the same for the same lesson. `space`: for people who read it. */
export function lessonText({ id, title, summary, steps, sources }: Lesson, space?: number): string {
  const written = {
    type: LESSON_TYPE,
    version: VERSION,
    id,
    title,
    ...(summary === '' ? {} : { summary }),
    steps: steps.map(({ id, heading, text, show }) => ({
      id,
      heading,
      ...(text.length > 0 ? { text } : {}),
      ...(show ? { show: { element: show.element, attributes: inOrder(show) } } : {}),
    })),
    ...(sources.length > 0 ? { sources: sources.map(({ text, url }) => (url ? { text, url } : { text })) } : {}),
  };
  return JSON.stringify(written, undefined, space);
}

function inOrder({ element, attributes }: Shown): Record<string, string> {
  const known = SHOWN_ATTRIBUTES[element].filter((name) => Object.hasOwn(attributes, name));
  return Object.fromEntries(known.map((name) => [name, attributes[name] ?? '']));
}

/** Reads a lesson; throws an {@link EmbedError} that says what is wrong with it, and where. */
export function readLesson(text: string): Lesson {
  if (text.length > LESSON_LIMITS.file) throw new EmbedError(words.tooLong(LESSON_LIMITS.file));
  try {
    return lessonOf(readJson(text));
  } catch (error) {
    if (error instanceof TooMuchJson || error instanceof SyntaxError) throw new EmbedError(words.noLesson);
    throw error;
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** `null` for what is no object. Fields that it inherits do not count. */
function fieldsOf(json: unknown): Fields | null {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return null;
  return Object.assign(Object.create(null), json) as Fields;
}

function lessonOf(json: unknown): Lesson {
  const given = fieldsOf(json);
  if (given?.type !== LESSON_TYPE) throw new EmbedError(words.noLesson);
  if (given.version !== VERSION) throw new EmbedError(words.version);
  const id = given.id;
  if (typeof id !== 'string' || !isLessonId(id)) throw new EmbedError(words.bad('id'));
  const all = listOf(given.steps, LESSON_LIMITS.steps, 'steps');
  if (all.length === 0) throw new EmbedError(words.bad('steps'));
  const steps = all.map((step, i) => stepOf(step, i + 1));
  if (new Set(steps.map((step) => step.id)).size < steps.length) throw new EmbedError(words.bad('id'));
  return {
    id,
    title: lineOf(given.title, LESSON_LIMITS.title, 'title'),
    summary: given.summary === undefined ? '' : lineOf(given.summary, LESSON_LIMITS.summary, 'summary'),
    minutes: minutesOf(steps),
    steps,
    sources: listOf(given.sources ?? [], LESSON_LIMITS.sources, 'sources').map(sourceOf),
  };
}

function stepOf(json: unknown, place: number): LessonStep {
  const given = fieldsOf(json);
  try {
    if (!given) throw new EmbedError(words.bad('steps'));
    const { id } = given;
    if (typeof id !== 'string' || !STEP_ID.test(id)) throw new EmbedError(words.bad('id'));
    const paragraphs = listOf(given.text ?? [], LESSON_LIMITS.paragraphs, 'text');
    const step = {
      id,
      heading: lineOf(given.heading, LESSON_LIMITS.heading, 'heading'),
      text: paragraphs.map((paragraph) => lineOf(paragraph, LESSON_LIMITS.paragraph, 'text')),
    };
    return given.show === undefined ? step : { ...step, show: shownOf(given.show) };
  } catch (error) {
    if (error instanceof EmbedError) throw new EmbedError(words.inStep(place, error.message));
    throw error;
  }
}

function shownOf(json: unknown): Shown {
  const given = fieldsOf(json);
  const element = given?.element;
  if (element !== 'board' && element !== 'replay' && element !== 'game') throw new EmbedError(words.bad('element'));
  const attributes = fieldsOf(given?.attributes);
  if (!attributes) throw new EmbedError(words.bad('attributes'));
  const read: Record<string, string> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (!SHOWN_ATTRIBUTES[element].includes(name)) throw new EmbedError(words.attribute(quoted(name)));
    const most = TEXTS.includes(name) ? MOST_TEXT : LESSON_LIMITS.attribute;
    if (typeof value !== 'string' || value.length > most) throw new EmbedError(words.bad(name));
    read[name] = cleaned(value);
  }
  return { element, attributes: inOrder({ element, attributes: read }) };
}

function sourceOf(json: unknown): Source {
  const given = fieldsOf(json);
  const text = lineOf(given?.text, LESSON_LIMITS.source, 'sources');
  if (given?.url === undefined) return { text };
  const url = typeof given.url === 'string' && given.url.length <= LESSON_LIMITS.source ? given.url : '';
  // Nothing that a click would run.
  if (!/^https?:\/\/[^\s]+$/i.test(url)) throw new EmbedError(words.bad('url'));
  return { text, url };
}

function listOf(value: unknown, most: number, name: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new EmbedError(words.bad(name));
  if (value.length > most) throw new EmbedError(words.tooMany(name, most));
  return value;
}

function lineOf(value: unknown, most: number, name: string): string {
  if (typeof value !== 'string' || value.length > most) throw new EmbedError(words.bad(name));
  return cleaned(value).replace(/\s+/g, ' ').trim();
}

/** Without what no keyboard writes: control characters but line ends, and halves of characters. */
export function cleaned(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/(?!\n)\p{Cc}/gu, ' ')
    .replace(/\p{Surrogate}/gu, '\ufffd');
}

/** Words read in a minute, and minutes for a problem. */
const READING = 150;
const SOLVING = 1;

/** About how long a lesson takes. */
export function minutesOf(steps: readonly LessonStep[]): number {
  const words = steps.reduce((sum, { text }) => sum + text.join(' ').split(/\s+/).length, 0);
  const tasks = steps.filter(({ show }) => show?.attributes.task).length;
  return Math.max(1, Math.round(words / READING + tasks * SOLVING));
}
