import { expect, it } from 'vitest';
import { AGENT_RATINGS } from '../engine/agent-ratings';
import { agentWords } from '../engine/words';
import { opponentWords } from './about-words';

it('has a sentence and a strength for each agent', () => {
  const names = Object.keys(agentWords.agents).sort();
  for (const texts of [opponentWords.thinking, AGENT_RATINGS]) expect(Object.keys(texts).sort()).toEqual(names);
  expect(opponentWords.strength('hsuc')).toMatch(/^Rating [\d,]+: scored [\d.]+ of 100 against A_bot\.$/);
});
