import { msg, str } from '@lit/localize';
import type { Color } from 'outpost-rbc';
import { perspectiveWords } from '../belief/words';
import { playerName } from '../record/words';
import { number, plural } from '../ui/format';
import { words } from '../ui/texts';
import type { CourseFormat } from './course-config';

export const shareWords = words({
  open: () => msg('Share'),
  title: () => msg('Share this game'),
  players: (white: string | null, black: string | null) => `${playerName(white)} – ${playerName(black)}`,
  seen: (perspective: Color | 'both' | 'truth') =>
    perspective === 'truth'
      ? msg('The true board')
      : perspective === 'both'
        ? msg('Both sides’ beliefs')
        : perspectiveWords.belief(perspective),
  link: () => msg('Link'),
  linkText: () => msg('The whole game is in the link itself; no server stores it.'),
  /** `step`: sentences. */
  opensAt: (step: string, seen: string) => msg(str`Opens at: ${step} Perspective: ${seen}.`),
  withNotes: (n: number) =>
    plural(n, msg('one {With the notes and drawings of # step} other {With the notes and drawings of # steps}')),
  making: () => msg('Creating the link…'),
  copy: () => msg('Copy link'),
  copied: { link: () => msg('Link copied.'), embed: () => msg('Code copied.') },
  copyRefused: () => msg('The browser blocked copying. The text is selected: copy it with Ctrl+C, ⌘C or a long press.'),
  embed: () => msg('Embed code'),
  embedText: () =>
    msg(
      'Shows this game on any page, at the step and from the perspective chosen here, with the notes in the link. The game goes to no server of ours.',
    ),
  noWhatIf: () => msg('It shows the game only, at the step where the what-if begins.'),
  embedAs: { element: () => msg('Element and script'), iframe: () => msg('Frame (iframe)') },
  copyEmbed: () => msg('Copy code'),
  byApp: () => msg('Send…'),
  appRefused: (why: string) => msg(str`Sending failed: ${why}`),
  length: (n: number) => plural(n, msg('one {# character} other {# characters}')),
  long: (most: number) =>
    msg(
      str`Some chat and mail programs cut links of more than ${number.format(most)} characters. The record file is safer.`,
    ),
  impossible: (why: string) => msg(str`This game cannot be shared as a link: ${why}`),
  insteadFile: () => msg('Share it as a file instead: save the record below.'),
  code: () => msg('QR code'),
  codeOf: () => msg('QR code of the link'),
  codeTooLong: () => msg('The link is too long for a QR code.'),
  image: () => msg('Image of the board'),
  imageWaits: () => msg('The board is still being computed.'),
  imageFailed: (why: string) => msg(str`The image could not be created: ${why}`),
  imageCopied: () => msg('Image copied.'),
  imageRefused: (why: string) => msg(str`The image could not be copied: ${why}`),
  saveSvg: () => msg('Save as SVG'),
  savePng: () => msg('Save as PNG'),
  copyImage: () => msg('Copy image'),
  /** `author`: with the licence. */
  rights: (author: string) => msg(str`Chess pieces by ${author}. Image made with Outpost, GPL-3.0-or-later.`),
  licence: 'https://www.gnu.org/licenses/gpl-3.0.html',
  record: () => msg('Record'),
  recordText: () => msg('The game in reconchess’s format (JSON), with the notes, which other programs ignore.'),
  saveRecord: () => msg('Save as a file'),
});

/** Packages for learning platforms. */
export const courseWords = words({
  open: () => msg('Download for Moodle, Canvas, …'),
  text: () =>
    msg(
      'A SCORM or xAPI package for your course: results arrive in its gradebook or record store. It contains all that it needs and sends nothing anywhere else.',
    ),
  format: () => msg('Format'),
  versions: {
    '1.2': () => msg('SCORM 1.2 (Moodle and most others)'),
    '2004-3': () => msg('SCORM 2004, 3rd edition'),
    '2004-4': () => msg('SCORM 2004, 4th edition'),
    xapi: () => msg('xAPI (Tin Can), for a learning record store'),
  } satisfies Record<CourseFormat, () => string>,
  puzzles: () => msg('Number of puzzles'),
  pass: () => msg('Pass mark in %'),
  download: () => msg('Download package'),
  making: () => msg('Packing…'),
  made: () => msg('Package saved.'),
  failed: (why: string) => msg(str`The package could not be made: ${why}`),
  /** The title of a package of puzzles. */
  titleOf: (kind: string, n: number) => plural(n, msg(str`one {${kind}: # puzzle} other {${kind}: # puzzles}`)),
  /** The same words as in the list of lessons. */
  progress: (n: string, all: string) => msg(str`${n} of ${all} solved`),
  reported: () => msg('Reported to the course.'),
  alone: () => msg('Not opened in a course: nothing is reported.'),
  refused: (code: string) => msg(str`The course refused the result (error ${code}).`),
});

/** Puzzles and lessons on paper. */
export const sheetWords = words({
  open: () => msg('Print'),
  puzzles: () => msg('Positions and questions on paper; the answers are on the last page.'),
  lesson: () => msg('The lesson on paper; the answers are on the last page.'),
  print: () => msg('Print sheet'),
  failed: (why: string) => msg(str`The sheet could not be printed: ${why}`),
  white: () => msg('White to move'),
  black: () => msg('Black to move'),
  answer: () => msg('Answer:'),
  answers: () => msg('Answers'),
  before: { white: () => msg('The board before White’s move'), black: () => msg('The board before Black’s move') },
  yours: () => msg('You see your own pieces only.'),
  played: () => msg('This problem is played against an opponent, on the page of the lesson.'),
  weight: (n: number) => msg(str`weight ${number.format(n)}`),
});
