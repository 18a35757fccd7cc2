/**
 * How long a person waits for the play page in a turn, with the set sizes of real games: each side of recorded games is
 * replayed, and the belief is requested after every observation, as the page does. The records are `../shared/games/records.jsonl.gz`, or the file named in OUTPOST_RECORDS (JSON lines, gzipped or
 * not); without one this is skipped. A page shows the belief at two moments of a turn: when the opponent has
 * replied (own move and reply are applied then) and after the sense.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { root, say } from '../../scripts/lib/run.mjs';

export const columns = ['threads'];

const RECORDS = process.env.OUTPOST_RECORDS ?? join(root, '../shared/games/records.jsonl.gz');
/** Takes every n-th game of the file. */
const EVERY = Number(process.env.OUTPOST_EVERY ?? 12);
/** Most boards that a set holds, as in a game (crates/rbc-wasm/src/game.rs). */
const CAP = 50_000;
/** A side that waits longer once is not followed further: the wait counts as this long, later turns as left out. */
const PATIENCE_MS = 1000;
/** Players with a row of their own. */
const PLAYERS = 12;

export default async function turnLatency({ page, start, report, note }) {
  if (!existsSync(RECORDS)) {
    say(`turn-latency is skipped: there are no records at ${RECORDS} (OUTPOST_RECORDS names others)`);
    return;
  }
  const file = readFileSync(RECORDS);
  const text = (file[0] === 0x1f && file[1] === 0x8b ? gunzipSync(file) : file).toString();
  const lines = text.split('\n').filter((line) => line.trim());
  const games = lines.filter((_, i) => i % EVERY === 0);
  await page.evaluate(async (start) => {
    globalThis.outpost = await globalThis.Outpost.start(start);
  }, start);
  const sides = [];
  // A few games at a time: a page that held them all would behave differently.
  for (let i = 0; i < games.length; i += 10) {
    const some = { lines: games.slice(i, i + 10).join('\n'), patience: PATIENCE_MS, cap: CAP };
    sides.push(...(await page.evaluate(replaySides, some)));
  }

  const turns = sides.flatMap(({ player, turns }) => turns.map((turn) => ({ player, ...turn })));
  const counts = new Map();
  for (const { player } of turns) counts.set(player, (counts.get(player) ?? 0) + 1);
  const byCount = [...counts].sort((a, b) => b[1] - a[1]).map(([player]) => player);
  const named = byCount.slice(0, PLAYERS);
  const groups = [
    ...named.map((player) => [player, turns.filter((turn) => turn.player === player)]),
    ['others', turns.filter((turn) => !named.includes(turn.player))],
    ['all', turns],
  ];
  const columnsOf = { reply: 'after the reply', sense: 'after the sense', move: 'after the own move' };
  const rows = groups
    .filter(([, group]) => group.length > 0)
    .map(([player, group]) => {
      const row = { player, turns: group.length, boards: spread(group.map((turn) => turn.boards)) };
      for (const key of Object.keys(columnsOf)) row[key] = spread(group.map((turn) => turn[key]).filter(isNumber));
      row.samples = group.filter((turn) => turn.sample).length;
      const named = (side) =>
        player === 'others' ? !byCount.slice(0, PLAYERS).includes(side.player) : side.player === player;
      row.left = sum(sides.filter((side) => player === 'all' || named(side)).map((side) => side.left));
      return row;
    });
  const cell = ({ median, p95, most }, digits) => [median, p95, most].map((n) => n.toFixed(digits)).join(' / ');
  console.log(`\n${games.length} of ${lines.length} games; median / 95th percentile / most, in milliseconds:\n`);
  console.log(`| player | turns | left out | boards before the sense | ${Object.values(columnsOf).join(' | ')} |`);
  console.log(`| --- | --- | --- | --- |${' --- |'.repeat(Object.keys(columnsOf).length)}`);
  for (const row of rows) {
    const times = Object.keys(columnsOf).map((key) => cell(row[key], 1));
    console.log(`| ${[row.player, row.turns, row.left, cell(row.boards, 0), ...times].join(' | ')} |`);
  }
  const stopped = sides.filter((side) => side.stopped);
  const sampled = turns.filter((turn) => turn.sample).length;
  console.log(
    `\n${sampled} turns with a sample; of ${sides.length} sides, not followed to their end: ${stopped.length}`,
  );
  const why = new Map();
  for (const { player, stopped: reason } of stopped) {
    const key = `${player}: ${reason}`;
    why.set(key, (why.get(key) ?? 0) + 1);
  }
  for (const [key, count] of why) console.log(`  ${key} (${count})`);
  for (const [key, name] of Object.entries(columnsOf)) {
    report(`everything ${name}, all`, turns.map((turn) => turn[key]).filter(isNumber), 'ms');
    const waits = turns.map((turn) => turn[key]).filter(isNumber);
    report(`everything ${name}, all, 95th percentile`, [spread(waits).p95], 'ms');
    // At worst, each omitted turn takes that long.
    const left = sides.flatMap((side) => new Array(side.left).fill(PATIENCE_MS));
    report(`everything ${name}, all, 95th percentile with those left out`, [spread([...waits, ...left]).p95], 'ms');
  }
  note('turnLatency', { games: games.length, of: lines.length, rows });
}

