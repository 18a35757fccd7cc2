import { msg, str } from '@lit/localize';
import {
  type Color,
  type DifferenceDetails,
  LIMITS,
  type PieceLetter,
  type Reason,
  type RecordDifference,
  type SenseReport,
} from 'outpost-rbc';
import { squareName } from '../board/squares';
import { colors, pieceName } from '../board/words';
import { list, number, percent, plural, tenths } from '../ui/format';
import { labelled, type Sentences, sentenceOf, words } from '../ui/texts';

const move = (text: string | null): string => text ?? msg('no move');

const square = (at: number | null): string => (at === null ? msg('no square') : squareName(at));

const wins: Record<Reason, (winner: string) => string> = {
  KING_CAPTURE: (winner) => msg(str`${winner} won by capturing the king`),
  TIMEOUT: (winner) => msg(str`${winner} won on time`),
  RESIGN: (winner) => msg(str`${winner} won by resignation`),
  TURN_LIMIT: (winner) => msg(str`${winner} won at the turn limit`),
  MOVE_LIMIT: (winner) => msg(str`${winner} won at the move limit`),
  ABORTED: (winner) => msg(str`${winner} won`),
};

const nobody: Record<Reason, string> = words({
  KING_CAPTURE: () => msg('nobody won by capturing the king'),
  TIMEOUT: () => msg('nobody won on time'),
  RESIGN: () => msg('nobody won by resignation'),
  TURN_LIMIT: () => msg('nobody won at the turn limit'),
  MOVE_LIMIT: () => msg('nobody won at the move limit'),
  ABORTED: () => msg('nobody won'),
});

type OutcomeDifference = Extract<DifferenceDetails, { code: 'outcome' }>['data'];

/** The outcome that a record has. */
const recorded = ({ winner, reason }: OutcomeDifference): string =>
  winner ? wins[reason ?? 'ABORTED'](colors[winner]) : nobody[reason ?? 'ABORTED'];

/** What contradicts a recorded outcome. */
const contradicting: Record<OutcomeDifference['rules'], string> = words({
  'no-capture': () => msg('no king was captured'),
  'white-captured': () => msg('White captured the king'),
  'black-captured': () => msg('Black captured the king'),
  draw: () => msg('that is a draw'),
  'move-limit': () => msg('the last move was a pawn’s or a capture'),
  'turn-limit': () => msg('the last full turn is not complete'),
  winner: () => msg('one side must have won'),
  reason: () => msg('a win has a reason'),
});

/** Squares of a sense on which the record and the rules differ. */
function differentSquares(rules: SenseReport, record: SenseReport): string {
  const said = new Map(record.result);
  const squares = rules.result.filter(([at, piece]) => said.get(at) !== piece).map(([at]) => squareName(at));
  return squares.length > 0 ? list.format(squares) : square(rules.square);
}

/** What the record says, and what the rules give. */
const both = (what: string, record: string, rules: string): string =>
  msg(str`${what}: the record says ${record}, the rules give ${rules}.`);

const differences: Sentences<DifferenceDetails> = {
  turn: () => msg('the record continues after the end of the game.'),
  'sense-result': ({ rules, record }) => msg(str`sense result: it differs on ${differentSquares(rules, record)}.`),
  'fen-before': ({ rules, record }) => both(msg('position before the move'), record, rules),
  request: ({ record }) => msg(str`requested move: ${move(record)} is not possible.`),
  'taken-move': ({ rules, record }) => both(msg('taken move'), move(record), move(rules)),
  'capture-square': ({ rules, record }) => both(msg('capture square'), square(record), square(rules)),
  'fen-after': ({ rules, record }) => both(msg('position after the move'), record, rules),
  plies: ({ rules, record }) =>
    msg(str`Length: the record has ${number.format(record)} half-turns, but only ${number.format(rules)} by turns.`),
  senses: ({ rules, record }) =>
    msg(str`Length: the record has ${number.format(record)} senses, but only ${number.format(rules)} by turns.`),
  outcome: (difference) =>
    msg(str`Outcome: the record says that ${recorded(difference)}, but ${contradicting[difference.rules]}.`),
};

