import { expect, it } from 'vitest';
import { csv } from './csv';

it('keeps names in their cells, and makes no formula of them', () => {
  expect(csv([['a', 1.5, null]])).toBe('a,1.5,\n');
  expect(csv([['x,y', 'say "no"', ';=1']])).toBe('"x,y","say ""no""",";=1"\n');
  // Also where a reader leaves out what stands before the sign.
  for (const name of ['=1', '+1', '-1', '@x', '\t=1', '\r=1', '\n=1']) {
    expect(csv([[name]])).toMatch(/^"?'/);
  }
  expect(csv([[-1]])).toBe('-1\n');
});
