/** The site's files in the browser's storage: every file under its hash, so that versions share what they have in common. */
import { type Failure, isHashed, PARTS, type SiteFile, type SiteFiles, type SitePart } from './site-files.ts';

/** What it needs of the place where it runs; tests make one up. */
export interface Surroundings {
  caches: CacheStorage;
  fetch(url: string, init: RequestInit): Promise<Response>;
  digest(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>;
  /** The site's folder, ending in a slash. */
  scope: string;
  /** Milliseconds after which a look into the storage is given up: some browsers leave it pending for ever. */
  patienceMs: number;
}

/** What is kept of a version besides its files. */
interface VersionRecord extends Pick<SiteFiles, 'files'> {
  /** Parts of which all files are there. */
  parts: SitePart[];
  /** Pages that run this version although another has taken over: their ids. */
  pages?: string[];
}

/** Why a copy could not be made. */
export class CopyError extends Error {
  constructor(
    readonly reason: Failure,
    detail: string,
  ) {
    super(detail);
  }
}

/** Files fetched side by side. */
const LANES = 3;

export class OfflineCopy {
  readonly #site: SiteFiles;
  readonly #around: Surroundings;
  /** Sites of one origin share its storage. */
  readonly #cacheName: string;
  /** Records are read, changed and written one change at a time. */
  #changing: Promise<unknown> = Promise.resolve();

  constructor(site: SiteFiles, around: Surroundings) {
    this.#site = site;
    this.#around = around;
    this.#cacheName = `outpost-offline ${new URL(around.scope).pathname}`;
  }

