/**
 * JSON of any origin for places that have no engine to read it: a text that the engine's reader would refuse for its size or depth is
 * refused before `JSON.parse` sees it.
 */
import { LIMITS } from 'outpost-rbc';

/** Characters of a record that is read without the engine: real games reach 1.7 million. */
export const MOST_CHARACTERS = 4_000_000;

/** What a text has too much of. */
export type TooMuch = 'characters' | 'depth';

export class TooMuchJson extends Error {
  override name = 'TooMuchJson';
  constructor(readonly what: TooMuch) {
    super(`too much JSON: ${what}`);
  }
}

/** Throws {@link TooMuchJson}, or the error of `JSON.parse`. */
export function readJson(text: string): unknown {
  if (text.length > MOST_CHARACTERS) throw new TooMuchJson('characters');
  if (isDeep(text)) throw new TooMuchJson('depth');
  return JSON.parse(text);
}

/** Whether lists and objects are nested deeper than the engine allows. */
export function isDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '"':
        at = endOfString(text, at);
        break;
      case '{':
      case '[':
        if (++depth > LIMITS.depth) return true;
        break;
      case '}':
      case ']':
        depth = Math.max(0, depth - 1);
    }
  }
  return false;
}

/** The index of the quote that ends the string which begins at `at`, or of the end. */
function endOfString(text: string, at: number): number {
  for (let end = at + 1; end < text.length; end++) {
    if (text[end] === '\\') end++;
    else if (text[end] === '"') return end;
  }
  return text.length;
}
