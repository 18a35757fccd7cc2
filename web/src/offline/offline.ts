/** The page's side of working offline: it has the service worker keep the site's files, and knows how that goes. */

import { languageFile } from '../ui/locale';
import { forgetTry, hasSharedMemory, rememberTry, wantsIsolation, wasTried } from './isolation';
import {
  type Failure,
  type FromServiceWorker,
  type Kept,
  PARTS,
  type PartSizes,
  type SitePart,
  sizeOf,
  type ToServiceWorker,
} from './site-files';

export type Copy =
  | { state: 'starting' }
  /** Nothing can be kept here; `reason` is what the browser says, if anything. */
  | { state: 'impossible'; reason: string }
  /** Nothing is kept: by choice, or because the connection is to be spared. */
  | { state: 'none'; why: 'choice' | 'connection' }
  | { state: 'filling'; done: number; total: number }
  /** The pages and an engine work without a network; `parts` says what else does. */
  | { state: 'kept'; parts: readonly SitePart[] }
  | { state: 'failed'; reason: Failure; detail: string };

export interface Offline {
  copy: Copy;
  /** Bytes of the parts of this version; null before they are known. */
  sizes: PartSizes | null;
  /** Bytes of the site's files that are there, also where not enough of them are to be of use. */
  stored: number;
  /**
   * A version that is ready to take over; taking over; another tab's person had it take over; or it could not be fetched.
   */
  update: 'none' | 'ready' | 'coming' | 'elsewhere' | 'failed';
  /** The last file that was damaged. */
  damaged: { name: string; mended: boolean } | null;
  /** Whether the browser offers to install the page as an app. */
  installable: boolean;
}

/** Parts that are builds of the engine. */
type Build = Extract<SitePart, 'threads' | 'single'>;

/** The browser's offer to install the page; not among the types of the DOM yet. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

/** Caches that the package keeps by itself: pkg/src/siamese, pkg/src/players, pkg/src/stockfish. */
const NETWORK = 'outpost-siamese';
const PLAYERS = 'outpost-players';
const STOCKFISH = 'outpost-stockfish';
/** What the person wants kept: `off`, `all`, or what the pages need. */
const KEY = 'outpost-offline';
/** How long an engine waits for a page that is to be loaded again for threads. */
const RELOAD_MS = 5_000;
/** Between two looks for a new version, when the page is shown again. */
const UPDATE_EVERY_MS = 60 * 60_000;

let now: Offline = {
  copy: { state: 'starting' },
  sizes: null,
  stored: 0,
  update: 'none',
  damaged: null,
  installable: false,
};
let registration: ServiceWorkerRegistration | null = null;
/** What this page runs on, of the two builds of the engine. */
let build: Build = 'single';
let installPrompt: InstallPrompt | null = null;
const listeners = new Set<() => void>();

export function offline(): Offline {
  return now;
}

/** Calls back when anything of {@link offline} has changed. Returns how to stop that. */
export function onOffline(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(change: Partial<Offline>): void {
  now = { ...now, ...change };
  for (const listener of listeners) listener();
}

/**
 * Registers the service worker, once a page. `settled` is over when the page has what it needs to begin, and says on which build of the
 * engine it runs. `stays`: whether the page is not about to be loaded again for threads; if it may be, when it is known that it is not.
 */
export function startOffline(settled: () => Promise<Build>): { stays: true | Promise<void> } {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const reload =
    import.meta.env.PROD &&
    workers !== undefined &&
    wantsIsolation({
      crossOriginIsolated: window.crossOriginIsolated,
      query: location.search,
      framed: window.top !== window,
      sharedMemory: hasSharedMemory(),
      tried: wasTried(),
    });
  if (!reload) {
    void register(settled, null);
    return { stays: true };
  }
  return { stays: new Promise((resolve) => register(settled, resolve)) };
}

/** `stay`, where the page is loaded again for threads if nothing is in the way, is called if something is. */
async function register(settled: () => Promise<Build>, stay: (() => void) | null): Promise<void> {
  // In a frame of somebody's page nothing of that page's reader is stored unasked.
  if (window.top !== window) return;
  if (!import.meta.env.PROD) return unregister();
  watchInstallPrompt();
  try {
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    if (!workers) return set({ copy: { state: 'impossible', reason: '' } });
    // From the start: a file of this very page may have been damaged.
    workers.addEventListener('message', (event: MessageEvent<FromServiceWorker>) => {
      set(changeBy(event.data));
      if (event.data.type === 'failed') void lookAgain();
    });
    if (crossOriginIsolated) forgetTry();
    const hands = watchHands(stay);
    if (stay) setTimeout(stay, RELOAD_MS);
    else await quiet(settled);
    const controlled = workers.controller !== null;
    // Every page lies in the site's folder, and so does sw.js.
    const registered = await workers.register(new URL('sw.js', location.href), { updateViaCache: 'none' });
    if (!registered) throw new Error('');
    registration = registered;
    if (stay) {
      await active(registered);
      if (!hands.touched() && rememberTry()) return location.reload();
      stay();
    }
    watchUpdates(registered, workers, controlled);
    if (stay) await quiet(settled);
    await begin(registered);
  } catch (error) {
    stay?.();
    // Not by errors.ts: the page's first script does without the package.
    const reason = error instanceof Error ? error.message || error.name : String(error);
    set({ copy: { state: 'impossible', reason } });
  }
}

/** A service worker of a build that was served here once would answer with its files. */
async function unregister(): Promise<void> {
  for (const found of (await navigator.serviceWorker?.getRegistrations()) ?? []) await found.unregister();
}

/** When the page is loaded and has time. */
async function quiet(settled: () => Promise<Build>): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
  }
  build = await settled().catch(() => (window.crossOriginIsolated ? 'threads' : 'single'));
  await new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: 5_000 });
    else setTimeout(resolve, 500);
  });
}

