import { msg, str } from '@lit/localize';
import { type Color, LIMITS, type PieceLetter, type RecordDifference } from 'outpost';
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
      'Open reconchess records (JSON or JSON lines, also gzipped), a link to a game, or positions. Drop them here, or paste them anywhere on this page.',
    ),
  pick: () => msg('Choose files'),
  dropHere: () => msg('Drop the files to open them'),
  private: () => msg('Nothing leaves this device.'),
  paste: () => msg('Paste'),
  pasteLabel: () => msg('A record, a link, a FEN or EPD (one a line), or the code of an embed'),
  pasteOpen: () => msg('Open'),
  pasted: () => msg('The pasted text'),
  position: () => msg('Set up a position'),
  reading: (name: string) => msg(str`Reading ${name}…`),
  looking: () => msg('Reading the text…'),
  decoding: () => msg('Opening the link…'),
  opening: () => msg('Opening the game…'),
  failed: (name: string) => msg(str`${name} cannot be opened`),
  failedMany: (n: number) => plural(n, msg('one {# file cannot be opened} other {# files cannot be opened}')),
  because: (name: string, why: string) => `${name}: ${why}`,
  link: () => msg('The link'),
  linkFailed: () => msg('This link cannot be opened'),
  linkHelp: () => msg('Copy the whole link again and paste it here, or ask for the game as a file.'),
  linkMore: () => msg('This link contains something more, which needs a newer version of Outpost.'),
  positions: {
    title: (n: number) => plural(n, msg('one {# position} other {# positions}')),
    why: () => msg('These are separate positions, not boards that one side cannot tell apart. Choose one to open it.'),
    tooMany: () => msg(str`There are more than ${number.format(LIMITS.boards)} positions: open fewer at a time.`),
  },
  chess: () => msg('This is a chess game (PGN). It has no senses, so it cannot be opened.'),
  chessHelp: () => msg('You can open a position from it: paste its FEN.'),
  embedFile: () => msg('This code loads its game from a file'),
  embedFileHelp: (address: string) => msg(str`Download the file and open it here: ${address}`),
  embedOnly: () => msg('This code contains no game and no position'),
  embedOnlyHelp: () => msg('A lesson has its own page under Learn.'),
  unknown: () => msg('This is not a record, a link or a position.'),
  unknownHelp: () =>
    msg(
      'A record begins with {"type": "GameHistory", a link has a # followed by letters and digits, and positions are FENs, one on each line.',
    ),
  badFen: (line: number, text: string) => msg(str`Line ${number.format(line)} is not a FEN: ${text}`),
  nothingPasted: () => msg('Nothing to open: paste a record, a link or a position first.'),
  games: (n: number) => plural(n, msg('one {# game} other {# games}')),
  files: (n: number) => plural(n, msg('one {# file} other {# files}')),
  another: () => msg('Open other files'),
  back: { list: () => msg('All games'), library: () => msg('Library'), start: () => msg('Open something else') },
  close: () => msg('Close'),
  keep: () => msg('Save to library'),
  keepAll: (n: number) => msg(str`Save all ${number.format(n)} to library`),
  kept: () => msg('In library'),
  keeping: () => msg('Saving to library…'),
  gone: () => msg('This game is not in this browser’s library: it was deleted, or saved in another browser.'),
  filter: () => msg('Find a player'),
  draw: () => msg('draw'),
  unknownResult: '–',
  open: (game: number) => msg(str`Open game ${game}`),
  badLines: (n: number) =>
    plural(n, msg('one {# entry is not a game and was left out} other {# entries are not games and were left out}')),
  differs: (n: number) =>
    plural(
      n,
      msg('one {This record differs from the rules in # place} other {This record differs from the rules in # places}'),
    ),
  differsHelp: () => msg('The game is shown as recorded. It cannot be shared as a link.'),
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
    plural(
      n,
      msg(
        'one {# note or tag of this record could not be read} other {# notes or tags of this record could not be read}',
      ),
    ),
});

