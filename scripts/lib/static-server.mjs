// Serves a built folder as a plain host would: no fallback page, no transformation, and files compressed by the build
// where the browser takes them. `npm start`, the browser tests and the benchmarks all use it. The npm package `send` sends
// files, with paths, ranges, conditions and aborted streams; this module decides which files there are, and the headers.
import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { BROTLI } from './compress.mjs';
import { contentTypes as types } from './content-types.mjs';
import { commonHeaders, contentSecurityPolicy, isolationHeaders, pageHeaders } from './headers.mjs';
import { SetupError } from './run.mjs';

/**
 * A folder that is still being made while the site is served.
 *
 * @typedef {object} Late
 * @property {string} path what its files' addresses begin with, below the base
 * @property {string} folder
 * @property {'building' | 'ready' | 'failed'} state
 */

/** Seconds after which a page may ask again for what is being built. */
const ASK_AGAIN_S = 5;

/**
 * Starts serving; rejects when the port is in use instead of taking another.
 *
 * @param {object} options
 * @param {string} options.folder what to serve
 * @param {number} [options.port] 0 for any free port
 * @param {boolean} [options.isolated] without it, pages get no threads
 * @param {string} [options.base] the path that the folder appears under, ending in a slash
 * @param {Late} [options.late] a part of the site that is not there yet
 * @param {boolean} [options.plain] like hosts that let nobody set headers, and answer missing files with the start page
 * @returns {Promise<{ url: string, show: (folder: string | null) => void, close: () => Promise<void> }>}
 */
