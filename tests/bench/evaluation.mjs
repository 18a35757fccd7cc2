/**
 * Evaluators compared: tables of requests at moments of real games, a second each by the built-in search and by Stockfish
 * in one worker; positions searched, depth reached on how many boards, and how often both choose the same request.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { root } from '../../scripts/lib/run.mjs';

const MS = 1_000;
const MOMENTS = Number(process.env.OUTPOST_MOMENTS ?? 24);
/** Larger sets belong to the tracker's benchmarks. */
const MOST_BOARDS = 5_000;

export const columns = ['threads', 'threads1', 'single'];

/** One game of each strong player of the real records, or the tests' fixtures. */
function games() {
  const real = join(root, '../shared/games/records.jsonl.gz');
  const file = existsSync(real) ? real : join(root, 'tests/conformance/fixtures/games.jsonl.gz');
  const lines = gunzipSync(readFileSync(file)).toString().split('\n');
  const strong = lines.filter((line) =>
    /"(white|black)_name": ?"(StrangeFish2?|Oracle|LaSalle Bot|Marmot)"/.test(line),
  );
  return (strong.length >= 8 ? strong : lines.filter(Boolean)).slice(0, 8).join('\n');
}

export default async function evaluation({ page, start, report, note }) {
  const measured = await page.evaluate(
    async ({ start, text, ms, moments, mostBoards }) => {
      const outpost = await globalThis.Outpost.start(start);
      await outpost.stockfish.load({ workers: 1 });
      const file = await outpost.openRecords(new TextEncoder().encode(text));
      const found = { 'built-in': [], stockfish: [] };
      let agreed = 0;
      let asked = 0;
      for (let round = 0; asked < moments && round < 40; round++) {
        for (const { index } of file.games) {
          if (asked >= moments) break;
          const replay = await file.replay(index);
          const sensed = replay.steps.filter(({ phase, ply }) => phase === 'sensed' && ply >= 4);
          const step = sensed[(round * 7 + 3) % sensed.length];
          const belief = await replay.belief(step.index, step.color);
          if (belief.size <= mostBoards) {
            const best = [];
            for (const evaluator of ['built-in', 'stockfish']) {
              const began = performance.now();
              const table = await replay.moves(step.index, step.color, { evaluator, ms, nodes: 1e9 });
              const seconds = (performance.now() - began) / 1000;
              const [row] = table.rows;
              best.push(row.request);
              found[evaluator].push({ nodes: table.nodes / seconds, late: seconds * 1000 - ms, ...row });
            }
            asked++;
            if (best[0] === best[1]) agreed++;
          }
          replay.dispose();
        }
      }
      outpost.terminate();
      return { found, agreed, asked };
    },
    { start, text: games(), ms: MS, moments: MOMENTS, mostBoards: MOST_BOARDS },
  );
  for (const [name, rows] of Object.entries(measured.found)) {
    const each = (what) => rows.map(what);
    report(
      `positions a second, ${name}`,
      each(({ nodes }) => nodes / 1000),
      'k/s',
    );
    report(
      `plies beyond the move, ${name}`,
      each(({ depth }) => depth),
      'plies',
    );
    report(
      `boards scored at that depth, ${name}`,
      each(({ boards }) => boards),
      'boards',
    );
    // An answer before the time was up, because there was nothing more to search, is not early.
    report(
      `after the time was up, ${name}`,
      each(({ late }) => Math.max(0, late)),
      'ms',
    );
  }
  note('agreement', `${measured.agreed} of ${measured.asked}`);
  report('same best request', [(100 * measured.agreed) / Math.max(1, measured.asked)], '%');
}
