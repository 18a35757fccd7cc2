/** Fetches files of a known size and hash, and stores them so that later loads need no connection. Internal. */
import { abortError } from '../errors.ts';
import type { ReleaseFile } from './release.ts';

/** The environment of a fetch; tests use a fake one. */
export interface FileSurroundings {
  fetch(url: URL, init: RequestInit): Promise<Response>;
  /** Throws, or returns `undefined`, where pages may store nothing: third-party frames, private windows, plain http. */
  caches(): CacheStorage | undefined;
  /** `undefined` on plain http, where only lengths are compared. */
  subtle: SubtleCrypto | undefined;
  /** The name of the cache; Stockfish's by default. */
  cacheName?: string;
  /** Milliseconds without a byte after which a download fails. */
  stallMs: number;
}

export const fileSurroundings: FileSurroundings = {
  fetch: (url, init) => fetch(url, init),
  caches: () => globalThis.caches,
  subtle: globalThis.crypto?.subtle,
  stallMs: 30_000,
};

export interface FetchOptions {
  /** Bytes that have arrived. */
  onBytes?: (bytes: number) => void;
  signal?: AbortSignal | undefined;
}

export interface Fetched {
  bytes: Uint8Array<ArrayBuffer>;
  /** Whether it was stored by an earlier load. */
  cached: boolean;
}

const STOCKFISH = 'outpost-stockfish';
/** Some browsers leave storage requests pending for ever. */
const STORAGE_PATIENCE_MS = 3_000;

/** A file with the right size and hash, from the cache or the network. */
export async function fetchFile(
  file: ReleaseFile,
  { onBytes = () => {}, signal }: FetchOptions = {},
  around: FileSurroundings = fileSurroundings,
): Promise<Fetched> {
  const kept = await read(file, around);
  if (signal?.aborted) throw abortError(signal);
  if (kept) {
    onBytes(kept.length);
    return { bytes: kept, cached: true };
  }
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = await download(file, 'default', onBytes, signal, around);
  } catch (error) {
    // The stored file may be of another version, or damaged.
    if (!(error instanceof WrongFile)) throw error;
    bytes = await download(file, 'reload', onBytes, signal, around);
  }
  await keep(file, bytes, around);
  return { bytes, cached: false };
}

/** Deletes the files of every other release than that of `files`. */
export async function forgetOthers(files: ReleaseFile[], around: FileSurroundings = fileSurroundings): Promise<void> {
  await inCache(around, async (cache) => {
    const wanted = files.map((file) => keyOf(file, around).href);
    for (const request of await cache.keys()) {
      if (!wanted.includes(request.url)) await cache.delete(request);
    }
  });
}

/** The answer is not the file. */
class WrongFile extends Error {}

async function download(
  file: ReleaseFile,
  cache: RequestCache,
  onBytes: (bytes: number) => void,
  signal: AbortSignal | undefined,
  around: FileSurroundings,
): Promise<Uint8Array<ArrayBuffer>> {
  // Pages show this message, where a whole address would be long and say no more.
  const name = file.url.pathname.split('/').at(-1) || file.url.href;
  const ended = new AbortController();
  const abort = () => ended.abort();
  if (signal?.aborted) throw abortError(signal);
  signal?.addEventListener('abort', abort);
  let stalled = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const moved = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      stalled = true;
      ended.abort();
    }, around.stallMs);
  };
  try {
    moved();
    const response = await around.fetch(file.url, { signal: ended.signal, cache });
    if (!response.ok) throw new Error(`the server answered ${response.status} for ${name}`);
    if (response.headers.get('content-type')?.startsWith('text/html')) {
      throw new WrongFile(`the server answered with a web page instead of ${name}`);
    }
    const bytes = new Uint8Array(file.size);
    let length = 0;
    const reader = response.body?.getReader();
    for (;;) {
      const part = await reader?.read();
      if (!part || part.done) break;
      moved();
      if (length + part.value.length <= file.size) bytes.set(part.value, length);
      length += part.value.length;
      onBytes(Math.min(length, file.size));
    }
    if (length < file.size) throw new WrongFile(`${name} was cut short: ${length} of ${file.size} bytes`);
    if (length > file.size || !(await isRight(file, bytes, around))) {
      throw new WrongFile(
        `${name} is not the file of this release: its ${length > file.size ? 'size' : 'hash'} differs`,
      );
    }
    return bytes;
  } catch (error) {
    if (signal?.aborted) throw abortError(signal);
    if (stalled) throw new Error(`${name} did not arrive: not a byte in ${around.stallMs / 1000} s`);
    if (error instanceof TypeError) throw new Error(`${name} could not be fetched (${error.message})`);
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    ended.abort();
  }
}

async function isRight(file: ReleaseFile, bytes: Uint8Array<ArrayBuffer>, around: FileSurroundings): Promise<boolean> {
  if (bytes.length !== file.size) return false;
  if (!around.subtle) return true;
  const hash = new Uint8Array(await around.subtle.digest('SHA-256', bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('') === file.sha256;
}

/** By content, because the same file has another address after each build of a site. */
function keyOf(file: ReleaseFile, around: FileSurroundings): URL {
  return new URL(`/${around.cacheName ?? STOCKFISH}/${file.sha256}`, file.url);
}

function read(file: ReleaseFile, around: FileSurroundings): Promise<Uint8Array<ArrayBuffer> | undefined> {
  return inCache(around, async (cache) => {
    const response = await cache.match(keyOf(file, around).href);
    if (!response) return undefined;
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (await isRight(file, bytes, around)) return bytes;
    await cache.delete(keyOf(file, around).href);
    return undefined;
  });
}

async function keep(file: ReleaseFile, bytes: Uint8Array<ArrayBuffer>, around: FileSurroundings): Promise<void> {
  await inCache(around, (cache) => cache.put(keyOf(file, around).href, new Response(bytes)));
}

/** Without storage, or when it is full, everything works over the network. */
async function inCache<T>(around: FileSurroundings, use: (cache: Cache) => Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const caches = around.caches();
    if (!caches) return undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), STORAGE_PATIENCE_MS);
    });
    const used = caches.open(around.cacheName ?? STOCKFISH).then(use);
    used.catch(() => {});
    return await Promise.race([used, late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
