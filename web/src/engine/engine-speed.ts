import type { Belief, Outpost } from 'outpost-rbc';

/** Black's moves between White's unsensed ones: the sets that the native benchmarks measure, too. */
const OWN_MOVES = ['e7e6', 'g8f6', 'b8c6', 'f8e7'];
/** Measured sets begin with this many own moves made: smaller ones take no time that could be measured. */
const FROM = 2;
/** After one round to warm up. */
const ROUNDS = 5;

/** One set, and what the engine needed for it. */
export interface Measured {
  /** Boards before the opponent's move. */
  from: number;
  /** Moves generated on them. */
  raw: number;
  /** Different boards after it. */
  to: number;
  /** Milliseconds to expand the set, and to survey what came of it: the best of some rounds. */
  expansion: number;
  survey: number;
}

export interface MeasureOptions {
  signal: AbortSignal;
  /** The share that is done. */
  onProgress: (share: number) => void;
}

/**
 * Measures the engine on sets of some 3,000 to 230,000 boards, for a few seconds. Other calls are answered meanwhile, and
 * what it needs in the engine is freed, also after an abort.
 */
export async function measureEngine(outpost: Outpost, { signal, onProgress }: MeasureOptions): Promise<Measured[]> {
  const sets: Measured[] = [];
  const steps = (ROUNDS + 1) * (OWN_MOVES.length + 1);
  let step = 0;
  for (let round = 0; round <= ROUNDS; round++) {
    const belief = await outpost.track('black');
    try {
      for (let turn = 0; turn <= OWN_MOVES.length; turn++) {
        signal.throwIfAborted();
        const raw = round === 0 && turn >= FROM ? await belief.opponentMoves({ signal }) : 0;
        const from = round === 0 && turn >= FROM ? (await belief.view({ signal })).size : 0;
        const expansion = await timed(() => belief.tell({ type: 'opponent', capture: null }, { signal }));
        let to = 0;
        const survey = await timed(async () => {
          to = (await belief.view({ signal })).size;
        });
        const set = sets[turn - FROM];
        if (set && round > 0) {
          set.expansion = Math.min(set.expansion, expansion);
          set.survey = Math.min(set.survey, survey);
        } else if (turn >= FROM) {
          sets.push({ from, raw, to, expansion: Number.POSITIVE_INFINITY, survey: Number.POSITIVE_INFINITY });
        }
        await ownTurn(belief, OWN_MOVES[turn]);
        step += 1;
        onProgress(step / steps);
      }
    } finally {
      belief.dispose();
    }
  }
  return sets;
}

async function ownTurn(belief: Belief, move: string | undefined): Promise<void> {
  if (move === undefined) return;
  await belief.tell({ type: 'sense', square: null, result: [] });
  await belief.tell({ type: 'move', requested: move, taken: move, capture: null });
}

async function timed(call: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await call();
  return performance.now() - began;
}

/** What a second brings: boards taken in, moves generated on them, and different boards that come of it. */
export function perSecond({ from, raw, to, expansion }: Measured): { taken: number; moves: number; made: number } {
  const rounds = 1000 / expansion;
  return { taken: from * rounds, moves: raw * rounds, made: to * rounds };
}
