import { describe, expect, it, vi } from 'vitest';
import { CUES } from './cues';
import { lengthOf, Player, SOUNDS, VIBRATIONS } from './sounds';

/** What was asked of Web Audio. */
interface Spy {
  context: AudioContext;
  /** When sources start and stop. */
  sources: { start: number; stop: number }[];
  gains: number[];
  resumed: number;
  suspended: number;
}

function spy(state: AudioContextState = 'running', currentTime = 5): Spy {
  const seen: Spy = { context: null as never, sources: [], gains: [], resumed: 0, suspended: 0 };
  const parameter = (onValue: (value: number) => void = () => {}) => ({
    set value(value: number) {
      onValue(value);
    },
    setValueAtTime() {},
    linearRampToValueAtTime() {},
    exponentialRampToValueAtTime() {},
  });
  const source = () => {
    const times = { start: Number.NaN, stop: Number.NaN };
    seen.sources.push(times);
    return {
      connect() {},
      frequency: parameter(),
      start: (at: number) => {
        times.start = at;
      },
      stop: (at: number) => {
        times.stop = at;
      },
    };
  };
  seen.context = {
    state,
    currentTime,
    sampleRate: 8000,
    destination: {},
    resume: async () => {
      seen.resumed++;
    },
    suspend: async () => {
      seen.suspended++;
    },
    createGain: () => ({ connect() {}, gain: parameter((value) => seen.gains.push(value)) }),
    createBiquadFilter: () => ({ connect() {}, frequency: parameter(), Q: parameter() }),
    createBufferSource: source,
    createOscillator: source,
    createBuffer: (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) }),
  } as unknown as AudioContext;
  return seen;
}

describe('the sounds', () => {
  it.each([...CUES])('%s is short, and never loud', (cue) => {
    expect(lengthOf(cue)).toBeLessThan(1);
    for (const { at, lasts, loud, pitch } of SOUNDS[cue]) {
      expect(at).toBeGreaterThanOrEqual(0);
      expect(lasts).toBeGreaterThan(0.03);
      expect(loud).toBeLessThan(0.6);
      expect(pitch).toBeGreaterThan(100);
      expect(pitch).toBeLessThan(4000);
    }
    // Together as well: no sum of what sounds at once may be cut off.
    const sum = SOUNDS[cue].map(({ at }) =>
      SOUNDS[cue].filter((one) => one.at <= at && at < one.at + one.lasts).reduce((all, { loud }) => all + loud, 0),
    );
    expect(Math.max(...sum) * 0.5).toBeLessThan(1);
  });

  it('are all different', () => {
    expect(new Set(CUES.map((cue) => JSON.stringify(SOUNDS[cue]))).size).toBe(CUES.length);
  });

  it('vibrate for less than half a second', () => {
    for (const cue of CUES) expect((VIBRATIONS[cue] ?? []).reduce((sum, ms) => sum + ms, 0)).toBeLessThan(500);
  });
});

describe('the player', () => {
  it('stops every source that it starts', () => {
    const { context, sources } = spy();
    new Player(context).play('captured', 1);
    expect(sources).toHaveLength(SOUNDS.captured.length);
    for (const { start, stop } of sources) {
      expect(start).toBeGreaterThan(5);
      expect(stop).toBeGreaterThan(start);
    }
  });

  it('plays one after the other, and drops what would come late', () => {
    const { context, sources } = spy();
    const player = new Player(context);
    player.play('captured', 1);
    player.play('won', 1);
    const [first, second] = [sources[0], sources[SOUNDS.captured.length]];
    expect(second?.start).toBeGreaterThan((first?.start ?? 0) + 0.1);
    for (let i = 0; i < 50; i++) player.play('moved', 1);
    expect(Math.max(...sources.map(({ start }) => start))).toBeLessThan(5 + 1 + 0.2);
  });

  it('follows the volume', () => {
    const at = (volume: number): number => {
      const { context, gains } = spy();
      new Player(context).play('moved', volume);
      return gains[0] as number;
    };
    expect(at(1)).toBeLessThanOrEqual(0.5);
    expect(at(0.5)).toBeLessThan(at(1));
    expect(at(0)).toBe(0);
  });

  it('wakes what the browser put to sleep, and rests when nothing is to be heard', () => {
    vi.useFakeTimers();
    try {
      const asleep = spy('suspended');
      const player = new Player(asleep.context);
      player.play('sense', 1);
      expect([asleep.resumed, asleep.suspended]).toEqual([1, 0]);
      vi.advanceTimersByTime(9000);
      player.play('moved', 1);
      vi.advanceTimersByTime(9000);
      expect(asleep.suspended).toBe(0);
      vi.advanceTimersByTime(2000);
      expect(asleep.suspended).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });
});
