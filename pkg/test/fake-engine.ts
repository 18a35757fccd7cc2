/** Fake bindings to test the code around them: tasks of a given length, snapshots, traps on demand. */
import type { Bindings, Handles } from '../src/bindings.ts';
import { inThreadLauncher } from '../src/in-thread.ts';
import type { Surroundings } from '../src/session.ts';
import type { StockfishSurroundings } from '../src/stockfish/workers.ts';
import type {
  Action,
  BeliefView,
  MomentPuzzle,
  MoveTable,
  Observation,
  PlayerView,
  ReplayStep,
  TurnReport,
} from '../src/types.ts';
import type { BoardSetContent, Engines, GameState, TaskOf } from '../wasm-single/engine.js';

/** State that a test sets and reads. */
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
  /** Remaining traps of `game.view`. */
  traps: number;
  /** Remaining traps of belief steps. */
  beliefTraps: number;
  /** Remaining traps of `resumeGame`. */
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
    beliefTraps: 0,
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

/** One question to an engine at a time; questions to a dead engine go to another. */
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

interface Freed {
  free(): void;
  [Symbol.dispose](): void;
}

function tracked<T extends object>(controls: FakeControls, kind: string, object: T): T & Freed {
  serial += 1;
  const name = `${kind} ${serial}`;
  controls.live.add(name);
  const free = () => {
    if (!controls.live.delete(name)) throw new Error(`${name} was freed twice`);
  };
  return Object.assign(object, { free, [Symbol.dispose]: free });
}

