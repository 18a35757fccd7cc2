/** What embed.html and the page around it say to each other by `postMessage`. */
import type { EmbedEvents } from './events';

export type FromFrame =
  /** The height that the frame needs, in CSS pixels. */
  | { source: 'outpost'; version: 1; type: 'height'; height: number }
  /** An event of the element. */
  | { source: 'outpost'; version: 1; type: 'event'; name: keyof EmbedEvents; detail: unknown };

/** Sets attributes of the element; `null` takes one off. */
export interface ToFrame {
  source: 'outpost-host';
  type: 'set';
  attributes: Record<string, unknown>;
}

export function isHostMessage(data: unknown): data is ToFrame {
  if (data === null || typeof data !== 'object') return false;
  const { source, type, attributes } = data as Partial<Record<keyof ToFrame, unknown>>;
  return source === 'outpost-host' && type === 'set' && attributes !== null && typeof attributes === 'object';
}

/**
 * The origin of the page around the frame: what the browser says, else what the author gave, else where the request came from.
 * `null` where none of them tells, or where the page has an origin of its own that cannot be named (a sandbox).
 */
export function parentOrigin(
  given: string | null,
  location: { ancestorOrigins?: { readonly length: number; readonly [index: number]: string } },
  referrer: string,
): string | null {
  const [told] = location.ancestorOrigins?.length ? [location.ancestorOrigins[0]] : [undefined];
  for (const candidate of [told, given, referrer]) {
    const origin = candidate ? originOf(candidate) : null;
    if (origin) return origin;
    // A sandboxed parent says "null": nothing else is truer.
    if (candidate === 'null') return null;
  }
  return null;
}

function originOf(address: string): string | null {
  try {
    const { origin } = new URL(address);
    return origin === 'null' ? null : origin;
  } catch {
    return null;
  }
}
