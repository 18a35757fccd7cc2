import type { ErrorDetails } from '../wasm-single/engine.js';
import type { TakeBackRefusal } from './types.ts';

/** The codes of {@link EngineError}. */
export type ErrorCode = ErrorDetails['code'];

/**
 * The engine refused a call, for a reason that a program can tell: {@link EngineError.details} has a code and, with most codes,
 * data. The message says the same as an English sentence.
 *
 * ```ts
 * if (error instanceof EngineError && error.details.code === 'link-cut') console.log(error.details.data.found);
 * ```
 */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly details: ErrorDetails;

  constructor(message: string, details: ErrorDetails) {
    super(message);
    this.details = details;
  }

  get code(): ErrorCode {
    return this.details.code;
  }

  /** `null` with a code that has none. */
  get data(): unknown {
    return 'data' in this.details ? this.details.data : null;
  }
}

/**
 * The engine crashed or went silent during a call. It was restarted and every open object restored, unless {@link
 * EngineCrashError.final} is set; the call had no effect and can be repeated.
 */
export class EngineCrashError extends Error {
  override readonly name = 'EngineCrashError';
  /** Set when the call would fail again: too many crashes in a row, until {@link Outpost.restart}. */
  readonly final: boolean;

  constructor(message: string, options: { final?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.final = options.final ?? false;
  }
}

/** The engine cannot run here; the message says what is missing. */
export class EngineUnavailableError extends Error {
  override readonly name = 'EngineUnavailableError';
}

/** The object was disposed of, or the whole engine was terminated. */
export class DisposedError extends Error {
  override readonly name = 'DisposedError';
}

const REFUSALS: Record<TakeBackRefusal, string> = {
  clock: 'Turns cannot be taken back in a game with a clock.',
  nothing: 'There is no turn to take back.',
};

/** No turn can be taken back; {@link TakeBackError.code} says why. */
export class TakeBackError extends Error {
  override readonly name = 'TakeBackError';
  readonly code: TakeBackRefusal;

  constructor(code: TakeBackRefusal) {
    super(REFUSALS[code]);
    this.code = code;
  }
}

/** The error of an aborted call, as for `fetch`: `error.name === 'AbortError'`. */
export function abortError(signal?: AbortSignal): unknown {
  return signal?.reason ?? new DOMException('The call was aborted.', 'AbortError');
}
