// The site's archive: unpacked, served as the note in it says, by a server that sends no headers of ours, and played.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { openSite } from '../browser/harness.mjs';
import { artefact, unpacked } from './artefacts.mjs';

let folder;
let site;
before(async () => {
  folder = await unpacked(artefact(/^outpost-site-.*\.zip$/));
  site = await openSite({ folder, plain: true });
});
after(() => site?.close());

test('the note says how to serve it, and which headers threads need', () => {
  const note = readFileSync(join(folder, 'README.txt'), 'utf8');
  assert.ok(note.includes(`--directory ${basename(folder)} `), note);
  for (const header of ['Cross-Origin-Opener-Policy: same-origin', 'Cross-Origin-Embedder-Policy: require-corp'])
    assert.ok(note.includes(header) && readFileSync(join(folder, '_headers'), 'utf8').includes(header), header);
});

test('a turn can be played', async () => {
  const page = await site.open();
  await page.locator('button.play-now').click();
  const phase = (name) => page.locator(`.game[data-phase=${name}]`).waitFor();
  const click = async (square) => page.locator(`rbc-board [data-square=${square}]`).first().click({ force: true });
  await phase('sense');
  await click('e7');
  await phase('move');
  const own = (await page.locator('rbc-board [data-square=e2]').first().getAttribute('aria-label')) ?? '';
  const [from, to] = /white|your|own/i.test(own) ? ['e2', 'e4'] : ['e7', 'e5'];
  await click(from);
  await click(to);
  // The opponent has answered.
  await phase('sense');
  site.check();
});
