import type { DBSchema } from 'idb';
import type { Color } from 'outpost';
import { Database } from './database';
import { type Extras, isObject, readExtras } from './extras';
import { inTime } from './in-time';

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
  /** Characters of its text. */
  size: number;
  /** When it was deleted; it stays a while, so that this can be undone. */
  deletedAt: number | null;
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
    for (;;) {
      const range: IDBKeyRange | null = after === null ? null : IDBKeyRange.lowerBound(after, true);
      const [keys, values] = await this.#database.ask((db) => {
        const { store } = db.transaction('games');
        return Promise.all([store.getAllKeys(range, PIECE), store.getAll(range, PIECE)]);
      });
      yield values.flatMap((value, i) => readRow(keys[i] as string, value) ?? []);
      if (keys.length < PIECE) return;
      after = keys.at(-1) as string;
    }
  }

  async text(id: string): Promise<string | null> {
    return (await this.#database.ask((db) => db.get('texts', id))) ?? null;
  }

  write(writes: Write[]): Promise<Row[]> {
    return this.#database.ask(async (db) => {
      const transaction = db.transaction(['games', 'texts'], 'readwrite');
      const games = transaction.objectStore('games');
      const texts = transaction.objectStore('texts');
      const rows: Row[] = [];
      try {
        for (const { id, row, text } of writes) {
          const changed = row(readRow(id, await games.get(id)));
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

/** A row as it is used here, whatever was stored. Without a name or a length, `null`; all else has a default. */
export function readRow(id: string, stored: unknown): Row | null {
  if (!isObject(stored)) return null;
  const { winner, source } = stored;
  const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  const count = (value: unknown): number => (typeof value === 'number' && value >= 0 ? value : 0);
  const time = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);
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
    size: count(stored.size),
    deletedAt: time(stored.deletedAt),
  };
}
