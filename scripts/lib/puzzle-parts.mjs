// The puzzles of the site (web/src/puzzles/puzzles.json) as modules: a list to choose by, and the puzzles themselves in parts, so that a
// page fetches little more than the one that it shows.

/** Puzzles of a part: some 6 kB in brotli. */
const OF_PART = 64;

/** What the pages import (web/src/puzzles/virtual-puzzles.d.ts). */
export const PUZZLES = 'virtual:puzzles';

/**
 * Puzzles sorted by rating and parted: whoever trains at a level needs few of the parts.
 *
 * @template {{ id: string, rating: number }} P
 * @param {readonly P[]} puzzles
 * @returns {P[][]}
 */
export function partsOf(puzzles) {
  const sorted = puzzles.toSorted((a, b) => a.rating - b.rating || (a.id < b.id ? -1 : 1));
  const count = Math.ceil(sorted.length / OF_PART);
  const size = Math.ceil(sorted.length / count);
  return Array.from({ length: count }, (_, i) => sorted.slice(i * size, (i + 1) * size));
}

/**
 * The code of a module: of the list, or of a part by its number.
 *
 * @param {readonly { id: string, kind: string, rating: number, deviation: number }[]} puzzles
 * @param {number | null} part
 */
export function puzzleModule(puzzles, part) {
  const parts = partsOf(puzzles);
  // Parsed as JSON, which browsers do faster than a script.
  if (part !== null) return `export default JSON.parse(${JSON.stringify(JSON.stringify(parts[part]))});`;
  const listed = parts.map((some, i) => {
    const entries = some.map(({ id, kind, rating, deviation }) => [id, kind, rating, deviation]);
    return `{ entries: ${JSON.stringify(entries)}, load: () => import('${PUZZLES}/${i}') }`;
  });
  return `export const parts = [${listed.join(',\n')}];`;
}
