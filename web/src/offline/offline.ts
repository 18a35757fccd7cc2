/** The page's side of working offline: it has the service worker keep the site's files, and knows how that goes. */
import { forgetTry, hasSharedMemory, rememberTry, wantsIsolation, wasTried } from './isolation';
import type { Failure, FromServiceWorker, Kept, ToServiceWorker } from './site-files';

export type Copy =
  | { state: 'starting' }
  /** Nothing can be kept here; `reason` is what the browser says, if anything. */
  | { state: 'impossible'; reason: string }
  /** Nothing is kept, by choice, or for the device is to save data. */
  | { state: 'none'; total: number }
  | { state: 'filling'; done: number; total: number }
  | { state: 'kept'; total: number }
  | { state: 'failed'; reason: Failure; detail: string; total: number };

export interface Offline {
  copy: Copy;
  /** Whether the copy became whole while this page was open. */
  fresh: boolean;
  /**
   * A version that is ready to take over; taking over; another tab's person had it take over; or it could not be fetched.
   */
  update: 'none' | 'ready' | 'coming' | 'elsewhere' | 'failed';
  /** The last file that was damaged. */
  damaged: { name: string; mended: boolean } | null;
  /** Whether the browser offers to install the page as an app. */
  installable: boolean;
}

/** The browser's offer to install the page; not among the types of the DOM yet. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

/** Caches that the package keeps by itself: pkg/src/siamese, pkg/src/stockfish. */
const NETWORK = 'outpost-siamese';
const STOCKFISH = 'outpost-stockfish';
const KEY = 'outpost-offline';
/** Between two looks for a new version, when the page is shown again. */
const UPDATE_EVERY_MS = 60 * 60_000;

let now: Offline = { copy: { state: 'starting' }, fresh: false, update: 'none', damaged: null, installable: false };
let registration: ServiceWorkerRegistration | null = null;
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

/** Registers the service worker, once a page. `settled` is over when the page has what it needs to begin. */
export async function startOffline(settled: () => Promise<unknown>): Promise<void> {
  // In a frame of somebody's page nothing of that page's reader is stored unasked.
  if (window.top !== window) return;
  if (!import.meta.env.PROD) return unregister();
  watchInstallPrompt();
  try {
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    if (!workers) return set({ copy: { state: 'impossible', reason: '' } });
    // From the start: a file of this very page may have been damaged.
    workers.addEventListener('message', (event: MessageEvent<FromServiceWorker>) => set(changeBy(event.data)));
    if (crossOriginIsolated) forgetTry();
    const reload = wantsIsolation({
      crossOriginIsolated: window.crossOriginIsolated,
      query: location.search,
      framed: false,
      sharedMemory: hasSharedMemory(),
      tried: wasTried(),
    });
    const hands = watchHands();
    if (!reload) await quiet(settled);
    const controlled = workers.controller !== null;
    // Every page lies in the site's folder, and so does sw.js.
    const registered = await workers.register(new URL('sw.js', location.href), { updateViaCache: 'none' });
    if (!registered) throw new Error('');
    registration = registered;
    if (reload) {
      await active(registered);
      if (!hands.touched() && rememberTry()) return location.reload();
    }
    watchUpdates(registered, workers, controlled);
    if (reload) await quiet(settled);
    await begin(registered);
  } catch (error) {
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
async function quiet(settled: () => Promise<unknown>): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
  }
  await settled().catch(() => {});
  await new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve, { timeout: 5_000 });
    else setTimeout(resolve, 500);
  });
}

/** Whether somebody has begun to do something from now on: who has is not interrupted. */
function watchHands(): { touched: () => boolean } {
  let touched = false;
  const touch = (): void => {
    touched = true;
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
  const { kept, total } = await ask(await active(registered));
  if (kept) return set({ copy: { state: 'kept', total } });
  const connection = (navigator as { connection?: { saveData?: boolean } }).connection;
  if (isRefused() || connection?.saveData) return set({ copy: { state: 'none', total } });
  // It would be fetched in vain, on every visit.
  if ((await room()) < total) return set({ copy: { state: 'failed', reason: 'quota', detail: '', total } });
  fill(total);
  // What a lost connection broke off.
  window.addEventListener('online', () => {
    if (now.copy.state === 'failed' && now.copy.reason === 'network') fill(now.copy.total);
  });
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

function fill(total: number): void {
  set({ copy: { state: 'filling', done: 0, total } });
  post({ type: 'keep' });
}

/** What a message of the service worker changes. */
function changeBy(message: FromServiceWorker): Partial<Offline> {
  const total = 'total' in now.copy ? now.copy.total : 0;
  switch (message.type) {
    case 'progress':
      return { copy: { state: 'filling', done: message.done, total: message.total } };
    case 'kept':
      return { copy: { state: 'kept', total: message.total }, fresh: true };
    case 'removed':
      return { copy: { state: 'none', total }, fresh: false, damaged: null };
    case 'failed':
      return { copy: { state: 'failed', reason: message.reason, detail: message.detail, total } };
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

/** Keeps everything for offline use, now and on later visits. */
export function keepCopy(): void {
  refuse(false);
  if ('total' in now.copy) fill(now.copy.total);
}

/** Removes everything that is kept for offline use: the site's files, the network and Stockfish. Games are no part of it. */
export async function removeCopy(): Promise<void> {
  refuse(true);
  post({ type: 'remove' });
  try {
    await Promise.all([NETWORK, STOCKFISH].map((name) => caches.delete(name)));
  } catch {
    // Where there is no storage, nothing is kept.
  }
}

function isRefused(): boolean {
  try {
    return localStorage.getItem(KEY) === 'off';
  } catch {
    return false;
  }
}

function refuse(refused: boolean): void {
  try {
    if (refused) localStorage.setItem(KEY, 'off');
    else localStorage.removeItem(KEY);
  } catch {
    // It lasts as long as the page.
  }
}

/** Bytes of what the package keeps by itself, once it was used. */
export async function extraSizes(): Promise<{ network: number; stockfish: number }> {
  const [network = 0, stockfish = 0] = await Promise.all([NETWORK, STOCKFISH].map(cacheSize));
  return { network, stockfish };
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
