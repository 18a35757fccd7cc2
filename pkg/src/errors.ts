/**
 * The engine crashed, or went silent, while a call was running. It was started again and every open
 * game restored, unless {@link EngineCrashError.final} is set; the call itself did not take effect
 * and can be made again.
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

/** The error of an aborted call, as `fetch` has it: `error.name === 'AbortError'`. */
export function abortError(signal?: AbortSignal): unknown {
  return signal?.reason ?? new DOMException('The call was aborted.', 'AbortError');
}
