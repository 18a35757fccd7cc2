/** How good each request is on each of a few boards that cannot be told apart, and over all of them by their weights. */
import type { Outpost } from 'outpost-rbc';

/** Positions looked at for all boards together: some seconds on a slow machine. */
const NODES = 1_200_000;

/** Differences too small to be seen, in percent without decimals. */
export const EQUAL = 0.005;

export interface Votes {
  /** Every request and the pass, best over all boards first. */
  requests: readonly RatedRequest[];
  /** The best request on each board, were that the only one: of those that are as good, one that is taken as asked. */
  favourites: readonly (string | null)[];
  /** Its value. */
  best: readonly number[];
}

export interface RatedRequest {
  /** In UCI; `null` is the pass. */
  request: string | null;
  /** The chance to win on each board, from 0 to 1, by the engine's search. */
  values: readonly number[];
  /** Their weighted mean. */
  mean: number;
}

/**
 * Asks the engine about each board by itself: its table over all of them (`BoardSet.moves`) counts lost kings for more than their share and
 * has no weights, and what each board would choose is what lessons compare.
 */
export async function rateOnBoards(
  outpost: Outpost,
  boards: readonly { fen: string }[],
  weights: readonly number[],
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (done: number) => void } = {},
): Promise<Votes> {
  const nodes = Math.max(1000, Math.floor(NODES / boards.length));
  const values = new Map<string | null, number[]>();
  const favourites: (string | null)[] = [];
  const best: number[] = [];
  for (const [i, { fen }] of boards.entries()) {
    const one = await outpost.openBoards([fen], signal ? { signal } : {});
    try {
      const { rows } = await one.moves({ nodes, ...(signal ? { signal } : {}) });
      for (const { request, mean } of rows) {
        const list = values.get(request) ?? [];
        list[i] = mean;
        values.set(request, list);
      }
      const most = Math.max(...rows.map(({ mean }) => mean));
      best.push(most);
      const good = rows.filter(({ mean }) => mean >= most - EQUAL);
      favourites.push((good.find(({ asAsked }) => asAsked === 1) ?? good[0])?.request ?? null);
    } finally {
      one.dispose();
    }
    onProgress?.(i + 1);
  }
  const requests = [...values].map(([request, list]) => ({
    request,
    values: list,
    mean: list.reduce((sum, value, i) => sum + value * (weights[i] as number), 0),
  }));
  requests.sort((a, b) => b.mean - a.mean);
  return { requests, favourites, best };
}
