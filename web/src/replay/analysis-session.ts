import type { BeliefView, Color, Progress, Replay, SetSize, StepSizes, TurnReport, Weights } from 'outpost-rbc';
import { afterCrash, isAbort, messageOf } from '../ui/errors';
import { REPORT_NODES } from './findings';

/** The true board among those of the side that had to decide at a step. */
export interface Judgement {
  step: number;
  color: Color;
  truth: BeliefView['truth'];
  /** Of the side's set. */
  set: SetSize;
}

/** What has changed: sizes with the state of their analysis, beliefs, what the weights say of the truth, the report. */
export type Topic = 'sizes' | 'beliefs' | 'judged' | 'report';

/** Who looks at beliefs: the boards on view come first, then the panels. */
export type Looker = 'boards' | 'senses' | 'failures';
const LOOKERS: readonly Looker[] = ['boards', 'senses', 'failures'];

/** Judging every half-turn of a game, as far as it has come. */
export interface Report {
  /** By half-turn. */
  readonly turns: readonly (TurnReport | undefined)[];
  readonly running: boolean;
  readonly done: boolean;
  readonly progress: Progress | null;
  readonly problem: string | null;
}

/** A belief that is looked at. */
export interface Wanted {
  step: number;
  color: Color;
}

/** While someone holds a key down, only the step they stop at is worked out. */
const SETTLE_MS = 60;
/** Long games stream thousands of steps: they are drawn a few times a second. */
const DRAW_MS = 200;
/** What takes longer shows how far it has come, and can be stopped: sets of very long games take minutes. */
const SLOW_MS = 1500;

const keyOf = ({ step, color }: Wanted): string => `${step}${color}`;

/**
 * All that is asked of the engine about one line of play, and what it has answered. The line's views read it and hear
 * of changes; nothing is worked out while nobody looks ({@link stop}).
 */
export class AnalysisSession {
  sizes: readonly (StepSizes | null)[];
  progress: Progress | null = null;
  analysing = false;
  problem: string | null = null;
  /** Sizes or beliefs have been worked out for so long that somebody may want to stop that. */
  slow = false;
  /** Somebody stopped it: nothing is worked out until {@link goOn}. */
  halted = false;
  /** Of the belief that is worked out now. */
  beliefProgress: Progress | null = null;
  /** The engine crashed during the analysis, which was begun again. */
  resumed = false;
  /** What the weights make of the true board, by step, where a side had to decide. */
  judged: readonly (Judgement | null)[] = [];

  report: Report = { turns: [], running: false, done: false, progress: null, problem: null };

  private complete = false;
  private readonly listeners = new Map<() => void, readonly Topic[]>();
  private beliefs = new Map<string, BeliefView>();
  private readonly failed = new Set<string>();
  private weights: Weights = 'uniform';
  private readonly wants = new Map<Looker, readonly Wanted[]>();
  private wanted = '';
  private pending: StepSizes[] = [];
  private drawing: ReturnType<typeof setTimeout> | undefined;
  private patience: ReturnType<typeof setTimeout> | undefined;
  private analysis: AbortController | null = null;
  private asking: AbortController | null = null;
  private judge: AbortController | null = null;
  private reporting: AbortController | null = null;

  /** `trunk` shares its steps up to number `shared`, and so what it knows of them. */
  constructor(
    readonly replay: Replay,
    trunk?: AnalysisSession,
    shared = -1,
  ) {
    this.sizes = replay.steps.map((_, step) => (step <= shared ? (trunk?.sizes[step] ?? null) : null));
  }

  /** Calls back on changes of these topics. Returns how to stop that. */
  onChange(topics: readonly Topic[], listener: () => void): () => void {
    this.listeners.set(listener, topics);
    return () => this.listeners.delete(listener);
  }

  private changed(topic: Topic): void {
    for (const [listener, topics] of this.listeners) if (topics.includes(topic)) listener();
  }

  get judging(): boolean {
    return this.judge !== null;
  }

  /** Works out the sizes, unless they are there, and what the weights say of the truth. */
  start(): void {
    if (this.halted) return;
    if (this.complete) void this.judgeAll();
    else if (!this.analysing) void this.analyse();
  }

