/** Where the engine runs, in the package for browsers: in a worker that is one classic script. In place of src/launch.ts. */
import { browserSurroundings } from '../src/browser-launcher.ts';
import type { Surroundings } from '../src/session.ts';
import { nameWith } from './addresses.ts';

/**
 * Bundlers find files by expressions such as `new URL('…', import.meta.url)`, copy them, and change their addresses. So all of
 * them are written here, in a script that bundlers read. They copy the worker as it is; it is told where the others are. It is
 * a classic script in one file, so it needs no address of its own parts, and pages of any origin may load it.
 */
export async function surroundings(): Promise<Surroundings> {
  const files = {
    'wasm-single/engine_bg.wasm': new URL('../wasm-single/engine_bg.wasm', import.meta.url),
    'wasm-threads/engine_bg.wasm': new URL('../wasm-threads/engine_bg.wasm', import.meta.url),
    'siamese/siamese_bg.wasm': new URL('../siamese/siamese_bg.wasm', import.meta.url),
    'stockfish/stockfish.js.txt': new URL('../stockfish/stockfish.js.txt', import.meta.url),
    'stockfish/stockfish.wasm': new URL('../stockfish/stockfish.wasm', import.meta.url),
    'stockfish/COPYING.txt': new URL('../stockfish/COPYING.txt', import.meta.url),
  };
  return browserSurroundings({
    url: absolute(new URL('../dist/browser/worker.js', import.meta.url)),
    type: 'classic',
    name: nameWith(Object.fromEntries(Object.entries(files).map(([path, url]) => [path, absolute(url)]))),
    startsThreadsAnywhere: true,
  });
}

/** Turbopack puts addresses without an origin in their place. */
function absolute(url: URL): URL {
  return new URL(url, location.href);
}
