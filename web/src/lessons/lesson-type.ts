/** What a lesson's file says that it is. A file of its own: the shell, which is told of dropped files, needs no more than this. */
export const LESSON_TYPE = 'OutpostLesson';

/** Whether a text says that it is a lesson, readable or not. */
export function isLessonText(text: string): boolean {
  const [, type] = /^\s*\{\s*"type"\s*:\s*"(\w*)"/.exec(text.slice(0, 200)) ?? [];
  return type === LESSON_TYPE;
}
