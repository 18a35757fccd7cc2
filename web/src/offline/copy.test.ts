import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CopyError, OfflineCopy, type Surroundings } from './copy';
import { PARTS, type SiteFiles, type SitePart, sameLanguages } from './site-files';

const SCOPE = 'https://host.example/outpost/';

/** A host with files, and a browser's storage, as far as the copy uses them. */
class Place {
  host: Record<string, string> = {};
  /** Names in the order in which they were asked for. */
  fetched: string[] = [];
  offline = false;
  /** Bytes that fit into the storage. */
  room = Number.POSITIVE_INFINITY;
  stores = new Map<string, Map<string, Uint8Array<ArrayBuffer>>>();

  site(version: string): SiteFiles {
    const files: SiteFiles['files'] = {};
    for (const [name, text] of Object.entries(this.host)) {
      const bytes = new TextEncoder().encode(text);
      files[name] = {
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        type: 'text/plain',
        part: partOf(name),
      };
    }
    return { version, files };
  }

  copy(site: SiteFiles, changes: Partial<Surroundings> = {}): OfflineCopy {
    return new OfflineCopy(site, {
      caches: this.#caches(),
      fetch: async (url) => {
        if (this.offline) throw new TypeError('Failed to fetch');
        const name = url.slice(SCOPE.length);
        this.fetched.push(name);
        const text = this.host[name];
        return text === undefined ? new Response('none', { status: 404 }) : new Response(text);
      },
      digest: (bytes) => crypto.subtle.digest('SHA-256', bytes),
      scope: SCOPE,
      patienceMs: 1_000,
      ...changes,
    });
  }

  /** What is kept under a text's hash. */
  keyOf(text: string): string {
    return `${SCOPE}offline/file/${createHash('sha256').update(text).digest('hex')}`;
  }

  get store(): Map<string, Uint8Array<ArrayBuffer>> {
    return [...this.stores.values()][0] ?? new Map();
  }

  keptFiles(): number {
    return [...this.store.keys()].filter((key) => key.includes('/file/')).length;
  }

  #caches(): CacheStorage {
    const used = () =>
      [...this.stores.values()].flatMap((store) => [...store.values()]).reduce((n, b) => n + b.length, 0);
    return {
      has: async (name: string) => this.stores.has(name),
      delete: async (name: string) => this.stores.delete(name),
      open: async (name: string) => {
        const store = this.stores.get(name) ?? new Map<string, Uint8Array<ArrayBuffer>>();
        this.stores.set(name, store);
        return {
          match: async (key: string) => {
            const bytes = store.get(key);
            return bytes && new Response(bytes);
          },
          put: async (key: string, response: Response) => {
            const bytes = new Uint8Array(await response.arrayBuffer());
            if (used() + bytes.length > this.room) throw new DOMException('full', 'QuotaExceededError');
            store.set(key, bytes);
          },
          delete: async (key: string) => store.delete(key),
          keys: async () => [...store.keys()].map((url) => ({ url })),
        };
      },
    } as unknown as CacheStorage;
  }
}

const partOf = (name: string): SitePart =>
  name.includes('language')
    ? 'languages'
    : name.includes('network')
      ? 'network'
      : name.includes('engine')
        ? 'single'
        : 'core';

function place(): Place {
  const made = new Place();
  made.host = { 'index.html': '<html>1', 'assets/app-1.js': 'app one', 'assets/engine-1.wasm': 'engine'.repeat(100) };
  return made;
}

const fill = (copy: OfflineCopy, onProgress = (_: number) => {}, parts: readonly SitePart[] = PARTS) =>
  copy.fill(parts, onProgress, new AbortController().signal);
const isWhole = async (copy: OfflineCopy) => (await copy.parts()).length === PARTS.length;
const bytesOf = (text: string) => new TextEncoder().encode(text);
const text = (bytes: unknown) => new TextDecoder().decode(bytes as Uint8Array);
const failure = (filling: Promise<void>) =>
  filling.then(
    () => null,
    (error) => error as CopyError,
  );

