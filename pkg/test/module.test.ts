import { afterEach, describe, expect, it, vi } from 'vitest';
import { compile, loadModule, problemOf } from '../src/module.ts';

/** A module with a type, a function and its code: `(module (func))`. */
const MODULE = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 4, 1, 2, 0, 11);
/** The same, with an import that nobody provides. */
const IMPORTS = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 7, 1, 1, 97, 1, 98, 0, 0);
const URL_OF_IT = new URL('https://host.example/engine_bg.wasm');
const text = (content: string) => new TextEncoder().encode(content);

/** The host's answers in sequence, and a log of the requests. */
function host(...answers: (() => Response)[]): RequestCache[] {
  const asked: RequestCache[] = [];
  vi.stubGlobal('fetch', async (_: URL, { cache }: { cache: RequestCache }) => {
    asked.push(cache);
    return (answers.length > 1 ? answers.shift() : answers[0])?.();
  });
  return asked;
}
const answer =
  (bytes: Uint8Array<ArrayBuffer>, type = 'application/wasm', status = 200) =>
  () =>
    new Response(bytes, { status, headers: { 'Content-Type': type } });

/** Like wasm-bindgen's script: a response is compiled while it arrives. */
const instantiate =
  (imports: WebAssembly.Imports) =>
  async ({ module_or_path: given }: { module_or_path: WebAssembly.Module | Response }) =>
    given instanceof Response
      ? WebAssembly.instantiateStreaming(given, imports)
      : WebAssembly.instantiate(given, imports);
const started = { default: instantiate({}) };
const load = (script = async () => started) => loadModule({ whose: 'the engine’s', script, url: URL_OF_IT });

afterEach(() => vi.unstubAllGlobals());

describe('a module', () => {
  it.each(['application/wasm', 'application/octet-stream', 'text/plain'])('is loaded as %s', async (type) => {
    const asked = host(answer(MODULE, type));
    expect(await load()).toBe(started);
    expect(asked).toEqual(['default']);
  });

  it('that the page has compiled is not fetched', async () => {
    const asked = host(answer(MODULE));
    const compiled = await WebAssembly.compile(MODULE);
    expect(await loadModule({ whose: 'the engine’s', script: async () => started, url: URL_OF_IT, compiled })).toBe(
      started,
    );
    expect(asked).toEqual([]);
  });

  it('that the browser kept damaged is fetched again', async () => {
    for (const kept of [MODULE.slice(0, 20), text('<!doctype html>'), MODULE.map((byte, i) => (i > 9 ? 255 : byte))]) {
      for (const type of ['application/wasm', 'text/html']) {
        const asked = host(answer(kept, type), answer(MODULE));
        expect(await load()).toBe(started);
        expect(asked).toEqual(['default', 'reload']);
      }
    }
  });

  it.each([
    [
      'a web page',
      answer(text('\n<!doctype html><title>Log in</title>'), 'text/html'),
      /^the server sent a web page instead of the engine’s file$/,
    ],
    ['a page as WebAssembly', answer(text('<html>')), /^the server sent a web page instead/],
    ['words', answer(text('not found'), 'text/plain'), /^the server sent something else instead of the engine’s file$/],
    ['nothing', answer(new Uint8Array()), /^the engine’s file is empty$/],
    ['its head', answer(MODULE.slice(0, 5)), /cut short: 5 bytes arrived$/],
    ['a half', answer(MODULE.slice(0, 20)), /^the engine’s file was cut short: 20 bytes arrived$/],
    [
      'bytes that are no code',
      answer(MODULE.map((byte, i) => (i === 22 ? 255 : byte))),
      /^the engine’s file is damaged \(/,
    ],
    ['a refusal', answer(text('no'), 'text/plain', 403), /^the server answered 403 for the engine’s file$/],
    ['another version', answer(IMPORTS), /^the engine’s files are of different versions \(/],
  ])('in whose place there is %s says so', async (_, given, words) => {
    host(given);
    const script = async () => ({ default: instantiate({ a: {} }) });
    await expect(load(script)).rejects.toThrow(words);
  });

  it('whose script lacks what it imports is of another version, too', async () => {
    host(answer(IMPORTS));
    await expect(load()).rejects.toThrow(/^the engine’s files are of different versions/);
  });

  it('that does not arrive, or whose script does not, says so', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(load()).rejects.toThrow('the engine’s file could not be fetched (Failed to fetch)');
    host(answer(MODULE));
    await expect(load(() => Promise.reject(new TypeError('none')))).rejects.toThrow(
      'the engine’s script could not be loaded (none)',
    );
    host(() => new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('lost')) })));
    await expect(load()).rejects.toThrow('the engine’s file arrived only in part (lost)');
  });

  it('is whole or cut short, at every length', async () => {
    for (let length = 1; length < MODULE.length; length++) {
      const part = MODULE.slice(0, length);
      // Truncated between two sections it is another valid module, or the compiler reports what is missing.
      const between = [14, 18].includes(length);
      expect(problemOf('its', part), `${length}`).toBe(
        between ? null : `its file was cut short: ${length} bytes arrived`,
      );
      if (!between) await expect(compile('its', part)).rejects.toThrow('cut short');
    }
    expect(problemOf('its', MODULE)).toBeNull();
    // A length without an end.
    expect(problemOf('its', Uint8Array.of(...MODULE.slice(0, 9), 255, 255, 255, 255, 255, 255, 255))).toBeNull();
  });
});