export const editorWords = words({
  title: () => msg('Set up a position'),
  lead: () => msg('Choose a piece, then its squares. The analysis is for the side to move.'),
  board: () => msg('Position'),
  pieces: () => msg('Pieces'),
  put: (piece: PieceLetter) => msg(str`Place ${pieceName(piece)}`),
  erase: () => msg('Remove pieces'),
  start: () => msg('Start position'),
  clear: () => msg('Clear'),
  flip: () => msg('Flip'),
  turn: () => msg('To move'),
  castling: () => msg('Castling rights'),
  rights: {
    K: () => msg('White kingside'),
    Q: () => msg('White queenside'),
    k: () => msg('Black kingside'),
    q: () => msg('Black queenside'),
  },
  fen: () => msg('FEN'),
  fenWrong: () =>
    msg('This is not a FEN. It needs eight ranks of eight squares, such as 8/8/8/8/8/8/8/4K2k w - - 0 1.'),
  open: () => msg('Analyse'),
  noKing: (color: Color) => msg(str`${colors[color]} has no king.`),
  kings: (color: Color) => msg(str`${colors[color]} has more than one king.`),
  tooMany: (color: Color) => msg(str`${colors[color]} has more than 16 pieces.`),
});

export const boardsWords = words({
  title: (n: number) => (n === 1 ? msg('A position') : msg('Indistinguishable boards')),
  lead: (color: Color, n: number) =>
    n === 1
      ? msg(str`${colors[color]} to move, and knows where everything is.`)
      : msg(str`${colors[color]} to move, and cannot tell these ${number.format(n)} boards apart.`),
  name: (color: Color) => msg(str`What ${colors[color]} knows`),
  edit: () => msg('Edit position'),
  boards: () => msg('Boards'),
  shown: (shown: number, of: number) => msg(str`The first ${number.format(shown)} of ${number.format(of)}.`),
  more: () => msg('Show more'),
  choose: () => msg('Possible results'),
  chooseSense: () => msg('Choose a square on the board to see what sensing there could show.'),
  chooseMove: () => msg('Make a move on the board to see what could come of it.'),
  moved: (color: Color) => msg(str`${colors[color]} has moved: what comes next is up to the opponent.`),
  noSense: () => msg('No sense'),
  pass: () => msg('Pass'),
  kinds: { sense: () => msg('Sense'), request: () => msg('Move') },
  kind: () => msg('Try'),
  tried: {
    sense: (square: string | null) => (square ? msg(str`Sensing ${square}`) : msg('Not sensing')),
    request: (move: string | null) => (move ? msg(str`Requesting ${move}`) : msg('Passing')),
  },
  working: () => msg('Computing…'),
  outcomes: (n: number) => plural(n, msg('one {# possible result} other {# possible results}')),
  outcome: (boards: number, of: number) =>
    plural(
      of,
      msg(
        str`one {${number.format(boards)} of # board (${percent.format(boards / of)})} other {${number.format(boards)} of # boards (${percent.format(boards / of)})}`,
      ),
    ),
  endsGame: () => msg('This captures the king.'),
  goOn: () => msg('Continue from here'),
  back: () => msg('Back one step'),
  path: () => msg('So far'),
  begin: () => msg('The original boards'),
  failed: (why: string) => msg(str`This could not be computed: ${why}`),
  overlay: () => msg('Show'),
  overlays: {
    pieces: () => msg('Likely pieces'),
    senses: () => msg('Sense values'),
    entropy: () => msg('Uncertainty'),
  },
  entropy: (square: string, bits: number) => msg(str`${square}: ${tenths.format(bits)} bits uncertain`),
  hoverEntropy: () => msg('Point at a square to see its uncertainty in bits.'),
  entropyLow: () => msg('known'),
  entropyHigh: () => msg('most uncertain'),
  allKnown: () => msg('Everything is known.'),
});
