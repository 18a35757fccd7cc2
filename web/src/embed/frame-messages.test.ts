import { expect, it } from 'vitest';
import { isHostMessage, parentOrigin } from './frame-messages';

it('believes the browser before the author, and the author before the referrer', () => {
  const told = { ancestorOrigins: ['https://teacher.example'] };
  expect(parentOrigin('https://other.example', told, 'https://third.example/')).toBe('https://teacher.example');
  expect(parentOrigin('https://other.example/page', {}, 'https://third.example/')).toBe('https://other.example');
  expect(parentOrigin(null, {}, 'https://third.example/page')).toBe('https://third.example');
  expect(parentOrigin(null, {}, '')).toBeNull();
  expect(parentOrigin('no address', {}, '')).toBeNull();
  // A sandboxed page has no origin that could be named.
  expect(parentOrigin('https://other.example', { ancestorOrigins: ['null'] }, 'https://third.example/')).toBeNull();
});

it('takes no other messages', () => {
  expect(isHostMessage({ source: 'outpost-host', type: 'set', attributes: { theme: 'dark' } })).toBe(true);
  for (const other of [
    null,
    'set',
    3,
    {},
    { source: 'outpost-host', type: 'set', attributes: null },
    { type: 'set' },
  ]) {
    expect(isHostMessage(other)).toBe(false);
  }
});
