/** The network: the real module in this thread, and a made-up worker for what goes wrong. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { Siamese } from '../src/index.ts';
import { NetworkHost } from '../src/siamese/host.ts';
import type { NetworkEndpoint, NetworkSurroundings } from '../src/siamese/launch.ts';
import type { FromNetwork, NetworkBindings } from '../src/siamese/protocol.ts';
import { fileSurroundings } from '../src/stockfish/files.ts';

const file = (path: string) => new Uint8Array(readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url))));
const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));

const tiny = file('crates/rbc-siamese/tests/tiny.onnx');
const fixture = JSON.parse(new TextDecoder().decode(file('tests/fixtures/siamese-weights.json'))) as {
  opponent: string;
  temperature: number;
  planes: string;
  boards: string;
  weights: number[];
};
const decision = { planes: bytesOf(fixture.planes), boards: bytesOf(fixture.boards), opponent: fixture.opponent };
const { temperature } = fixture;
const uniform = new Float32Array(fixture.weights.length).fill(1 / fixture.weights.length);

let bindings: NetworkBindings;

beforeAll(async () => {
  const module = await import('../siamese/siamese.js');
  await module.default({ module_or_path: file('pkg/siamese/siamese_bg.wasm') });
  bindings = module as unknown as NetworkBindings;
});

/** A place with `served` at the model's address, whose worker is in this thread. */
function surroundings(served: Uint8Array<ArrayBuffer> | null = tiny, load = async () => bindings): NetworkSurroundings {
  return {
    launch: () => {
      let open = true;
      const send = (message: FromNetwork) => queueMicrotask(() => open && endpoint.onMessage(message));
      const host = new NetworkHost(load, send);
      const endpoint: NetworkEndpoint = {
        post: (message) => {
          const copy = structuredClone(message);
          queueMicrotask(() => host.receive(copy));
        },
        onMessage: () => {},
        onFailure: () => {},
        end: () => {
          open = false;
        },
      };
      return endpoint;
    },
    files: {
      ...fileSurroundings,
      caches: () => undefined,
      fetch: async () => (served ? new Response(served) : new Response(null, { status: 404 })),
    },
  };
}

/** What a site says of its model file. */
function released(bytes: Uint8Array) {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { url: new URL('https://example.org/siamese.onnx'), size: bytes.length, sha256 };
}

const load = (around = surroundings(), model = released(tiny)) => Siamese.load({ model }, around);

test('weights are those of the native build', async () => {
  const siamese = await load();
  expect(siamese.problem).toBeNull();
  expect(siamese.opponents).toEqual(['attacker', 'trout']);
  const seen: number[] = [];
  const weights = await siamese.weigh(decision, { temperature, onProgress: ({ done }) => seen.push(done) });
  expect(weights.length).toBe(fixture.weights.length);
  weights.forEach((weight, i) => {
    const expected = fixture.weights[i] ?? Number.NaN;
    expect(Math.abs(weight - expected)).toBeLessThan(1e-4 * expected + 1e-9);
  });
  expect(seen.at(-1)).toBe(1);
  siamese.dispose();
});

test('a known opponent makes a difference, an unknown one does not', async () => {
  const siamese = await load();
  const { opponent: _, ...anybody } = decision;
  const against = (opponent: string) => siamese.weigh({ ...decision, opponent });
  const nobody = await siamese.weigh(anybody);
  expect(await against('nobody we know')).toEqual(nobody);
  expect(await against('trout')).not.toEqual(nobody);
});

test('what is no decision is an error, and the network goes on', async () => {
  const siamese = await load();
  await expect(siamese.weigh({ ...decision, planes: new Uint8Array(7) })).rejects.toThrow(/planes/);
  await expect(siamese.weigh({ ...decision, boards: new Uint8Array(32).fill(255) })).rejects.toThrow(/packed boards/);
  await expect(siamese.weigh({ ...decision, boards: new Uint8Array(17) })).rejects.toThrow(/16 bytes/);
  await expect(siamese.weigh(decision, { temperature: 0 })).rejects.toThrow(/temperature/);
  expect((await siamese.weigh({ ...decision, boards: new Uint8Array(0) })).length).toBe(0);
  expect((await siamese.weigh(decision)).length).toBe(fixture.weights.length);
  expect(siamese.problem).toBeNull();
});

test('an abort is heard between slices', async () => {
  const siamese = await load();
  const many = new Uint8Array(decision.boards.length * 200);
  for (let i = 0; i < 200; i++) many.set(decision.boards, i * decision.boards.length);
  const controller = new AbortController();
  const options = { signal: controller.signal, onProgress: () => controller.abort() };
  await expect(siamese.weigh({ ...decision, boards: many }, options)).rejects.toMatchObject({ name: 'AbortError' });
  expect((await siamese.weigh(decision)).length).toBe(fixture.weights.length);
});

describe('boards are equally likely, and it is said why,', () => {
  const refused = async (around: NetworkSurroundings, model = released(tiny)) => {
    const siamese = await load(around, model);
    expect(await siamese.weigh(decision)).toEqual(uniform);
    return siamese.problem;
  };

  test('when the file is missing', async () => {
    expect(await refused(surroundings(null))).toMatch(/404/);
  });

  test('when it is cut short', async () => {
    expect(await refused(surroundings(tiny.slice(0, 20_000)))).toMatch(/20000 of \d+ bytes/);
  });

  test('when it is another one than was released', async () => {
    const other = tiny.slice();
    other[20_000] = (other[20_000] ?? 0) ^ 1;
    expect(await refused(surroundings(other))).toMatch(/hash differs/);
  });

  test('when what was released is no model', async () => {
    const page = new TextEncoder().encode('<!doctype html><title>A page</title>');
    expect(await refused(surroundings(page), released(page))).toMatch(/no ONNX file/);
    const half = tiny.slice(0, 14_000);
    expect(await refused(surroundings(half), released(half))).toMatch(/end is missing/);
  });

  test('when the module cannot be loaded', async () => {
    const load = async () => {
      throw new Error('no module here');
    };
    expect(await refused(surroundings(tiny, load))).toMatch(/no module here/);
  });

  test('when the worker dies while it weighs', async () => {
    const weigh = () => {
      throw new WebAssembly.RuntimeError('unreachable');
    };
    const Dying = function (this: unknown) {
      return { opponents: () => [], weigh };
    } as unknown as NetworkBindings['Siamese'];
    expect(await refused(surroundings(tiny, async () => ({ Siamese: Dying })))).toMatch(/crashed/);
  });
});

test('whoever aborts the loading hears of it, and nothing runs after the end', async () => {
  const controller = new AbortController();
  controller.abort();
  const aborted = Siamese.load({ model: released(tiny), signal: controller.signal }, surroundings());
  await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
  const siamese = await load();
  const pending = siamese.weigh(decision);
  siamese.dispose();
  await expect(pending).rejects.toMatchObject({ name: 'DisposedError' });
  await expect(siamese.weigh(decision)).rejects.toMatchObject({ name: 'DisposedError' });
});
