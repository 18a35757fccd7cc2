/** The network in a real worker: the weights of the native build, kept files. */
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
  { page: 'an isolated page', isolated: true },
  { page: 'a page that is not isolated', isolated: false },
])('in $page', ({ isolated }) => {
  it('gives the weights of the native build, and needs the network once', async () => {
    const site = await openSite({ folder, isolated });
    const page = await site.open('index.html');
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(isolated);
    let fetched = 0;
    await page.route(`**/${released.path}`, (route) => {
      fetched += 1;
      return route.fulfill({ body: model });
    });
    const seen = await page.evaluate(
      async ({ path, size, sha256, fixture }) => {
        const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
        const decision = {
          planes: bytes(fixture.planes),
          boards: bytes(fixture.boards),
          opponent: fixture.opponent as string,
        };
        const model = { url: new URL(path, location.href), size, sha256 };
        const results = [];
        for (let visit = 0; visit < 2; visit++) {
          const siamese = await window.Siamese.load({ model });
          const weights = await siamese.weigh(decision, { temperature: fixture.temperature });
          results.push({ problem: siamese.problem, weights: [...weights] });
          siamese.dispose();
        }
        return results;
      },
      { ...released, fixture },
    );
    for (const { problem, weights } of seen) {
      expect(problem).toBeNull();
      expect(weights.length).toBe(fixture.weights.length);
      weights.forEach((weight, i) => {
        const expected = fixture.weights[i];
        expect(Math.abs(weight - expected)).toBeLessThan(1e-4 * expected + 1e-9);
      });
    }
    expect(fetched).toBe(1);
    site.check();
    await site.close();
  });
});
