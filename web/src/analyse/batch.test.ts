import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Outpost, type RecordFile, type SenseSizes, type SideSizes } from 'outpost-rbc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Figures, failedRate, gameFigures, gamesCsv, playerFigures, playersCsv, type Side, sorted } from './batch';
import { BatchRun, runOf } from './batch-run';
import type { Listed } from './keeping';
import { SAMPLES } from './samples';

let outpost: Outpost;
const files: RecordFile[] = [];
beforeAll(async () => {
  outpost = await Outpost.start();
});
afterAll(() => {
  for (const file of files) file.dispose();
  outpost.terminate();
});

/** The list of a file with these records. */
async function listOf(records: readonly string[]): Promise<Listed[]> {
  const file = await outpost.openRecords(new TextEncoder().encode(records.join('\n')));
  files.push(file);
  return file.games.map((summary) => ({ file, fileName: 'games.jsonl', summary }));
}

async function sampleRecords(): Promise<string[]> {
  return Promise.all(
    SAMPLES.map(async ({ link }) => {
      const opened = await outpost.openLink(link);
      if (opened.kind !== 'game') throw new Error('not a game');
      return JSON.stringify(JSON.parse(await opened.replay.record()));
    }),
  );
}

/** A set at one sense, counted up to 100 boards, unless another size says `exact`. */
const sense = (before: number, after: number, followed = true, exact = true): SenseSizes => ({
  turn: 1,
  before: { boards: before, exact },
  after: { boards: after, exact },
  followed,
});
const sets = (...senses: SenseSizes[]): SideSizes => ({ cap: 100, senses, breaksOff: false });

const side = (changes: Partial<Side>): Side => ({
  game: 0,
  color: 'white',
  name: 'a',
  against: 'b',
  score: 1,
  turns: 1,
  sets: { cap: 100, senses: [], breaksOff: false },
  requests: 0,
  failed: 0,
  passes: 0,
  ...changes,
});

describe('sample games', () => {
  it('are whole games that end with a captured king, as their captions say', async () => {
    const summaries = await Promise.all(
      SAMPLES.map(async ({ link, white, black, turns }) => {
        const opened = await outpost.openLink(link);
        if (opened.kind !== 'game') throw new Error('not a game');
        const { summary, steps } = opened.replay;
        expect(opened.more).toBe(false);
        expect(summary).toMatchObject({ white, black, reason: 'KING_CAPTURE' });
        expect(Math.ceil(summary.plies / 2)).toBe(turns);
        return { summary, steps };
      }),
    );
    const pawn = summaries[0]?.steps.filter(
      ({ phase, move }) => phase === 'moved' && move?.requested === 'd4d5' && move.taken === null,
    );
    expect(pawn).toHaveLength(8);
    expect(summaries.map(({ summary }) => summary.winner)).toEqual(['black', 'white', 'white']);
    expect(summaries[2]?.steps.at(-1)?.move).toMatchObject({ requested: 'b5e8', taken: 'b5e8' });
  });
});

describe('figures of many games', () => {
  it('are those of `outpost stats` and the records', { timeout: 60_000 }, async () => {
    const records = await sampleRecords();
    const run = new BatchRun(await listOf(records));
    await run.start();
    expect(run.complete).toBe(true);
    expect(run.unread).toEqual([]);
    const players = new Map((await playerFigures(outpost, run.sides)).map((row) => [row.name, row]));
    // `outpost stats samples.jsonl --json`: mean decay, number of senses.
    const stats = { trout: 0.57153, hsuc: 0.82485, 'perfect-memory': 0.57011, attacker: 0.70749 };
    for (const [name, decay] of Object.entries(stats))
      expect(players.get(name)?.decay?.value, name).toBeCloseTo(decay, 5);
    expect([...players.values()].map(({ name, senses }) => [name, senses])).toEqual([
      ['trout', 30],
      ['hsuc', 31],
      ['attacker', 12],
      ['perfect-memory', 13],
    ]);
    const hsuc = players.get('hsuc') as Figures;
    expect(hsuc).toMatchObject({ games: 2, wins: 2, draws: 0, losses: 0, boards: { exact: true } });
    // Wilson's interval of 2 of 2.
    expect(hsuc.score?.value).toBe(1);
    expect(hsuc.score?.low).toBeCloseTo(0.3424, 4);
    // trout's pawn move failed eight times, in the other game one move.
    expect(players.get('trout')).toMatchObject({ losses: 2, failed: 9 });
    expect(players.get('attacker')?.passes).toBe(9);
  });

  it('count what the records of the fixtures say', { timeout: 60_000 }, async () => {
    const all = gunzipSync(
      readFileSync(join(import.meta.dirname, '../../../tests/conformance/fixtures/games.jsonl.gz')),
    )
      .toString()
      .trim()
      .split('\n');
    const short = all.filter((line) => JSON.parse(line).requested_moves.true.length <= 4);
    expect(short.length).toBeGreaterThan(20);
    const run = new BatchRun(await listOf(short));
    await run.start();
    expect(run.sides).toHaveLength(2 * short.length);
    for (const [i, { game, color, score, turns, requests, failed, passes, sets }] of run.sides.entries()) {
      const record = JSON.parse(short[game] as string);
      const key = String(color === 'white');
      expect([game, color]).toEqual([Math.floor(i / 2), i % 2 === 0 ? 'white' : 'black']);
      const asked: unknown[] = record.requested_moves[key];
      const taken: unknown[] = record.taken_moves[key];
      expect(turns).toBe(asked.length);
      expect(requests).toBe(asked.filter((move) => move !== null).length);
      expect(failed).toBe(asked.filter((move, at) => move !== null && taken[at] === null).length);
      expect(passes).toBe(turns - requests);
      expect(sets.senses.map(({ turn }) => turn)).toEqual(record.senses[key].map((_: unknown, i: number) => i + 1));
      const { senses } = sets;
      expect(senses.every(({ before, after }) => after.boards >= 1 && after.boards <= before.boards)).toBe(true);
      const won = record.winner_color;
      expect(score).toBe(won === null ? (record.win_reason ? 0.5 : null) : Number(won === (color === 'white')));
    }
  });

  it('stay when the work is stopped, and go on from there', { timeout: 60_000 }, async () => {
    const records = await sampleRecords();
    const run = new BatchRun(await listOf(records));
    await new Promise<void>((resolve) => {
      run.addEventListener('change', function stop() {
        if (run.done < 1) return;
        run.removeEventListener('change', stop);
        run.stop();
        resolve();
      });
      void run.start();
    });
    expect([run.running, run.complete, run.done, run.sides.length]).toEqual([false, false, 1, 2]);
    await run.start();
    expect([run.complete, run.sides.length]).toEqual([true, 6]);
    expect(run.sides.map(({ game }) => game)).toEqual([0, 0, 1, 1, 2, 2]);
  });

  it('are kept for the list that they are of', async () => {
    const list = await listOf(await sampleRecords());
    expect(runOf(list)).toBe(runOf(list));
    expect(runOf([...list])).not.toBe(runOf(list));
  });

  it('leave games of a player against itself out of its score only', async () => {
    const sides = [
      side({ name: 'a', against: 'a', score: 1, turns: 5 }),
      side({ color: 'black', name: 'a', against: 'a', score: 0, turns: 5 }),
      side({ game: 1, score: 0.5, turns: 3 }),
      side({ game: 2, score: null, turns: 2 }),
    ];
    const [row] = await playerFigures(outpost, sides);
    expect(row).toMatchObject({ games: 3, wins: 0, draws: 1, losses: 0, turns: 15, score: { value: 0.5 } });
    expect(row).toMatchObject({ decay: null, boards: null });
    const [none] = await playerFigures(outpost, [side({ score: null })]);
    expect(none?.score).toBeNull();
  });
});

