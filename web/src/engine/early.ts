/**
 * The engine's module, which is large, comes while the page's own scripts do: the page's first script begins to fetch and compile it, and
 * the engine takes it from here. Does without the package, which comes at the same time.
 */
import { loadClient } from './load-client';

type Build = 'threads' | 'single';

/** Milliseconds without a byte after which the engine fetches it by itself, with its own ways to notice and mend what fails. */
const STALL_MS = 7_000;

let begun: { build: Build; module: Promise<WebAssembly.Module | null> } | null = null;
let held: Promise<unknown> = Promise.resolve();

/** The build that the package will take here (`Session`). */
function buildHere(): Build {
  const asked = new URLSearchParams(location.search).get('build');
  if (asked === 'single' || asked === 'threads') return asked;
  const threads =
    crossOriginIsolated && typeof SharedArrayBuffer !== 'undefined' && navigator.hardwareConcurrency !== 1;
  return threads ? 'threads' : 'single';
}

/** Begins to fetch it. What the page shows first comes first. */
export function fetchEngineEarly(): void {
  const build = buildHere();
  const url =
    build === 'threads'
      ? new URL('../../../pkg/wasm-threads/engine_bg.wasm', import.meta.url)
      : new URL('../../../pkg/wasm-single/engine_bg.wasm', import.meta.url);
  begun = { build, module: compiled(url).catch(() => null) };
  fetchScripts(build);
  // What does not arrive is asked for again by who needs the engine.
  loadClient().catch(() => {});
}

/** The worker's scripts, each of which would be asked for by the one before: they are small, and then at hand. */
function fetchScripts(build: Build): void {
  const named = document.querySelector<HTMLMetaElement>('meta[name=outpost-engine]')?.content.split(' ') ?? [];
  const other = build === 'threads' ? '-single-' : '-threads-';
  for (const name of named) {
    if (name.includes(other) || (build === 'single' && name.includes('workerHelpers'))) continue;
    void fetch(name).catch(() => {});
  }
}

/** The module, if it is on its way; a second engine, after a crash, fetches its own. */
export function earlyModule(build: Build): Promise<WebAssembly.Module | null> | null {
  const module = begun?.build === build ? begun.module : null;
  begun = null;
  return module;
}

async function compiled(url: URL): Promise<WebAssembly.Module | null> {
  const ended = new AbortController();
  const init: RequestInit & { priority?: string } = { signal: ended.signal, priority: 'low' };
  const silent = (): void => ended.abort();
  let timer = setTimeout(silent, STALL_MS);
  try {
    const response = await fetch(url, init);
    if (!response.ok || !response.headers.get('content-type')?.startsWith('application/wasm')) return null;
    // The answer itself is compiled: browsers keep what they made of it.
    const reader = response.clone().body?.getReader();
    const watch = async (): Promise<void> => {
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
        clearTimeout(timer);
        timer = setTimeout(silent, STALL_MS);
      }
      clearTimeout(timer);
    };
    void watch().catch(() => {});
    return await WebAssembly.compileStreaming(response);
  } finally {
    clearTimeout(timer);
  }
}

/** No engine is started before `until`: the page may be about to be loaded again, with another build. */
export function holdEngine(until: Promise<unknown>): void {
  held = until.catch(() => {});
}

/** Over when an engine may be started. */
export function engineMayStart(): Promise<unknown> {
  return held;
}
