/** Reads files that somebody opens: records, or one text that is something else. */
import type { RecordFile, TextContent } from 'outpost-rbc';
import { libraryWords } from '../library/words';
import { readTraining } from '../rating/training-file';
import { type Loading, openRecords, otherText, readAll, readText } from '../record/opening';
import { afterCrash, described, messageOf } from '../ui/errors';
import type { Listed } from './keeping';
import type { Failed } from './problems';
import { analyseWords } from './words';

/** What files hold. */
interface Content {
  /** Open until they are disposed of. */
  files: RecordFile[];
  games: Listed[];
  /** Lines that are not games. */
  badLines: string[];
  failed: Failed[];
}

/** A single file that is not a record may hold any text that can be pasted. */
type Read = { records: Content } | { other: TextContent };

/** Reads files one after the other. Returns `null`, with nothing left open, once `stopped` says that they are no longer needed. */
export async function readFiles(
  blobs: readonly File[],
  onLoading: (loading: Loading) => void,
  stopped: () => boolean,
): Promise<Read | null> {
  const records: Content = { files: [], games: [], badLines: [], failed: [] };
  const one = blobs.length === 1;
  for (const blob of blobs) {
    const { name } = blob;
    try {
      let bytes = await readAll(blob, (part) => onLoading({ text: analyseWords.reading(name), part }));
      if ((await readTraining(bytes))?.only) throw new Error(libraryWords.onlyAnswers);
      const text = one && !stopped() ? otherText(bytes) : null;
      const other = text === null ? null : await afterCrash(() => readText(text));
      if (other?.kind === 'records') {
        // In the code of an embed.
        if (other.json !== text?.trim()) bytes = new TextEncoder().encode(other.json);
      } else if (other && other.kind !== 'empty' && !(other.kind === 'unknown' && other.reason === 'nothing')) {
        return stopped() ? null : { other };
      }
      if (!stopped()) {
        const file = await openRecords(bytes, name, onLoading);
        records.files.push(file);
        records.badLines.push(
          ...file.problems.map(described).map((problem) => (one ? problem : analyseWords.because(name, problem))),
        );
        for (const summary of file.games) records.games.push({ file, fileName: name, summary });
      }
    } catch (error) {
      records.failed.push({ name, why: messageOf(error) });
    }
    if (stopped()) {
      for (const file of records.files) file.dispose();
      return null;
    }
  }
  return { records };
}
