import type { Color, PieceLetter } from 'outpost';
import { list, percent, plural } from '../ui/format';
import type { Shape } from './shapes';
import type { Role } from './squares';

export const pieceName = (piece: PieceLetter): string =>
  `${piece === piece.toUpperCase() ? 'white' : 'black'} ${names[piece.toLowerCase()]}`;

export const names: Record<string, string> = {
  p: 'pawn',
  n: 'knight',
  b: 'bishop',
  r: 'rook',
  q: 'queen',
  k: 'king',
};

export const colors: Record<Color, string> = { white: 'White', black: 'Black' };

export const chessWords = {
  colors,
  pieceName,
  roles: names,
  role: (role: Role) => role,
  kind: (piece: PieceLetter) => names[piece.toLowerCase()] as string,
  color: (color: Color) => colors[color],
};

export const boardWords = {
  label: 'Board',
  labelOf: (color: Color) => `${colors[color]}’s board`,
  help: {
    sense: 'Arrow keys move the window, Enter senses.',
    move: 'Arrow keys move, Enter picks up a piece and puts it down, Escape lets go of it.',
    view: 'Arrow keys move.',
    mark: 'Arrow keys move, Enter puts down the chosen marker or takes it off.',
    draw: 'Arrow keys move. Enter begins an arrow and ends it on another square; twice on one square, it marks that. Escape lets go.',
  },
  own: (piece: PieceLetter) => `your ${names[piece.toLowerCase()]}`,
  empty: 'nothing known',
  seenNow: (piece: PieceLetter | null) => (piece ? `${pieceName(piece)}, seen now` : 'seen empty now'),
  seen: (piece: PieceLetter | null, age: number) =>
    `${piece ? pieceName(piece) : 'empty'} when last seen, ${plural(age, 'turn', 'turns')} ago`,
  likely: (piece: PieceLetter, p: number) => `${pieceName(piece)} ${percent.format(p)}`,
  marker: (piece: PieceLetter) => `your marker: ${pieceName(piece)}`,
  captured: 'captured here',
  truth: (piece: PieceLetter | null) => (piece ? pieceName(piece) : 'empty'),
  promote: (role: string) => `Promote to ${role}`,
  promotion: 'Promote to',
  picked: (piece: PieceLetter, square: string, targets: string[]) =>
    `${names[piece.toLowerCase()]} on ${square} picked up. ${targets.length ? `It can try ${list.format(targets)}.` : ''}`,
  dropped: 'Let go.',
  cannotGo: (square: string) => `It cannot try ${square}.`,
  nothingToMove: (square: string) => `There is no piece of yours that can move on ${square}.`,
  flip: 'Flip the board',
  flipShort: 'Flip',
};

export const phaseWords = {
  sense: 'Sense',
  senseText: 'Choose where to look: a 3×3 window.',
  move: 'Move',
  moveText: 'Choose a move. It may fail against pieces you cannot see.',
  result: 'Result',
  waiting: 'Opponent’s turn',
  thinking: (who: string) => `${who} is thinking`,
  paused: (who: string) => `${who} has been stopped`,
  over: 'Game over',
  handover: 'Hand over',
  busy: 'One moment…',
  noSense: 'No sense',
  pass: 'Pass',
  moveNow: 'Move now',
  stop: 'Stop',
  goOn: 'Let it think',
  leave: 'Leave for now',
  leaveText: 'The game is kept; go on with it later.',
  resign: 'Resign',
  resignTitle: 'Resign this game?',
  resignText: 'Your opponent wins. The true board is shown then.',
  resignYes: 'Yes, resign',
  resignNo: 'Play on',
  typed: 'Type a move',
  typedPlaceholder: 'e2e4 or Nf3',
  typedGo: 'Play',
  elapsed: 'Time spent',
};

export const drawingWords = {
  shape: ({ orig, dest, brush }: Shape) =>
    dest === undefined ? `${brush} mark on ${orig}` : `${brush} arrow ${orig} to ${dest}`,
  picked: (square: string) => `From ${square}. Choose where the arrow ends, or ${square} again to mark it.`,
};