describe('a copy', () => {
  it('answers once it is whole, and without the network', async () => {
    const here = place();
    const copy = here.copy(here.site('1'));
    expect(await copy.read('index.html')).toBeNull();
    expect(here.stores.size).toBe(0);
    const progress: number[] = [];
    await fill(copy, (done) => progress.push(done));
    expect(progress.at(-1)).toBe(Object.values(here.host).join('').length);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    here.offline = true;
    expect(text(await copy.read('assets/app-1.js'))).toBe('app one');
    expect(await copy.read('nothing.js')).toBeNull();
  });

  it('takes nothing of a host that has another version, and nothing half', async () => {
    const here = place();
    const copy = here.copy(here.site('1'));
    here.host['assets/app-1.js'] = '<!doctype html>';
    const failed = await failure(fill(copy));
    expect(failed).toBeInstanceOf(CopyError);
    expect(failed).toMatchObject({ reason: 'changed', message: 'assets/app-1.js' });
    expect(await isWhole(copy)).toBe(false);
    expect(await copy.read('index.html')).toBeNull();
    // A longer one, and none at all.
    here.host['assets/app-1.js'] = 'app one and more';
    expect(await failure(fill(copy))).toMatchObject({ reason: 'changed' });
    delete here.host['assets/app-1.js'];
    expect(await failure(fill(copy))).toMatchObject({ reason: 'changed' });
  });

  it('goes on from where the network left it', async () => {
    const here = place();
    const copy = here.copy(here.site('1'));
    const script = here.host['assets/app-1.js'] as string;
    delete here.host['assets/app-1.js'];
    expect(await copy.bytes()).toBe(0);
    await failure(fill(copy));
    // What did arrive is there, though no part of it is whole.
    const stored = [...here.store].filter(([key]) => key.includes('/file/'));
    expect(stored.length).toBeGreaterThan(0);
    expect(await copy.bytes()).toBe(stored.reduce((sum, [, bytes]) => sum + bytes.length, 0));
    here.host['assets/app-1.js'] = script;
    here.fetched = [];
    await fill(copy);
    expect(here.fetched).not.toContain('index.html');
    expect(await isWhole(copy)).toBe(true);
    here.offline = true;
    expect(
      await failure(
        fill(here.copy({ version: '2', files: { 'b.js': { size: 1, sha256: '', type: '', part: 'core' } } })),
      ),
    ).toMatchObject({
      reason: 'network',
    });
  });

  it('gives back the room when there is not enough, and ends when asked', async () => {
    const here = place();
    here.room = 1_000;
    const copy = here.copy(here.site('1'));
    expect(await failure(fill(copy))).toMatchObject({ reason: 'quota' });
    expect(here.store.size).toBe(0);
    expect(await copy.bytes()).toBe(0);
    here.room = Number.POSITIVE_INFINITY;
    const ended = new AbortController();
    const filling = copy.fill(PARTS, () => ended.abort(), ended.signal);
    await expect(filling).rejects.toMatchObject({ name: 'AbortError' });
    expect(await isWhole(copy)).toBe(false);
  });

  it('finds what is damaged, cut short or gone, and mends it', async () => {
    const here = place();
    const copy = here.copy(here.site('1'));
    await fill(copy);
    const key = here.keyOf('app one');
    const damages = [
      () => here.store.set(key, new TextEncoder().encode('app two')),
      () => here.store.set(key, new TextEncoder().encode('app')),
      () => here.store.delete(key),
    ];
    for (const damage of damages) {
      damage();
      expect(await copy.read('assets/app-1.js')).toBe('damaged');
      expect(text(await copy.mend('assets/app-1.js'))).toBe('app one');
      expect(text(await copy.read('assets/app-1.js'))).toBe('app one');
    }
    // Without a network the rest stays of use; where the host has another version, it does not.
    here.store.delete(key);
    here.offline = true;
    await expect(copy.mend('assets/app-1.js')).rejects.toMatchObject({ reason: 'network' });
    expect(text(await copy.read('index.html'))).toBe('<html>1');
    here.offline = false;
    delete here.host['assets/app-1.js'];
    await expect(copy.mend('assets/app-1.js')).rejects.toMatchObject({ reason: 'changed' });
    expect(await copy.read('index.html')).toBeNull();
  });

  it.each(['', '{"files"', '{"files":{"index.html":null},"parts":["core"]}', '{"files":{},"parts":7}', '[]'])(
    'of which the record is %j answers without the network, and has a record again',
    async (damaged) => {
      const here = place();
      const copy = here.copy(here.site('1'));
      await fill(copy);
      const key = `${SCOPE}offline/version/1`;
      const good = here.store.get(key);
      here.store.set(key, new TextEncoder().encode(damaged));
      here.offline = true;
      expect(text(await copy.read('index.html'))).toBe('<html>1');
      expect(text(here.store.get(key))).toBe(text(good));
      await copy.tidy([]);
      expect(here.keptFiles()).toBe(3);
      // Where files are gone besides, nothing of it is answered.
      here.store.set(key, new TextEncoder().encode(damaged));
      here.store.delete(here.keyOf('app one'));
      expect(await copy.read('index.html')).toBeNull();
      expect(await isWhole(copy)).toBe(false);
    },
  );

  it('removes records of other versions that cannot be read, and what only they have', async () => {
    const here = place();
    const copy = here.copy(here.site('1'));
    await fill(copy);
    here.store.set(`${SCOPE}offline/version/0`, new TextEncoder().encode('{'));
    here.store.set(here.keyOf('old'), new TextEncoder().encode('old'));
    await copy.takeOver([]);
    await copy.tidy([]);
    expect([...here.store.keys()].filter((key) => key.includes('/version/'))).toEqual([`${SCOPE}offline/version/1`]);
    expect(here.keptFiles()).toBe(3);
  });

  it('does without a storage that refuses or never answers', async () => {
    const here = place();
    const refusing = { has: () => Promise.reject(new DOMException('no', 'SecurityError')) } as unknown as CacheStorage;
    expect(await here.copy(here.site('1'), { caches: refusing }).read('index.html')).toBeNull();
    const silent = { has: () => new Promise(() => {}) } as unknown as CacheStorage;
    expect(await here.copy(here.site('1'), { caches: silent, patienceMs: 10 }).read('index.html')).toBeNull();
  });
});

