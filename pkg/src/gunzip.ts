/** The most that a compressed file may grow to: a few kilobytes can be made to claim gigabytes. */
const MAX_BYTES = 256 * 1024 * 1024;

/** `bytes`, decompressed if they are gzip. */
export async function gunzipped(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const parts: Uint8Array[] = [];
  let length = 0;
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream('gzip'));
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > MAX_BYTES) {
        await reader.cancel();
        throw new Error(`The file is larger than ${MAX_BYTES / 1024 / 1024} MB when decompressed.`);
      }
      parts.push(value);
    }
  } catch (error) {
    if (length > MAX_BYTES) throw error;
    throw new Error('The file is gzip, but damaged or cut off.', { cause: error });
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
