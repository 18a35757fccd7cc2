import type { Color, PieceLetter, RecordDifference } from 'outpost';
import { colors, pieceName } from '../board/words';
import { number, percent, plural, tenths } from '../ui/format';

/** Where a record and the rules can differ. */
export const differing: Record<RecordDifference['what'], string> = {
  'a turn': 'turn',
  'sense result': 'sense result',
  'FEN before the move': 'position before the move',
  'requested move': 'requested move',
  'taken move': 'taken move',
  'capture square': 'capture square',
  'FEN after the move': 'position after the move',
  length: 'Length',
  outcome: 'Outcome',
};

export const analyseWords = {
  title: 'Analyse a game',
  lead: 'Open reconchess records (JSON, or JSON lines, also gzipped), a link to a game, or positions. Drop them here, or paste them anywhere on this page.',
  pick: 'Choose files',
  dropHere: 'Drop the files to open them',
  private: 'Nothing leaves this device.',
  paste: 'Paste',
  pasteLabel: 'A record, a link, a FEN or EPD (one a line), or the code of an embed',
  pasteOpen: 'Open it',
  pasted: 'What was pasted',
  position: 'Set up a position',
  reading: (name: string) => `Reading ${name}…`,
  looking: 'Looking at the text…',
  decoding: 'Opening the link…',
  opening: 'Opening the game…',
  failed: (name: string) => `${name} cannot be opened`,
  failedMany: (n: number) => `${plural(n, 'file', 'files')} cannot be opened`,
  because: (name: string, why: string) => `${name}: ${why}`,
  link: 'The link',
  linkFailed: 'This link cannot be opened',
  linkHelp:
    'Copy it again from where it was made, from the first character to the last, and paste it here; or ask for the game as a file.',
  linkMore: 'This link holds something more, which only a later version of Outpost can show.',
  positions: {
    title: (n: number) => plural(n, 'position', 'positions'),
    why: 'These are separate positions, not boards that one side cannot tell apart. Choose one to open it.',
    tooMany: 'There are more than 4,096 positions: open some of them at a time.',
  },
  chess: 'This is a game of chess (PGN). It has no senses, so it cannot be opened.',
  chessHelp: 'A position of it can: paste its FEN.',
  embedFile: 'This code shows a game from a file, which is not in the code',
  embedFileHelp: (address: string) => `Download the file and open it here: ${address}`,
  embedOnly: 'There is no game and no position in this code',
  embedOnlyHelp: 'A lesson has its own page under Learn.',
  unknown: 'This is no record, no link and no position.',
  unknownHelp:
    'A record begins with {"type": "GameHistory", a link has a # followed by letters and digits, and a position is a FEN: one on each line, if there are several.',
  badFen: (line: number, text: string) => `Line ${number.format(line)} is no FEN: ${text}`,
  nothingPasted: 'There is nothing to open: paste a record, a link or a position into the field first.',
  games: (n: number) => plural(n, 'game', 'games'),
  files: (n: number) => plural(n, 'file', 'files'),
  another: 'Open others',
  back: { list: 'All games', library: 'Library', start: 'Open something else' },
  close: 'Close',
  keep: 'Save to the library',
  keepAll: (n: number) => `Save all ${number.format(n)} to the library`,
  kept: 'In the library',
  keeping: 'Saving to the library…',
  gone: 'This game is not in this browser’s library: it was deleted, or saved in another browser.',
  filter: 'Find a player',
  draw: 'draw',
  unknownResult: '–',
  open: (game: number) => `Open game ${game}`,
  badLines: (n: number) => `${plural(n, 'entry is not a game', 'entries are not games')} and left out`,
  differs: (n: number) => `This record differs from the rules in ${plural(n, 'place', 'places')}`,
  differsHelp: 'The game is shown as it was recorded. It cannot be shared as a link.',
  difference: ({ ply, color, what, rules, record }: RecordDifference): string =>
    what === 'outcome'
      ? `${differing[what]}: the record says that ${record}, but ${rules}.`
      : what === 'length'
        ? `${differing[what]}: the record says ${record}, the rules give ${rules}.`
        : `Turn ${Math.floor(ply / 2) + 1}, ${colors[color]}, ${differing[what] ?? what}: the record says ${record}, the rules give ${rules}.`,
  moreDifferences: (n: number) => `${plural(n, 'more place', 'more places')}`,
  leftOut: (n: number) => `${plural(n, 'note or tag', 'notes or tags')} of this record could not be read`,
};

export const editorWords = {
  title: 'Set up a position',
  lead: 'Choose a piece, then the squares. The side to move is the one whose knowledge is analysed.',
  board: 'Position',
  pieces: 'Pieces',
  put: (piece: PieceLetter) => `Put down: ${pieceName(piece)}`,
  erase: 'Take pieces off',
  start: 'Start position',
  clear: 'Clear',
  flip: 'Flip',
  turn: 'To move',
  castling: 'May still castle',
  rights: {
    K: 'White, short',
    Q: 'White, long',
    k: 'Black, short',
    q: 'Black, long',
  },
  fen: 'FEN',
  fenWrong: 'This is no FEN. It needs eight ranks of eight squares, such as 8/8/8/8/8/8/8/4K2k w - - 0 1.',
  open: 'Analyse it',
  noKing: (color: Color) => `${colors[color]} has no king.`,
  kings: (color: Color) => `${colors[color]} has more than one king.`,
  tooMany: (color: Color) => `${colors[color]} has more than 16 pieces.`,
};

export const boardsWords = {
  title: (n: number) => (n === 1 ? 'A position' : 'Boards that cannot be told apart'),
  lead: (color: Color, n: number) =>
    n === 1
      ? `${colors[color]} to move, and knows where everything is.`
      : `${colors[color]} to move, and cannot tell these ${number.format(n)} boards apart.`,
  name: (color: Color) => `What ${colors[color]} knows`,
  edit: 'Change the position',
  boards: 'Boards',
  shown: (shown: number, of: number) => `The first ${number.format(shown)} of ${number.format(of)}.`,
  more: 'Show more',
  choose: 'What would it tell?',
  chooseSense: 'Choose a square on the board to see what sensing there could show.',
  chooseMove: 'Make a move on the board to see what could come of it.',
  moved: (color: Color) => `${colors[color]} has moved: what comes next is up to the opponent.`,
  noSense: 'No sense',
  pass: 'Pass',
  kinds: { sense: 'Sense', request: 'Move' },
  kind: 'Try a',
  tried: {
    sense: (square: string | null) => (square ? `Sensing ${square}` : 'Not sensing'),
    request: (move: string | null) => (move ? `Asking for ${move}` : 'Passing'),
  },
  working: 'Working it out…',
  outcomes: (n: number) => plural(n, 'answer is possible', 'answers are possible'),
  outcome: (boards: number, of: number) =>
    `${number.format(boards)} of ${plural(of, 'board', 'boards')} (${percent.format(boards / of)})`,
  endsGame: 'This captures the king.',
  goOn: 'Go on from here',
  back: 'One step back',
  path: 'So far',
  begin: 'The boards as given',
  failed: (why: string) => `This could not be worked out: ${why}`,
  overlay: 'Show',
  overlays: { pieces: 'Likely pieces', senses: 'Sense values', entropy: 'Uncertainty' },
  entropy: (square: string, bits: number) => `${square}: ${tenths.format(bits)} bits uncertain`,
  hoverEntropy: 'Point at a square to see how uncertain its content is, in bits.',
  entropyLow: 'known',
  entropyHigh: 'most uncertain',
  allKnown: 'Everything is known.',
};
