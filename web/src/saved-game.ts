import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Color, GameSetup, PieceLetter, Square } from 'outpost';
import type { Assistance } from './strings';

/** All that is needed to go on with a game after a reload. */
export interface SavedGame {
  sealed: Uint8Array;
  setup: GameSetup;
  assistance: Assistance;
  markers: Partial<Record<Color, [Square, PieceLetter][]>>;
  turn: number;
  savedAt: number;
}

interface Schema extends DBSchema {
  games: { key: string; value: SavedGame };
}

const CURRENT = 'current';
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
  memory.set(CURRENT, game);
  try {
    const db = await database();
    if (!db) return false;
    await db.put('games', game, CURRENT);
    return true;
  } catch {
    return false;
  }
}

export async function unfinishedGame(): Promise<SavedGame | null> {
  try {
    const stored = await (await database())?.get('games', CURRENT);
    if (stored) return stored;
  } catch {
    // Fall back to what this page remembers.
  }
  return memory.get(CURRENT) ?? null;
}

export async function forgetGame(): Promise<void> {
  memory.delete(CURRENT);
  try {
    await (await database())?.delete('games', CURRENT);
  } catch {
    // It was not kept either.
  }
}
