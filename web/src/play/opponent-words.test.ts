import { Outpost } from 'outpost-rbc';
import { expect, it } from 'vitest';
import { agentWords } from '../engine/words';
import { opponentWords } from './opponent-words';

it('has a title, a line and a strength for each agent of the engine', async () => {
  const outpost = await Outpost.start();
  const names = (await outpost.agents()).map(({ name }) => name).sort();
  outpost.terminate();
  for (const texts of [agentWords.agents, opponentWords.lines, opponentWords.strength])
    expect(Object.keys(texts).sort()).toEqual(names);
});
