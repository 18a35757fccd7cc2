/** The engine's end of the connection: answers calls with the generated bindings, in slices. Internal. */
import type {
  BeliefHandle,
  Bindings,
  BoardSetHandle,
  Freed,
  GameHandle,
  RecordsHandle,
  ReplayHandle,
  Task,
} from './bindings.ts';
import { checkedArgs } from './check.ts';
import { nextTurn } from './next-turn.ts';
import type { Args, Build, Calls, FromEngine, Method, ObjectId, Result, ToEngine } from './protocol.ts';
import { loadNetwork, type NetworkSurroundings } from './siamese/network.ts';
import { Bridge } from './stockfish/bridge.ts';
import { type Loaded, type StockfishSurroundings, StockfishWorkers } from './stockfish/workers.ts';
import type { MoveTable, StepSizes, TurnReport } from './types.ts';

/** Milliseconds of computing between looks at the messages: an abort waits that long, and a view from another call. */
const SLICE_MS = 30;

/** The longest wait for an engine in one go: progress is told, and a deadline looked at, in between. */
const LONGEST_WAIT_MS = 250;

/** Steps of a replay in one message: a page unpacks so many within a few milliseconds. */
const STEPS_AT_A_TIME = 300;

/** Loads a build and starts its threads; how many there are. */
export type Load = (build: Build, threads: number) => Promise<{ bindings: Bindings; threads: number }>;

/** Sends to the page; what is listed in `transfer` is handed over rather than copied. */
export type Send = (message: FromEngine, transfer: ArrayBuffer[]) => void;

/** What a call that runs may use. */
interface Running {
  id: number;
  readonly signal: AbortSignal;
}

type Answers = {
  [M in Method]: (running: Running, ...args: Args<M>) => ReturnType<Calls[M]> | Promise<ReturnType<Calls[M]>>;
};

/** What lives in the engine, by what it is. */
interface Handles {
  game: GameHandle;
  records: RecordsHandle;
  replay: ReplayHandle;
  boards: BoardSetHandle;
  belief: BeliefHandle;
}

class AbortError extends Error {
  override readonly name = 'AbortError';
}

export class Host {
  readonly #load: Load;
  readonly #send: Send;
  readonly #stockfishAround: StockfishSurroundings | null;
  readonly #networkAround: NetworkSurroundings | null;
  readonly #objects = new Map<ObjectId, { kind: keyof Handles; handle: Freed }>();
  readonly #running = new Map<number, AbortController>();
  /** Ends the waits of computations that wait for an engine. */
  readonly #waiting = new Set<() => void>();
  #bindings: Bindings | null = null;
  #stockfish: StockfishWorkers | null = null;
  #bridge: Bridge | null = null;
  #crashed = false;
  /** What the engine said when it panicked: the trap that follows says only "unreachable". */
  #lastPanic: string | null = null;

  /** `stockfish` says how its workers are started, and `network` how the network is loaded, where they can be. */
  constructor(load: Load, send: Send, stockfish: StockfishSurroundings | null, network: NetworkSurroundings | null) {
    this.#load = load;
    this.#send = send;
    this.#stockfishAround = stockfish;
    this.#networkAround = network;
  }

  /** Ends what would outlive a host that is no worker. */
  close(): void {
    this.#crashed = true;
    this.#stockfish?.close();
  }

  /** To be called with the text of a panic. */
  panicked(text: string): void {
    this.#lastPanic = text;
  }

  receive(message: ToEngine): void {
    if (this.#crashed) return;
    switch (message.kind) {
      case 'start':
        void this.#start(message.build, message.threads);
        return;
      case 'call':
        void this.#call(message.id, message.method, message.args);
        return;
      case 'abort':
        this.#running.get(message.id)?.abort(new AbortError('The call was aborted.'));
        return;
      case 'ping':
        this.#send({ kind: 'alive' }, []);
        return;
    }
  }

  async #start(build: Build, threads: number): Promise<void> {
    try {
      const loaded = await this.#load(build, threads);
      this.#bindings = loaded.bindings;
      this.#send({ kind: 'started', threads: loaded.threads, version: loaded.bindings.version() }, []);
    } catch (error) {
      this.#send({ kind: 'startFailed', message: textOf(error) }, []);
    }
  }

