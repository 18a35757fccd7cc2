import { expect, it } from 'vitest';
import { learnHash, learnPlace } from './address';

it('reads addresses of lessons, also odd ones', () => {
  expect(learnPlace('#learn')).toEqual({ lesson: null, step: null });
  expect(learnPlace('#learn/')).toEqual({ lesson: null, step: null });
  expect(learnPlace('#learn?from=chat')).toEqual({ lesson: null, step: null });
  expect(learnPlace('#learn/two-knights')).toEqual({ lesson: 'two-knights', step: null });
  expect(learnPlace('#learn/RULES/9?x=1')).toEqual({ lesson: 'rules', step: 9 });
  expect(learnPlace('#learn/rules/-1')).toEqual({ lesson: 'rules', step: null });
  expect(learnPlace('#learn//..//x')).toEqual({ lesson: '..', step: null });
  for (const other of ['', '#play', '#learning', '#learn-more', '#lab', '#1learn'])
    expect(learnPlace(other)).toBeNull();
});

it('writes what it reads', () => {
  expect(learnPlace(learnHash('hsuc'))).toEqual({ lesson: 'hsuc', step: null });
  expect(learnPlace(learnHash('hsuc', 3))).toEqual({ lesson: 'hsuc', step: 3 });
});
