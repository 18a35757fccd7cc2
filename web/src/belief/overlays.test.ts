import type { BeliefView } from 'outpost-rbc';
import { expect, it } from 'vitest';
import { chancesOn, heatOf, largest, OVERLAYS, overlayNumbers, scaleOf } from './overlays';

const marginals = new Float32Array(384);
marginals[4 * 64 + 59] = 0.5;
marginals[4 * 64 + 3] = 0.25;
marginals[59] = 0.25;
const entropy = new Float32Array(64);
entropy[59] = 1.5;
const belief = { marginals, entropy } as BeliefView;

it('an overlay has a number for each square, and pieces have none', () => {
  expect(overlayNumbers('pieces', belief)).toBeNull();
  expect(overlayNumbers('queen', belief)?.[59]).toBe(0.5);
  expect(overlayNumbers('pawn', belief)?.[59]).toBe(0.25);
  expect(overlayNumbers('any', belief)?.[59]).toBe(0.75);
  expect(overlayNumbers('entropy', belief)?.[59]).toBe(1.5);
  for (const overlay of OVERLAYS) expect([undefined, 64]).toContain(overlayNumbers(overlay, belief)?.length);
});

it('boards side by side share a scale, and a scale of nothing colours nothing', () => {
  expect(scaleOf([[0, 0.2], null, [0.7, 0.1]])).toBe(0.7);
  expect(heatOf([0.35, 0.7], 0.7)).toEqual([0.5, 1]);
  expect(heatOf([0, 0], scaleOf([[0, 0]]))).toEqual([0, 0]);
});

it('squares and kinds of pieces are listed with the likeliest first', () => {
  expect(largest(overlayNumbers('queen', belief) ?? [], 0.01)).toEqual([
    { square: 59, number: 0.5 },
    { square: 3, number: 0.25 },
  ]);
  expect(chancesOn(belief, 59).map(({ role }) => role)).toEqual(['queen', 'pawn']);
});
