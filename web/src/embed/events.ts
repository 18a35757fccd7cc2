import type { Color, Outcome, PieceLetter, StepPhase } from 'outpost-rbc';
import type { Task } from '../problems/tasks';
import type { Kind } from '../puzzles/puzzle';

/** What embeds tell the page they are on: `CustomEvent`s that bubble, with these details. Squares and moves are names, as in `e4` and `e2e4`. */
export interface EmbedEvents {
  /** A replay has read its game. */
  'outpost-ready': { white: string | null; black: string | null; steps: number };
  /** A replay has gone to another step. */
  'outpost-step': { index: number; ply: number; color: Color; phase: StepPhase };
  /** The person has sensed; `null`: passed it over. */
  'outpost-sense': { square: string | null; seen: { square: string; piece: PieceLetter | null }[] };
  /** The person has moved: what was asked for, what was made of it, and where it captured. */
  'outpost-move': { requested: string | null; taken: string | null; capture: string | null };
  /** The person has answered a task. */
  'outpost-answer': { task: Task; answer: string; correct: boolean; attempts: number };
  /** The person has asked for the task's hint. */
  'outpost-hint': { task: Task | null };
  /**
   * A puzzle was decided by the first answer, or by showing the answer: told once for each. `solved`: that answer was right; `hinted`:
   * the hint was asked for before; `milliseconds`: since the puzzle came into sight.
   */
  'outpost-result': { puzzle: string; kind: Kind; solved: boolean; hinted: boolean; milliseconds: number };
  'outpost-success': { task: Task; attempts: number; turns: number };
  'outpost-failure': { task: Task; reason: 'turns' | 'over' | 'shown' };
  /** A game is over; `record` is its `reconchess` record (JSON). */
  'outpost-end': { winner: Color | null; reason: Outcome['reason']; record: string };
  /** A lesson has gone to another step (from 1; `lesson` is its name, if it has one), or a problem of it was solved. */
  'outpost-progress': { lesson: string | null; step: number; steps: number; solved: number; tasks: number };
  /** Something could not be shown or worked out; the embed says so too. */
  'outpost-error': { message: string };
}

declare global {
  interface GlobalEventHandlersEventMap extends EmbedEventMap {}
}

type EmbedEventMap = { [K in keyof EmbedEvents]: CustomEvent<EmbedEvents[K]> };
