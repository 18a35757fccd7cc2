import { expect, it } from 'vitest';
import { agentWords } from '../engine/words';
import { opponentWords } from './about-words';

it('has a sentence and a strength for each agent', () => {
  const names = Object.keys(agentWords.agents).sort();
  for (const texts of [opponentWords.thinking, opponentWords.strength])
    expect(Object.keys(texts).sort()).toEqual(names);
});
