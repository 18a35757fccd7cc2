import { describe, expect, it } from 'vitest';
import { formatClock, formatElapsed, timeLeft, untilNextChange } from './clock';

describe('formatClock', () => {
  it.each([
    [900_000, '15:00'],
    [899_999, '15:00'],
    [61_000, '1:01'],
    [10_000, '0:10'],
    [9_950, '0:10'],
    [9_900, '0:09.9'],
    [50, '0:00.1'],
    [0, '0:00.0'],
    [3_723_000, '1:02:03'],
  ])('shows %i ms as %s', (ms, text) => {
    expect(formatClock(ms)).toBe(text);
  });

  it('changes when untilNextChange says so, and not before', () => {
    for (const ms of [61_234, 60_000, 10_400, 9_999, 1_250, 100]) {
      const wait = untilNextChange(ms);
      expect(formatClock(ms - wait + 1)).toBe(formatClock(ms));
      if (ms > 10_000 || ms < 9_900) expect(formatClock(ms - wait)).not.toBe(formatClock(ms));
    }
  });
});

describe('timeLeft', () => {
  const clocks = { white: 60_000, black: 30_000, running: 'white' as const, readAt: 1_000 };

  it('runs from the timestamp, only for the side whose clock runs', () => {
    expect(timeLeft(clocks, 'white', 11_000)).toBe(50_000);
    expect(timeLeft(clocks, 'black', 11_000)).toBe(30_000);
  });

  it('stops at zero and does not run backwards', () => {
    expect(timeLeft(clocks, 'white', 999_000)).toBe(0);
    expect(timeLeft(clocks, 'white', 500)).toBe(60_000);
  });
});

describe('formatElapsed', () => {
  it('counts seconds, then minutes', () => {
    expect(formatElapsed(900)).toBe('0 s');
    expect(formatElapsed(59_999)).toBe('59 s');
    expect(formatElapsed(65_000)).toBe('1 min 05 s');
  });
});
