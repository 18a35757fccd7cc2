// The site as an archive: unpack and serve.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../build.mjs';
import { isolationHeaders } from '../lib/headers.mjs';
import { root } from '../lib/run.mjs';
import { entriesOf, zip } from './archives.mjs';

/** How to serve it, for who unpacks it. */
function note(name) {
  const headers = Object.entries(isolationHeaders).map(([key, value]) => `    ${key}: ${value}`);
  return `Outpost: Reconnaissance Blind Chess in the browser
===================================================

These are static files for any path of any host; nothing runs on the server. To try them on this machine, in the
folder where you unpacked the archive:

    python3 -m http.server 8000 --directory ${name} --bind 127.0.0.1

and open http://127.0.0.1:8000/. Opened as a file (file:), the pages cannot run.

To publish them, copy the whole folder to a web server with https. It works without any setting. With these two
headers on every file it uses all cores from the first visit on:

${headers.join('\n')}

Without them a service worker adds them, and the first visit reloads once; where there is none, one core is used.
The file _headers has all headers that a host should send, in the form that Netlify and Cloudflare Pages read. Files
that end in .br are the same files in brotli, for servers that send such files; no page links to them.

Licence: GPL-3.0-or-later (LICENSE.txt). The parts of others: licences.txt.
`;
}

/** @param {import('./release-info.mjs').Release} release */
export async function releaseSite({ out, version, date, built }) {
  if (!built) await build();
  const name = `outpost-site-${version}`;
  const entries = entriesOf(join(root, 'dist'), `${name}/`);
  entries.push({ name: `${name}/README.txt`, bytes: Buffer.from(note(name)) });
  writeFileSync(join(out, `${name}.zip`), await zip(entries, date));
}
