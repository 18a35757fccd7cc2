import type { LinkNote, RecordDetails, RecordSummary } from 'outpost-rbc';
import { type Extras, readTags } from '../record/extras';
import { noteAt, readNotes } from '../record/notes';
import { putTogether, type RecordText, recordText } from '../record/record-text';
import { inTime } from '../storage/in-time';
import { messageOf } from '../ui/errors';
import { IndexedStore, MemoryStore, PatientStore, type Raw, type Row, type Store, type Write } from './library-store';
import { libraryWords } from './words';

/** A game to be kept. */
export interface Entry {
  record: RecordText;
  summary: Pick<RecordSummary, 'white' | 'black' | 'winner' | 'reason' | 'plies'>;
  source: Row['source'];
}

/** What became of games that were to be kept. */
export interface Added {
  /** New in the library. */
  added: number;
  /** There already: notes and tags that were new are with them now. */
  merged: number;
  /** The browser did not take these: they last as long as the page. */
  unkept: number;
}

/** A game whose record cannot be given out, and all that is stored of it. */
export interface Damaged {
  id: string;
  white: string | null;
  black: string | null;
  why: string;
  raw: Raw;
}

/** What is wrong with records, if anything; they are a line each. */
export type CheckRecords = (records: readonly string[]) => Promise<(string | null)[]>;

/** Games that are written at once: what one refusal takes back. */
const BATCH = 40;
/** How long a deleted game can be had back in a tab that stays open: later it goes when the library is opened. */
const UNDO_MS = 24 * 3_600_000;
/** A browser that does not answer by then is taken to refuse. */
const OPEN_MS = 5000;
/** Later too: large batches take a second on slow devices. */
const ANSWER_MS = 15_000;
/** How long another tab's writing is waited for. */
const OTHERS_MS = 150;
const CHANNEL = 'outpost-library';

/**
 * The games that this browser keeps. Fires `change` when there is something else to show, also when it was another tab that changed it.
 *
 * Nothing is lost when the browser refuses: what it does not take is kept as long as the page, and {@link Library.unkept} says
 * so.
 */
