/** The levels of difficulty by name: a page offers them before the engine runs, which knows the rest (`level-list.ts`). */
import type { LevelName } from 'outpost-rbc';

export const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8] as const;
export type LevelNumber = (typeof LEVELS)[number];

export const levelName = (level: LevelNumber): LevelName => `level-${level}`;

/** The number of a level by its name; `null` for other agents. */
export function levelOf(name: string): LevelNumber | null {
  return LEVELS.find((level) => levelName(level) === name) ?? null;
}