  /** Breaks off everything; what has been worked out stays. */
  stop(): void {
    this.breakOff();
    this.wanted = '';
    this.wants.clear();
    this.stopReport();
    clearTimeout(this.drawing);
    this.drawing = undefined;
  }

  private breakOff(): void {
    this.analysis?.abort();
    this.analysis = null;
    this.analysing = false;
    this.progress = null;
    this.asking?.abort();
    this.asking = null;
    this.beliefProgress = null;
    this.judge?.abort();
    this.judge = null;
    this.watch();
  }

  /** Somebody has waited long enough: what has been worked out stays, and nothing more is until {@link goOn}. */
  halt(): void {
    this.breakOff();
    this.halted = true;
    this.draw();
    this.changed('beliefs');
  }

  goOn(): void {
    this.halted = false;
    this.wanted = '';
    this.want('boards', this.wants.get('boards') ?? []);
    this.changed('beliefs');
    if (this.complete) void this.judgeAll();
    else void this.analyse();
  }

  /** Notes what has begun or ended. */
  private watch(): void {
    if (this.analysing || this.asking) {
      this.patience ??= setTimeout(() => {
        this.slow = true;
        this.changed('sizes');
      }, SLOW_MS);
      return;
    }
    clearTimeout(this.patience);
    this.patience = undefined;
    if (!this.slow) return;
    this.slow = false;
    this.changed('sizes');
  }

  /** How boards are weighed from now on. */
  weigh(weights: Weights): void {
    if (weights === this.weights) return;
    this.weights = weights;
    this.beliefs = new Map();
    this.failed.clear();
    this.wanted = '';
    if (weights === 'uniform') {
      this.judge?.abort();
      this.judge = null;
    } else if (this.complete) void this.judgeAll();
    this.changed('beliefs');
  }

  async analyse(): Promise<void> {
    this.analysis?.abort();
    const abort = new AbortController();
    this.analysis = abort;
    if (this.replay.steps.length === 0) return;
    this.pending = [];
    this.analysing = true;
    this.problem = null;
    this.resumed = false;
    this.watch();
    this.changed('sizes');
    const soon = (): void => {
      this.drawing ??= setTimeout(() => this.draw(), DRAW_MS);
    };
    try {
      await afterCrash(
        () =>
          this.replay.analyse({
            signal: abort.signal,
            onProgress: (progress) => {
              if (this.analysis !== abort) return;
              this.progress = progress;
              soon();
            },
            onSizes: (sizes) => {
              if (this.analysis !== abort) return;
              this.pending.push(...sizes);
              soon();
            },
          }),
        () => {
          if (this.analysis === abort) this.resumed = true;
        },
      );
      if (this.analysis === abort) this.complete = true;
    } catch (error) {
      if (this.analysis === abort && !isAbort(error)) this.problem = messageOf(error);
    }
    if (this.analysis !== abort) return;
    this.analysing = false;
    this.progress = null;
    this.watch();
    this.draw();
    if (this.complete) void this.judgeAll();
  }

  private draw(): void {
    clearTimeout(this.drawing);
    this.drawing = undefined;
    if (this.pending.length > 0) {
      const sizes = this.sizes.slice();
      for (const size of this.pending) sizes[size.index] = size;
      this.pending = [];
      this.sizes = sizes;
    }
    this.changed('sizes');
  }

  belief(step: number, color: Color): BeliefView | null {
    return this.beliefs.get(keyOf({ step, color })) ?? null;
  }

  /** A belief could not be worked out. */
  beliefFailed(step: number, color: Color): boolean {
    return this.failed.has(keyOf({ step, color }));
  }

  /** Says which beliefs somebody looks at now, the most wanted first; what nobody looks at is no longer worked out. */
  want(looker: Looker, wanted: readonly Wanted[]): void {
    this.wants.set(looker, wanted);
    if (this.halted) return;
    const all = LOOKERS.flatMap((who) => this.wants.get(who) ?? []);
    const key = all.map(keyOf).join();
    if (key === this.wanted) return;
    this.wanted = key;
    const missing = new Map(
      all
        .filter((one) => !this.beliefs.has(keyOf(one)) && !this.failed.has(keyOf(one)))
        .map((one) => [keyOf(one), one]),
    );
    this.asking?.abort();
    this.asking = null;
    if (missing.size > 0) void this.ask([...missing.values()]);
    else this.watch();
  }

