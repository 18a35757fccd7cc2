import { msg, str } from '@lit/localize';
import { number, plural, signed } from '../ui/format';
import { sentences, words } from '../ui/texts';
import { margin, type Rating } from './glicko';
import type { Tally, Unrated } from './results';

const about = (rating: Rating): [string, string] => [
  number.format(Math.round(rating.rating)),
  number.format(Math.round(margin(rating))),
];

export const ratingWords = words({
  rating: (rating: Rating) => {
    const [strength, range] = about(rating);
    return msg(str`Your rating ${strength} ± ${range}`);
  },
  changed: (rating: Rating, change: number) => {
    const [strength, range] = about(rating);
    return msg(str`Your rating ${strength} ± ${range}, ${signed(change)}`);
  },
  /** Before there are enough games to speak of a number. */
  soon: (games: number) =>
    plural(games, msg('one {# more game until your rating} other {# more games until your rating}')),
  unrated: {
    hints: () => msg('Not rated: hints were on.'),
    takeback: () => msg('Not rated: a move was taken back.'),
    midway: () => msg('Not rated: it began in the middle of another game.'),
    position: () => msg('Not rated: it began from another position.'),
  } satisfies Record<Unrated, () => string>,
  notLevel: () => msg('Not rated: only games against levels are.'),
  tally: ({ won, drawn, lost }: Tally) =>
    msg(str`${number.format(won)} won, ${number.format(drawn)} drawn, ${number.format(lost)} lost`),
  against: (opponent: string, tally: Tally) =>
    sentences(msg(str`Against ${opponent}: ${ratingWords.tally(tally)}.`), ratingWords.streak(tally.streak)),
  /** Nothing of a single game. */
  streak: (n: number) =>
    n > 1
      ? plural(n, msg('one {# win in a row.} other {# wins in a row.}'))
      : n < -1
        ? plural(-n, msg('one {# loss in a row.} other {# losses in a row.}'))
        : '',
  records: () => msg('Records'),
  title: () => msg('Your games'),
  none: () => msg('No game yet. Finish one, and it is counted here.'),
  unknown: () => msg('No rating yet: finish a game against a level.'),
  opponent: () => msg('Opponent'),
  won: () => msg('Won'),
  drawn: () => msg('Drawn'),
  lost: () => msg('Lost'),
  best: () => msg('Most wins in a row'),
  all: () => msg('All games'),
  chart: (games: number, from: string, to: string) =>
    plural(
      games,
      msg(str`one {Your rating after # game: ${to}} other {Your rating over # games, from ${from} to ${to}}`),
    ),
  rule: () =>
    msg(
      'Every finished game against a level changes your rating (Glicko-2), unless hints were on, a move was taken back, or it began in the middle of another game or from another position. Resigning and running out of time are losses. Games against other opponents, and games that you discard, are not rated. Wins and losses are counted without games with hints, with a move taken back, or that began elsewhere.',
    ),
  range: () =>
    msg(
      'The range behind ± holds your true strength about 19 times in 20. Ratings are those of the levels, in which the random player has 0.',
    ),
  local: () => msg('Kept in this browser only.'),
  clear: () => msg('Delete all records'),
  sure: () => msg('Delete your rating and all records for good? Your games in the library stay.'),
  yes: () => msg('Yes, delete'),
  notCleared: (why: string) => msg(str`The records could not be deleted: ${why}`),
});