  async #call(id: number, method: Method, args: unknown[]): Promise<void> {
    const controller = new AbortController();
    const running: Running = { id, signal: controller.signal };
    this.#running.set(id, controller);
    try {
      // Nothing unchecked reaches WebAssembly, whoever sends it.
      const checked = checkedArgs(method, args);
      const answer = this.#answers[method] as (running: Running, ...args: unknown[]) => unknown;
      const value = await answer(running, ...checked);
      if (!this.#crashed) this.#send({ kind: 'result', id, value }, buffersIn(value));
    } catch (error) {
      if (this.#crashed) return;
      if (isTrap(error)) {
        this.#trapped(id, error);
      } else {
        const name = error instanceof Error ? error.name : 'Error';
        this.#send({ kind: 'error', id, name, message: textOf(error) }, []);
      }
    } finally {
      this.#running.delete(id);
      // "Move now" is a call, too, and ends a wait.
      this.#wake();
    }
  }

  #trapped(id: number | null, error: unknown): void {
    this.#crashed = true;
    this.#send({ kind: 'crashed', id, message: this.#lastPanic ?? textOf(error) }, []);
    this.#wake();
  }

  /** Runs what is no answer to a call in the engine. */
  #inEngine(call: () => void): void {
    if (this.#crashed) return;
    try {
      call();
    } catch (error) {
      if (!isTrap(error)) throw error;
      this.#trapped(null, error);
    }
  }

