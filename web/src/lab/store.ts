/** Keeps the Lab's last run, set-up and finished games, over a reload: in a database of its own. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { inTime } from '../in-time';
import type { GameResult, SenseSizes } from './results';
import { gamesInAll, hashOf, type LabSetup, readSetup } from './setup';

interface Schema extends DBSchema {
  runs: { key: string; value: unknown };
  results: { key: number; value: unknown };
  /** As JSON texts. */
  records: { key: number; value: unknown };
}

const CURRENT = 'current';
/** A browser that does not answer by then is taken to refuse. */
const ANSWER_MS = 15_000;
/** A few milliseconds' worth. */
const GAMES_AT_A_TIME = 40;
const STORES = ['runs', 'results', 'records'] as const;
type StoreName = (typeof STORES)[number];

interface Store {
  clear(): Promise<void>;
  put(value: unknown, key: string | number): Promise<unknown>;
}

export interface StoredRun {
  setup: LabSetup;
  results: GameResult[];
  /** Games that are not counted. */
  lost: number[];
}

/** One per page. Where the browser refuses, the page remembers. */
export class LabStore {
  readonly #memory = new Map<number, string>();
  #opening: Promise<IDBPDatabase<Schema> | null> | null = null;
  /** What is kept is of another run, which could not be replaced. */
  #foreign = false;
  /** Why nothing more is kept; `null` while all is well. */
  refused: string | null = null;

  #database(): Promise<IDBPDatabase<Schema> | null> {
    this.#opening ??= inTime(
      openDB<Schema>('outpost-lab', 1, {
        upgrade: (db) => {
          db.createObjectStore('runs');
          db.createObjectStore('results');
          db.createObjectStore('records');
        },
        // The browser closed it, as when somebody clears the site's data: there can be another.
        terminated: () => {
          this.#opening = null;
        },
      }),
      ANSWER_MS,
    ).catch((error: unknown) => {
      this.#refuse(error);
      return null;
    });
    return this.#opening;
  }

  #refuse(error: unknown): void {
    this.refused ??= error instanceof Error ? error.message || error.name : String(error);
  }

  /** The last run, if there is one that can be read. */
  async load(): Promise<StoredRun | null> {
    try {
      const db = await this.#database();
      const run = readRun(db && (await inTime(db.get('runs', CURRENT), ANSWER_MS)));
      if (!run) return null;
      for await (const some of this.#some('results')) run.results.push(...readResults(run.setup, [...some.values()]));
      return run;
    } catch (error) {
      this.#refuse(error);
      return null;
    }
  }

  /** Begins another run in place of the last. */
  async begin(setup: LabSetup): Promise<void> {
    this.#memory.clear();
    const begun = await this.#write(({ runs, results, records }) => [
      results.clear(),
      records.clear(),
      runs.put({ setup: hashOf(setup), lost: [] }, CURRENT),
    ]);
    this.#foreign = !begun;
  }

  /** Which games are not counted. */
  async keepLost(setup: LabSetup, lost: number[]): Promise<void> {
    await this.#write(({ runs }) => [runs.put({ setup: hashOf(setup), lost }, CURRENT)]);
  }

  async keepGame(result: GameResult, record: string): Promise<void> {
    const kept = await this.#write(({ results, records }) => [
      results.put(result, result.index),
      records.put(record, result.index),
    ]);
    if (!kept) this.#memory.set(result.index, record);
  }

  /** The records of all games, in their order, one on a line: some at a time, as all of them may be a hundred megabytes. */
  async records(): Promise<Blob> {
    const parts: Blob[] = [];
    const left = new Map(this.#memory);
    /** Adds what is known of the games up to `until`. */
    const add = (records: Map<number, unknown>, until: number): void => {
      for (const [key, record] of left) {
        if (key > until) continue;
        records.set(key, record);
        left.delete(key);
      }
      const lines = [...records].filter(([, record]) => typeof record === 'string').sort(([a], [b]) => a - b);
      parts.push(new Blob(lines.map(([, record]) => `${record}\n`)));
    };
    try {
      if (!this.#foreign) {
        for await (const found of this.#some('records')) add(found, Math.max(...found.keys()));
      }
    } catch (error) {
      this.#refuse(error);
    }
    add(new Map(), Number.POSITIVE_INFINITY);
    return new Blob(parts);
  }

  /** What is kept by the games' indices, some at a time. */
  async *#some(name: 'results' | 'records'): AsyncGenerator<Map<number, unknown>> {
    const db = await this.#database();
    for (let from = -1; db; ) {
      const range = IDBKeyRange.lowerBound(from, true);
      const store = db.transaction(name).store;
      const [keys, values] = await inTime(
        Promise.all([store.getAllKeys(range, GAMES_AT_A_TIME), store.getAll(range, GAMES_AT_A_TIME)]),
        ANSWER_MS,
      );
      const last = keys.at(-1);
      if (last === undefined) return;
      yield new Map(keys.map((key, i) => [key, values[i]]));
      from = last;
    }
  }

  /** Forgets everything. */
  async clear(): Promise<void> {
    this.#memory.clear();
    await this.#write(({ runs, results, records }) => [runs.clear(), results.clear(), records.clear()]);
  }

  /** Whether the change was kept. After a refusal nothing more is tried: what is kept stays whole. */
  async #write(change: (stores: Record<StoreName, Store>) => Promise<unknown>[]): Promise<boolean> {
    if (this.refused !== null) return false;
    try {
      const db = await this.#database();
      if (!db) return false;
      const transaction = db.transaction(STORES, 'readwrite');
      const [runs, results, records] = STORES.map((name) => transaction.objectStore(name)) as unknown as [
        Store,
        Store,
        Store,
      ];
      await inTime(Promise.all([...change({ runs, results, records }), transaction.done]), ANSWER_MS);
      return true;
    } catch (error) {
      this.#refuse(error);
      return false;
    }
  }
}

/** A run without its games as it is used here, whatever was stored. */
export function readRun(run: unknown): StoredRun | null {
  if (typeof run !== 'object' || run === null || !('setup' in run)) return null;
  const setup = readSetup(run.setup);
  if (!setup) return null;
  const lost = 'lost' in run && Array.isArray(run.lost) ? run.lost.filter((index) => isGame(setup, index)) : [];
  return { setup, results: [], lost };
}

/** Those of its games that can be read. */
export function readResults(setup: LabSetup, results: unknown[]): GameResult[] {
  return results.map(readResult).filter((result) => result !== null && isGame(setup, result.index)) as GameResult[];
}

function isGame(setup: LabSetup, index: unknown): index is number {
  return typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < gamesInAll(setup);
}

function readResult(stored: unknown): GameResult | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { index, winner, reason, plies, ms, senses } = stored as Record<string, unknown>;
  const numbers = [index, plies, ms].every((n) => typeof n === 'number' && Number.isFinite(n));
  const known = winner === null || winner === 'white' || winner === 'black';
  if (!numbers || !known || typeof reason !== 'string' || !Array.isArray(senses)) return null;
  return senses.every(isSense) ? (stored as GameResult) : null;
}

function isSense(stored: unknown): stored is SenseSizes {
  if (typeof stored !== 'object' || stored === null) return false;
  const { turn, before, after, followed } = stored as Record<string, unknown>;
  const isSize = (size: unknown): boolean =>
    typeof size === 'object' &&
    size !== null &&
    typeof (size as { boards?: unknown }).boards === 'number' &&
    typeof (size as { exact?: unknown }).exact === 'boolean';
  return typeof turn === 'number' && typeof followed === 'boolean' && isSize(before) && isSize(after);
}
