import type { TakeBackRefusal } from './types.ts';

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
