import { msg, str } from '@lit/localize';
import { dayOfYear, plural, signed } from '../ui/format';
import { sentences, words } from '../ui/texts';

export const trainWords = words({
  title: () => msg('Train'),
  loading: () => msg('Loading the puzzles…'),
  ways: () => msg('Which puzzles'),
  way: {
    next: () => msg('Puzzles'),
    daily: () => msg('Daily'),
    yours: () => msg('Yours', { id: 'own-puzzles' }),
    repeat: (n: number) => (n === 0 ? msg('To repeat') : plural(n, msg('one {# to repeat} other {# to repeat}'))),
  },
  yoursText: (n: number) => plural(n, msg('one {# puzzle from your own games} other {# puzzles from your own games}')),
  dailyDone: () => msg('Daily puzzle: answered'),
  kind: () => msg('Kind'),
  all: () => msg('All kinds'),
  start: () => msg('No rating yet. Answer a puzzle to get one.'),
  lessons: () => msg('New to this game? Start with the lessons.'),
  days: (n: number) => plural(n, msg('one {# day in a row} other {# days in a row}')),
  row: (n: number) => plural(n, msg('one {# right in a row} other {# right in a row}')),
  /** Nothing of it yet today. */
  notToday: () => msg('Solve one today to go on.'),
  next: () => msg('Next'),
  skip: () => msg('Skip'),
  key: (key: string) => msg(str`Key ${key}: the next puzzle.`),
  outcome: {
    hint: () => msg('Unrated: solved with a hint.'),
    repeat: () => msg('Unrated: you have answered it before.'),
    comesBack: (days: number) =>
      days === 1
        ? msg('This puzzle comes back tomorrow.')
        : plural(days, msg('one {This puzzle comes back in # day.} other {This puzzle comes back in # days.}')),
  },
  analyse: () => msg('Analyse this'),
  analyseFailed: (why: string) => msg(str`The boards could not be opened: ${why}`),
  embedText: () => msg('Shows this puzzle on any page, offline once loaded; nothing goes to a server of ours.'),
  linkOf: () => msg('Link to this puzzle'),
  noPuzzle: (id: string) => msg(str`There is no puzzle “${id}” here. The link may be cut off, or of a later version.`),
  nextPuzzle: () => msg('Next puzzle'),
  noneOfYours: () => msg('No puzzles from your games yet.'),
  howYours: () =>
    msg(
      'Play a game. Where you missed the one clear answer in a moment that decided it, that moment becomes a puzzle here.',
    ),
  play: () => msg('Play'),
  removeOwn: () => msg('Remove this puzzle'),
  ownText: () => msg('From one of your games. It is kept in this browser only.'),
  noneOfKind: () => msg('There is no puzzle of this kind yet.'),
  nothingDue: () => msg('Nothing to repeat today.'),
  nextDue: (days: number) =>
    days === 1
      ? msg('The next one comes tomorrow.')
      : plural(days, msg('one {The next one comes in # day.} other {The next one comes in # days.}')),
  allSeen: () => msg('You have seen all of these. They come back unrated, the oldest first.'),
  history: () => msg('History'),
  noHistory: () =>
    msg('No puzzle yet. Puzzles that you answer are listed here, and those that you fail come back later.'),
  mistakes: () => msg('Mistakes'),
  noMistakes: () => msg('No mistakes left to repeat.'),
  last: () => msg('Last puzzles'),
  repeatNow: (n: number) => plural(n, msg('one {Repeat # puzzle} other {Repeat # puzzles}')),
  result: {
    solved: () => msg('Solved'),
    hinted: () => msg('Solved with a hint'),
    failed: () => msg('Failed', { id: 'puzzle-failed' }),
  },
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
      'Your rating (Glicko-2) is on the scale of the puzzles. The first answer to a puzzle counts; one that you solve with a hint, or have seen before, does not. Your true strength is within the range behind ± about 19 times in 20.',
    ),
  repeatRule: () =>
    msg(
      'A puzzle that you fail comes back the next day, and then at longer intervals each time that you solve it (FSRS).',
    ),
  kept: () => msg('Kept in this browser and not sent anywhere. “Export all” in the library includes it.'),
  notKept: () => msg('This browser cannot store your answers: they are lost when the page is closed.'),
  clear: () => msg('Delete training'),
  sure: () => msg('Delete your puzzle rating, streaks, history and the puzzles from your games for good?'),
  yes: () => msg('Yes, delete'),
  notCleared: (why: string) => msg(str`The history could not be deleted: ${why}`),
});
