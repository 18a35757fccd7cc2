import { type DescribedError, EngineCrashError, EngineError } from 'outpost';
import { PartMissing } from './parts';
import { sentenceOf } from './texts';
import { engineErrors, partWords } from './words';

/** What the engine refused, in words of the page; its own sentence where the code is not known here. */
export function described(error: DescribedError): string {
  return sentenceOf(engineErrors, error) ?? error.message;
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  if (error instanceof PartMissing) return partWords.missing(error.part, error.replaced);
  if (error instanceof EngineError) return described({ ...error.details, message: error.message });
  if (error instanceof Error) return error.message || error.name;
  return String(error);
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException
    ? error.name === 'AbortError'
    : error instanceof Error && error.name === 'AbortError';
}

/**
 * Makes a call again when the engine crashed during it and is being started again: twice at most, as the call itself
 * may be what brings it down.
 */
export async function afterCrash<T>(call: () => Promise<T>, onCrash?: () => void): Promise<T> {
  for (let left = 2; ; left--) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof EngineCrashError) || error.final || left === 0) throw error;
      onCrash?.();
    }
  }
}
