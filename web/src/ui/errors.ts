import { type DescribedError, EngineCrashError, EngineError, EngineUnavailableError } from 'outpost-rbc';
import { PartMissing } from './parts';
import { sentenceOf } from './texts';
import { commonWords, crashWords, engineErrors, partWords, unavailableWords } from './words';

/** What the engine refused, in words of the page; its own sentence where the code is not known here. */
export function described(error: DescribedError): string {
  return sentenceOf(engineErrors, error) ?? error.message;
}

/** Of a file that did not arrive, in the package's messages. */
const NOT_FETCHED = /could not be (fetched|loaded) \(/;

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  if (error instanceof PartMissing) return partWords.missing(error.part, error.replaced);
  if (error instanceof EngineError) return described({ ...error.details, message: error.message });
  const message = error instanceof Error ? error.message || error.name : String(error);
  // What to do helps more than what the browser said.
  if (NOT_FETCHED.test(message) && globalThis.navigator?.onLine === false) return commonWords.notDownloaded;
  if (error instanceof EngineCrashError) return sentenceOf(crashWords, error.details) ?? message;
  if (error instanceof EngineUnavailableError) return sentenceOf(unavailableWords, error.details) ?? message;
  return message;
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