function fakeBindings(controls: FakeControls, engine: number): Bindings {
  let engines: FakeEngines | null = null;
  const view: BeliefView = {
    color: 'white',
    size: 1,
    estimate: 1,
    error: 0,
    chanceError: 0,
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
    players: null,
  };

  function task<T>(slices: number, result: () => T, during: () => void = () => {}): TaskOf<T> {
    let done = 0;
    return tracked(controls, 'task', {
      step: () => {
        during();
        done += 1;
        return done >= slices;
      },
      waitMs: () => undefined,
      progress: () => ({ label: 'working', done, total: slices }),
      found: () => ({
        sizes: [
          {
            index: done - 1,
            white: { size: done, estimate: done, error: 0, chanceError: 0, completeness: 'exact' as const },
            black: { size: done, estimate: done, error: 0, chanceError: 0, completeness: 'exact' as const },
          },
        ],
      }),
      result,
    });
  }

  /** A table of one row that grows by a position in each slice. */
  function rating(): TaskOf<MoveTable> {
    let nodes = 0;
    const table = (): MoveTable => ({
      color: 'white',
      evaluator: 'built-in',
      note: null,
      size: 1,
      completeness: 'exact',
      nodes,
      done: nodes === 3,
      goesDeeper: true,
      safeEnough: 0,
      rows: [],
    });
    return tracked(controls, 'task', {
      step: () => {
        nodes += 1;
        return nodes === 3;
      },
      waitMs: () => undefined,
      progress: () => ({ label: 'moves', done: nodes, total: 3 }),
      found: () => ({ table: table() }),
      result: () => table(),
    });
  }

  /** The state is the list of moves, which is also the snapshot, after a prefix. */
  function game(moves: string[]): Handles['game'] {
    let hurried = false;
    let told = -1;
    const state: GameState = {
      color: 'white',
      seat: { kind: 'person', name: `engine ${engine}` },
      clocks: null,
      outcome: null,
      past: 0,
      beganAsChess: true,
      takenBack: { white: 0, black: 0 },
    };
    const handle: Omit<Handles['game'], keyof Freed> = {
      view: (color) => {
        if (controls.traps > 0) {
          controls.traps -= 1;
          trap();
        }
        return { color, observations: moves.map((m) => move(m)), ply: moves.length } as unknown as PlayerView;
      },
      sense: (_, square) => ({ square: square ?? null, result: [] }),
      move: (_, uci) => {
        if (uci === 'a1a1') throw new Error('a1a1 is not a move that may be requested with your pieces');
        moves.push(uci ?? '0000');
        return { requested: uci ?? null, taken: uci ?? null, capture: null };
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
          found: () => undefined,
          result: () => undefined,
        });
      },
      moveNow: () => {
        hurried = true;
      },
      resign: () => {},
      takeBack: () => {
        if (moves.pop() === undefined) throw new Error('there is no turn to take back');
      },
      belief: () => {
        let inside = false;
        const made = task(
          1,
          () => view,
          () => {
            if (controls.beliefTraps === 0) return;
            controls.beliefTraps -= 1;
            inside = true;
            trap();
          },
        );
        const { free } = made;
        return Object.assign(made, {
          free: () => {
            if (inside) throw new Error('attempted to take ownership of Rust value while it was borrowed');
            free();
          },
        });
      },
      moves: () => rating(),
      state: () => state,
      recordJson: () => '{}',
      replay: () => replay(),
      news: () => {
        if (told === moves.length) return undefined;
        told = moves.length;
        return { state, sealed: new TextEncoder().encode(['sealed', ...moves].join(' ')) };
      },
    };
    return tracked(controls, 'game', handle);
  }

  /** A turn that asks engines all its questions, and plays when they have answered or time is up. */
  function askingTurn(moves: string[], asked: FakeEngines, hurried: () => boolean): TaskOf<undefined> {
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
      found: () => undefined,
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

  /** A replay has the steps of the record, each with nothing in its FEN; a branch adds one whose FEN is the action. */
  function replay(
    steps: ReplayStep[] = Array.from({ length: controls.replaySteps }, (_, index) => replayStep(index, '')),
    first = 0,
  ): Handles['replay'] {
    const handle: Omit<Handles['replay'], keyof Freed> = {
      content: () => ({ summary: { ...replaySummary, plies: steps.length }, details: null }),
      record: () => '{}',
      details: () => details,
      steps: () => steps.slice(first),
      pastLimit: () => ({ halfMoves: 0, refusal: null }),
      playOn: (halfMoves) => game([`from-${halfMoves}`]),
      branch: (step, action) => {
        if (step >= steps.length) throw new Error(`there is no step ${step} of ${steps.length}`);
        return replay([...steps.slice(0, step + 1), replayStep(step + 1, JSON.stringify(action))], step + 1);
      },
      consult: (step, agent, ms, seed) => task<Action>(2, () => ({ request: `${agent} ${step} ${ms} ${seed}` })),
      report: (first, nodes) => reporting(first, nodes),
      puzzles: (_color, plies) => task(2, () => [...plies].map(momentPuzzle)),
      analyse: () => task(4, () => undefined),
      senseSizes: (_color, cap) => task(1, () => ({ cap: cap ?? 0, senses: [], breaksOff: false })),
      belief: () => task(1, () => view),
      moves: () => rating(),
    };
    return tracked(controls, 'replay', handle);
  }

  function momentPuzzle(ply: number): MomentPuzzle {
    const id = String(ply).padStart(8, '0');
    return { ply, id, kind: 'safe', rating: 1500, deviation: 170, boards: '', answers: ['pass'], numbers: [] };
  }

  function replayStep(index: number, fen: string): ReplayStep {
    const ply = Math.floor(index / 3);
    return { index, ply, color: 'white', phase: 'start', fen, sense: null, move: null, notice: null };
  }

  /** Reports two half-turns, one in each slice; the nodes come back as the value of the request. */
  function reporting(first: number, nodes: number): TaskOf<undefined> {
    const size = { size: 1, estimate: 1, error: 0, chanceError: 0, completeness: 'exact' as const };
    const safe = { safety: 'safe', risk: 0, bestSafety: 'safe', bestRisk: 0 } as const;
    const dark = { value: nodes, rank: 1, of: 1, best: null, bestValue: nodes, ...safe };
    const turn = (ply: number): TurnReport => ({
      ply,
      color: ply % 2 === 0 ? 'white' : 'black',
      before: size,
      after: size,
      sense: null,
      truth: { before: 1, after: 1 },
      dark,
      light: null,
    });
    let done = 0;
    return tracked(controls, 'task', {
      step: () => {
        done += 1;
        return done === 2;
      },
      waitMs: () => undefined,
      progress: () => ({ label: 'half-turns', done, total: 2 }),
      found: () => ({ turns: [turn(first + done - 1)] }),
      result: () => undefined,
    });
  }

  /** An action has an outcome for each board, and taking one leaves that board. */
  function boardSet({ fens, phase }: Pick<BoardSetContent, 'fens' | 'phase'>): Handles['boards'] {
    if (fens.includes('bad')) throw new Error(`position ${fens.indexOf('bad') + 1} is bad`);
    const handle: Omit<Handles['boards'], keyof Freed> = {
      content: () => ({ color: 'white', phase, own: [], fens }),
      belief: () => task(1, () => ({ ...view, size: fens.length })),
      moves: () => rating(),
      outcomes: (action) =>
        fens.map(() =>
          'sense' in action
            ? { boards: 1, sense: { square: action.sense, result: [] } }
            : { boards: 1, move: { requested: action.request, taken: null, capture: null }, endsGame: false },
        ),
      take: (action, outcome) => {
        const fen = fens[outcome];
        if (fen === undefined) throw new Error(`there is no outcome ${outcome} of ${fens.length}`);
        return boardSet({ fens: [fen], phase: 'sense' in action ? 'sensed' : 'moved' });
      },
    };
    return tracked(controls, 'boards', handle);
  }

  function records(text: string): Handles['records'] {
    if (text !== 'games') throw new Error('line 1: not a record');
    return tracked(controls, 'records', {
      content: () => ({ games: [replaySummary], problems: [] }),
      text: () => '{}',
      details: () => details,
      replay: () => replay(),
    });
  }
  const details = { id: 'a', json: '{}', extras: {}, leftOut: [], differences: [], differencesInAll: 0 };
  const replaySummary = { index: 0, white: 'a', black: 'b', winner: null, reason: null, plies: 0 };

  return {
    version: () => 'fake',
    agents: () => [],
    levels: () => [],
    newGame: () => game([]),
    resumeGame: (sealed) => {
      if (controls.resumeTraps > 0) {
        controls.resumeTraps -= 1;
        trap();
      }
      const [head, ...moves] = new TextDecoder().decode(Uint8Array.from(sealed)).split(' ');
      if (head !== 'sealed') throw new Error('the snapshot is damaged');
      return game(moves);
    },
    engines: () => {
      const opened = new FakeEngines();
      engines = opened;
      const handle: Omit<Engines, keyof Freed> = {
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
    usePlayers: () => [],
    encodeLink: (json) => json,
    decodeLink: (text) => ({ json: text, more: false, fens: null }),
    readText: () => ({ kind: 'empty' }),
    standings: () => [],
    bootstrapMeans: () => task(1, () => []),
    decay: () => task(1, () => null),
    openRecord: () => replay(),
    openRecords: (bytes) => task(2, () => records(new TextDecoder().decode(Uint8Array.from(bytes)))),
    openBoards: (fens, phase) => boardSet({ fens, phase }),
    track: (color) => {
      const told: Observation[] = [];
      const handle: Omit<Handles['belief'], keyof Freed> = {
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