export const analyseWords = words({
  title: () => msg('Analyse a game'),
  lead: () =>
    msg(
      'Open reconchess records (JSON or JSON lines, also gzipped), a link to a game, or positions. Drop them here, or paste them anywhere on this page.',
    ),
  pick: () => msg('Open files'),
  dropHere: () => msg('Drop the files to open them'),
  private: () => msg('Nothing leaves this device.'),
  paste: () => msg('Paste'),
  pasteLabel: () => msg('A record, a link, a FEN or EPD (one a line), or the code of an embed'),
  pasteOpen: () => msg('Open'),
  pasted: () => msg('The pasted text'),
  onePosition: () => msg('The position'),
  position: () => msg('Set up a position'),
  samples: {
    title: () => msg('Sample games'),
    turns: (n: number) => plural(n, msg('one {# turn} other {# turns}')),
    captions: {
      pawn: () => msg('The same pawn move fails eight times; then Black’s queen takes the king.'),
      rush: () => msg('A knight runs at the king and is captured. A bishop walks back the other way.'),
      bishop: () => msg('Queens are exchanged in the dark. Black overlooks a bishop’s attack on the king.'),
    },
  },
  recent: () => msg('Recent games'),
  views: { label: () => msg('View'), games: () => msg('Games'), figures: () => msg('Statistics') },
  reading: (name: string) => msg(str`Reading ${name}…`),
  looking: () => msg('Reading the text…'),
  decoding: () => msg('Opening the link…'),
  opening: () => msg('Opening the game…'),
  failed: (name: string) => msg(str`${name} cannot be opened`),
  failedMany: (n: number) => plural(n, msg('one {# file cannot be opened} other {# files cannot be opened}')),
  because: (name: string, why: string) => labelled(name, why),
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
  back: { list: () => msg('All games'), library: () => msg('Library'), start: () => msg('Close') },
  close: () => msg('Close'),
  keep: () => msg('Add to library'),
  keepAll: (n: number) => msg(str`Add all ${number.format(n)} to library`),
  kept: () => msg('In library'),
  keeping: () => msg('Adding to library…'),
  gone: () => msg('This game is not in this browser’s library: it was deleted, or saved in another browser.'),
  filter: () => msg('Find a player'),
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
  difference: (difference: RecordDifference): string => {
    const { ply, color, code, message } = difference;
    const sentence = sentenceOf<DifferenceDetails>(differences, difference);
    if (sentence === null) return message;
    const ofWholeGame = code === 'plies' || code === 'senses' || code === 'outcome';
    return ofWholeGame
      ? sentence
      : msg(str`Turn ${number.format(Math.floor(ply / 2) + 1)}, ${colors[color]}, ${sentence}`);
  },
  moreDifferences: (n: number) => `${plural(n, msg('one {# more place} other {# more places}'))}`,
  leftOut: (n: number) =>
    plural(
      n,
      msg(
        'one {# note or tag of this record could not be read} other {# notes or tags of this record could not be read}',
      ),
    ),
});

export const batchWords = words({
  rows: () => msg('Rows'),
  by: { players: () => msg('By player'), games: () => msg('By game') },
  first: { players: () => msg('Player'), games: () => msg('Game') },
  columns: {
    score: () => msg('Score'),
    boards: () => msg('Boards'),
    decay: () => msg('Decay'),
    failed: () => msg('Failed'),
  },
  help: (cap: string) =>
    msg(
      str`Boards: possible boards after a sense, on average (≈ if some were estimated, > if some were more than ${cap} and count as ${cap}). Decay: the share of the possible boards that a sense rules out, on average. Failed: requested moves that were not possible. Records have no clocks, so there are no times.`,
    ),
  csv: () => msg('Save as CSV'),
  so: (done: number, of: number) => msg(str`${number.format(done)} of ${number.format(of)} games`),
  done: (of: number) => plural(of, msg('one {# game} other {# games}')),
  working: () => msg('Computing…'),
  stop: () => msg('Stop'),
  goOn: () => msg('Continue'),
  unread: (n: number) => plural(n, msg('one {# game was left out} other {# games were left out}')),
  unreadGame: (game: number, why: string) => msg(str`Game ${game}: ${why}`),
  points: (score: number) => (score === 0.5 ? '½' : String(score)),
  against: (name: string, turns: number) =>
    plural(turns, msg(str`one {Against ${name}, # turn.} other {Against ${name}, # turns.}`)),
  results: (games: number, wins: number, draws: number, losses: number) =>
    plural(
      games,
      msg(
        str`one {# game: ${number.format(wins)} won, ${number.format(draws)} drawn, ${number.format(losses)} lost.} other {# games: ${number.format(wins)} won, ${number.format(draws)} drawn, ${number.format(losses)} lost.}`,
      ),
    ),
  range: (low: string, high: string) => msg(str`95% interval: ${low} to ${high}.`),
  boards: {
    counted: (mean: string, max: string) =>
      msg(str`Possible boards after a sense: ${mean} on average, ${max} at most.`),
    estimated: (mean: string, max: string) =>
      msg(str`Possible boards after a sense: about ${mean} on average, ${max} at most. Some are estimates.`),
    beyond: (mean: string, cap: string) =>
      msg(str`Possible boards after a sense: more than ${mean} on average, at times more than ${cap}.`),
  },
  givenUpAt: (turn: string) => msg(str`From turn ${turn} on, there were too many boards to follow.`),
  givenUp: (games: number) =>
    plural(
      games,
      msg(
        'one {In # game there were too many boards to follow to its end.} other {In # games there were too many boards to follow to their end.}',
      ),
    ),
  breaksOff: () => msg('The record departs from the rules; boards are counted up to there.'),
  brokenOff: (games: number) =>
    plural(
      games,
      msg(
        'one {# record departs from the rules; its boards are counted up to there.} other {# records depart from the rules; their boards are counted up to there.}',
      ),
    ),
  decay: (ratio: string, senses: number) =>
    plural(senses, msg(str`one {# sense ruled out ${ratio}.} other {# senses ruled out ${ratio} on average.}`)),
  failed: (failed: number, of: number) =>
    plural(
      of,
      msg(
        str`one {${number.format(failed)} of # requested move failed.} other {${number.format(failed)} of # requested moves failed.}`,
      ),
    ),
  passes: (n: number) => plural(n, msg('one {# pass.} other {# passes.}')),
  open: (game: string) => msg(str`Open game ${game}`),
});

export const editorWords = words({
  title: () => msg('Set up a position'),
  lead: () => msg('Choose a piece, then its squares. The analysis is for the side to move.'),
  board: () => msg('Position'),
  pieces: () => msg('Pieces'),
  put: (piece: PieceLetter) => msg(str`Place ${pieceName(piece)}`),
  erase: () => msg('Remove pieces'),
  start: () => msg('Start position'),
  clear: () => msg('Clear', { id: 'clear-board' }),
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
  kinds: { sense: () => msg('Sense', { id: 'sense-verb' }), request: () => msg('Move', { id: 'move-verb' }) },
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
