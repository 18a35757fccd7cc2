import type { DBSchema, IDBPDatabase } from 'idb';
import type { ClockSetup, Color, EvaluatorName, GameSetup, PieceLetter, Seat, Square } from 'outpost-rbc';
import { ASSISTANCE, type Assistance } from '../record/assistance';
import { Database, StorageRefusedError } from '../storage/database';
import { inTime, NoAnswerError } from '../storage/in-time';

/** All that is needed to go on with a game after a reload. */
export interface SavedGame {
  /** The same from the start of a game to its end. */
  id: string;
  sealed: Uint8Array;
  setup: GameSetup;
  assistance: Assistance;
  /** Who scores moves for the opponent. */
  evaluator: EvaluatorName;
  /** Boards were weighted for the person at some time. */
  byNetwork: boolean;
  markers: Record<Color, [Square, PieceLetter][]>;
  turn: number;
  /** `null`: not known. */
  savedAt: number | null;
}

/** What is kept: no game, one, or something that no game can be read from. */
export type Stored = SavedGame | 'unusable' | null;

/** Whether games outlive the page: they do, the browser does not let them, or it does not answer. */
export type Storage = 'works' | 'refused' | 'silent';

interface Schema extends DBSchema {
  games: { key: string; value: unknown };
}

/**
 * Whether storage has the game. If not, this page remembers it: the browser does not let it (or is full), does not answer in time,
 * or the place is taken by the game of another tab (`elsewhere`).
 */
export type Keeping = 'kept' | 'refused' | 'silent' | 'elsewhere';

const CURRENT = 'current';
/** Of games kept by a version that gave them none. */
const NO_ID = 'unnamed';
/** What the browser did not take. */
const memory = new Map<string, SavedGame>();
const database = new Database<Schema>('outpost', 1, (db) => {
  db.createObjectStore('games');
});
/** A game waits no longer for a browser that does not answer, */
const ANSWER_MS = 4000;
/** nor so long again before it has answered once more. */
const SILENT_MS = 250;
let silent = false;

/**
 * What storage answers. Rejects with a {@link StorageRefusedError} where there is none, and when the answer does not come in
 * time or is an error.
 */
function ask<T>(question: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
  const ms = silent ? SILENT_MS : ANSWER_MS;
  const timer = setTimeout(() => {
    silent = true;
  }, ms);
  const answer = database.ask(question).finally(() => {
    clearTimeout(timer);
    silent = false;
  });
  return inTime(answer, ms);
}

/** Whether games outlive the page. */
export async function storageOfGames(): Promise<Storage> {
  try {
    await ask(async () => {});
    return 'works';
  } catch (error) {
    return error instanceof StorageRefusedError ? 'refused' : 'silent';
  }
}

export function newGameId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Keeps the unfinished game. `replace`: in the place of whatever game is kept; otherwise only of an earlier state. */
export async function keepGame(game: SavedGame, replace = false): Promise<Keeping> {
  try {
    const keeping = await ask(async (db) => {
      const { store, done } = db.transaction('games', 'readwrite');
      const free = replace || mayChange(await store.get(CURRENT), game.id);
      await Promise.all([free ? store.put(game, CURRENT) : null, done]);
      return free ? 'kept' : 'elsewhere';
    });
    memory.delete(CURRENT);
    return keeping;
  } catch (error) {
    // This page remembers it.
    memory.set(CURRENT, game);
    return error instanceof NoAnswerError ? 'silent' : 'refused';
  }
}

/** `'silent'` when storage does not answer, or with an error: there may be a game. */
export async function unfinishedGame(): Promise<Stored | 'silent'> {
  const remembered = memory.get(CURRENT);
  if (remembered) return remembered;
  try {
    const stored = await ask((db) => db.get('games', CURRENT));
    return stored === undefined || stored === null ? null : (readSaved(stored) ?? 'unusable');
  } catch (error) {
    return error instanceof StorageRefusedError ? null : 'silent';
  }
}

/** Forgets a game, or with `null` what no game can be read from. The game of another tab stays. */
export async function forgetGame(id: string | null): Promise<void> {
  memory.delete(CURRENT);
  try {
    await ask(async (db) => {
      const { store, done } = db.transaction('games', 'readwrite');
      const mine = mayChange(await store.get(CURRENT), id);
      await Promise.all([mine ? store.delete(CURRENT) : null, done]);
    });
  } catch {
    // It was not kept either.
  }
}

/** Whether what is stored is no game, or a state of this one. */
function mayChange(stored: unknown, id: string | null): boolean {
  const game = readSaved(stored);
  return game === null || game.id === id || game.id === NO_ID;
}

/**
 * A stored game as it is used here, whatever was stored: another version of the page may have, or something else under
 * the same address. Without the game itself or who plays it, `null`; all else has a default.
 */
export function readSaved(stored: unknown): SavedGame | null {
  if (!isObject(stored)) return null;
  const { id, sealed, assistance, evaluator, byNetwork, turn, savedAt } = stored;
  const setup = readSetup(stored.setup);
  if (!(sealed instanceof Uint8Array) || sealed.length === 0 || !setup) return null;
  const markers = isObject(stored.markers) ? stored.markers : {};
  return {
    id: typeof id === 'string' && id !== '' ? id : NO_ID,
    sealed,
    setup,
    assistance: ASSISTANCE.find((level) => level === assistance) ?? 'none',
    evaluator: evaluator === 'stockfish' ? evaluator : 'built-in',
    byNetwork: byNetwork === true,
    markers: { white: readMarkers(markers.white), black: readMarkers(markers.black) },
    turn: typeof turn === 'number' && Number.isSafeInteger(turn) && turn > 0 ? turn : 1,
    savedAt: typeof savedAt === 'number' && !Number.isNaN(new Date(savedAt).getTime()) ? savedAt : null,
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function readSetup(stored: unknown): GameSetup | null {
  if (!isObject(stored)) return null;
  const { seed, startFen } = stored;
  const [white, black, clock] = [readSeat(stored.white), readSeat(stored.black), readClock(stored.clock)];
  if (!white || !black || clock === undefined || typeof seed !== 'number' || !Number.isFinite(seed)) return null;
  if (white.kind === 'agent' && black.kind === 'agent') return null;
  return { white, black, clock, seed, ...(typeof startFen === 'string' ? { startFen } : {}) };
}

function readSeat(stored: unknown): Seat | null {
  if (!isObject(stored)) return null;
  const { kind, name, agent, budgetMs } = stored;
  if (kind === 'person' && typeof name === 'string') return { kind, name };
  if (kind !== 'agent' || typeof agent !== 'string' || typeof budgetMs !== 'number') return null;
  return { kind, agent: agent as (Seat & { kind: 'agent' })['agent'], budgetMs };
}

function readClock(stored: unknown): ClockSetup | null | undefined {
  if (stored === null || stored === undefined) return null;
  if (!isObject(stored)) return undefined;
  const { seconds, increment } = stored;
  return typeof seconds === 'number' && typeof increment === 'number' ? { seconds, increment } : undefined;
}

function readMarkers(stored: unknown): [Square, PieceLetter][] {
  if (!Array.isArray(stored)) return [];
  return stored.filter((entry): entry is [Square, PieceLetter] => {
    if (!Array.isArray(entry) || entry.length !== 2) return false;
    const [square, piece] = entry as [unknown, unknown];
    const onBoard = typeof square === 'number' && Number.isInteger(square) && square >= 0 && square < 64;
    return onBoard && typeof piece === 'string' && /^[PNBRQKpnbrqk]$/.test(piece);
  });
}
