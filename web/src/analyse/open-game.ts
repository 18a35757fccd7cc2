import type { LinkNote, RecordDetails, Replay } from 'outpost-rbc';
import { changedNotes, extrasOf, library, mergeNotes } from '../library/library';
import { isWriting, writeNotes } from '../library/notes-writing';
import { type Extras, readExtras } from '../record/extras';
import type { Notes } from '../record/notes';

/** After a note was changed, how long others may follow before it is kept. */
const NOTES_MS = 300;

/** The game that is open. */
export interface OpenGame {
  /** The address that it has. */
  hash: string;
  name: string;
  replay: Replay;
  /** What its record says. */
  details: RecordDetails;
  extras: Extras;
  /** The notes as they were last kept: what differs from them was changed here. */
  kept: readonly LinkNote[];
  /** The notes that files and links brought. */
  given: readonly LinkNote[];
  /** In the library. */
  id: string;
  /** It is one of those in the list. */
  listed: boolean;
}

/**
 * Notes of the games that are opened on this page: kept with a game if it is in the library, else for as long as the page is open.
 * Those of a record, of the library and of this page become one list.
 */
export class GameNotes {
  /** Notes that were changed here, by the game's id. */
  private readonly own = new Map<string, { notes: LinkNote[]; kept: Notes; given: Notes }>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private waiting: (() => void) | null = null;

  /** `onKept` is called when the library has taken notes. */
  constructor(private readonly onKept: () => void) {}

  /** What a game is opened with: what its record has and what is kept of it. */
  open(id: string, details: RecordDetails): Pick<OpenGame, 'id' | 'extras' | 'kept' | 'given'> {
    const extras = readExtras(details.extras);
    const row = library.get(id);
    const kept = row ? extrasOf(row) : {};
    const own = this.own.get(id);
    const here = own ? (row ? changedNotes(kept.notes, own.kept, own.notes) : own.notes) : kept.notes;
    // What this file or another brought before may have been changed or deleted here.
    const known = new Set(own?.given.map((note) => JSON.stringify(note)));
    const fresh = (extras.notes ?? []).filter((note) => !known.has(JSON.stringify(note)));
    return {
      id,
      extras: { ...kept, ...extras, notes: mergeNotes(here, fresh) },
      kept: kept.notes ?? [],
      given: [...(own?.given ?? []), ...fresh],
    };
  }

  /** Notes of the open game were changed. */
  change(game: OpenGame, changed: Notes): void {
    const notes = [...changed];
    game.extras = { ...game.extras, notes };
    this.own.set(game.id, { notes, kept: game.kept, given: game.given });
    clearTimeout(this.timer);
    this.waiting = () => {
      if (!library.get(game.id)) return;
      const { kept } = game;
      game.kept = notes;
      this.own.set(game.id, { notes, kept: notes, given: game.given });
      void writeNotes({ id: game.id, notes, kept }).then(this.onKept);
    };
    this.timer = setTimeout(this.keep, NOTES_MS);
  }

  /** Keeps what waits to be kept. */
  readonly keep = (): void => {
    clearTimeout(this.timer);
    this.waiting?.();
    this.waiting = null;
  };

  /** Takes up the notes of the open game that another tab changed. */
  takeUp(game: OpenGame | null): void {
    const row = game && library.get(game.id);
    if (!row || this.waiting || isWriting(game.id)) return;
    const stored = row.extras.notes ?? [];
    if (JSON.stringify(stored) === JSON.stringify(game.kept)) return;
    const notes = changedNotes(stored, game.kept, game.extras.notes);
    game.extras = { ...game.extras, notes };
    game.kept = stored;
    if (this.own.has(game.id)) this.own.set(game.id, { notes, kept: stored, given: game.given });
  }
}
