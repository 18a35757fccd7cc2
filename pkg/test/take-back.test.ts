/** Turns taken back, and games that go on from others, in the engine itself, in Node. Needs both builds (node scripts/build-wasm.mjs). */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AgentName, type Color, EngineError, type Game, type NewGameSetup, Outpost } from '../src/index.ts';

const RECORD = readFileSync(
  fileURLToPath(new URL('../../tests/conformance/fixtures/game.json', import.meta.url)),
  'utf8',
);
const NODES = 2000;

let outpost: Outpost;

beforeAll(async () => {
  outpost = await Outpost.start();
});

afterAll(() => outpost.terminate());

const person = (name: string) => ({ kind: 'person', name }) as const;
const agent = (name: AgentName) => ({ kind: 'agent', agent: name, budgetMs: 50 }) as const;

function setup(changes: Partial<NewGameSetup> = {}): NewGameSetup {
  return { white: person('Ada'), black: agent('trout'), clock: null, seed: 7, ...changes };
}

/** A turn of White, and the opponent's answer. */
async function turn(game: Game, square: number | null, request: string | null): Promise<void> {
  await game.sense('white', square);
  await game.move('white', request);
  if (!(await game.outcome())) await game.agentTurn({ nodes: NODES });
}

async function refusalOf(promise: Promise<void>): Promise<string> {
  const error = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(EngineError);
  const { details } = error as EngineError;
  if (details.code !== 'take-back') throw error;
  return details.data.refusal;
}

describe('a turn taken back', () => {
  test('leads to before the last sense, as before, and the same decisions lead to the same game', async () => {
    const game = await outpost.newGame(setup());
    await turn(game, 44, 'e2e4');
    const before = await game.view('white');
    await turn(game, 36, 'd2d4');
    const after = await game.view('white');
    expect(after.ply).toBe(4);
    expect(after.takeBackRefusal).toBeNull();

    await game.takeBack('white');
    expect(await game.view('white')).toEqual(before);
    expect(await game.toMove()).toMatchObject({ color: 'white' });
    expect(await game.takenBack()).toEqual({ white: 1, black: 0 });
    await turn(game, 36, 'd2d4');
    expect(await game.view('white')).toEqual(after);

    // In the middle of a turn, the sense alone.
    await game.sense('white', 27);
    await game.takeBack('white');
    expect(await game.view('white')).toEqual(after);
    expect(await game.belief('white')).toMatchObject({ completeness: 'exact' });
    game.dispose();
  });

  test('is in the snapshot, and the end is undone', async () => {
    const game = await outpost.newGame(setup());
    await turn(game, null, 'e2e4');
    await game.sense('white', null);
    await game.resign('white');
    expect(await game.outcome()).toMatchObject({ reason: 'RESIGN' });
    await game.takeBack('white');
    expect(await game.outcome()).toBeNull();
    await expect(game.recordJson()).rejects.toThrow('the game is not over');
    const again = await outpost.resumeGame(game.sealed());
    expect(await again.view('white')).toEqual(await game.view('white'));
    expect(await again.takenBack()).toEqual({ white: 1, black: 0 });
    game.dispose();
    again.dispose();
  });

  test('stops an agent that thinks', async () => {
    const game = await outpost.newGame(setup({ black: { kind: 'agent', agent: 'hsuc', budgetMs: 60_000 } }));
    const before = await game.view('white');
    await game.sense('white', null);
    await game.move('white', 'e2e4');
    const thinks = game.agentTurn();
    await game.takeBack('white');
    await thinks;
    expect(await game.view('white')).toEqual(before);
    game.dispose();
  });

  test('is refused, with a code, and then nothing has changed', async () => {
    const game = await outpost.newGame(setup());
    expect((await game.view('white')).takeBackRefusal).toBe('nothing');
    expect(await refusalOf(game.takeBack('white'))).toBe('nothing');
    await expect(game.takeBack('black')).rejects.toThrow('Black is played by an agent');
    expect(await game.takenBack()).toEqual({ white: 0, black: 0 });
    game.dispose();

    const clocked = await outpost.newGame(setup({ clock: { seconds: 60, increment: 0 } }));
    await clocked.sense('white', null);
    expect((await clocked.view('white')).takeBackRefusal).toBe('clock');
    expect(await refusalOf(clocked.takeBack('white'))).toBe('clock');
    expect((await clocked.view('white')).phase).toBe('move');
    clocked.dispose();
  });
});

