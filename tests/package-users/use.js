// What every project here does with the package: it counts a set and plays a turn.
import { Outpost } from 'outpost-rbc';

export async function use() {
  const outpost = await Outpost.start();
  const belief = await outpost.track('white');
  await belief.tell({ type: 'opponent', capture: null });
  await belief.tell({ type: 'sense', square: null, result: [] });
  await belief.tell({ type: 'move', requested: 'e2e4', taken: 'e2e4', capture: null });
  await belief.tell({ type: 'opponent', capture: null });
  const { size: boards } = await belief.view();

  const game = await outpost.newGame({
    white: { kind: 'person', name: 'Ada' },
    black: { kind: 'agent', agent: 'random', budgetMs: 50 },
    clock: null,
    seed: 1,
  });
  await game.sense('white', 52);
  await game.move('white', 'e2e4');
  await game.agentTurn();
  const { color: toMove } = await game.toMove();

  const { build, threads, why } = outpost.info;
  outpost.terminate();
  return { boards, toMove, build, threads: threads > 1, why: why.code };
}
