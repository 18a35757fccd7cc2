import { msg, str } from '@lit/localize';
import type { Color, PieceLetter, RecordDifference } from 'outpost';
import { colors, pieceName } from '../board/words';
import { number, percent, plural, tenths } from '../ui/format';
import { words } from '../ui/texts';

/** Where a record and the rules can differ. */
export const differing: Record<RecordDifference['what'], string> = words({
  'a turn': () => msg('turn'),
  'sense result': () => msg('sense result'),
  'FEN before the move': () => msg('position before the move'),
  'requested move': () => msg('requested move'),
  'taken move': () => msg('taken move'),
  'capture square': () => msg('capture square'),
  'FEN after the move': () => msg('position after the move'),
  length: () => msg('Length'),
  outcome: () => msg('Outcome'),
});

export const analyseWords = words({
  title: () => msg('Analyse a game'),
  lead: () =>
    msg(
      'Open reconchess records (JSON, or JSON lines, also gzipped), a link to a game, or positions. Drop them here, or paste them anywhere on this page.',
    ),
  pick: () => msg('Choose files'),
  dropHere: () => msg('Drop the files to open them'),
  private: () => msg('Nothing leaves this device.'),
  paste: () => msg('Paste'),
  pasteLabel: () => msg('A record, a link, a FEN or EPD (one a line), or the code of an embed'),
  pasteOpen: () => msg('Open it'),
  pasted: () => msg('What was pasted'),
  position: () => msg('Set up a position'),
  reading: (name: string) => msg(str`Reading ${name}…`),
  looking: () => msg('Looking at the text…'),
  decoding: () => msg('Opening the link…'),
  opening: () => msg('Opening the game…'),
  failed: (name: string) => msg(str`${name} cannot be opened`),
  failedMany: (n: number) => msg(str`${plural(n, msg('one {# file} other {# files}'))} cannot be opened`),
  because: (name: string, why: string) => `${name}: ${why}`,
  link: () => msg('The link'),
  linkFailed: () => msg('This link cannot be opened'),
  linkHelp: () =>
    msg(
      'Copy it again from where it was made, from the first character to the last, and paste it here; or ask for the game as a file.',
    ),
  linkMore: () => msg('This link holds something more, which only a later version of Outpost can show.'),
  positions: {
    title: (n: number) => plural(n, msg('one {# position} other {# positions}')),
    why: () => msg('These are separate positions, not boards that one side cannot tell apart. Choose one to open it.'),
    tooMany: () => msg('There are more than 4,096 positions: open some of them at a time.'),
  },
  chess: () => msg('This is a game of chess (PGN). It has no senses, so it cannot be opened.'),
  chessHelp: () => msg('A position of it can: paste its FEN.'),
  embedFile: () => msg('This code shows a game from a file, which is not in the code'),
  embedFileHelp: (address: string) => msg(str`Download the file and open it here: ${address}`),
  embedOnly: () => msg('There is no game and no position in this code'),
  embedOnlyHelp: () => msg('A lesson has its own page under Learn.'),
  unknown: () => msg('This is no record, no link and no position.'),
  unknownHelp: () =>
    msg(
      'A record begins with {"type": "GameHistory", a link has a # followed by letters and digits, and a position is a FEN: one on each line, if there are several.',
    ),
  badFen: (line: number, text: string) => msg(str`Line ${number.format(line)} is no FEN: ${text}`),
  nothingPasted: () => msg('There is nothing to open: paste a record, a link or a position into the field first.'),
  games: (n: number) => plural(n, msg('one {# game} other {# games}')),
  files: (n: number) => plural(n, msg('one {# file} other {# files}')),
  another: () => msg('Open others'),
  back: { list: () => msg('All games'), library: () => msg('Library'), start: () => msg('Open something else') },
  close: () => msg('Close'),
  keep: () => msg('Save to the library'),
  keepAll: (n: number) => msg(str`Save all ${number.format(n)} to the library`),
  kept: () => msg('In the library'),
  keeping: () => msg('Saving to the library…'),
  gone: () => msg('This game is not in this browser’s library: it was deleted, or saved in another browser.'),
  filter: () => msg('Find a player'),
  draw: () => msg('draw'),
  unknownResult: '–',
  open: (game: number) => msg(str`Open game ${game}`),
  badLines: (n: number) =>
    msg(str`${plural(n, msg('one {# entry is not a game} other {# entries are not games}'))} and left out`),
  differs: (n: number) =>
    msg(str`This record differs from the rules in ${plural(n, msg('one {# place} other {# places}'))}`),
  differsHelp: () => msg('The game is shown as it was recorded. It cannot be shared as a link.'),
  difference: ({ ply, color, what, rules, record }: RecordDifference): string =>
    what === 'outcome'
      ? msg(str`${differing[what]}: the record says that ${record}, but ${rules}.`)
      : what === 'length'
        ? msg(str`${differing[what]}: the record says ${record}, the rules give ${rules}.`)
        : msg(
            str`Turn ${Math.floor(ply / 2) + 1}, ${colors[color]}, ${differing[what] ?? what}: the record says ${record}, the rules give ${rules}.`,
          ),
  moreDifferences: (n: number) => `${plural(n, msg('one {# more place} other {# more places}'))}`,
  leftOut: (n: number) =>
    msg(str`${plural(n, msg('one {# note or tag} other {# notes or tags}'))} of this record could not be read`),
});

