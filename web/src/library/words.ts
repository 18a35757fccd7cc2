import { msg, str } from '@lit/localize';
import { bytesText, day, number, plural } from '../ui/format';
import { labelled, sentence, sentences, series, words } from '../ui/texts';

const browserError = (why: string): string => msg(str`Browser error: ${why}`);

export const libraryWords = words({
  title: () => msg('Library'),
  lead: () => msg('Games you finish here are kept in this browser; others when you add them.'),
  loading: () => msg('Loading the library…'),
  empty: () => msg('No games yet.'),
  size: (games: number, bytes: number) =>
    sentence(series([plural(games, msg('one {# game} other {# games}')), bytesText(bytes)])),
  storage: (used: number, quota: number) =>
    msg(str`This site uses ${bytesText(used)} of the ${bytesText(quota)} the browser allows.`),
  search: () => msg('Search players, tags or notes'),
  result: () => msg('Result'),
  results: {
    any: () => msg('Any'),
    white: () => msg('White won'),
    black: () => msg('Black won'),
    draw: () => msg('Draw'),
    open: () => msg('No result'),
  },
  tag: () => msg('Tag'),
  anyTag: () => msg('Any'),
  tagCount: (tag: string, games: number) => `${tag} (${number.format(games)})`,
  from: () => msg('From'),
  to: () => msg('To'),
  sort: () => msg('Order'),
  orders: {
    'date-down': () => msg('Newest first'),
    'date-up': () => msg('Oldest first'),
    'white-up': () => msg('White, A to Z'),
    'black-up': () => msg('Black, A to Z'),
    'result-up': () => msg('Result'),
    'plies-down': () => msg('Longest first'),
    'plies-up': () => msg('Shortest first'),
  },
  columns: {
    players: () => msg('Players'),
    date: () => msg('Date'),
    tags: () => msg('Tags'),
    actions: () => msg('Actions'),
  },
  table: () => msg('Games of the library'),
  nothingFound: () => msg('No games match.'),
  found: (n: number) => plural(n, msg('one {# game found} other {# games found}')),
  clear: () => msg('Show all'),
  page: (from: number, to: number, of: number) =>
    msg(str`${number.format(from)} to ${number.format(to)} of ${number.format(of)}`),
  pages: () => msg('Pages of the library'),
  previous: () => msg('Previous page'),
  next: () => msg('Next page'),
  open: (white: string, black: string) => msg(str`Open ${white} against ${black}`),
  you: () => msg('You'),
  /** For the person who played one. */
  ended: (won: boolean) => (won ? msg('You won') : msg('You lost')),
  date: (at: number, played: boolean) => (played ? day.format(at) : msg(str`added ${day.format(at)}`)),
  editTags: (white: string, black: string) => msg(str`Tag ${white} against ${black}`),
  addTag: () => msg('Tag', { id: 'tag-verb' }),
  tagsHelp: () => msg('Separate with commas. Enter saves, Escape cancels.'),
  notes: (n: number) => plural(n, msg('one {# note} other {# notes}')),
  unkept: () => msg('not kept'),
  remove: (white: string, black: string) => msg(str`Delete ${white} against ${black}`),
  removeAll: (n: number) => plural(n, msg('one {Delete # game} other {Delete # games}')),
  removed: (n: number) => plural(n, msg('one {# game deleted.} other {# games deleted.}')),
  notRestored: (lost: number, of: number) =>
    plural(
      of,
      msg(
        str`one {${number.format(lost)} of # game could not be restored: deleted for good, perhaps in another tab.} other {${number.format(lost)} of # games could not be restored: deleted for good, perhaps in another tab.}`,
      ),
    ),
  undo: () => msg('Undo'),
  forGood: () => msg('Delete for good'),
  import: () => msg('Add files'),
  export: () => msg('Export all'),
  exporting: () => msg('Writing the file…'),
  exportFailed: (why: string) => msg(str`The file could not be written: ${why}`),
  noRecord: () => msg('the record is missing'),
  severalLines: () => msg('the record has more than one line'),
  damaged: () => msg('Damaged'),
  damagedTitle: (n: number, others: number) =>
    plural(
      n,
      others > 0
        ? msg(
            str`one {# game is damaged and not in the file. The other ${number.format(others)} are.} other {# games are damaged and not in the file. The other ${number.format(others)} are.}`,
          )
        : msg('one {# game is damaged and not in the file.} other {# games are damaged and not in the file.}'),
    ),
  damagedGame: (white: string, black: string, why: string) => labelled(`${white} – ${black}`, why),
  saveDamaged: () => msg('Save damaged games'),
  differs: () => msg('Differs from the rules'),
  added: (added: number, merged: number) =>
    sentences(
      plural(added, msg('one {# game added.} other {# games added.}')),
      merged > 0 &&
        plural(
          merged,
          msg(
            'one {# was there already; its new notes and tags were added.} other {# were there already; their new notes and tags were added.}',
          ),
        ),
    ),
  /** Of puzzles, in a file. */
  answers: (added: number, all: number) =>
    added === 0
      ? plural(
          all,
          msg('one {Its # answer to a puzzle was there already.} other {Its # answers to puzzles were there already.}'),
        )
      : plural(added, msg('one {# answer to a puzzle added.} other {# answers to puzzles added.}')),
  lessons: (n: number) => plural(n, msg('one {# lesson is in Learn.} other {# lessons are in Learn.}')),
  ownPuzzles: (added: number) =>
    added === 0
      ? msg('Its puzzles of own games were there already.')
      : plural(added, msg('one {# puzzle of own games added.} other {# puzzles of own games added.}')),
  onlyAnswers: () => msg('It has answers to puzzles, and no games. “Add files” in the library reads them.'),
  badAnswers: (n: number) =>
    plural(n, msg('one {# answer to a puzzle cannot be read} other {# answers to puzzles cannot be read}')),
  refusedTitle: () => msg('This browser could not store the games'),
  refused: (games: number, why: string) =>
    sentences(
      plural(
        games,
        msg(
          'one {# game is only in this page and will be lost when it is closed. Save it as a file now.} other {# games are only in this page and will be lost when it is closed. Save them as a file now.}',
        ),
      ),
      browserError(why),
    ),
  notAdded: (unkept: number, of: number, why: string) =>
    sentences(
      plural(
        of,
        msg(
          str`one {${number.format(unkept)} of # game could not be stored and will be lost when this page is closed.} other {${number.format(unkept)} of # games could not be stored and will be lost when this page is closed.}`,
        ),
      ),
      browserError(why),
    ),
  savedOf: (saved: number, of: number) =>
    plural(
      of,
      msg(str`one {${number.format(saved)} of # game saved.} other {${number.format(saved)} of # games saved.}`),
    ),
  refusedYet: (why: string) =>
    msg(str`Anything saved here will be lost when the page is closed; save files instead. Browser error: ${why}`),
  saveFile: () => msg('Save as a file'),
  finishedUnkept: () =>
    msg('The browser could not store this game. Save its record as a file, or it will be lost with the page.'),
  analyse: () => msg('Analyse'),
});
