import fc from 'fast-check';
import { expect, it } from 'vitest';
import { axisRange } from './axis';

it('shows intervals whole while they are narrow', () => {
  const spreads = [
    { value: 0, low: -50, high: 50 },
    { value: 300, low: 200, high: 420 },
  ];
  expect(axisRange(spreads, [0], 400)).toEqual([-50, 420]);
  expect(axisRange([{ value: 50, low: 12, high: 88 }], [0, 100], Number.POSITIVE_INFINITY)).toEqual([0, 100]);
});

it('fits the values where few games leave everything open', () => {
  const spreads = [
    { value: 0, low: 0, high: 0 },
    { value: 190, low: -240_000, high: 240_380 },
    { value: 382, low: -310_000, high: 310_764 },
  ];
  expect(axisRange(spreads, [0], 400)).toEqual([-400, 782]);
});

it('always holds every value, and is never wider than it may be', () => {
  const number = fc.double({ min: -1e6, max: 1e6, noNaN: true });
  const spread = fc.record({
    value: number,
    less: fc.double({ min: 0, max: 1e6, noNaN: true }),
    more: fc.double({ min: 0, max: 1e6, noNaN: true }),
  });
  fc.assert(
    fc.property(
      fc.array(spread, { minLength: 1, maxLength: 20 }),
      fc.double({ min: 0, max: 1000, noNaN: true }),
      (some, reach) => {
        const spreads = some.map(({ value, less, more }) => ({ value, low: value - less, high: value + more }));
        const [bottom, top] = axisRange(spreads, [0], reach);
        const values = [0, ...spreads.map(({ value }) => value)];
        expect(bottom).toBeLessThanOrEqual(Math.min(...values));
        expect(top).toBeGreaterThanOrEqual(Math.max(...values));
        expect(bottom).toBeGreaterThanOrEqual(Math.min(...values) - reach);
        expect(top).toBeLessThanOrEqual(Math.max(...values) + reach);
      },
    ),
  );
});