describe('sets beyond the cap', () => {
  // Decays of 0.5 and 0.2 where the set was followed; then it was given up.
  const lost = side({ sets: sets(sense(50, 25), sense(2_500, 2_000, true, false), sense(2_000, 2_000, false, false)) });

  it('count as the cap, are marked, and are left out of the decay where they were given up', async () => {
    const [row] = gameFigures([lost]);
    expect(row?.boards).toEqual({ mean: 75, max: 100, exact: false, beyond: true });
    expect(row?.decay?.value).toBeCloseTo(0.35);
    expect(row).toMatchObject({ senses: 3, notFollowed: 1, givenUp: 1, brokenOff: 0 });
    const whole = side({ game: 1, sets: { ...sets(sense(10, 5)), breaksOff: true } });
    const [player] = await playerFigures(outpost, [lost, whole]);
    expect(player?.decay?.value).toBeCloseTo(0.4);
    expect(player).toMatchObject({ senses: 4, notFollowed: 1, givenUp: 1, brokenOff: 1 });
    expect(player?.boards).toEqual({ mean: 57.5, max: 100, exact: false, beyond: true });
  });
});

describe('the table', () => {
  const rows = gameFigures([
    side({ game: 0, requests: 4, failed: 1, sets: sets(sense(1, 10)) }),
    side({ game: 1, name: '=SUM(A1)', score: null }),
    side({
      game: 2,
      name: 'b, "c"',
      score: 0,
      requests: 2,
      sets: sets(sense(20, 2), sense(20, 5, true, false)),
    }),
  ]);
  const games = (of: readonly Figures[]) => of.map((row) => row.side?.game);

  it('is put in order, with what has no value last', () => {
    expect(games(sorted(rows, { by: 'score', upwards: false }))).toEqual([0, 2, 1]);
    expect(games(sorted(rows, { by: 'score', upwards: true }))).toEqual([2, 0, 1]);
    expect(games(sorted(rows, { by: 'boards', upwards: true }))).toEqual([2, 0, 1]);
    expect(games(sorted(rows, { by: 'failed', upwards: false }))).toEqual([0, 2, 1]);
    expect(games(sorted(rows, { by: 'decay', upwards: false }))[0]).toBe(2);
    expect(games(sorted(rows, { by: 'name', upwards: false }))).toEqual([2, 1, 0]);
    expect(rows.map(failedRate)).toEqual([0.25, null, 0]);
  });

  it('is saved with names that break neither columns nor spreadsheets', async () => {
    expect(gamesCsv(rows).split('\n')).toEqual([
      'game,color,player,against,score,turns,mean_boards,max_boards,exact,senses,not_followed,decay,requests,failed,passes',
      '1,white,a,b,1,1,10,10,yes,1,0,,4,1,0',
      "2,white,'=SUM(A1),b,,1,,,,0,0,,0,0,0",
      '3,white,"b, ""c""",b,0,1,3.5,5,no,2,0,0.825,2,0,0',
      '',
    ]);
    const players = await playerFigures(outpost, [side({ requests: 3, failed: 1 })]);
    expect(playersCsv(players).split('\n')[1]).toBe('a,1,1,0,0,1,0.2065,1,1,,,,0,0,,,,3,1,0');
  });
});
