/** Where in the lessons an address leads: `#learn`, `#learn/sensing`, `#learn/sensing/3`. */
export interface LearnPlace {
  lesson: string | null;
  /** From 1. */
  step: number | null;
}

/** `null`: the address is none of the lessons. */
export function learnPlace(hash: string): LearnPlace | null {
  const found = /^#learn(?:\/([a-z0-9-]+)(?:\/(\d{1,3}))?)?\/?$/.exec(hash);
  if (!found) return null;
  return { lesson: found[1] ?? null, step: found[2] === undefined ? null : Number(found[2]) };
}

export function learnHash(lesson: string, step?: number): string {
  return step === undefined ? `#learn/${lesson}` : `#learn/${lesson}/${step}`;
}
