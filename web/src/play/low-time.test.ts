import { describe, expect, it } from 'vitest';
import { LowTime, lowness, warningsFor } from './low-time';

describe('low time', () => {
  it.each([
    [900, [60, 30, 10]],
    [120, [60, 30, 10]],
    [119, [30, 10]],
    [60, [30, 10]],
    [30, [10]],
    [6, [3]],
  ])('is told on a clock of %i s at %j', (seconds, at) => {
    expect(warningsFor(seconds * 1000)).toEqual(at.map((s) => s * 1000));
  });

  it('is told once at each warning, not each second, and not again after an increment', () => {
    const low = new LowTime(900_000);
    const told: number[] = [];
    const tick = (seconds: number) => {
      if (low.passes(seconds * 1000)) told.push(seconds);
    };
    for (let s = 900; s >= 58; s--) tick(s);
    for (let s = 63; s >= 25; s--) tick(s);
    for (let s = 35; s >= 0; s--) tick(s);
    expect(told).toEqual([60, 30, 10]);
  });

  it('is told once of what a sleeping tab missed, and of nothing when it is too late', () => {
    const low = new LowTime(900_000);
    expect([low.passes(7_000), low.passes(6_000)]).toEqual([true, false]);
    expect(new LowTime(900_000).passes(0)).toBe(false);
  });

  it('is shown in two steps', () => {
    expect([61, 60, 11, 10, 0].map((s) => lowness(s * 1000, 900_000))).toEqual([
      'no',
      'low',
      'low',
      'critical',
      'critical',
    ]);
    expect([16, 10].map((s) => lowness(s * 1000, 30_000))).toEqual(['no', 'low']);
  });
});