export const editorWords = words({
  title: () => msg('Set up a position'),
  lead: () => msg('Choose a piece, then the squares. The side to move is the one whose knowledge is analysed.'),
  board: () => msg('Position'),
  pieces: () => msg('Pieces'),
  put: (piece: PieceLetter) => msg(str`Put down: ${pieceName(piece)}`),
  erase: () => msg('Take pieces off'),
  start: () => msg('Start position'),
  clear: () => msg('Clear'),
  flip: () => msg('Flip'),
  turn: () => msg('To move'),
  castling: () => msg('May still castle'),
  rights: {
    K: () => msg('White, short'),
    Q: () => msg('White, long'),
    k: () => msg('Black, short'),
    q: () => msg('Black, long'),
  },
  fen: () => msg('FEN'),
  fenWrong: () => msg('This is no FEN. It needs eight ranks of eight squares, such as 8/8/8/8/8/8/8/4K2k w - - 0 1.'),
  open: () => msg('Analyse it'),
  noKing: (color: Color) => msg(str`${colors[color]} has no king.`),
  kings: (color: Color) => msg(str`${colors[color]} has more than one king.`),
  tooMany: (color: Color) => msg(str`${colors[color]} has more than 16 pieces.`),
});

export const boardsWords = words({
  title: (n: number) => (n === 1 ? msg('A position') : msg('Boards that cannot be told apart')),
  lead: (color: Color, n: number) =>
    n === 1
      ? msg(str`${colors[color]} to move, and knows where everything is.`)
      : msg(str`${colors[color]} to move, and cannot tell these ${number.format(n)} boards apart.`),
  name: (color: Color) => msg(str`What ${colors[color]} knows`),
  edit: () => msg('Change the position'),
  boards: () => msg('Boards'),
  shown: (shown: number, of: number) => msg(str`The first ${number.format(shown)} of ${number.format(of)}.`),
  more: () => msg('Show more'),
  choose: () => msg('What would it tell?'),
  chooseSense: () => msg('Choose a square on the board to see what sensing there could show.'),
  chooseMove: () => msg('Make a move on the board to see what could come of it.'),
  moved: (color: Color) => msg(str`${colors[color]} has moved: what comes next is up to the opponent.`),
  noSense: () => msg('No sense'),
  pass: () => msg('Pass'),
  kinds: { sense: () => msg('Sense'), request: () => msg('Move') },
  kind: () => msg('Try a'),
  tried: {
    sense: (square: string | null) => (square ? msg(str`Sensing ${square}`) : msg('Not sensing')),
    request: (move: string | null) => (move ? msg(str`Asking for ${move}`) : msg('Passing')),
  },
  working: () => msg('Working it out…'),
  outcomes: (n: number) => plural(n, msg('one {# answer is possible} other {# answers are possible}')),
  outcome: (boards: number, of: number) =>
    msg(
      str`${number.format(boards)} of ${plural(of, msg('one {# board} other {# boards}'))} (${percent.format(boards / of)})`,
    ),
  endsGame: () => msg('This captures the king.'),
  goOn: () => msg('Go on from here'),
  back: () => msg('One step back'),
  path: () => msg('So far'),
  begin: () => msg('The boards as given'),
  failed: (why: string) => msg(str`This could not be worked out: ${why}`),
  overlay: () => msg('Show'),
  overlays: {
    pieces: () => msg('Likely pieces'),
    senses: () => msg('Sense values'),
    entropy: () => msg('Uncertainty'),
  },
  entropy: (square: string, bits: number) => msg(str`${square}: ${tenths.format(bits)} bits uncertain`),
  hoverEntropy: () => msg('Point at a square to see how uncertain its content is, in bits.'),
  entropyLow: () => msg('known'),
  entropyHigh: () => msg('most uncertain'),
  allKnown: () => msg('Everything is known.'),
});
