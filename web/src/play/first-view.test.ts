import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { introWords } from '../intro/words';
import { startWords } from './words';

it('index.html says what the first screen says', () => {
  const page = readFileSync(new URL('../../index.html', import.meta.url), 'utf8');
  const view = page.slice(page.indexOf('class="first-view"'), page.indexOf('<noscript>'));
  for (const text of [startWords.game, startWords.title, startWords.lead, introWords.lines.start])
    expect(view).toContain(`>${text}<`);
  // The squares of the upper ranks, and those that the bishop and the king's pawn have left.
  expect(view.match(/<i>/g)).toHaveLength(3);
  expect(view.match(/<piece /g)).toHaveLength(16);
});
