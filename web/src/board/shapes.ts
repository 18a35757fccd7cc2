import type { LinkNote } from 'outpost-rbc';

/** The colours in which arrows and marks are drawn, in the order of lichess' keys. */
export const BRUSHES = ['green', 'red', 'blue', 'yellow'] as const;
export type Brush = (typeof BRUSHES)[number];

/** An arrow, or a marked square: one without an end. */
export type Shape = NonNullable<LinkNote['shapes']>[number];