export class Library extends EventTarget {
  /** Why nothing outlives the page, or the last thing did not; `null`: all is well. */
  problem: string | null = null;
  /** All rows have been read. */
  ready = false;
  /** The games that were deleted last. */
  deleted: readonly string[] = [];
  private readonly rowOf = new Map<string, Row>();
  private readonly memory = new MemoryStore();
  private readonly inMemory = new Set<string>();
  private store: Store | null = null;
  private opening: Promise<void> | null = null;
  private listed: Row[] | null = null;
  private writes = 0;
  /** What is kept could not be read: it is read when the browser takes something again. */
  private unread = false;
  private readonly channel: BroadcastChannel | null;
  private reading: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly openStore: () => Promise<Store> = async () => new IndexedStore(),
    private readonly openMs = OPEN_MS,
    private readonly answerMs = ANSWER_MS,
  ) {
    super();
    this.channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);
    // What another tab wrote is read again: once, when it writes much.
    this.channel?.addEventListener('message', () => {
      clearTimeout(this.reading);
      if (this.ready) this.reading = setTimeout(() => void this.read(), OTHERS_MS);
    });
  }

  /** Reads what is kept; once, however often it is called. */
  open(): Promise<void> {
    this.opening ??= (async () => {
      try {
        this.store = new PatientStore(await inTime(this.openStore(), this.openMs), this.answerMs);
        await this.forgetDeleted();
      } catch (error) {
        this.unread = true;
        this.problem = messageOf(error);
      }
      this.ready = true;
      this.changed();
    })();
    return this.opening;
  }

  /** The games that are there, in no order. */
  get rows(): readonly Row[] {
    this.listed ??= [...this.rowOf.values()].filter((row) => row.deletedAt === null);
    return this.listed;
  }

  get(id: string): Row | null {
    const row = this.rowOf.get(id);
    return row && row.deletedAt === null ? row : null;
  }

  /** Games that will be gone with the page. */
  get unkept(): readonly Row[] {
    return [...this.inMemory].flatMap((id) => this.get(id) ?? []);
  }

  isKept(id: string): boolean {
    return this.get(id) !== null && !this.inMemory.has(id);
  }

  /** The record of a game, without what is kept with it. */
  async text(id: string): Promise<string | null> {
    await this.open();
    return this.inMemory.has(id) ? this.memory.text(id) : ((await this.store?.text(id)) ?? null);
  }

  /** The record of a game with notes, tags and all. */
  async recordOf(id: string): Promise<string | null> {
    const json = await this.text(id);
    const row = this.get(id);
    return json !== null && row ? putTogether(json, extrasOf(row)) : null;
  }

  /** Keeps games; of one that is there already, the notes and tags that are new. */
  async add(entries: Entry[], options: { onPart?: (part: number) => void; signal?: AbortSignal } = {}): Promise<Added> {
    await this.open();
    const first = this.rowOf.size === 0;
    const outcome: Added = { added: 0, merged: 0, unkept: 0 };
    for (let at = 0; at < entries.length && !options.signal?.aborted; at += BATCH) {
      const batch = entries.slice(at, at + BATCH);
      const found = new Set<string>();
      for (const { record } of batch) {
        if (this.get(record.id) || found.has(record.id)) outcome.merged++;
        else outcome.added++;
        found.add(record.id);
      }
      const now = Date.now();
      await this.write(
        batch.map((entry) => ({
          id: entry.record.id,
          text: entry.record.json,
          row: (stored) => mergeRows(stored, rowFrom(entry, now)),
        })),
      );
      outcome.unkept += [...found].filter((id) => this.inMemory.has(id)).length;
      options.onPart?.(Math.min(1, (at + BATCH) / entries.length));
    }
    this.say();
    if (first && outcome.added > outcome.unkept) void askToPersist();
    return outcome;
  }

  /** With `before`, only what differs from it is changed: another tab may have changed the rest. */
  setTags(id: string, tags: string[], before?: readonly string[]): Promise<void> {
    return this.change([id], (row) => {
      const stored = row.extras.tags ?? [];
      const others = before ? stored.filter((tag) => tags.includes(tag) || !before.includes(tag)) : [];
      const fresh = before ? tags.filter((tag) => !before.includes(tag)) : tags;
      return { ...row, extras: without({ ...row.extras, tags: readTags([...others, ...fresh]) }) };
    });
  }

  /** With `before`, only the places that differ from it are changed: another tab may have changed the others. */
  setNotes(id: string, notes: LinkNote[], before?: readonly LinkNote[]): Promise<void> {
    return this.change([id], (row) => {
      const changed = before ? changedNotes(row.extras.notes, before, notes) : notes;
      return { ...row, extras: without({ ...row.extras, notes: changed }) };
    });
  }

  /** Deletes games; {@link Library.restore} brings them back, until others are deleted or the page is left. */
  async remove(ids: string[]): Promise<void> {
    const before = this.deleted;
    const now = Date.now();
    await this.change(ids, (row) => ({ ...row, deletedAt: now }));
    this.deleted = ids;
    this.changed();
    if (before.length > 0) await this.purge(before.filter((id) => !ids.includes(id)));
  }

  /** Gives back how many are there again. */
  async restore(ids: readonly string[] = this.deleted): Promise<number> {
    if (ids === this.deleted) this.deleted = [];
    await this.change([...ids], (row) => ({ ...row, deletedAt: null }));
    return ids.filter((id) => this.get(id)).length;
  }

  /** Deletes for good. */
  async purge(ids: readonly string[] = this.deleted): Promise<void> {
    if (ids === this.deleted) this.deleted = [];
    const gone = ids.filter((id) => this.rowOf.get(id)?.deletedAt);
    for (let at = 0; at < gone.length; at += 500) await this.forget(gone.slice(at, at + 500));
    this.say();
  }

  /** All games (or those named) as records, a line each; or what there is of those that cannot be given out. */
  async *lines(
    ids: string[] = this.rows.map((row) => row.id),
    check: CheckRecords = async (records) => records.map(() => null),
  ): AsyncGenerator<string | Damaged> {
    for (let at = 0; at < ids.length; at += BATCH) {
      const batch = ids.slice(at, at + BATCH);
      const found = await Promise.all(
        batch.map((id) =>
          this.recordOf(id).then(
            (record) => record ?? new Error(libraryWords.noRecord),
            (error: unknown) => new Error(messageOf(error)),
          ),
        ),
      );
      const records = found.filter((record) => typeof record === 'string');
      const problems = await check(records);
      for (const [i, id] of batch.entries()) {
        const record = found[i];
        const why = typeof record === 'string' ? problems.shift() : record?.message;
        if (typeof record === 'string' && !why) yield `${record}\n`;
        else {
          const { white = null, black = null } = this.get(id) ?? {};
          yield { id, white, black, why: why ?? '', raw: await this.rawOf(id) };
        }
      }
    }
  }

  private async rawOf(id: string): Promise<Raw> {
    const store = this.inMemory.has(id) ? this.memory : this.store;
    try {
      return (await store?.raw(id)) ?? { row: null, text: null };
    } catch {
      return { row: this.get(id), text: null };
    }
  }

  close(): void {
    this.channel?.close();
  }

  private async change(ids: string[], change: (row: Row) => Row): Promise<void> {
    await this.open();
    for (let at = 0; at < ids.length; at += 500) {
      await this.write(ids.slice(at, at + 500).map((id) => ({ id, row: (stored) => stored && change(stored) })));
    }
    this.say();
  }

  /** Writes where the games are; what the browser refuses is written in memory. */
  private async write(writes: Write[]): Promise<void> {
    const stored = writes.filter(({ id }) => !this.inMemory.has(id));
    const here = writes.filter(({ id }) => this.inMemory.has(id));
    this.writes++;
    if (this.store && stored.length > 0) {
      try {
        this.take(await this.store.write(stored));
        if (this.unread) void this.readAtLast();
        if (here.length === 0) await this.writeRefused();
      } catch (error) {
        this.problem = messageOf(error);
        await this.writeInMemory(stored);
      }
    } else {
      await this.writeInMemory(stored);
    }
    if (here.length > 0) {
      this.take(await this.memory.write(here));
      await this.writeRefused();
    }
    this.changed();
  }

  /** Tries once more to write what the browser refused before. */
  private async writeRefused(): Promise<void> {
    if (!this.store) return;
    try {
      const ids = [...this.inMemory];
      for (let at = 0; at < ids.length; at += BATCH) {
        const writes: Write[] = [];
        for (const id of ids.slice(at, at + BATCH)) {
          const row = this.rowOf.get(id);
          const text = await this.memory.text(id);
          if (row && text !== null) writes.push({ id, row: () => row, text });
        }
        await this.store.write(writes);
        for (const { id, row } of writes) {
          // Changed meanwhile, it is still in memory alone.
          if (row(null) !== this.rowOf.get(id)) continue;
          this.inMemory.delete(id);
          await this.memory.remove([id]);
        }
      }
      if (this.inMemory.size === 0) this.problem = null;
    } catch (error) {
      this.problem = messageOf(error);
    }
  }

  /** What the browser did not take: games that are kept as they were before are with their changes in memory. */
  private async writeInMemory(writes: Write[]): Promise<void> {
    for (const { id, row, text } of writes) {
      const json = text ?? (await this.store?.text(id).catch(() => null)) ?? undefined;
      const before = this.rowOf.get(id) ?? null;
      const made = row(before);
      if (!made || json === undefined) continue;
      this.inMemory.add(id);
      this.take(await this.memory.write([{ id, row: () => made, text: json }]));
    }
  }

  private async forget(ids: string[]): Promise<void> {
    try {
      await this.store?.remove(ids);
    } catch (error) {
      this.problem = messageOf(error);
    }
    await this.memory.remove(ids);
    for (const id of ids) {
      this.inMemory.delete(id);
      this.rowOf.delete(id);
    }
    this.changed();
  }

  private async forgetDeleted(): Promise<void> {
    await this.read();
    const old = Date.now() - UNDO_MS;
    const gone = [...this.rowOf.values()].filter((row) => row.deletedAt !== null && row.deletedAt < old);
    if (gone.length > 0) await this.forget(gone.map((row) => row.id));
  }

  /** Reads all rows of the store. */
  private async read(): Promise<void> {
    if (!this.store) return;
    const writes = this.writes;
    const found = new Map<string, Row>();
    for await (const rows of this.store.rows()) for (const row of rows) found.set(row.id, row);
    // What was read may be older than what was written meanwhile.
    if (writes !== this.writes) return this.read();
    for (const id of [...this.rowOf.keys()]) {
      if (!found.has(id) && !this.inMemory.has(id)) this.rowOf.delete(id);
    }
    this.take([...found.values()].filter(({ id }) => !this.inMemory.has(id)));
    this.changed();
  }

  private async readAtLast(): Promise<void> {
    this.unread = false;
    try {
      await this.read();
    } catch {
      this.unread = true;
    }
  }

  private take(rows: Row[]): void {
    for (const row of rows) this.rowOf.set(row.id, row);
  }

  private say(): void {
    this.channel?.postMessage('changed');
  }

  private changed(): void {
    this.listed = null;
    this.dispatchEvent(new Event('change'));
  }
}

