import type { BeliefView, MoveTable, Square } from 'outpost-rbc';
import { type Measure, ranks, senseRows } from '../belief/sense-rows';
import type { FenBoard } from './attributes';
import { groupSizes } from './board-set';
import type { Votes } from './board-votes';

/**
 * What `<outpost-game>` can ask for. The first seven are answered at one decision; the others by playing.
 *
 * | task | solved by |
 * | --- | --- |
 * | `sense` | a sense of the list `answer`, or, without one, one that is as good as any (attribute `measure`), or leaves at most `goal` boards |
 * | `move` | a request of the list `answer`, or, without one, one that is nearly as good as the best |
 * | `count` | how many boards are possible |
 * | `choose` | one of the boards: the one that `answer` numbers, or one that no other outweighs |
 * | `where` | the square of the opponent's piece (attribute `piece`) |
 * | `played` | the opponent's move on the board `before` that fits what was told since |
 * | `left` | how many boards a sense of `squares` leaves at worst |
 * | `capture-king` | capturing the king |
 * | `reach` | having a piece (attribute `piece`, if given) on one of `squares` |
 * | `survive` | still having the king after `turns` turns |
 * | `locate` | knowing that at most `goal` boards are possible |
 */
const DECISIONS = ['sense', 'move', 'count', 'choose', 'where', 'played', 'left'] as const;
const PLAYED = ['capture-king', 'reach', 'survive', 'locate'] as const;
export const TASKS = [...DECISIONS, ...PLAYED] as const;
export type Task = (typeof TASKS)[number];
export type PlayTask = (typeof PLAYED)[number];

export function isPlayed(task: Task | null): task is PlayTask {
  return (PLAYED as readonly (Task | null)[]).includes(task);
}

/** Whether an answer is one of those that an author lists: squares, moves in UCI, `pass` or numbers. */
export function isListed(answers: readonly string[], given: string): boolean {
  // A promotion without a piece is a queen's.
  return answers.some((answer) => answer === given || `${answer}q` === given);
}

/** How many boards a sense leaves at worst. */
export function leftAtWorst(boards: readonly FenBoard[], square: Square): number {
  return groupSizes(boards, square)[0] ?? 0;
}

/** How much worse than the best, by the chance to win, a move may be that counts as right. */
const NEAR = 0.02;

/** Whether a sense answers the task; `null` where it is not the time to sense. */
export function senseIsRight(
  belief: BeliefView,
  square: Square,
  measure: Measure,
  goal: number | null,
): boolean | null {
  const rows = senseRows(belief);
  const row = rows?.[square];
  if (!rows || !row) return null;
  return goal === null ? ranks(rows, measure).get(square) === 1 : row.worst <= goal;
}

/** Whether a request is as good as the best over all boards of a list. */
export function voteIsRight({ requests }: Votes, request: string | null): boolean {
  const [best] = requests;
  const given = requests.find((candidate) => candidate.request === request);
  return best !== undefined && given !== undefined && given.mean >= best.mean - NEAR;
}

/** Whether no board outweighs this one. */
export function choiceIsRight(weights: readonly number[], index: number): boolean {
  // Sums of weights that were given twice may differ in the last digit.
  return (weights[index] ?? 0) >= Math.max(...weights) - 1e-9;
}

/** Whether a request is as good as the best, as far as that was looked at. */
export function moveIsRight(table: MoveTable, request: string | null): boolean {
  const best = table.rows[0];
  const row = table.rows.find((candidate) => candidate.request === request);
  return best !== undefined && row !== undefined && (row === best || row.value >= best.value - NEAR);
}
