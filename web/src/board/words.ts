import { msg, str } from '@lit/localize';
import type { Color, PieceLetter } from 'outpost-rbc';
import { list, percent, plural } from '../ui/format';
import { words } from '../ui/texts';
import type { BoardThemeName } from './board-themes';
import type { PieceSet } from './piece-sets';
import type { Brush, Shape } from './shapes';
import { type Role, roleOf } from './squares';

const pieceNames: Record<PieceLetter, string> = words({
  P: () => msg('white pawn'),
  N: () => msg('white knight'),
  B: () => msg('white bishop'),
  R: () => msg('white rook'),
  Q: () => msg('white queen'),
  K: () => msg('white king'),
  p: () => msg('black pawn'),
  n: () => msg('black knight'),
  b: () => msg('black bishop'),
  r: () => msg('black rook'),
  q: () => msg('black queen'),
  k: () => msg('black king'),
});

export const pieceName = (piece: PieceLetter): string => pieceNames[piece];

const kinds: Record<Role, string> = words({
  pawn: () => msg('one {pawn} other {pawns}'),
  knight: () => msg('one {knight} other {knights}'),
  bishop: () => msg('one {bishop} other {bishops}'),
  rook: () => msg('one {rook} other {rooks}'),
  queen: () => msg('one {queen} other {queens}'),
  king: () => msg('one {king} other {kings}'),
});

/** The name of a kind of piece, for so many of them, of either side. */
export const roleName = (role: Role, n = 1): string => plural(n, kinds[role]);

export const kindName = (piece: PieceLetter, n = 1): string => roleName(roleOf(piece), n);

export const colors: Record<Color, string> = words({ white: () => msg('White'), black: () => msg('Black') });

export const chessWords = words({
  colors,
  pieceName,
  kind: (piece: PieceLetter) => kindName(piece),
  color: (color: Color) => colors[color],
});

export const boardWords = words({
  label: () => msg('Board'),
  labelOf: (color: Color) => msg(str`${colors[color]}’s board`),
  help: {
    sense: () => msg('Arrow keys move the window. Enter senses.'),
    move: () => msg('Arrow keys move. Enter picks up or drops a piece. Escape cancels.'),
    view: () => msg('Arrow keys move.'),
    choose: () => msg('Arrow keys move. Enter chooses the square.'),
    mark: () => msg('Arrow keys move. Enter places or removes the chosen marker.'),
    draw: () =>
      msg(
        'Arrow keys move. Enter starts an arrow and ends it on another square; twice on one square marks it. Escape cancels.',
      ),
  },
  own: (piece: PieceLetter) => msg(str`your ${kindName(piece)}`),
  empty: () => msg('nothing known'),
  notKnownYet: () => msg('not computed yet'),
  seenNow: (piece: PieceLetter | null) => (piece ? msg(str`${pieceName(piece)}, seen now`) : msg('seen empty now')),
  seen: (piece: PieceLetter | null, age: number) =>
    plural(
      age,
      piece
        ? msg(str`one {${pieceName(piece)}, last seen # turn ago} other {${pieceName(piece)}, last seen # turns ago}`)
        : msg('one {empty when last seen, # turn ago} other {empty when last seen, # turns ago}'),
    ),
  likely: (piece: PieceLetter, p: number) => `${pieceName(piece)} ${percent.format(p)}`,
  marker: (piece: PieceLetter) => msg(str`your marker: ${pieceName(piece)}`),
  captured: () => msg('captured here'),
  truth: (piece: PieceLetter | null) => (piece ? pieceName(piece) : msg('empty')),
  promote: (role: string) => msg(str`Promote to ${role}`),
  promotion: () => msg('Promote to'),
  picked: (piece: PieceLetter, square: string, targets: string[], captures: string[]) =>
    targets.length === 0
      ? msg(str`${kindName(piece)} on ${square} picked up.`)
      : captures.length === 0
        ? msg(str`${kindName(piece)} on ${square} picked up. It can try ${list.format(targets)}.`)
        : msg(
            str`${kindName(piece)} on ${square} picked up. It can try ${list.format(targets)}; only to capture: ${list.format(captures)}.`,
          ),
  dropped: () => msg('Dropped.'),
  cannotGo: (square: string) => msg(str`It cannot try ${square}.`),
  nothingToMove: (square: string) => msg(str`You have no piece on ${square} that can move.`),
  flip: () => msg('Flip the board'),
  flipShort: () => msg('Flip'),
});

export const phaseWords = words({
  sense: () => msg('Sense', { id: 'sense-verb' }),
  senseText: () => msg('Choose where to look: a 3×3 window.'),
  move: () => msg('Move', { id: 'move-verb' }),
  moveText: () => msg('Choose a move. It may fail against pieces you cannot see.'),
  result: () => msg('Result'),
  waiting: () => msg('Opponent’s turn'),
  thinking: (who: string) => msg(str`${who} is thinking`),
  paused: (who: string) => msg(str`${who} is stopped`),
  over: () => msg('Game over'),
  handover: () => msg('Hand over'),
  busy: () => msg('One moment…'),
  noSense: () => msg('Skip sensing'),
  pass: () => msg('Pass'),
  moveNow: () => msg('Move now'),
  stop: () => msg('Stop'),
  goOn: () => msg('Continue'),
  leave: () => msg('Leave for now'),
  leaveText: () => msg('The game is saved. Resume it later.'),
  takenBack: (turn: number) => msg(str`Turn ${turn} taken back. Sense again.`),
  resign: () => msg('Resign'),
  resignTitle: () => msg('Resign this game?'),
  resignText: () => msg('Your opponent wins and the true board is revealed.'),
  resignYes: () => msg('Yes, resign'),
  resignNo: () => msg('Play on'),
  typed: () => msg('Type a move'),
  typedPlaceholder: () => msg('e2e4 or Nf3'),
  typedGo: () => msg('Play', { id: 'play-move' }),
  elapsed: () => msg('Time spent'),
});

const brushes: Record<Brush, string> = words({
  green: () => msg('green'),
  red: () => msg('red'),
  blue: () => msg('blue'),
  yellow: () => msg('yellow'),
});

export const drawingWords = words({
  shape: ({ orig, dest, brush }: Shape) =>
    dest === undefined
      ? msg(str`${brushes[brush]} mark on ${orig}`)
      : msg(str`${brushes[brush]} arrow ${orig} to ${dest}`),
  picked: (square: string) => msg(str`From ${square}. Choose where the arrow ends, or ${square} again to mark it.`),
});

/** What boards can look like (look.ts). */
export const lookWords = words({
  sets: {
    cburnett: () => msg('Standard'),
    kryukov: () => msg('Book'),
    celtic: () => msg('Celtic'),
    letters: () => msg('Letters'),
  } satisfies Record<PieceSet, () => string>,
  themes: {
    slate: () => msg('Slate'),
    wood: () => msg('Wood'),
    green: () => msg('Green', { id: 'green-board' }),
    blue: () => msg('Blue', { id: 'blue-board' }),
    grey: () => msg('Grey'),
  } satisfies Record<BoardThemeName, () => string>,
});
