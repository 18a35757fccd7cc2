import { inTime } from './in-time';

/** All that the pages store has a name that begins so; other sites may share the origin. */
const OURS = 'outpost';

/** What is stored on this device, in bytes as far as that can be told: browsers store more tightly or more loosely. */
export interface OnDevice {
  /** Games of the library, and how large they are. */
  library: { count: number; bytes: number };
  /** A game that goes on. */
  game: { count: number; bytes: number };
  /** Results of finished games, of which records and rating are made. */
  results: { count: number; bytes: number };
  /** Answers to puzzles. */
  training: { count: number; bytes: number };
  /** Puzzles of own games. */
  puzzles: { count: number; bytes: number };
  /** Lessons that a person made or kept. */
  lessons: { count: number; bytes: number };
  /** Games of the Lab. */
  lab: { count: number; bytes: number };
  /** Settings, progress in lessons, notes on their way. */
  choices: { count: number; bytes: number };
  /** Files of the site, the network and Stockfish. */
  files: { count: number; bytes: number };
}

export type Kind = keyof OnDevice;

/** Databases, and the store in each whose entries are counted. */
const DATABASES = {
  library: { name: 'outpost-library', counted: 'games' },
  game: { name: 'outpost', counted: 'games' },
  results: { name: 'outpost-results', counted: 'games' },
  training: { name: 'outpost-training', counted: 'results' },
  puzzles: { name: 'outpost-own-puzzles', counted: 'puzzles' },
  lessons: { name: 'outpost-lessons', counted: 'lessons' },
  lab: { name: 'outpost-lab', counted: 'results' },
} as const;

/** How long a browser may take. */
const ANSWER_MS = 8000;
const NOTHING = { count: 0, bytes: 0 };

/** Looks at what is stored. What cannot be read counts as nothing. */
export async function lookAtDevice(): Promise<OnDevice> {
  const there = await databaseNames();
  const sizeOfOne = async ({ name, counted }: { name: string; counted: string }) =>
    there.has(name) ? inTime(databaseSize(name, counted), ANSWER_MS).catch(() => NOTHING) : NOTHING;
  const [library, game, results, training, puzzles, lessons, lab, files] = await Promise.all([
    sizeOfOne(DATABASES.library),
    sizeOfOne(DATABASES.game),
    sizeOfOne(DATABASES.results),
    sizeOfOne(DATABASES.training),
    sizeOfOne(DATABASES.puzzles),
    sizeOfOne(DATABASES.lessons),
    sizeOfOne(DATABASES.lab),
    cachesSize().catch(() => NOTHING),
  ]);
  return { library, game, results, training, puzzles, lessons, lab, files, choices: choicesSize() };
}

/** Deletes everything. The page must be loaded again at once: what is open in it would be stored anew. */
export async function deleteEverything(): Promise<void> {
  for (const storage of storages()) {
    for (const key of ourKeys(storage)) storage.removeItem(key);
  }
  const there = await databaseNames();
  await Promise.all([
    ...Object.values(DATABASES)
      .filter(({ name }) => there.has(name))
      .map(({ name }) => inTime(deleteDatabase(name), ANSWER_MS).catch(() => {})),
    deleteCaches().catch(() => {}),
    forgetWorkers().catch(() => {}),
  ]);
}

async function databaseNames(): Promise<Set<string>> {
  try {
    const all = await inTime(indexedDB.databases(), ANSWER_MS);
    return new Set(all.flatMap(({ name }) => name ?? []));
  } catch {
    return new Set();
  }
}

/** Of what a database holds, as it is written out. */
async function databaseSize(name: string, counted: string): Promise<{ count: number; bytes: number }> {
  const db = await answerOf(indexedDB.open(name));
  try {
    let count = 0;
    let bytes = 0;
    for (const store of db.objectStoreNames) {
      const transaction = db.transaction(store);
      await new Promise<void>((resolve, reject) => {
        const cursor = transaction.objectStore(store).openCursor();
        cursor.onerror = () => reject(cursor.error);
        cursor.onsuccess = () => {
          const at = cursor.result;
          if (!at) return resolve();
          if (store === counted) count++;
          bytes += sizeOf(at.value);
          at.continue();
        };
      });
    }
    return { count, bytes };
  } finally {
    db.close();
  }
}

/** Bytes of a value, roughly: texts and bytes as they are, everything else as in JSON. Exported for tests. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (value instanceof ArrayBuffer) return value.byteLength;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (value instanceof Map) return sizeOf([...value]);
  if (Array.isArray(value)) return value.reduce((sum: number, each) => sum + sizeOf(each) + 1, 2);
  if (value !== null && typeof value === 'object') {
    return Object.entries(value).reduce((sum, [key, each]) => sum + key.length + 4 + sizeOf(each), 2);
  }
  return String(value).length;
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Other tabs close their connections when they are asked to (database.ts). */
async function deleteDatabase(name: string): Promise<void> {
  await answerOf(indexedDB.deleteDatabase(name));
}

function storages(): Storage[] {
  try {
    return [localStorage, sessionStorage];
  } catch {
    return [];
  }
}

const ourKeys = (storage: Storage): string[] => Object.keys(storage).filter((key) => key.startsWith(OURS));

function choicesSize(): { count: number; bytes: number } {
  const kept = storages().flatMap((storage) =>
    ourKeys(storage).map((key) => key.length + (storage.getItem(key)?.length ?? 0)),
  );
  return { count: kept.length, bytes: kept.reduce((sum, bytes) => sum + bytes, 0) };
}

const ourCaches = async (): Promise<string[]> => (await caches.keys()).filter((name) => name.startsWith(OURS));

async function cachesSize(): Promise<{ count: number; bytes: number }> {
  let count = 0;
  let bytes = 0;
  for (const name of await ourCaches()) {
    const cache = await caches.open(name);
    for (const key of await cache.keys()) {
      count++;
      bytes += (await (await cache.match(key))?.blob())?.size ?? 0;
    }
  }
  return { count, bytes };
}

async function deleteCaches(): Promise<void> {
  await Promise.all((await ourCaches()).map((name) => caches.delete(name)));
}

/** With the service worker goes its copy of the site; the next visit registers it again. */
async function forgetWorkers(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.unregister();
}
