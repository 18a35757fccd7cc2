import type { Library } from './library';
import { saveBlob } from './save-file';

/** Bytes that are compressed at a time. */
const PIECE = 65_536;

/**
 * Saves games of the library as one file that these pages and `outpost verify` read: JSON lines, gzipped where the browser can.
 * It is made in pieces, so that neither the page nor its memory has all of it at once.
 */
export async function saveLibrary(
  library: Library,
  ids: string[] = library.rows.map((row) => row.id),
  onPart: (part: number) => void = () => undefined,
): Promise<void> {
  const zips = typeof CompressionStream !== 'undefined';
  const { readable, writable } = zips ? new CompressionStream('gzip') : new TransformStream<BufferSource, Uint8Array>();
  const blob = new Response(readable as ReadableStream<Uint8Array<ArrayBuffer>>).blob();
  const writer = writable.getWriter();
  const encoder = new TextEncoder();
  let done = 0;
  let told = 0;
  let since = performance.now();
  try {
    for await (const line of library.lines(ids)) {
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
    // Whoever waits for the blob is told by this error.
    blob.catch(() => undefined);
    await writer.abort(error).catch(() => undefined);
    throw error;
  }
  const day = new Date().toISOString().slice(0, 10);
  saveBlob(`outpost-library-${day}.jsonl${zips ? '.gz' : ''}`, await blob);
}