/** The library of this browser. */
export const library = new Library();

/** A game to be kept, from its record as the engine read it. */
export function entryOf(details: RecordDetails, summary: Entry['summary'], source: Row['source'] = 'opened'): Entry {
  return { record: recordText(details), summary, source };
}

/** What goes into a record of what is kept with it. */
export function extrasOf({ extras, playedAt }: Row): Extras {
  return playedAt === null ? extras : { ...extras, played: new Date(playedAt).toISOString() };
}

function rowFrom({ record, summary, source }: Entry, now: number): Row {
  const { played, ...extras } = record.extras;
  const { white, black, winner, reason, plies } = summary;
  return {
    id: record.id,
    white,
    black,
    winner,
    reason,
    plies,
    addedAt: now,
    playedAt: played === undefined ? null : Date.parse(played),
    source,
    extras,
    differences: record.differences,
    size: record.json.length,
    deletedAt: null,
    damaged: false,
  };
}

/** The same game, found twice: what is there stays, and what is new joins it. */
export function mergeRows(old: Row | null, row: Row): Row {
  if (!old || old.deletedAt !== null) return row;
  if (old.damaged) return { ...row, addedAt: old.addedAt || row.addedAt };
  const notes = mergeNotes(old.extras.notes, row.extras.notes);
  const tags = readTags([...(old.extras.tags ?? []), ...(row.extras.tags ?? [])]);
  return {
    ...old,
    playedAt: old.playedAt ?? row.playedAt,
    source: old.source === 'played' ? old.source : row.source,
    differences: row.differences,
    extras: without({ ...row.extras, ...old.extras, notes, tags }),
  };
}

