/** What-ifs, reports, agents' opinions and sets of boards in the engine itself, in Node. Needs both builds (node scripts/build-wasm.mjs). */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginningOf } from '../../tests/fixtures/beginning-of.ts';
import { Outpost, type Progress, type Replay, type TurnReport } from '../src/index.ts';

const GAME = new Uint8Array(
  readFileSync(fileURLToPath(new URL('../../tests/conformance/fixtures/game.json', import.meta.url))),
);

let outpost: Outpost;
let replay: Replay;

beforeAll(async () => {
  outpost = await Outpost.start();
  const file = await outpost.openRecords(GAME);
  replay = await file.replay(0);
  file.dispose();
});

afterAll(() => outpost.terminate());

/** The same record, cut off after some of its moves. */
async function brokenOff(turns: number): Promise<Replay> {
  const begun = beginningOf(JSON.parse(new TextDecoder().decode(GAME)), turns);
  const record = { ...begun, winner_color: null, win_reason: null };
  const file = await outpost.openRecords(new TextEncoder().encode(JSON.stringify(record)));
  return file.replay(0);
}

describe('branches', () => {
  test('by the record’s own actions have the record’s own steps', async () => {
    for (const at of replay.steps.slice(0, 30)) {
      const next = replay.steps[at.index + 1];
      if (at.phase === 'moved' || !next) continue;
      const action =
        at.phase === 'start' ? { sense: next.sense?.square ?? null } : { request: next.move?.requested ?? null };
      const branch = await replay.branch(at.index, action);
      expect(branch.steps).toEqual(replay.steps.slice(0, branch.steps.length));
      expect(branch.steps).toHaveLength(at.index + (at.phase === 'start' ? 2 : 3));
      const color = branch.steps.at(-1)?.color ?? 'white';
      const last = branch.steps.length - 1;
      expect((await branch.belief(last, color)).size).toBe((await replay.belief(last, color)).size);
      branch.dispose();
    }
  });

  test('go another way, and on from there', async () => {
    const sensed = await replay.branch(0, { sense: 9 });
    expect(sensed.steps.map(({ phase }) => phase)).toEqual(['start', 'sensed']);
    expect(sensed.steps[1]?.sense).toMatchObject({ square: 9, result: expect.arrayContaining([[0, 'R']]) });
    const moved = await sensed.branch(1, { request: 'e2d3' });
    expect(moved.steps.map(({ phase }) => phase)).toEqual(['start', 'sensed', 'moved', 'start']);
    // Nothing stood there.
    expect(moved.steps[2]?.move).toEqual({ requested: 'e2d3', taken: null, capture: null });
    expect(moved.summary).toMatchObject({ winner: null, reason: null, plies: 1, white: replay.summary.white });
    const straight = await moved.branch(3, { request: 'e7e5' });
    expect(straight.steps.slice(4).map(({ phase, color }) => `${color} ${phase}`)).toEqual([
      'black sensed',
      'black moved',
      'white start',
    ]);
    expect(straight.steps[4]?.sense).toEqual({ square: null, result: [] });
    const table = await straight.moves(6, 'white', { nodes: 5_000 });
    expect(table.rows.length).toBeGreaterThan(30);
    for (const [step, action, message] of [
      [1, { sense: 9 }, 'has its sense'],
      [2, { request: null }, 'is over'],
      [7, { request: null }, 'there is no step 7 of 7'],
      [6, { request: 'e2e5' }, 'e2e5 may not be requested'],
      [6, { request: 'knight' }, 'not a move'],
    ] as const) {
      await expect(straight.branch(step, action)).rejects.toThrow(message);
    }
  });

  test('end with a king', async () => {
    let game = await brokenOff(0);
    expect(game.steps.map(({ phase }) => phase)).toEqual(['start']);
    for (const request of ['e2e4', 'f7f5', 'd1h5', 'a7a6', 'h5e8']) {
      game = await game.branch(game.steps.length - 1, { request });
    }
    expect(game.summary).toMatchObject({ winner: 'white', reason: 'KING_CAPTURE', plies: 5 });
    expect(game.steps.at(-1)?.phase).toBe('moved');
  });
});

