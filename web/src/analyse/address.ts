/** Addresses of the Analyse page: `#analyse`, `#analyse/2`, `#analyse/game/…`, `#analyse/position`, `#analyse/boards`, and links. */
import { isLinkHash } from '../record/link-hash';

/** The choice of what to open, or the list of what is open. */
export const START = '#analyse';
export const POSITION = `${START}/position`;
export const BOARDS = `${START}/boards`;

const LISTED = /^#analyse\/([1-9]\d*)$/;
const KEPT = /^#analyse\/game\/([0-9a-f]+)$/;
/** What is now Analyse was once called Replay. */
const FORMER = '#replay';

/** What the history keeps with an open game of a file. */
export interface Entered {
  files: number;
  /** The entry before is the list. */
  fromList: boolean;
}

/** A game of the open files, by its place in their list. */
export const listedHash = (number: number): string => `${START}/${number + 1}`;

/** The place in the list of the game that an address names. */
export function listedAt(hash: string): number | null {
  const number = LISTED.exec(hash)?.[1];
  return number === undefined ? null : Number(number) - 1;
}

/** A game of the library. */
export const keptHash = (id: string): string => `${START}/game/${id}`;

export const keptAt = (hash: string): string | null => KEPT.exec(hash)?.[1] ?? null;

/** The address that a former one stands for. */
export const renamed = (hash: string): string | null => (hash.startsWith(FORMER) ? hash.replace(FORMER, START) : null);

/** Whether an address belongs to this page. */
export const isAnalyseHash = (hash: string): boolean => /^#(analyse|replay)/.test(hash) || isLinkHash(hash);

export function replaceHash(hash: string): void {
  history.replaceState(null, '', hash);
}
