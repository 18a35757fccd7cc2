import type { Action, Color, LinkPlace, LinkTried, LinkWhatIf, Replay, ReplayStep } from 'outpost-rbc';
import { placeOf, stepAt } from '../record/notes';
import { afterCrash, isAbort, messageOf } from '../ui/errors';
import { AnalysisSession } from './analysis-session';
import type { KeptLine } from './kept-place';
import { type Variation, VariationTree } from './variations';

export type Line = Variation<AnalysisSession>;

/** What somebody is about to choose instead, from a step on. */
export interface Choosing {
  what: 'sense' | 'move';
  step: ReplayStep;
  /** Every move that can be requested, once it is known. */
  requests: readonly string[] | null;
}

/** What was played at a half-turn of the game, as far as it is left to be assumed. */
export interface Recorded {
  color: Color;
  actions: Action[];
}

/** The what-ifs of one game: which were tried, which is on view, and what is being chosen. Calls back after every change. */
export class WhatIf {
  readonly tree: VariationTree<AnalysisSession>;
  current: Line;
  /** Counts changes of the tree. */
  version = 0;
  /** Counts changes of anything: who shows this compares it. */
  stamp = 0;
  choosing: Choosing | null = null;
  problem: string | null = null;
  busy = false;
  private asking: AbortController | null = null;
  private over = false;

  constructor(
    replay: Replay,
    private readonly onChange: () => void,
  ) {
    this.tree = new VariationTree(new AnalysisSession(replay));
    this.current = this.tree.root;
  }

  private changed(): void {
    this.stamp++;
    this.onChange();
  }

  get session(): AnalysisSession {
    return this.current.line;
  }

  get steps(): readonly ReplayStep[] {
    return this.session.replay.steps;
  }

  /** Frees what the what-ifs hold; the game itself is its owner's. */
  dispose(): void {
    this.over = true;
    this.cancel();
    for (const { line, parent } of this.tree.all()) {
      line.stop();
      if (parent) line.replay.dispose();
    }
  }

  /** Shows another line. What was being worked out for the last one is broken off. */
  show(line: Line): void {
    if (line === this.current) return;
    this.cancel();
    this.session.stop();
    this.current = line;
    this.problem = null;
    this.changed();
  }

  /** The step from which something else can be tried at a step's half-turn. */
  from(what: Choosing['what'], step: ReplayStep): ReplayStep | null {
    const phase = (wanted: ReplayStep['phase']): ReplayStep | undefined =>
      this.steps.find((one) => one.ply === step.ply && one.phase === wanted);
    return (what === 'sense' ? phase('start') : (phase('sensed') ?? phase('start'))) ?? null;
  }

  /** Has the board ask for something else. */
  choose(what: Choosing['what'], step: ReplayStep): void {
    this.cancel();
    this.problem = null;
    this.choosing = { what, step, requests: null };
    this.changed();
    if (what === 'move') void this.askRequests(this.choosing);
  }

  cancel(): void {
    this.asking?.abort();
    this.asking = null;
    if (!this.choosing) return;
    this.choosing = null;
    this.changed();
  }

  /** A table of moves has every request from the first; how good they are is not waited for. */
  private async askRequests(choosing: Choosing): Promise<void> {
    const abort = new AbortController();
    this.asking = abort;
    const { step } = choosing;
    const { replay } = this.session;
    try {
      const { rows } = await afterCrash(() => replay.moves(step.index, step.color, { nodes: 1, signal: abort.signal }));
      if (this.choosing !== choosing) return;
      this.choosing = { ...choosing, requests: rows.flatMap(({ request }) => request ?? []) };
    } catch (error) {
      if (isAbort(error) || this.choosing !== choosing) return;
      this.choosing = null;
      this.problem = messageOf(error);
    }
    this.changed();
  }

  /**
   * Tries an action at a step of the line on view. Returns the step at which what comes of it is seen, on the line that is on view
   * then; `null` if it cannot be tried.
   */
  async try(step: number, action: Action, assumed = false): Promise<number | null> {
    this.cancel();
    this.problem = null;
    const next = this.steps[step + 1];
    // It is what happens on this line anyway.
    if (next && next.ply === this.steps[step]?.ply && did(next, action)) return step + 1;
    const tried = this.tree.tried(this.current, step, action);
    if (tried) {
      this.show(tried);
      return this.seen(tried);
    }
    const { current } = this;
    const trunk = this.session;
    /** Nobody waits for it any more: the game was closed, or the line that it goes on from was taken away. */
    const unwanted = (): boolean => this.over || !this.tree.all().includes(current);
    this.busy = true;
    this.changed();
    try {
      const replay = await afterCrash(() => trunk.replay.branch(step, action));
      if (unwanted()) {
        replay.dispose();
        return null;
      }
      const line = this.tree.add(current, step, action, assumed, new AnalysisSession(replay, trunk, step));
      this.version++;
      this.show(line);
      return this.seen(line);
    } catch (error) {
      if (!unwanted()) this.problem = messageOf(error);
      return null;
    } finally {
      this.busy = false;
      if (!this.over) this.changed();
    }
  }

