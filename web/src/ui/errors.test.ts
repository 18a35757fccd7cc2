import {
  type CrashDetails,
  EngineCrashError,
  EngineError,
  EngineUnavailableError,
  type ErrorDetails,
} from 'outpost-rbc';
import { describe, expect, it, vi } from 'vitest';
import { afterCrash, described, messageOf } from './errors';
import { engineErrors } from './words';

describe('afterCrash', () => {
  const crash = new EngineCrashError({ code: 'crashed', data: { why: 'crashed' } });

  it('makes the call again after a crash, and tells', async () => {
    const call = vi.fn<() => Promise<number>>().mockRejectedValueOnce(crash).mockResolvedValue(7);
    const told = vi.fn();
    expect(await afterCrash(call, told)).toBe(7);
    expect(told).toHaveBeenCalledTimes(1);
  });

  it('gives up after the third crash', async () => {
    const call = vi.fn<() => Promise<number>>().mockRejectedValue(crash);
    await expect(afterCrash(call)).rejects.toBe(crash);
    expect(call).toHaveBeenCalledTimes(3);
  });

  it.each([
    [
      'the engine is gone for good',
      new EngineCrashError({ code: 'given-up', data: { why: 'crashed', crashes: 4, minutes: 2 } }),
    ],
    ['it failed by itself', new Error('no such step')],
  ])('does not when %s', async (_, error) => {
    const call = vi.fn<() => Promise<number>>().mockRejectedValue(error);
    await expect(afterCrash(call)).rejects.toBe(error);
    expect(call).toHaveBeenCalledTimes(1);
  });
});

describe('messageOf', () => {
  it('has words for a code of the engine, with its data', () => {
    const details = { code: 'link-cut', data: { expected: 1200, found: 1195, stop: null } } as const;
    expect(messageOf(new EngineError('cut', details))).toBe('The link was cut: 1,195 of 1,200 characters are here.');
  });

  it('names the line and the place in a record', () => {
    const reason = { code: 'expected', data: { wanted: 'square', tag: null, found: '99' } } as const;
    const data = { line: 3, path: '$.senses.true[2]', reason };
    expect(described({ code: 'record', data, message: '' })).toBe(
      'Line 3: Expected a square, 0 to 63, found 99. (at $.senses.true[2])',
    );
  });

  it('says what became of a call in a crash, and why there is no engine', () => {
    const said = (details: CrashDetails) => messageOf(new EngineCrashError(details));
    expect(said({ code: 'crashed', data: { why: 'unreachable' } })).toBe(
      'The engine crashed during this (unreachable). It was restarted. Try again.',
    );
    expect(said({ code: 'given-up', data: { why: 'silence', crashes: 4, minutes: 2 } })).toBe(
      'The engine crashed 4 times within 2 minutes (last: silence) and is not started again.',
    );
    expect(said({ code: 'restarted' })).toBe('The engine was restarted. Try again.');
    const why = 'the engine’s file could not be fetched (Failed to fetch)';
    const unavailable = new EngineUnavailableError({ code: 'not-started', data: { why } });
    expect(messageOf(unavailable)).toBe(`The engine did not start: ${why}`);
    vi.stubGlobal('navigator', { onLine: false });
    expect(messageOf(unavailable)).toMatch(/^it is not on this device\./);
    vi.unstubAllGlobals();
  });

  it('falls back to the sentence of the engine for a code that is not known', () => {
    const later = { code: 'of-a-later-version' } as unknown as ErrorDetails;
    expect(messageOf(new EngineError('the engine says so', later))).toBe('the engine says so');
    // Names that every object has are no codes.
    const odd = { code: 'toString' } as unknown as ErrorDetails;
    expect(messageOf(new EngineError('the engine says so', odd))).toBe('the engine says so');
  });

  it('has a sentence for every code that needs no data', () => {
    for (const [code, sentence] of Object.entries(engineErrors)) {
      if (sentence.length === 0) expect((sentence as () => string)(), code).toMatch(/^[A-Z].*[.]$/);
    }
  });
});
