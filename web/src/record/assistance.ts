/** Levels of assistance, from none to most. */
export const ASSISTANCE = ['none', 'markers', 'tracking', 'hints'] as const;
export type Assistance = (typeof ASSISTANCE)[number];
