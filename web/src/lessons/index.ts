import { loadPart } from '../ui/parts';
import type { Lesson } from './lesson';

/** In the order in which they build upon one another; each is fetched on its own. `again`: somebody asked once more. */
export const LESSONS: Readonly<Record<string, (again?: boolean) => Promise<Lesson>>> = {
  rules: async (again) => (await loadPart('lesson', () => import('./rules'), again)).default(),
  sensing: async (again) => (await loadPart('lesson', () => import('./sensing'), again)).default(),
  hsuc: async (again) => (await loadPart('lesson', () => import('./hsuc'), again)).default(),
  'two-knights': async (again) => (await loadPart('lesson', () => import('./two-knights'), again)).default(),
  'one-belief': async (again) => (await loadPart('lesson', () => import('./one-belief'), again)).default(),
  weighting: async (again) => (await loadPart('lesson', () => import('./weighting'), again)).default(),
  'safe-attacks': async (again) => (await loadPart('lesson', () => import('./safe-attacks'), again)).default(),
};
