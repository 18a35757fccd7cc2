import { msg, str } from '@lit/localize';
import type { Color, PieceLetter } from 'outpost';
import { list, percent, plural } from '../ui/format';
import { words } from '../ui/texts';
import type { Shape } from './shapes';
import type { Role } from './squares';

export const pieceName = (piece: PieceLetter): string =>
  `${piece === piece.toUpperCase() ? msg('white') : msg('black')} ${names[piece.toLowerCase()]}`;

export const names: Record<string, string> = words({
  p: () => msg('pawn'),
  n: () => msg('knight'),
  b: () => msg('bishop'),
  r: () => msg('rook'),
  q: () => msg('queen'),
  k: () => msg('king'),
});

export const colors: Record<Color, string> = words({ white: () => msg('White'), black: () => msg('Black') });

export const chessWords = words({
  colors,
  pieceName,
  roles: names,
  role: (role: Role) => role,
  kind: (piece: PieceLetter) => names[piece.toLowerCase()] as string,
  color: (color: Color) => colors[color],
});

export const boardWords = words({
  label: () => msg('Board'),
  labelOf: (color: Color) => msg(str`${colors[color]}’s board`),
  help: {
    sense: () => msg('Arrow keys move the window, Enter senses.'),
    move: () => msg('Arrow keys move, Enter picks up a piece and puts it down, Escape lets go of it.'),
    view: () => msg('Arrow keys move.'),
    mark: () => msg('Arrow keys move, Enter puts down the chosen marker or takes it off.'),
    draw: () =>
      msg(
        'Arrow keys move. Enter begins an arrow and ends it on another square; twice on one square, it marks that. Escape lets go.',
      ),
  },
  own: (piece: PieceLetter) => msg(str`your ${names[piece.toLowerCase()]}`),
  empty: () => msg('nothing known'),
  seenNow: (piece: PieceLetter | null) => (piece ? msg(str`${pieceName(piece)}, seen now`) : msg('seen empty now')),
  seen: (piece: PieceLetter | null, age: number) =>
    msg(
      str`${piece ? pieceName(piece) : msg('empty')} when last seen, ${plural(age, msg('one {# turn} other {# turns}'))} ago`,
    ),
  likely: (piece: PieceLetter, p: number) => `${pieceName(piece)} ${percent.format(p)}`,
  marker: (piece: PieceLetter) => msg(str`your marker: ${pieceName(piece)}`),
  captured: () => msg('captured here'),
  truth: (piece: PieceLetter | null) => (piece ? pieceName(piece) : msg('empty')),
  promote: (role: string) => msg(str`Promote to ${role}`),
  promotion: () => msg('Promote to'),
  picked: (piece: PieceLetter, square: string, targets: string[]) =>
    msg(
      str`${names[piece.toLowerCase()]} on ${square} picked up. ${targets.length ? msg(str`It can try ${list.format(targets)}.`) : ''}`,
    ),
  dropped: () => msg('Let go.'),
  cannotGo: (square: string) => msg(str`It cannot try ${square}.`),
  nothingToMove: (square: string) => msg(str`There is no piece of yours that can move on ${square}.`),
  flip: () => msg('Flip the board'),
  flipShort: () => msg('Flip'),
});

export const phaseWords = words({
  sense: () => msg('Sense'),
  senseText: () => msg('Choose where to look: a 3×3 window.'),
  move: () => msg('Move'),
  moveText: () => msg('Choose a move. It may fail against pieces you cannot see.'),
  result: () => msg('Result'),
  waiting: () => msg('Opponent’s turn'),
  thinking: (who: string) => msg(str`${who} is thinking`),
  paused: (who: string) => msg(str`${who} has been stopped`),
  over: () => msg('Game over'),
  handover: () => msg('Hand over'),
  busy: () => msg('One moment…'),
  noSense: () => msg('No sense'),
  pass: () => msg('Pass'),
  moveNow: () => msg('Move now'),
  stop: () => msg('Stop'),
  goOn: () => msg('Let it think'),
  leave: () => msg('Leave for now'),
  leaveText: () => msg('The game is kept; go on with it later.'),
  resign: () => msg('Resign'),
  resignTitle: () => msg('Resign this game?'),
  resignText: () => msg('Your opponent wins. The true board is shown then.'),
  resignYes: () => msg('Yes, resign'),
  resignNo: () => msg('Play on'),
  typed: () => msg('Type a move'),
  typedPlaceholder: () => msg('e2e4 or Nf3'),
  typedGo: () => msg('Play'),
  elapsed: () => msg('Time spent'),
});

export const drawingWords = words({
  shape: ({ orig, dest, brush }: Shape) =>
    dest === undefined ? msg(str`${brush} mark on ${orig}`) : msg(str`${brush} arrow ${orig} to ${dest}`),
  picked: (square: string) => msg(str`From ${square}. Choose where the arrow ends, or ${square} again to mark it.`),
});