describe('a part of a copy', () => {
  const withNetwork = () => {
    const here = place();
    here.host['assets/network-1.wasm'] = 'network';
    here.host['assets/network-1.js'] = 'run network';
    return here;
  };

  it('is kept alone, and the others are fetched when they are asked for', async () => {
    const here = withNetwork();
    const copy = here.copy(here.site('1'));
    await fill(copy, undefined, ['core', 'single']);
    expect(here.fetched).not.toContain('assets/network-1.wasm');
    expect(await copy.parts()).toEqual(['core', 'single']);
    // What nobody kept is not damaged.
    expect(await copy.read('assets/network-1.wasm')).toBeNull();
    here.fetched = [];
    await fill(copy);
    expect(here.fetched.sort()).toEqual(['assets/network-1.js', 'assets/network-1.wasm']);
    expect(await copy.parts()).toEqual(PARTS);
  });

  it('is kept file by file as it is used, and whole when all of it was', async () => {
    const here = withNetwork();
    const copy = here.copy(here.site('1'));
    // Where nothing is kept, by choice perhaps, nothing is stored.
    await copy.take('assets/network-1.wasm', bytesOf('network'));
    expect(here.stores.size).toBe(0);
    await fill(copy, undefined, ['core', 'single']);
    await copy.take('assets/network-1.wasm', bytesOf('another'));
    expect(await copy.read('assets/network-1.wasm')).toBeNull();
    await copy.take('assets/network-1.wasm', bytesOf('network'));
    expect(text(await copy.read('assets/network-1.wasm'))).toBe('network');
    expect(await copy.parts()).not.toContain('network');
    await Promise.all([
      copy.take('assets/network-1.js', bytesOf('run network')),
      copy.take('assets/network-1.wasm', bytesOf('network')),
    ]);
    expect(await copy.parts()).toContain('network');
  });

  it('never answers with a page of which the rest is missing', async () => {
    const here = withNetwork();
    const copy = here.copy(here.site('1'));
    delete here.host['assets/app-1.js'];
    await failure(fill(copy, undefined, ['core']));
    await copy.take('index.html', bytesOf('<html>1'));
    expect(await copy.read('index.html')).toBeNull();
  });

  it('that does not fit leaves the others', async () => {
    const here = withNetwork();
    const copy = here.copy(here.site('1'));
    await fill(copy, undefined, ['core', 'single']);
    here.room = 1_000;
    here.host['assets/network-1.wasm'] = 'n'.repeat(2_000);
    const larger = here.copy(here.site('1'));
    expect(await failure(fill(larger))).toMatchObject({ reason: 'quota' });
    expect(text(await larger.read('index.html'))).toBe('<html>1');
  });

  it('of the languages has one file for each: that which was used is kept, also of the next version', async () => {
    const here = place();
    for (const tag of ['de', 'pt-BR']) here.host[`assets/language-${tag}.hash1.js`] = `${tag} one`;
    const copy = here.copy(here.site('1'));
    // The page's language came before there was a copy.
    await copy.fill(['core', 'single'], () => {}, new AbortController().signal, ['assets/language-pt-BR.hash1.js']);
    expect(text(await copy.read('assets/language-pt-BR.hash1.js'))).toBe('pt-BR one');
    expect(await copy.read('assets/language-de.hash1.js')).toBeNull();
    expect(await copy.parts()).toEqual(['core', 'single']);

    for (const tag of ['de', 'pt-BR']) {
      delete here.host[`assets/language-${tag}.hash1.js`];
      here.host[`assets/language-${tag}.hash2.js`] = `${tag} two`;
    }
    const site = here.site('2');
    const next = here.copy(site);
    const used = sameLanguages(await next.usedLanguages(), site);
    expect(used).toEqual(['assets/language-pt-BR.hash2.js']);
    here.fetched = [];
    await next.fill(await next.wanted(), () => {}, new AbortController().signal, used);
    expect(here.fetched).toContain('assets/language-pt-BR.hash2.js');
    expect(here.fetched).not.toContain('assets/language-de.hash2.js');
  });

  it('is wanted of the next version when the one before has it', async () => {
    const here = withNetwork();
    await fill(here.copy(here.site('1')), undefined, ['core', 'single', 'network']);
    here.host['assets/more-2.js'] = 'more';
    const next = here.copy(here.site('2'));
    expect(await next.parts()).toEqual([]);
    expect(await next.wanted()).toEqual(['core', 'single', 'network']);
  });

  it('counts as kept where Outpost once kept everything', async () => {
    const here = place();
    const site = here.site('1');
    await fill(here.copy(site));
    here.store.set(`${SCOPE}offline/version/1`, bytesOf(JSON.stringify({ files: site.files, whole: true })));
    expect(await here.copy(site).parts()).toEqual(PARTS);
    here.store.set(`${SCOPE}offline/version/1`, bytesOf(JSON.stringify({ files: site.files, whole: false })));
    expect(await here.copy(site).parts()).toEqual([]);
  });
});

