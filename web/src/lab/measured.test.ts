import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DECAY, GROWTH, GROWTH_TURNS, RATING, readQuoted } from './measured';

const text = readFileSync(new URL('../../../docs/experiments.md', import.meta.url), 'utf8');
const rows = text.split('\n').filter((line) => line.startsWith('|'));

it('quotes the native program word for word', () => {
  expect(rows).toContain(`| sense | ${GROWTH_TURNS.map((turn) => `turn ${turn}`).join(' | ')} |`);
  for (const [policy, cells] of Object.entries(GROWTH)) expect(rows).toContain(`| ${policy} | ${cells.join(' | ')} |`);
  for (const [name, cells] of Object.entries(DECAY)) {
    const label = name.replace('hsuc', 'HSUC').replace(/v\. (.*)/, 'v. `$1`');
    const row = rows.find((line) => line.startsWith(`| ${label} |`));
    expect(row, name).toMatch(/^\| [^|]+ \| [\d,]+ \| /);
    expect(row).toContain(`| ${cells.join(' | ')} |`);
  }
  for (const [player, elo] of Object.entries(RATING)) {
    expect(
      rows.some((row) => row.startsWith(`| \`${player}\` | ${elo} |`)),
      player,
    ).toBe(true);
  }
});

it('reads quoted intervals', () => {
  expect(readQuoted('>4.65 (4.30 to 4.94), 30 games')).toEqual({ value: 4.65, low: 4.3, high: 4.94 });
  expect(readQuoted('1,191 (1,070 to 1,313)')).toEqual({ value: 1191, low: 1070, high: 1313 });
  expect([readQuoted('-'), readQuoted('0')]).toEqual([null, null]);
});
