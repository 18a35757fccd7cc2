import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const rooms = new URL('..', import.meta.url);
const sheets = Object.fromEntries(
  readdirSync(rooms, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.css'))
    .map((path) => [
      path.replaceAll('\\', '/'),
      readFileSync(new URL(path, rooms), 'utf8').replaceAll(/\/\*.*?\*\//gs, ''),
    ]),
);

/** What is the same on pages that are read from the right: boards and charts (base.css), and a bar that fills a whole line. */
const FIXED = /^(board\/board|replay\/story|replay\/annotations|belief\/likely-boards|play\/banner)\.css$/;

it('style sheets lay out by where lines begin, not by left and right', () => {
  expect(Object.keys(sheets).length).toBeGreaterThan(30);
  const physical = Object.entries(sheets).flatMap(([path, css]) =>
    FIXED.test(path)
      ? []
      : Array.from(
          css.matchAll(
            /(?:margin|padding)-(?:left|right)|border-(?:left|right)(?!-color: transparent)|text-align: (?:left|right)|float: (?:left|right)|(?<=[;{}\s])(?:left|right): (?!50%)/g,
          ),
          ([found]) => `${path}: ${found}`,
        ),
  );
  expect(physical).toEqual([]);
});

it('also where four lengths are given', () => {
  const uneven = Object.entries(sheets).flatMap(([path, css]) =>
    FIXED.test(path)
      ? []
      : Array.from(css.matchAll(/(?:margin|padding|inset): (\S+) (\S+) (\S+) (\S+);/g))
          .filter(([, , right, , left]) => right !== left)
          .map(([found]) => `${path}: ${found}`),
  );
  expect(uneven).toEqual([]);
});
