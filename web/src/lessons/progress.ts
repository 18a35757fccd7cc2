/** How far somebody has come with a lesson, kept in the browser where it keeps anything. */
import { recall, remember } from '../ui/remembered';

export interface Progress {
  /** Index of the page that was shown last. */
  at: number;
  /** The `id`s of what is solved. */
  solved: readonly string[];
}

export const NO_PROGRESS: Progress = { at: 0, solved: [] };

/** Where the browser keeps nothing, or nothing more, it lasts as long as the page. */
const here = new Map<string, Progress>();

/** Whether everything is kept that was to be. */
let kept = true;

const PREFIX = 'outpost-lesson-';
const keyOf = (lesson: string): string => `${PREFIX}${lesson}`;

/** What the progress of a lesson that somebody made is kept by, apart from that of ours. */
export const progressKey = ({ id }: { id: string }): string => `own-${id}`;

/** Characters of a name that progress is kept under: it may come from an address, so from anybody. */
export const MOST_NAME = 64;
/** Lessons that progress is kept of: whoever shows the embeds names them. */
const MOST_LESSONS = 200;

export function isKept(): boolean {
  return kept;
}

/** What is kept, together with what this page knows: another tab may have solved something, or the browser refused to keep it. */
export function recallProgress(lesson: string): Progress | null {
  const mine = here.get(lesson);
  const theirs = readProgress(recall(keyOf(lesson)));
  if (!mine || !theirs) return mine ?? theirs;
  return { at: mine.at, solved: union(theirs.solved, mine.solved) };
}

/** What came of it: what was solved elsewhere stays solved. */
export function rememberProgress(lesson: string, { at, solved }: Progress): Progress {
  const progress = { at, solved: union(recallProgress(lesson)?.solved ?? [], solved) };
  here.set(lesson, progress);
  kept = hasRoom(lesson) && remember(keyOf(lesson), JSON.stringify(progress));
  return progress;
}

/** Whether it is kept already, or not too many are. */
function hasRoom(lesson: string): boolean {
  if (lesson.length > MOST_NAME) return false;
  if (recall(keyOf(lesson)) !== null) return true;
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX)).length < MOST_LESSONS;
  } catch {
    return false;
  }
}

function union(a: readonly string[], b: readonly string[]): readonly string[] {
  return [...new Set([...a, ...b])];
}

/** What is kept may be of another version, or changed by hand: what cannot be read counts as nothing. */
function readProgress(text: string | null): Progress | null {
  if (text === null) return null;
  try {
    const { at, solved } = JSON.parse(text) as Partial<Progress>;
    if (!Number.isSafeInteger(at) || (at as number) < 0 || !Array.isArray(solved)) return null;
    return { at: at as number, solved: solved.filter((id) => typeof id === 'string').slice(0, MOST_SOLVED) };
  } catch {
    return null;
  }
}

/** More problems than any lesson has. */
const MOST_SOLVED = 1000;