  /** The step of a line at which what was tried is seen. A request at the start of a half-turn passes the sense over first. */
  seen({ at, action, line }: Line): number {
    const moved = (step: ReplayStep): boolean => step.index > at && step.phase === 'moved';
    const found = action && 'request' in action ? line.replay.steps.find(moved) : undefined;
    return found?.index ?? at + 1;
  }

  /** What was played in the game at the half-turn at which the line on view ends. */
  get recorded(): Recorded | null {
    const last = this.steps.at(-1);
    if (!this.current.parent || !last || last.phase === 'moved') return null;
    const actions = this.tree.root.line.replay.steps.flatMap((step): Action[] => {
      if (step.ply !== last.ply || step.color !== last.color) return [];
      if (step.phase === 'sensed' && last.phase === 'start') return [{ sense: step.sense?.square ?? null }];
      if (step.phase === 'moved' && step.move) return [{ request: step.move.requested }];
      return [];
    });
    return actions.length > 0 ? { color: last.color, actions } : null;
  }

  /** Plays on with what was played in the game. Returns the step that it leads to. */
  async assume(): Promise<number | null> {
    if (this.busy) return null;
    const { recorded } = this;
    let line = this.current;
    let step: number | null = null;
    for (const action of recorded?.actions ?? []) {
      // Somebody has gone elsewhere meanwhile.
      if (this.current !== line) return null;
      const from = step ?? this.steps.length - 1;
      step = await this.try(from, action, true);
      if (step === null) return null;
      line = this.current;
    }
    return step;
  }

  /** What was tried, to be tried again after a reload. */
  get kept(): { lines: KeptLine[]; current: number } {
    const all = this.tree.all();
    const lines = all.flatMap(({ parent, at, action, assumed }) =>
      parent && action ? { parent: all.indexOf(parent), at, action, assumed } : [],
    );
    return { lines, current: all.indexOf(this.current) };
  }

  /** What leads from the game to the line on view, for a link. */
  get tried(): LinkTried[] {
    const tried: LinkTried[] = [];
    for (let line = this.current; line.parent && line.action; line = line.parent) {
      const step = line.parent.line.replay.steps[line.at];
      if (step) tried.unshift({ place: placeOf(step), action: line.action, assumed: line.assumed });
    }
    return tried;
  }

  /** Tries what a link tells of, and shows it. Returns the step of it that the link shows; `null` where it cannot be tried. */
  async follow({ tried, place }: LinkWhatIf): Promise<number | null> {
    const lines = tried.map((one, parent) => ({
      parent,
      at: one.place,
      action: one.action,
      assumed: one.assumed === true,
    }));
    if (!(await this.restore(lines, lines.length))) return null;
    return (stepAt(this.steps, place) ?? this.steps.at(-1))?.index ?? null;
  }

  /**
   * Tries again what was tried before a reload, and shows what was on view; what cannot be tried any more is told of. Returns
   * whether that is on view now. A place that no step has is told of by the engine.
   */
  async restore(
    lines: readonly (Omit<KeptLine, 'at'> & { at: number | LinkPlace })[],
    current: number,
  ): Promise<boolean> {
    const made: Line[] = [this.tree.root];
    this.busy = true;
    this.changed();
    try {
      for (const { parent, at: place, action, assumed } of lines) {
        const trunk = made[parent] as Line;
        const { steps } = trunk.line.replay;
        const at = typeof place === 'number' ? place : (stepAt(steps, place)?.index ?? steps.length);
        const replay = await afterCrash(() => trunk.line.replay.branch(at, action));
        if (this.over) {
          replay.dispose();
          return false;
        }
        made.push(this.tree.add(trunk, at, action, assumed, new AnalysisSession(replay, trunk.line, at)));
        this.version++;
      }
      // Somebody may have gone elsewhere meanwhile.
      const shown = made[current];
      if (shown && this.current === this.tree.root) this.show(shown);
      return shown === this.current;
    } catch (error) {
      if (!this.over) this.problem = messageOf(error);
      return false;
    } finally {
      this.busy = false;
      if (!this.over) this.changed();
    }
  }

  /** Takes a line away, with all that follow from it. Returns whether it, or one of those, was on view. */
  remove(line: Line): boolean {
    const gone = this.tree.remove(line);
    const shown = gone.includes(this.current);
    if (shown && line.parent) this.show(line.parent);
    for (const { line: session } of gone) {
      session.stop();
      session.replay.dispose();
    }
    this.version++;
    this.changed();
    return shown;
  }
}

/** Whether a step is what an action led to. */
function did(step: ReplayStep, action: Action): boolean {
  if ('sense' in action) return step.phase === 'sensed' && (step.sense?.square ?? null) === action.sense;
  return step.phase === 'moved' && step.move?.requested === action.request;
}
