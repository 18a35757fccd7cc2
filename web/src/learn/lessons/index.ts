import type { Lesson } from '../lesson';

/** In the order in which they build upon one another; each is fetched on its own. */
export const LESSONS: Readonly<Record<string, () => Promise<Lesson>>> = {
  rules: async () => (await import('./rules')).default,
  sensing: async () => (await import('./sensing')).default,
  hsuc: async () => (await import('./hsuc')).default,
  'two-knights': async () => (await import('./two-knights')).default,
  'one-belief': async () => (await import('./one-belief')).default,
  weighting: async () => (await import('./weighting')).default,
  'safe-attacks': async () => (await import('./safe-attacks')).default,
};
