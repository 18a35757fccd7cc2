/** How far somebody has come with a lesson, kept in the browser where it keeps anything. */
import { recall, remember } from '../remembered';

export interface Progress {
  /** Index of the page that was shown last. */
  at: number;
  /** The `id`s of what is solved. */
  solved: readonly string[];
}

export const NO_PROGRESS: Progress = { at: 0, solved: [] };

/** Where the browser keeps nothing, it lasts as long as the page. */
const here = new Map<string, Progress>();

const keyOf = (lesson: string): string => `outpost-lesson-${lesson}`;

/** What is kept may be of another version, or changed by hand: what cannot be read counts as nothing. */
export function recallProgress(lesson: string): Progress | null {
  const text = recall(keyOf(lesson));
  if (text === null) return here.get(lesson) ?? null;
  try {
    const { at, solved } = JSON.parse(text) as Partial<Progress>;
    if (!Number.isSafeInteger(at) || (at as number) < 0 || !Array.isArray(solved)) return null;
    return { at: at as number, solved: solved.filter((id) => typeof id === 'string') };
  } catch {
    return null;
  }
}

export function rememberProgress(lesson: string, progress: Progress): void {
  here.set(lesson, progress);
  remember(keyOf(lesson), JSON.stringify(progress));
}
