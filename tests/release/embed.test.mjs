// The embed's archive: its folder on one server, the code to paste on a page of another.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { EXAMPLE, integrityOf } from '../../scripts/release/embed.mjs';
import { openSite } from '../browser/harness.mjs';
import { artefact, unpacked } from './artefacts.mjs';

let folder;
let site;
let host;
before(async () => {
  folder = await unpacked(artefact(/^outpost-embed-.*\.zip$/));
  site = await openSite({ folder, isolated: false, base: `/${basename(folder)}/` });
  const html = readFileSync(join(folder, 'snippet.html'), 'utf8').replaceAll(EXAMPLE, new URL(site.url).origin);
  host = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end(html.replace('<title>', '<link rel="icon" href="data:,"><title>'));
  });
  await new Promise((resolve) => host.listen(0, '127.0.0.1', resolve));
});
after(async () => {
  host?.close();
  host?.closeAllConnections();
  await site?.close();
});

const address = () => `http://127.0.0.1:${host.address().port}/`;

test('the hashes are those of the files', () => {
  const hashes = JSON.parse(readFileSync(join(folder, 'integrity.json'), 'utf8'));
  assert.ok(Object.keys(hashes).length > 10);
  for (const [name, hash] of Object.entries(hashes)) assert.equal(hash, integrityOf(readFileSync(join(folder, name))));
});

test('the pasted code shows a board, and a game with what White knows', async () => {
  const page = await site.open('about:blank');
  await page.goto(address());
  await page.locator('outpost-board .outpost-boards cg-board piece').first().waitFor();
  // The engine has counted White's set.
  await page.locator('outpost-replay [part=panel][aria-busy=false] .size-lines').waitFor();
  site.check();
});

test('a changed script is refused, and so is a changed module that it imports', async () => {
  const hashes = JSON.parse(readFileSync(join(folder, 'integrity.json'), 'utf8'));
  const imported = Object.keys(hashes).find((name) => /assets\/elements-.*\.js$/.test(name));
  site.allow(/integrity|request failed/i);
  for (const name of ['outpost-embed.js', imported]) {
    const path = join(folder, name);
    const kept = readFileSync(path);
    writeFileSync(path, `${kept}\n`);
    const page = await site.open('about:blank');
    const refused = page.waitForEvent('console', (message) => /integrity/i.test(message.text()));
    await page.goto(address());
    const text = (await refused).text();
    assert.ok(text.includes(basename(name)) && /blocked/i.test(text), text);
    assert.ok(await page.evaluate(() => customElements.get('outpost-board') === undefined), name);
    writeFileSync(path, kept);
  }
});
