import { describe, expect, it } from 'vitest';
import { regexpsOf, slowness } from './regexps.mjs';

describe('slowness', () => {
  it.each([
    // Once used to trim pasted lines: 67 seconds for 300,000 spaces before a letter.
    ['[\\s"\'`,]+$', '', /anew from each/],
    ['^[\\s"\'`]+|[\\s"\'`,]+$', 'g', /anew from each/],
    ['^\\s*Tests\\s+(.*)$', 'm', /divides/],
    ['^(a+)+$', '', /exponential/],
    ['^\\d*\\w+;$', '', /divides/],
  ])('finds what is slow in /%s/%s', (source, flags, why) => {
    expect(slowness(source, flags).join('; ')).toMatch(why);
  });

  it.each([
    ['[\\s,]+', ''],
    ['\\s+', 'g'],
    ['^#\\d', ''],
    ['^([KQRBNPkqrnp]?)([a-h]?)([1-8]?)[x:]?([a-h][1-8])([QRBNqrbn]?)$', ''],
    ['(?<![\\w-])--([\\w-]+):\\s*([^;}\\s][^;}]*)', 'g'],
  ])('lets /%s/%s pass', (source, flags) => {
    expect(slowness(source, flags)).toEqual([]);
  });
});

it('finds regular expressions wherever they are written out', () => {
  const code = [
    'const of = (text: string): string => text.replace(/a+$/gu, "b");',
    'const path = shown(/x/.test(name as string) ? 1 / 2 : nothing, "/no/"); // not /this/',
    'const made = [new RegExp("y+", "i"), RegExp(`z`), new RegExp(part + "+"), new RegExp(/w/, "g")];',
  ].join('\n');
  expect(regexpsOf('some.ts', code)).toEqual([
    { line: 1, source: 'a+$', flags: 'gu' },
    { line: 2, source: 'x', flags: '' },
    { line: 3, source: 'y+', flags: 'i' },
    { line: 3, source: 'z', flags: '' },
    { line: 3, source: null, flags: '' },
    { line: 3, source: 'w', flags: '' },
  ]);
});
