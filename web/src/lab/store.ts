/** Keeps the Lab's runs, set-ups and finished games, over a reload: in a database of its own. */
import type { DBSchema, IDBPTransaction } from 'idb';
import type { SenseSizes } from 'outpost-rbc';
import { Database } from '../storage/database';
import { inTime } from '../storage/in-time';
import { messageOf } from '../ui/errors';
import type { OwnBot } from './bot-worker';
import type { GameResult } from './results';
import type { Run } from './run';
import { gamesInAll, hashOf, type LabSetup, readSetup } from './setup';

/** A game's key: its run, and its index there. */
type GameKey = [run: number, index: number];

interface Schema extends DBSchema {
  /** By their ids. */
  runs: { key: number; value: unknown };
  results: { key: GameKey; value: unknown };
  /** As JSON texts. */
  records: { key: GameKey; value: unknown };
}

/** A browser that does not answer by then is taken to refuse. */
const ANSWER_MS = 15_000;
/** A few milliseconds' worth. */
const GAMES_AT_A_TIME = 40;
const STORES = ['runs', 'results', 'records'] as const;

/** What is kept of a run beside its games. */
type Stored = { setup: string; lost: number[]; bot: OwnBot | null };

/** One per page. What the browser refuses stays in memory, and is offered again with the next game. */
export class LabStore {
  readonly #database = new Database<Schema>('outpost-lab', 2, (db, from, _, transaction) => {
    if (from === 0) for (const name of STORES) db.createObjectStore(name);
    else void moveOnlyRun(transaction as unknown as Upgrade);
  });
  /** Games that are not kept yet. */
  readonly #unkept = new Map<string, { run: number; result: GameResult; record: string }>();
  /** Runs that are not kept yet as they are now. */
  readonly #runs = new Map<number, Stored>();
  /** Runs that are still to be deleted. */
  readonly #removed = new Set<number>();
  #writing: Promise<void> | null = null;
  /** Why something is not kept; `null` while all is well. */
  refused: string | null = null;

  /** The runs that can be read, in the order in which they were begun. */
  async load(): Promise<Run[]> {
    try {
      const [ids, values] = await inTime(
        this.#database.ask((db) => {
          const { store } = db.transaction('runs');
          return Promise.all([store.getAllKeys(), store.getAll()]);
        }),
        ANSWER_MS,
      );
      const runs = ids.map((id, i) => readRun(id, values[i])).filter((run) => run !== null);
      for (const run of runs) await this.loadGames(run);
      return runs;
    } catch (error) {
      this.refused = messageOf(error);
      return [];
    }
  }

  /** Adds the games that are kept of a run to it: another tab may have played more. */
  async loadGames({ id, setup, results }: Run): Promise<void> {
    for await (const some of this.#some('results', id)) {
      for (const result of readResults(setup, [...some.values()])) results.set(result.index, result);
    }
  }

  /** Keeps a run as it is now, but for its games. */
  keepRun({ id, setup, bot, lost }: Run): Promise<void> {
    this.#runs.set(id, { setup: hashOf(setup), lost: [...lost], bot });
    return this.#write();
  }

  keepGame(run: number, result: GameResult, record: string): Promise<void> {
    this.#unkept.set(`${run}/${result.index}`, { run, result, record });
    return this.#write();
  }

  /** Forgets a run. */
  remove(run: number): Promise<void> {
    for (const [key, game] of this.#unkept) if (game.run === run) this.#unkept.delete(key);
    this.#runs.delete(run);
    this.#removed.add(run);
    return this.#write();
  }

  /** The records of a run's games, in their order, one on a line: some at a time, as all of them may be a hundred megabytes. */
  async records(run: number): Promise<Blob> {
    const parts: Blob[] = [];
    const unkept = [...this.#unkept.values()].filter((game) => game.run === run);
    const left = new Map(unkept.map(({ result, record }) => [result.index, record]));
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
      for await (const found of this.#some('records', run)) add(found, Math.max(...found.keys()));
    } catch (error) {
      this.refused = messageOf(error);
    }
    add(new Map(), Number.POSITIVE_INFINITY);
    return new Blob(parts);
  }

  /** What is kept of a run by its games' indices, some at a time. */
  async *#some(name: 'results' | 'records', run: number): AsyncGenerator<Map<number, unknown>> {
    for (let from = -1; ; ) {
      const range = gamesOf(run, from);
      const asking = this.#database.ask((db) => {
        const { store } = db.transaction(name);
        return Promise.all([store.getAllKeys(range, GAMES_AT_A_TIME), store.getAll(range, GAMES_AT_A_TIME)]);
      });
      const [keys, values] = await inTime(asking, ANSWER_MS);
      const last = keys.at(-1);
      if (last === undefined) return;
      yield new Map(keys.map(([, index], i) => [index, values[i]]));
      from = last[1];
    }
  }

  /** Writes what is not kept yet, until nothing is left or the browser refuses. */
  #write(): Promise<void> {
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = null;
    });
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    while (this.#removed.size > 0 || this.#runs.size > 0 || this.#unkept.size > 0) {
      const [removed, kept, games] = [[...this.#removed], [...this.#runs], [...this.#unkept].slice(0, GAMES_AT_A_TIME)];
      const asking = this.#database.ask((db) => {
        const transaction = db.transaction(STORES, 'readwrite');
        const [runs, results, records] = [
          transaction.objectStore('runs'),
          transaction.objectStore('results'),
          transaction.objectStore('records'),
        ];
        return Promise.all([
          ...removed.flatMap((id) => [runs.delete(id), results.delete(gamesOf(id)), records.delete(gamesOf(id))]),
          ...kept.map(([id, run]) => runs.put(run, id)),
          ...games.flatMap(([, { run, result, record }]) => [
            results.put(result, [run, result.index]),
            records.put(record, [run, result.index]),
          ]),
          transaction.done,
        ]);
      });
      try {
        await inTime(asking, ANSWER_MS);
      } catch (error) {
        this.refused = messageOf(error);
        return;
      }
      this.refused = null;
      // Unless there is something newer by now.
      for (const id of removed) this.#removed.delete(id);
      for (const [id, run] of kept) if (this.#runs.get(id) === run) this.#runs.delete(id);
      for (const [key, game] of games) if (this.#unkept.get(key) === game) this.#unkept.delete(key);
    }
  }
}