  /** The parts of this version that are kept as a whole. */
  async parts(): Promise<SitePart[]> {
    return (await this.#inTime(this.#record(this.#site.version)))?.parts ?? [];
  }

  /** Bytes of the files that are there, of parts that are not whole among them. */
  async bytes(): Promise<number> {
    return (await this.#inTime(this.#bytes())) ?? 0;
  }

  async #bytes(): Promise<number> {
    const records = await this.#records();
    if (records.size === 0) return 0;
    const there = new Set((await (await this.#open()).keys()).map(({ url }) => url));
    const sizes = new Map<string, number>();
    for (const { files } of records.values()) {
      for (const file of Object.values(files)) if (there.has(this.#key(file))) sizes.set(file.sha256, file.size);
    }
    return [...sizes.values()].reduce((sum, size) => sum + size, 0);
  }

  /** The parts that any version has: what the next one should have, too. Empty where nothing is kept. */
  async wanted(): Promise<SitePart[]> {
    const records = await this.#inTime(this.#records());
    return PARTS.filter((part) => [...(records?.values() ?? [])].some(({ parts }) => parts.includes(part)));
  }

  /** Names, in other versions, of the languages that are kept because they were used. */
  async usedLanguages(): Promise<string[]> {
    const used = await this.#inTime(
      (async () => {
        const records = await this.#records();
        if (records.size === 0) return [];
        const there = new Set((await (await this.#open()).keys()).map(({ url }) => url));
        return [...records.values()].flatMap(({ files }) =>
          Object.entries(files).flatMap(([name, file]) =>
            file.part === 'languages' && there.has(this.#key(file)) ? [name] : [],
          ),
        );
      })(),
    );
    return used ?? [];
  }

  /**
   * Fetches what is missing of some parts, and of the `used` files besides, and checks what is there. A page is answered from a copy only when it is kept with all that
   * it needs from the start.
   */
  async fill(
    parts: readonly SitePart[],
    onProgress: (done: number) => void,
    signal: AbortSignal,
    used: readonly string[] = [],
  ): Promise<void> {
    const { version, files } = this.#site;
    // When one file fails, the others need not come.
    const ended = new AbortController();
    const end = (): void => ended.abort(signal.reason);
    signal.addEventListener('abort', end);
    try {
      signal.throwIfAborted();
      // First, so that what is stored next is not cleaned up.
      await this.#changeParts((kept) => kept);
      let done = 0;
      const names = Object.keys(files).filter(
        (name) => parts.includes((files[name] as SiteFile).part) || used.includes(name),
      );
      const lane = async (): Promise<void> => {
        for (let name = names.shift(); name !== undefined; name = names.shift()) {
          const file = files[name] as SiteFile;
          let counted = 0;
          const count = (bytes: number): void => {
            done += bytes - counted;
            counted = bytes;
            onProgress(done);
          };
          if (!(await this.#kept(file))) await this.#keep(file, await this.#download(name, file, count, ended.signal));
          ended.signal.throwIfAborted();
          count(file.size);
        }
      };
      let failed: unknown;
      await Promise.all(
        Array.from({ length: LANES }, () =>
          lane().catch((error) => {
            failed ??= error;
            ended.abort();
          }),
        ),
      );
      signal.throwIfAborted();
      if (failed !== undefined) throw failed;
      await this.#changeParts((kept) => [...kept, ...parts]);
    } catch (error) {
      signal.throwIfAborted();
      const failed = asCopyError(error);
      // What did arrive is of use the next time, unless others need the room; and what was there before still is.
      if (failed.reason === 'quota') {
        const before = await this.#inTime(this.#record(version));
        if (!before?.parts.length) await this.forget().catch(() => {});
      }
      throw failed;
    } finally {
      signal.removeEventListener('abort', end);
    }
  }

  /**
   * A file of this version, if it is kept; `'damaged'` when it should be there and is not. A file whose name does not tell its content
   * is kept only together with all others of its part: versions must not be mixed.
   */
  async read(name: string): Promise<Uint8Array<ArrayBuffer> | 'damaged' | null> {
    const file = this.#site.files[name];
    if (!file) return null;
    return this.#inTime(this.#read(name, file)).then((read) => read ?? null);
  }

  async #read(name: string, file: SiteFile): Promise<Uint8Array<ArrayBuffer> | 'damaged' | null> {
    const record = await this.#record(this.#site.version);
    if (!record) return null;
    const whole = record.parts.includes(file.part);
    if (!whole && !isHashed(name)) return null;
    return (await this.#kept(file)) ?? (whole ? 'damaged' : null);
  }

  /** Keeps a file that was fetched because somebody used it, where anything is kept at all and it is the right one. */
  async take(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const file = this.#site.files[name];
    if (!file || !(await this.#record(this.#site.version)) || !(await this.#isRight(file, bytes))) return;
    await this.#keep(file, bytes);
    const there = new Set((await (await this.#open()).keys()).map(({ url }) => url));
    const others = Object.values(this.#site.files).filter(({ part }) => part === file.part);
    if (others.every((each) => there.has(this.#key(each)))) await this.#changeParts((kept) => [...kept, file.part]);
  }

  /** A file that only versions before had, for the pages that still run them. */
  async readOld(name: string): Promise<{ file: SiteFile; bytes: Uint8Array<ArrayBuffer> } | null> {
    const found = await this.#inTime(
      (async () => {
        for (const record of (await this.#records()).values()) {
          const file = Object.hasOwn(record.files, name) ? record.files[name] : undefined;
          const bytes = file && (await this.#kept(file));
          if (bytes) return { file, bytes };
        }
        return null;
      })(),
    );
    return found ?? null;
  }

  /** Fetches a damaged file again; throws when what comes is not the file, and the copy counts as a whole no more. */
  async mend(name: string): Promise<Uint8Array<ArrayBuffer>> {
    const file = this.#site.files[name] as SiteFile;
    try {
      const bytes = await this.#download(name, file, () => {}, new AbortController().signal);
      // Even where nothing can be kept any more the file is there.
      await this.#keep(file, bytes).catch(() => {});
      return bytes;
    } catch (error) {
      // Where the network has another version, one of both would be mixed. Without a network the rest is of use still.
      if (asCopyError(error).reason === 'changed') {
        await this.#changeParts((kept) => kept.filter((part) => part !== file.part)).catch(() => {});
      }
      throw error;
    }
  }

  /** This version takes over while `pages` run the one before. */
  async takeOver(pages: string[]): Promise<void> {
    for (const [version, record] of await this.#records()) {
      if (version !== this.#site.version && !record.pages) await this.#setRecord(version, { ...record, pages });
    }
  }

  /** Whether versions before are kept for pages that run them. */
  async hasOld(): Promise<boolean> {
    return [...(await this.#records()).values()].some((record) => record.pages !== undefined);
  }

  /** Removes versions before that no page in `pages` runs, and files of no version. */
  async tidy(pages: string[]): Promise<void> {
    if (!(await this.#around.caches.has(this.#cacheName))) return;
    const cache = await this.#open();
    // Keys first: a version that is being fetched has its record before its files.
    const keys = await cache.keys();
    const records = await this.#records();
    for (const [version, record] of records) {
      if (version === this.#site.version || !record.pages || record.pages.some((id) => pages.includes(id))) continue;
      records.delete(version);
      await cache.delete(this.#recordKey(version));
    }
    const wanted = new Set<string>();
    for (const { files } of records.values()) for (const file of Object.values(files)) wanted.add(this.#key(file));
    for (const { url } of keys) {
      if (url.startsWith(this.#fileBase) && !wanted.has(url)) await cache.delete(url);
    }
  }

  /** Removes this version's files, but for those that others share. */
  async forget(): Promise<void> {
    await (await this.#open()).delete(this.#recordKey(this.#site.version));
    await this.tidy((await this.#allPages()).flat());
  }

  /** Removes everything. */
  async remove(): Promise<void> {
    await this.#around.caches.delete(this.#cacheName);
  }

  async #download(
    name: string,
    file: SiteFile,
    onBytes: (bytes: number) => void,
    signal: AbortSignal,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const fetched = (cache: RequestCache) => this.#fetch(name, file, cache, onBytes, signal);
    // What the browser has at hand of a name that says its content will do; if it is not right, from the host.
    const bytes = await fetched(isHashed(name) ? 'default' : 'no-cache');
    if (await this.#isRight(file, bytes)) return bytes;
    const again = await fetched('reload');
    if (await this.#isRight(file, again)) return again;
    throw new CopyError('changed', name);
  }

  async #fetch(
    name: string,
    file: SiteFile,
    cache: RequestCache,
    onBytes: (bytes: number) => void,
    signal: AbortSignal,
  ): Promise<Uint8Array<ArrayBuffer>> {
    let response: Response;
    try {
      response = await this.#around.fetch(new URL(name, this.#around.scope).href, { cache, signal });
    } catch (error) {
      signal.throwIfAborted();
      throw new CopyError('network', `${name}: ${error instanceof Error ? error.message : error}`);
    }
    if (!response.ok) {
      throw new CopyError(response.status === 404 ? 'changed' : 'network', `${name}: ${response.status}`);
    }
    const bytes = new Uint8Array(file.size);
    let length = 0;
    try {
      const reader = response.body?.getReader();
      for (;;) {
        const part = await reader?.read();
        if (!part || part.done) break;
        if (length + part.value.length > file.size) {
          await reader?.cancel();
          return new Uint8Array();
        }
        bytes.set(part.value, length);
        length += part.value.length;
        onBytes(length);
      }
    } catch (error) {
      signal.throwIfAborted();
      throw new CopyError('network', `${name}: ${error instanceof Error ? error.message : error}`);
    }
    return bytes.subarray(0, length);
  }

  async #isRight(file: SiteFile, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
    if (bytes.length !== file.size) return false;
    const hash = new Uint8Array(await this.#around.digest(bytes));
    return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('') === file.sha256;
  }

  async #kept(file: SiteFile): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const response = await (await this.#open()).match(this.#key(file));
    if (!response) return undefined;
    // What cannot be read is damaged.
    const bytes = new Uint8Array(await response.arrayBuffer().catch(() => new ArrayBuffer(0)));
    return (await this.#isRight(file, bytes)) ? bytes : undefined;
  }

  async #keep(file: SiteFile, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    await (await this.#open()).put(this.#key(file), new Response(bytes));
  }

  #open(): Promise<Cache> {
    return this.#around.caches.open(this.#cacheName);
  }

  get #fileBase(): string {
    return `${this.#around.scope}offline/file/`;
  }

  get #recordBase(): string {
    return `${this.#around.scope}offline/version/`;
  }

  #key(file: SiteFile): string {
    return `${this.#fileBase}${file.sha256}`;
  }

  #recordKey(version: string): string {
    return `${this.#recordBase}${version}`;
  }

  async #record(version: string): Promise<VersionRecord | undefined> {
    // Asking must not make a cache where everything was removed.
    if (!(await this.#around.caches.has(this.#cacheName))) return undefined;
    const response = await (await this.#open()).match(this.#recordKey(version));
    if (!response) return undefined;
    const record = asRecord(await response.text().catch(() => ''));
    return record ?? (version === this.#site.version ? this.#recordAnew() : undefined);
  }

  /** In place of a damaged record: this version's files are known, and each is checked when it is read. */
  async #recordAnew(): Promise<VersionRecord> {
    const { version, files } = this.#site;
    const there = new Set((await (await this.#open()).keys()).map(({ url }) => url));
    const missing = new Set(Object.values(files).flatMap((file) => (there.has(this.#key(file)) ? [] : [file.part])));
    const record = { files, parts: PARTS.filter((part) => !missing.has(part)) };
    await this.#setRecord(version, record).catch(() => {});
    return record;
  }

  /** Changes which parts of this version count as kept. */
  #changeParts(change: (kept: SitePart[]) => readonly SitePart[]): Promise<void> {
    const { version, files } = this.#site;
    const changed = this.#changing.then(async () => {
      const before = await this.#record(version);
      const parts = change(before?.parts ?? []);
      await this.#setRecord(version, { ...before, files, parts: PARTS.filter((part) => parts.includes(part)) });
    });
    this.#changing = changed.catch(() => {});
    return changed;
  }

  async #setRecord(version: string, record: VersionRecord): Promise<void> {
    await (await this.#open()).put(this.#recordKey(version), new Response(JSON.stringify(record)));
  }

  async #records(): Promise<Map<string, VersionRecord>> {
    const records = new Map<string, VersionRecord>();
    if (!(await this.#around.caches.has(this.#cacheName))) return records;
    for (const { url } of await (await this.#open()).keys()) {
      if (!url.startsWith(this.#recordBase)) continue;
      const version = url.slice(this.#recordBase.length);
      const record = await this.#record(version);
      if (record) records.set(version, record);
      // Another version's, from which nothing can be read: it would never go.
      else await (await this.#open()).delete(url);
    }
    return records;
  }

  async #allPages(): Promise<string[][]> {
    return [...(await this.#records()).values()].map((record) => record.pages ?? []);
  }

  async #inTime<T>(looking: Promise<T>): Promise<T | undefined> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), this.#around.patienceMs);
    });
    try {
      return await Promise.race([looking, late]);
    } catch {
      // A storage that refuses is an empty one: there is the network.
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** A record may be damaged like anything else: it is none then. */
function asRecord(text: string): VersionRecord | undefined {
  try {
    const {
      files,
      whole,
      parts = whole === true ? PARTS : undefined,
      pages,
    } = JSON.parse(text) as Partial<VersionRecord> & {
      /** In place of parts, in records of Outpost before it had them. */
      whole?: boolean;
    };
    if (typeof files !== 'object' || files === null || Array.isArray(files)) return undefined;
    if (!Object.values(files).every((file) => typeof file?.sha256 === 'string')) return undefined;
    if (pages !== undefined && !(Array.isArray(pages) && pages.every((id) => typeof id === 'string'))) return undefined;
    if (!Array.isArray(parts)) return whole === false ? { files, parts: [] } : undefined;
    return { files, parts: PARTS.filter((part) => parts.includes(part)), ...(pages ? { pages } : {}) };
  } catch {
    return undefined;
  }
}

export function asCopyError(error: unknown): CopyError {
  if (error instanceof CopyError) return error;
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) };
  return new CopyError(name === 'QuotaExceededError' ? 'quota' : 'storage', message);
}