  #wake(): void {
    for (const end of [...this.#waiting]) end();
  }

  /** Waits until an engine has said something of use, another call was answered, the call is aborted or the time is over. */
  #heard(running: Running, ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.#waiting.delete(end);
        running.signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, Math.min(Math.max(Math.ceil(ms), 0), LONGEST_WAIT_MS));
      this.#waiting.add(end);
      running.signal.addEventListener('abort', end);
    });
  }

  /** Runs a task to its end, one slice after the other, and lets messages in between. */
  async #run<T>(running: Running, task: Task<T>): Promise<T> {
    let trapped = false;
    try {
      let told = 0;
      for (;;) {
        running.signal.throwIfAborted();
        const done = task.step(SLICE_MS);
        this.#bridge?.flush();
        const found = task.found();
        if (found) this.#send(foundMessage(running.id, found), []);
        if (done) return task.result();
        const now = performance.now();
        const progress = now - told >= 50 ? task.progress() : undefined;
        if (progress) {
          told = now;
          this.#send({ kind: 'progress', id: running.id, progress }, []);
        }
        const waitMs = task.waitMs();
        if (waitMs === undefined) await nextTurn();
        else await this.#heard(running, waitMs);
        if (this.#crashed) throw new AbortError('The engine crashed.');
      }
    } catch (error) {
      trapped = isTrap(error);
      throw error;
    } finally {
      // What a trap left in the midst of its work cannot be freed: trying to would hide the trap.
      if (!this.#crashed && !trapped) {
        task.free();
        // What it asked and needs no more is stopped.
        this.#bridge?.flush();
      }
    }
  }

  async #loadStockfish(running: Running, count: number | undefined): Promise<Loaded> {
    if (!this.#stockfishAround) throw new Error('Stockfish runs in browsers only');
    this.#unloadStockfish();
    const workers = new StockfishWorkers(this.#stockfishAround, count);
    this.#stockfish = workers;
    let told = 0;
    const onProgress = (done: number, total: number) => {
      if (done < total && performance.now() - told < 50) return;
      told = performance.now();
      this.#send({ kind: 'progress', id: running.id, progress: { label: 'loading Stockfish', done, total } }, []);
    };
    const loaded = await workers.load({ onProgress, signal: running.signal });
    this.#bridge = new Bridge(this.#engine.engines(loaded.name), workers, {
      heard: () => this.#wake(),
      inEngine: (call) => this.#inEngine(call),
      lost: (message) => this.#send({ kind: 'lost', what: 'stockfish', message }, []),
    });
    this.#bridge.flush();
    return loaded;
  }

  async #loadNetwork(
    running: Running,
    { url, size, sha256 }: Args<'siamese.load'>[0],
  ): Promise<Result<'siamese.load'>> {
    if (!this.#networkAround) throw new Error('the network runs in browsers only');
    const onBytes = (done: number) => {
      const progress = { label: 'loading the network', done, total: size };
      this.#send({ kind: 'progress', id: running.id, progress }, []);
    };
    const lost = (error: unknown) => {
      const message = this.#lastPanic ?? textOf(error);
      this.#lastPanic = null;
      // The engine is in the midst of asking it.
      queueMicrotask(() => this.#inEngine(() => this.#engine.useNetwork(undefined)));
      this.#send({ kind: 'lost', what: 'siamese', message }, []);
    };
    const model = { url: new URL(url), size, sha256 };
    const options = { onBytes, signal: running.signal, lost };
    const { network, opponents, cached } = await loadNetwork(model, options, this.#networkAround);
    running.signal.throwIfAborted();
    this.#engine.useNetwork(network);
    return { opponents, cached };
  }

  #unloadStockfish(): void {
    this.#stockfish?.close();
    this.#stockfish = null;
    this.#bridge?.close();
    this.#bridge = null;
    this.#wake();
  }

  readonly #answers: Answers = {
    agents: () => this.#engine.agents(),
    newGame: (_, game, setup) => {
      this.#put('game', game, this.#engine.newGame(setup, now()));
      this.#seal(game);
    },
    resumeGame: (_, game, sealed) => {
      this.#put('game', game, this.#engine.resumeGame(sealed, now()));
      this.#seal(game);
    },
    openRecords: async (running, file, bytes) => {
      const records = await this.#run(running, this.#engine.openRecords(bytes));
      this.#put('records', file, records);
      return { games: records.summaries(), problems: records.problems() };
    },
    encodeLink: (_, json) => this.#engine.encodeLink(json),
    decodeLink: (_, text) => this.#engine.decodeLink(text),
    readText: (_, text) => this.#engine.readText(text),
    openBoards: (_, boards, fens, phase) => this.#openBoards(boards, this.#engine.openBoards(fens, phase)),
    track: (_, belief, color, startFen, cap) => {
      this.#put('belief', belief, this.#engine.track(color, startFen, cap));
    },
    release: (_, object) => {
      this.#objects.get(object)?.handle.free();
      this.#objects.delete(object);
    },
    'stockfish.load': (running, workers) => this.#loadStockfish(running, workers),
    'stockfish.unload': () => this.#unloadStockfish(),
    'siamese.load': (running, model) => this.#loadNetwork(running, model),

    'game.view': (_, game, color) => this.#gameNow(game).view(color, now()),
    'game.sense': (_, game, color, square) => this.#changing(game, (g) => g.sense(color, square, now())),
    'game.move': (_, game, color, uci) => this.#changing(game, (g) => g.move(color, uci, now())),
    'game.agentTurn': async (running, game, evaluator, nodes) => {
      try {
        await this.#run(running, this.#gameNow(game).agentTurn(now(), evaluator, nodes));
      } finally {
        // After an abort too: the sense may have been played.
        if (!this.#crashed && this.#objects.has(game)) this.#seal(game);
      }
    },
    'game.moveNow': (_, game) => this.#game(game).moveNow(),
    'game.resign': (_, game, color) => this.#changing(game, (g) => g.resign(color, now())),
    'game.checkClock': (_, game) => this.#gameNow(game).outcome(),
    'game.belief': (running, game, color, weights) => this.#run(running, this.#gameNow(game).belief(color, weights)),
    'game.moves': (running, game, color, options) => this.#run(running, this.#gameNow(game).moves(color, options)),
    'game.toMove': (_, game) => this.#gameNow(game).toMove(),
    'game.outcome': (_, game) => this.#gameNow(game).outcome(),
    'game.recordJson': (_, game) => this.#gameNow(game).recordJson(),
    'game.replay': (running, game, replay) => this.#openReplay(running, replay, this.#gameNow(game).replay()),

    'records.text': (_, file, index) => this.#get('records', file).text(index),
    'records.details': (_, file, index) => this.#get('records', file).details(index),
    'records.replay': (running, file, index, replay) =>
      this.#openReplay(running, replay, this.#get('records', file).replay(index)),

    'replay.record': (_, replay) => this.#get('replay', replay).record(),
    'replay.details': (_, replay) => this.#get('replay', replay).details(),
    'replay.analyse': async (running, replay) => {
      await this.#run(running, this.#get('replay', replay).analyse());
    },
    'replay.belief': (running, replay, step, color, weights) =>
      this.#run(running, this.#get('replay', replay).belief(step, color, weights)),

    'replay.moves': (running, replay, step, color, options) =>
      this.#run(running, this.#get('replay', replay).moves(step, color, options)),

    'replay.branch': (running, replay, step, action, branch) =>
      this.#openReplay(running, branch, this.#get('replay', replay).branch(step, action), step + 1),
    'replay.consult': (running, replay, step, agent, ms, seed) =>
      this.#run(running, this.#get('replay', replay).consult(step, agent, ms, seed)),
    'replay.report': async (running, replay, first, nodes) => {
      await this.#run(running, this.#get('replay', replay).report(first, nodes));
    },

    'boards.belief': (running, boards, weights) => this.#run(running, this.#boards(boards).belief(weights)),
    'boards.moves': (running, boards, options) => this.#run(running, this.#boards(boards).moves(options)),
    'boards.outcomes': (_, boards, action) => this.#boards(boards).outcomes(action),
    'boards.take': (_, boards, action, outcome, taken) =>
      this.#openBoards(taken, this.#boards(boards).take(action, outcome)),

    'belief.tell': async (running, belief, observation) => {
      await this.#run(running, this.#belief(belief).tell(observation));
    },
    'belief.known': (_, belief) => this.#belief(belief).known(),
    'belief.view': (running, belief, weights) => this.#run(running, this.#belief(belief).view(weights)),
    'belief.weights': (running, belief, opponent, temperature) =>
      this.#run(running, this.#belief(belief).weights(opponent, temperature)),
    'belief.moves': (running, belief, options) => this.#run(running, this.#belief(belief).moves(options)),
    'belief.opponentMoves': (running, belief) => this.#run(running, this.#belief(belief).opponentMoves()),
    'belief.boards': (_, belief, limit) => this.#belief(belief).boards(limit),
  };

  get #engine(): Bindings {
    if (!this.#bindings) throw new Error('the engine has not started');
    return this.#bindings;
  }

  #put<K extends keyof Handles>(kind: K, object: ObjectId, handle: Handles[K]): void {
    this.#objects.get(object)?.handle.free();
    this.#objects.set(object, { kind, handle });
  }

  /** An object of this kind: methods of others have the same names, and take other arguments. */
  #get<K extends keyof Handles>(kind: K, object: ObjectId): Handles[K] {
    const found = this.#objects.get(object);
    if (found?.kind !== kind) throw new Error('there is no such object in the engine');
    return found.handle as Handles[K];
  }

  #game(object: ObjectId): GameHandle {
    return this.#get('game', object);
  }

  /** The game as it stands now: whatever is asked of one whose clock has run out is answered by a game that is over. */
  #gameNow(object: ObjectId): GameHandle {
    const game = this.#game(object);
    if (!game.outcome() && game.checkClock(now())) this.#seal(object);
    return game;
  }

  #belief(object: ObjectId): BeliefHandle {
    return this.#get('belief', object);
  }

  #boards(object: ObjectId): BoardSetHandle {
    return this.#get('boards', object);
  }

  #openBoards(object: ObjectId, boards: BoardSetHandle): Result<'openBoards'> {
    this.#put('boards', object, boards);
    return boards.content();
  }

  #changing<T>(object: ObjectId, change: (game: GameHandle) => T): T {
    const answer = change(this.#gameNow(object));
    this.#seal(object);
    return answer;
  }

  #seal(object: ObjectId): void {
    const bytes = this.#game(object).sealed(now());
    this.#send({ kind: 'sealed', game: object, bytes }, buffersIn(bytes));
  }

  #openReplay(running: Running, object: ObjectId, replay: ReplayHandle, first = 0): Result<'game.replay'> {
    this.#put('replay', object, replay);
    const steps = replay.steps(first);
    for (let from = 0; from < steps.length; from += STEPS_AT_A_TIME) {
      this.#send({ kind: 'steps', id: running.id, steps: steps.slice(from, from + STEPS_AT_A_TIME) }, []);
    }
    return replay.summary();
  }
}

