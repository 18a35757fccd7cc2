import { describe, expect, it } from 'vitest';
import { decades, linePath } from './size-lines';

const same = (n: number) => n;

describe('linePath', () => {
  it('draws every step of a short game, with a gap where nothing is known', () => {
    expect(linePath([1, 5, null, 2], same, same)).toBe('M0.0 1.0L1.0 5.0M3.0 2.0');
  });

  it('keeps the least and the most of each stretch of a long one', () => {
    const sizes = Array.from({ length: 10_000 }, (_, step) => (step === 7_777 ? 1_000 : 10));
    const path = linePath(sizes, same, same, 200);
    expect(path.split(/[ML]/).length).toBeLessThan(210);
    expect(path).toContain('7777.0 1000.0');
  });
});

describe('decades', () => {
  it('gives a handful of powers of ten from 1 on', () => {
    expect(decades(1)).toEqual([1, 10]);
    expect(decades(900)).toEqual([1, 10, 100, 1000]);
    expect(decades(5e7).length).toBeLessThanOrEqual(6);
  });
});
