/** Puts games of files into the library. */
import type { RecordFile, RecordSummary } from 'outpost-rbc';
import { type Added, type Entry, entryOf, library } from '../library/library';
import { openRecords, readAll } from '../record/opening';
import { described, messageOf } from '../ui/errors';
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

/** Reads files into the library, without opening them. Gives what was kept, and what could not be read. */
export async function importFiles(
  blobs: readonly File[],
  onPart: (part: number | null) => void,
): Promise<{ kept: Added; failed: string[] }> {
  const failed: string[] = [];
  const kept = nothingKept();
  for (const blob of blobs) {
    try {
      const file = await openRecords(await readAll(blob, onPart), blob.name, ({ part }) => onPart(part));
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
  return { kept, failed };
}
