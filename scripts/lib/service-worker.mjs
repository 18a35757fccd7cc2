// The service worker of a built site: `sw.js`, with the list of the site's files. Called by the build of the pages.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, extname, join, relative, sep } from 'node:path';
import { contentTypes } from './content-types.mjs';
import { commonHeaders, contentSecurityPolicy, isolationHeaders, pageHeaders } from './headers.mjs';
import { root } from './run.mjs';

const NAME = 'sw.js';

/** Not cached: compressed files, which only a server sends, and `_headers`, which is for the host. */
const LEFT_OUT = [/^sw\.js$/, /^_headers$/, /(^|\/)\./, /\.map$/, /\.br$/];

/**
 * What a file is part of (web/src/offline/site-files.ts), by its name (vite.config.ts). A browser keeps the pages and the build of the
 * engine that it runs; the other parts when they are used, or asked for.
 */
const PARTS = [
  ['threads', /^assets\/(engine(_bg)?-threads|workerHelpers)-/],
  ['single', /^assets\/engine(_bg)?-single-/],
  ['network', /^assets\/(siamese[-_]|players-[^/]*\.txt$)/],
  ['stockfish', /^assets\/(stockfish|COPYING)/],
  ['languages', /^assets\/language-/],
  ['rest', /^(licences\.txt|LICENSE\.txt)$/],
];

/** What the pages link to themselves; what is reached only from elsewhere, as by embeds, is not needed. */
const START = 'index.html';

/** Names of the files that the pages need. */
function neededBy(page, names, folder) {
  const needed = new Set([page]);
  for (const name of needed) {
    if (!/\.(html|js|css|webmanifest)$/.test(name)) continue;
    const text = readFileSync(join(folder, name), 'utf8');
    for (const other of names) if (text.includes(basename(other))) needed.add(other);
  }
  return needed;
}

/**
 * Lists the files of a site.
 *
 * @param {string} folder
 */
export function filesOf(folder) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => !LEFT_OUT.some((pattern) => pattern.test(name)))
    .sort();
  const needed = neededBy(START, names, folder);
  const partOf = (name) => PARTS.find(([, pattern]) => pattern.test(name))?.[0] ?? (needed.has(name) ? 'core' : 'rest');
  const files = {};
  for (const name of names) {
    const bytes = readFileSync(join(folder, name));
    files[name] = {
      size: bytes.length,
      sha256: sha256(bytes),
      type: contentTypes[extname(name)] ?? 'application/octet-stream',
      part: partOf(name),
    };
  }
  return { version: sha256(JSON.stringify(files)).slice(0, 16), files };
}

/**
 * Writes `sw.js` into the folder of a built site, and `_headers`, from which some hosts take the headers.
 *
 * @param {string} folder
 */
export async function writeServiceWorker(folder) {
  // Loaded late: scripts import this module before npm packages are installed.
  const { build } = await import('vite');
  const headers = { ...commonHeaders, 'Content-Security-Policy': contentSecurityPolicy() };
  const listed = filesOf(folder);
  const pages = Object.keys(listed.files).map((name) => [name, pageHeaders(name)]);
  const own = Object.fromEntries(pages.filter(([, headers]) => Object.keys(headers).length > 0));
  const site = { ...listed, headers, pages: own, isolation: isolationHeaders };
  const [built] = [
    await build({
      configFile: false,
      logLevel: 'error',
      root,
      publicDir: false,
      define: { OUTPOST_SITE: JSON.stringify(site) },
      build: {
        write: false,
        target: 'es2022',
        // A script, not a module: Firefox and older Safari accept no modules here.
        rolldownOptions: { input: join(root, 'web/src/offline/service.worker.ts'), output: { format: 'iife' } },
      },
    }),
  ].flat();
  const [{ code }] = built.output;
  writeFileSync(join(folder, NAME), code);
  writeFileSync(join(folder, '_headers'), headersFile({ ...headers, ...isolationHeaders }, own));
}

/** In the format of Netlify and Cloudflare Pages. */
function headersFile(headers, pages) {
  const linesOf = (some) => Object.entries(some).map(([name, value]) => `  ${name}: ${value}`);
  // Both hosts would send a header twice that two patterns have, and browsers apply both of two policies.
  const addressesOf = (name) => [`/${name}`, `/${name.replace(/(index)?\.html$/, '')}`];
  const ofPages = Object.entries(pages).flatMap(([name, own]) =>
    addressesOf(name).flatMap((path) => [path, ...linesOf(own), '']),
  );
  return [
    '/*',
    ...linesOf(headers),
    '',
    ...ofPages,
    '/assets/*',
    '  Cache-Control: public, max-age=31536000, immutable',
    '',
  ].join('\n');
}

function sha256(data) {
  return createHash('sha256').update(data).digest('hex');
}
