/**
 * A lesson in so few characters that an address holds all of it: its JSON, compressed by DEFLATE with the words that lessons have in common
 * (`link-dictionary.ts`), in base64url behind the number of this format. Loaded on demand.
 */
import { deflateSync, inflateSync } from 'fflate';
import { EmbedError } from '../problems/attributes';
import type { Lesson } from './lesson';
import { LESSON_LIMITS, lessonText, readLesson } from './lesson-file';
import { DICTIONARY } from './link-dictionary';
import { lessonFileWords as words } from './own-words';

const FORMAT = '1';

/** Characters that are read of a link, at most: whoever embeds a lesson may go beyond what chat programs leave whole. */
const MOST_CHARACTERS = 120_000;

/** Characters of an address that chat and mail programs leave whole. */
export const SAFE_LINK = 2000;

/** Bytes that a lesson unpacks to, at most: a character takes up to three. */
const MOST_BYTES = LESSON_LIMITS.file * 3;

const dictionary = new TextEncoder().encode(DICTIONARY);

export function packLesson(lesson: Lesson): string {
  const bytes = deflateSync(new TextEncoder().encode(lessonText(lesson)), { level: 9, dictionary });
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return FORMAT + btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Throws an {@link EmbedError} where the text is no lesson. */
export function unpackLesson(text: string): Lesson {
  const packed = text.trim();
  if (packed.length > MOST_CHARACTERS) throw new EmbedError(words.longLink(MOST_CHARACTERS));
  if (/^[2-9]/.test(packed)) throw new EmbedError(words.version);
  if (!/^1[\w-]+$/.test(packed)) throw new EmbedError(words.brokenLink);
  let json: string;
  try {
    const bytes = Uint8Array.from(atob(packed.slice(1).replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    );
    // What does not fit is not written: a text that is made to unpack to gigabytes fills this and no more.
    const unpacked = inflateSync(bytes, { out: new Uint8Array(MOST_BYTES), dictionary });
    if (unpacked.length === MOST_BYTES) throw new EmbedError(words.tooLong(LESSON_LIMITS.file));
    json = new TextDecoder('utf-8', { fatal: true }).decode(unpacked);
  } catch (error) {
    if (error instanceof EmbedError) throw error;
    throw new EmbedError(words.brokenLink);
  }
  try {
    return readLesson(json);
  } catch (error) {
    // One that was cut off or changed on its way unpacks to something else.
    if (error instanceof EmbedError && error.message === words.noLesson) throw new EmbedError(words.brokenLink);
    throw error;
  }
}
