/** One game of an experiment, in one engine, and what its sets were. */
import type { Outpost } from 'outpost';
import { CAP, type GameResult } from './results';
import { type Budget, gameSeed, type LabSetup, schedule } from './setup';

export interface PlayOptions {
  signal: AbortSignal;
  /** Waits while the Lab is paused. */
  gate: () => Promise<void>;
}

/** Plays game `index` from its start to its end. */
export async function playGame(
  outpost: Outpost,
  setup: LabSetup,
  index: number,
  { signal, gate }: PlayOptions,
): Promise<{ result: GameResult; record: string }> {
  const { white, black, firstIsWhite, round } = schedule(setup)(index);
  const seed = gameSeed(setup.seed, round);
  const [nodes, budgetMs] = split(setup.budget);
  const seat = (agent: typeof white) => ({ kind: 'agent', agent, budgetMs }) as const;
  const limit = setup.turns === null ? {} : { turnLimit: setup.turns };
  const game = await outpost.newGame({ white: seat(white), black: seat(black), clock: null, seed, ...limit });
  try {
    let ms = 0;
    let outcome = await game.outcome();
    while (!outcome) {
      await gate();
      const began = performance.now();
      await game.agentTurn({ signal, ...nodes });
      ms += performance.now() - began;
      outcome = await game.outcome();
    }
    const record = await game.recordJson();
    const replay = await game.replay();
    try {
      await gate();
      const measured = firstIsWhite ? 'white' : 'black';
      const counted = setup.experiment === 'growth' ? await replay.senseSizes(measured, { cap: CAP, signal }) : null;
      return { result: { index, ...outcome, plies: replay.summary.plies, ms, senses: counted?.senses ?? [] }, record };
    } finally {
      replay.dispose();
    }
  } finally {
    game.dispose();
  }
}

/** What decisions are given: nodes, and otherwise so many milliseconds. */
function split(budget: Budget): [{ nodes?: number }, number] {
  return 'nodes' in budget ? [{ nodes: budget.nodes }, 0] : [{}, budget.ms];
}
