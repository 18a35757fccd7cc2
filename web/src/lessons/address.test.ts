import { expect, it } from 'vitest';
import { learnHash, learnPlace, ownHash, sharedHash } from './address';

it('reads addresses of lessons, also odd ones', () => {
  const ours = { of: 'ours' };
  expect(learnPlace('#learn')).toEqual({ ...ours, lesson: null, step: null });
  expect(learnPlace('#learn/')).toEqual({ ...ours, lesson: null, step: null });
  expect(learnPlace('#learn?from=chat')).toEqual({ ...ours, lesson: null, step: null });
  expect(learnPlace('#learn/two-knights')).toEqual({ ...ours, lesson: 'two-knights', step: null });
  expect(learnPlace('#learn/RULES/9?x=1')).toEqual({ ...ours, lesson: 'rules', step: 9 });
  expect(learnPlace('#learn/rules/-1')).toEqual({ ...ours, lesson: 'rules', step: null });
  expect(learnPlace('#learn//..//x')).toEqual({ ...ours, lesson: '..', step: null });
  expect(learnPlace('#learn/own')).toEqual({ of: 'own', lesson: null, step: null });
  expect(learnPlace('#learn/shared/')).toEqual({ of: 'shared', lesson: null, step: null });
  for (const other of ['', '#play', '#learning', '#learn-more', '#lab', '#1learn'])
    expect(learnPlace(other)).toBeNull();
});

it('writes what it reads', () => {
  expect(learnPlace(learnHash('hsuc'))).toEqual({ of: 'ours', lesson: 'hsuc', step: null });
  expect(learnPlace(learnHash('hsuc', 3))).toEqual({ of: 'ours', lesson: 'hsuc', step: 3 });
  expect(learnPlace(ownHash('ab12cd34', 2))).toEqual({ of: 'own', lesson: 'ab12cd34', step: 2 });
  expect(learnPlace(sharedHash('1aB-_c', 4))).toEqual({ of: 'shared', lesson: '1aB-_c', step: 4 });
});
