/** Another site's page: another origin, a strict policy, its own styles, and our embeds. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';

/** A link to a game of nine half-turns, with a note, and two embeds: one that needs no engine, one that does. */
export const LINK = '1v1HBPbjTbJA4rMO2h3bwy8RHJ1fvOyZaNhWy33zNdYG9Z4xGHxd9o5cIr77';
export const EMBEDS = `<outpost-replay link="${LINK}" perspective="white"></outpost-replay><outpost-board caption="The start"></outpost-board>`;

/** As in docs/embedding.md. */
export function strictPolicy(site: string): string {
  const origin = new URL(site).origin;
  return [
    "default-src 'none'",
    "style-src 'self'",
    `script-src 'self' ${origin} 'wasm-unsafe-eval'`,
    `worker-src blob: ${origin}`,
    `connect-src 'self' ${origin}`,
    'img-src data:',
    `frame-src ${origin}`,
  ].join('; ');
}

/** Rules that would spoil everything they match. */
const UGLY = `
  body { margin: 0; font: 22px/3 serif; letter-spacing: 2px; }
  div, main div { margin: 7px; padding: 5px; border: 2px solid red; line-height: 3; }
  * { box-sizing: content-box; }
  button { width: 500px; background: hotpink; text-transform: uppercase; }
  svg { max-width: 10px; height: auto; } circle { r: 3px; opacity: 0; } span, p { text-indent: 4em; color: red; }
`;

export interface Host {
  url: string;
  /** The address of a page with this body. */
  page(body: string, options?: { policy?: string; ugly?: boolean; headers?: Record<string, string> }): string;
  /** The address of a file. */
  file(content: string | Uint8Array, type: string): string;
  close(): Promise<void>;
}

export async function openHost(site: string): Promise<Host> {
  const files = new Map<string, { content: string | Uint8Array; headers: Record<string, string> }>();
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '');
    if (!file) {
      response.writeHead(request.url === '/favicon.ico' ? 204 : 404);
      response.end();
      return;
    }
    response.writeHead(200, file.headers);
    response.end(file.content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let count = 0;
  const put = (content: string | Uint8Array, headers: Record<string, string>, extension: string): string => {
    count += 1;
    const path = `/${count}.${extension}`;
    files.set(path, { content, headers });
    return `${url}${path}`;
  };
  return {
    url,
    file: (content, type) => put(content, { 'Content-Type': type }, 'txt'),
    page(body, { policy = strictPolicy(site), ugly = false, headers = {} } = {}) {
      // A policy without inline styles: those of an example go into a file.
      const styles = [...body.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css]) => css).join('\n');
      const css = put(
        `:root { color-scheme: light dark; }\n${ugly ? UGLY : ''}\n${styles}`,
        { 'Content-Type': 'text/css' },
        'css',
      );
      const html = `<!doctype html>
        <html lang="en"><head><meta charset="utf-8"><title>A page of somebody else</title>
        <meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><link rel="stylesheet" href="${css}">
        <script type="module" src="${site}outpost-embed.js"></script></head>
        <body><main><h1>An article</h1>${body.replace(/<style>.*?<\/style>/gs, '')}</main></body></html>`;
      return put(html, { 'Content-Type': 'text/html', 'Content-Security-Policy': policy, ...headers }, 'html');
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Has a page keep the events of its embeds, from its next load on: `answer` is `outpost-answer`. */
export function hear(page: Page, names: readonly string[]): Promise<unknown> {
  return page.addInitScript((names) => {
    const told: [string, unknown][] = [];
    Object.assign(window, { told });
    for (const name of names) {
      document.addEventListener(`outpost-${name}`, (event) => told.push([name, (event as CustomEvent).detail]));
    }
  }, names);
}

/** What the embeds of such a page told by an event. */
export function told(page: Page, name: string): Promise<Record<string, unknown>[]> {
  return page.evaluate(
    (wanted) =>
      (window as unknown as { told: [string, Record<string, unknown>][] }).told
        .filter(([kind]) => kind === wanted)
        .map(([, detail]) => detail),
    name,
  );
}
