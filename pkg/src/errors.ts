import type { ErrorDetails } from '../wasm-single/engine.js';

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

/** What became of a call when the engine crashed. `why` is what is known of the cause: text for people who look for it. */
export type CrashDetails =
  /** The engine crashed during this call. It is started again and its games restored. */
  | { code: 'crashed'; data: { why: string } }
  /** It crashed, perhaps during another call, and this one was lost. It is started again and its games restored. */
  | { code: 'call-lost'; data: { why: string } }
  /** It was started again ({@link Outpost.restart}) during this call. */
  | { code: 'restarted' }
  /** It crashed so many times within so many minutes that it is not started again. */
  | { code: 'given-up'; data: { why: string; crashes: number; minutes: number } }
  /** It crashed and did not start again; `problem` is what went wrong then. */
  | { code: 'not-restarted'; data: { why: string; problem: string } }
  /** The object could not be restored after a crash. */
  | { code: 'not-restored'; data: { why: string } };

/** Codes after which the same call would fail again. */
const FINAL: readonly CrashDetails['code'][] = ['given-up', 'not-restarted', 'not-restored'];

/**
 * The engine crashed or went silent during a call. It was restarted and every open object restored, unless {@link
 * EngineCrashError.final} is set; the call had no effect and can be repeated. {@link EngineCrashError.details} says what happened
 * as a code with data, the message as an English sentence.
 */
export class EngineCrashError extends Error {
  override readonly name = 'EngineCrashError';
  readonly details: CrashDetails;

  constructor(details: CrashDetails, options: { cause?: unknown } = {}) {
    super(crashSentence(details), options);
    this.details = details;
  }

  /** Set when the call would fail again: too many crashes in a row, until {@link Outpost.restart}. */
  get final(): boolean {
    return FINAL.includes(this.details.code);
  }
}

function crashSentence(details: CrashDetails): string {
  switch (details.code) {
    case 'crashed':
      return `The engine crashed during this call (${details.data.why}). It is started again and its games restored.`;
    case 'call-lost':
      return `The engine crashed (${details.data.why}), so this call was lost. It is started again and its games restored.`;
    case 'restarted':
      return 'The engine is started again, so this call was lost.';
    case 'given-up': {
      const { why, crashes, minutes } = details.data;
      return `The engine crashed ${crashes} times within ${minutes} minutes (last: ${why}) and is not started again.`;
    }
    case 'not-restarted':
      return `The engine crashed (${details.data.why}) and did not start again: ${details.data.problem}`;
    case 'not-restored':
      return `It could not be restored after the engine crashed: ${details.data.why}`;
  }
}

/** Why the engine cannot run here. */
export type UnavailableDetails =
  /** There is no WebAssembly with SIMD (128 bit), which every browser released since 2023 has. */
  | { code: 'no-simd' }
  /** It did not start; `why` is text for people who look for the cause. */
  | { code: 'not-started'; data: { why: string } };

/** The engine cannot run here: {@link EngineUnavailableError.details} says why as a code with data, the message in English. */
export class EngineUnavailableError extends Error {
  override readonly name = 'EngineUnavailableError';
  readonly details: UnavailableDetails;

  constructor(details: UnavailableDetails, options: { cause?: unknown } = {}) {
    super(
      details.code === 'no-simd'
        ? 'The engine needs WebAssembly with SIMD (128 bit), which this browser does not have. Every browser released since 2023 has it.'
        : `The engine did not start: ${details.data.why}`,
      options,
    );
    this.details = details;
  }
}

/** The object was disposed of, or the whole engine was terminated. */
export class DisposedError extends Error {
  override readonly name = 'DisposedError';
}

/** The error of an aborted call, as for `fetch`: `error.name === 'AbortError'`. */
export function abortError(signal?: AbortSignal): unknown {
  return signal?.reason ?? new DOMException('The call was aborted.', 'AbortError');
}
