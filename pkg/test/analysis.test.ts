/** Branches, reports, agents' opinions and board sets: what crosses, what is refused, what survives a crash. */
import { describe, expect, test } from 'vitest';
import { type Action, Outpost, type Replay, type TurnReport } from '../src/index.ts';
import { fakeControls, fakeSurroundings } from './fake-engine.ts';

const GAMES = new TextEncoder().encode('games');

async function start() {
  const controls = fakeControls();
  controls.replaySteps = 6;
  return { outpost: await Outpost.startIn(fakeSurroundings(controls)), controls };
}

async function openReplay(outpost: Outpost): Promise<Replay> {
  const file = await outpost.openRecords(GAMES);
  const replay = await file.replay(0);
  file.dispose();
  return replay;
}

/** Crashes the engine, and waits until it runs again. */
async function crash(outpost: Outpost, controls: ReturnType<typeof fakeControls>): Promise<void> {
  const seat = { kind: 'person' as const, name: 'w' };
  const game = await outpost.newGame({ white: seat, black: seat, clock: null, seed: 1 });
  controls.traps = 1;
  const again = new Promise((resolve) => outpost.onRestart(resolve));
  await expect(game.view('white')).rejects.toThrow('crashed');
  await again;
  game.dispose();
}

describe('branches', () => {
  test('have the steps up to theirs, and then their own', async () => {
    const { outpost } = await start();
    const replay = await openReplay(outpost);
    const branch = await replay.branch(3, { request: 'e2e4' });
    expect(branch.steps.slice(0, 4)).toEqual(replay.steps.slice(0, 4));
    expect(branch.steps.slice(4).map((step) => step.fen)).toEqual(['{"request":"e2e4"}']);
    expect(replay.steps).toHaveLength(6);
    const again = await branch.branch(4, { sense: null });
    expect(again.steps.map((step) => step.fen).slice(4)).toEqual(['{"request":"e2e4"}', '{"sense":null}']);
    expect(again.summary.plies).toBe(6);
  });

  test('are restored after a crash, also when what they came from is gone', async () => {
    const { outpost, controls } = await start();
    const replay = await openReplay(outpost);
    const branch = await replay.branch(2, { sense: 20 });
    const again = await branch.branch(3, { request: null });
    replay.dispose();
    branch.dispose();
    await crash(outpost, controls);
    const grown = await again.branch(4, { request: 'a2a3' });
    expect(grown.steps.map((step) => step.fen)).toEqual([
      '',
      '',
      '',
      '{"sense":20}',
      '{"request":null}',
      '{"request":"a2a3"}',
    ]);
    // Nothing of the way there is left.
    const replays = [...controls.live].filter((name) => name.startsWith('replay'));
    expect(controls.engines).toBe(2);
    grown.dispose();
    again.dispose();
    await new Promise((resolve) => setTimeout(resolve));
    const left = [...controls.live].filter((name) => name.startsWith('replay'));
    expect(replays.length - left.length).toBe(2);
  });

  test('refuse what is no action, and say what the engine says', async () => {
    const { outpost } = await start();
    const replay = await openReplay(outpost);
    const wrong: unknown[] = [
      {},
      null,
      { sense: 64 },
      { sense: 'e4' },
      { request: 4 },
      { sense: 1, request: null },
      { sense: undefined },
    ];
    for (const action of wrong) {
      await expect(replay.branch(0, action as Action)).rejects.toThrow(TypeError);
    }
    await expect(replay.branch(-1, { sense: null })).rejects.toThrow(TypeError);
    await expect(replay.branch(99, { sense: null })).rejects.toThrow('there is no step 99 of 6');
  });
});

