import type { Color, Outcome, PieceLetter } from 'outpost';
import { colors, names } from '../board/words';
import { number, plural } from '../ui/format';

export const reasons: Record<Outcome['reason'], (loser: string) => string> = {
  KING_CAPTURE: (loser) => `${loser}’s king was captured.`,
  TIMEOUT: (loser) => `${loser} ran out of time.`,
  RESIGN: (loser) => `${loser} resigned.`,
  MOVE_LIMIT: () => 'A hundred half-turns went by without a capture or a pawn move.',
  TURN_LIMIT: () => 'The limit of turns was reached.',
  ABORTED: () => 'The game was broken off.',
};

export const noticeWords = {
  none: 'Your opponent captured nothing.',
  first: 'The game begins.',
  captured: (square: string) => `Your opponent captured on ${square}.`,
  capturedPiece: (piece: PieceLetter, square: string) =>
    `Your opponent captured your ${names[piece.toLowerCase()]} on ${square}.`,
};

export const sensedWords = {
  nothing: 'You did not sense.',
  around: (center: string, pieces: string[]) =>
    pieces.length > 0 ? `Around ${center}: ${pieces.join('; ')}.` : `Around ${center}: no opponent piece.`,
  pieces: (piece: PieceLetter, squares: string[]) =>
    `${names[piece.toLowerCase()]}${squares.length > 1 ? 's' : ''} ${squares.join(', ')}`,
};

export const resultWords = {
  pass: 'You passed.',
  moved: (move: string) => `Moved ${move}.`,
  captured: (move: string, square: string) => `Moved ${move} and captured on ${square}.`,
  stopped: (to: string, asked: string) => `Stopped on ${to}: the way to ${asked} is blocked.`,
  stoppedCaptured: (to: string, asked: string, square: string) =>
    `Stopped on ${to} instead of ${asked}, captured on ${square}.`,
  notPossible: (move: string) => `${move} was not possible. The turn is lost.`,
};

export const typedWords = {
  senseLabel: 'Type a square to sense',
  sensePlaceholder: 'e5',
  senseForm: (text: string) => `“${text}” is not a square. Write a letter and a number, such as e5, or none.`,
  empty: 'Type a move such as e2e4 or Nf3.',
  form: (text: string) => `“${text}” is not a move. Write it as e2e4 or a7a8q, or as Nf3, exd5, e8=Q or O-O.`,
  ambiguous: (text: string, moves: readonly string[]) => `“${text}” can be ${moves.join(' or ')}: write which.`,
  noPiece: (square: string) => `You have no piece on ${square}.`,
  notRequestable: (text: string) => `${text} cannot be asked for: none of your pieces can be asked to make that move.`,
  promotion: (text: string) => `Say to what: ${text}q, ${text}r, ${text}b or ${text}n.`,
};

export const logWords = {
  title: 'As you were told',
  empty: 'Nothing has happened yet.',
  turn: 'Turn',
  notice: 'Told',
  sense: 'Sense',
  move: 'Move',
  noCapture: '–',
  captureOn: (square: string) => `×${square}`,
  pass: 'pass',
  failed: 'failed',
  noSense: 'none',
};

export const outcomeWords = {
  youWin: 'You win',
  youLose: 'You lose',
  draw: 'Draw',
  aborted: 'Broken off',
  wins: (color: Color) => `${colors[color]} wins`,
  reason: (outcome: Outcome) =>
    reasons[outcome.reason](outcome.winner ? colors[outcome.winner === 'white' ? 'black' : 'white'] : ''),
};

export const stepWords = {
  told: (square: string | null) => (square ? `Told: a capture on ${square}.` : 'Told: no capture.'),
  toldFirst: 'The game begins.',
  sensed: (square: string | null) => (square ? `Senses ${square}.` : 'Does not sense.'),
  saw: (pieces: string[]) => (pieces.length ? `Sees ${pieces.join('; ')}.` : 'Sees no opponent piece.'),
  moved: (move: string) => `Moves ${move}.`,
  movedCapture: (move: string, square: string) => `Moves ${move} and captures on ${square}.`,
  stopped: (asked: string, taken: string) => `Asks for ${asked}, is stopped: ${taken}.`,
  stoppedCapture: (asked: string, taken: string, square: string) =>
    `Asks for ${asked}, is stopped: ${taken}, captures on ${square}.`,
  failed: (asked: string) => `Asks for ${asked}: not possible, the turn is lost.`,
  pass: 'Passes.',
  ending: (reason: 'RESIGN' | 'TIMEOUT', loser: Color, toMove: Color, turn: number, sensed: boolean) => {
    const what = `${colors[loser]} ${reason === 'RESIGN' ? 'resigned' : 'ran out of time'}`;
    if (loser !== toMove) return `${what} in ${colors[toMove]}’s turn ${turn}.`;
    if (sensed) return `${what} in turn ${turn}, after the sense.`;
    return `${what} at the start of turn ${turn}, so the record holds nothing of that turn.`;
  },
};

export const openingWords = {
  parsing: (name: string) => `Looking for games in ${name}…`,
  none: 'There is no game in this file.',
  tooBig: (megabytes: number) => `The file has ${number.format(megabytes)} MB; at most 256 can be opened.`,
};

export const recordWords = {
  columns: {
    game: 'Game',
    white: 'White',
    black: 'Black',
    winner: 'Winner',
    reason: 'Ended by',
    plies: 'Half-turns',
  },
  halfTurns: (n: number) => plural(n, 'half-turn', 'half-turns'),
  unnamed: 'unnamed',
  unfinished: 'No result',
  reasons: {
    KING_CAPTURE: 'king captured',
    TIMEOUT: 'time',
    RESIGN: 'resignation',
    MOVE_LIMIT: 'move limit',
    TURN_LIMIT: 'turn limit',
  } as Record<string, string>,
};
