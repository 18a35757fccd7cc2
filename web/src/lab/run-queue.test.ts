import type { Outpost } from 'outpost-rbc';
import { expect, it } from 'vitest';
import type { playGame } from './play';
import type { GameResult } from './results';
import type { Run } from './run';
import { RunQueue } from './run-queue';
import { DEFAULTS, type LabSetup } from './setup';
import { labWords } from './words';

const run = (id: number, games = 3): Run => ({
  id,
  setup: { ...DEFAULTS.players, players: ['attacker', 'random'], games, seed: id } as LabSetup,
  bot: null,
  results: new Map(),
  lost: new Set(),
  lanes: null,
  problem: null,
  notes: [],
});

const moment = () => new Promise((resolve) => setTimeout(resolve));

/** A queue whose games are over at once, but for what `play` does; `seen` has what it played: run and game. */
function queueWith(play: (run: number, game: number) => Promise<Partial<GameResult>> = async () => ({})) {
  const seen: string[] = [];
  const done: number[] = [];
  const lock = { held: 0, taken: false };
  let over = (): void => {};
  const kept: string[] = [];
  const queue: RunQueue = new RunQueue(
    {
      keepRun: async ({ id }: Run) => void kept.push(`${id}`),
      keepGame: async (id: number, { index }: GameResult) => void kept.push(`${id}/${index}`),
    },
    {
      onChange: () => {
        if (!queue.played) over();
      },
      onDone: ({ id }) => void done.push(id),
    },
    {
      lock: async () => {
        if (lock.taken) return null;
        lock.held++;
        return { lost: new Promise<void>(() => {}), release: () => lock.held-- };
      },
      start: async () => ({ terminate: () => {} }) as unknown as Outpost,
      play: (async (_outpost, setup, index, { gate, signal }) => {
        await gate();
        const more = await play(setup.seed, index);
        signal.throwIfAborted();
        seen.push(`${setup.seed}/${index}`);
        const result = { index, winner: null, reason: 'TURN_LIMIT', plies: 1, ms: 1, senses: [], ...more };
        return { result, record: '' };
      }) as typeof playGame,
    },
  );
  /** Settles when nothing is played any more. */
  const ended = async (): Promise<void> => {
    await new Promise<void>((resolve) => {
      over = resolve;
    });
    await moment();
    if (queue.played) await ended();
  };
  return { queue, seen, done, lock, kept, ended };
}

it('plays runs one after the other, in one tab', async () => {
  const { queue, seen, done, lock, kept, ended } = queueWith(async () => {
    await moment();
    return {};
  });
  const [first, second] = [run(1), run(2)];
  const adding = [queue.add(() => first, 1), queue.add(() => second, 2), queue.add(() => first, 1)];
  expect(await Promise.all(adding)).toEqual([first, second, first]);
  expect([queue.stateOf(second), queue.isUnderWay(second), lock.held]).toEqual(['waiting', true, 1]);
  await ended();
  expect(seen).toEqual(['1/0', '1/1', '1/2', '2/0', '2/1', '2/2']);
  expect([done, lock.held, first.lanes, second.lanes]).toEqual([[1, 2], 0, 1, 2]);
  expect([queue.stateOf(first), queue.stateOf(second)]).toEqual(['done', 'done']);
  expect(kept.filter((key) => key.includes('/'))).toEqual(seen);
});

it('begins nothing while another tab plays', async () => {
  const { queue, lock } = queueWith();
  lock.taken = true;
  const made: Run[] = [];
  const make = () => {
    made.push(run(1));
    return made[0] as Run;
  };
  expect(await queue.add(make, 1)).toBeNull();
  expect(made).toEqual([]);
  lock.taken = false;
  expect(await queue.add(make, 1)).toBe(made[0]);
});

it('stops a run that is played, one that waits, and goes on with the next', async () => {
  const [first, second, third] = [run(1), run(2), run(3)];
  const { queue, seen, done, ended } = queueWith(async (id, game) => {
    await moment();
    if (id === 1 && game === 1 && done.length === 0) queue.stop(first);
    return {};
  });
  for (const each of [first, second, third]) await queue.add(() => each, 1);
  queue.stop(second);
  await ended();
  expect(seen).toEqual(['1/0', '3/0', '3/1', '3/2']);
  expect([first, second, third].map((of) => queue.stateOf(of))).toEqual(['stopped', 'stopped', 'done']);
  expect(done).toEqual([3]);
  await queue.add(() => first, 1);
  await ended();
  expect(seen.slice(4)).toEqual(['1/1', '1/2']);
});

it('is held before the next game, also when it was held before', async () => {
  const { queue, seen, ended } = queueWith();
  const held = run(1);
  queue.hold(true);
  await queue.add(() => held, 1);
  await moment();
  expect([queue.stateOf(held), seen, queue.timeLeft(held)]).toEqual(['paused', [], null]);
  queue.hold(false);
  await ended();
  expect(seen).toHaveLength(3);
});

it('stops a run whose bot makes one fault after the other, and no other', async () => {
  const bad = run(1, 9);
  const { queue, seen, ended } = queueWith(async (id, game) =>
    id === 1 && game !== 1 ? { fault: `in game ${game}` } : {},
  );
  await queue.add(() => bad, 1);
  await queue.add(() => run(2), 1);
  await ended();
  expect(seen).toEqual(['1/0', '1/1', '1/2', '1/3', '1/4', '2/0', '2/1', '2/2']);
  expect([queue.stateOf(bad), bad.problem]).toEqual(['failed', labWords.bot.givenUp(3)]);
  expect(bad.notes.at(-1)).toBe(labWords.bot.faulty(5, 'in game 4'));
  expect(bad.results.get(0)?.fault).toBe('in game 0');
});