  private async ask(missing: readonly Wanted[]): Promise<void> {
    const abort = new AbortController();
    this.asking = abort;
    const { weights } = this;
    this.beliefProgress = null;
    this.watch();
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    for (const one of missing) {
      if (abort.signal.aborted) return;
      try {
        const onProgress = (progress: Progress): void => {
          if (this.asking !== abort) return;
          this.beliefProgress = progress;
          if (this.slow) this.drawing ??= setTimeout(() => this.draw(), DRAW_MS);
        };
        const options = { weights, signal: abort.signal, onProgress };
        const belief = await afterCrash(() => this.replay.belief(one.step, one.color, options));
        if (weights !== this.weights) return;
        this.beliefs.set(keyOf(one), belief);
      } catch (error) {
        if (isAbort(error) || abort.signal.aborted) return;
        this.problem = messageOf(error);
        this.failed.add(keyOf(one));
        this.changed('sizes');
      }
      this.changed('beliefs');
    }
    if (this.asking !== abort) return;
    this.asking = null;
    this.beliefProgress = null;
    this.watch();
  }

  /** Tries again what failed. */
  retry(): void {
    this.halted = false;
    this.failed.clear();
    this.wanted = '';
    this.changed('beliefs');
    if (this.complete) {
      this.problem = null;
      this.changed('sizes');
    } else void this.analyse();
  }

  /** Weighs the true board wherever a side had to decide, once the sizes are there. */
  private async judgeAll(): Promise<void> {
    if (this.weights === 'uniform' || this.judge) return;
    const abort = new AbortController();
    this.judge = abort;
    const judged = this.judged.slice();
    let shown = performance.now();
    try {
      for (const { index, color, phase } of this.replay.steps) {
        if (phase === 'moved' || judged[index]) continue;
        const options = { weights: 'weighted', signal: abort.signal } as const;
        const { weights, truth, size, estimate, error, chanceError, completeness } = await afterCrash(() =>
          this.replay.belief(index, color, options),
        );
        if (abort.signal.aborted) return;
        // What weighs broke down, a crash of the engine took it along, or the boards are too many for it.
        if (weights === 'uniform') continue;
        judged[index] = { step: index, color, truth, set: { size, estimate, error, chanceError, completeness } };
        if (performance.now() - shown > DRAW_MS) {
          this.judged = judged.slice();
          shown = performance.now();
          this.changed('judged');
        }
      }
      this.judged = judged;
    } catch (error) {
      if (!abort.signal.aborted) {
        this.problem = messageOf(error);
        this.changed('sizes');
      }
    } finally {
      if (this.judge === abort) this.judge = null;
      this.changed('judged');
    }
  }

  /** Judges every half-turn, the nearest to half-turn `first` first; what is known already is not asked again. */
  async makeReport(first: number): Promise<void> {
    if (this.report.running || this.report.done) return;
    const abort = new AbortController();
    this.reporting = abort;
    const turns = this.report.turns.slice();
    const tell = (changes: Partial<Report>): void => {
      if (this.reporting !== abort) return;
      this.report = { ...this.report, ...changes };
      this.changed('report');
    };
    tell({ running: true, problem: null, progress: null });
    let shown = performance.now();
    let progress: Progress | null = null;
    const soon = (): void => {
      if (performance.now() - shown < DRAW_MS) return;
      shown = performance.now();
      tell({ turns: turns.slice(), progress });
    };
    try {
      await afterCrash(() =>
        this.replay.report({
          first,
          nodes: REPORT_NODES,
          signal: abort.signal,
          onProgress: (now) => {
            progress = now;
            soon();
          },
          onTurns: (some) => {
            for (const turn of some) turns[turn.ply] = turn;
            soon();
          },
        }),
      );
      tell({ turns, running: false, done: true, progress: null });
    } catch (error) {
      if (!isAbort(error)) tell({ turns, running: false, progress: null, problem: messageOf(error) });
    }
    if (this.reporting === abort) this.reporting = null;
  }

  stopReport(): void {
    this.reporting?.abort();
    this.reporting = null;
    if (!this.report.running) return;
    this.report = { ...this.report, running: false, progress: null };
    this.changed('report');
  }
}