const sum = (values) => values.reduce((total, value) => total + value, 0);

const isNumber = (value) => typeof value === 'number';

function spread(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { median: at(0.5), p95: at(0.95), most: sorted.at(-1) ?? 0 };
}

/** In the page: replays each side's observations of some games and times each answer. */
async function replaySides({ lines, patience, cap }) {
  const { outpost } = globalThis;
  const file = await outpost.openRecords(new TextEncoder().encode(lines));
  const sides = [];
  for (const { index, white, black } of file.games) {
    const replay = await file.replay(index);
    const { steps } = replay;
    replay.dispose();
    if (steps.length === 0) continue;
    for (const color of ['white', 'black']) {
      const name = (color === 'white' ? white : black) || 'unnamed';
      const player = name.replace(/^player-.*/, 'people').replace(/^apltest.*/, 'apltest bots');
      const side = { player, turns: [], stopped: null, left: 0 };
      sides.push(side);
      const belief = await outpost.track(color, steps[0].fen, cap);
      let turn = null;
      /** Awaits `calls` in sequence and records how long they took. */
      const timed = async (key, waited, ...calls) => {
        const signal = AbortSignal.timeout(patience);
        const began = performance.now();
        let answer;
        try {
          for (const call of calls) answer = await call({ signal });
        } catch (error) {
          if (signal.aborted) turn[key] = patience;
          throw error;
        }
        turn[key] = waited + performance.now() - began;
        return answer;
      };
      const tell = (observation) => (options) => belief.tell(observation, options);
      const view = (options) => belief.view(options);
      try {
        // The page makes one request for the own move and the reply together.
        let waited = 0;
        for (const step of steps.filter((step) => step.color === color)) {
          if (step.phase === 'start') {
            turn = { boards: 0, sample: false };
            side.turns.push(turn);
            const seen = await timed('reply', waited, tell({ type: 'opponent', capture: step.notice }), view);
            turn.boards = seen.size;
            turn.sample = seen.completeness === 'sample';
          } else if (step.phase === 'sensed') {
            const { square, result } = step.sense ?? { square: null, result: [] };
            await timed('sense', 0, tell({ type: 'sense', square, result }), view);
          } else {
            const { requested, taken, capture } = step.move ?? { requested: null, taken: null, capture: null };
            const move = { type: 'move', requested, taken, capture };
            await timed('taken', 0, tell(move));
            waited = turn.taken;
            await timed('move', waited, view);
          }
        }
      } catch (error) {
        side.stopped =
          error.name === 'AbortError' || error.name === 'TimeoutError' ? 'too slow' : String(error.message);
      }
      side.turns = side.turns.filter((turn) => turn.boards > 0 || turn.reply);
      const own = steps.filter((step) => step.color === color && step.phase === 'start');
      side.left = own.length - side.turns.length;
      belief.dispose();
    }
  }
  file.dispose();
  return sides;
}
