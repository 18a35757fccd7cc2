/** Bindings that play no chess, to test what is around them: tasks of a given length, snapshots, traps on demand. */
import type { BeliefHandle, Bindings, GameHandle, RecordsHandle, ReplayHandle, Task } from '../src/bindings.ts';
import { inThreadLauncher } from '../src/in-thread.ts';
import type { Surroundings } from '../src/session.ts';
import type { BeliefView, Observation, PlayerView } from '../src/types.ts';

/** What a test sets and reads. */
export interface FakeControls {
  /** Slices that an agent's turn takes. */
  turnSlices: number;
  /** Steps of every replay. */
  replaySteps: number;
  /** Traps left for `game.view` to fall into. */
  traps: number;
  /** Traps left for `resumeGame`. */
  resumeTraps: number;
  /** Engines started so far, and objects made and not freed in all of them. */
  engines: number;
  live: Set<string>;
  failLoad: (build: string) => string | null;
}

export function fakeControls(): FakeControls {
  return { turnSlices: 3, replaySteps: 0, traps: 0, resumeTraps: 0, engines: 0, live: new Set(), failLoad: () => null };
}

export function fakeSurroundings(controls: FakeControls, changes: Partial<Surroundings> = {}): Surroundings {
  return {
    launch: inThreadLauncher(async (build, threads) => {
      controls.engines += 1;
      const failure = controls.failLoad(build);
      if (failure) throw new Error(failure);
      return { bindings: fakeBindings(controls, controls.engines), threads };
    }),
    simd: true,
    noThreads: null,
    cores: 4,
    ...changes,
  };
}

function trap(): never {
  throw new WebAssembly.RuntimeError('unreachable');
}

let serial = 0;

function tracked<T extends object>(controls: FakeControls, kind: string, object: T): T & { free(): void } {
  serial += 1;
  const name = `${kind} ${serial}`;
  controls.live.add(name);
  return Object.assign(object, {
    free: () => {
      if (!controls.live.delete(name)) throw new Error(`${name} was freed twice`);
    },
  });
}

function fakeBindings(controls: FakeControls, engine: number): Bindings {
  const view: BeliefView = {
    color: 'white',
    size: 1,
    estimate: 1,
    completeness: 'exact',
    marginals: new Float32Array(384),
    senseWorst: null,
    entropy: new Float32Array(64),
    senseExpected: null,
    senseBits: null,
    bestSense: null,
    lastDecay: null,
  };

  function task<T>(slices: number, result: () => T, during: () => void = () => {}): Task<T> {
    let done = 0;
    return tracked(controls, 'task', {
      step: () => {
        during();
        done += 1;
        return done >= slices;
      },
      progress: () => ({ label: 'working', done, total: slices }),
      found: () => [
        {
          index: done - 1,
          white: { size: done, estimate: done, completeness: 'exact' as const },
          black: { size: done, estimate: done, completeness: 'exact' as const },
        },
      ],
      result,
    });
  }

  /** The state is the list of moves, which is also the snapshot. */
  function game(moves: string[]): GameHandle {
    let hurried = false;
    const handle: Omit<GameHandle, 'free'> = {
      view: (color) => {
        if (controls.traps > 0) {
          controls.traps -= 1;
          trap();
        }
        return { color, observations: moves.map((m) => move(m)), ply: moves.length } as unknown as PlayerView;
      },
      sense: (_, square) => ({ square, result: [] }),
      move: (_, uci) => {
        if (uci === 'a1a1') throw new Error('a1a1 is not a move that may be requested with your pieces');
        moves.push(uci ?? '0000');
        return { requested: uci, taken: uci, capture: null };
      },
      agentTurn: () => {
        hurried = false;
        let slice = 0;
        return tracked(controls, 'task', {
          step: () => {
            slice += 1;
            if (slice < controls.turnSlices && !hurried) return false;
            moves.push(hurried ? 'hurried' : 'thought');
            return true;
          },
          progress: () => ({ label: 'thinking', done: slice, total: controls.turnSlices }),
          found: () => [],
          result: () => undefined,
        });
      },
      moveNow: () => {
        hurried = true;
      },
      resign: () => {},
      checkClock: () => null,
      belief: () => task(1, () => view),
      toMove: () => ({ color: 'white', seat: { kind: 'person', name: `engine ${engine}` } }),
      outcome: () => null,
      recordJson: () => '{}',
      replay: () => replay(),
      sealed: () => new TextEncoder().encode(moves.join(' ')),
    };
    return tracked(controls, 'game', handle);
  }

  function move(uci: string): Observation {
    return { type: 'move', requested: uci, taken: uci, capture: null };
  }

  function replay(): ReplayHandle {
    return tracked(controls, 'replay', {
      summary: () => ({ index: 0, white: 'a', black: 'b', winner: null, reason: null, plies: 0 }),
      steps: () =>
        Array.from({ length: controls.replaySteps }, (_, index) => ({
          index,
          ply: Math.floor(index / 3),
          color: 'white',
          phase: 'start',
          fen: '',
          sense: null,
          move: null,
          notice: null,
        })),
      analyse: () => task(4, () => undefined),
      belief: () => task(1, () => view),
    });
  }

  function records(text: string): RecordsHandle {
    if (text !== 'games') throw new Error('line 1: not a record');
    return tracked(controls, 'records', {
      summaries: () => [replaySummary],
      problems: () => [],
      replay: () => replay(),
    });
  }
  const replaySummary = { index: 0, white: 'a', black: 'b', winner: null, reason: null, plies: 0 };

  return {
    version: () => 'fake',
    agents: () => [],
    newGame: () => game([]),
    resumeGame: (sealed) => {
      if (controls.resumeTraps > 0) {
        controls.resumeTraps -= 1;
        trap();
      }
      const text = new TextDecoder().decode(sealed);
      return game(text ? text.split(' ') : []);
    },
    openRecords: (bytes) => task(2, () => records(new TextDecoder().decode(bytes))),
    track: (color) => {
      const told: Observation[] = [];
      const handle: Omit<BeliefHandle, 'free'> = {
        tell: (observation) =>
          task(1, () => {
            told.push(observation);
            return undefined;
          }),
        known: () => ({ color, observations: told }) as unknown as PlayerView,
        view: () => task(1, () => view),
        opponentMoves: () => task(1, () => 1),
        boards: () => [],
      };
      return tracked(controls, 'belief', handle);
    },
  };
}