export async function serve({ folder, port = 0, isolated = true, base = '/', late, plain = false }) {
  const headers = plain
    ? {}
    : {
        ...commonHeaders,
        ...(isolated ? isolationHeaders : {}),
        'Content-Security-Policy': contentSecurityPolicy(),
      };
  // Loaded late: `npm start` runs before any npm package is installed, and installs them.
  const { default: send } = await import('send');
  /** @type {string | null} */
  let shown = folder;
  const server = createServer((request, response) => {
    if (shown === null) request.socket.destroy();
    else answer(request, response, { folder: shown, base, headers, late, plain, send });
  });
  // Without a listener the connection would be closed silently.
  server.on('connect', (_request, socket) => {
    socket.on('error', () => {});
    socket.end('HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
  await new Promise((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', (error) => {
      const taken = error.code === 'EADDRINUSE';
      reject(taken ? new SetupError(`port ${port} is taken: end what uses it, or give another with --port`) : error);
    });
    // By number: "localhost" may be another address for the browser than for us.
    server.listen(port, '127.0.0.1');
  });
  return {
    url: `http://127.0.0.1:${server.address().port}${base}`,
    /** Replaces the site by another version; with null nothing answers, as without a network. */
    show: (/** @type {string | null} */ other) => {
      shown = other;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The longest address that is looked up: file systems allow names of 255 bytes and paths of 4,096. */
const LONGEST_PATH = 4_096;

/** Answers any request: nothing that a client sends may end the server. */
async function answer(request, response, { folder: site, base, headers, late, plain, send }) {
  let folder = site;
  const refuse = (status, text) => {
    if (response.headersSent) return response.destroy();
    // Headers of the file that is not sent.
    for (const name of OF_FILES) response.removeHeader(name);
    response.writeHead(status, { ...headers, 'Content-Type': types['.txt'] });
    response.end(`${text}\n`);
  };
  const refuseFor = (error) => {
    const status = error.status ?? 500;
    refuse(status, WORDS[status] ?? 'not answered');
  };
  const sendFile = async (asked, onMissing) => {
    const path = asked.endsWith('/') ? `${asked}index.html` : asked;
    const smaller = plain ? null : await smallerFile(folder, path);
    const encoded = smaller !== null && takesBrotli(request.headers['accept-encoding']);
    const tag = plain ? null : await tagOf(encoded ? smaller : fileAt(folder, path));
    // The answer may be over by now.
    if (response.destroyed || response.headersSent) return;
    const file = send(request, encoded ? path + BROTLI : path, {
      root: folder,
      dotfiles: 'ignore',
      cacheControl: false,
      // Two builds may give the same date, and `send` makes its tags of dates.
      etag: false,
      lastModified: false,
    });
    file.on('error', (error) => (error.status === 404 ? onMissing() : refuseFor(error)));
    file.on('directory', onMissing);
    file.on('headers', (_, sent) => {
      const path = encoded ? sent.slice(0, -BROTLI.length) : sent;
      if (tag !== null) response.setHeader('ETag', tag);
      if (smaller !== null) response.setHeader('Vary', 'Accept-Encoding');
      if (encoded) response.setHeader('Content-Encoding', 'br');
      response.setHeader('Content-Type', types[extname(path)] ?? 'application/octet-stream');
      // Vite names the files in assets/ by their content.
      const named = /\/assets\//.test(path);
      response.setHeader('Cache-Control', named ? 'public, max-age=31536000, immutable' : 'no-cache');
      const own = plain ? {} : pageHeaders(relative(folder, path).split(sep).join('/'));
      for (const [name, value] of Object.entries({ ...headers, ...own })) response.setHeader(name, value);
    });
    file.pipe(response);
  };
  const missing = () => refuseFor({ status: 404 });
  try {
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuseFor({ status: 405 });
    let path = pathOf(request.url, base);
    if (typeof path === 'number') return refuseFor({ status: path });
    if (late && path?.startsWith(late.path)) {
      if (late.state === 'building') response.setHeader('Retry-After', ASK_AGAIN_S);
      if (late.state !== 'ready') return refuseFor({ status: late.state === 'building' ? 503 : 500 });
      path = path.slice(late.path.length - 1);
      folder = late.folder;
    }
    const startPage = () => sendFile('/index.html', missing).catch(refuseFor);
    const otherwise = plain ? startPage : missing;
    if (path === null || (await leadsOut(folder, path))) return missing();
    await sendFile(path, otherwise);
  } catch (error) {
    refuseFor(error);
  }
}

/** Headers that say something of the file that is sent. */
const OF_FILES = [
  'Accept-Ranges',
  'Cache-Control',
  'Content-Encoding',
  'Content-Length',
  'Content-Type',
  'ETag',
  'Vary',
];

/** Where a path that is still encoded lies. */
const fileAt = (folder, path) => join(folder, decodeURIComponent(path));

/** The file that the build compressed from the one at a path, or null: also where that one is gone, or was changed since. */
async function smallerFile(folder, path) {
  const file = fileAt(folder, path) + BROTLI;
  if (await leadsOut(folder, path + BROTLI)) return null;
  const [small, whole] = await Promise.all([file, fileAt(folder, path)].map((each) => stat(each).catch(() => null)));
  return small?.isFile() && whole?.isFile() && small.mtimeMs >= whole.mtimeMs ? file : null;
}

/** Whether a browser takes brotli: `Accept-Encoding`, by RFC 9110. */
export function takesBrotli(accepted = '') {
  const weights = new Map(
    accepted.split(',').map((each) => {
      const [name = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
      return [name, Number(weight)];
    }),
  );
  return (weights.get('br') ?? weights.get('*') ?? 0) > 0;
}

/** Tags of files that have not changed since, by their paths. */
const tags = new Map();

/** A tag of what is in a file; null where there is none. */
async function tagOf(file) {
  try {
    const { ino, size, ctimeMs, isFile } = await stat(file).then((found) => ({ ...found, isFile: found.isFile() }));
    if (!isFile) return null;
    const state = `${ino} ${size} ${ctimeMs}`;
    const known = tags.get(file);
    if (known?.state === state) return known.tag;
    const hash = createHash('sha256').update(await readFile(file));
    const tag = `"${hash.digest('base64url').slice(0, 22)}"`;
    tags.set(file, { state, tag });
    return tag;
  } catch {
    // `send` reports what is missing.
    return null;
  }
}

const WORDS = {
  400: 'not an address',
  403: 'no such file',
  404: 'no such file',
  405: 'only GET and HEAD',
  412: 'the condition is not met',
  414: 'too long an address',
  416: 'no such part of the file',
  500: 'the file cannot be read',
  503: 'still being built',
};

/** The path below the site's folder, still encoded; null when it is not below it, or the status of the refusal. */
function pathOf(requested, base) {
  let path;
  try {
    path = new URL(requested, 'http://host').pathname;
    if (path.length > LONGEST_PATH) return 414;
    if (decodeURIComponent(path).includes('\0')) return 400;
  } catch {
    return 400;
  }
  return path.startsWith(base) ? path.slice(base.length - 1) : null;
}

/** Whether a path or a link in the folder leads out of it, or in a circle. */
async function leadsOut(folder, path) {
  const wanted = join(folder, decodeURIComponent(path));
  try {
    const [inside, real] = await Promise.all([realpath(folder), realpath(wanted)]);
    const index = (await stat(real)).isDirectory() ? await realpath(join(real, 'index.html')).catch(() => real) : real;
    return [real, index].some((file) => relative(inside, file).split(sep)[0] === '..');
  } catch (error) {
    // `send` reports missing files.
    return error.code === 'ELOOP';
  }
}
