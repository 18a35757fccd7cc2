/** Addresses of the workshop: `#workshop`, and `#workshop/ab12cd34`, a lesson of this device. */
import { isLessonId } from '../lessons/lesson-file';

/** `lesson`: a name that no lesson may have. `null`: the address is none of the workshop. */
export function workshopPlace(hash: string): { lesson: string | null } | null {
  const [, name] = /^#workshop(?:\/([^/?]*))?(?:[/?].*)?$/.exec(hash) ?? [];
  if (!/^#workshop(?![^/?])/.test(hash)) return null;
  return { lesson: name !== undefined && isLessonId(name) ? name : null };
}

export const WORKSHOP = '#workshop';

export const workshopHash = (lesson: string): string => `${WORKSHOP}/${lesson}`;
