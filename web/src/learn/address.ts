/** Where in the lessons an address leads: `#learn`, `#learn/sensing`, `#learn/sensing/3`. */
export interface LearnPlace {
  /** A name that no lesson may have. */
  lesson: string | null;
  /** From 1; anything but a number leads to where the lesson was left. */
  step: number | null;
}

/** `null`: the address is none of the lessons. */
export function learnPlace(hash: string): LearnPlace | null {
  const [, path = ''] = /^#learn(?![^/?])([^?]*)/.exec(hash) ?? [];
  if (!/^#learn(?![^/?])/.test(hash)) return null;
  const [lesson = '', step = ''] = path.split('/').filter((part) => part !== '');
  return {
    lesson: lesson === '' ? null : lesson.toLowerCase(),
    step: /^\d{1,6}$/.test(step) ? Number(step) : null,
  };
}

export function learnHash(lesson: string, step?: number): string {
  return step === undefined ? `#learn/${lesson}` : `#learn/${lesson}/${step}`;
}
