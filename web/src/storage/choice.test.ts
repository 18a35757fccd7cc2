import { afterEach, expect, it, vi } from 'vitest';
import { Choice } from './choice';

/** What a browser keeps; `null`: it refuses. */
function withStorage(kept: Map<string, string> | null): void {
  const refuse = (): never => {
    throw new DOMException('refused', 'SecurityError');
  };
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (kept ? (kept.get(key) ?? null) : refuse()),
    setItem: (key: string, value: string) => (kept ? kept.set(key, value) : refuse()),
  });
}

afterEach(() => vi.unstubAllGlobals());

const make = (usual: () => 'a' | 'b' = () => 'a') => new Choice('outpost-test', ['a', 'b'] as const, usual);

it('keeps what was chosen, and tells who listens until they stop', () => {
  const kept = new Map<string, string>();
  withStorage(kept);
  const choice = make();
  const heard = vi.fn();
  const stop = choice.onChange(heard);
  expect(choice.value).toBe('a');
  choice.value = 'b';
  expect(kept.get('outpost-test')).toBe('b');
  expect(make().value).toBe('b');
  stop();
  choice.value = 'a';
  expect(heard).toHaveBeenCalledTimes(1);
});

it('passes over what it does not know, and asks for the usual value each time', () => {
  withStorage(new Map([['outpost-test', 'of another version']]));
  let usual: 'a' | 'b' = 'a';
  const choice = make(() => usual);
  expect(choice.value).toBe('a');
  usual = 'b';
  expect(choice.value).toBe('b');
});

it('lasts as long as the page where the browser stores nothing', () => {
  withStorage(null);
  const choice = make();
  choice.value = 'b';
  expect(choice.value).toBe('b');
  expect(make().value).toBe('a');
});

it('follows what another tab chose', () => {
  const kept = new Map<string, string>();
  withStorage(kept);
  let tell: (event: { key: string | null }) => void = () => {};
  vi.stubGlobal('addEventListener', (_: string, listener: typeof tell) => {
    tell = listener;
  });
  const choice = make();
  choice.value = 'b';
  kept.set('outpost-test', 'a');
  const heard = vi.fn();
  choice.onChange(heard);
  tell({ key: 'another' });
  expect([choice.value, heard.mock.calls.length]).toEqual(['b', 0]);
  tell({ key: 'outpost-test' });
  expect([choice.value, heard.mock.calls.length]).toEqual(['a', 1]);
});