test('an agent is asked with half a second and a seed of 0 unless something else is said', async () => {
  const { outpost } = await start();
  const replay = await openReplay(outpost);
  expect(await replay.consult(4, 'trout')).toEqual({ request: 'trout 4 500 0' });
  expect(await replay.consult(4, 'hsuc', { ms: 20, seed: -7 })).toEqual({ request: 'hsuc 4 20 -7' });
  for (const options of [{ ms: Number.NaN }, { ms: -1 }, { seed: 0.5 }]) {
    await expect(replay.consult(4, 'hsuc', options)).rejects.toThrow(TypeError);
  }
  const controller = new AbortController();
  const aborted = replay.consult(4, 'hsuc', { signal: controller.signal });
  controller.abort();
  await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
});

test('puzzles are asked for by half-turns', async () => {
  const { outpost } = await start();
  const replay = await openReplay(outpost);
  expect((await replay.puzzles('white', [4, 8])).map(({ ply }) => ply)).toEqual([4, 8]);
  await expect(replay.puzzles('white', [0.5])).rejects.toThrow('plies[0]: pass a whole number of at least 0');
  await expect(replay.puzzles('white', [-1])).rejects.toThrow(TypeError);
  await expect(replay.puzzles('white', 4 as never)).rejects.toThrow('plies: pass a list');
  await expect(replay.puzzles('green' as never, [])).rejects.toThrow(TypeError);
});

test('a report streams its half-turns', async () => {
  const { outpost } = await start();
  const replay = await openReplay(outpost);
  const turns: TurnReport[] = [];
  const progress: number[] = [];
  await replay.report({
    first: 7,
    nodes: 5,
    onTurns: (some) => turns.push(...some),
    onProgress: ({ done }) => progress.push(done),
  });
  expect(turns.map(({ ply, color, dark }) => [ply, color, dark?.value])).toEqual([
    [7, 'black', 5],
    [8, 'white', 5],
  ]);
  expect(progress.length).toBeGreaterThan(0);
  const onTurns = () => {};
  await expect(replay.report({ onTurns, nodes: 0 })).rejects.toThrow(TypeError);
  await expect(replay.report({ onTurns, first: 0.5 })).rejects.toThrow(TypeError);
});

describe('sets of boards', () => {
  test('are opened, asked and taken further', async () => {
    const { outpost } = await start();
    const set = await outpost.openBoards(['a', 'b']);
    expect(set).toMatchObject({ color: 'white', phase: 'start', size: 2, fens: ['a', 'b'] });
    expect((await set.belief()).size).toBe(2);
    expect((await set.moves()).done).toBe(true);
    expect(await set.outcomes({ request: null })).toHaveLength(2);
    const sensed = await set.take({ sense: 4 }, 1);
    expect(sensed).toMatchObject({ phase: 'sensed', size: 1, fens: ['b'] });
    await expect(set.take({ sense: 4 }, 2)).rejects.toThrow('there is no outcome 2 of 2');
    await expect(set.take({ sense: 4 }, -1)).rejects.toThrow(TypeError);
    await expect(set.outcomes({ sense: 1.5 })).rejects.toThrow(TypeError);
  });

  test('say which position is wrong', async () => {
    const { outpost } = await start();
    await expect(outpost.openBoards(['a', 'bad'])).rejects.toThrow('position 2 is bad');
    await expect(outpost.openBoards(['a', 1 as never])).rejects.toThrow('fens[1]');
    await expect(outpost.openBoards('abc' as never)).rejects.toThrow(TypeError);
    await expect(outpost.openBoards([])).rejects.toThrow('1 to 4096');
    await expect(outpost.openBoards(new Array(4097).fill('a'))).rejects.toThrow('1 to 4096');
  });

  test('are restored after a crash, with where they stand', async () => {
    const { outpost, controls } = await start();
    const set = await outpost.openBoards(['a', 'b']);
    const moved = await set.take({ request: 'e2e4' }, 1);
    set.dispose();
    await crash(outpost, controls);
    expect((await moved.belief()).size).toBe(1);
    expect((await moved.take({ request: null }, 0)).fens).toEqual(['b']);
    moved.dispose();
    await expect(moved.belief()).rejects.toMatchObject({ name: 'DisposedError' });
  });
});
