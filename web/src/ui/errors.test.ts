import { EngineCrashError } from 'outpost';
import { describe, expect, it, vi } from 'vitest';
import { afterCrash } from './errors';

describe('afterCrash', () => {
  const crash = new EngineCrashError('crashed');

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
    ['the engine is gone for good', new EngineCrashError('crashed', { final: true })],
    ['it failed by itself', new Error('no such step')],
  ])('does not when %s', async (_, error) => {
    const call = vi.fn<() => Promise<number>>().mockRejectedValue(error);
    await expect(afterCrash(call)).rejects.toBe(error);
    expect(call).toHaveBeenCalledTimes(1);
  });
});
