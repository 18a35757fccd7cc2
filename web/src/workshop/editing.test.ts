import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Lesson } from '../lessons/lesson';
import { LESSON_LIMITS, lessonText, readLesson } from '../lessons/lesson-file';
import { WORKSHOP, workshopHash, workshopPlace } from './address';
import {
  addStep,
  changeStep,
  copyOf,
  duplicateStep,
  fits,
  moveStep,
  newLesson,
  paragraphsOf,
  putBack,
  removeStep,
  textOf,
  withAttribute,
} from './editing';

const ids = ({ steps }: Lesson): string => steps.map(({ id }) => id).join(' ');
const three = (): Lesson => addStep(addStep(newLesson(), 1), 2);

it('begins with one step, also of a problem', () => {
  expect(newLesson()).toMatchObject({ title: '', steps: [{ id: '1', heading: '', text: [] }] });
  const show = { element: 'game', attributes: { task: 'sense' } } as const;
  expect(newLesson(show).steps).toEqual([{ id: '1', heading: '', text: [], show }]);
});

it('adds, moves, duplicates and removes steps, which keep their names', () => {
  const lesson = three();
  expect(ids(lesson)).toBe('1 2 3');
  expect(ids(moveStep(lesson, 2, 0))).toBe('3 1 2');
  expect(ids(moveStep(lesson, 0, 1))).toBe('2 1 3');
  expect(moveStep(lesson, 0, -1)).toBe(lesson);
  expect(moveStep(lesson, 2, 3)).toBe(lesson);
  expect(ids(duplicateStep(changeStep(lesson, 0, { heading: 'A' }), 0))).toBe('1 4 2 3');
  expect(duplicateStep(changeStep(lesson, 0, { heading: 'A' }), 0).steps[1]?.heading).toBe('A');
  expect(ids(removeStep(lesson, 1))).toBe('1 3');
  // A name is not given twice while it may be in somebody's progress.
  expect(ids(addStep(removeStep(lesson, 1), 0))).toBe('4 1 3');
});

it('puts back what was removed, once, where it was', () => {
  const lesson = changeStep(three(), 1, { heading: 'B' });
  const [, removed] = lesson.steps;
  if (!removed) throw new Error('no step');
  const without = removeStep(lesson, 1);
  expect(putBack(without, 1, removed)).toEqual(lesson);
  expect(putBack(lesson, 1, removed)).toBe(lesson);
  // Several, the last one first.
  const [, second, third] = lesson.steps;
  if (!second || !third) throw new Error('no step');
  const one = removeStep(removeStep(lesson, 1), 1);
  expect(putBack(putBack(one, 1, third), 1, second)).toEqual(lesson);
});

it('has one step at least, and as many as a lesson may have at most', () => {
  const one = newLesson();
  expect(removeStep(one, 0)).toBe(one);
  let lesson = one;
  for (let i = 0; i < 60; i++) lesson = addStep(lesson, 0);
  expect(lesson.steps.length).toBe(LESSON_LIMITS.steps);
  expect(duplicateStep(lesson, 0)).toBe(lesson);
});

it('makes lessons that can be read, whatever is done in whatever order', () => {
  const action = fc.record({
    what: fc.constantFrom('add', 'duplicate', 'remove', 'move', 'change'),
    at: fc.nat({ max: 60 }),
    to: fc.nat({ max: 60 }),
    text: fc.string({ unit: 'grapheme', maxLength: 40 }),
  });
  fc.assert(
    fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
      let lesson = newLesson();
      for (const { what, at, to, text } of actions) {
        const before = lesson.steps.length;
        if (what === 'add') lesson = addStep(lesson, at);
        else if (what === 'duplicate') lesson = duplicateStep(lesson, at);
        else if (what === 'remove') lesson = removeStep(lesson, at);
        else if (what === 'move') lesson = moveStep(lesson, at, to);
        else lesson = changeStep(lesson, at, { text: paragraphsOf(text) });
        if (what === 'move' || what === 'change') expect(lesson.steps.length).toBe(before);
      }
      expect(readLesson(lessonText(lesson))).toEqual(lesson);
    }),
    { seed: 1, numRuns: 100 },
  );
});

it('copies a lesson without what tests know of it', () => {
  const show = { element: 'game', attributes: { task: 'sense' } } as const;
  const ours = { ...newLesson(show), id: 'rules', title: 'The rules' };
  const steps = ours.steps.map((step) => ({ ...step, solution: ['sense e5'] }));
  const copy = copyOf({ ...ours, steps });
  expect(copy.id).toMatch(/^[0-9a-z]{8}$/);
  expect(copy.title).toBe('The rules');
  expect(copy.steps).toEqual(ours.steps);
});

it('takes paragraphs from a text as it is typed', () => {
  expect(paragraphsOf(' One\nline. \n\n\n Two.\r\n\r\nThree ')).toEqual(['One line.', 'Two.', 'Three']);
  expect(paragraphsOf(textOf(['a', 'b']))).toEqual(['a', 'b']);
  expect(paragraphsOf('\n \n')).toEqual([]);
});

it('cuts nothing of a text that is too long, and says that it is', () => {
  const { paragraph, paragraphs } = LESSON_LIMITS;
  const fitting = paragraphsOf(`${'x'.repeat(paragraph)}\n\n`.repeat(paragraphs));
  expect(fits({ text: fitting })).toBe(true);
  const long = paragraphsOf('x'.repeat(paragraph + 1));
  expect(long[0]?.length).toBe(paragraph + 1);
  expect(fits({ text: long })).toBe(false);
  const many = paragraphsOf('x\n\n'.repeat(paragraphs + 1));
  expect(many.length).toBe(paragraphs + 1);
  expect(fits({ text: many })).toBe(false);
});

it('leaves out attributes that are empty', () => {
  const show = { element: 'game', attributes: { task: 'sense', hint: 'x' } } as const;
  expect(withAttribute(show, 'hint', '').attributes).toEqual({ task: 'sense' });
  expect(withAttribute(show, 'answer', 'e5').attributes).toEqual({ task: 'sense', hint: 'x', answer: 'e5' });
});

it('reads addresses, also odd ones', () => {
  expect(workshopPlace(WORKSHOP)).toEqual({ lesson: null });
  expect(workshopPlace(`${WORKSHOP}/`)).toEqual({ lesson: null });
  expect(workshopPlace(workshopHash('ab12cd34'))).toEqual({ lesson: 'ab12cd34' });
  expect(workshopPlace(`${workshopHash('ab12cd34')}?x`)).toEqual({ lesson: 'ab12cd34' });
  expect(workshopPlace(`${WORKSHOP}/../x`)).toEqual({ lesson: null });
  for (const other of ['', '#learn', '#workshops', '#1workshop']) expect(workshopPlace(other)).toBeNull();
});
