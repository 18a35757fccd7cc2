import { expect, it, vi } from 'vitest';
import { lookAtDevice, sizeOf } from './on-device';

it('tells about how large values are', () => {
  expect(sizeOf('abc')).toBe(3);
  expect(sizeOf(new Uint8Array(500))).toBe(500);
  expect(sizeOf(new ArrayBuffer(20))).toBe(20);
  expect(sizeOf(null)).toBe(4);
  expect(sizeOf(new Map([['key', 'value']]))).toBeGreaterThan(8);
  const game = { moves: ['e2e4', 'e7e5'], clock: 900.5, over: false };
  expect(Math.abs(sizeOf(game) - JSON.stringify(game).length)).toBeLessThan(12);
});

it('counts nothing where the browser stores nothing, or another site of the host does', async () => {
  const nothing = { count: 0, bytes: 0 };
  vi.stubGlobal('indexedDB', {
    databases: async () => {
      throw new DOMException('refused', 'SecurityError');
    },
  });
  vi.stubGlobal('caches', { keys: async () => ['of another site'] });
  vi.stubGlobal('localStorage', { theirs: 'x'.repeat(1000), getItem: () => 'x' });
  vi.stubGlobal('sessionStorage', {});
  expect(await lookAtDevice()).toMatchObject({
    library: nothing,
    game: nothing,
    training: nothing,
    puzzles: nothing,
    lab: nothing,
    files: nothing,
    choices: nothing,
  });
  vi.stubGlobal('localStorage', { theirs: 'x', 'outpost-pieces': 'celtic', getItem: () => 'celtic' });
  expect((await lookAtDevice()).choices).toEqual({ count: 1, bytes: 20 });
  vi.unstubAllGlobals();
});
