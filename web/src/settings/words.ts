import { msg, str } from '@lit/localize';
import type { Kind } from '../storage/on-device';
import { number, plural, tenths } from '../ui/format';
import { words } from '../ui/texts';

export const settingsWords = words({
  title: () => msg('Settings'),
  lead: () => msg('Kept in this browser, on this device.'),
  board: () => msg('Board'),
  preview: () => msg('Preview'),
  pieces: () => msg('Pieces'),
  by: (author: string) => msg(str`By ${author}.`),
  colors: () => msg('Squares'),
  coordinates: () => msg('Coordinates'),
  animation: () => msg('Animation'),
  speeds: {
    off: () => msg('Off', { id: 'animation-off' }),
    fast: () => msg('Fast'),
    normal: () => msg('Normal'),
    slow: () => msg('Slow'),
  },
  reduced: () => msg('Your system asks for less motion, so nothing moves.'),
  everywhere: () =>
    msg('Images that you share have the same pieces and squares. Boards on other sites look as their authors chose.'),
  feedback: () => msg('Sound and vibration'),
  sound: () => msg('Sound'),
  soundText: () => msg('Short sounds when you sense, move, capture, lose a piece, run low on time, and at the end.'),
  volume: () => msg('Volume'),
  listen: () => msg('Listen'),
  haptics: () => msg('Vibration'),
  hapticsText: () => msg('Vibrates at the same moments.'),
  noHaptics: () => msg('This browser cannot vibrate.'),
  page: () => msg('Page'),
  theme: () => msg('Colour scheme'),
  themes: { auto: () => msg('System'), light: () => msg('Light'), dark: () => msg('Dark') },
  language: () => msg('Language'),
  languageLater: () => msg('A game or a run is not saved yet. The language changes when the page is loaded again.'),
  engine: () => msg('Engine'),
  engineText: (build: 'threads' | 'single', threads: number) =>
    build === 'single' ? msg('one thread') : plural(threads, msg('one {# thread} other {# threads}')),
  engineMore: () => msg('About: opponents, speed, offline use, licences'),
  device: () => msg('Stored on this device'),
  deviceText: () => msg('Nothing of it leaves your device.'),
  looking: () => msg('Looking…'),
  what: () => msg('What'),
  entries: () => msg('Entries'),
  size: () => msg('Size'),
  kinds: {
    library: () => msg('Games in the library'),
    game: () => msg('Unfinished game'),
    results: () => msg('Records and rating'),
    training: () => msg('Answers to puzzles'),
    puzzles: () => msg('Puzzles of your games'),
    lessons: () => msg('Your lessons'),
    lab: () => msg('Games of the Lab'),
    choices: () => msg('Settings and progress in lessons'),
    files: () => msg('Files for offline use'),
  } satisfies Record<Kind, () => string>,
  total: () => msg('Total'),
  bytes: (bytes: number) =>
    bytes === 0
      ? '–'
      : bytes < 1e6
        ? msg(str`${number.format(Math.max(1, Math.round(bytes / 1e3)))} kB`)
        : msg(str`${tenths.format(bytes / 1e6)} MB`),
  remove: () => msg('Delete everything'),
  removeTitle: () => msg('Delete everything from this device?'),
  removeText: (games: number) =>
    plural(
      games,
      msg(
        'one {# game of the library is deleted, with its notes, and an unfinished game, records, training, your lessons, settings, progress and offline files. This cannot be undone.} other {# games of the library are deleted, with their notes, and an unfinished game, records, training, your lessons, settings, progress and offline files. This cannot be undone.}',
      ),
    ),
  removeHelp: () =>
    msg('To keep the library, your training and your lessons, save them first: Analyse, Library, Export all.'),
  removing: () => msg('Deleting…'),
});
