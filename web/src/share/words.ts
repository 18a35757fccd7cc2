import type { Color } from 'outpost';
import { perspectiveWords } from '../belief/words';
import { recordWords } from '../record/words';
import { number, plural } from '../ui/format';

export const shareWords = {
  open: 'Share',
  title: 'Share this game',
  players: (white: string | null, black: string | null) =>
    `${white ?? recordWords.unnamed} – ${black ?? recordWords.unnamed}`,
  seen: (perspective: Color | 'both' | 'truth') =>
    perspective === 'truth'
      ? 'The true board'
      : perspective === 'both'
        ? 'Both sides’ beliefs'
        : perspectiveWords.belief(perspective),
  link: 'Link',
  linkText: 'The whole game is in the link itself: no server has it.',
  opensAt: (step: string, seen: string) => `It opens at: ${step} ${seen}.`,
  noWhatIf: 'The what-if on view is not in the link, only the game.',
  withNotes: (n: number) => `With the notes and drawings of ${plural(n, 'step', 'steps')}`,
  making: 'Making the link…',
  copy: 'Copy the link',
  copied: { link: 'The link is copied.', embed: 'The code is copied.' },
  copyRefused: 'The browser did not allow it. The text is selected: copy it by Ctrl+C, ⌘C or a long press.',
  embed: 'Code for a page of your own',
  embedText:
    'It shows this game on any page, at the step, from the side and with the knowledge that are chosen here, and with the notes that go into the link; nothing goes to a server of ours.',
  embedAs: { element: 'Element and script', iframe: 'Frame (iframe)' },
  copyEmbed: 'Copy the code',
  byApp: 'Send…',
  appRefused: (why: string) => `It could not be sent: ${why}`,
  length: (n: number) => plural(n, 'character', 'characters'),
  long: (most: number) =>
    `Some chats and mail programs cut links of more than ${number.format(most)} characters. The record as a file is safer.`,
  impossible: (why: string) => `This game does not go into a link: ${why}`,
  insteadFile: 'It can be shared as a file: save the record below.',
  code: 'QR code',
  codeOf: 'QR code of the link',
  codeTooLong: 'The link is too long for a QR code.',
  image: 'Image of the board',
  imageWaits: 'The board is still being worked out.',
  imageFailed: (why: string) => `The image could not be made: ${why}`,
  imageCopied: 'The image is copied.',
  imageRefused: (why: string) => `The image was not copied: ${why}`,
  saveSvg: 'Save as SVG',
  savePng: 'Save as PNG',
  copyImage: 'Copy the image',
  rights: 'Chess pieces by Colin M. L. Burnett, GPL-2.0-or-later. Image made with Outpost, GPL-3.0-or-later.',
  licence: 'https://www.gnu.org/licenses/gpl-3.0.html',
  record: 'Record',
  recordText: 'The game as reconchess writes it (JSON), with the notes: other programs read it and pass over them.',
  saveRecord: 'Save as a file',
};
