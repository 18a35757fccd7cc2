/** The boards that the side to move could not tell apart at a step of a game. */
import type { Color, Observation, Outpost, ReplayStep } from 'outpost-rbc';

/**
 * Tells the engine again what the side was told up to a step, which is none after its move. `most`: of more boards it gives only their
 * number.
 */
export async function possibleBoards(
  outpost: Outpost,
  steps: readonly ReplayStep[],
  at: number,
  most: number,
): Promise<{ size: number; fens: readonly string[] }> {
  const here = steps[at];
  if (!here) return { size: 0, fens: [] };
  const belief = await outpost.track(here.color, steps[0]?.fen, most * CAP);
  try {
    for (const observation of toldTo(steps, at, here.color)) await belief.tell(observation);
    const { size, estimate } = await belief.view();
    if (estimate > most) return { size: Math.round(estimate), fens: [] };
    return { size, fens: await belief.boards(most) };
  } finally {
    belief.dispose();
  }
}

/** Boards that are kept on the way, as a multiple: a set is larger before it is small again. */
const CAP = 10_000;

function toldTo(steps: readonly ReplayStep[], at: number, color: Color): Observation[] {
  const told: Observation[] = [];
  for (const step of steps.slice(0, at + 1)) {
    if (step.color !== color) continue;
    if (step.phase === 'start') told.push({ type: 'opponent', capture: step.notice });
    else if (step.phase === 'sensed') told.push({ type: 'sense', ...(step.sense ?? { square: null, result: [] }) });
    else if (step.move) told.push({ type: 'move', ...step.move });
  }
  return told;
}
