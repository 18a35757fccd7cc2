/**
 * The filter of known players (`models/players.txt`): how long an opponent's quiet move and the view after it take with it and
 * without, by the number of boards before the move. Calls are timed from the page, including the way to the worker and back.
 */
import { servedFile } from './lib/served-file.mjs';

export const columns = ['threads', 'single'];

const ROUNDS = 9;
const OWN_MOVES = ['e7e6', 'g8f6', 'b8c6', 'f8e7'];
/** Where Black looks in these turns, where nothing stands. */
const SENSES = [
  [null, null, null],
  [null, null, 27, null],
  [null, 27, 29, 27],
];

export default async function filter({ page, start, report }) {
  const file = await servedFile(page, 'models/players.txt');
  const times = await page.evaluate(
    async ({ start, file, plays, moves, rounds }) => {
      const timed = async (call) => {
        const began = performance.now();
        const result = await call();
        return [performance.now() - began, result];
      };
      const emptyAround = (square) =>
        [8, 0, -8].flatMap((up) => [-1, 0, 1].map((right) => [square + up + right, null]));
      const times = [];
      for (const filtered of [false, true]) {
        const outpost = await globalThis.Outpost.start(start);
        const players = { ...file, url: new URL(file.url, location.href) };
        if (filtered) await outpost.players.load({ file: players });
        // The first round warms up.
        for (let round = 0; round <= rounds; round++) {
          for (const senses of plays) {
            const belief = await outpost.track('black');
            await belief.tell({ type: 'opponent', capture: null });
            for (const [turn, square] of senses.entries()) {
              const result = square === null ? [] : emptyAround(square);
              await belief.tell({ type: 'sense', square, result });
              await belief.tell({ type: 'move', requested: moves[turn], taken: moves[turn], capture: null });
              const before = (await belief.view()).size;
              const [move] = await timed(() => belief.tell({ type: 'opponent', capture: null }));
              const [shown, view] = await timed(() => belief.view({ weights: 'weighted' }));
              const weighted = view.weights === 'weighted';
              if (round > 0) times.push({ filtered, before, after: view.size, weighted, move, shown });
            }
            belief.dispose();
          }
        }
        outpost.terminate();
      }
      return times;
    },
    { start, file, plays: SENSES, moves: OWN_MOVES, rounds: ROUNDS },
  );
  const sizes = new Map(times.map(({ before, after }) => [before, after]));
  for (const [before, after] of [...sizes].sort(([a], [b]) => a - b)) {
    for (const filtered of [false, true]) {
      const some = times.filter((time) => time.before === before && time.filtered === filtered);
      const how = filtered ? (some[0].weighted ? 'filter' : 'filter pauses') : 'set alone';
      const name = `${before} to ${after} boards, ${how}`;
      report(
        `move: ${name}`,
        some.map(({ move }) => move),
        'ms',
      );
      report(
        `view: ${name}`,
        some.map(({ shown }) => shown),
        'ms',
      );
    }
  }
}
