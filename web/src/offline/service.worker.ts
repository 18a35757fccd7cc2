/**
 * The service worker: answers with the files that are kept, adds the headers that threads need where the host does not, and
 * lets everything else through. Built into `sw.js` beside the pages (`scripts/lib/service-worker.mjs`).
 */
import { asCopyError, OfflineCopy } from './copy.ts';
import {
  type FromServiceWorker,
  fileNamed,
  isHashed,
  type Kept,
  type Site,
  type SitePart,
  sameLanguages,
  sizeOf,
  sizesOf,
  type ToServiceWorker,
} from './site-files.ts';

/** Put here by the build. */
declare const OUTPOST_SITE: Site;
declare const self: ServiceWorkerGlobalScope;

const site = OUTPOST_SITE;
const sizes = sizesOf(site);
const scope = self.registration.scope;
const copy = new OfflineCopy(site, {
  caches: self.caches,
  fetch: (url, init) => fetch(url, init),
  digest: (bytes) => crypto.subtle.digest('SHA-256', bytes),
  scope,
  patienceMs: 3_000,
});

/** For people who open a page that cannot be had; the link asks for it once more. */
function sorry(title: string, text: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Outpost</title>
<h1>${title}</h1>
<p>${text} Unfinished games are still saved.</p>
<p><a href="">Try again</a></p></html>`;
}

const DAMAGED = sorry(
  'This page is damaged',
  'Its copy on this device is damaged and cannot be downloaded again offline. Go online, then try again.',
);
const OFFLINE = sorry(
  'You are offline',
  'Outpost is not completely stored on this device, so it cannot be opened offline. Go online, then try again.',
);

let filling: { parts: readonly SitePart[]; ended: AbortController; done: Promise<void> } | null = null;

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('message', (event) => {
  const done = receive(event.data as ToServiceWorker, event.ports[0]);
  if (done) event.waitUntil(done);
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || !url.href.startsWith(scope)) return;
  const path = url.pathname.slice(new URL(scope).pathname.length);
  const navigation = request.mode === 'navigate';
  const name = fileNamed(path, navigation, site);
  const isolated = !(navigation && url.searchParams.get('isolate') === 'off');
  const after = (work: Promise<unknown>): void => event.waitUntil(work);
  if (name !== null) event.respondWith(answer(request, name, isolated, after));
  else if (isHashed(path)) event.respondWith(answerUnknown(request, path));
  if (navigation) event.waitUntil(tidy());
});

/**
 * The first version is at work at once and fetches files later, when a page asks for it. Others are fetched before they are offered, with
 * all the parts that are kept of the one before, and the languages that were used.
 */
async function install(): Promise<void> {
  const parts = self.registration.active ? await copy.wanted() : [];
  // Where nothing is kept, by choice or for want of room, there is nothing that versions could be mixed with.
  if (parts.length === 0) return self.skipWaiting();
  try {
    const used = sameLanguages(await copy.usedLanguages(), site);
    await copy.fill(parts, () => {}, new AbortController().signal, used);
  } catch (error) {
    const { reason, message } = asCopyError(error);
    await tell({ type: 'update failed', reason, detail: message });
    throw error;
  }
}

async function activate(): Promise<void> {
  try {
    // Pages that are open run the version before until they are reloaded: its files stay as long.
    await copy.takeOver(await openPages());
    await tidy();
  } catch {
    // Without storage there is nothing to keep or to tidy.
  }
  // Not waited for: Firefox would wait for every worker of the pages, and the engine's threads sleep without hearing of it. Until
  // this event is over, nothing that the pages ask for would be answered.
  self.clients.claim().catch(() => {});
}

function receive(message: ToServiceWorker, port: MessagePort | undefined): Promise<unknown> | undefined {
  switch (message?.type) {
    case 'ask':
      return Promise.all([copy.parts(), copy.bytes()]).then(([parts, bytes]) => {
        port?.postMessage({ parts, bytes, filling: filling !== null, sizes } satisfies Kept);
      });
    case 'keep':
      return keep(message.parts, message.used);
    case 'remove':
      return remove();
    case 'take over':
      return self.skipWaiting();
  }
}

async function keep(parts: readonly SitePart[], used: readonly string[]): Promise<void> {
  // One after the other, where a page asks for what another does not.
  while (filling && !parts.every((part) => filling?.parts.includes(part))) await filling.done;
  filling ??= begin(parts, used);
  await filling.done;
}

function begin(parts: readonly SitePart[], used: readonly string[]): NonNullable<typeof filling> {
  const ended = new AbortController();
  const total = sizeOf(parts, sizes);
  let told = 0;
  const progress = (done: number): void => {
    const now = Date.now();
    if (now - told < 200) return;
    told = now;
    void tell({ type: 'progress', done, total });
  };
  const fill = async (): Promise<void> => {
    try {
      await copy.fill(parts, progress, ended.signal, used);
      await tell({ type: 'kept', parts: await copy.parts() });
    } catch (error) {
      if (ended.signal.aborted) return;
      const { reason, message } = asCopyError(error);
      await tell({ type: 'failed', reason, detail: message });
    } finally {
      filling = null;
    }
  };
  return { parts, ended, done: fill() };
}

async function remove(): Promise<void> {
  filling?.ended.abort();
  await filling?.done;
  try {
    await copy.remove();
    await tell({ type: 'removed' });
  } catch (error) {
    const { reason, message } = asCopyError(error);
    await tell({ type: 'failed', reason, detail: message });
  }
}

/** A file of this version: the one that is kept, else the host's. */
async function answer(
  request: Request,
  name: string,
  isolated: boolean,
  after: (work: Promise<unknown>) => void,
): Promise<Response> {
  const type = site.files[name]?.type ?? '';
  const kept = await copy.read(name);
  if (kept instanceof Uint8Array) return respond(kept, type, isolated, name);
  if (kept === 'damaged') {
    try {
      const bytes = await copy.mend(name);
      await tell({ type: 'damaged', name, mended: true });
      return respond(bytes, type, isolated, name);
    } catch (error) {
      await tell({ type: 'damaged', name, mended: false });
      if (asCopyError(error).reason === 'network') {
        return request.mode === 'navigate'
          ? respond(DAMAGED, 'text/html; charset=utf-8', isolated, name, 503)
          : Response.error();
      }
    }
  }
  if (isHashed(name)) {
    const response = await fromHost(request, isolated);
    // The package keeps Stockfish's itself.
    if (response.status === 200 && site.files[name]?.part !== 'stockfish') after(take(name, response.clone()));
    return response;
  }
  try {
    return withHeaders(await fetch(request), isolated);
  } catch (error) {
    if (request.mode !== 'navigate') throw error;
    return respond(OFFLINE, 'text/html; charset=utf-8', isolated, name, 503);
  }
}

/** Keeps a file that a page has fetched of its own accord: the network's, or the other build of the engine. */
async function take(name: string, response: Response): Promise<void> {
  try {
    await copy.take(name, new Uint8Array(await response.arrayBuffer()));
  } catch {
    // The page has it, and the next time it is fetched again.
  }
}

/** A hashed file that this version does not have: it belongs to one before, or to none. */
async function answerUnknown(request: Request, path: string): Promise<Response> {
  const old = await copy.readOld(path);
  return old ? respond(old.bytes, old.file.type, true) : fromHost(request, true);
}

/** Some hosts answer what they do not have with their start page. */
async function fromHost(request: Request, isolated: boolean): Promise<Response> {
  const response = await fetch(request);
  if (response.ok && response.headers.get('content-type')?.startsWith('text/html')) {
    return new Response('no such file\n', { status: 404, headers: { ...site.headers, 'Content-Type': 'text/plain' } });
  }
  return withHeaders(response, isolated);
}

function respond(body: BodyInit, type: string, isolated: boolean, name = '', status = 200): Response {
  const headers = { ...site.headers, ...site.pages[name], ...(isolated ? site.isolation : {}), 'Content-Type': type };
  return new Response(body, { status, headers });
}

/** The host's answer, isolated as ours are. */
function withHeaders(response: Response, isolated: boolean): Response {
  // Redirects, and errors of which nothing may be seen, go through as they are.
  if (response.type !== 'basic' || response.redirected || response.status === 0) return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(site.isolation)) {
    if (isolated) headers.set(name, value);
    else headers.delete(name);
  }
  // The body comes decoded.
  headers.delete('Content-Encoding');
  headers.delete('Content-Length');
  const empty = [101, 204, 205, 304].includes(response.status);
  return new Response(empty ? null : response.body, {
    status: response.status,
    statusText: response.statusText,
    headers,
  });
}

async function openPages(): Promise<string[]> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return pages.map(({ id }) => id);
}

async function tidy(): Promise<void> {
  try {
    if (await copy.hasOld()) await copy.tidy(await openPages());
  } catch {
    // The next time.
  }
}

async function tell(message: FromServiceWorker): Promise<void> {
  for (const page of await self.clients.matchAll({ type: 'window', includeUncontrolled: true }))
    page.postMessage(message);
}
