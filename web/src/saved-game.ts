import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { ClockSetup, Color, GameSetup, PieceLetter, Seat, Square } from 'outpost';
import { ASSISTANCE, type Assistance } from './strings';

/** All that is needed to go on with a game after a reload. */
export interface SavedGame {
  sealed: Uint8Array;
  setup: GameSetup;
  assistance: Assistance;
  markers: Record<Color, [Square, PieceLetter][]>;
  turn: number;
  /** `null`: not known. */
  savedAt: number | null;
}

/** What is kept: no game, one, or something that no game can be read from. */
export type Stored = SavedGame | 'unusable' | null;

interface Schema extends DBSchema {
  games: { key: string; value: unknown };
}

const CURRENT = 'current';
/** What the browser did not take. */
const memory = new Map<string, SavedGame>();
let opening: Promise<IDBPDatabase<Schema> | null> | null = null;

/** `null` where storage is refused: private windows, sandboxed frames, blocked by the user. */
function database(): Promise<IDBPDatabase<Schema> | null> {
  opening ??= (async () => {
    try {
      return await openDB<Schema>('outpost', 1, {
        upgrade: (db) => {
          db.createObjectStore('games');
        },
      });
    } catch {
      return null;
    }
  })();
  return opening;
}

/** Whether games outlive the page. */
export async function canKeepGames(): Promise<boolean> {
  return (await database()) !== null;
}

/** Keeps the unfinished game. Returns whether it outlives the page. */
export async function keepGame(game: SavedGame): Promise<boolean> {
  try {
    const db = await database();
    if (db) {
      await db.put('games', game, CURRENT);
      memory.delete(CURRENT);
      return true;
    }
  } catch {
    // This page remembers it.
  }
  memory.set(CURRENT, game);
  return false;
}

export async function unfinishedGame(): Promise<Stored> {
  const remembered = memory.get(CURRENT);
  if (remembered) return remembered;
  try {
    const stored = await (await database())?.get('games', CURRENT);
    return stored === undefined ? null : (readSaved(stored) ?? 'unusable');
  } catch {
    return null;
  }
}

export async function forgetGame(): Promise<void> {
  memory.delete(CURRENT);
  try {
    await (await database())?.delete('games', CURRENT);
  } catch {
    // It was not kept either.
  }
}

/**
 * A stored game as it is used here, whatever was stored: another version of the page may have, or something else under
 * the same address. Without the game itself or who plays it, `null`; all else has a default.
 */
export function readSaved(stored: unknown): SavedGame | null {
  if (!isObject(stored)) return null;
  const { sealed, assistance, turn, savedAt } = stored;
  const setup = readSetup(stored.setup);
  if (!(sealed instanceof Uint8Array) || sealed.length === 0 || !setup) return null;
  const markers = isObject(stored.markers) ? stored.markers : {};
  return {
    sealed,
    setup,
    assistance: ASSISTANCE.find((level) => level === assistance) ?? 'none',
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