describe('a game that goes on from another', () => {
  test('has its half-turns, and what each side was told there', async () => {
    const replay = await outpost.openRecord(RECORD);
    const link = await outpost.encodeLink(RECORD);
    for (const halfMoves of [0, 1, 6, 13]) {
      const color: Color = halfMoves % 2 === 0 ? 'white' : 'black';
      const seats = { white: person('Ada'), black: person('Bo') };
      const games = [];
      for (const from of [
        { replay, halfMoves },
        { record: RECORD, halfMoves },
        { record: link, halfMoves },
      ]) {
        games.push(await outpost.newGame(setup({ ...seats, from })));
      }
      const step = replay.steps.findIndex((step) => step.ply === halfMoves && step.phase === 'start');
      for (const game of games) {
        const view = await game.view(color);
        expect(view).toMatchObject({ ply: halfMoves, phase: 'sense', takeBackRefusal: 'nothing' });
        expect(await game.past()).toBe(halfMoves);
        expect(await game.beganAsChess()).toBe(true);
        const belief = await game.belief(color);
        expect(belief.size).toBe((await replay.belief(step, color)).size);
      }
      const [first, ...others] = await Promise.all(games.map((game) => game.view('white')));
      for (const other of others) expect(other).toEqual(first);
      for (const game of games) game.dispose();
    }
    replay.dispose();
  });

  test('is gone on with by any agent, and outlives a reload', async () => {
    const replay = await outpost.openRecord(RECORD);
    const game = await outpost.newGame(setup({ from: { replay, halfMoves: 8 } }));
    // Neither needs the other.
    replay.dispose();
    await turn(game, 36, null);
    const again = await outpost.resumeGame(game.sealed());
    expect(await again.past()).toBe(8);
    expect(await again.view('white')).toEqual(await game.view('white'));
    await game.takeBack('white');
    expect(await refusalOf(game.takeBack('white'))).toBe('nothing');
    await again.resign('white');
    const record = await outpost.openRecord(await again.recordJson());
    expect((await record.details()).differences).toEqual([]);
    expect(record.summary).toMatchObject({ white: 'Ada', black: 'trout', plies: 10 });
    game.dispose();
    again.dispose();
  });

  test('may go on from what was not played', async () => {
    const replay = await outpost.openRecord(RECORD);
    const branch = await replay.branch(0, { request: 'a2a4' });
    const game = await outpost.newGame(
      setup({ white: agent('random'), black: person('Bo'), from: { replay: branch, halfMoves: 1 } }),
    );
    await game.resign('black');
    const [first] = (await game.replay()).steps.filter((step) => step.phase === 'moved');
    expect(first?.move?.requested).toBe('a2a4');
    game.dispose();
  });

  test('has its start position', async () => {
    const startFen = '4k3/8/8/8/8/8/8/4K3 w - - 0 1';
    const seats = { white: person('Ada'), black: person('Bo') };
    const other = await outpost.newGame(setup({ ...seats, startFen }));
    expect(await other.beganAsChess()).toBe(false);
    await other.sense('white', null);
    await other.move('white', 'e1e2');
    await other.resign('white');
    const replay = await other.replay();
    const game = await outpost.newGame(setup({ ...seats, from: { replay, halfMoves: 0 } }));
    expect(await game.past()).toBe(0);
    expect(await game.beganAsChess()).toBe(false);
    for (const each of [other, replay, game]) each.dispose();
  });

  test('is refused where there is none', async () => {
    const replay = await outpost.openRecord(RECORD);
    const { plies } = replay.summary;
    const start = (from: NewGameSetup['from'], rest = {}) => outpost.newGame(setup({ from, ...rest } as NewGameSetup));
    await expect(start({ replay, halfMoves: plies + 1 })).rejects.toThrow(`the game has ${plies} half-turns`);
    await expect(start({ replay, halfMoves: plies })).rejects.toThrow('the game is over there');
    const over = { code: 'past-over', message: 'the game is over there, so none can go on' };
    expect(await replay.pastLimit()).toEqual({ halfMoves: plies - 1, refusal: over });
    const brokenOff = await replay.branch(0, { request: 'a2a4' });
    expect(await brokenOff.pastLimit()).toEqual({ halfMoves: 1, refusal: null });
    await expect(start({ record: '{}', halfMoves: 0 })).rejects.toThrow();
    await expect(start({ record: 'no link', halfMoves: 0 })).rejects.toThrow();
    const startFen = '4k3/8/8/8/8/8/8/4K3 w - - 0 1';
    await expect(start({ replay, halfMoves: 0 }, { startFen })).rejects.toThrow("has that one's start position");
    await expect(start({ replay, halfMoves: -1 })).rejects.toThrow(TypeError);
    await expect(start({ replay: {} as never, halfMoves: 0 })).rejects.toThrow('from.replay: pass a replay');
    await expect(start({ record: 3 as never, halfMoves: 0 })).rejects.toThrow('from.record: pass the text of a record');
    const other = await Outpost.start();
    await expect(other.newGame(setup({ from: { replay, halfMoves: 0 } }))).rejects.toThrow('a replay of this engine');
    other.terminate();
  });
});
