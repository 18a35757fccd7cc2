import { msg, str } from '@lit/localize';
import type { Color } from 'outpost';
import { perspectiveWords } from '../belief/words';
import { recordWords } from '../record/words';
import { number, plural } from '../ui/format';
import { words } from '../ui/texts';

export const shareWords = words({
  open: () => msg('Share'),
  title: () => msg('Share this game'),
  players: (white: string | null, black: string | null) =>
    `${white ?? recordWords.unnamed} – ${black ?? recordWords.unnamed}`,
  seen: (perspective: Color | 'both' | 'truth') =>
    perspective === 'truth'
      ? msg('The true board')
      : perspective === 'both'
        ? msg('Both sides’ beliefs')
        : perspectiveWords.belief(perspective),
  link: () => msg('Link'),
  linkText: () => msg('The whole game is in the link itself: no server has it.'),
  opensAt: (step: string, seen: string) => msg(str`It opens at: ${step} ${seen}.`),
  noWhatIf: () => msg('The what-if on view is not in the link, only the game.'),
  withNotes: (n: number) => msg(str`With the notes and drawings of ${plural(n, msg('one {# step} other {# steps}'))}`),
  making: () => msg('Making the link…'),
  copy: () => msg('Copy the link'),
  copied: { link: () => msg('The link is copied.'), embed: () => msg('The code is copied.') },
  copyRefused: () => msg('The browser did not allow it. The text is selected: copy it by Ctrl+C, ⌘C or a long press.'),
  embed: () => msg('Code for a page of your own'),
  embedText: () =>
    msg(
      'It shows this game on any page, at the step, from the side and with the knowledge that are chosen here, and with the notes that go into the link; nothing goes to a server of ours.',
    ),
  embedAs: { element: () => msg('Element and script'), iframe: () => msg('Frame (iframe)') },
  copyEmbed: () => msg('Copy the code'),
  byApp: () => msg('Send…'),
  appRefused: (why: string) => msg(str`It could not be sent: ${why}`),
  length: (n: number) => plural(n, msg('one {# character} other {# characters}')),
  long: (most: number) =>
    msg(
      str`Some chats and mail programs cut links of more than ${number.format(most)} characters. The record as a file is safer.`,
    ),
  impossible: (why: string) => msg(str`This game does not go into a link: ${why}`),
  insteadFile: () => msg('It can be shared as a file: save the record below.'),
  code: () => msg('QR code'),
  codeOf: () => msg('QR code of the link'),
  codeTooLong: () => msg('The link is too long for a QR code.'),
  image: () => msg('Image of the board'),
  imageWaits: () => msg('The board is still being worked out.'),
  imageFailed: (why: string) => msg(str`The image could not be made: ${why}`),
  imageCopied: () => msg('The image is copied.'),
  imageRefused: (why: string) => msg(str`The image was not copied: ${why}`),
  saveSvg: () => msg('Save as SVG'),
  savePng: () => msg('Save as PNG'),
  copyImage: () => msg('Copy the image'),
  rights: () =>
    msg('Chess pieces by Colin M. L. Burnett, GPL-2.0-or-later. Image made with Outpost, GPL-3.0-or-later.'),
  licence: 'https://www.gnu.org/licenses/gpl-3.0.html',
  record: () => msg('Record'),
  recordText: () =>
    msg('The game as reconchess writes it (JSON), with the notes: other programs read it and pass over them.'),
  saveRecord: () => msg('Save as a file'),
});
