/** Keeps the Lab's last run, set-up and finished games, over a reload: in a database of its own. */
import type { DBSchema } from 'idb';
import type { SenseSizes } from 'outpost';
import { Database } from '../storage/database';
import { inTime } from '../storage/in-time';
import { messageOf } from '../ui/errors';
import type { GameResult } from './results';
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

export interface StoredRun {
  setup: LabSetup;
  results: GameResult[];
  /** Games that are not counted. */
  lost: number[];
}

/** One per page. What the browser refuses stays in memory, and is offered again with the next game. */
export class LabStore {
  readonly #database = new Database<Schema>('outpost-lab', 1, (db) => {
    for (const name of STORES) db.createObjectStore(name);
  });
  /** Games that are not kept yet. */
  readonly #unkept = new Map<number, { result: GameResult; record: string }>();
  /** The run, where it is not kept yet as it is now. */
  #run: { setup: string; lost: number[] } | null = null;
  /** What is kept is of another run, and to be cleared first. */
  #foreign = false;
  #writing: Promise<void> | null = null;
  /** Why something is not kept; `null` while all is well. */
  refused: string | null = null;

  /** The last run, if there is one that can be read. */
  async load(): Promise<StoredRun | null> {
    try {
      const run = readRun(
        await inTime(
          this.#database.ask((db) => db.get('runs', CURRENT)),
          ANSWER_MS,
        ),
      );
      if (!run) return null;
      for await (const some of this.#some('results')) run.results.push(...readResults(run.setup, [...some.values()]));
      return run;
    } catch (error) {
      this.refused = messageOf(error);
      return null;
    }
  }

  /** Begins another run in place of the last. */
  begin(setup: LabSetup): Promise<void> {
    return this.#replace({ setup: hashOf(setup), lost: [] });
  }

  /** Which games are not counted. */
  keepLost(setup: LabSetup, lost: number[]): Promise<void> {
    this.#run = { setup: hashOf(setup), lost };
    return this.#write();
  }

  keepGame(result: GameResult, record: string): Promise<void> {
    this.#unkept.set(result.index, { result, record });
    return this.#write();
  }

  /** Forgets everything. */
  clear(): Promise<void> {
    return this.#replace(null);
  }

  /** The records of all games, in their order, one on a line: some at a time, as all of them may be a hundred megabytes. */
  async records(): Promise<Blob> {
    const parts: Blob[] = [];
    const left = new Map([...this.#unkept].map(([index, { record }]) => [index, record]));
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
      this.refused = messageOf(error);
    }
    add(new Map(), Number.POSITIVE_INFINITY);
    return new Blob(parts);
  }

  /** What is kept by the games' indices, some at a time. */
  async *#some(name: 'results' | 'records'): AsyncGenerator<Map<number, unknown>> {
    for (let from = -1; ; ) {
      const range = IDBKeyRange.lowerBound(from, true);
      const asking = this.#database.ask((db) => {
        const { store } = db.transaction(name);
        return Promise.all([store.getAllKeys(range, GAMES_AT_A_TIME), store.getAll(range, GAMES_AT_A_TIME)]);
      });
      const [keys, values] = await inTime(asking, ANSWER_MS);
      const last = keys.at(-1);
      if (last === undefined) return;
      yield new Map(keys.map((key, i) => [key, values[i]]));
      from = last;
    }
  }

  #replace(run: { setup: string; lost: number[] } | null): Promise<void> {
    this.#unkept.clear();
    this.#run = run;
    this.#foreign = true;
    return this.#write();
  }

  /** Writes what is not kept yet, until nothing is left or the browser refuses. */
  #write(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = null;
    });
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    while (this.#foreign || this.#run || this.#unkept.size > 0) {
      const [foreign, run, games] = [this.#foreign, this.#run, [...this.#unkept].slice(0, GAMES_AT_A_TIME)];
      [this.#foreign, this.#run] = [false, null];
      const asking = this.#database.ask((db) => {
        const transaction = db.transaction(STORES, 'readwrite');
        const [runs, results, records] = [
          transaction.objectStore('runs'),
          transaction.objectStore('results'),
          transaction.objectStore('records'),
        ];
        return Promise.all([
          ...(foreign ? [runs.clear(), results.clear(), records.clear()] : []),
          ...(run ? [runs.put(run, CURRENT)] : []),
          ...games.flatMap(([index, { result, record }]) => [results.put(result, index), records.put(record, index)]),
          transaction.done,
        ]);
      });
      try {
        await inTime(asking, ANSWER_MS);
        for (const [index, game] of games) if (this.#unkept.get(index) === game) this.#unkept.delete(index);
        this.refused = null;
      } catch (error) {
        this.refused = messageOf(error);
        // Unless another run was begun meanwhile.
        if (!this.#foreign) [this.#foreign, this.#run] = [foreign, this.#run ?? run];
        return;
      }
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
