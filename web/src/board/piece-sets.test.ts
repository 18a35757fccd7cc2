import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadDrawings, PIECE_SETS, pieceRules } from './piece-sets';
import { ROLES } from './squares';

const NAMES = ['white', 'black'].flatMap((color) => ROLES.map((role) => `${color} ${role}`)).toSorted();

describe.each(PIECE_SETS.filter((set) => set !== 'cburnett'))('%s', (set) => {
  it('has every piece, as a drawing that needs nothing else and runs nothing', async () => {
    const drawings = await loadDrawings(set);
    expect([...(drawings?.keys() ?? [])].toSorted()).toEqual(NAMES);
    for (const file of drawings?.values() ?? []) {
      expect(file).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+">.*<\/svg>$/s);
      // Only shapes: images of boards hold these drawings as they are. Ids would meet those of other pieces there.
      expect(file.replaceAll(/<\/?(svg|g|path|circle)\b/g, '')).not.toContain('<');
      expect(file).not.toMatch(/\b(id|on\w+|href|style|class)=|url\(/);
      expect(file.length).toBeLessThan(9000);
    }
    expect(new Set(drawings?.values()).size).toBe(12);
  });

  it('takes the place of the other pieces', async () => {
    const rules = pieceRules((await loadDrawings(set)) ?? new Map(), ':root');
    for (const name of NAMES) {
      const [color, role] = name.split(' ');
      expect(rules).toContain(`.cg-wrap piece.${role}.${color}{background-image:url("data:image/svg+xml,%3Csvg`);
    }
    // Nothing in a drawing ends the rule that it is in.
    expect(rules.match(/\{/g)).toHaveLength(12);
    expect(rules.match(/"/g)).toHaveLength(24);
  });
});

it('has no folder that cannot be chosen', () => {
  const folders = readdirSync(new URL('./piece-sets', import.meta.url), { withFileTypes: true });
  expect(['cburnett', ...folders.flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))].toSorted()).toEqual(
    [...PIECE_SETS].toSorted(),
  );
});
