import { expect, it } from 'vitest';
import { isLinkHash } from './link-hash';

it('takes no address of a page for a link', () => {
  for (const hash of ['', '#', '#play', '#analyse/1', '#replay', '#play/game']) expect(isLinkHash(hash)).toBe(false);
  expect(isLinkHash('#14aA0bC9dEfGh1234567890abcdefXYZ')).toBe(true);
  expect(isLinkHash('#1h')).toBe(true);
  // Of a later version: its reader reports that.
  expect(isLinkHash('#2abcdef')).toBe(true);
});
