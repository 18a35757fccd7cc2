/** Bindings that play no chess, to test what is around them: tasks of a given length, snapshots, traps on demand. */
import type {
  BeliefHandle,
  Bindings,
  EnginesHandle,
  GameHandle,
  RecordsHandle,
  ReplayHandle,
  Task,
} from '../src/bindings.ts';
import { inThreadLauncher } from '../src/in-thread.ts';
import type { Surroundings } from '../src/session.ts';
import type { StockfishSurroundings } from '../src/stockfish/workers.ts';
import type { BeliefView, MoveTable, Observation, PlayerView } from '../src/types.ts';

/** What a test sets and reads. */
export interface FakeControls {
  /** Slices that an agent's turn takes. */
  turnSlices: number;
  /** Questions to chess engines in an agent's turn, where there are engines, and milliseconds to wait for the answers. */
  questions: number;
  turnMs: number;
  /** Steps of all agents' turns so far. */
  steps: number;
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
  return {
    turnSlices: 3,
    questions: 0,
    turnMs: 60_000,
    steps: 0,
    replaySteps: 0,
    traps: 0,
    resumeTraps: 0,
    engines: 0,
    live: new Set(),
    failLoad: () => null,
  };
}

export function fakeSurroundings(
  controls: FakeControls,
  changes: Partial<Surroundings> = {},
  stockfish: StockfishSurroundings | null = null,
): Surroundings {
  return {
    launch: inThreadLauncher(async (build, threads) => {
      controls.engines += 1;
      const failure = controls.failLoad(build);
      if (failure) throw new Error(failure);
      return { bindings: fakeBindings(controls, controls.engines), threads };
    }, stockfish),
    simd: true,
    noThreads: null,
    cores: 4,
    ...changes,
  };
}

function trap(): never {
  throw new WebAssembly.RuntimeError('unreachable');
}

interface Question {
  name: string;
  answered(line: string): void;
}

/** One question to an engine at a time; what a dead engine was asked, another is asked. */
class FakeEngines {
  readonly #free: number[] = [];
  readonly #asked = new Map<number, Question | null>();
  #waiting: Question[] = [];
  #out: { worker: number; lines: string[] }[] = [];

  ask(questions: Question[]): void {
    this.#waiting.push(...questions);
    this.#deal();
  }

  forget(questions: Question[]): void {
    this.#waiting = this.#waiting.filter((question) => !questions.includes(question));
    for (const [worker, question] of this.#asked) {
      if (!question || !questions.includes(question)) continue;
      this.#asked.set(worker, null);
      this.#out.push({ worker, lines: ['stop'] });
    }
  }

  ready(worker: number): void {
    this.#free.push(worker);
    this.#deal();
  }

  died(worker: number): void {
    const question = this.#asked.get(worker);
    if (question) this.#waiting.unshift(question);
    this.#asked.delete(worker);
    this.#free.splice(0, this.#free.length, ...this.#free.filter((free) => free !== worker));
    this.#out = this.#out.filter((out) => out.worker !== worker);
    this.#deal();
  }

  received(worker: number, lines: string[]): boolean {
    let news = false;
    for (const line of lines) {
      if (line === 'trap') trap();
      if (!line.startsWith('bestmove')) continue;
      this.#asked.get(worker)?.answered(line);
      this.#asked.delete(worker);
      this.ready(worker);
      news = true;
    }
    return news;
  }

  toSend(): { worker: number; lines: string[] }[] {
    return this.#out.splice(0);
  }