test('a game that was broken off ends where a side decides', async () => {
  const unfinished = await brokenOff(3);
  const last = unfinished.steps.length - 1;
  expect(unfinished.steps[last]).toMatchObject({ phase: 'start', color: 'white', ply: 6 });
  const view = await unfinished.belief(last, 'white');
  expect(view.senseBits).not.toBeNull();
  expect((await unfinished.branch(last, { sense: view.bestSense })).steps).toHaveLength(last + 2);
});

test('agents say what they would do, again and again the same', async () => {
  const agents = (await outpost.agents()).map(({ name }) => name);
  for (const agent of agents) {
    const sense = await replay.consult(0, agent, { ms: 30, seed: 3 });
    expect(Object.keys(sense)).toEqual(['sense']);
    const move = await replay.consult(7, agent, { ms: 30, seed: 3 });
    expect(Object.keys(move)).toEqual(['request']);
  }
  expect(await replay.consult(7, 'random', { seed: 3 })).toEqual(await replay.consult(7, 'random', { seed: 3 }));
  await expect(replay.consult(8, 'random')).rejects.toThrow('nothing is to be decided');
  await expect(replay.consult(1e6, 'random')).rejects.toThrow('there is no step');
  await expect(replay.consult(0, 'nobody' as never)).rejects.toThrow('there is no agent "nobody"');
  const controller = new AbortController();
  const long = replay.consult(7, 'a-bot', { ms: 1e9, signal: controller.signal });
  setTimeout(() => controller.abort(), 50);
  await expect(long).rejects.toMatchObject({ name: 'AbortError' });
});

