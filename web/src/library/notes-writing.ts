import type { LinkNote } from 'outpost-rbc';
import { isObject } from '../record/extras';
import { readNotes } from '../record/notes';
import { library } from './library';

const PREFIX = 'outpost-notes-';

/** Notes of a game of the library on their way there, and those that it had when they were changed. */
interface Writing {
  id: string;
  notes: readonly LinkNote[];
  kept: readonly LinkNote[];
}

const writing = new Map<string, number>();

/** Notes of this game are being written. */
export function isWriting(id: string): boolean {
  return writing.has(id);
}

/**
 * Writes notes into the library. The database may answer after the page is gone: until it has, the tab's storage, which takes
 * them at once, has them too.
 */
export async function writeNotes({ id, notes, kept }: Writing): Promise<void> {
  const key = PREFIX + id;
  const text = JSON.stringify({ notes, kept });
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // Refused, or full: then there is only the database.
  }
  writing.set(id, (writing.get(id) ?? 0) + 1);
  try {
    await library.setNotes(id, [...notes], kept);
  } finally {
    const others = (writing.get(id) ?? 1) - 1;
    if (others > 0) writing.set(id, others);
    else writing.delete(id);
  }
  try {
    // What was written since is still on its way.
    if (sessionStorage.getItem(key) === text) sessionStorage.removeItem(key);
  } catch {
    // There is nothing to clear away.
  }
}

/** Writes what was on its way when the page was left. */
export function takeUpNotes(): void {
  try {
    const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));
    for (const key of keys) {
      const found: unknown = JSON.parse(sessionStorage.getItem(key) ?? '');
      sessionStorage.removeItem(key);
      if (!isObject(found)) continue;
      const { notes, kept } = found;
      void writeNotes({ id: key.slice(PREFIX.length), notes: readNotes(notes), kept: readNotes(kept) });
    }
  } catch {
    // Storage is refused, or the text is not ours.
  }
}
