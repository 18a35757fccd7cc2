/** The network in the engine's worker: the weights of the native build, kept files, and an engine that still listens. */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSite } from './harness.mjs';
import type {} from './package-page/main.ts';
import { buildPackagePage } from './package-site.ts';

const file = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)));
const model = file('crates/rbc-siamese/tests/tiny.onnx');
const fixture = JSON.parse(file('tests/fixtures/siamese-weights.json').toString());
const released = {
  path: 'models/siamese.onnx',
  size: model.length,
  sha256: createHash('sha256').update(model).digest('hex'),
};

let folder: string;

beforeAll(async () => {
  folder = await buildPackagePage();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each([
  { page: 'an isolated page', isolated: true, build: 'threads' },
  { page: 'a page that is not isolated', isolated: false, build: 'single' },
])('in $page', ({ isolated, build }) => {
  it('gives the weights of the native build, needs the network once, and hears an abort', async () => {
    const site = await openSite({ folder, isolated });
    const page = await site.open('index.html');
    let fetched = 0;
    await page.context().route(`**/${released.path}`, (route) => {
      fetched += 1;
      return route.fulfill({ body: model });
    });
    const seen = await page.evaluate(
      async ({ path, size, sha256, fixture }) => {
        const model = { url: new URL(path, location.href), size, sha256 };
        const results = [];
        for (let visit = 0; visit < 2; visit++) {
          const outpost = await window.Outpost.start({ threads: 2 });
          await outpost.siamese.load({ model });
          const belief = await outpost.track('black');
          const pass = async (move: string) => {
            await belief.tell({ type: 'sense', square: null, result: [] });
            await belief.tell({ type: 'move', requested: move, taken: move, capture: null });
            await belief.tell({ type: 'opponent', capture: null });
          };
          await belief.tell({ type: 'opponent', capture: null });
          await pass('e7e6');
          await pass('g8f6');
          const { opponent, temperature } = fixture;
          const weights = await belief.weights({ opponent, temperature });
          const view = await belief.view({ weights: 'network' });
          // Some hundred thousand boards: a second of work.
          await pass('b8c6');
          await pass('f8e7');
          const aborted = new AbortController();
          let begun = 0;
          const onProgress = ({ done }: { done: number }) => {
            if (done < 0.2 || begun) return;
            begun = performance.now();
            aborted.abort();
          };
          const refused = await belief.weights({ signal: aborted.signal, onProgress }).catch((error) => error.name);
          results.push({
            build: outpost.info.build,
            status: outpost.siamese.status,
            weights: [...weights],
            by: view.weights,
            refused,
            abortMs: performance.now() - begun,
          });
          outpost.terminate();
        }
        return results;
      },
      { ...released, fixture },
    );
    seen.forEach(({ weights, status, ...found }, visit) => {
      expect(status).toEqual({ state: 'ready', opponents: ['attacker', 'trout'], cached: visit > 0 });
      expect(found).toMatchObject({ build, by: 'network', refused: 'AbortError' });
      // 40 ms on a quiet machine; tests run on busy ones.
      expect(found.abortMs).toBeLessThan(1000);
      expect(weights.length).toBe(fixture.boards);
      for (const [i, expected] of fixture.weights.entries()) {
        expect(Math.abs((weights[5 * i] ?? Number.NaN) - expected)).toBeLessThan(1e-4 * expected + 1e-9);
      }
    });
    expect(fetched).toBe(1);
    site.check();
    await site.close();
  });
});