test('a report tells of every half-turn once, and agrees with beliefs and tables', async () => {
  const game = await brokenOff(5);
  const reports = async (options: { first?: number; nodes?: number }) => {
    const turns: TurnReport[] = [];
    await game.report({ ...options, onTurns: (some) => turns.push(...some) });
    return turns;
  };
  const turns = await reports({ nodes: 3_000 });
  expect(turns.map(({ ply }) => ply)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  const backwards = await reports({ nodes: 3_000, first: 1e9 });
  expect(backwards).toEqual([...turns].reverse());
  expect(turns[10]).toMatchObject({ color: 'white', sense: null, dark: null, light: null });
  for (const turn of turns.slice(0, 10)) {
    const at = game.steps.findIndex(({ ply, phase }) => ply === turn.ply && phase === 'start');
    const [before, after] = [await game.belief(at, turn.color), await game.belief(at + 1, turn.color)];
    expect([turn.before.size, turn.after.size]).toEqual([before.size, after.size]);
    expect(turn.truth).toEqual({ before: 1 / before.size, after: 1 / after.size });
    expect(turn.sense?.bestBits).toBeCloseTo(Math.max(...(before.senseBits ?? [])), 4);
    expect(turn.sense?.square).toBe(game.steps[at + 1]?.sense?.square);
    for (const rated of [turn.dark, turn.light]) {
      expect(rated?.rank).toBeLessThanOrEqual(rated?.of ?? 0);
    }
  }
  const controller = new AbortController();
  const stopped = game.report({ nodes: 1e9, signal: controller.signal, onTurns: () => {} });
  setTimeout(() => controller.abort(), 50);
  await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
});

describe('sets of boards', () => {
  const KNIGHTS = ['4k1n1/8/8/8/8/8/8/R3K3 w Q - 0 1', '4k3/4n3/8/8/8/8/8/R3K3 w Q - 0 1'];

  test('are asked and taken further', async () => {
    const set = await outpost.openBoards([...KNIGHTS, KNIGHTS[0] ?? '']);
    expect(set).toMatchObject({ color: 'white', phase: 'start', size: 2, fens: KNIGHTS });
    expect([set.own[0], set.own[4], set.own[60]]).toEqual(['R', 'K', null]);
    const view = await set.belief();
    expect(view).toMatchObject({ size: 2, completeness: 'exact', weights: 'uniform', truth: null });
    expect(view.senseBits?.[62]).toBe(1);
    expect(view.likeliest).toHaveLength(2);
    const outcomes = await set.outcomes({ sense: 62 });
    expect(outcomes).toMatchObject([{ boards: 1, sense: { square: 62 } }, { boards: 1 }]);
    const seen = await set.take({ sense: 62 }, 0);
    expect(seen).toMatchObject({ size: 1, phase: 'sensed', fens: [KNIGHTS[0]] });
    expect((await seen.belief()).senseBits).toBeNull();
    const table = await seen.moves({ nodes: 5_000 });
    expect(table).toMatchObject({ size: 1, done: true });
    expect(await seen.outcomes({ request: 'a1a8' })).toEqual([
      { boards: 1, move: { requested: 'a1a8', taken: 'a1a8', capture: null }, endsGame: false },
    ]);
    const moved = await seen.take({ request: 'a1a8' }, 0);
    expect(moved).toMatchObject({ color: 'white', phase: 'moved', fens: ['R3k1n1/8/8/8/8/8/8/4K3 b - - 0 1'] });
    expect((await moved.belief()).size).toBe(1);
    await expect(moved.moves()).rejects.toThrow('has moved');
    await expect(moved.outcomes({ request: null })).rejects.toThrow('has moved');
    await expect(seen.outcomes({ sense: 1 })).rejects.toThrow('has sensed');
    await expect(set.outcomes({ request: 'a1b2' })).rejects.toThrow('a1b2 may not be requested');
    await expect(set.take({ request: null }, 1)).rejects.toThrow('there is no outcome 1 of 1');
  });

  test('are refused with the number of the position that is wrong', async () => {
    for (const [fen, message] of [
      ['4k3', 'position 3: not a position'],
      ['4k1n1/8/8/8/8/8/8/R3K3 b Q - 0 1', 'position 3: Black is to move'],
      ['4k1n1/8/8/8/8/8/8/1R2K3 w - - 0 1', 'position 3: White’s pieces'],
      ['4k3/pppppppp/pppppppp/8/8/8/8/R3K3 w Q - 0 1', 'position 3: Black has 17 pieces'],
    ] as const) {
      await expect(outpost.openBoards([...KNIGHTS, fen])).rejects.toThrow(message.replace('’', "'"));
    }
    const many = Array.from({ length: 4096 }, (_, i) => KNIGHTS[i % 2] ?? '');
    expect((await outpost.openBoards(many)).size).toBe(2);
  });
});

test('puzzles of moments are of what a side got wrong, the same each time, and can be stopped', async () => {
  const name = fileURLToPath(new URL('../../tests/conformance/fixtures/games.jsonl.gz', import.meta.url));
  const file = await outpost.openRecords(new Uint8Array(readFileSync(name)));
  const game = await file.replay(2);
  file.dispose();
  const plies = [42, 60];
  let done = 0;
  const onProgress = (progress: Progress): void => {
    done = progress.done;
  };
  const made = await game.puzzles('white', plies, { onProgress });
  expect(made.map(({ ply, kind }) => [ply, kind])).toEqual([
    [42, 'king'],
    [60, 'move'],
  ]);
  expect(done).toBeGreaterThan(0);
  for (const { ply, id, rating, boards, answers, numbers } of made) {
    expect(id).toMatch(/^[0-9A-Za-z]{8}$/);
    expect(rating).toBeGreaterThanOrEqual(600);
    expect(boards.split(';').length).toBeGreaterThan(1);
    expect(numbers.map(([move]) => move)).toEqual(expect.arrayContaining(answers));
    const moved = game.steps.find((step) => step.ply === ply && step.phase === 'moved');
    expect(answers).not.toContain(moved?.move?.requested ?? 'pass');
  }
  expect(await game.puzzles('white', [...plies, 42])).toEqual(made);
  // Half-turns of the other side are none of this one.
  expect(await game.puzzles('black', plies)).toEqual([]);
  const controller = new AbortController();
  const stopped = game.puzzles('white', plies, { signal: controller.signal });
  controller.abort();
  await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
});
