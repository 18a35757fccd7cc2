/** Puts games of files into the library. */
import type { RecordFile, RecordSummary } from 'outpost-rbc';
import { readLesson } from '../lessons/lesson-file';
import { isLessonText } from '../lessons/lesson-type';
import { MOST_LESSONS, ownLessons } from '../lessons/own-lessons';
import { type Added, type Entry, entryOf, library } from '../library/library';
import { libraryWords } from '../library/words';
import { type OwnPuzzle, ownPuzzles } from '../rating/own-puzzles';
import { puzzleStore } from '../rating/puzzle-store';
import { readTraining } from '../rating/training-file';
import { openRecords, readAll } from '../record/opening';
import { described, messageOf } from '../ui/errors';
import { loadPart } from '../ui/parts';
import { analyseWords } from './words';

/** Games that are put into the library at once. */
const BATCH = 40;

/** One game of the files that are open. */
export interface Listed {
  file: RecordFile;
  fileName: string;
  summary: RecordSummary;
}

export const nothingKept = (): Added => ({ added: 0, merged: 0, unkept: 0 });

/** Keeps games, some at a time, and counts them in `outcome`. */
export async function keepGames(
  games: readonly Pick<Listed, 'file' | 'summary'>[],
  outcome: Added,
  onPart: (part: number) => void,
): Promise<void> {
  for (let at = 0; at < games.length; at += BATCH) {
    const entries: Entry[] = [];
    for (const { file, summary } of games.slice(at, at + BATCH)) {
      entries.push(entryOf(await file.details(summary.index), summary));
    }
    const { added, merged, unkept } = await library.add(entries);
    outcome.added += added;
    outcome.merged += merged;
    outcome.unkept += unkept;
    onPart(Math.min(1, (at + BATCH) / games.length));
  }
}

/** What came of the answers to puzzles in files, and of puzzles of own games: how many are new, and were in them in all. */
export interface Answers {
  added: number;
  all: number;
  puzzlesAdded: number;
  puzzles: number;
}

/** Reads files into the library, without opening them. Gives what was kept, and what could not be read. */
export async function importFiles(
  blobs: readonly File[],
  onPart: (part: number | null) => void,
): Promise<{ kept: Added; answers: Answers; lessons: number; failed: string[] }> {
  const failed: string[] = [];
  let lessons = 0;
  const kept = nothingKept();
  const answers: Answers = { added: 0, all: 0, puzzlesAdded: 0, puzzles: 0 };
  for (const blob of blobs) {
    try {
      const bytes = await readAll(blob, onPart);
      const text = new TextDecoder().decode(bytes.subarray(0, 1000));
      if (isLessonText(text)) {
        await ownLessons.add(readLesson(new TextDecoder().decode(bytes)));
        lessons += 1;
        continue;
      }
      const training = await readTraining(bytes);
      if (training) {
        answers.added += await puzzleStore.import(training.results);
        answers.all += training.results.length;
        const puzzles = await showableOf(training.puzzles);
        answers.puzzlesAdded += await ownPuzzles.import(puzzles);
        answers.puzzles += puzzles.length;
        // A file may hold more than anybody has.
        for (const lesson of training.lessons.slice(0, MOST_LESSONS)) {
          try {
            await ownLessons.add(readLesson(lesson));
            lessons += 1;
          } catch (error) {
            failed.push(analyseWords.because(blob.name, messageOf(error)));
          }
        }
        const bad = training.bad + training.puzzles.length - puzzles.length;
        if (bad > 0) failed.push(analyseWords.because(blob.name, libraryWords.badAnswers(bad)));
        if (training.only) continue;
      }
      const file = await openRecords(bytes, blob.name, ({ part }) => onPart(part));
      try {
        const games = file.games.map((summary) => ({ file, summary }));
        await keepGames(games, kept, onPart);
      } finally {
        file.dispose();
      }
      failed.push(...file.problems.map((problem) => analyseWords.because(blob.name, described(problem))));
    } catch (error) {
      failed.push(analyseWords.because(blob.name, messageOf(error)));
    }
  }
  return { kept, answers, lessons, failed };
}

/** Puzzles of a file that can be shown. What checks them is fetched for the few files that have some. */
async function showableOf(puzzles: readonly OwnPuzzle[]): Promise<readonly OwnPuzzle[]> {
  if (puzzles.length === 0) return puzzles;
  const { showable } = await loadPart('puzzles', () => import('../puzzles/own-set'));
  return showable(puzzles);
}
