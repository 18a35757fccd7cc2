import { type DBSchema, type IDBPDatabase, type OpenDBCallbacks, openDB } from 'idb';
import { messageOf } from '../ui/errors';
import { NoAnswerError } from './in-time';

/** Times that a question is asked in all, each time over a new connection. */
export const TRIES = 3;
/** A connection that owes an answer for longer than this is given up: the next question gets a new one. */
export const SILENT_MS = 4000;

/** Errors that a new connection would give again. All others may come from a connection that was lost. */
const LASTING: readonly string[] = [
  'QuotaExceededError',
  'ConstraintError',
  'DataError',
  'DataCloneError',
  'NotFoundError',
  'SecurityError',
  'VersionError',
];

/**
 * The database cannot be opened: storage is refused (private windows, sandboxed frames, blocked by the user), or the
 * database is of a later version.
 */
export class StorageRefusedError extends Error {
  override name = 'StorageRefusedError';
}

/**
 * An IndexedDB database that outlives its connections. Browsers close them: iOS in the background, all of them when the site's
 * data is cleared; pages close them when another tab wants to upgrade or delete the database. Some errors only say that the
 * connection is lost (`InvalidStateError`, `AbortError`, `UnknownError`: "Connection to Indexed Database server lost").
 */
export class Database<Schema extends DBSchema | unknown = unknown> {
  readonly #name: string;
  readonly #version: number;
  readonly #upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>;
  #connection: Promise<IDBPDatabase<Schema>> | null = null;

  constructor(name: string, version: number, upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>) {
    this.#name = name;
    this.#version = version;
    this.#upgrade = upgrade;
  }

  /**
   * Returns what `question` finds out. When the connection turns out to be lost, it is asked again over a new one, so it
   * must be one transaction, or harmless to repeat. Rejects with a {@link StorageRefusedError} where the database cannot be
   * opened; never rejects because of a browser that does not answer: see {@link inTime}.
   */
  async ask<T>(question: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
    let asked: Promise<IDBPDatabase<Schema>> | null = null;
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      if (asked) this.#giveUp(asked);
    }, SILENT_MS);
    try {
      for (let tries = 1; ; tries++) {
        asked = this.#connect();
        try {
          const db = await asked;
          // A later question may have been answered already over another connection: this one must not undo it.
          if (late) throw new NoAnswerError();
          return await question(db);
        } catch (error) {
          if (!mayBeLost(error)) throw error;
          this.#giveUp(asked);
          if (late || tries === TRIES) throw error;
        }
      }
    } finally {
      clearTimeout(timer);
    }
  }

  #connect(): Promise<IDBPDatabase<Schema>> {
    if (this.#connection) return this.#connection;
    const connection = this.#open(() => this.#forget(connection));
    this.#connection = connection;
    connection.catch(() => this.#forget(connection));
    return connection;
  }

  async #open(onClosed: () => void): Promise<IDBPDatabase<Schema>> {
    for (let tries = 1; ; tries++) {
      try {
        return await openDB<Schema>(this.#name, this.#version, {
          upgrade: this.#upgrade,
          // Another tab upgrades or deletes the database, and waits until no other tab has it open.
          blocking: (_from, _to, event) => {
            onClosed();
            (event.target as IDBDatabase).close();
          },
          terminated: onClosed,
        });
      } catch (error) {
        if (tries === TRIES || !mayBeLost(error)) throw new StorageRefusedError(messageOf(error), { cause: error });
      }
    }
  }

  /** Closes a connection; its transactions still end. */
  #giveUp(connection: Promise<IDBPDatabase<Schema>>): void {
    this.#forget(connection);
    connection.then(
      (db) => db.close(),
      () => {},
    );
  }

  #forget(connection: Promise<IDBPDatabase<Schema>>): void {
    if (this.#connection === connection) this.#connection = null;
  }
}

/** Whether an error may only mean that the connection is lost. */
function mayBeLost(error: unknown): boolean {
  return error instanceof DOMException && !LASTING.includes(error.name);
}