/** All notes, one for each place: texts one below the other, what is there already but once. */
export function mergeNotes(old: readonly LinkNote[] = [], more: readonly LinkNote[] = []): LinkNote[] {
  const fresh = more.flatMap((note): LinkNote[] => {
    const before = noteAt(old, note.place);
    if (!before) return [note];
    const lines = before.text?.split('\n') ?? [];
    const text = note.text?.split('\n').filter((line) => !lines.includes(line));
    const known = new Set(before.shapes?.map((shape) => JSON.stringify(shape)));
    const shapes = note.shapes?.filter((shape) => !known.has(JSON.stringify(shape)));
    return [{ place: note.place, text: text?.join('\n'), shapes }];
  });
  return [...readNotes([...old, ...fresh])];
}

/** The stored notes with what was changed elsewhere: the places at which `after` differs from `before`. */
export function changedNotes(
  stored: readonly LinkNote[] = [],
  before: readonly LinkNote[] = [],
  after: readonly LinkNote[] = [],
): LinkNote[] {
  const differs = ({ place }: LinkNote): boolean =>
    JSON.stringify(noteAt(before, place)) !== JSON.stringify(noteAt(after, place));
  const changed = [...before.filter((note) => !noteAt(after, note.place)), ...after.filter(differs)];
  const others = stored.filter(({ place }) => !noteAt(changed, place));
  return [...readNotes([...others, ...after.filter(differs)])];
}

/** Leaves empty lists out. */
function without(extras: Extras): Extras {
  const { notes, tags, ...rest } = extras;
  return { ...rest, ...(notes?.length ? { notes } : {}), ...(tags?.length ? { tags } : {}) };
}

/** Asks the browser not to clear the games away when space is short. */
async function askToPersist(): Promise<void> {
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  } catch {
    // Not every browser can say.
  }
}
