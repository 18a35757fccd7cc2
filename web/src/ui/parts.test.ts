import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';

/** A page of ours, as far as parts look at it. */
class Place {
  /** What the host answers for the page; `null` as without a network. */
  page: string | null = '<script src="./assets/index-1.js"></script><outpost-app></outpost-app>';
  store: Map<string, string> | 'refuses' = new Map();
  reloads = 0;
  styles: { href: string; arrives: boolean }[] = [];
  stylesArrive = true;

  constructor() {
    const refuse = () => {
      throw new DOMException('no', 'SecurityError');
    };
    vi.stubGlobal('location', { href: 'https://host.example/#learn', reload: () => this.reloads++ });
    vi.stubGlobal('document', {
      querySelector: () => ({ src: 'https://host.example/assets/index-1.js' }),
      createElement: () => ({}),
      head: {
        append: (link: { href: string; onload(): void; onerror(): void }) => {
          this.styles.push({ href: link.href, arrives: this.stylesArrive });
          if (this.stylesArrive) link.onload();
          else link.onerror();
        },
      },
    });
    vi.stubGlobal('fetch', async () => {
      if (this.page === null) throw new TypeError('Failed to fetch');
      return new Response(this.page);
    });
    Object.defineProperty(globalThis, 'sessionStorage', {
      configurable: true,
      get: () =>
        this.store === 'refuses'
          ? refuse()
          : {
              getItem: (key: string) => (this.store as Map<string, string>).get(key) ?? null,
              setItem: (key: string, value: string) => (this.store as Map<string, string>).set(key, value),
            },
    });
  }
}

let place: Place;
/** As after each load of the page. */
async function load(): Promise<typeof import('./parts')> {
  vi.resetModules();
  const parts = await import('./parts');
  parts.allowReloads();
  return parts;
}

beforeEach(() => {
  place = new Place();
});

const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
const NEXT = '<script src="./assets/index-2.js"></script><outpost-app></outpost-app>';
/** What comes of a load that may end in the page being loaded again. */
function outcome(loading: Promise<unknown>) {
  const before = place.reloads;
  return Promise.race([
    loading.then(
      () => 'loaded',
      (error) => error as { name: string; replaced: boolean },
    ),
    vi
      .waitUntil(() => place.reloads > before, { timeout: 1_000 })
      .then(
        () => 'reloaded',
        () => 'nothing',
      ),
  ]);
}

describe('a part that does not arrive', () => {
  it('has the page loaded again, once, where the site was replaced', async () => {
    place.page = NEXT;
    expect(await outcome((await load()).loadPart('learn', missing))).toBe('reloaded');
    // It was of no use.
    const again = await outcome((await load()).loadPart('learn', missing));
    expect(again).toMatchObject({ name: 'PartMissing', replaced: true });
    expect(place.reloads).toBe(1);
    // Another part has a try of its own, and so has this one when it had arrived in between.
    const parts = await load();
    expect(await outcome(parts.loadPart('learn', async () => 1))).toBe('loaded');
    expect(await outcome((await load()).loadPart('learn', missing))).toBe('reloaded');
  });

  it('leaves the page where nothing would be won by it', async () => {
    for (const page of [place.page, null, '<title>Log in</title>']) {
      place.page = page;
      const end = await outcome((await load()).loadPart('lab', missing));
      expect(end).toMatchObject({ name: 'PartMissing', part: 'lab', replaced: false });
    }
    expect(place.reloads).toBe(0);
  });

  it('leaves the page where something would be lost', async () => {
    place.page = NEXT;
    const parts = await load();
    const stop = parts.guardFromReload(() => true);
    expect(await outcome(parts.loadPart('share', missing))).toMatchObject({ replaced: true });
    expect(place.reloads).toBe(0);
    stop();
    expect(await outcome(parts.loadPart('share', missing))).toBe('reloaded');
  });

  it('leaves the page where nothing can be remembered, until somebody asks', async () => {
    place.page = NEXT;
    place.store = 'refuses';
    const parts = await load();
    expect(await outcome(parts.loadPart('learn', missing))).toMatchObject({ replaced: true });
    expect(place.reloads).toBe(0);
    expect(await outcome(parts.loadPart('learn', missing, true))).toBe('reloaded');
  });

  it('is asked for again by a person with a new page, as some browsers remember that it did not arrive', async () => {
    const parts = await load();
    expect(await outcome(parts.loadPart('lab', missing))).toMatchObject({ replaced: false });
    expect(await outcome(parts.loadPart('lab', missing, true))).toBe('reloaded');
  });

  it('leaves other people’s pages alone, and asks them nothing', async () => {
    place.page = NEXT;
    const asked = vi.fn();
    vi.stubGlobal('fetch', asked);
    vi.resetModules();
    const parts = await import('./parts');
    expect(await outcome(parts.loadPart('lesson', missing, true))).toMatchObject({ replaced: false });
    expect(asked).not.toHaveBeenCalled();
    expect(place.reloads).toBe(0);
  });

  it('gets its style sheet, which Vite’s loader does not ask for a second time', async () => {
    const parts = await load();
    const address = 'https://host.example/assets/lab-1.css';
    const first = () => Promise.reject(new Error(`Unable to preload CSS for ${address}`));
    expect(await outcome(parts.loadPart('lab', first))).toMatchObject({ name: 'PartMissing' });
    // Others do not wait for it.
    expect(await outcome(parts.loadPart('learn', async () => 1))).toBe('loaded');
    expect(place.styles).toEqual([]);
    place.stylesArrive = false;
    place.page = null;
    expect(await outcome(parts.loadPart('lab', async () => 1, true))).toMatchObject({ name: 'PartMissing' });
    place.stylesArrive = true;
    expect(await outcome(parts.loadPart('lab', async () => 1, true))).toBe('loaded');
    expect(place.styles.map(({ arrives }) => arrives)).toEqual([false, true]);
    expect(await outcome(parts.loadPart('lab', async () => 1))).toBe('loaded');
    expect(place.styles.length).toBe(2);
  });
});

it('no file of the pages imports another late but by way of parts.ts', () => {
  const folder = new URL('..', import.meta.url).pathname;
  const files = (readdirSync(folder, { recursive: true }) as string[]).filter(
    (name) => name.endsWith('.ts') && !/\.(test|d)\.ts$/.test(name),
  );
  expect(files.length).toBeGreaterThan(100);
  const calls = files.flatMap((name) => {
    // Comments, types and methods of that name are none.
    const text = readFileSync(join(folder, name), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|typeof import\(/g, '');
    return [...text.matchAll(/(?<![.\w]|async )import\(/g)].map((call) => ({
      name,
      guarded: /loadPart\('\w+', \(\) => $/.test(text.slice(0, call.index)),
    }));
  });
  expect(calls.length).toBeGreaterThan(10);
  expect(calls.filter(({ guarded }) => !guarded)).toEqual([]);
});
