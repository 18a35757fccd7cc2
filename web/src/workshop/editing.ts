/** What an author does to a lesson: each makes a new one of it. */
import type { Lesson, LessonStep, Shown } from '../lessons/lesson';
import { cleaned, LESSON_LIMITS, minutesOf, newLessonId } from '../lessons/lesson-file';

/** A lesson of one empty step, or of one that shows something. */
export function newLesson(show?: Shown): Lesson {
  return withSteps({ id: newLessonId(), title: '', summary: '', minutes: 1, steps: [], sources: [] }, [
    { id: '1', heading: '', text: [], ...(show ? { show } : {}) },
  ]);
}

/** A copy to be changed, of a lesson of ours or of anybody's. */
export function copyOf(lesson: Lesson): Lesson {
  const steps = lesson.steps.map(({ id, heading, text, show }) => ({ id, heading, text, ...(show ? { show } : {}) }));
  return withSteps({ ...lesson, id: newLessonId() }, steps);
}

/** Whether another step has a place. */
export function hasRoom({ steps }: Lesson): boolean {
  return steps.length < LESSON_LIMITS.steps;
}

/** Adds a step at a place; one step more than there is room for is not added. */
export function addStep(lesson: Lesson, at: number, step: Partial<Omit<LessonStep, 'id'>> = {}): Lesson {
  if (!hasRoom(lesson)) return lesson;
  return withSteps(
    lesson,
    lesson.steps.toSpliced(at, 0, { heading: '', text: [], ...step, id: newStepId(lesson.steps) }),
  );
}

/** Puts back a step that was taken out, under its own name. */
export function putBack(lesson: Lesson, at: number, step: LessonStep): Lesson {
  if (lesson.steps.some(({ id }) => id === step.id)) return lesson;
  return withSteps(lesson, lesson.steps.toSpliced(at, 0, step));
}

/** The last step stays: a lesson has one at least. */
export function removeStep(lesson: Lesson, at: number): Lesson {
  return lesson.steps.length < 2 ? lesson : withSteps(lesson, lesson.steps.toSpliced(at, 1));
}

export function duplicateStep(lesson: Lesson, at: number): Lesson {
  const step = lesson.steps[at];
  return step ? addStep(lesson, at + 1, step) : lesson;
}

/** Moves a step to another place; beyond the ends it stays where it is. */
export function moveStep(lesson: Lesson, from: number, to: number): Lesson {
  const step = lesson.steps[from];
  if (!step || to < 0 || to >= lesson.steps.length || to === from) return lesson;
  return withSteps(lesson, lesson.steps.toSpliced(from, 1).toSpliced(to, 0, step));
}

/** What is new of a step; `null`: it shows nothing any more. */
export type StepChange = Partial<Pick<LessonStep, 'heading' | 'text'>> & { show?: Shown | null };

export function changeStep(lesson: Lesson, at: number, change: StepChange): Lesson {
  return withSteps(
    lesson,
    lesson.steps.map((step, i) => {
      if (i !== at) return step;
      const { show, ...changed } = { ...step, ...change };
      return show ? { ...changed, show } : changed;
    }),
  );
}

function withSteps(lesson: Lesson, steps: readonly LessonStep[]): Lesson {
  return { ...lesson, steps, minutes: minutesOf(steps) };
}

/** A name that no step of the lesson has: progress is kept by it, so it does not change with the order. */
function newStepId(steps: readonly LessonStep[]): string {
  const most = Math.max(0, ...steps.map(({ id }) => (/^\d{1,9}$/.test(id) ? Number(id) : 0)));
  return String(most + 1);
}

/** Paragraphs, with an empty line between them, of a text that is being written. They may be more than a lesson takes: {@link fits}. */
export function paragraphsOf(text: string): string[] {
  return cleaned(text)
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '');
}

/** Whether a step may have so long a text. */
export function fits({ text }: Pick<LessonStep, 'text'>): boolean {
  return text.length <= LESSON_LIMITS.paragraphs && text.every(({ length }) => length <= LESSON_LIMITS.paragraph);
}

export const textOf = (paragraphs: readonly string[]): string => paragraphs.join('\n\n');

/** With an attribute, or without it where it is empty. */
export function withAttribute(show: Shown, name: string, value: string): Shown {
  const { [name]: _, ...others } = show.attributes;
  return { ...show, attributes: value === '' ? others : { ...others, [name]: value } };
}
