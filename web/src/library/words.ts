import { msg, str } from '@lit/localize';
import { bytesText, day, number, plural } from '../ui/format';
import { words } from '../ui/texts';

export const libraryWords = words({
  title: () => msg('Library'),
  lead: () => msg('Games that you finish here are kept in this browser by themselves; others when you save them.'),
  loading: () => msg('Looking into the library…'),
  empty: () => msg('No game is kept yet.'),
  size: (games: number, bytes: number) => `${plural(games, msg('one {# game} other {# games}'))}, ${bytesText(bytes)}.`,
  storage: (used: number, quota: number) =>
    msg(str`This site uses ${bytesText(used)} of the ${bytesText(quota)} that the browser allows.`),
  search: () => msg('Find players, tags or notes'),
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
  columns: { date: () => msg('Date'), tags: () => msg('Tags'), actions: () => msg('Actions') },
  table: () => msg('Games of the library'),
  nothingFound: () => msg('No game is like that.'),
  found: (n: number) => msg(str`${plural(n, msg('one {# game} other {# games}'))} found`),
  clear: () => msg('Show all'),
  page: (from: number, to: number, of: number) =>
    msg(str`${number.format(from)} to ${number.format(to)} of ${number.format(of)}`),
  pages: () => msg('Pages of the library'),
  previous: () => msg('Previous page'),
  next: () => msg('Next page'),
  open: (white: string, black: string) => msg(str`Open ${white} against ${black}`),
  date: (at: number, played: boolean) => (played ? day.format(at) : msg(str`added ${day.format(at)}`)),
  editTags: (white: string, black: string) => msg(str`Tag ${white} against ${black}`),
  addTag: () => msg('Tag'),
  tagsHelp: () => msg('Between commas. Enter saves, Escape leaves them as they were.'),
  notes: (n: number) => plural(n, msg('one {# note} other {# notes}')),
  unkept: () => msg('not kept'),
  remove: (white: string, black: string) => msg(str`Delete ${white} against ${black}`),
  removeAll: (n: number) => msg(str`Delete ${n === 1 ? msg('this one') : msg(str`these ${number.format(n)}`)}`),
  removed: (n: number) => msg(str`${plural(n, msg('one {# game} other {# games}'))} deleted.`),
  notRestored: (lost: number, of: number) =>
    msg(
      str`${number.format(lost)} of ${plural(of, msg('one {# game} other {# games}'))} could not be restored: deleted for good, perhaps in another tab.`,
    ),
  undo: () => msg('Undo'),
  forGood: () => msg('Delete for good'),
  import: () => msg('Import'),
  export: () => msg('Export all'),
  exporting: () => msg('Writing the file…'),
  exportFailed: (why: string) => msg(str`The file could not be written: ${why}`),
  noRecord: () => msg('the record is missing'),
  severalLines: () => msg('the record has more than one line'),
  damaged: () => msg('Damaged'),
  damagedTitle: (n: number, others: number) =>
    msg(
      str`${plural(n, msg('one {# game is} other {# games are}'))} damaged and not in the file.${others > 0 ? msg(str` It has the other ${number.format(others)}.`) : ''}`,
    ),
  damagedGame: (white: string, black: string, why: string) => `${white} – ${black}: ${why}`,
  saveDamaged: () => msg('Save damaged games'),
  differs: () => msg('Differs from the rules'),
  importing: (name: string) => msg(str`Importing ${name}…`),
  added: (added: number, merged: number) =>
    msg(
      str`${plural(added, msg('one {# game} other {# games}'))} added.${merged > 0 ? msg(str` ${plural(merged, msg('one {# was} other {# were}'))} there already: new notes and tags joined them.`) : ''}`,
    ),
  refusedTitle: () => msg('This browser does not keep the games'),
  refused: (games: number, why: string) =>
    msg(
      str`${plural(games, msg('one {# game is} other {# games are}'))} only in this page, and will be gone when it is closed. Save ${games === 1 ? msg('it') : msg('them')} as a file now. What the browser said: ${why}`,
    ),
  notAdded: (unkept: number, of: number, why: string) =>
    msg(
      str`${number.format(unkept)} of ${plural(of, msg('one {# game} other {# games}'))} could not be kept, and will be gone when this page is closed. What the browser said: ${why}`,
    ),
  savedOf: (saved: number, of: number) =>
    msg(str`${number.format(saved)} of ${plural(of, msg('one {# game} other {# games}'))} saved.`),
  refusedYet: (why: string) =>
    msg(
      str`What you save here would be gone when the page is closed; save files instead. What the browser said: ${why}`,
    ),
  saveFile: () => msg('Save as a file'),
  finishedUnkept: () =>
    msg(
      'The browser did not take this game into the library: save its record as a file, or it will be gone with the page.',
    ),
  analyse: () => msg('Analyse'),
});
