import fc from 'fast-check';
import { LIMITS } from 'outpost-rbc';
import { expect, it } from 'vitest';
import { isDeep, MOST_CHARACTERS, readJson } from './bounded-json';

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

it('refuses what is too deep or too long, before it is read', () => {
  expect(readJson(nested(LIMITS.depth))).toBeInstanceOf(Array);
  expect(() => readJson(nested(LIMITS.depth + 1))).toThrow('too much JSON: depth');
  expect(() => readJson('{"a":'.repeat(MOST_CHARACTERS / 5))).toThrow('too much JSON: depth');
  expect(() => readJson(`"${'x'.repeat(MOST_CHARACTERS)}"`)).toThrow('too much JSON: characters');
  expect(() => readJson('{')).toThrow(SyntaxError);
  expect(readJson(JSON.stringify('[{\\"'.repeat(1000)))).toBe('[{\\"'.repeat(1000));
});

it('counts as deep what is', () => {
  const depthOf = (value: unknown): number =>
    value !== null && typeof value === 'object' ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 12 }), fc.nat(64), (value, more) => {
      const text = '['.repeat(more) + JSON.stringify(value) + ']'.repeat(more);
      expect(isDeep(text)).toBe(more + depthOf(value) > LIMITS.depth);
    }),
  );
});
