import type { BeliefView, CallOptions, Observation, Outpost } from 'outpost-rbc';
import { expect, test } from 'vitest';
import { measureEngine, perSecond } from './engine-speed';

/** An engine that only counts: each opponent's turn makes ten boards of one. */
function counting(): { outpost: Outpost; live: () => number; calls: () => number } {
  let live = 0;
  let calls = 0;
  const track = async () => {
    live += 1;
    let size = 1;
    const checked = <T>(value: T, options?: CallOptions): Promise<T> => {
      calls += 1;
      return options?.signal?.aborted ? Promise.reject(options.signal.reason) : Promise.resolve(value);
    };
    return {
      tell: (told: Observation, options?: CallOptions) => {
        if (told.type === 'opponent') size *= 10;
        return checked(undefined, options);
      },
      view: (options?: CallOptions) => checked({ size } as BeliefView, options),
      opponentMoves: (options?: CallOptions) => checked(size * 30, options),
      dispose: () => {
        live -= 1;
      },
    };
  };
  return { outpost: { track } as unknown as Outpost, live: () => live, calls: () => calls };
}

test('measures each set from the third on, and frees what it used', async () => {
  const { outpost, live } = counting();
  const shares: number[] = [];
  const { signal } = new AbortController();
  const sets = await measureEngine(outpost, { signal, onProgress: (share) => shares.push(share) });
  expect(sets.map(({ from, raw, to }) => [from, raw, to])).toEqual([
    [100, 3_000, 1_000],
    [1_000, 30_000, 10_000],
    [10_000, 300_000, 100_000],
  ]);
  for (const { expansion, survey } of sets) expect(Number.isFinite(expansion) && Number.isFinite(survey)).toBe(true);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect(shares.at(-1)).toBe(1);
  expect(live()).toBe(0);
});

test('can be broken off, and frees what it used', async () => {
  const { outpost, live, calls } = counting();
  const abort = new AbortController();
  const onProgress = (share: number): void => {
    if (share > 0.3) abort.abort();
  };
  await expect(measureEngine(outpost, { signal: abort.signal, onProgress })).rejects.toMatchObject({
    name: 'AbortError',
  });
  expect(live()).toBe(0);
  const made = calls();
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(calls()).toBe(made);
});

test('counts what a second brings', () => {
  const set = { from: 1_000, raw: 30_000, to: 8_000, expansion: 2, survey: 1 };
  expect(perSecond(set)).toEqual({ taken: 500_000, moves: 15e6, made: 4e6 });
});
