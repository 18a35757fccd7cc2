/** Whether a page is loaded once more, now through the service worker, so that it becomes cross-origin isolated and gets threads. */

export interface Situation {
  /** `undefined` in browsers that do not know of it. */
  crossOriginIsolated: boolean | undefined;
  /** The query of the address. */
  query: string;
  /** In a frame the page above decides. */
  framed: boolean;
  /** Whether the browser has memory that threads can share at all. */
  sharedMemory: boolean;
  /** Whether it was tried before in this tab, to no avail. */
  tried: boolean;
}

/** Whether the page would gain by it. */
export function wantsIsolation({ crossOriginIsolated, query, framed, sharedMemory, tried }: Situation): boolean {
  const parameters = new URLSearchParams(query);
  const refused = parameters.get('isolate') === 'off' || parameters.get('build') === 'single';
  return crossOriginIsolated === false && sharedMemory && !refused && !framed && !tried;
}

/** Pages that are not isolated have no SharedArrayBuffer, but may make a memory that could be shared. */
export function hasSharedMemory(): boolean {
  try {
    return (
      new WebAssembly.Memory({ initial: 0, maximum: 1, shared: true }).buffer.constructor.name === 'SharedArrayBuffer'
    );
  } catch {
    return false;
  }
}

const KEY = 'outpost-isolate';

/** Whether it was tried; where nothing can be remembered, yes, as it might be tried for ever. */
export function wasTried(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return true;
  }
}

/** Whether it could be remembered. */
export function rememberTry(): boolean {
  try {
    sessionStorage.setItem(KEY, 'tried');
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** It worked: when a reload passes the service worker by, it may be tried again. */
export function forgetTry(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was remembered either.
  }
}
