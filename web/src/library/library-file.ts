import { EngineCrashError, EngineUnavailableError } from 'outpost-rbc';
import { openText } from '../record/opening';
import { described, messageOf } from '../ui/errors';
import { saveBlob, saveText } from '../ui/save-file';
import type { Damaged, Library } from './library';
import { libraryWords } from './words';

/** Bytes that are compressed at a time. */
const PIECE = 65_536;

/**
 * Saves games of the library as one file that these pages and `outpost verify` read: JSON lines, gzipped where the browser can.
 * It is made in pieces, so that neither the page nor its memory has all of it at once. Lines that are no games stand `before` them. Gives
 * back the games that are damaged: they are not in the file, which has all others ({@link saveDamaged}).
 */
export async function saveLibrary(
  library: Library,
  ids: string[] = library.rows.map((row) => row.id),
  onPart: (part: number) => void = () => undefined,
  before: readonly string[] = [],
): Promise<Damaged[]> {
  const damaged: Damaged[] = [];
  const zips = typeof CompressionStream !== 'undefined';
  const { readable, writable } = zips ? new CompressionStream('gzip') : new TransformStream<BufferSource, Uint8Array>();
  const blob = new Response(readable as ReadableStream<Uint8Array<ArrayBuffer>>).blob();
  const writer = writable.getWriter();
  const encoder = new TextEncoder();
  let done = 0;
  let told = 0;
  let since = performance.now();
  try {
    for (const line of before) await writer.write(encoder.encode(line));
    for await (const line of library.lines(ids, problemsOf)) {
      if (typeof line !== 'string') {
        damaged.push(line);
        continue;
      }
      const bytes = encoder.encode(line);
      for (let at = 0; at < bytes.length; at += PIECE) {
        await writer.write(bytes.subarray(at, at + PIECE));
        // Browsers compress where the page is drawn: it is let have its turn.
        if (performance.now() - since > 10) {
          await new Promise((resolve) => setTimeout(resolve));
          since = performance.now();
        }
      }
      done++;
      if (performance.now() - told < 100) continue;
      told = performance.now();
      onPart(done / ids.length);
    }
    await writer.close();
  } catch (error) {
    // The caller that waits for the blob gets this error.
    blob.catch(() => undefined);
    await writer.abort(error).catch(() => undefined);
    throw error;
  }
  const file = await blob;
  if (done + before.length > 0) saveBlob(`outpost-library-${today()}.jsonl${zips ? '.gz' : ''}`, file);
  return damaged;
}

/** Saves damaged games as they are stored, for people who can repair them. */
export function saveDamaged(damaged: readonly Damaged[]): void {
  const lines = damaged.map(({ id, why, raw }) => `${JSON.stringify({ type: 'OutpostDamaged', id, why, ...raw })}\n`);
  saveText(`outpost-library-damaged-${today()}.jsonl`, lines.join(''), 'application/jsonl');
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** The engine's verdict on records: on all at once, and on each if one of them has a problem. */
async function problemsOf(records: readonly string[]): Promise<(string | null)[]> {
  const whole = (record: string): boolean => !record.includes('\n');
  if (records.every(whole) && (await problemOf(records.join('\n'))) === null) return records.map(() => null);
  const problems: (string | null)[] = [];
  for (const record of records) {
    problems.push(whole(record) ? await problemOf(record) : libraryWords.severalLines);
  }
  return problems;
}

async function problemOf(lines: string): Promise<string | null> {
  if (lines === '') return null;
  try {
    const file = await openText(lines);
    file.dispose();
    return file.problems[0] ? described(file.problems[0]) : null;
  } catch (error) {
    // Without an engine they cannot be checked, and are exported as they are.
    return error instanceof EngineUnavailableError || error instanceof EngineCrashError ? null : messageOf(error);
  }
}
