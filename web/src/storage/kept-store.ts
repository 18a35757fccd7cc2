import type { IDBPDatabase } from 'idb';
import { Database } from './database';
import { inTime, NoAnswerError } from './in-time';

/** Entries of a store by their keys. */
export type Entry<V> = readonly [key: string, value: V];

/** What shows entries waits no longer for a browser that does not answer. */
const ANSWER_MS = 4000;
/** And no longer than this for one that did not answer the time before. */
const SILENT_ANSWER_MS = 500;

interface Options<V> {
  database: string;
  store: string;
  /** An entry as it is used here, whatever was stored; `null` for what is none. */
  read: (value: unknown) => Entry<V> | null;
  /** Entries that are read. */
  most?: number;
}

/** Entries of one kind in a database of their own; what the browser does not take is here as long as the page lives. Tells `change`. */
export abstract class KeptStore<V> extends EventTarget {
  readonly #options: Options<V>;
  readonly #database: Database;
  /** What the browser has not taken, or not yet. */
  readonly #unstored = new Map<string, V>();
  /** What it had when it was asked last: a browser that does not answer has forgotten nothing. */
  #stored = new Map<string, V>();
  /** Keys of what it did not take. */
  readonly #refused = new Set<string>();
  #isSilent = false;

  constructor(options: Options<V>) {
    super();
    this.#options = options;
    this.#database = new Database(options.database, 1, (db) => {
      db.createObjectStore(options.store);
    });
  }

  /** Whether the browser took all that there is. */
  get isKept(): boolean {
    return this.#refused.size === 0;
  }

  /** Whether the browser took an entry as it was kept last. */
  isStored(key: string): boolean {
    return !this.#refused.has(key);
  }

  /** Whether something is lost if the page is closed now: also what the browser has not taken yet. */
  get isUnstored(): boolean {
    return this.#unstored.size > 0;
  }

  /** Deletes all. Rejects where the browser does not: what it has is still there then. */
  async clear(): Promise<void> {
    try {
      await this.#inTime(this.#database.ask((db) => db.clear(this.#options.store)));
      this.#stored.clear();
    } finally {
      this.#unstored.clear();
      this.#refused.clear();
      this.changed();
    }
  }

  /** All entries, also those that the browser has not taken. */
  protected async entries(): Promise<Map<string, V>> {
    const { store, most, read } = this.#options;
    try {
      const values = await this.#inTime(this.#database.ask((db) => db.getAll(store, null, most)));
      this.#stored = new Map(values.map(read).filter((entry) => entry !== null));
    } catch {
      // As it was.
    }
    return new Map([...this.#stored, ...this.#unstored]);
  }

  /** What the browser has not taken: it is offered again with the next entry, where entries are small. */
  protected get unstored(): Entry<V>[] {
    return [...this.#unstored];
  }

  /** Keeps entries in the place of those with their keys: in the browser if it takes them, and else in this page. */
  protected async store(entries: readonly Entry<V>[], ms?: number): Promise<void> {
    for (const [key, value] of entries) this.#unstored.set(key, value);
    try {
      await this.write(entries, ms);
    } catch {
      // Another one may have been kept in its place meanwhile.
      for (const [key, value] of entries) if (this.#unstored.get(key) === value) this.#refused.add(key);
    }
    this.changed();
  }

  /** Has the browser store entries and delete others, all of it or nothing. Rejects where it does not. */
  protected async write(entries: readonly Entry<V>[], ms?: number, gone: readonly string[] = []): Promise<void> {
    const { store: name } = this.#options;
    const write = async (db: IDBPDatabase): Promise<void> => {
      const transaction = db.transaction(name, 'readwrite');
      const { store } = transaction;
      const requests = [
        ...entries.map(([key, value]) => store.put(value, key)),
        ...gone.map((key) => store.delete(key)),
      ];
      // At once: the page may be on its way out, and takes in no answer of the database that would commit it.
      transaction.commit();
      await Promise.all([...requests, transaction.done]);
    };
    await this.#inTime(this.#database.ask(write), ms);
    for (const [key, value] of entries) {
      this.#stored.set(key, value);
      if (this.#unstored.get(key) !== value) continue;
      this.#unstored.delete(key);
      this.#refused.delete(key);
    }
    for (const key of gone) this.#stored.delete(key);
  }

  /** Rejects where the browser does not delete it: it is still there then. */
  protected async delete(key: string): Promise<void> {
    // What the browser never took need not be deleted there.
    const isStored = this.#stored.has(key);
    await this.write([], undefined, [key]).catch((error: unknown) => {
      if (isStored) throw error;
    });
    this.#unstored.delete(key);
    this.#refused.delete(key);
    this.changed();
  }

  protected changed(): void {
    this.dispatchEvent(new Event('change'));
  }

  async #inTime<T>(answer: Promise<T>, ms = this.#isSilent ? SILENT_ANSWER_MS : ANSWER_MS): Promise<T> {
    try {
      const given = await inTime(answer, ms);
      this.#isSilent = false;
      return given;
    } catch (error) {
      this.#isSilent = error instanceof NoAnswerError;
      throw error;
    }
  }
}
