/**
 * The network in its own module: how long a visitor waits for it, and how long 1,000 and 10,000 boards take, including the
 * marginals and planes of their set. The model is `models/siamese.onnx` or the file named in OUTPOST_MODEL; without either, the
 * tests' tiny one, which is faster than any real one. The module's size goes into target/bench.json as `siamese`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { root } from '../../scripts/lib/run.mjs';
import { servedFile } from './lib/served-file.mjs';

/** It is the same everywhere. */
export const columns = ['single'];

const ROUNDS = 15;

export default async function siamese({ page, report, note }) {
  const candidates = [process.env.OUTPOST_MODEL, 'models/siamese.onnx', 'crates/rbc-siamese/tests/tiny.onnx'];
  const name = candidates.find((path) => path && existsSync(join(root, path)));
  const file = await servedFile(page, name);
  const times = await page.evaluate(
    async ({ file, rounds }) => {
      const model = { ...file, url: new URL(file.url, location.href) };
      const times = { load: [], 1000: [], 10000: [] };
      let outpost;
      for (let i = 0; i < 5; i++) {
        outpost?.terminate();
        outpost = await globalThis.Outpost.start({ build: 'single' });
        const began = performance.now();
        await outpost.siamese.load({ model });
        times.load.push(performance.now() - began);
      }
      // A set beyond its cap holds about this many boards.
      for (const count of [1000, 10000]) {
        const belief = await outpost.track('black', undefined, count);
        await belief.tell({ type: 'opponent', capture: null });
        for (const move of ['e7e6', 'g8f6', 'b8c6']) {
          await belief.tell({ type: 'sense', square: null, result: [] });
          await belief.tell({ type: 'move', requested: move, taken: move, capture: null });
          await belief.tell({ type: 'opponent', capture: null });
        }
        for (let round = 0; round <= rounds; round++) {
          const began = performance.now();
          const { length } = await belief.weights();
          if (round > 0) times[count].push((performance.now() - began) * (count / length));
        }
      }
      outpost.terminate();
      return times;
    },
    { file, rounds: ROUNDS },
  );
  report('module and model loaded', times.load, 'ms');
  report('weights of 1,000 boards', times[1000], 'ms');
  report('weights of 10,000 boards', times[10000], 'ms');
  const wasm = readFileSync(join(root, 'pkg/siamese/siamese_bg.wasm'));
  const size = { raw: wasm.length, gzip: gzipSync(wasm).length, brotli: brotliCompressSync(wasm).length };
  note('siamese', { model: name, bytes: file.size, size });
}
