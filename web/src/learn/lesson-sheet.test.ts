import { expect, it } from 'vitest';
import { LESSONS } from '../lessons';
import type { LessonStep } from '../lessons/lesson';
import { answersOf } from './lesson-sheet';

it('has an answer to every problem of every lesson', async () => {
  let problems = 0;
  for (const load of Object.values(LESSONS)) {
    const { id, steps } = await load();
    for (const step of steps) {
      if (!step.show?.attributes.task) continue;
      problems++;
      expect(answersOf(step), `${id} ${step.id}`).not.toBe('');
    }
  }
  expect(problems).toBeGreaterThan(20);
});

it('writes answers as people do', () => {
  const step = (task: string, solution: string[], answer?: string): LessonStep => ({
    id: 'x',
    heading: '',
    text: [],
    show: { element: 'game', attributes: { task, ...(answer === undefined ? {} : { answer }) } },
    solution,
  });
  expect(answersOf(step('reach', ['sense e6', 'e5d6', 'pass']))).toBe('e6, e5–d6, Pass');
  expect(answersOf(step('count', ['count 21']))).toBe('21');
  expect(answersOf(step('choose', ['choose 3'], '3'))).toBe('Board 3');
  expect(answersOf(step('where', [], 'e4 d5'))).toBe('e4 and d5');
  // Of many moves that are as good, the one that the lesson is solved with.
  expect(answersOf(step('move', ['c3d5'], 'c3d5 d2c1 e1f3'))).toBe('c3–d5');
});
