import type { DBSchema } from 'idb';
import type { Color } from 'outpost-rbc';
import { type Extras, isObject, readExtras } from '../record/extras';
import { Database } from '../storage/database';
import { inTime } from '../storage/in-time';

/** A game of the library, without its moves. */
export interface Row {
  /** Of its content (record-text.ts). */
  id: string;
  white: string | null;
  black: string | null;
  winner: Color | null;
  /** As records name it; `null` when the record tells of no end. */
  reason: string | null;
  plies: number;
  addedAt: number;
  /** When it was played; `null`: not known. */
  playedAt: number | null;
  source: 'played' | 'opened';
  /** Notes, tags, assistance: all but the date, which is above. */
  extras: Extras;
  /** Places where the record differs from the rules. */
  differences: number;
  /** Characters of its text. */
  size: number;
  /** When it was deleted; it stays a while, so that this can be undone. */
  deletedAt: number | null;
  /** What was stored in its place cannot be read, or is missing: only the record tells more. */
  damaged: boolean;
}

/** What is stored of a game, whatever it is. */
export interface Raw {
  row: unknown;
  text: unknown;
}

/** What to write: `row` is told what is stored, and `text` is for games that are not. */
export interface Write {
  id: string;
  row: (stored: Row | null) => Row | null;
  text?: string;
}

/** Where a library is kept. */
export interface Store {
  /** All rows, in pieces that a page can take between two frames. */
  rows(): AsyncGenerator<Row[]>;
  text(id: string): Promise<string | null>;
  /** What is stored, for what cannot be read. */
  raw(id: string): Promise<Raw>;
  /** All or nothing. Gives back the rows as they are now. */
  write(writes: Write[]): Promise<Row[]>;
  remove(ids: string[]): Promise<void>;
}

/** Lasts as long as the page: for what the browser does not take, and for tests. */
export class MemoryStore implements Store {
  private readonly games = new Map<string, Row>();
  private readonly texts = new Map<string, string>();

  async *rows(): AsyncGenerator<Row[]> {
    yield [...this.games.values()];
  }

  async text(id: string): Promise<string | null> {
    return this.texts.get(id) ?? null;
  }

  async raw(id: string): Promise<Raw> {
    return { row: this.games.get(id) ?? null, text: this.texts.get(id) ?? null };
  }

  async write(writes: Write[]): Promise<Row[]> {
    return writes.flatMap(({ id, row, text }) => {
      const changed = row(this.games.get(id) ?? null);
      if (!changed) return [];
      this.games.set(id, changed);
      if (text !== undefined) this.texts.set(id, text);
      return [changed];
    });
  }

  async remove(ids: string[]): Promise<void> {
    for (const id of ids) {
      this.games.delete(id);
      this.texts.delete(id);
    }
  }
}

/** A store that rejects what is not answered in time. */
export class PatientStore implements Store {
  constructor(
    private readonly store: Store,
    private readonly ms: number,
  ) {}

  async *rows(): AsyncGenerator<Row[]> {
    const pieces = this.store.rows();
    for (;;) {
      const { done, value } = await inTime(pieces.next(), this.ms);
      if (done) return;
      yield value;
    }
  }

  text(id: string): Promise<string | null> {
    return inTime(this.store.text(id), this.ms);
  }

  raw(id: string): Promise<Raw> {
    return inTime(this.store.raw(id), this.ms);
  }

  write(writes: Write[]): Promise<Row[]> {
    return inTime(this.store.write(writes), this.ms);
  }

  remove(ids: string[]): Promise<void> {
    return inTime(this.store.remove(ids), this.ms);
  }
}

interface Schema extends DBSchema {
  /** Rows by id. */
  games: { key: string; value: unknown };
  /** Records by id: JSON on one line, without our key. */
  texts: { key: string; value: string };
}

/** Version of the stores. A change of them takes another number, and a step in `upgrade` that brings older ones along. */
const VERSION = 1;
const PIECE = 400;

export class IndexedStore implements Store {
  readonly #database: Database<Schema>;

