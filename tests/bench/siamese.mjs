/**
 * The network in its own module: how long a visitor waits for it, and how long 1,000 and 10,000 boards take. The model is
 * `models/siamese.onnx` or the file named in OUTPOST_MODEL; the tests' tiny one, where there is neither, is
 * faster than any that is played with. The module's size goes into target/bench.json as `siamese`.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { root } from '../../scripts/lib/run.mjs';

/** It is the same everywhere. */
export const columns = ['single'];

const ROUNDS = 15;

export default async function siamese({ page, report, note }) {
  const candidates = [process.env.OUTPOST_MODEL, 'models/siamese.onnx', 'crates/rbc-siamese/tests/tiny.onnx'];
  const name = candidates.find((path) => path && existsSync(join(root, path)));
  const model = readFileSync(join(root, name));
  const url = '/bench-model.onnx';
  await page.route(`**${url}`, (route) => route.fulfill({ body: model, contentType: 'application/octet-stream' }));
  const fixture = JSON.parse(readFileSync(join(root, 'tests/fixtures/siamese-weights.json'), 'utf8'));
  const times = await page.evaluate(
    async ({ url, size, sha256, planes, boards, rounds }) => {
      const bytes = (hex, copies = 1) => {
        const once = Uint8Array.from(hex.match(/../g), (byte) => Number.parseInt(byte, 16));
        const all = new Uint8Array(once.length * copies);
        for (let i = 0; i < copies; i++) all.set(once, i * once.length);
        return all;
      };
      const model = { url: new URL(url, location.href), size, sha256 };
      const times = { load: [], 1000: [], 10000: [] };
      let siamese;
      for (let i = 0; i < 5; i++) {
        siamese?.dispose();
        const began = performance.now();
        siamese = await globalThis.Siamese.load({ model });
        times.load.push(performance.now() - began);
        if (siamese.problem) throw new Error(siamese.problem);
      }
      // The fixture's 150 boards over and over: each is computed anew.
      const all = bytes(boards, 67);
      const decision = { planes: bytes(planes) };
      for (let round = 0; round <= rounds; round++) {
        for (const count of [1000, 10000]) {
          const began = performance.now();
          await siamese.weigh({ ...decision, boards: all.slice(0, 16 * count) });
          if (round > 0) times[count].push(performance.now() - began);
        }
      }
      siamese.dispose();
      return times;
    },
    {
      url,
      size: model.length,
      sha256: createHash('sha256').update(model).digest('hex'),
      planes: fixture.planes,
      boards: fixture.boards,
      rounds: ROUNDS,
    },
  );
  report('module and model loaded', times.load, 'ms');
  report('weights of 1,000 boards', times[1000], 'ms');
  report('weights of 10,000 boards', times[10000], 'ms');
  const wasm = readFileSync(join(root, 'pkg/siamese/siamese_bg.wasm'));
  const size = { raw: wasm.length, gzip: gzipSync(wasm).length, brotli: brotliCompressSync(wasm).length };
  note('siamese', { model: name, bytes: model.length, size });
}