/** Whether somebody has begun to do something from now on: who has is not interrupted. */
function watchHands(begun: (() => void) | null): { touched: () => boolean } {
  let touched = false;
  const touch = (): void => {
    touched = true;
    begun?.();
  };
  for (const sign of ['pointerdown', 'keydown', 'wheel', 'drop']) {
    window.addEventListener(sign, touch, { capture: true, passive: true, once: true });
  }
  return { touched: () => touched };
}

/** The worker that answers for this page. */
async function active(registered: ServiceWorkerRegistration): Promise<ServiceWorker> {
  const worker = registered.active ?? registered.waiting ?? registered.installing;
  if (!worker) throw new Error('');
  if (worker.state !== 'activated') {
    await new Promise<void>((resolve, reject) => {
      const look = (): void => {
        if (registered.active?.state === 'activated') resolve();
        else if (worker.state === 'redundant') reject(new Error(''));
      };
      worker.addEventListener('statechange', look);
      look();
    });
  }
  return registered.active ?? worker;
}

async function begin(registered: ServiceWorkerRegistration): Promise<void> {
  const { parts, bytes, sizes } = await ask(await active(registered));
  set({ sizes, stored: bytes });
  // What a lost connection broke off.
  window.addEventListener('online', () => {
    if (now.copy.state === 'failed' && now.copy.reason === 'network') tryCopyAgain();
  });
  const choice = remembered();
  const wanted = wantedBy(choice);
  if (wanted.every((part) => parts.includes(part))) return set({ copy: { state: 'kept', parts } });
  if (choice === 'off') return set({ copy: { state: 'none', why: 'choice' } });
  if (choice !== 'all' && isSpared()) {
    return set({ copy: works(parts) ? { state: 'kept', parts } : { state: 'none', why: 'connection' } });
  }
  // It would be fetched in vain, on every visit.
  if ((await room()) < sizeOf(missing(wanted, parts), sizes)) {
    return set({ copy: { state: 'failed', reason: 'quota', detail: '' } });
  }
  fill(wanted, sizes);
}

/** What this page needs to begin. */
const needed = (): SitePart[] => ['core', build];

const wantedBy = (choice: ReturnType<typeof remembered>): SitePart[] => (choice === 'all' ? [...PARTS] : needed());

const missing = (wanted: readonly SitePart[], parts: readonly SitePart[]): SitePart[] =>
  wanted.filter((part) => !parts.includes(part));

/** Whether games can be played with these parts alone. */
const works = (parts: readonly SitePart[]): boolean =>
  parts.includes('core') && (parts.includes('threads') || parts.includes('single'));

/** Whether nothing is fetched that nobody has asked for: the person saves data, or has a very slow connection. */
function isSpared(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '');
}

/** Bytes that the browser would still store, as far as it tells. */
async function room(): Promise<number> {
  try {
    const { quota, usage } = await navigator.storage.estimate();
    return quota === undefined ? Number.POSITIVE_INFINITY : quota - (usage ?? 0);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Asks the service worker how it stands. */
function ask(worker: ServiceWorker): Promise<Kept> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (event: MessageEvent<Kept>) => resolve(event.data);
    worker.postMessage({ type: 'ask' } satisfies ToServiceWorker, [port2]);
  });
}

function post(message: ToServiceWorker): void {
  registration?.active?.postMessage(message);
}

function fill(parts: SitePart[], sizes: PartSizes): void {
  set({ copy: { state: 'filling', done: 0, total: sizeOf(parts, sizes) } });
  // It has come before there was a service worker to keep it.
  const language = languageFile();
  post({ type: 'keep', parts, used: language ? [language] : [] });
}