/** The keys of a run's games after `from`. */
const gamesOf = (run: number, from = -1): IDBKeyRange =>
  IDBKeyRange.bound([run, from], [run, Number.POSITIVE_INFINITY], true);

/** What is called in an upgrade: the keys of version 1 were others. */
type Upgrade = IDBPTransaction<
  { [name in (typeof STORES)[number]]: { key: IDBValidKey; value: unknown } } & DBSchema,
  (typeof STORES)[number][],
  'versionchange'
>;

/** Version 1 had one run, and only indices for keys. When it was begun is not known: its id is 1. */
async function moveOnlyRun(transaction: Upgrade): Promise<void> {
  const runs = transaction.objectStore('runs');
  const only = await runs.get('current');
  await runs.clear();
  if (only) await runs.put(only, 1);
  for (const name of ['results', 'records'] as const) {
    const store = transaction.objectStore(name);
    const [keys, values] = await Promise.all([store.getAllKeys(), store.getAll()]);
    await store.clear();
    for (const [i, key] of keys.entries()) await store.put(values[i], [1, key]);
  }
}

/** A run without its games as it is used here, whatever was stored. */
export function readRun(id: number, run: unknown): Run | null {
  if (typeof run !== 'object' || run === null || !('setup' in run)) return null;
  const setup = readSetup(run.setup);
  if (!setup) return null;
  const lost = 'lost' in run && Array.isArray(run.lost) ? run.lost.filter((index) => isGame(setup, index)) : [];
  const bot = 'bot' in run ? readBot(run.bot) : null;
  return { id, setup, bot, results: new Map(), lost: new Set(lost), lanes: null, problem: null, notes: [] };
}

function readBot(bot: unknown): OwnBot | null {
  if (typeof bot !== 'object' || bot === null) return null;
  const { name, source } = bot as Record<string, unknown>;
  return typeof name === 'string' && typeof source === 'string' ? { name, source } : null;
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
  const { index, winner, reason, plies, ms, senses, fault = '' } = stored as Record<string, unknown>;
  const numbers = [index, plies, ms].every((n) => typeof n === 'number' && Number.isFinite(n));
  const known = winner === null || winner === 'white' || winner === 'black';
  const texts = typeof reason === 'string' && typeof fault === 'string';
  if (!numbers || !known || !texts || !Array.isArray(senses)) return null;
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
