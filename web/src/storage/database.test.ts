import type { DBSchema } from 'idb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Database, SILENT_MS, StorageRefusedError, TRIES } from './database';

/** Connections as they were opened, and what the next ones do. */
interface Connection {
  number: number;
  open: boolean;
  callbacks: { blocking: (from: number, to: number, event: unknown) => void; terminated: () => void };
  close: () => void;
}
const browser = vi.hoisted(() => ({
  connections: [] as Connection[],
  /** For openings still to come. */
  refusals: [] as Error[],
  opens: true,
}));
vi.mock('idb', () => ({
  openDB: async (_name: string, _version: number, callbacks: Connection['callbacks']) => {
    const refusal = browser.refusals.shift();
    if (refusal) throw refusal;
    const connection: Connection = {
      number: browser.connections.length + 1,
      open: true,
      callbacks,
      close: () => {
        connection.open = false;
      },
    };
    browser.connections.push(connection);
    if (!browser.opens) await new Promise(() => undefined);
    return connection;
  },
}));

const lost = (name: string, message = name) => new DOMException(message, name);
/** What iOS, Chromium and Firefox say of connections that are gone. */
const LOST = [
  lost('UnknownError', 'Connection to Indexed Database server lost. Refresh the page to try again'),
  lost('InvalidStateError', 'The database connection is closing.'),
  lost('AbortError', 'The connection was closed.'),
  lost('TransactionInactiveError'),
  lost('TimeoutError'),
];

let database: Database<DBSchema>;
/** Asks which connection answers. */
const number = () => database.ask(async (db) => (db as unknown as Connection).number);
beforeEach(() => {
  Object.assign(browser, { connections: [], refusals: [], opens: true });
  database = new Database('test', 1, () => undefined);
});

describe('a database', () => {
  it('is opened once for many questions', async () => {
    expect(await Promise.all([number(), number(), number()])).toEqual([1, 1, 1]);
    expect(await number()).toBe(1);
  });

  it.each(LOST.map((error) => [error.message, error]))(
    'is opened again where a question fails: %s',
    async (_, error) => {
      const asked: number[] = [];
      const answer = await database.ask(async (db) => {
        const { number } = db as unknown as Connection;
        asked.push(number);
        if (number === 1) throw error;
        return `by ${number}`;
      });
      expect([answer, asked]).toEqual(['by 2', [1, 2]]);
      expect(browser.connections.map(({ open }) => open)).toEqual([false, true]);
      expect(await number()).toBe(2);
    },
  );

  it('is lost and opened again ten times in a row', async () => {
    for (let time = 1; time <= 10; time++) {
      const answer = database.ask(async (db) => {
        const { number } = db as unknown as Connection;
        if (number === time) throw LOST[time % LOST.length];
        return number;
      });
      expect(await answer).toBe(time + 1);
    }
  });

  it('is opened anew for those whose questions another one’s failure broke off', async () => {
    const ask = () =>
      database.ask(async (db) => {
        const connection = db as unknown as Connection;
        await Promise.resolve();
        if (connection.number === 1) throw LOST[1];
        return connection.number;
      });
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([2, 2, 2]);
  });

  it('is given up after some tries, with the last reason, and tried again by the next question', async () => {
    let tries = 0;
    const failing = database.ask(async () => {
      tries++;
      throw LOST[0];
    });
    await expect(failing).rejects.toBe(LOST[0]);
    expect(tries).toBe(TRIES);
    expect(await number()).toBe(TRIES + 1);
  });

  it.each(['QuotaExceededError', 'ConstraintError', 'DataCloneError'])('is not asked again after %s', async (name) => {
    let tries = 0;
    const failing = database.ask(async () => {
      tries++;
      throw lost(name);
    });
    await expect(failing).rejects.toThrow(name);
    expect([tries, await number()]).toEqual([1, 1]);
  });

  it('passes on what is wrong with the question itself', async () => {
    const failing = database.ask(async () => {
      throw new TypeError('no such row');
    });
    await expect(failing).rejects.toThrow('no such row');
    expect(await number()).toBe(1);
  });

  it('is opened again when the browser closed it, or another tab needed it closed', async () => {
    await number();
    const [first] = browser.connections as [Connection];
    first.callbacks.terminated();
    expect(await number()).toBe(2);
    const second = browser.connections[1] as Connection;
    second.callbacks.blocking(1, 2, { target: second });
    expect(second.open).toBe(false);
    expect(await number()).toBe(3);
  });

  it('cannot be opened now, and can later', async () => {
    browser.refusals = [LOST[0] as Error];
    expect(await number()).toBe(1);
    database = new Database('test', 1, () => undefined);
    browser.refusals = [lost('SecurityError')];
    await expect(number()).rejects.toBeInstanceOf(StorageRefusedError);
    expect(await number()).toBe(2);
    database = new Database('test', 1, () => undefined);
    browser.refusals = Array.from({ length: TRIES }, () => lost('UnknownError'));
    await expect(number()).rejects.toBeInstanceOf(StorageRefusedError);
    expect(await number()).toBe(3);
  });

  it('that owes an answer is not asked the next question, and a question that comes too late is not put', async () => {
    vi.useFakeTimers();
    try {
      browser.opens = false;
      const late = number();
      late.catch(() => undefined);
      await vi.advanceTimersByTimeAsync(SILENT_MS);
      browser.opens = true;
      expect(await number()).toBe(2);
      let answer: (value: string) => void = () => undefined;
      const slow = database.ask(
        () =>
          new Promise<string>((resolve) => {
            answer = resolve;
          }),
      );
      await vi.advanceTimersByTimeAsync(SILENT_MS);
      expect(await number()).toBe(3);
      expect(browser.connections.map(({ open }) => open)).toEqual([true, false, true]);
      // It may still be answered.
      answer('after all');
      expect(await slow).toBe('after all');
    } finally {
      vi.useRealTimers();
    }
  });
});
