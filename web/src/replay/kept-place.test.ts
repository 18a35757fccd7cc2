import { expect, it } from 'vitest';
import { readPlace } from './kept-place';

const line = { parent: 0, at: 6, action: { sense: 12 }, assumed: false };

it('reads what was kept, and of what was not, as much as makes sense', () => {
  const good = { step: 7, lines: [line, { ...line, parent: 1, action: { request: null }, assumed: true }], current: 2 };
  expect(readPlace(good)).toEqual(good);
  // A line goes on from one before it, and what follows a bad one may go on from that.
  for (const bad of [null, 7, { ...line, parent: 2 }, { ...line, at: -1 }, { ...line, action: { sense: 64 } }]) {
    expect(readPlace({ step: 7, lines: [line, bad, line], current: 3 })).toEqual({
      step: 7,
      lines: [line],
      current: 0,
    });
  }
  for (const bad of [{}, { step: 1.5, lines: [] }, { step: 0, lines: 'x' }]) expect(readPlace(bad)).toBeNull();
});
