/** Where on the Train page an address leads: `#train`, `#train/daily`, `#train/yours`, `#train/repeat`, `#train/7hQ2xP0c`. */
export type TrainPlace =
  /** The next puzzle at the person's level, the one of the day, those of the person's own games, or those that are due again. */
  | { what: 'next' | 'daily' | 'yours' | 'repeat' }
  /** One puzzle, by an id that no puzzle may have. */
  | { what: 'one'; id: string };

/** `null`: the address is none of the page. */
export function trainPlace(hash: string): TrainPlace | null {
  if (!/^#train(?![^/?])/.test(hash)) return null;
  const [, path = ''] = /^#train([^?]*)/.exec(hash) ?? [];
  const [name] = path.split('/').filter((part) => part !== '');
  if (name === undefined) return { what: 'next' };
  return name === 'daily' || name === 'yours' || name === 'repeat' ? { what: name } : { what: 'one', id: name };
}

/** A link to one puzzle. */
export const puzzleHash = (id: string): string => `#train/${id}`;
