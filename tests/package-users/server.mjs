// A plain host for the test projects: files with their types, and headers of choice.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { contentTypes } from '../../scripts/lib/content-types.mjs';

/** Headers with which CDNs send every file: jsDelivr and unpkg, for example. */
export const ofCdn = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };

/**
 * Serves folders at their paths, such as `{ '/': folder }`, on a port of its own. `asked` has the path of each request.
 *
 * @param {Record<string, string>} folders
 * @param {Record<string, string>} [headers]
 */
export async function host(folders, headers = {}) {
  /** @type {string[]} */
  const asked = [];
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://host').pathname);
    asked.push(path);
    const [at = ''] = Object.keys(folders)
      .filter((at) => path.startsWith(at))
      .sort((a, b) => b.length - a.length);
    const below = normalize(`/${path.slice(at.length)}`);
    try {
      const file = join(folders[at] ?? '', below.endsWith('/') ? `${below}index.html` : below);
      const bytes = await readFile(file);
      response.writeHead(200, {
        ...headers,
        'Content-Type': contentTypes[extname(file)] ?? 'application/octet-stream',
      });
      response.end(bytes);
    } catch {
      response.writeHead(404, headers).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}/`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve(undefined));
        server.closeAllConnections();
      }),
  };
}

/** Stands before another server and adds headers. */
export async function inFrontOf(url, headers) {
  const server = createServer(async (request, response) => {
    const answer = await fetch(new URL(request.url ?? '/', url), { redirect: 'manual' });
    response.writeHead(answer.status, {
      'Content-Type': answer.headers.get('content-type') ?? 'application/octet-stream',
      ...headers,
    });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve(undefined));
        server.closeAllConnections();
      }),
  };
}
