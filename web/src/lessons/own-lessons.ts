/** Lessons that a person made or kept. */
import { EmbedError } from '../problems/attributes';
import { type Entry, KeptStore } from '../storage/kept-store';
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

/** Lessons that are kept, at most. */
export const MOST_LESSONS = 300;

/** Problems of a lesson that are known to be solved. */
const MOST_TRIED = 100;

export class OwnLessons extends KeptStore<Kept> {
  constructor(database = 'outpost-lessons') {
    super({ database, store: 'lessons', most: MOST_LESSONS, read: entryOf });
  }

  /** The one that was changed last comes first. What cannot be read counts as nothing. */
  async all(): Promise<OwnLesson[]> {
    const all = await this.entries();
    return [...all.values()].flatMap((kept) => read(kept) ?? []).sort((a, b) => b.at - a.at);
  }

  async get(id: string): Promise<OwnLesson | null> {
    return (await this.all()).find(({ lesson }) => lesson.id === id) ?? null;
  }

  /** Keeps a lesson in the place of the one with its id. */
  async put({ lesson, at, tried }: OwnLesson): Promise<void> {
    // By itself: one that is too large for the browser keeps no other out.
    await this.store([[lesson.id, { text: lessonText(lesson), at, tried: tried.slice(-MOST_TRIED) }]]);
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
    await this.delete(id);
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
function entryOf(value: unknown): Entry<Kept> | null {
  const { text, at, tried } = (value ?? {}) as Partial<Kept>;
  if (typeof text !== 'string' || typeof at !== 'number') return null;
  const id = /"id":"([0-9a-z]{8})"/.exec(text.slice(0, 200))?.[1] ?? '';
  if (!isLessonId(id)) return null;
  return [id, { text, at, tried: Array.isArray(tried) ? tried.filter((one) => typeof one === 'string') : [] }];
}

/** The lessons of this browser. */
export const ownLessons = new OwnLessons();
askBeforeLeaving(() => ownLessons.isUnstored);