/** What a message of the service worker changes. */
function changeBy(message: FromServiceWorker): Partial<Offline> {
  switch (message.type) {
    case 'progress':
      return { copy: { state: 'filling', done: message.done, total: message.total } };
    case 'kept':
      return { copy: { state: 'kept', parts: message.parts } };
    case 'removed':
      return { copy: { state: 'none', why: 'choice' }, stored: 0, damaged: null };
    case 'failed':
      return { copy: { state: 'failed', reason: message.reason, detail: message.detail } };
    case 'update failed':
      return { update: 'failed' };
    case 'damaged':
      return { damaged: { name: message.name, mended: message.mended } };
  }
}

function watchUpdates(
  registered: ServiceWorkerRegistration,
  workers: ServiceWorkerContainer,
  controlled: boolean,
): void {
  const found = (worker: ServiceWorker | null): void => {
    if (!worker) return;
    // The first version needs no consent.
    const look = (): void => {
      if (worker.state === 'installed' && registered.waiting === worker && registered.active) set({ update: 'ready' });
      else if (now.update === 'ready' && !registered.waiting) set({ update: 'none' });
    };
    worker.addEventListener('statechange', look);
    look();
  };
  found(registered.waiting);
  found(registered.installing);
  registered.addEventListener('updatefound', () => found(registered.installing));
  let had = controlled;
  workers.addEventListener('controllerchange', () => {
    if (now.update === 'coming') location.reload();
    else if (had) set({ update: 'elsewhere' });
    had = true;
  });
  let looked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - looked < UPDATE_EVERY_MS) return;
    looked = Date.now();
    // Without a network there is nothing new.
    registered.update().catch(() => {});
  });
}

/** The new version takes over, and this tab is reloaded with it. */
export function takeUpdate(): void {
  const next = now.update === 'elsewhere' ? null : registration?.waiting;
  if (!next) {
    location.reload();
    return;
  }
  set({ update: 'coming' });
  next.postMessage({ type: 'take over' } satisfies ToServiceWorker);
}

/** Keeps everything for offline use, or what these pages need, now and on later visits. */
export function keepCopy(what: 'needed' | 'all'): void {
  remember(what === 'all' ? 'all' : null);
  tryCopyAgain();
}

/** Fetches what was wanted last, as far as it is not there yet. */
export function tryCopyAgain(): void {
  if (now.sizes) fill(wantedBy(remembered()), now.sizes);
}

/** Looks again what is kept: files are also kept when they are used, and what was fetched before a failure stays. */
export async function lookAgain(): Promise<void> {
  const looks = (): boolean => now.copy.state === 'kept' || now.copy.state === 'failed';
  if (!registration?.active || !looks()) return;
  const { parts, bytes } = await ask(registration.active);
  if (!looks()) return;
  set({ stored: bytes, ...(now.copy.state === 'kept' ? { copy: { state: 'kept', parts } } : {}) });
}

/** Removes everything that is kept for offline use: the site's files, the network and Stockfish. Games are no part of it. */
export async function removeCopy(): Promise<void> {
  remember('off');
  post({ type: 'remove' });
  try {
    await Promise.all([NETWORK, PLAYERS, STOCKFISH].map((name) => caches.delete(name)));
  } catch {
    // Where there is no storage, nothing is kept.
  }
}

function remembered(): 'off' | 'all' | null {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'off' || kept === 'all' ? kept : null;
  } catch {
    return null;
  }
}

function remember(choice: 'off' | 'all' | null): void {
  try {
    if (choice === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
  } catch {
    // It lasts as long as the page.
  }
}

/** Bytes of what the package keeps by itself, once it was used. */
export async function extraSizes(): Promise<{ network: number; stockfish: number }> {
  const [network = 0, players = 0, stockfish = 0] = await Promise.all([NETWORK, PLAYERS, STOCKFISH].map(cacheSize));
  return { network: network + players, stockfish };
}

async function cacheSize(name: string): Promise<number> {
  try {
    if (!(await caches.has(name))) return 0;
    const cache = await caches.open(name);
    let size = 0;
    for (const key of await cache.keys()) size += (await (await cache.match(key))?.blob())?.size ?? 0;
    return size;
  } catch {
    return 0;
  }
}

function watchInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // It is offered in the about dialog, not in the person's way.
    event.preventDefault();
    installPrompt = event as InstallPrompt;
    set({ installable: true });
  });
  window.addEventListener('appinstalled', () => {
    installPrompt = null;
    set({ installable: false });
  });
}

/** Asks the browser to install the page as an app; each offer can be used once. */
export async function install(): Promise<void> {
  const prompt = installPrompt;
  installPrompt = null;
  set({ installable: false });
  await prompt?.prompt();
}
