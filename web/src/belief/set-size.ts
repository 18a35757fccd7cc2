import { msg, str } from '@lit/localize';
import type { Completeness, SetSize } from 'outpost-rbc';
import { number, plural, rough, significant, tenths, whole } from '../ui/format';

/** A number that was estimated, in no more digits than its standard error leaves, and without the error. */
export const estimated = (n: number, error: number): string => {
  const share = error / Math.max(1, n);
  const digits = share > 0.15 ? 1 : share > 0.015 ? 2 : 3;
  return significant(n, digits);
};

/** How far off an estimate may be: 19 in 20 are off by less. */
export const margin = (n: number, error: number): string => {
  const share = (2 * error) / Math.max(1, n);
  if (share > 0.6) return msg('very rough');
  return share < 0.01 ? `±<${whole.format(0.01)}` : `±${whole.format(Math.ceil(100 * share) / 100)}`;
};

/** The possible boards of a set that are not all kept. */
export const aboutBoards = ({ estimate, error }: Pick<SetSize, 'estimate' | 'error'>): string =>
  msg(str`about ${estimated(estimate, error)} boards (${margin(estimate, error)})`);

/** A number of boards in a sentence; large ones rounded. */
export const boardsOf = (set: SetSize): string =>
  set.completeness === 'exact' ? plural(set.estimate, msg('one {# board} other {# boards}')) : aboutBoards(set);

/** Boards that remain; of a sample it is only known about how many. */
export const boardsLeft = (n: number, complete: Completeness): string =>
  complete === 'exact' ? plural(n, msg('one {# board} other {# boards}')) : msg(str`about ${rough.format(n)} boards`);

/** What weights are shared out among: of a sample, only the boards that are kept. */
export const weighed = ({ size, estimate, error, completeness }: SetSize): string =>
  completeness === 'exact'
    ? plural(size, msg('one {# board} other {# boards}'))
    : msg(str`${number.format(size)} boards kept of about ${estimated(estimate, error)}`);

export const bitsOf = (n: number): string =>
  tenths.format(n) === tenths.format(1) ? msg(str`${tenths.format(n)} bit`) : msg(str`${tenths.format(n)} bits`);
