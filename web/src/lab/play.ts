/** One game of an experiment, in one engine, and what its sets were. */
import type { Outpost, Seat } from 'outpost-rbc';
import { BotSeat, seatName } from './bot-seat';
import type { OwnBot } from './bot-worker';
import { CAP, type GameResult } from './results';
import { type Budget, gameSeed, type LabSetup, OWN_BOT, type Player, schedule } from './setup';

export interface PlayOptions {
  signal: AbortSignal;
  /** Waits while the Lab is paused. */
  gate: () => Promise<void>;
}

/** Plays game `index` from its start to its end; `bot` is the person's own, if one plays. */
export async function playGame(
  outpost: Outpost,
  setup: LabSetup,
  index: number,
  { signal, gate }: PlayOptions,
  bot: OwnBot | null = null,
): Promise<{ result: GameResult; record: string }> {
  const { white, black, firstIsWhite, round } = schedule(setup)(index);
  const seed = gameSeed(setup.seed, round);
  const [nodes, budgetMs] = split(setup.budget);
  const seat = (player: Player): Seat => {
    if (player !== OWN_BOT) return { kind: 'agent', agent: player, budgetMs };
    if (!bot) throw new Error('there is no bot to play');
    return { kind: 'person', name: seatName(bot) };
  };
  const limit = setup.turns === null ? {} : { turnLimit: setup.turns };
  const game = await outpost.newGame({ white: seat(white), black: seat(black), clock: null, seed, ...limit });
  const color = white === OWN_BOT ? 'white' : black === OWN_BOT ? 'black' : null;
  const own = bot && color && new BotSeat(game, color, bot, index, signal);
  try {
    let ms = 0;
    let outcome = await game.outcome();
    while (!outcome) {
      await gate();
      const { color: turn } = await game.toMove();
      const began = performance.now();
      if (own?.color === turn) await own.turn();
      else await game.agentTurn({ signal, ...nodes });
      ms += performance.now() - began;
      outcome = await game.outcome();
    }
    await own?.end(outcome);
    const record = await game.recordJson();
    const replay = await game.replay();
    try {
      await gate();
      const measured = firstIsWhite ? 'white' : 'black';
      const counted = setup.experiment === 'growth' ? await replay.senseSizes(measured, { cap: CAP, signal }) : null;
      const senses = counted?.senses ?? [];
      const fault = own?.fault ? { fault: own.fault } : {};
      return { result: { index, ...outcome, plies: replay.summary.plies, ms, senses, ...fault }, record };
    } finally {
      replay.dispose();
    }
  } finally {
    own?.close();
    game.dispose();
  }
}

/** What decisions are given: nodes, and otherwise so many milliseconds. */
function split(budget: Budget): [{ nodes?: number }, number] {
  return 'nodes' in budget ? [{ nodes: budget.nodes }, 0] : [{}, budget.ms];
}
