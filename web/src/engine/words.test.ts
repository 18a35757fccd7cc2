import { Outpost } from 'outpost';
import { expect, it } from 'vitest';
import { agentWords } from './words';

it('has a title, a sentence and a strength for each agent of the engine', async () => {
  const outpost = await Outpost.start();
  const names = (await outpost.agents()).map(({ name }) => name).sort();
  outpost.terminate();
  for (const texts of [agentWords.agents, agentWords.lines, agentWords.thinking, agentWords.strength]) {
    expect(Object.keys(texts).sort()).toEqual(names);
  }
});
