/** Lessons that a person made or kept: in a database of their own, and what the browser does not take, as long as the page lives. */
import type { DBSchema, IDBPDatabase } from 'idb';
import { EmbedError } from '../problems/attributes';
import { Database } from '../storage/database';
import { inTime, NoAnswerError } from '../storage/in-time';
import { askBeforeLeaving } from '../ui/leaving';
import type { Lesson } from './lesson';
import { isLessonId, lessonText, newLessonId, readLesson } from './lesson-file';
import { lessonFileWords } from './own-words';

export interface OwnLesson {
  lesson: Lesson;
  /** When it was changed last, in milliseconds. */
  at: number;
  /** Problems that are played, by what they are made of, that the person has solved: they can be. */
  tried: readonly string[];
}

interface Kept {
  text: string;
  at: number;
  tried: string[];
}

interface Schema extends DBSchema {
  lessons: { key: string; value: unknown };
}

/** What shows lessons waits no longer for a browser that does not answer. */
const ANSWER_MS = 4000;
/** And no longer than this for one that did not answer the time before. */
const SILENT_ANSWER_MS = 500;

/** Lessons that are kept, at most. */
export const MOST_LESSONS = 300;

/** Problems of a lesson that are known to be solved. */
const MOST_TRIED = 100;

export class OwnLessons extends EventTarget {
  readonly #database: Database<Schema>;
  /** What the browser has not taken. */
  readonly #memory = new Map<string, Kept>();
  /** What it had when it was asked last: a browser that does not answer has forgotten nothing. */
  #stored = new Map<string, Kept>();

  /** Lessons that the browser did not take. */
  readonly #refused = new Set<string>();
  #isSilent = false;

  constructor(name = 'outpost-lessons') {
    super();
    this.#database = new Database<Schema>(name, 1, (db) => {
      db.createObjectStore('lessons');
    });
  }

  /** Whether the browser took all lessons that there are. */
  get isKept(): boolean {
    return this.#refused.size === 0;
  }

  /** Whether the browser took a lesson as it was kept last. */
  isStored(id: string): boolean {
    return !this.#refused.has(id);
  }

  /** Whether something is lost if the page is closed now: also what the browser has not taken yet. */
  get isUnstored(): boolean {
    return this.#memory.size > 0;
  }

  /** The one that was changed last comes first. What cannot be read counts as nothing. */
  async all(): Promise<OwnLesson[]> {
    try {
      const values = await this.#inTime(this.#database.ask((db) => db.getAll('lessons', null, MOST_LESSONS)));
      this.#stored = new Map(values.flatMap((value) => entryOf(value)));
    } catch {
      // As it was.
    }
    const all = new Map([...this.#stored, ...this.#memory]);
    return [...all.values()].flatMap((kept) => read(kept) ?? []).sort((a, b) => b.at - a.at);
  }

  async get(id: string): Promise<OwnLesson | null> {
    return (await this.all()).find(({ lesson }) => lesson.id === id) ?? null;
  }

  /** Keeps a lesson in the place of the one with its id. */
  async put({ lesson, at, tried }: OwnLesson): Promise<void> {
    const kept: Kept = { text: lessonText(lesson), at, tried: tried.slice(-MOST_TRIED) };
    this.#memory.set(lesson.id, kept);
    const isStored = await this.#write(lesson.id, kept);
    // Another one may have been kept in its place meanwhile.
    if (this.#memory.get(lesson.id) === kept) {
      if (isStored) {
        this.#memory.delete(lesson.id);
        this.#stored.set(lesson.id, kept);
        this.#refused.delete(lesson.id);
      } else this.#refused.add(lesson.id);
    }
    this.dispatchEvent(new Event('change'));
  }

  /**
   * Adds a lesson that came from elsewhere, under another id where this one is of a lesson that differs. Gives it as it is kept; rejects
   * where there are {@link MOST_LESSONS}. `tried`: as of {@link OwnLesson}.
   */
  async add(given: Lesson, tried: readonly string[] = []): Promise<Lesson> {
    const all = await this.all();
    const there = all.find(({ lesson }) => lesson.id === given.id);
    if (there && lessonText(there.lesson) === lessonText(given)) return there.lesson;
    if (all.length >= MOST_LESSONS) throw new EmbedError(lessonFileWords.tooManyOwn(MOST_LESSONS));
    const lesson = there ? { ...given, id: newLessonId() } : given;
    await this.put({ lesson, at: Date.now(), tried });
    return lesson;
  }

  /** Rejects where the browser does not delete it: it is still there then. */
  async remove(id: string): Promise<void> {
    // What the browser never took need not be deleted there.
    const isStored = this.#stored.has(id);
    await this.#inTime(this.#database.ask((db) => db.delete('lessons', id))).catch((error: unknown) => {
      if (isStored) throw error;
    });
    this.#memory.delete(id);
    this.#refused.delete(id);
    this.#stored.delete(id);
    this.dispatchEvent(new Event('change'));
  }

  async #write(id: string, kept: Kept): Promise<boolean> {
    const write = async (db: IDBPDatabase<Schema>): Promise<void> => {
      const transaction = db.transaction('lessons', 'readwrite');
      const put = transaction.store.put(kept, id);
      // At once: the page may be on its way out, and takes in no answer of the database that would commit it.
      transaction.commit();
      await Promise.all([put, transaction.done]);
    };
    return this.#inTime(this.#database.ask(write)).then(
      () => true,
      () => false,
    );
  }

  async #inTime<T>(answer: Promise<T>): Promise<T> {
    try {
      const given = await inTime(answer, this.#isSilent ? SILENT_ANSWER_MS : ANSWER_MS);
      this.#isSilent = false;
      return given;
    } catch (error) {
      this.#isSilent = error instanceof NoAnswerError;
      throw error;
    }
  }
}

function read({ text, at, tried }: Kept): OwnLesson | null {
  try {
    return { lesson: readLesson(text), at, tried };
  } catch (error) {
    if (error instanceof EmbedError) return null;
    throw error;
  }
}

/** What is stored may be of another version. */
function entryOf(value: unknown): [string, Kept][] {
  const { text, at, tried } = (value ?? {}) as Partial<Kept>;
  if (typeof text !== 'string' || typeof at !== 'number') return [];
  const id = /"id":"([0-9a-z]{8})"/.exec(text.slice(0, 200))?.[1] ?? '';
  if (!isLessonId(id)) return [];
  return [[id, { text, at, tried: Array.isArray(tried) ? tried.filter((one) => typeof one === 'string') : [] }]];
}

/** The lessons of this browser. */
export const ownLessons = new OwnLessons();
askBeforeLeaving(() => ownLessons.isUnstored);
