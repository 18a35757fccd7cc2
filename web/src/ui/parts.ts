/**
 * Loads the parts of the page that are fetched when they are first needed: every `import()` of a file of ours goes through
 * {@link loadPart}. A file that is missing is most often one of a version that the host has no more: then the page is loaded
 * again, once, unless that would lose something. Otherwise the caller shows what is missing (`part-missing.ts`).
 *
 * Does without Lit and the texts, as the page's first script uses it.
 */

/** What is fetched later; `t.parts.names` says what people call it. */
export type Part =
  | 'app'
  | 'engine'
  | 'about'
  | 'demo'
  | 'game'
  | 'records'
  | 'analyse'
  | 'replay'
  | 'train'
  | 'learn'
  | 'lesson'
  | 'workshop'
  | 'puzzles'
  | 'lab'
  | 'editor'
  | 'boards'
  | 'share'
  | 'code'
  | 'sounds'
  | 'pieces'
  | 'settings'
  | 'language';

/** A part could not be loaded. */
export class PartMissing extends Error {
  override readonly name = 'PartMissing';
  constructor(
    readonly part: Part,
    /** The host has another version of the site by now: only loading the page again helps. */
    readonly replaced: boolean,
    cause: unknown,
  ) {
    super(`${part}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** Milliseconds for the host to say which version it has. */
const PATIENCE_MS = 5_000;

/** The style sheet of a part that did not arrive: Vite's loader asks for each only once. */
const missingStyles = new Map<Part, string>();

/**
 * A part of the page. `load` is an `import()`. `again` says that a person asked once more: some browsers (Firefox) remember for as
 * long as the page lives that a script did not arrive, so that the page is loaded again if need be.
 */
export async function loadPart<T>(part: Part, load: () => Promise<T>, again = false): Promise<T> {
  try {
    await fetchMissingStyle(part);
    const loaded = await load();
    forgetReload(part);
    return loaded;
  } catch (error) {
    noteMissingStyle(part, error);
    const host = reloads ? await askHost() : 'silent';
    const replaced = host === 'replaced';
    if ((replaced || (again && host === 'same')) && !isAtStake() && (rememberReload(part) || again)) {
      location.reload();
      return new Promise(() => {});
    }
    throw new PartMissing(part, replaced, error);
  }
}

let reloads = false;

/** The page is ours: it may be loaded again. Others, which embeds are in, are left alone. */
export function allowReloads(): void {
  reloads = true;
}

const stakes = new Set<() => boolean>();

/** `isAtStake` says whether something would be lost if the page were loaded again now. Returns how to take that back. */
export function guardFromReload(isAtStake: () => boolean): () => void {
  stakes.add(isAtStake);
  return () => stakes.delete(isAtStake);
}

/** Whether something would be lost if the page were loaded again now. */
export function isAtStake(): boolean {
  return [...stakes].some((stake) => stake());
}

/** Whether the host has the version of this page, another one, or does not answer as a host of it would. */
async function askHost(): Promise<'same' | 'replaced' | 'silent'> {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src.split('/').at(-1);
  if (!script) return 'silent';
  try {
    const [page = ''] = location.href.split('#');
    const response = await fetch(page, { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) });
    const text = await response.text();
    if (!response.ok || !text.includes('<outpost-app')) return 'silent';
    return text.includes(script) ? 'same' : 'replaced';
  } catch {
    return 'silent';
  }
}

function noteMissingStyle(part: Part, error: unknown): void {
  const address = error instanceof Error ? /^Unable to preload CSS for (.+)$/.exec(error.message)?.[1] : undefined;
  if (address !== undefined) missingStyles.set(part, address);
}

async function fetchMissingStyle(part: Part): Promise<void> {
  const address = missingStyles.get(part);
  if (address === undefined) return;
  await new Promise<void>((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = address;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`Unable to preload CSS for ${address}`));
    };
    document.head.append(link);
  });
  missingStyles.delete(part);
}

const KEY = 'outpost-reloaded-for';

/** Parts for which the page was loaded again in this tab, and which have not arrived since. */
function reloadedFor(): string[] {
  const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
  return Array.isArray(kept) ? kept.filter((part) => typeof part === 'string') : [];
}

/** Whether it is the first time, and could be remembered: otherwise it might be tried for ever. */
function rememberReload(part: Part): boolean {
  try {
    const before = reloadedFor();
    if (before.includes(part)) return false;
    sessionStorage.setItem(KEY, JSON.stringify([...before, part]));
    return reloadedFor().includes(part);
  } catch {
    return false;
  }
}

function forgetReload(part: Part): void {
  try {
    const before = reloadedFor();
    if (before.includes(part)) sessionStorage.setItem(KEY, JSON.stringify(before.filter((each) => each !== part)));
  } catch {
    // Nothing was remembered either.
  }
}
