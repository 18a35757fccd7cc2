import { msg, str } from '@lit/localize';
import { dayOfYear, number, plural } from '../ui/format';
import { sentences, words } from '../ui/texts';

const signed = (n: number): string => (n < 0 ? `−${number.format(-n)}` : `+${number.format(n)}`);

export const trainWords = words({
  title: () => msg('Train'),
  loading: () => msg('Loading the puzzles…'),
  ways: () => msg('Which puzzles'),
  way: {
    next: () => msg('Puzzles'),
    daily: () => msg('Daily'),
    repeat: (n: number) => plural(n, msg('one {# to repeat} other {# to repeat}')),
  },
  dailyDone: () => msg('Daily puzzle: answered'),
  kind: () => msg('Kind'),
  all: () => msg('All kinds'),
  start: () => msg('No rating yet: answer a puzzle.'),
  days: (n: number) => plural(n, msg('one {# day in a row} other {# days in a row}')),
  row: (n: number) => plural(n, msg('one {# right in a row} other {# right in a row}')),
  /** Nothing of it yet today. */
  notToday: () => msg('Solve one today to go on.'),
  next: () => msg('Next'),
  skip: () => msg('Skip'),
  key: (key: string) => msg(str`Key ${key}: the next puzzle.`),
  outcome: {
    rated: (rating: number, margin: number, change: number) =>
      msg(str`Your rating ${number.format(rating)} ± ${number.format(margin)}, ${signed(change)}`),
    hint: () => msg('Unrated: solved with a hint.'),
    repeat: () => msg('Unrated: you have answered it before.'),
    comesBack: (days: number) =>
      days === 1
        ? msg('It comes again tomorrow.')
        : plural(days, msg('one {It comes again in # day.} other {It comes again in # days.}')),
  },
  analyse: () => msg('Analyse this'),
  analyseFailed: (why: string) => msg(str`The boards could not be opened: ${why}`),
  embedText: () => msg('Shows this puzzle on any page, offline once loaded; nothing goes to a server of ours.'),
  linkOf: () => msg('Link to this puzzle'),
  noPuzzle: (id: string) => msg(str`There is no puzzle “${id}” here. The link may be cut off, or of a later version.`),
  nextPuzzle: () => msg('Next puzzle'),
  noneOfKind: () => msg('There is no puzzle of this kind yet.'),
  nothingDue: () => msg('Nothing to repeat today.'),
  nextDue: (days: number) =>
    days === 1
      ? msg('The next one comes tomorrow.')
      : plural(days, msg('one {The next one comes in # day.} other {The next one comes in # days.}')),
  allSeen: () =>
    msg('You have seen all of these. They come again, unrated, beginning with those that you saw longest ago.'),
  history: () => msg('History'),
  noHistory: () => msg('No puzzle yet. What you answer is listed here, and what you fail comes again later.'),
  mistakes: () => msg('Mistakes'),
  noMistakes: () => msg('Nothing failed that you have not put right since.'),
  last: () => msg('Last puzzles'),
  repeatNow: (n: number) => plural(n, msg('one {Repeat # puzzle} other {Repeat # puzzles}')),
  result: { solved: () => msg('Solved'), hinted: () => msg('Solved with a hint'), failed: () => msg('Failed') },
  due: (days: number) =>
    days === 0
      ? msg('due today')
      : days === 1
        ? msg('due tomorrow')
        : plural(days, msg('one {due in # day} other {due in # days}')),
  date: (at: number) => dayOfYear.format(at),
  changed: (change: number) => signed(change),
  unrated: () => msg('unrated'),
  answered: (n: number, solved: number) =>
    sentences(
      plural(n, msg('one {# puzzle answered.} other {# puzzles answered.}')),
      plural(solved, msg('one {# solved at once.} other {# solved at once.}')),
    ),
  chart: (puzzles: number, from: string, to: string) =>
    plural(
      puzzles,
      msg(str`one {Your rating after # puzzle: ${to}} other {Your rating over # puzzles, from ${from} to ${to}}`),
    ),
  rule: () =>
    msg(
      'Your rating (Glicko-2) is on the scale of the puzzles. The first answer to a puzzle counts; one that you solve with a hint, or have seen before, does not. The range behind ± holds your true strength about 19 times in 20.',
    ),
  repeatRule: () => msg('What you fail comes again the next day, and each time that you solve it, later (FSRS).'),
  kept: () => msg('Kept in this browser and not sent anywhere. The library’s “Export all” has it too.'),
  notKept: () => msg('This browser cannot store your answers: they are lost when the page is closed.'),
  clear: () => msg('Delete training'),
  sure: () => msg('Delete your rating in puzzles, streaks and history for good?'),
  yes: () => msg('Yes, delete'),
  notCleared: (why: string) => msg(str`The history could not be deleted: ${why}`),
});
