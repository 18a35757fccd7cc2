import { expect, it } from 'vitest';
import { fileNamed, type SiteFiles, sizeOf, sizesOf } from './site-files';

const file = { size: 10, sha256: '', type: '', part: 'core' as const };
const site: SiteFiles = {
  version: '1',
  files: {
    'index.html': file,
    'embed.html': { ...file, part: 'rest' },
    'assets/app-1.js': file,
    'icons/a b.png': file,
  },
};

it.each([
  ['', true, 'index.html'],
  ['index.html', true, 'index.html'],
  ['embed', true, 'embed.html'],
  ['embed.html', true, 'embed.html'],
  ['icons/a%20b.png', false, 'icons/a b.png'],
  ['assets/app-1.js', false, 'assets/app-1.js'],
  // What is no page is never answered with one.
  ['', false, null],
  ['embed', false, null],
  ['assets/app-2.js', false, null],
  ['assets/app-2.js', true, null],
  ['somewhere/else', true, null],
  ['constructor', true, null],
  ['%E0%A4%A', true, null],
])('%j, as a page: %j, means %j', (path, navigation, expected) => {
  expect(fileNamed(path, navigation, site)).toBe(expected);
});

it('knows how much there is', () => {
  const sizes = sizesOf(site);
  expect(sizes).toEqual({ core: 30, threads: 0, single: 0, network: 0, stockfish: 0, languages: 0, rest: 10 });
  expect(sizeOf(['core', 'rest'], sizes)).toBe(40);
});