describe('the next version', () => {
  /** The first is kept; the second, of which the engine is the same, comes to it. */
  async function two() {
    const here = place();
    const first = here.copy(here.site('1'));
    await fill(first);
    here.fetched = [];
    here.host = { 'index.html': '<html>2', 'assets/app-2.js': 'app two', 'assets/engine-1.wasm': 'engine'.repeat(100) };
    const second = here.copy(here.site('2'));
    return { here, first, second };
  }

  it('is fetched beside the one before, but for what they share', async () => {
    const { here, first, second } = await two();
    await fill(second);
    expect(here.fetched.sort()).toEqual(['assets/app-2.js', 'index.html']);
    expect(text(await first.read('index.html'))).toBe('<html>1');
    expect(text(await second.read('index.html'))).toBe('<html>2');
  });

  it('has files of the one before for the pages that run it, and removes them after', async () => {
    const { here, second } = await two();
    await fill(second);
    await second.takeOver(['page a', 'page b']);
    await second.tidy(['page b', 'page c']);
    expect(await second.hasOld()).toBe(true);
    expect(text((await second.readOld('assets/app-1.js'))?.bytes)).toBe('app one');
    await second.tidy(['page c']);
    expect(await second.hasOld()).toBe(false);
    expect(await second.readOld('assets/app-1.js')).toBeNull();
    expect(here.keptFiles()).toBe(3);
    here.offline = true;
    expect(text(await second.read('assets/engine-1.wasm'))).toMatch(/^engine/);
  });

  it('that does not fit leaves the one before alone', async () => {
    const { here, first, second } = await two();
    here.host['assets/more.js'] = 'x'.repeat(5_000);
    here.room = 3_000;
    expect(await failure(fill(here.copy(here.site('3'))))).toMatchObject({ reason: 'quota' });
    expect(here.keptFiles()).toBe(3);
    expect(text(await first.read('assets/app-1.js'))).toBe('app one');
    expect(await isWhole(second)).toBe(false);
  });

  it('that is being fetched is not tidied away by the one at work', async () => {
    const { here, first, second } = await two();
    here.host = { 'assets/app-2.js': 'app two' };
    await failure(fill(second));
    await first.tidy([]);
    expect(here.store.has(here.keyOf('app two'))).toBe(true);
    expect(await first.wanted()).toEqual(PARTS);
    await first.remove();
    expect(await first.wanted()).toEqual([]);
  });
});