  #deal(): void {
    while (this.#free.length > 0 && this.#waiting.length > 0) {
      const worker = this.#free.shift() as number;
      const question = this.#waiting.shift() as Question;
      this.#asked.set(worker, question);
      this.#out.push({ worker, lines: [`position ${question.name}`, 'go depth 1'] });
    }
  }
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
  let engines: FakeEngines | null = null;
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
    weights: 'uniform',
    likeliest: [],
    truth: null,
  };

  function task<T>(slices: number, result: () => T, during: () => void = () => {}): Task<T> {
    let done = 0;
    return tracked(controls, 'task', {
      step: () => {
        during();
        done += 1;
        return done >= slices;
      },
      waitMs: () => undefined,
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

  /** A table of one row that grows by a position in each slice. */
  function rating(): Task<MoveTable> {
    let nodes = 0;
    const table = (): MoveTable => ({
      color: 'white',
      evaluator: 'built-in',
      note: null,
      size: 1,
      completeness: 'exact',
      nodes,
      done: nodes === 3,
      rows: [],
    });
    return tracked(controls, 'task', {
      step: () => {
        nodes += 1;
        return nodes === 3;
      },
      waitMs: () => undefined,
      progress: () => ({ label: 'moves', done: nodes, total: 3 }),
      found: () => table(),
      result: () => table(),
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
        if (engines && controls.questions > 0) return askingTurn(moves, engines, () => hurried);
        return tracked(controls, 'task', {
          step: () => {
            slice += 1;
            if (slice < controls.turnSlices && !hurried) return false;
            moves.push(hurried ? 'hurried' : 'thought');
            return true;
          },
          waitMs: () => undefined,
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
      moves: () => rating(),
      toMove: () => ({ color: 'white', seat: { kind: 'person', name: `engine ${engine}` } }),
      outcome: () => null,
      recordJson: () => '{}',
      replay: () => replay(),
      sealed: () => new TextEncoder().encode(moves.join(' ')),
    };
    return tracked(controls, 'game', handle);
  }

  /** A turn that asks engines all its questions, and plays when they are answered, or when the time is over. */
  function askingTurn(moves: string[], asked: FakeEngines, hurried: () => boolean): Task<undefined> {
    const answers: (string | null)[] = Array.from({ length: controls.questions }, () => null);
    const deadline = performance.now() + controls.turnMs;
    const questions = answers.map((_, i) => ({ name: `${i}`, answered: (line: string) => (answers[i] = line) }));
    asked.ask(questions);
    const task = tracked(controls, 'task', {
      step: () => {
        controls.steps += 1;
        const missing = answers.filter((answer) => answer === null).length;
        if (missing > 0 && !hurried() && performance.now() < deadline) return false;
        moves.push(missing > 0 ? `with ${missing} answers missing` : `after ${answers.join(', ')}`);
        return true;
      },
      waitMs: () => deadline - performance.now(),
      progress: () => undefined,
      found: () => [],
      result: () => undefined,
    });
    const { free } = task;
    return Object.assign(task, {
      free: () => {
        asked.forget(questions);
        free();
      },
    });
  }

  function move(uci: string): Observation {
    return { type: 'move', requested: uci, taken: uci, capture: null };
  }

  function replay(): ReplayHandle {
    return tracked(controls, 'replay', {
      summary: () => ({ index: 0, white: 'a', black: 'b', winner: null, reason: null, plies: 0 }),
      record: () => '{}',
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
      moves: () => rating(),
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
    engines: () => {
      const opened = new FakeEngines();
      engines = opened;
      const handle: Omit<EnginesHandle, 'free'> = {
        ready: (worker) => opened.ready(worker),
        died: (worker) => opened.died(worker),
        received: (worker, lines) => opened.received(worker, lines),
        toSend: () => opened.toSend(),
      };
      const { free, ...rest } = tracked(controls, 'engines', handle);
      return {
        ...rest,
        free: () => {
          engines = null;
          free();
        },
      };
    },
    useNetwork: () => {},
    encodeLink: (json) => json,
    decodeLink: (text) => ({ json: text, more: false }),
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
        weights: () => task(1, () => new Float32Array([1])),
        moves: () => rating(),
        opponentMoves: () => task(1, () => 1),
        boards: () => [],
      };
      return tracked(controls, 'belief', handle);
    },
  };
}