/** What a task has found on its way, as the page is told. */
function foundMessage(id: number, found: StepSizes[] | TurnReport[] | MoveTable): FromEngine {
  if (!Array.isArray(found)) return { kind: 'table', id, table: found };
  const areTurns = (list: StepSizes[] | TurnReport[]): list is TurnReport[] =>
    list[0] !== undefined && 'truth' in list[0];
  return areTurns(found) ? { kind: 'turns', id, turns: found } : { kind: 'sizes', id, sizes: found };
}

function now(): number {
  return performance.timeOrigin + performance.now();
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** After these the instance cannot be trusted: a trap, or the stack at its end (RangeError; Firefox: InternalError). */
function isTrap(error: unknown): boolean {
  return (
    error instanceof WebAssembly.RuntimeError ||
    error instanceof RangeError ||
    (error instanceof Error && error.name === 'InternalError')
  );
}

/** The buffers of typed arrays in an answer, which can be handed over instead of copied. */
function buffersIn(value: unknown): ArrayBuffer[] {
  const values = value !== null && typeof value === 'object' ? [value, ...Object.values(value)] : [];
  const buffers = values
    .filter((v): v is ArrayBufferView => ArrayBuffer.isView(v))
    .map((view) => view.buffer)
    .filter((buffer): buffer is ArrayBuffer => buffer instanceof ArrayBuffer);
  return [...new Set(buffers)];
}
