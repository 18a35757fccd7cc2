// The embed script with everything that it loads, its hashes, and the code to paste. It is for one's own host: the address of the folder
// has the version in it, so the hashes stay true.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../build.mjs';
import { BESIDE, neededBy, SCRIPT, XAPI } from '../lib/embed-files.mjs';
import { GPL_FILE } from '../lib/licences.mjs';
import { root } from '../lib/run.mjs';
import { entriesOf, zip } from './archives.mjs';

/** Where the folder is in the code to paste, until somebody writes their own address. */
export const EXAMPLE = 'https://example.org';

/** What https://www.w3.org/TR/SRI compares a file with. */
export const integrityOf = (bytes) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** The code to paste. The map gives the hashes of the modules that the script imports, for browsers that read it. */
function snippet(folder, entries) {
  const modules = entries.filter(({ name }) => name.endsWith('.js')).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const integrity = Object.fromEntries(modules.map(({ name, bytes }) => [`${folder}/${name}`, integrityOf(bytes)]));
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Outpost in a page</title>

<!-- Replace ${EXAMPLE} by where you put the folder. With the map, browsers also compare what the script imports. -->
<script type="importmap">
${JSON.stringify({ integrity }, null, 2)}
</script>
<script type="module" crossorigin="anonymous" src="${folder}/${SCRIPT}"
  integrity="${integrity[`${folder}/${SCRIPT}`]}"></script>

<outpost-board caption="The start"></outpost-board>
<outpost-replay link="1v1HBPbjTbJA4rMO2h3bwy8RHJ1fvOyZaNhWy33zNdYG9Z4xGHxd9o5cIr77" perspective="white"
  panels="text moves sizes"></outpost-replay>
</html>
`;
}

function note(name) {
  return `Outpost in other pages: boards, replays, games and lessons as elements
========================================================================

1. Put this folder, ${name}, onto a web server with https. Its pages may be on any other.
   The server must send the header Access-Control-Allow-Origin: *, and .js and .wasm files with their types.
2. Paste the two scripts of snippet.html into your page, with the address of the folder instead of
   ${EXAMPLE}.

To try it on this machine, in the folder where you unpacked the archive:

    sed 's#${EXAMPLE}#http://127.0.0.1:8000#g' ${name}/snippet.html > page.html
    python3 -m http.server 8000 --bind 127.0.0.1

and open http://127.0.0.1:8000/page.html. (A page on the same server needs no header.)

The attribute integrity has browsers refuse a script that was changed; the map does so for the modules that it
imports (since Chrome 127, Firefox 138 and Safari 18.4; others ignore it). Neither covers the engine's worker and
WebAssembly, which the script fetches from the folder. integrity.json has the hashes of all files.

Elements and attributes: docs/embedding.md in Outpost's source.
Licence: GPL-3.0-or-later (${GPL_FILE}). The parts of others: licences.txt.
`;
}

/** @param {import('./release-info.mjs').Release} release */
export async function releaseEmbed({ out, version, date, built }) {
  if (!built) await build();
  const name = `outpost-embed-${version}`;
  const site = entriesOf(join(root, 'dist'));
  const plain = site.filter(({ name }) => !name.endsWith('.br'));
  const needed = [...new Set([SCRIPT, XAPI].flatMap((script) => neededBy(script, plain)))];
  const hashes = Object.fromEntries(
    needed.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ name, bytes }) => [name, integrityOf(bytes)]),
  );
  const text = (name, content) => ({ name, bytes: Buffer.from(content) });
  const entries = [
    ...needed,
    ...site.filter(({ name }) => BESIDE.includes(name)),
    text('integrity.json', `${JSON.stringify(hashes, null, 2)}\n`),
    text('snippet.html', snippet(`${EXAMPLE}/${name}`, needed)),
    text('README.txt', note(name)),
  ].map((entry) => ({ ...entry, name: `${name}/${entry.name}` }));
  writeFileSync(join(out, `${name}.zip`), await zip(entries, date));
}
