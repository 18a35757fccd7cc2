import { EngineCrashError, type Outpost } from 'outpost-rbc';
import { describe, expect, it } from 'vitest';
import type { GameResult } from './results';
import { Runner, type Surroundings } from './runner';
import { DEFAULTS, type LabSetup } from './setup';

const setup = { ...DEFAULTS.players, players: ['attacker', 'random'], games: 6 } as LabSetup;

interface Seen {
  games: number[];
  lost: number[];
  crashes: number[];
  ends: (string | null)[];
  engines: number;
  ended: number;
}

/** A run in made-up engines; `play` says what becomes of a game. */
function runWith(
  play: (index: number, options: { signal: AbortSignal; gate: () => Promise<void> }, seen: Seen) => Promise<void>,
  { done = [] as number[], start = () => {} } = {},
): { runner: Runner; seen: Seen } {
  const seen: Seen = { games: [], lost: [], crashes: [], ends: [], engines: 0, ended: 0 };
  const around: Surroundings = {
    start: async () => {
      start();
      seen.engines++;
      return { terminate: () => seen.ended++ } as unknown as Outpost;
    },
    play: async (_engine, _setup, index, options) => {
      await play(index, options, seen);
      const result: GameResult = { index, winner: null, reason: 'MOVE_LIMIT', plies: 1, ms: 1, senses: [] };
      return { result, record: `${index}` };
    },
  };
  const events = {
    onGame: ({ index }: GameResult) => void seen.games.push(index),
    onLost: (index: number) => void seen.lost.push(index),
    onCrash: (index: number) => void seen.crashes.push(index),
    onEnd: (problem: string | null) => void seen.ends.push(problem),
  };
  return { runner: new Runner(setup, new Set(done), events, around), seen };
}

const moment = () => new Promise((resolve) => setTimeout(resolve));

describe('a run', () => {
  it('plays what is left, several at a time, each once, and ends its engines', async () => {
    let most = 0;
    let now = 0;
    const { runner, seen } = runWith(
      async () => {
        most = Math.max(most, ++now);
        await moment();
        now--;
      },
      { done: [1, 4] },
    );
    await runner.run(3);
    expect(seen.games.toSorted()).toEqual([0, 2, 3, 5]);
    expect([most, seen.engines, seen.ends]).toEqual([3, 3, [null]]);
    expect(seen.ended).toBe(3);
  });

  it('plays a game again after a crash, and counts it as lost after three', async () => {
    const tries = new Map<number, number>();
    const { runner, seen } = runWith(async (index) => {
      const nth = (tries.get(index) ?? 0) + 1;
      tries.set(index, nth);
      if (index === 2 || (index === 1 && nth < 3))
        throw new EngineCrashError({ code: 'crashed', data: { why: 'trap' } });
    });
    await runner.run(1);
    expect(seen.games).toEqual([0, 1, 3, 4, 5]);
    expect([seen.lost, seen.crashes, seen.ends]).toEqual([[2], [1, 1, 2, 2], [null]]);
    expect(tries.get(2)).toBe(3);
    expect(seen.engines).toBe(1);
  });

  it('takes another engine when one is not started again', async () => {
    let crashed = false;
    const { runner, seen } = runWith(async (index) => {
      if (index !== 1 || crashed) return;
      crashed = true;
      throw new EngineCrashError({ code: 'given-up', data: { why: 'too often', crashes: 4, minutes: 2 } });
    });
    await runner.run(1);
    expect(seen.games).toEqual([0, 1, 2, 3, 4, 5]);
    expect([seen.engines, seen.ended, seen.crashes]).toEqual([2, 2, [1]]);
  });

  it('loses a game that cannot be played, and no other', async () => {
    const { runner, seen } = runWith(async (index) => {
      if (index === 3) throw new Error('no board agrees');
    });
    await runner.run(2);
    expect([seen.games.toSorted(), seen.lost, seen.crashes]).toEqual([[0, 1, 2, 4, 5], [3], []]);
  });

  it('goes on with the engines that start, and says why when none does', async () => {
    let starts = 0;
    const one = runWith(moment as () => Promise<void>, {
      start: () => {
        if (++starts > 1) throw new Error('no memory');
      },
    });
    await one.runner.run(2);
    expect([one.seen.games.toSorted(), one.seen.ends]).toEqual([[0, 1, 2, 3, 4, 5], [null]]);

    const none = runWith(moment as () => Promise<void>, {
      start: () => {
        throw new Error('no memory');
      },
    });
    await none.runner.run(2);
    expect([none.seen.games, none.seen.lost, none.seen.ends]).toEqual([[], [], ['no memory']]);
  });

  it('stops at once, also while it is held', async () => {
    const { runner, seen } = runWith(async (index, { gate, signal }, { games }) => {
      if (games.length === 2) {
        runner.pause();
        setTimeout(() => runner.stop());
      }
      await gate();
      signal.throwIfAborted();
      expect(index).toBeLessThan(3);
    });
    await runner.run(1);
    expect([seen.games, seen.lost, seen.ends]).toEqual([[0, 1], [], [null]]);
    expect(seen.ended).toBeGreaterThan(0);
  });

  it('is held and goes on', async () => {
    const { runner, seen } = runWith(moment as () => Promise<void>);
    runner.pause();
    const playing = runner.run(2);
    await moment();
    await moment();
    expect(seen.games).toEqual([]);
    runner.resume();
    await playing;
    expect(seen.games).toHaveLength(6);
  });
});
