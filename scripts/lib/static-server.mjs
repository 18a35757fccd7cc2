// Serves a built folder as a plain host would: no fallback page, no transformation.
// `npm start`, the browser tests and the benchmarks all use it.
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { pipeline } from 'node:stream';
import { contentTypes as types } from './content-types.mjs';
import { commonHeaders, contentSecurityPolicy, isolationHeaders } from './headers.mjs';
import { SetupError } from './run.mjs';

/**
 * Starts serving; rejects when the port is taken rather than taking another.
 *
 * @param {object} options
 * @param {string} options.folder what to serve
 * @param {number} [options.port] 0 for any free port
 * @param {boolean} [options.isolated] without it, pages get no threads
 * @param {string} [options.base] the path that the folder appears under, ending in a slash
 * @param {boolean} [options.plain] as hosts do that let nobody set headers, and answer what is not there with the start page
 * @returns {Promise<{ url: string, show: (folder: string | null) => void, close: () => Promise<void> }>}
 */
export async function serve({ folder, port = 0, isolated = true, base = '/', plain = false }) {
  const headers = plain
    ? {}
    : {
        ...commonHeaders,
        ...(isolated ? isolationHeaders : {}),
        'Content-Security-Policy': contentSecurityPolicy(),
      };
  /** @type {string | null} */
  let shown = folder;
  const server = createServer((request, response) => {
    if (shown === null) request.socket.destroy();
    else answer(request, response, { folder: shown, base, headers, plain });
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
    /** Another version of the site takes the place of this one; with null nothing answers, as without a network. */
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

function answer(request, response, { folder, base, headers, plain }) {
  const refuse = (status, text) => {
    response.writeHead(status, { ...headers, 'Content-Type': types['.txt'] });
    response.end(`${text}\n`);
  };
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, 'only GET and HEAD');
  let file = fileFor(request.url, folder, base);
  let found = file && statSync(file, { throwIfNoEntry: false });
  if (plain && file && !found?.isFile()) {
    file = join(folder, 'index.html');
    found = statSync(file, { throwIfNoEntry: false });
  }
  if (!found?.isFile()) return refuse(404, 'no such file');
  response.writeHead(200, {
    ...headers,
    'Content-Type': types[extname(file)] ?? 'application/octet-stream',
    'Content-Length': found.size,
    // Vite names what lies in assets/ by its content.
    'Cache-Control': /\/assets\//.test(file) ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
  if (request.method === 'HEAD') response.end();
  // A visitor who leaves, or a file that a new build takes away, ends one answer only.
  else pipeline(createReadStream(file), response, () => {});
}

/** The file that a request means, or null when it leads out of the folder. */
function fileFor(requested, folder, base) {
  let path;
  try {
    path = decodeURIComponent(new URL(requested, 'http://host').pathname);
  } catch {
    return null;
  }
  if (!path.startsWith(base) || path.includes('\0')) return null;
  const relative = normalize(`/${path.slice(base.length)}`);
  if (relative.split('/').some((part) => part.startsWith('.'))) return null;
  return join(folder, relative.endsWith('/') ? `${relative}index.html` : relative);
}
