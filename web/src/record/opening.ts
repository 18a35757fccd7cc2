import { LIMITS, type OpenedLink, type RecordFile, type Replay, type TextContent } from 'outpost-rbc';
import { engine } from '../engine/engine';
import { openingWords } from './words';

/** Files that may be something else than records are not larger. */
const MOST_TEXT = 2 ** 20;

/** Where a long opening stands; `part` is from 0 to 1, or `null` where it cannot be known. */
export interface Loading {
  text: string;
  part: number | null;
}

/** Reads a file in pieces, telling how far it is. */
export async function readAll(blob: Blob, onPart: (part: number) => void): Promise<Uint8Array> {
  if (blob.size > LIMITS.bytes) throw new Error(openingWords.tooBig(Math.ceil(blob.size / 2 ** 20)));
  const bytes = new Uint8Array(blob.size);
  const reader = blob.stream().getReader();
  let at = 0;
  let told = 0;
  onPart(0);
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes.set(value, at);
    at += value.length;
    if (performance.now() - told > 100) {
      told = performance.now();
      onPart(at / Math.max(1, blob.size));
    }
  }
  return bytes.subarray(0, at);
}

/** What a text is that somebody pasted or dropped: the engine says, in its worker. */
export async function readText(text: string): Promise<TextContent> {
  return (await engine()).readText(text);
}

/** The text of a file that may be something else than records: it is short, and not gzipped. */
export function otherText(bytes: Uint8Array): string | null {
  if (bytes.length === 0 || bytes.length > MOST_TEXT || bytes[0] === 0x1f) return null;
  const text = new TextDecoder().decode(bytes);
  return text.includes('\0') ? null : text;
}

/** Has the engine look for games, in its worker. Rejects when there is none. */
export async function openRecords(
  bytes: Uint8Array,
  name: string,
  onLoading: (loading: Loading) => void,
): Promise<RecordFile> {
  onLoading({ text: openingWords.parsing(name), part: null });
  const file = await (await engine()).openRecords(bytes, {
    onProgress: ({ done, total }) => {
      if (total > 0) onLoading({ text: openingWords.parsing(name), part: done / total });
    },
  });
  if (file.games.length > 0) return file;
  file.dispose();
  throw new Error(openingWords.none);
}

export async function openText(text: string): Promise<RecordFile> {
  return (await engine()).openRecords(new TextEncoder().encode(text));
}

/** The game of a record's text. */
export async function openRecord(text: string): Promise<Replay> {
  return (await engine()).openRecord(text);
}

/** What a link holds: boards, or a game. */
export async function openLink(text: string): Promise<OpenedLink> {
  return (await engine()).openLink(text);
}
