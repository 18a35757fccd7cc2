import { expect, it } from 'vitest';
import { wrapped } from './chart-image';

it('wraps notes between words, and loses none', () => {
  const text = 'hsuc, trout, attacker, and random, 40 nodes a decision, at most 8 turns, seed 1';
  const lines = wrapped(text, 30);
  expect(lines.join(' ')).toBe(text);
  expect(lines.length).toBeGreaterThan(2);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(30);
  expect(wrapped('short', 30)).toEqual(['short']);
  expect(wrapped('a-word-that-is-longer-than-a-line is kept', 10)[0]).toBe('a-word-that-is-longer-than-a-line');
});
