import { msg, str } from '@lit/localize';
import type { Color } from 'outpost-rbc';
import { colors } from '../board/words';
import { list, number, plural } from '../ui/format';
import { series, words } from '../ui/texts';

export const problemWords = words({
  badFen: (fen: string, why: string) => msg(str`“${fen}” is not a position: ${why}.`),
  fenRanks: () => msg('it needs eight ranks with a / between them'),
  fenFiles: (rank: number) => msg(str`rank ${rank} does not have eight squares`),
  fenPiece: (letter: string) => msg(str`“${letter}” is not a piece`),
  fenTurn: () => msg('after the pieces comes w or b for the side to move'),
  noBoards: () => msg('There are no positions to show.'),
  tooManyBoards: (most: number) => msg(str`There are more than ${number.format(most)} boards.`),
  otherTurn: (board: number) => msg(str`Board ${board}: the side to move is not that of board 1.`),
  otherOwn: (board: number, color: Color) =>
    msg(str`Board ${board}: ${colors[color]} has different pieces from board 1, and would tell the two apart.`),
  otherWeights: (weights: number, boards: number) =>
    msg(
      str`There are ${plural(weights, msg('one {# weight} other {# weights}'))} for ${plural(boards, msg('one {# board} other {# boards}'))}: each board needs one.`,
    ),
  badWeight: (text: string) => msg(str`“${text}” is not a weight: write a positive number, such as 3 or 0.5.`),
  badSquare: (text: string) => msg(str`“${text}” is not a square: write a letter and a number, such as e4.`),
  badArrow: (text: string) => msg(str`“${text}” is not an arrow: write two squares, such as e2e4 or e2e4:red.`),
  badBrush: (text: string, brushes: string[]) => msg(str`“${text}”: the colours are ${list.format(brushes)}.`),
  badMove: (text: string) => msg(str`“${text}” is not a move: write from where to where, such as e2e4, or “pass”.`),
  badTold: (text: string) =>
    msg(str`“${text}” does not say what happened: write such as “lost -; sensed e5; seen nd6; moved g1f3”.`),
  notOneOf: (name: string, text: string, names: string[]) => msg(str`${name}: “${text}” is none of ${series(names)}.`),
  badNumber: (name: string, text: string, least: number, most: number) =>
    msg(str`${name}: “${text}” is not a whole number from ${number.format(least)} to ${number.format(most)}.`),
  tooLong: {
    attribute: (name: string, most: number) =>
      msg(str`The attribute ${name} is too long: at most ${number.format(most)} characters.`),
    list: (most: number) => msg(str`The list is too long: at most ${number.format(most)} characters.`),
  },
  tooMany: {
    entries: (most: number) => msg(str`There are too many entries: at most ${number.format(most)}.`),
    shapes: (most: number) => msg(str`There are too many arrows and marks: at most ${number.format(most)}.`),
  },
});
