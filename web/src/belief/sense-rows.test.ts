import type { BeliefView } from 'outpost-rbc';
import { describe, expect, it } from 'vitest';
import { byUse, heatBy, MEASURES, ranks, senseRows } from './sense-rows';

function belief(changes: Partial<BeliefView> = {}): BeliefView {
  return {
    color: 'white',
    size: 100,
    estimate: 100,
    error: 0,
    chanceError: 0,
    completeness: 'exact',
    weights: 'uniform',
    marginals: new Float32Array(384),
    entropy: new Float32Array(64),
    senseWorst: new Uint32Array(64).fill(100),
    senseExpected: new Float32Array(64).fill(100),
    senseBits: new Float32Array(64),
    bestSense: 0,
    lastDecay: null,
    likeliest: [],
    truth: null,
    players: null,
    ...changes,
  };
}

describe('senses', () => {
  it('are none when it is not the time to sense', () => {
    expect(senseRows(belief({ senseWorst: null }))).toBeNull();
  });

  it('are as many boards as are possible, where only a sample is held', () => {
    const rows = senseRows(belief({ estimate: 1000, completeness: 'sample' }));
    expect(rows?.[0]).toEqual({ square: 0, worst: 1000, expected: 1000, bits: 0 });
  });

  it('come the most useful first, by each measure', () => {
    const view = belief();
    view.senseWorst?.set([50, 40, 60], 8);
    view.senseExpected?.set([20, 30, 10], 8);
    view.senseBits?.set([3, 2, 1], 8);
    const rows = senseRows(view) ?? [];
    const first = Object.fromEntries(MEASURES.map((measure) => [measure, byUse(rows, measure)[0]?.square]));
    expect(first).toEqual({ worst: 9, expected: 10, bits: 8 });
    expect(byUse(rows, 'worst')).toHaveLength(64);
    for (const measure of MEASURES) {
      const heat = heatBy(rows, measure);
      expect(heat[byUse(rows, measure)[0]?.square ?? -1]).toBe(1);
      expect(heat[0]).toBe(0);
    }
  });

  it('share a rank where they are equally useful', () => {
    const view = belief();
    view.senseWorst?.set([50, 40, 40, 50], 8);
    const rank = ranks(senseRows(view) ?? [], 'worst');
    expect([8, 9, 10, 11, 12].map((square) => rank.get(square))).toEqual([3, 1, 1, 3, 5]);
  });

  it('are told apart by the other measures where one does not', () => {
    const view = belief();
    view.senseBits?.set([1], 30);
    expect(byUse(senseRows(view) ?? [], 'worst')[0]?.square).toBe(30);
  });
});
