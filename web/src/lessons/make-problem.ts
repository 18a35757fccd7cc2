/** What is shown becomes a problem of a lesson: the shell takes it to the workshop, wherever on a page it is. */
import type { Shown } from './lesson';

/** Has `element`, or what it is in, make a problem: fires `make-problem` (detail: {@link Shown}), which bubbles. */
export function makeProblem(element: Element, show: Shown): void {
  element.dispatchEvent(new CustomEvent<Shown>('make-problem', { detail: show, bubbles: true }));
}

/** Boards that are given to a problem, at most: more cannot be looked through. */
export const MOST_GIVEN = 60;

/** A question over boards that one side cannot tell apart: where to sense, or, once that is done, which move. One board is only looked at. */
export function ofBoards(fens: readonly string[], sensed = false): Shown {
  const [fen = ''] = fens;
  if (fens.length === 1 && !sensed) return { element: 'board', attributes: { fen } };
  const task: Record<string, string> = sensed ? { task: 'move' } : { task: 'sense', measure: 'worst' };
  return { element: 'game', attributes: { ...task, boards: fens.join(';'), panels: 'boards' } };
}
