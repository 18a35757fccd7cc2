/** The files of one version of the site, as the build lists them in the service worker (`scripts/lib/service-worker.mjs`). */

/**
 * What a file is part of: `core` is the pages; `threads` and `single` the two builds of the engine, of which a browser runs one; `network`
 * and `stockfish` what is loaded when it is first wanted; `languages` a file for each, of which a person reads one; `rest` what these pages do not need, such as embeds for other sites.
 */
export type SitePart = (typeof PARTS)[number];
export const PARTS = ['core', 'threads', 'single', 'network', 'stockfish', 'languages', 'rest'] as const;

export interface SiteFile {
  /** In bytes. */
  size: number;
  sha256: string;
  /** Its Content-Type. */
  type: string;
  part: SitePart;
}

export interface SiteFiles {
  /** Differs whenever any file does. */
  version: string;
  /** By their paths below the site's folder. */
  files: Record<string, SiteFile>;
}

/** How the service worker answers: headers are made here, as kept ones would outlive a change of the policy. */
export interface Site extends SiteFiles {
  /** For every file. */
  headers: Record<string, string>;
  /** For pages, by their names, in the place of those. */
  pages: Record<string, Record<string, string>>;
  /** Without these there are no threads. */
  isolation: Record<string, string>;
}

/** Files whose names change with their content: Vite's. One of them is never another's substitute. */
export function isHashed(name: string): boolean {
  return name.startsWith('assets/');
}

/**
 * The file that a path below the site's folder means, or null when none of them is. A page (`navigation`) may be asked for as
 * hosts offer it: the folder, or without `.html`.
 */
export function fileNamed(path: string, navigation: boolean, { files }: SiteFiles): string | null {
  let name: string;
  try {
    name = decodeURIComponent(path);
  } catch {
    return null;
  }
  if (Object.hasOwn(files, name)) return name;
  if (!navigation) return null;
  const page = name === '' ? 'index.html' : `${name}.html`;
  return Object.hasOwn(files, page) ? page : null;
}

/** The name of a language's file without what changes with its content (vite.config.ts). */
const stem = (name: string): string => name.split('.', 1)[0] as string;

/** The names in this version of single files that were used in another one: of its languages. */
export function sameLanguages(used: readonly string[], { files }: SiteFiles): string[] {
  const stems = new Set(used.map(stem));
  return Object.keys(files).filter((name) => files[name]?.part === 'languages' && stems.has(stem(name)));
}

/** Bytes of each part of a version. */
export type PartSizes = Readonly<Record<SitePart, number>>;

export function sizesOf({ files }: SiteFiles): PartSizes {
  const sizes = Object.fromEntries(PARTS.map((part) => [part, 0])) as Record<SitePart, number>;
  for (const { part, size } of Object.values(files)) sizes[part] += size;
  return sizes;
}

/** Bytes of some parts together. */
export function sizeOf(parts: readonly SitePart[], sizes: PartSizes): number {
  return parts.reduce((sum, part) => sum + sizes[part], 0);
}

/** What page and service worker say to each other. */
export type ToServiceWorker =
  /** Have the files of these parts at hand from now on, besides those that are. */
  | {
      type: 'keep';
      parts: SitePart[];
      /** Names of other files that the page uses: that of its language. */
      used: string[];
    }
  /** Have none. */
  | { type: 'remove' }
  /** Answered with {@link Kept} on the port that comes along. */
  | { type: 'ask' }
  /** The person agreed to this version. */
  | { type: 'take over' };

export interface Kept {
  /** Parts of which all files are there. */
  parts: SitePart[];
  /** Bytes of all files that are there, also of parts that are not whole. */
  bytes: number;
  filling: boolean;
  sizes: PartSizes;
}

export type FromServiceWorker =
  | { type: 'progress'; done: number; total: number }
  | { type: 'kept'; parts: SitePart[] }
  | { type: 'removed' }
  | { type: 'failed'; reason: Failure; detail: string }
  /** The same for a version that was to take this one's place. */
  | { type: 'update failed'; reason: Failure; detail: string }
  /** A kept file was missing or not what it should be; `mended` when it could be fetched again. */
  | { type: 'damaged'; name: string; mended: boolean };

/** Why files could not be kept: no room, no network, the host gives other files, or the browser's storage refuses. */
export type Failure = 'quota' | 'network' | 'changed' | 'storage';