  constructor(name = 'outpost-library') {
    this.#database = new Database(name, VERSION, (db, from) => {
      if (from < 1) {
        db.createObjectStore('games');
        db.createObjectStore('texts');
      }
    });
  }

  async *rows(): AsyncGenerator<Row[]> {
    let after: string | null = null;
    const known = new Set<string>();
    for (;;) {
      const range: IDBKeyRange | null = after === null ? null : IDBKeyRange.lowerBound(after, true);
      const [keys, values] = await this.#database.ask((db) => {
        const { store } = db.transaction('games');
        return Promise.all([store.getAllKeys(range, PIECE), store.getAll(range, PIECE)]);
      });
      for (const key of keys) known.add(key);
      yield values.flatMap((value, i) => readRow(keys[i] as string, value) ?? []);
      if (keys.length < PIECE) break;
      after = keys.at(-1) as string;
    }
    // Records whose rows are gone.
    const alone = (await this.#database.ask((db) => db.getAllKeys('texts'))).filter((key) => !known.has(key));
    for (let at = 0; at < alone.length; at += PIECE) {
      yield alone.slice(at, at + PIECE).flatMap((key) => readRow(key, null) ?? []);
    }
  }

  async text(id: string): Promise<string | null> {
    const text: unknown = await this.#database.ask((db) => db.get('texts', id));
    return typeof text === 'string' ? text : null;
  }

  raw(id: string): Promise<Raw> {
    return this.#database.ask(async (db) => {
      const transaction = db.transaction(['games', 'texts']);
      const [row, text] = await Promise.all([
        transaction.objectStore('games').get(id),
        transaction.objectStore('texts').get(id),
      ]);
      return { row: row ?? null, text: text ?? null };
    });
  }

  write(writes: Write[]): Promise<Row[]> {
    return this.#database.ask(async (db) => {
      const transaction = db.transaction(['games', 'texts'], 'readwrite');
      const games = transaction.objectStore('games');
      const texts = transaction.objectStore('texts');
      const rows: Row[] = [];
      try {
        for (const { id, row, text } of writes) {
          // A record whose row is gone is there all the same.
          const stored: unknown = (await games.get(id)) ?? ((await texts.getKey(id)) === undefined ? undefined : null);
          const changed = row(readRow(id, stored));
          if (!changed) continue;
          rows.push(changed);
          await games.put(changed, id);
          if (text !== undefined) await texts.put(text, id);
        }
      } catch (error) {
        // What was written before is taken back; the transaction says so once more.
        transaction.done.catch(() => undefined);
        try {
          transaction.abort();
        } catch {
          // It has ended by itself.
        }
        throw error;
      }
      await transaction.done;
      return rows;
    });
  }

  remove(ids: string[]): Promise<void> {
    return this.#database.ask(async (db) => {
      const transaction = db.transaction(['games', 'texts'], 'readwrite');
      const stores = [transaction.objectStore('games'), transaction.objectStore('texts')];
      await Promise.all([...ids.flatMap((id) => stores.map((store) => store.delete(id))), transaction.done]);
    });
  }
}

/** The last moment that a date can be: a row with a later one would have to be shown, too. */
const LAST_TIME = 8.64e15;

/**
 * A row as it is used here, whatever was stored; `null` where nothing was (`undefined`). What is no row has all defaults: its game is
 * listed, and can be opened if its record is whole.
 */
export function readRow(id: string, given: unknown): Row | null {
  if (given === undefined) return null;
  const stored = isObject(given) ? given : {};
  const { winner, source } = stored;
  const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  const count = (value: unknown): number =>
    typeof value === 'number' && value >= 0 && value < 2 ** 53 ? Math.floor(value) : 0;
  const time = (value: unknown): number | null =>
    typeof value === 'number' && Math.abs(value) <= LAST_TIME ? Math.floor(value) : null;
  return {
    id,
    white: textOrNull(stored.white),
    black: textOrNull(stored.black),
    winner: winner === 'white' || winner === 'black' ? winner : null,
    reason: textOrNull(stored.reason),
    plies: count(stored.plies),
    addedAt: time(stored.addedAt) ?? 0,
    playedAt: time(stored.playedAt),
    source: source === 'played' ? source : 'opened',
    extras: readExtras(stored.extras),
    differences: count(stored.differences),
    size: count(stored.size),
    deletedAt: time(stored.deletedAt),
    damaged: !isObject(given),
  };
}
