/**
 * Addresses of lessons: `#learn`, `#learn/sensing`, `#learn/sensing/3`; `#learn/own/ab12cd34/3`, a lesson of this device; and
 * `#learn/shared/1…/3`, one that the address holds (`lesson-link.ts`).
 */
export interface LearnPlace {
  /** Where the lesson comes from. */
  of: 'ours' | 'own' | 'shared';
  /** Its name, which no lesson may have, or all of it; `null`: the list. */
  lesson: string | null;
  /** From 1; anything but a number leads to where the lesson was left. */
  step: number | null;
}

/** `null`: the address is none of the lessons. */
export function learnPlace(hash: string): LearnPlace | null {
  const [, path = ''] = /^#learn(?![^/?])([^?]*)/.exec(hash) ?? [];
  if (!/^#learn(?![^/?])/.test(hash)) return null;
  const parts = path.split('/').filter((part) => part !== '');
  const of = parts[0] === 'own' || parts[0] === 'shared' ? parts[0] : 'ours';
  const [lesson = '', step = ''] = of === 'ours' ? parts : parts.slice(1);
  return {
    of,
    lesson: lesson === '' ? null : of === 'shared' ? lesson : lesson.toLowerCase(),
    step: /^\d{1,6}$/.test(step) ? Number(step) : null,
  };
}

/** Where one of our lessons is, and at which step. */
export const learnHash = (lesson: string, step?: number): string => hashOf([lesson], step);

/** A lesson of this device. */
export const ownHash = (id: string, step?: number): string => hashOf(['own', id], step);

/** The same, with what it is shared by. */
export const sharingHash = (id: string): string => `${ownHash(id)}${SHARING}`;

const SHARING = '?share';

export const isSharing = (hash: string): boolean => hash.endsWith(SHARING);

/** A lesson that the address holds. */
export const sharedHash = (packed: string, step?: number): string => hashOf(['shared', packed], step);

function hashOf(parts: readonly string[], step: number | undefined): string {
  return ['#learn', ...parts, ...(step === undefined ? [] : [step])].join('/');
}
